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

// codes are the error codes of RFC 6749, 8628 and OpenID Connect, and those
// that Microsoft has beside them
// (https://learn.microsoft.com/en-us/entra/identity-platform/v2-oauth2-device-code).
var codes = map[string]reason{
	"access_denied":              {ErrDenied, declinedWords},
	"authorization_declined":     {ErrDenied, declinedWords},
	"expired_token":              {ErrExpired, "the code has expired: begin the sign-in anew"},
	"bad_verification_code":      {ErrExpired, "HOST does not know the code any more: begin the sign-in anew, and type the code that is shown then"},
	"invalid_client":             {ErrSetup, "HOST does not know the application CLIENT, or wants a secret of it: check --client-id"},
	"unauthorized_client":        {ErrSetup, "HOST does not let the application CLIENT sign in this way: it has to be registered as a public client"},
	"invalid_scope":              {ErrSetup, "HOST does not give the rights that daybook asks for to the application CLIENT"},
	"invalid_resource":           {ErrSetup, "the organization does not have the service that daybook asks for: check --tenant, and cloud in the configuration"},
	"unsupported_grant_type":     {ErrSetup, "HOST does not offer this way of signing in: try with --device, or without"},
	"unsupported_response_type":  {ErrSetup, "HOST does not offer signing in with the browser: try --device"},
	"invalid_request":            {ErrProvider, "HOST does not accept the sign-in as daybook asks for it: check --client-id and the address"},
	"invalid_grant":              {ErrSignInAgain, "the sign-in at HOST is no longer good: sign in again"},
	"interaction_required":       {ErrSignInAgain, "HOST wants to ask you something: sign in again, with the browser of this machine if a code does not do"},
	"login_required":             {ErrSignInAgain, "HOST wants you to sign in again"},
	"account_selection_required": {ErrSignInAgain, "HOST knows several accounts of yours: sign in again with --select-account, and choose"},
	"consent_required":           {ErrAdmin, consentWords},
	"server_error":               {ErrOffline, "HOST has a fault of its own just now: try again later"},
	"temporarily_unavailable":    {ErrOffline, "HOST is busy: try again in a while"},
	"slow_down":                  {ErrOffline, "HOST is busy: try again in a while"},
}

// Words that several codes and numbers share.
const (
	declinedWords = "the sign-in was declined at HOST: begin it anew if that was not meant"
	consentWords  = "nobody has agreed yet to what daybook (the application CLIENT) asks for: sign in again and agree. " +
		"Where HOST lets you not, your administrator has to approve it for your organization"
	adminWords   = "your administrator has to approve daybook (the application CLIENT) for your organization before you can sign in: send them the address for it"
	tenantWords  = "this account is not of the organization that was asked for: give yours with --tenant, or choose another with --select-account"
	factorWords  = "HOST wants a second factor: sign in again, and confirm it there"
	expiredWords = "the code has expired: begin the sign-in anew"
	managedWords = "your organization allows managed devices alone, and this machine, or its browser, is none: ask your administrator"
	ruleWords    = "a rule of your organization does not allow signing in from here, or with a code: try the other way, or ask your administrator"
	publicWords  = "the application CLIENT is not registered as a public client: add http://localhost under \"Mobile and desktop applications\" " +
		"in its registration, and allow public client flows for --device"
	setupWords = "the registration of the application CLIENT does not have the rights that daybook asks for, or is incomplete: compare it with the README"
)

