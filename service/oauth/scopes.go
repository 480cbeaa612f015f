package oauth

import (
	"regexp"
	"slices"
	"strings"
)

// offlineAccess is the scope that a refresh token comes with.
const offlineAccess = "offline_access"

// scope is one that can be granted, and what it means to a person.
type scope struct{ name, words string }

// knownScopes are those of the routing table and of part 5 of the interface,
// in the order in which a person is asked.
var knownScopes = []scope{
	{"Mail.Read", "Read your mail"},
	{"Mail.ReadWrite", "Read, write, change and delete your mail"},
	{"Mail.Send", "Send mail as you"},
	{"Mail.Read.Shared", "Read mail that others share with you"},
	{"Mail.ReadWrite.Shared", "Change and delete mail that others share with you"},
	{"Mail.Send.Shared", "Send mail for others who share theirs with you"},
	{"MailboxSettings.Read", "See your mailbox settings"},
	{"MailboxSettings.ReadWrite", "Change your automatic replies, language and time zone"},
	{"Calendars.Read", "See your calendars"},
	{"Calendars.ReadWrite", "Change your calendars, and invite people as you"},
	{"Calendars.Read.Shared", "See when others are free, and calendars that they share"},
	{"Calendars.ReadWrite.Shared", "Change calendars that others share with you"},
	{"Contacts.Read", "See your contacts"},
	{"Contacts.ReadWrite", "Change and delete your contacts"},
	{"Contacts.Read.Shared", "See contacts that others share with you"},
	{"Contacts.ReadWrite.Shared", "Change contacts that others share with you"},
	{"Files.Read", "Open your files"},
	{"Files.ReadWrite", "Open, change and delete your files"},
	{"Files.Read.All", "Open all files that you can reach"},
	{"Files.ReadWrite.All", "Change and delete all files that you can reach"},
	{"Group.Read.All", "Read the conversations of your groups"},
	{"Group.ReadWrite", "Write in your groups as you"},
	{"Group.ReadWrite.All", "Write in your groups as you, and change them"},
	{"User.Read", "See your profile and photo"},
	{"User.ReadWrite", "Change your profile and photo"},
	{"User.ReadBasic.All", "See everybody's name, address and photo"},
	{"User.Read.All", "See everybody's profile, and who manages whom"},
	{"User.ReadWrite.All", "Change the profiles that you may change"},
	{"Directory.Read.All", "See the directory of people and groups"},
	{"Directory.ReadWrite.All", "Change the directory where you may"},
	{"Directory.AccessAsUser.All", "Use the directory as you"},
	{"DelegatedPermissionGrant.Read.All", "See what programs are allowed to do"},
	{"DelegatedPermissionGrant.ReadWrite.All", "Change what programs are allowed to do"},
	{offlineAccess, "Stay signed in until you end it"},
}

// scopeToken is RFC 6749, section 3.3, and short enough to be shown.
var scopeToken = regexp.MustCompile(`^[!#-\[\]-~]{1,80}$`)

// parseScopes reads what is asked for: each once, as it is spelled. Case does
// not tell scopes apart, as everywhere in the interface.
func parseScopes(list string) ([]string, error) {
	var asked []string
	for name := range strings.FieldsSeq(list) {
		if !scopeToken.MatchString(name) {
			return nil, refuse(invalidScope, "a scope is not well-formed")
		}
		if !slices.ContainsFunc(knownScopes, func(k scope) bool { return strings.EqualFold(k.name, name) }) {
			return nil, refuse(invalidScope, "the scope %s is not known here", name)
		}
		if !hasScope(asked, name) {
			asked = append(asked, name)
		}
	}
	if len(asked) == 0 {
		return nil, refuse(invalidScope, "no scope is asked for")
	}
	return asked, nil
}

func hasScope(list []string, name string) bool {
	return slices.ContainsFunc(list, func(s string) bool { return strings.EqualFold(s, name) })
}

// inWords are the scopes in the order and the words of the table.
func inWords(scopes []string) []string {
	var out []string
	for _, k := range knownScopes {
		if hasScope(scopes, k.name) {
			out = append(out, k.words)
		}
	}
	return out
}

func scopeNames() []string {
	names := make([]string, len(knownScopes))
	for i, k := range knownScopes {
		names[i] = k.name
	}
	return names
}
