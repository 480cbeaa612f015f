package signin

import (
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

	// The redirect address is http://Loopback:PORT/Path; the path is a random
	// one when RandomPath is set, for providers that allow any.
	Loopback   string `json:"loopback"`
	RandomPath bool   `json:"randomPath"`
	// MustNameIssuer refuses a callback without iss.
	MustNameIssuer bool `json:"mustNameIssuer,omitempty"`
	// DevicePages are further hosts that a device code's page may be at.
	DevicePages []string `json:"devicePages,omitempty"`
}

// microsoftScopes are the rights that a person can give without an
// administrator, and what renews the sign-in.
var microsoftScopes = []string{
	"offline_access", "Mail.ReadWrite", "Mail.Send", "MailboxSettings.ReadWrite",
	"Calendars.ReadWrite", "Calendars.ReadWrite.Shared", "Contacts.ReadWrite", "Files.ReadWrite",
	"User.ReadWrite", "User.ReadBasic.All",
}

var tenantID = regexp.MustCompile(`^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$`)

// Microsoft is Microsoft 365: tenant is a directory's id or domain, or one of
// common, organizations and consumers; empty for common. ClientID is the
// application that the organization, or the person, has registered.
func Microsoft(tenant, clientID string) Provider {
	if tenant == "" {
		tenant = "common"
	}
	issuer := "{tenantid}"
	if tenantID.MatchString(tenant) {
		issuer = strings.ToLower(tenant)
	}
	const host = "https://login.microsoftonline.com/"
	base := host + url.PathEscape(tenant) + "/oauth2/v2.0/"
	return Provider{
		Name: NameMicrosoft, BaseURL: "https://graph.microsoft.com",
		Issuer:    host + issuer + "/v2.0",
		Authorize: base + "authorize", Token: base + "token", Device: base + "devicecode",
		ClientID: clientID, Scopes: slices.Clone(microsoftScopes),
		// The registration says http://localhost, of which any port will do,
		// but no other path.
		Loopback:    "localhost",
		DevicePages: []string{"microsoft.com", "www.microsoft.com", "login.microsoft.com", "login.microsoftonline.com", "aka.ms"},
	}
}

// At is the provider for the service's address as a profile has it. Microsoft's
// tokens are for Microsoft 365, so that another address than its own, or this
// machine's, would only show them to somebody else.
func (p Provider) At(baseURL string) (Provider, error) {
	theirs, err := url.Parse(baseURL)
	mine, ownErr := url.Parse(p.BaseURL)
	if err != nil || ownErr != nil || origin(theirs) != origin(mine) && !loopback(theirs.Hostname()) {
		return Provider{}, failure(ErrSetup, "base_url is not an address of Microsoft 365, whose tokens daybook sends nowhere else: leave base_url out, or give a token with token_command")
	}
	p.BaseURL = baseURL
	return p, nil
}

// Check tells whether a sign-in can be begun with p, in words if not.
func (p Provider) Check() error {
	if p.ClientID == "" && p.Name == NameMicrosoft {
		return failure(ErrSetup, "Microsoft 365 wants to know which application signs in: register one as a public client with the "+
			"redirect address http://localhost, and give its id with --client-id")
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