// numbers are what Microsoft says more exactly, as AADSTS and a number at the
// beginning of the description
// (https://learn.microsoft.com/en-us/entra/identity-platform/reference-error-codes).
// They may change: where one is not known, the code decides.
var numbers = map[string]reason{
	// Nobody has agreed, or may.
	"65001": {ErrAdmin, consentWords},
	"90094": {ErrAdmin, adminWords}, "90093": {ErrAdmin, adminWords}, "90095": {ErrAdmin, adminWords}, "90099": {ErrAdmin, adminWords},
	"65004": {ErrDenied, "nobody agreed to what daybook asks for, without which it cannot open the mailbox: begin anew and agree, or have your administrator approve it"},
	"50105": {ErrAdmin, "your administrator has to assign daybook (the application CLIENT) to you before you can sign in"},

	// The registration, or what was given of it, is not right.
	"700016":  {ErrSetup, "the organization does not know the application CLIENT: check --client-id and --tenant, and cloud in the configuration"},
	"700038":  {ErrSetup, "CLIENT is no application's id: check --client-id"},
	"7000112": {ErrSetup, "the application CLIENT is switched off in the organization: ask your administrator"},
	"50194":   {ErrSetup, "the application CLIENT is registered for one organization alone: give it with --tenant"},
	"9002346": {ErrSetup, "the application CLIENT is registered for personal accounts alone: sign in with --tenant consumers"},
	"9001023": {ErrSetup, "this way of signing in wants to know the organization: give it with --tenant"},
	"50011":   {ErrSetup, "the application CLIENT does not have http://localhost as a redirect address: add it to the registration, under \"Mobile and desktop applications\""},
	"500113":  {ErrSetup, "the application CLIENT has no redirect address: add http://localhost to the registration, under \"Mobile and desktop applications\""},
	"900971":  {ErrSetup, "the application CLIENT has no redirect address: add http://localhost to the registration, under \"Mobile and desktop applications\""},
	"7000218": {ErrSetup, publicWords}, "70002": {ErrSetup, publicWords},
	"9002326": {ErrSetup, publicWords}, "9002327": {ErrSetup, publicWords},
	"70011": {ErrSetup, setupWords}, "650053": {ErrSetup, setupWords}, "650056": {ErrSetup, setupWords}, "650057": {ErrSetup, setupWords},
	"650052": {ErrSetup, "the organization has no mailboxes at HOST, or its administrator has switched them off for daybook: ask them"},
	"500011": {ErrSetup, "the organization does not have the service that daybook asks for: check --tenant, and cloud in the configuration"},
	"90002":  {ErrSetup, "there is no organization of that name: check --tenant, and cloud in the configuration"},
	"900023": {ErrSetup, "that is no organization's id or domain: check --tenant"},
	"900439": {ErrSetup, "the application CLIENT is of another cloud: say which in the configuration, such as cloud = \"us-gov\""},
	"50059":  {ErrSetup, "HOST does not see which organization is meant: give it with --tenant"},
	"50020":  {ErrSetup, tenantWords}, "50034": {ErrSetup, tenantWords}, "90072": {ErrSetup, tenantWords}, "50128": {ErrSetup, tenantWords},
	"500200": {ErrSetup, "a personal account was chosen, and the application CLIENT is for organizations: choose another with --select-account"},

	// The organization, or the account, does not allow it.
	"53003": {ErrDenied, ruleWords}, "530034": {ErrDenied, ruleWords}, "530035": {ErrDenied, ruleWords}, "50005": {ErrDenied, ruleWords}, "53004": {ErrDenied, ruleWords},
	"53000": {ErrDenied, managedWords}, "53001": {ErrDenied, managedWords}, "53002": {ErrDenied, managedWords}, "530003": {ErrDenied, managedWords},
	"50097":  {ErrDenied, managedWords},
	"135011": {ErrDenied, "this device is switched off in your organization: ask your administrator"},
	"50053":  {ErrDenied, "the account is locked after too many attempts: wait a while, or ask your administrator"},
	"50055":  {ErrDenied, "the password has expired: change it at HOST, and sign in again"},
	"50057":  {ErrDenied, "the account is disabled: ask your administrator"},

	// It has to be done again, or with more.
	"50074": {ErrSignInAgain, factorWords}, "50076": {ErrSignInAgain, factorWords}, "50079": {ErrSignInAgain, factorWords},
	"50072": {ErrSignInAgain, factorWords}, "50158": {ErrSignInAgain, factorWords},
	"16000":  {ErrSignInAgain, "HOST knows several accounts of yours: sign in again with --select-account, and choose"},
	"50058":  {ErrSignInAgain, "HOST wants you to sign in again"},
	"50173":  {ErrSignInAgain, "the password was changed, or the sign-in was taken back: sign in again"},
	"50132":  {ErrSignInAgain, "the password was changed, or the sign-in was taken back: sign in again"},
	"70043":  {ErrSignInAgain, "the sign-in has grown too old: sign in again"},
	"700082": {ErrSignInAgain, "the sign-in was not used for too long: sign in again"},
	"700084": {ErrSignInAgain, "the sign-in has grown too old: sign in again"},
	"70008":  {ErrSignInAgain, "the sign-in has grown too old: sign in again"},
	"70019":  {ErrExpired, expiredWords}, "70020": {ErrExpired, expiredWords},
	"90033": {ErrOffline, "HOST has a fault of its own just now: try again later"},
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
