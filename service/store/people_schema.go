package store

import (
	"slices"

	"daybook/model"
	"daybook/service/odata"
)

// PeopleSchemas say how contacts and users are filtered, ordered and searched.
type PeopleSchemas struct {
	Contacts, Users              *odata.Schema
	ContactSearch, UserSearch    *odata.Searcher
	ContactFolders, PhotoDetails *odata.Schema
}

// People returns the schemas of contacts and of the directory.
func (s *Store) People() *PeopleSchemas { return s.people }

func newPeopleSchemas() *PeopleSchemas {
	id := odata.Field{Path: "id", Kind: odata.ID}
	p := &PeopleSchemas{Contacts: contactSchema(), Users: userSchema(),
		ContactFolders: FolderSchema[model.ContactFolder]("contactFolder"),
		PhotoDetails:   odata.SchemaOf[model.ProfilePhoto]("photo", "id", id)}
	p.ContactSearch = p.Contacts.Searcher(personSearch("companyName", "emailAddresses/address"))
	p.UserSearch = p.Users.Searcher(personSearch("department", "mail"))
	return p
}

// personSearch is the search of people: words anywhere, or of one kind.
func personSearch(work, mail string) odata.SearchIndex {
	property := func(name, column, path string) odata.SearchProperty {
		return odata.SearchProperty{Name: name, Columns: []string{column}, Paths: []string{path}}
	}
	return odata.SearchIndex{
		Table: "people_fts", Columns: []string{"name", "address", "work", "other"},
		Paths: []string{"displayName", "givenName", "surname", mail, work, "jobTitle"},
		Properties: []odata.SearchProperty{
			property("name", "name", "displayName"), property("displayName", "name", "displayName"),
			property("givenName", "name", "givenName"), property("surname", "name", "surname"),
			property("mail", "address", mail), property("email", "address", mail), property("address", "address", mail),
			property("company", "work", work), property("companyName", "work", work), property("department", "work", "department"),
			property("jobTitle", "work", "jobTitle"), property("title", "work", "jobTitle"),
		},
	}
}

// contactSchema says where the properties of a contact live: see contactTable.
// The table is c.
func contactSchema() *odata.Schema {
	return odata.SchemaOf[model.Contact]("contact", "id", slices.Concat(contactTable.Fields(), ExtensionFields(ItemContact, "c"), []odata.Field{
		{Path: "emailAddresses", From: "contact_addresses AS $row", Where: "$row.mailbox_id = c.mailbox_id AND $row.contact_id = c.id"},
		{Path: "emailAddresses/address", Column: "$row.address", Fold: "$row.address_key", NotNull: true},
		{Path: "emailAddresses/name", Column: "$row.name", NotNull: true},
	})...)
}

// userSchema says where the properties of a user live. The table is u.
func userSchema() *odata.Schema {
	var s *odata.Schema
	itself := func() *odata.Schema { return s }
	text := func(path, key string) odata.Field {
		return odata.Field{Path: path, Column: "u.profile->>'$." + path + "'", Fold: key}
	}
	name := text("displayName", "u.display_key")
	name.NotNull = true
	fields := []odata.Field{
		{Path: "id", Kind: odata.ID, Column: "u.id", NotNull: true}, name,
		text("givenName", "u.given_key"), text("surname", "u.surname_key"), text("mail", "u.mail_key"), text("userPrincipalName", "u.upn_key"),
		{Path: "manager", Refuse: "list the directReports of the manager", Expandable: true, Of: itself},
		{Path: "directReports", Refuse: "read the manager of the report", Expandable: true, Of: itself},
		{Path: "accountEnabled", Column: "u.profile->>'$.accountEnabled'", NotNull: true},
	}
	for _, path := range []string{"jobTitle", "department", "officeLocation", "mailNickname", "userType", "city", "country", "state", "usageLocation"} {
		fields = append(fields, text(path, ""))
	}
	s = odata.SchemaOf[model.User]("user", "id", fields...).Cast("microsoft.graph.user")
	return s
}
