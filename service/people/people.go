// Package people serves a mailbox's contacts and their folders, the directory
// of users with their managers, and the photos of users, groups and contacts.
//
// Invariants: an id never changes, also not when a contact or a folder moves;
// every contact is in one folder, of which the first, "contacts", is there in
// every mailbox; {user}/contacts lists the contacts of all folders, and new
// ones go to the first; a photo is an image whose bytes and size were checked.
package people

import (
	"daybook/model"
	"daybook/service/extensions"
	"daybook/service/odata"
	"daybook/service/rest"
	"daybook/service/store"
)

// Area is the people part of the service.
type Area struct {
	schemas  *Schemas
	contacts rest.Collection[model.Contact]
	users    rest.Collection[model.User]
}

// New makes the area on a store.
func New(s *store.Store) *Area {
	schemas, byName := NewSchemas(), []odata.OrderBy{odata.By("displayName", false)}
	return &Area{
		schemas:  schemas,
		contacts: rest.Collection[model.Contact]{Schema: schemas.Contacts, Searcher: schemas.ContactSearch, Order: byName},
		users:    rest.Collection[model.User]{Schema: schemas.Users, Searcher: schemas.UserSearch, Order: byName, Page: userPage},
	}
}

// The scopes of the operations (part 5 of the interface).
var (
	canRead  = []string{"Contacts.Read", "Contacts.ReadWrite"}
	canWrite = []string{"Contacts.ReadWrite"}

	anyProfile = []string{"User.ReadBasic.All", "User.Read.All", "User.ReadWrite.All", "Directory.Read.All", "Directory.ReadWrite.All", "Directory.AccessAsUser.All"}
	ownProfile = append([]string{"User.Read", "User.ReadWrite"}, anyProfile...)
	canManager = rest.ManagerScopes
	anyPhoto   = []string{"User.ReadBasic.All", "User.Read.All", "User.ReadWrite.All"}
	ownPhoto   = append([]string{"User.Read", "User.ReadWrite"}, anyPhoto...)
	setPhoto   = []string{"User.ReadWrite", "User.ReadWrite.All"}
	groupRead  = []string{"Group.Read.All", "Group.ReadWrite.All"}
	groupWrite = []string{"Group.ReadWrite.All"}
)

// Routes is the people part of the routing table.
func (a *Area) Routes() []rest.Route {
	table := []rest.Route{
		{Method: "GET", Pattern: "users", Operation: "ListUsers", Counts: "CountUsers", Scopes: anyProfile, Handler: rest.Reads(a.listUsers)},
		{Method: "GET", Pattern: "{user}", Operation: "GetUser", Scopes: ownProfile, Who: rest.Anybody, OthersScopes: anyProfile, Handler: rest.Reads(a.getUser)},
		{Method: "GET", Pattern: "{user}/manager", Operation: "GetManager", Scopes: canManager, Who: rest.Anybody, OthersScopes: canManager, Handler: rest.Reads(a.getManager)},
		{Method: "GET", Pattern: "{user}/directReports", Operation: "ListDirectReports", Counts: "CountDirectReports", Scopes: canManager, Who: rest.Anybody, OthersScopes: canManager, Handler: rest.Reads(a.listReports)},

		{Method: "GET", Pattern: "{user}/contactFolders", Operation: "ListContactFolders", Counts: "CountContactFolders", Scopes: canRead, Handler: rest.Reads(a.listFolders)},
		{Method: "POST", Pattern: "{user}/contactFolders", Operation: "CreateContactFolder", Scopes: canWrite, Handler: rest.WritesWith(readFolder, a.createFolder)},
		{Method: "GET", Pattern: "{user}/contactFolders/delta", Operation: "ContactFoldersDelta", Scopes: canRead, Handler: rest.Reads(a.foldersDelta)},
		{Method: "GET", Pattern: "{user}/contactFolders/{contactFolder}", Operation: "GetContactFolder", Scopes: canRead, Handler: rest.Reads(a.getFolder)},
		{Method: "PATCH", Pattern: "{user}/contactFolders/{contactFolder}", Operation: "UpdateContactFolder", Scopes: canWrite, Handler: rest.WritesWith(readFolder, a.updateFolder)},
		{Method: "DELETE", Pattern: "{user}/contactFolders/{contactFolder}", Operation: "DeleteContactFolder", Scopes: canWrite, Handler: rest.Writes(a.deleteFolder)},
		{Method: "GET", Pattern: "{user}/contactFolders/{contactFolder}/childFolders", Operation: "ListChildContactFolders", Counts: "CountChildContactFolders", Scopes: canRead, Handler: rest.Reads(a.listFolders)},
		{Method: "POST", Pattern: "{user}/contactFolders/{contactFolder}/childFolders", Operation: "CreateChildFolder", Scopes: canWrite, Handler: rest.WritesWith(readFolder, a.createFolder)},
	}
	// A contact is reached from the mailbox and from any folder.
	for _, base := range []string{"{user}/contacts", "{user}/contactFolders/{contactFolder}/contacts"} {
		table = append(table, a.contactRoutes(base)...)
	}
	table = append(table, a.photoRoutes("{user}", mailboxPhoto, rest.Route{Scopes: ownPhoto, Who: rest.Anybody, OthersScopes: anyPhoto},
		rest.Route{Scopes: setPhoto, Who: rest.Owner})...)
	return append(table, a.photoRoutes("groups/{group}", groupPhoto, rest.Route{Scopes: groupRead, Who: rest.Reader},
		rest.Route{Scopes: groupWrite, Who: rest.GroupOwner})...)
}

func (a *Area) contactRoutes(base string) []rest.Route {
	one := base + "/{contact}"
	table := []rest.Route{
		{Method: "GET", Pattern: base, Operation: "ListContacts", Counts: "CountContacts", Scopes: canRead, Handler: rest.Reads(a.listContacts)},
		{Method: "POST", Pattern: base, Operation: "CreateContact", Scopes: canWrite, Handler: rest.WritesWith(readContact, a.createContact)},
		{Method: "GET", Pattern: base + "/delta", Operation: "ContactsDelta", Scopes: canRead, Handler: rest.Reads(a.contactsDelta)},
		{Method: "GET", Pattern: one, Operation: "GetContact", Scopes: canRead, Handler: rest.Reads(a.getContact)},
		{Method: "PATCH", Pattern: one, Operation: "UpdateContact", Scopes: canWrite, Handler: rest.WritesWith(readContactChange, a.updateContact)},
		{Method: "DELETE", Pattern: one, Operation: "DeleteContact", Scopes: canWrite, Handler: rest.Writes(a.deleteContact)},
	}
	table = append(table, a.photoRoutes(one, contactPhoto, rest.Route{Scopes: canRead}, rest.Route{Scopes: canWrite})...)
	return append(table, extensions.Items{Noun: "Contact", Find: contactOwner,
		Changed: func(tx *store.Tx, o store.Owner) error { return touchContact(tx, o.Mailbox, o.ID) },
		Read:    rest.Route{Scopes: canRead}, Write: rest.Route{Scopes: canWrite}}.Routes(one)...)
}
