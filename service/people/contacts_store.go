package people

import (
	"cmp"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"daybook/model"
	"daybook/service/odata"
	"daybook/service/store"
)

// ContactOwner is the owner of a contact's extensions.
func ContactOwner(mailbox int64, id string) store.Owner {
	return store.Owner{Mailbox: mailbox, Kind: store.ItemContact, ID: id}
}

// AddContact keeps a contact with its extensions and returns it as it is
// kept, expanded with them. ParentFolderID is the folder's id, ContactRoot
// when empty.
func AddContact(tx *store.Tx, mailbox int64, c model.Contact) (model.Contact, error) {
	model.Fit(&c)
	folder, err := ContactFolder(tx, mailbox, cmp.Or(c.ParentFolderID, ContactRoot))
	if err != nil {
		return c, err
	}
	now := tx.Now().UTC().Truncate(time.Millisecond)
	if c.ID == "" {
		c.ID = tx.NewID()
	}
	if c.CreatedDateTime == nil {
		c.CreatedDateTime = &now
	}
	if c.LastModifiedDateTime == nil {
		c.LastModifiedDateTime = &now
	}
	c.ParentFolderID = folder.ID
	ord, err := tx.NextOrder(tx.Now())
	if err != nil {
		return c, err
	}
	extensions := c.Extensions
	if err := writeContact(tx, mailbox, ord, &c); err != nil {
		return c, err
	}
	for _, e := range extensions {
		kept, err := tx.AddExtension(ContactOwner(mailbox, c.ID), e)
		if err != nil {
			return c, err
		}
		c.Extensions = append(c.Extensions, kept)
	}
	return c, nil
}

// writeContact writes all of a contact but its key and its extensions, which
// it clears, and sets the change key.
func writeContact(tx *store.Tx, mailbox, ord int64, c *model.Contact) error {
	seq, err := tx.Record(mailbox, store.ItemContact, c.ParentFolderID, c.ID, store.Written)
	if err != nil {
		return err
	}
	c.Extensions = nil
	r, err := rowOfContact(c, ord, seq)
	if err == nil {
		err = contactTable.Put(tx, mailbox, &r)
	}
	if err != nil {
		return fmt.Errorf("write contact %s: %w", c.ID, err)
	}
	c.ChangeKey, c.ETag = store.ChangeKey(seq), store.ETag(seq)
	if err := writeContactAddresses(tx, mailbox, c); err != nil {
		return err
	}
	return indexPerson(tx, mailbox, ord, contactWord(mailbox), contactWords(c))
}

func writeContactAddresses(tx *store.Tx, mailbox int64, c *model.Contact) error {
	if _, err := tx.Exec(`DELETE FROM contact_addresses WHERE mailbox_id = ? AND contact_id = ?`, mailbox, c.ID); err != nil {
		return fmt.Errorf("write the addresses of contact %s: %w", c.ID, err)
	}
	for i, a := range c.EmailAddresses {
		_, err := tx.Exec(`INSERT INTO contact_addresses (mailbox_id, contact_id, place, name, address, address_key) VALUES (?, ?, ?, ?, ?, ?)`,
			mailbox, c.ID, i, a.Name, a.Address, odata.Fold(a.Address))
		if err != nil {
			return fmt.Errorf("write the addresses of contact %s: %w", c.ID, err)
		}
	}
	return nil
}

// contactRow is a row of contacts: the contact, and what columns know of it.
type contactRow struct {
	of                          *model.Contact // when it is written
	id, folder, card            string
	ord, seq, created, modified int64
}

// contactTable is where a contact is kept: all of it in card, and in columns
// what it is found by. A new property is a field of model.Contact; one that is
// found by a column of its own a line here, and a migration.
var contactTable = store.TableOf("contacts", "c",
	store.Column[contactRow]{Name: "id", At: func(r *contactRow) any { return &r.id },
		Fields: []odata.Field{{Path: "id", Kind: odata.ID, Column: "c.id", NotNull: true}}},
	store.Column[contactRow]{Name: "ord", Value: func(r *contactRow) any { return r.ord }},
	store.Column[contactRow]{Name: "folder_id", At: func(r *contactRow) any { return &r.folder }, Part: store.PartChanged,
		Fields: []odata.Field{{Path: "parentFolderId", Kind: odata.ID, Column: "c.folder_id", NotNull: true}}},
	store.Column[contactRow]{Name: "seq", At: func(r *contactRow) any { return &r.seq }, Part: store.PartChanged},
	store.Column[contactRow]{Name: "created", At: func(r *contactRow) any { return &r.created },
		Fields: []odata.Field{{Path: "createdDateTime", Column: "c.created", Unit: odata.Milliseconds, NotNull: true}}},
	store.Column[contactRow]{Name: "modified", At: func(r *contactRow) any { return &r.modified }, Part: store.PartChanged,
		Fields: []odata.Field{{Path: "lastModifiedDateTime", Column: "c.modified", Unit: odata.Milliseconds, NotNull: true}}},
	store.Column[contactRow]{Name: "birthday", Value: birthdayOf, Part: store.PartChanged,
		Fields: []odata.Field{{Path: "birthday", Column: "c.birthday", Unit: odata.Milliseconds}}},
	store.Column[contactRow]{Name: "display_name", Fold: "display_key", Value: func(r *contactRow) any { return r.of.DisplayName },
		Part:   store.PartChanged,
		Fields: []odata.Field{{Path: "displayName", Column: "c.display_name", Fold: "c.display_key", NotNull: true}}},
	contactKey("givenName", "given_key", func(c *model.Contact) string { return c.GivenName }),
	contactKey("surname", "surname_key", func(c *model.Contact) string { return c.Surname }),
	contactKey("fileAs", "file_as_key", func(c *model.Contact) string { return c.FileAs }),
	contactKey("companyName", "company_key", func(c *model.Contact) string { return c.CompanyName }),
	store.Column[contactRow]{Name: "card", At: func(r *contactRow) any { return &r.card }, Part: store.PartChanged},
)

