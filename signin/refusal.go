package signin

import (
	"net/http"
	"regexp"
	"strings"
	"time"

	"golang.org/x/oauth2"
)

// reason is what a code of a provider means. In the words, HOST stands for
// the provider and CLIENT for the client id.
type reason struct {
	kind error
	says string
}

// codes are the error codes of RFC 6749, 8628 and OpenID Connect.
var codes = map[string]reason{
	"access_denied":             {ErrDenied, "the sign-in was declined at HOST"},
	"expired_token":             {ErrExpired, "the code has expired: begin the sign-in anew"},
	"invalid_client":            {ErrSetup, "HOST does not know the application CLIENT, or wants a secret of it: check --client-id"},
	"unauthorized_client":       {ErrSetup, "HOST does not let the application CLIENT sign in this way: it has to be registered as a public client"},
	"invalid_scope":             {ErrSetup, "HOST does not give the rights that daybook asks for to the application CLIENT"},
	"unsupported_grant_type":    {ErrSetup, "HOST does not offer this way of signing in: try with --device, or without"},
	"unsupported_response_type": {ErrSetup, "HOST does not offer signing in with the browser: try --device"},
	"invalid_request":           {ErrProvider, "HOST does not accept the sign-in as daybook asks for it: check --client-id and the address"},
	"invalid_grant":             {ErrSignInAgain, "the sign-in at HOST is no longer good: sign in again"},
	"interaction_required":      {ErrSignInAgain, "HOST wants you to sign in again"},
	"login_required":            {ErrSignInAgain, "HOST wants you to sign in again"},
	"consent_required":          {ErrSignInAgain, "HOST wants you to agree again: sign in again"},
	"server_error":              {ErrOffline, "HOST has a fault of its own just now: try again later"},
	"temporarily_unavailable":   {ErrOffline, "HOST is busy: try again in a while"},
	"slow_down":                 {ErrOffline, "HOST is busy: try again in a while"},
}

// Words that several of Microsoft's numbers share.
const (
	adminWords  = "your administrator has to approve daybook (the application CLIENT) for your organization before you can sign in: ask them for it"
	tenantWords = "this account is not of the organization that was asked for: give yours with --tenant, or choose another account"
)

// numbers are what Microsoft says more exactly, as AADSTS and a number at the
// beginning of the description.
var numbers = map[string]reason{
	"65001": {ErrAdmin, adminWords}, "90094": {ErrAdmin, adminWords}, "90093": {ErrAdmin, adminWords}, "90095": {ErrAdmin, adminWords},
	"65004":   {ErrDenied, "the sign-in was declined: daybook cannot open the mailbox without the rights that it asks for"},
	"50105":   {ErrAdmin, "your administrator has to assign daybook (the application CLIENT) to you before you can sign in"},
	"700016":  {ErrSetup, "the organization does not know the application CLIENT: check --client-id and --tenant"},
	"90002":   {ErrSetup, "there is no organization of that name: check --tenant"},
	"900023":  {ErrSetup, "that is no organization's id or domain: check --tenant"},
	"50020":   {ErrSetup, tenantWords},
	"50034":   {ErrSetup, tenantWords},
	"90072":   {ErrSetup, tenantWords},
	"50128":   {ErrSetup, tenantWords},
	"50194":   {ErrSetup, "the application CLIENT is registered for one organization alone: give it with --tenant"},
	"50011":   {ErrSetup, "the application CLIENT does not have http://localhost as a redirect address: add it to the registration, as a public client"},
	"7000218": {ErrSetup, "the application CLIENT is not registered as a public client: allow public client flows in its registration"},
	"53003":   {ErrDenied, "a rule of your organization does not allow signing in from this machine: ask your administrator"},
	"530003":  {ErrDenied, "your organization allows managed devices alone, and this machine is none: ask your administrator"},
	"50057":   {ErrDenied, "the account is disabled: ask your administrator"},
	"50076":   {ErrSignInAgain, "HOST wants a second factor: sign in again"},
	"50079":   {ErrSignInAgain, "HOST wants a second factor: sign in again"},
	"50173":   {ErrSignInAgain, "the password was changed, or the sign-in was taken back: sign in again"},
	"70043":   {ErrSignInAgain, "the sign-in has grown too old: sign in again"},
	"700082":  {ErrSignInAgain, "the sign-in was not used for too long: sign in again"},
	"70019":   {ErrExpired, "the code has expired: begin the sign-in anew"},
	"70020":   {ErrExpired, "the code has expired: begin the sign-in anew"},
}

var aadsts = regexp.MustCompile(`\bAADSTS([0-9]{5,8})\b`)

// reasonOf finds what a code and its description mean. The description is
// searched for a number and not repeated.
func reasonOf(code, description string) (reason, bool) {
	if m := aadsts.FindStringSubmatch(description); m != nil {
		if r, ok := numbers[m[1]]; ok {
			return r, true
		}
	}
	r, ok := codes[code]
	return r, ok
}

func (r reason) failure(p Provider) error {
	client := p.ClientID
	if client == "" {
		client = "without an id"
	}
	return failure(r.kind, "%s", strings.NewReplacer("HOST", p.host(), "CLIENT", client).Replace(r.says))
}

// refusal puts a token endpoint's refusal in words.
func refusal(r *oauth2.RetrieveError, p Provider, now func() time.Time) error {
	if known, ok := reasonOf(r.ErrorCode, r.ErrorDescription); ok {
		if known.kind == ErrSignInAgain && now != nil {
			if hint := skewed(r.Response, now()); hint != "" {
				known.says += hint
			}
		}
		return known.failure(p)
	}
	if r.Response == nil {
		return failure(ErrProvider, "%s refuses the sign-in", p.host())
	}
	switch status := r.Response.StatusCode; {
	case unavailable(status) == ErrOffline:
		return failure(ErrOffline, "%s is not able to answer just now (status %d): try again later", p.host(), status)
	case status == http.StatusNotFound:
		return failure(ErrProvider, "there is no sign-in service at %s", p.host())
	default:
		return failure(ErrProvider, "%s refuses the sign-in (status %d) and gives no reason that daybook knows", p.host(), status)
	}
}

// skewed tells by how much this machine's clock differs from the provider's,
// where that is much.
func skewed(resp *http.Response, now time.Time) string {
	if resp == nil {
		return ""
	}
	theirs, err := http.ParseTime(resp.Header.Get("Date"))
	if err != nil {
		return ""
	}
	off, side := now.Sub(theirs), "ahead of"
	if off < 0 {
		off, side = -off, "behind"
	}
	if off < maxSkew {
		return ""
	}
	return ". This machine's clock is " + off.Round(time.Minute).String() + " " + side + " the service's: set it right first"
}
