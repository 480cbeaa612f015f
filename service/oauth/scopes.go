package oauth

import (
	"regexp"
	"slices"
	"strings"
)

// offlineAccess is the scope that a refresh token comes with.
const offlineAccess = "offline_access"

// scope is one that can be granted, and what it means to a person: of what,
// and what may be done with it.
type scope struct{ name, area, words string }

// knownScopes are those of the routing table and of part 5 of the interface,
// in the order in which a person is asked.
var knownScopes = []scope{
	{"Mail.Read", "Mail", "read yours"},
	{"Mail.ReadWrite", "Mail", "read, write and delete yours"},
	{"Mail.Send", "Mail", "send as you"},
	{"Mail.Read.Shared", "Mail", "read what is shared with you"},
	{"Mail.ReadWrite.Shared", "Mail", "change what is shared with you"},
	{"Mail.Send.Shared", "Mail", "send for those who share theirs"},
	{"MailboxSettings.Read", "Settings", "see replies, language, zone"},
	{"MailboxSettings.ReadWrite", "Settings", "change replies, language, zone"},
	{"Calendars.Read", "Calendars", "see yours"},
	{"Calendars.ReadWrite", "Calendars", "change yours, invite as you"},
	{"Calendars.Read.Shared", "Calendars", "see when others are free"},
	{"Calendars.ReadWrite.Shared", "Calendars", "change what is shared with you"},
	{"Contacts.Read", "Contacts", "see yours"},
	{"Contacts.ReadWrite", "Contacts", "change and delete yours"},
	{"Contacts.Read.Shared", "Contacts", "see what is shared with you"},
	{"Contacts.ReadWrite.Shared", "Contacts", "change what is shared with you"},
	{"Files.Read", "Files", "open yours"},
	{"Files.ReadWrite", "Files", "open, change and delete yours"},
	{"Files.Read.All", "Files", "open all that you can reach"},
	{"Files.ReadWrite.All", "Files", "change all that you can reach"},
	{"Group.Read.All", "Groups", "read their conversations"},
	{"Group.ReadWrite", "Groups", "write as you"},
	{"Group.ReadWrite.All", "Groups", "write as you, and change them"},
	{"User.Read", "People", "see your profile and photo"},
	{"User.ReadWrite", "People", "change your profile and photo"},
	{"User.ReadBasic.All", "People", "see all names and photos"},
	{"User.Read.All", "People", "see all profiles"},
	{"User.ReadWrite.All", "People", "change the profiles you may change"},
	{"Directory.Read.All", "Directory", "see all people and groups"},
	{"Directory.ReadWrite.All", "Directory", "change what you may change"},
	{"Directory.AccessAsUser.All", "Directory", "use it as you"},
	{"DelegatedPermissionGrant.Read.All", "Permissions", "see what programs may do"},
	{"DelegatedPermissionGrant.ReadWrite.All", "Permissions", "change what programs may do"},
	{offlineAccess, "Sign-in", "stay signed in until you end it"},
}

// Scopes are the names of all that can be granted.
func Scopes() []string {
	names := make([]string, len(knownScopes))
	for i, s := range knownScopes {
		names[i] = s.name
	}
	return names
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

// wish is what is asked for in one area.
type wish struct {
	Area  string
	Words []string
}

// inWords are the scopes in the order and the words of the table.
func inWords(scopes []string) []wish {
	var wishes []wish
	for _, k := range knownScopes {
		if !hasScope(scopes, k.name) {
			continue
		}
		if n := len(wishes); n == 0 || wishes[n-1].Area != k.area {
			wishes = append(wishes, wish{Area: k.area})
		}
		last := &wishes[len(wishes)-1]
		last.Words = append(last.Words, k.words)
	}
	return wishes
}

func scopeNames() []string {
	names := make([]string, len(knownScopes))
	for i, k := range knownScopes {
		names[i] = k.name
	}
	return names
}
