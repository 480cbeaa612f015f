package account

import "strings"

// scope is a permission and what it allows, in words.
type scope struct{ name, words string }

// scopes are those that the interface names (part 5), what it leaves open as
// Microsoft Graph calls it, and what sign-in itself asks for.
func scopes() []scope {
	return []scope{
		{"Mail.Read", "read your mail"},
		{"Mail.ReadWrite", "read, write, change and delete your mail, and decide which senders are focused"},
		{"Mail.ReadWrite.Shared", "the same in mailboxes that others share with you"},
		{"Mail.Send", "send mail in your name"},
		{"Mailboxsettings.Read", "read your automatic replies, language, time zone and categories"},
		{"Mailboxsettings.ReadWrite", "read and change your automatic replies, language, time zone and categories"},
		{"Calendars.Read", "read your calendars and events"},
		{"Calendars.Read.Shared", "read calendars that others share with you, and find times with them"},
		{"Calendars.ReadWrite", "read, add, change and delete your events, and invite people in your name"},
		{"Calendars.ReadWrite.Shared", "the same in calendars that others share with you, and find times with them"},
		{"Contacts.Read", "read your contacts and their photos"},
		{"Contacts.ReadWrite", "read, add, change and delete your contacts and their folders"},
		{"Files.Read", "read your files"},
		{"Files.ReadWrite", "read, add, change and delete your files"},
		{"Files.Read.All", "read all files that you can reach"},
		{"Files.ReadWrite.All", "read, add, change and delete all files that you can reach"},
		{"Group.Read.All", "read all groups, their conversations, calendars and photos"},
		{"Group.ReadWrite", "forward posts of your groups"},
		{"Group.ReadWrite.All", "write to all groups: answer and lock threads, delete attachments, change events"},
		{"User.Read", "sign you in and read your profile and photo"},
		{"User.ReadWrite", "read and change your profile and photo"},
		{"User.ReadBasic.All", "read the names, addresses and photos of everybody"},
		{"User.Read.All", "read the whole profile of everybody, and who their manager is"},
		{"User.ReadWrite.All", "read and change the profile and photo of everybody"},
		{"Directory.Read.All", "read the directory: people, groups and managers"},
		{"Directory.ReadWrite.All", "read and change the directory, and what programs are permitted"},
		{"Directory.AccessAsUser.All", "do in the directory all that you may do"},
		{"DelegatedPermissionGrant.Read.All", "read what programs are permitted"},
		{"DelegatedPermissionGrant.ReadWrite.All", "read and change what programs are permitted, itself among them"},
		{"offline_access", "keep access while you are away"},
		{"openid", "know that it is you"},
		{"profile", "read your name"},
		{"email", "read your address"},
	}
}

// allows is what a scope allows, "" for one that is not known. Letter case
// means nothing.
func allows(name string) string {
	for _, s := range scopes() {
		if strings.EqualFold(s.name, name) {
			return s.words
		}
	}
	return ""
}
