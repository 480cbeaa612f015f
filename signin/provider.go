package signin

import (
	"cmp"
	"net/url"
	"regexp"
	"slices"
	"strings"
)

// Names of providers.
const (
	NameDaybook   = "daybook"   // this program's own service
	NameMicrosoft = "microsoft" // Microsoft 365
)

// BuiltInClient is the client that every daybook service knows.
const BuiltInClient = "daybook"

// Provider is where to sign in, and for which service. Addresses are whole
// ones; an empty one is not offered. Discover and Microsoft make them.
type Provider struct {
	Name    string `json:"name"`    // one of the names above
	BaseURL string `json:"baseUrl"` // the service that the tokens are for, without a version
	Issuer  string `json:"issuer"`  // RFC 9207; {tenantid} stands for any tenant

	Authorize string `json:"authorize"`
	Token     string `json:"token"`
	Device    string `json:"device,omitempty"`
	Revoke    string `json:"revoke,omitempty"`

	ClientID string   `json:"clientId"`
	Scopes   []string `json:"scopes"`

	// The redirect address is http://Loopback:PORT, followed by a random path
	// when RandomPath is set, for providers that allow any.
	Loopback   string `json:"loopback"`
	RandomPath bool   `json:"randomPath"`
	// MustNameIssuer refuses a callback without iss.
	MustNameIssuer bool `json:"mustNameIssuer,omitempty"`
	// DevicePages are further hosts that a device code's page may be at.
	DevicePages []string `json:"devicePages,omitempty"`
	// OwnService says that the sign-in service was named by the person, and
	// may be for any service that they name.
	OwnService bool `json:"ownService,omitempty"`

	// SelectAccount has the person choose the account anew, whoever the
	// browser knows. It is of one sign-in, and not kept.
	SelectAccount bool `json:"-"`
}

var tenantID = regexp.MustCompile(`^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$`)

// Directory says where and as what one signs in to Microsoft 365. All but
// ClientID may be empty.
type Directory struct {
	Tenant    string   // its id or domain, or common, organizations or consumers; common when empty
	ClientID  string   // the application that the organization, or the person, has registered
	Cloud     string   // one of Clouds; global when empty
	Authority string   // the sign-in service where it is none of a known cloud: https://host, a tenant may follow
	With      []string // names of Optional
}

// cloud is one of the separate Microsoft 365s
// (https://learn.microsoft.com/en-us/graph/deployments). GCC is in the global
// one; the DoD's signs in where the other of the US government does.
type cloud struct{ name, authority, service string }

var clouds = []cloud{
	{"global", "https://login.microsoftonline.com", "https://graph.microsoft.com"},
	{"us-gov", "https://login.microsoftonline.us", "https://graph.microsoft.us"},
	{"us-gov-dod", "https://login.microsoftonline.us", "https://dod-graph.microsoft.us"},
	{"china", "https://login.partner.microsoftonline.cn", "https://microsoftgraph.chinacloudapi.cn"},
}

// Clouds are the names of the separate Microsoft 365s.
func Clouds() []string {
	var names []string
	for _, c := range clouds {
		names = append(names, c.name)
	}
	return names
}

