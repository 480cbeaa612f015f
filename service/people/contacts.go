package people

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strings"

	"daybook/model"
	"daybook/service/odata"
	"daybook/service/rest"
	"daybook/service/store"
)

// folderID returns the id of the folder that the path names, "" when it names
// none.
func folderID(tx *store.Tx, mailbox int64, r *rest.Request) (string, error) {
	key := r.Key("contactFolder")
	if key == "" {
		return "", nil
	}
	f, err := ContactFolder(tx, mailbox, key)
	return f.ID, err
}

// contactOf reads the contact that the path names.
func contactOf(tx *store.Tx, mailbox int64, r *rest.Request) (model.Contact, error) {
	return Contact(tx, mailbox, r.Key("contact"))
}

// contactOwner is the contact of the path as the owner of its extensions.
func contactOwner(r *rest.Request, tx *store.Tx, mailbox int64) (store.Owner, error) {
	c, err := contactOf(tx, mailbox, r)
	return ContactOwner(mailbox, c.ID), err
}

// expansion is what $expand asks of contacts: of each, its extensions.
type expansion struct {
	wanted *odata.Expand // nil for nothing
	nest   odata.Nest
}

func (a *Area) expansion(r *rest.Request) (*expansion, error) {
	o, err := r.OData()
	if err != nil {
		return nil, err
	}
	return &expansion{wanted: a.schemas.Contacts.Find(o.Expand, "extensions")}, nil
}

func (e *expansion) fill(tx *store.Tx, mailbox int64, c *model.Contact) (err error) {
	if e.wanted != nil {
		c.Extensions, err = tx.ExpandExtensions(&e.nest, ContactOwner(mailbox, c.ID), *e.wanted)
	}
	return err
}

// listContacts serves a page of a folder or of all folders, by name unless
// asked otherwise.
func (a *Area) listContacts(r *rest.Request, tx *store.Tx, mailbox int64) (rest.Reply, error) {
	expand, err := a.expansion(r)
	if err != nil {
		return rest.Reply{}, err
	}
	folder, address, err := listed(r, tx, mailbox)
	if err != nil {
		return rest.Reply{}, err
	}
	return a.contacts.List(r, tx, Contacts(mailbox, folder, address), func(c *model.Contact) error {
		return expand.fill(tx, mailbox, c)
	})
}

// listed says which contacts the path means: those of a folder, when it names
// one, and with an address, when the filter asks for one.
func listed(r *rest.Request, tx *store.Tx, mailbox int64) (folder, address string, err error) {
	o, err := r.OData()
	if err != nil {
		return "", "", err
	}
	address, _ = odata.AnyEquals(o.Filter, "emailAddresses", "address")
	folder, err = folderID(tx, mailbox, r)
	return folder, address, err
}

func (a *Area) getContact(r *rest.Request, tx *store.Tx, mailbox int64) (rest.Reply, error) {
	expand, err := a.expansion(r)
	if err != nil {
		return rest.Reply{}, err
	}
	c, err := contactOf(tx, mailbox, r)
	if err == nil {
		err = expand.fill(tx, mailbox, &c)
	}
	if err != nil {
		return rest.Reply{}, err
	}
	return rest.One(r, a.schemas.Contacts, &c)
}

// readContact decodes a new contact.
func readContact(r *rest.Request) (model.Contact, error) {
	c, err := rest.JSON[model.Contact](r)
	if err != nil {
		return c, err
	}
	c.Item = model.Item{Categories: c.Categories}
	return c, complete(&c)
}

// createContact adds a contact to the folder of the path, or to the first.
// The reply is the contact expanded with the extensions it came with.
func (a *Area) createContact(r *rest.Request, tx *store.Tx, mailbox int64, c model.Contact) (rest.Reply, error) {
	if key := r.Key("contactFolder"); key != "" {
		c.ParentFolderID = key
	}
	kept, err := AddContact(tx, mailbox, c)
	return rest.Created(kept), err
}

