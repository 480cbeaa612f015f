package people

import (
	"slices"
	"strings"

	"daybook/model"
	"daybook/service/odata"
	"daybook/service/store"
)

// Tables is what people add to a store.
var Tables = store.Area{
	NewMailbox:     addProfile,
	RemovedMailbox: forgetPeople,
	CameIn:         indexNewcomers,
	Containers: map[string]store.Container{
		"contactFolder": {Kind: "contactFolder", Query: `SELECT parent_id FROM contact_folders WHERE mailbox_id = ? AND id = ?`,
			Canonical: func(tx *store.Tx, mailbox int64, key string) (string, error) {
				f, err := ContactFolder(tx, mailbox, key)
				return f.ID, err
			}},
		"contact": {Kind: "contactFolder", Query: `SELECT folder_id FROM contacts WHERE mailbox_id = ? AND id = ?`},
	},
	Recovered: indexPeople,
}

// Schemas say how contacts and users are filtered, ordered and searched.
type Schemas struct {
	Contacts, Users              *odata.Schema
	ContactSearch, UserSearch    *odata.Searcher
	ContactFolders, PhotoDetails *odata.Schema
}

// NewSchemas makes the schemas of contacts and of the directory.
func NewSchemas() *Schemas {
	id := odata.Field{Path: "id", Kind: odata.ID}
	p := &Schemas{Contacts: contactSchema(), Users: UserSchema(),
		ContactFolders: store.FolderSchema[model.ContactFolder]("contactFolder"),
		PhotoDetails:   odata.SchemaOf[model.ProfilePhoto]("photo", "id", id)}
	p.ContactSearch, p.UserSearch = p.Contacts.Searcher(personSearch()), p.Users.Searcher(personSearch())
	return p
}

// personSearch is the search of people: words anywhere, or of one kind.
func personSearch() odata.SearchIndex {
	index := odata.SearchIndex{Table: "people_fts", Columns: []string{"name", "address", "work", "other"}}
	for _, in := range []struct{ column, names string }{
		{"name", "name displayName givenName surname"}, {"address", "mail email address"},
		{"work", "company companyName department jobTitle title"},
	} {
		for name := range strings.FieldsSeq(in.names) {
			index.Properties = append(index.Properties, odata.SearchProperty{Name: name, Columns: []string{in.column}})
		}
	}
	return index
}

// contactSchema says where the properties of a contact live: see contactTable.
// The table is c.
func contactSchema() *odata.Schema {
	return odata.SchemaOf[model.Contact]("contact", "id", slices.Concat(contactTable.Fields(), store.ExtensionFields(store.ItemContact, "c"), []odata.Field{
		store.ChangeKeyField("c"),
		{Path: "emailAddresses", From: "contact_addresses AS $row", Where: "$row.mailbox_id = c.mailbox_id AND $row.contact_id = c.id"},
		{Path: "emailAddresses/address", Column: "$row.address", Fold: "$row.address_key", NotNull: true},
		{Path: "emailAddresses/name", Column: "$row.name", NotNull: true},
	})...).Stored("c.card")
}

// UserSchema says where the properties of a user live: see profileTable. The
// table is u.
func UserSchema() *odata.Schema {
	var s *odata.Schema
	itself := func() *odata.Schema { return s }
	fields := append(profileTable.Fields(),
		odata.Field{Path: "manager", Refuse: "list the directReports of the manager", Expandable: true, Of: itself},
		odata.Field{Path: "directReports", Refuse: "read the manager of the report", Expandable: true, Of: itself})
	s = odata.SchemaOf[model.User]("user", "id", fields...).Cast("microsoft.graph.user").Stored("u.profile")
	return s
}