// Microsoft is Microsoft 365.
func Microsoft(d Directory) (Provider, error) {
	i := slices.IndexFunc(clouds, func(c cloud) bool { return c.name == cmp.Or(d.Cloud, clouds[0].name) })
	if i < 0 {
		return Provider{}, failure(ErrSetup, "there is no cloud of that name: there are %s", strings.Join(Clouds(), ", "))
	}
	authority, tenant := clouds[i].authority, d.Tenant
	foreign := false
	if d.Authority != "" {
		u, err := url.Parse(d.Authority)
		if err != nil || u.Host == "" || u.RawQuery != "" || u.Fragment != "" || u.User != nil {
			return Provider{}, failure(ErrSetup, "the authority has to be an address such as https://login.microsoftonline.com")
		}
		in, _, _ := strings.Cut(strings.Trim(u.Path, "/"), "/")
		if tenant != "" && in != "" && !strings.EqualFold(tenant, in) {
			return Provider{}, failure(ErrSetup, "the authority names another tenant: leave one of the two out")
		}
		tenant = cmp.Or(tenant, in)
		authority = strings.ToLower(u.Scheme + "://" + u.Host)
		foreign = !slices.ContainsFunc(clouds, func(c cloud) bool { return c.authority == authority })
		if k := slices.IndexFunc(clouds, func(c cloud) bool { return c.authority == authority }); d.Cloud == "" && k >= 0 {
			i = k
		} else if d.Cloud != "" && !foreign && authority != clouds[i].authority {
			return Provider{}, failure(ErrSetup, "the authority is another cloud's: leave one of the two out")
		}
	}
	tenant = cmp.Or(tenant, "common")
	issuer := "{tenantid}"
	if tenantID.MatchString(tenant) {
		issuer = strings.ToLower(tenant)
	}
	scopes, err := tierScopes(d.With)
	if err != nil {
		return Provider{}, err
	}
	base := authority + "/" + url.PathEscape(tenant) + "/oauth2/v2.0/"
	return Provider{
		Name: NameMicrosoft, BaseURL: clouds[i].service, OwnService: foreign,
		Issuer:    authority + "/" + issuer + "/v2.0",
		Authorize: base + "authorize", Token: base + "token", Device: base + "devicecode",
		ClientID: d.ClientID, Scopes: scopes,
		// The registration says http://localhost, of which any port will do,
		// but no path.
		Loopback:    "localhost",
		DevicePages: []string{"microsoft.com", "www.microsoft.com", "login.microsoft.com", "login.microsoftonline.com", "aka.ms"},
	}, nil
}

// At is the provider for the service's address as a profile has it. Microsoft's
// tokens are for Microsoft 365, so that another address than its own, or this
// machine's, would only show them to somebody else. Whoever names a sign-in
// service of their own names its service too.
func (p Provider) At(baseURL string) (Provider, error) {
	theirs, err := url.Parse(baseURL)
	mine, ownErr := url.Parse(p.BaseURL)
	if err != nil || ownErr != nil || origin(theirs) != origin(mine) && !loopback(theirs.Hostname()) && !p.OwnService {
		return Provider{}, failure(ErrSetup, "base_url is not an address of Microsoft 365 in this cloud, and daybook sends its tokens nowhere else: "+
			"leave base_url out, or give a token with token_command")
	}
	p.BaseURL = baseURL
	return p, nil
}

// Check tells whether a sign-in can be begun with p, in words if not.
func (p Provider) Check() error {
	if p.ClientID == "" && p.Name == NameMicrosoft {
		return failure(ErrSetup, "Microsoft 365 wants to know which application signs in: register one as the README says (a public client with the "+
			"redirect address http://localhost), and give its id with --client-id")
	}
	if p.Name == NameMicrosoft && !p.OwnService && !tenantID.MatchString(p.ClientID) {
		return failure(ErrSetup, "the application's id, with --client-id, has to look like 11111111-2222-3333-4444-555555555555: "+
			"its registration calls it the application (client) id")
	}
	if p.ClientID == "" {
		return failure(ErrSetup, "the service wants to know which application signs in: give its id with --client-id")
	}
	for _, e := range []struct{ what, address string }{
		{"the authorization address", p.Authorize}, {"the token address", p.Token},
		{"the device address", p.Device}, {"the revocation address", p.Revoke},
	} {
		if e.address == "" && e.what != "the token address" {
			continue // not offered
		}
		u, err := url.Parse(e.address)
		if err != nil {
			return failure(ErrProvider, "%s of the sign-in service cannot be read", e.what)
		}
		if err := checkEndpoint(e.what, u); err != nil {
			return err
		}
	}
	return nil
}

// names tells whether iss, as a callback says it, is this provider.
func (p Provider) names(iss string) bool {
	before, after, open := strings.Cut(p.Issuer, "{tenantid}")
	if !open {
		return iss == p.Issuer
	}
	middle, ok := strings.CutPrefix(iss, before)
	if !ok {
		return false
	}
	middle, ok = strings.CutSuffix(middle, after)
	return ok && tenantID.MatchString(middle)
}

// host is how words name the provider.
func (p Provider) host() string {
	if p.Name == NameMicrosoft {
		return "Microsoft 365"
	}
	if u, err := url.Parse(p.Token); err == nil && u.Host != "" {
		return u.Host
	}
	return "the sign-in service"
}
