package account

import "strings"

// scope is a permission and what it allows in words: in short, and what more
// there is to say where there is room.
type scope struct{ name, short, more string }

// words are all that a scope allows.
func (s scope) words() string { return s.short + s.more }

// scopes are those that the interface names (part 5), what it leaves open as
// Microsoft Graph calls it, and what sign-in itself asks for.
func scopes() []scope {
	return []scope{
		{"Mail.Read", "read your mail", ""},
		{"Mail.ReadWrite", "read, write, change and delete your mail", ", and decide which senders are focused"},
		{"Mail.ReadWrite.Shared", "the same in mail that is shared with you", ""},
		{"Mail.Send", "send mail in your name", ""},
		{"Mail.Send.Shared", "send mail for those who share theirs", ""},
		{"Mailboxsettings.Read", "read your settings and categories", ": automatic replies, language, time zone, working hours"},
		{"Mailboxsettings.ReadWrite", "read and change settings and categories", ": automatic replies, language, time zone, working hours"},
		{"Calendars.Read", "read your calendars and events", ""},
		{"Calendars.Read.Shared", "read calendars that are shared with you", ", and find times with their owners"},
		{"Calendars.ReadWrite", "read, add, change and delete your events", ", and invite people in your name"},
		{"Calendars.ReadWrite.Shared", "the same in calendars shared with you", ", and find times with their owners"},
		{"Contacts.Read", "read your contacts and their photos", ""},
		{"Contacts.ReadWrite", "read, add, change and delete contacts", " of yours, and their folders"},
		{"Files.Read", "read your files", ""},
		{"Files.ReadWrite", "read, add, change and delete your files", ""},
		{"Files.Read.All", "read all files that you can reach", ""},
		{"Files.ReadWrite.All", "change and delete all files in your reach", ", read them and add others"},
		{"Group.Read.All", "read all groups and what they hold", ": conversations, calendars and photos"},
		{"Group.ReadWrite", "forward posts of your groups", ""},
		{"Group.ReadWrite.All", "write to all groups", ": answer and lock threads, change events, delete attachments"},
		{"User.Read", "sign you in, read your profile and photo", ""},
		{"User.ReadWrite", "read and change your profile and photo", ""},
		{"User.ReadBasic.All", "read everybody's name, address and photo", ""},
		{"User.Read.All", "read everybody's profile and manager", ""},
		{"User.ReadWrite.All", "change everybody's profile and photo", ""},
		{"Place.Read.All", "read the organization's rooms", ""},
		{"Directory.Read.All", "read the directory", ": people, groups and managers"},
		{"Directory.ReadWrite.All", "change the directory", ", and what programs are permitted"},
		{"Directory.AccessAsUser.All", "do in the directory all that you may do", ""},
		{"DelegatedPermissionGrant.Read.All", "read what programs are permitted", ""},
		{"DelegatedPermissionGrant.ReadWrite.All", "change what programs are permitted", ", this one among them"},
		{"offline_access", "keep access while you are away", ""},
		{"openid", "know that it is you", ""},
		{"profile", "read your name", ""},
		{"email", "read your address", ""},
	}
}

// ScopeWords are all that a scope allows, to the person who is spoken to; empty
// for one that is not known.
func ScopeWords(name string) string {
	s, _ := known(name)
	return s.words()
}

// known finds a scope. Letter case means nothing.
func known(name string) (scope, bool) {
	for _, s := range scopes() {
		if strings.EqualFold(s.name, name) {
			return s, true
		}
	}
	return scope{}, false
}