// contactKey is a text of the card that is found by its key in a column.
func contactKey(path, name string, of func(*model.Contact) string) store.Column[contactRow] {
	return store.Column[contactRow]{Name: name, Value: func(r *contactRow) any { return odata.Fold(of(r.of)) }, Part: store.PartChanged,
		Fields: []odata.Field{{Path: path, Column: "c.card->>'$." + path + "'", Fold: "c." + name}}}
}

func birthdayOf(r *contactRow) any {
	if r.of.Birthday == nil {
		return nil
	}
	return r.of.Birthday.UnixMilli()
}

func rowOfContact(c *model.Contact, ord, seq int64) (contactRow, error) {
	card := *c
	card.Item, card.ParentFolderID = model.Item{Categories: c.Categories}, ""
	text, err := json.Marshal(card)
	return contactRow{of: c, id: c.ID, folder: c.ParentFolderID, card: string(text), ord: ord, seq: seq,
		created: store.MillisOf(c.CreatedDateTime), modified: store.MillisOf(c.LastModifiedDateTime)}, err
}

func scanContact(row store.Row) (model.Contact, error) {
	var c model.Contact
	var r contactRow
	if err := row.Scan(contactTable.Into(&r)...); err != nil {
		return c, err
	}
	if err := json.Unmarshal([]byte(r.card), &c); err != nil {
		return c, fmt.Errorf("decode contact %s: %w", r.id, err)
	}
	c.ID, c.ParentFolderID, c.ChangeKey, c.ETag = r.id, r.folder, store.ChangeKey(r.seq), store.ETag(r.seq)
	c.CreatedDateTime, c.LastModifiedDateTime = store.TimeOf(r.created), store.TimeOf(r.modified)
	return c, nil
}

// Contact reads one, without its extensions.
func Contact(tx *store.Tx, mailbox int64, id string) (model.Contact, error) {
	c, err := scanContact(tx.QueryRow(`SELECT `+contactTable.Selected+` FROM contacts c WHERE c.mailbox_id = ? AND c.id = ?`, mailbox, id))
	if errors.Is(err, sql.ErrNoRows) {
		return c, model.Errorf(model.CodeNotFound, "no contact has the id %q", id)
	}
	if err != nil {
		return c, fmt.Errorf("read contact %s: %w", id, err)
	}
	return c, nil
}

// contactOrder is the contact's row in the text index.
func contactOrder(tx *store.Tx, mailbox int64, id string) (int64, error) {
	var ord int64
	err := tx.QueryRow(`SELECT ord FROM contacts WHERE mailbox_id = ? AND id = ?`, mailbox, id).Scan(&ord)
	if err != nil {
		return 0, fmt.Errorf("read contact %s: %w", id, err)
	}
	return ord, nil
}

// changeContact changes a contact as edit does, also its folder.
func changeContact(tx *store.Tx, mailbox int64, id string, edit func(*model.Contact) error) (model.Contact, error) {
	c, err := Contact(tx, mailbox, id)
	if err != nil {
		return c, err
	}
	from := c.ParentFolderID
	if err := edit(&c); err != nil {
		return c, err
	}
	folder, err := ContactFolder(tx, mailbox, c.ParentFolderID)
	if err != nil {
		return c, err
	}
	now := tx.Now().UTC().Truncate(time.Millisecond)
	c.ID, c.ParentFolderID, c.LastModifiedDateTime = id, folder.ID, &now
	if folder.ID != from {
		if _, err := tx.Record(mailbox, store.ItemContact, from, id, store.Left); err != nil {
			return c, err
		}
	}
	ord, err := contactOrder(tx, mailbox, id)
	if err != nil {
		return c, err
	}
	return c, writeContact(tx, mailbox, ord, &c)
}