// complete makes up the names that were not given: a contact is shown and
// filed under something.
func complete(c *model.Contact) error {
	address := ""
	if len(c.EmailAddresses) > 0 {
		address = cmp.Or(c.EmailAddresses[0].Name, c.EmailAddresses[0].Address)
	}
	if strings.TrimSpace(c.DisplayName) == "" {
		full := strings.Join(strings.Fields(strings.Join([]string{c.GivenName, c.MiddleName, c.Surname}, " ")), " ")
		c.DisplayName = cmp.Or(full, c.NickName, c.CompanyName, address)
	}
	if c.DisplayName == "" {
		return rest.BadProperty("displayName", "a contact needs a name, a company or an address")
	}
	if c.FileAs == "" {
		c.FileAs = c.DisplayName
		if c.Surname != "" && c.GivenName != "" {
			c.FileAs = c.Surname + ", " + c.GivenName
		}
	}
	return nil
}

// contactWritable are the properties of a contact that a PATCH can change.
var contactWritable = []string{"parentFolderId", "birthday", "fileAs", "displayName", "givenName", "initials", "middleName", "nickName",
	"surname", "title", "generation", "emailAddresses", "imAddresses", "jobTitle", "companyName", "department", "officeLocation",
	"profession", "businessHomePage", "assistantName", "manager", "homePhones", "mobilePhone", "businessPhones", "homeAddress",
	"businessAddress", "otherAddress", "spouseName", "children", "personalNotes", "categories"}

// contactChange is a PATCH: what is given, and its values.
type contactChange struct {
	body  rest.Object
	given map[string]json.RawMessage
}

func readContactChange(r *rest.Request) (p contactChange, err error) {
	if p.body, err = r.Object(); err != nil {
		return p, err
	}
	if err := p.body.Only(contactWritable...); err != nil {
		return p, err
	}
	var c model.Contact
	if err := p.body.Into(&c); err != nil {
		return p, err
	}
	p.given, err = fieldsOf(&c)
	return p, err
}

// updateContact changes the given properties; null empties one, and
// parentFolderId moves the contact.
func (a *Area) updateContact(r *rest.Request, tx *store.Tx, mailbox int64, p contactChange) (rest.Reply, error) {
	c, err := contactOf(tx, mailbox, r)
	if err != nil {
		return rest.Reply{}, err
	}
	if err := r.CheckMatch(c.ChangeKey); err != nil {
		return rest.Reply{}, err
	}
	changed, err := changeContact(tx, mailbox, c.ID, p.lay)
	return rest.OK(changed), err
}

// fieldsOf takes a contact apart into its properties.
func fieldsOf(c *model.Contact) (fields map[string]json.RawMessage, err error) {
	b, err := json.Marshal(c)
	if err == nil {
		err = json.Unmarshal(b, &fields)
	}
	if err != nil {
		return nil, fmt.Errorf("take contact %s apart: %w", c.ID, err)
	}
	return fields, nil
}

// lay lays the given properties over a contact.
func (p contactChange) lay(c *model.Contact) error {
	fields, err := fieldsOf(c)
	if err != nil {
		return err
	}
	for _, name := range contactWritable {
		if value, kept := p.given[name]; p.body.Has(name) && kept {
			fields[name] = value
		} else if p.body.Has(name) {
			delete(fields, name) // null, or the zero value
		}
	}
	now, err := json.Marshal(fields)
	if err != nil {
		return fmt.Errorf("put contact %s together: %w", c.ID, err)
	}
	var changed model.Contact
	if err := json.Unmarshal(now, &changed); err != nil {
		return fmt.Errorf("read contact %s as changed: %w", c.ID, err)
	}
	if p.body.Null("parentFolderId") {
		changed.ParentFolderID = c.ParentFolderID
	}
	*c = changed
	return complete(c)
}

func (a *Area) deleteContact(r *rest.Request, tx *store.Tx, mailbox int64) (rest.Reply, error) {
	c, err := contactOf(tx, mailbox, r)
	if err != nil {
		return rest.Reply{}, err
	}
	if err := r.CheckMatch(c.ChangeKey); err != nil {
		return rest.Reply{}, err
	}
	return rest.NoContent(), deleteContact(tx, mailbox, c.ID)
}
