package signin

import (
	"net/url"
	"slices"
	"strings"
)

// The rights asked of Microsoft 365 come in tiers, as one that nobody may give
// refuses the whole sign-in. Which right needs an administrator anywhere is
// said in https://learn.microsoft.com/en-us/graph/permissions-reference; under
// the provider's own policy most organizations want one for the others too.

// Tier is a part of the program that needs rights of its own. Scopes are
// spelled as Microsoft does.
type Tier struct {
	Name   string // as --with has it; empty for what is always asked for
	What   string // it is for, in words
	Scopes []string
}

var tiers = []Tier{
	{"", "mail, calendar, contacts, settings and photos", []string{
		"offline_access", "Mail.ReadWrite", "Mail.Send", "MailboxSettings.ReadWrite",
		"Calendars.ReadWrite", "Calendars.ReadWrite.Shared", "Contacts.ReadWrite",
		"User.ReadWrite", "User.ReadBasic.All",
	}},
	{SharedTier, "mailboxes that others share with you", []string{"Mail.ReadWrite.Shared", "Mail.Send.Shared"}},
	{"files", "your files and workbooks", []string{"Files.ReadWrite"}},
	{"groups", "groups, their conversations, calendars and files", []string{"Group.ReadWrite.All"}},
	{"directory", "managers, reports and rooms", []string{"User.Read.All", "Place.Read.All"}},
	{"grants", "what programs are permitted", []string{"DelegatedPermissionGrant.ReadWrite.All", "Directory.Read.All"}},
}

// SharedTier is the tier of other people's mailboxes.
const SharedTier = "shared"

// OptionalNames are those of the tiers that are asked for only when somebody
// wants them.
func OptionalNames() []string {
	var names []string
	for _, t := range tiers[1:] {
		names = append(names, t.Name)
	}
	return names
}

// TierWords are what a tier is for.
func TierWords(name string) string {
	i := slices.IndexFunc(tiers, func(t Tier) bool { return t.Name == name })
	if i < 0 {
		return ""
	}
	return tiers[i].What
}

// tierScopes are the rights to ask for: those always asked for, and those of
// the tiers named.
func tierScopes(with []string) ([]string, error) {
	var scopes []string
	for _, name := range with {
		if name == "" || !slices.Contains(OptionalNames(), name) {
			return nil, failure(ErrSetup, "%q is nothing that can be asked for in addition: there are %s", name, strings.Join(OptionalNames(), ", "))
		}
	}
	for _, t := range tiers {
		if t.Name != "" && !slices.Contains(with, t.Name) {
			continue
		}
		for _, scope := range t.Scopes {
			if !slices.Contains(scopes, scope) { // two tiers may need one right
				scopes = append(scopes, scope)
			}
		}
	}
	return scopes, nil
}

// With are the names of the optional tiers that are among the rights p asks
// for.
func (p Provider) With() []string {
	var names []string
	for _, t := range tiers[1:] {
		if p.Name == NameMicrosoft && !slices.ContainsFunc(t.Scopes, func(s string) bool { return !slices.Contains(p.Scopes, s) }) {
			names = append(names, t.Name)
		}
	}
	return names
}

// Granted tells whether the scopes that a sign-in gave permit one. Letter case
// means nothing, the service's address may stand before a name, and a right to
// change includes that to read.
func Granted(scopes []string, want string) bool {
	return slices.ContainsFunc(scopes, func(has string) bool {
		if at := strings.LastIndexByte(has, '/'); at >= 0 {
			has = has[at+1:]
		}
		return strings.EqualFold(has, want) || strings.EqualFold(strings.Replace(has, ".ReadWrite", ".Read", 1), want)
	})
}

// Lacks tells whether a sign-in is known not to give what a tier needs. What a
// provider does not say is not known.
func Lacks(scopes []string, tier string) bool {
	i := slices.IndexFunc(tiers, func(t Tier) bool { return t.Name == tier })
	return i >= 0 && scopes != nil && !Granted(scopes, tiers[i].Scopes[0])
}

// Consent is where an administrator agrees for an organization, to the rights
// that p asks for. It is zero where no administrator is needed.
type Consent struct {
	Address  string
	ClientID string
	Scopes   []string // all of them but the one that renews the sign-in
}

// Consent is the page on which an administrator agrees to what p asks for
// (https://learn.microsoft.com/en-us/entra/identity-platform/v2-admin-consent).
func (p Provider) Consent() Consent {
	base, ok := strings.CutSuffix(p.Token, "/oauth2/v2.0/token")
	if p.Name != NameMicrosoft || !ok || strings.HasSuffix(base, "/consumers") {
		return Consent{}
	}
	if common, ok := strings.CutSuffix(base, "/common"); ok {
		base = common + "/organizations" // whoever agrees is of one
	}
	query := url.Values{"client_id": {p.ClientID}, "scope": {strings.Join(p.Scopes, " ")}, "redirect_uri": {"http://" + p.Loopback}}
	return Consent{
		Address: base + "/v2.0/adminconsent?" + query.Encode(), ClientID: p.ClientID,
		Scopes: slices.DeleteFunc(slices.Clone(p.Scopes), func(s string) bool { return s == "offline_access" }),
	}
}