// touchContact records a change of what stands beside a contact: its
// extensions and its photo.
func touchContact(tx *store.Tx, mailbox int64, id string) error {
	c, err := Contact(tx, mailbox, id)
	if err != nil {
		return err
	}
	seq, err := tx.Record(mailbox, store.ItemContact, c.ParentFolderID, id, store.Written)
	if err != nil {
		return err
	}
	_, err = tx.Exec(`UPDATE contacts SET seq = ?, modified = ? WHERE mailbox_id = ? AND id = ?`, seq, tx.Now().UnixMilli(), mailbox, id)
	if err != nil {
		return fmt.Errorf("mark contact %s: %w", id, err)
	}
	return nil
}

// deleteContact removes a contact for good, with all that belongs to it.
func deleteContact(tx *store.Tx, mailbox int64, id string) error {
	c, err := Contact(tx, mailbox, id)
	if err != nil {
		return err
	}
	ord, err := contactOrder(tx, mailbox, id)
	if err != nil {
		return err
	}
	if err := tx.UnindexText("people_fts", mailbox, ord); err != nil {
		return fmt.Errorf("delete contact %s: %w", id, err)
	}
	owner := ContactOwner(mailbox, id)
	if err := errors.Join(tx.DeleteOwned(owner), deletePhoto(tx, owner)); err != nil {
		return err
	}
	for _, q := range []string{
		`DELETE FROM contact_addresses WHERE mailbox_id = ? AND contact_id = ?`,
		`DELETE FROM contacts WHERE mailbox_id = ? AND id = ?`,
	} {
		if _, err := tx.Exec(q, mailbox, id); err != nil {
			return fmt.Errorf("delete contact %s: %w", id, err)
		}
	}
	_, err = tx.Record(mailbox, store.ItemContact, c.ParentFolderID, id, store.Deleted)
	return err
}

// Contacts are the contacts of a folder, of all folders when it is "".
// address, when not "", narrows them to those with it, by its index.
func Contacts(mailbox int64, folder, address string) *store.Listing[model.Contact] {
	l := &store.Listing[model.Contact]{What: "contacts", Columns: contactTable.Selected, From: "contacts c", Scan: scanContact,
		FTS: "people_fts", Scope: "scope", Word: contactWord(mailbox), On: odata.Condition{SQL: "c.mailbox_id = ? AND c.ord = f.rowid", Args: []any{mailbox}},
		Where: odata.Condition{SQL: "c.mailbox_id = ?", Args: []any{mailbox}}}
	if folder != "" {
		l.Where.SQL += " AND c.folder_id = ?"
		l.Where.Args = append(l.Where.Args, folder)
	}
	if address != "" {
		l.Where.SQL += " AND c.id IN (SELECT contact_id FROM contact_addresses WHERE mailbox_id = ? AND address_key = ?)"
		l.Where.Args = append(l.Where.Args, mailbox, odata.Fold(address))
	}
	return l
}

// personWords are what the text index holds of a person.
type personWords struct{ name, address, work, other []string }

// indexPerson keeps the words of a person, whose mailbox and row of the index
// are given.
func indexPerson(tx *store.Tx, mailbox, row int64, scope string, w personWords) error {
	err := tx.IndexText("people_fts", mailbox, row, scope, map[string]string{"name": strings.Join(w.name, " "),
		"address": strings.Join(w.address, " "), "work": strings.Join(w.work, " "), "other": strings.Join(w.other, " ")})
	if err != nil {
		return fmt.Errorf("index a person: %w", err)
	}
	return nil
}

// contactWord is the word of a mailbox's contacts in the text index.
func contactWord(mailbox int64) string { return "c" + store.IndexWord(mailbox) }

func contactWords(c *model.Contact) personWords {
	w := personWords{
		name:    []string{c.DisplayName, c.GivenName, c.MiddleName, c.Surname, c.NickName, c.FileAs},
		address: c.ImAddresses,
		work:    []string{c.CompanyName, c.Department, c.JobTitle, c.OfficeLocation, c.Profession},
		other:   []string{c.MobilePhone, c.PersonalNotes, c.SpouseName, c.AssistantName},
	}
	for _, a := range c.EmailAddresses {
		w.address = append(w.address[:len(w.address):len(w.address)], a.Name, a.Address)
	}
	for _, list := range [][]string{c.BusinessPhones, c.HomePhones, c.Categories, c.Children} {
		w.other = append(w.other, list...)
	}
	for _, a := range []*model.PhysicalAddress{c.HomeAddress, c.BusinessAddress, c.OtherAddress} {
		if a != nil {
			w.other = append(w.other, a.Street, a.PostalCode, a.City, a.State, a.CountryOrRegion)
		}
	}
	return w
}

// HasContact reports whether an address is on one of the mailbox's cards.
func HasContact(tx *store.Tx, mailbox int64, address string) (bool, error) {
	var found bool
	err := tx.QueryRow(`SELECT EXISTS (SELECT 1 FROM contact_addresses WHERE mailbox_id = ? AND address_key = ?)`, mailbox, odata.Fold(address)).Scan(&found)
	if err != nil {
		return false, fmt.Errorf("look for a contact: %w", err)
	}
	return found, nil
}
