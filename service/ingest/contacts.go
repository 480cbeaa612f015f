package ingest

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"daybook/formats/vcf"
	"daybook/model"
	"daybook/service/people"
	"daybook/service/store"
)

// contacts imports one file of cards. A group's card is no contact: its name
// becomes a category of its members.
func (b *beside) contacts(path string, r io.Reader) error {
	if err := b.knowContacts(); err != nil {
		return err
	}
	cards, groups := b.readCards(path, r)
	at := map[string]int{}
	for i := range cards {
		uid := vcf.PlainUID(vcf.UID(&cards[i].Contact))
		if _, taken := at[uid]; uid != "" && !taken && len(groups) > 0 {
			at[uid] = i
		}
	}
	for _, g := range groups {
		b.group(path, g, cards, at)
	}
	outside := b.foldersAround(path)
	for i := range cards {
		if cards[i].Folder == nil {
			cards[i].Folder = outside
		}
	}
	cuts := map[int][]model.Excess{} // by line
	for i := range cards {
		cuts[cards[i].Line] = model.Fit(&cards[i].Contact)
	}
	fresh := slices.DeleteFunc(cards, func(c vcf.Card) bool {
		there, again := b.known.add(markOf(&c.Contact), true)
		if there {
			b.summary.Contacts.Duplicates++
		}
		if again {
			b.summary.Contacts.Again++
		}
		return there
	})
	if err := b.makeFolders(fresh); err != nil {
		return err
	}
	return keep(b.ctx, b.box.store, fresh, b.addContact,
		func(c vcf.Card) {
			b.summary.Contacts.Imported++
			if len(c.Folder) > 0 {
				b.summary.Folders = counted(b.summary.Folders, FolderCount{Path: contactPath(c.Folder), Imported: 1})
			}
			for _, e := range cuts[c.Line] {
				b.changed(path, c.Line, e.String())
			}
			if _, err := photoOf(c); err != nil {
				b.changed(path, c.Line, fmt.Sprintf("%s comes in without the photo: %v", c.Contact.DisplayName, err))
			}
		},
		func(c vcf.Card, err error) {
			b.fail(path, c.Line, fmt.Sprintf("the contact %q: %v", c.Contact.DisplayName, err))
		})
}

// readCards reads a file, contacts and groups each by themselves.
func (b *beside) readCards(path string, r io.Reader) (cards, groups []vcf.Card) {
	for card, err := range vcf.Read(r) {
		var reason *vcf.CardError
		switch {
		case errors.As(err, &reason):
			b.fail(path, reason.Line, reason.Reason)
			continue
		case err != nil:
			b.fail(path, 0, err.Error())
			continue
		}
		if _, is := vcf.Group(&card.Contact); is {
			groups = append(groups, card)
		} else {
			cards = append(cards, card)
		}
	}
	return cards, groups
}

// group gives the members of a group its name as a category; at is where the
// card of a UID is.
func (b *beside) group(path string, g vcf.Card, cards []vcf.Card, at map[string]int) {
	members, _ := vcf.Group(&g.Contact)
	missing := 0
	for _, uid := range members {
		i, there := at[vcf.PlainUID(uid)]
		if !there {
			missing++
			continue
		}
		c := &cards[i].Contact
		if !slices.Contains(c.Categories, g.Contact.DisplayName) {
			c.Categories = append(c.Categories, g.Contact.DisplayName)
		}
	}
	b.changed(path, g.Line, fmt.Sprintf("the group %s becomes a category of %d contacts", g.Contact.DisplayName, len(members)-missing))
	if missing > 0 {
		b.fail(path, g.Line, fmt.Sprintf("%d members of the group %s are not in the file", missing, g.Contact.DisplayName))
	}
}

func (b *beside) addContact(tx *store.Tx, c vcf.Card) error {
	c.Contact.ParentFolderID = b.folders[folderKey(contactPath(c.Folder))]
	kept, err := people.AddContact(tx, b.box.mailbox, c.Contact)
	if err != nil {
		return err
	}
	photo, err := photoOf(c)
	if err != nil || photo.Content == nil {
		return nil // the contact comes in without; the summary says so
	}
	return people.SetPhoto(tx, people.ContactOwner(b.box.mailbox, kept.ID), photo)
}

// photoOf is a card's photo as the store takes it, the zero value when there
// is none.
func photoOf(c vcf.Card) (people.Photo, error) {
	switch {
	case c.Photo == nil:
		return people.Photo{}, nil
	case len(c.Photo) > people.MaxPhoto:
		return people.Photo{}, fmt.Errorf("it has %d bytes, a photo at most %d", len(c.Photo), people.MaxPhoto)
	}
	return people.ReadPhoto(c.Photo)
}

// contactBook knows the contacts of a mailbox by what makes two the same; a key
// is true where its contact came in in this run.
type contactBook struct{ keys map[string]bool }

// knowContacts reads, once, which contacts the mailbox has.
func (b *beside) knowContacts() error {
	if b.known != nil {
		return nil
	}
	return b.box.store.Read(b.ctx, func(tx *store.Tx) error {
		marks, err := people.ContactMarks(tx, b.box.mailbox, vcf.ExtensionName)
		if err != nil {
			return err
		}
		b.known = &contactBook{keys: map[string]bool{}}
		for _, m := range marks {
			b.known.add(m, false)
		}
		return nil
	})
}

// add notes a contact and reports whether it was there: one of the same UID,
// or of the same name and address. Without any address the UID alone decides;
// without a UID too, the name and the numbers. Comes says that it is of this run,
// again that the one that was there is too.
func (k *contactBook) add(m people.ContactMark, comes bool) (there, again bool) {
	name := strings.ToLower(strings.Join(strings.Fields(m.Name), " "))
	var keys []string
	uid := vcf.UID(&model.Contact{Extensions: []model.OpenTypeExtension{{ExtensionName: vcf.ExtensionName, Data: m.Data}}})
	if uid != "" {
		keys = append(keys, "uid\x00"+vcf.PlainUID(uid))
	}
	for _, a := range m.Addresses {
		keys = append(keys, "address\x00"+name+"\x00"+strings.ToLower(a))
	}
	if len(keys) == 0 {
		keys = append(keys, "name\x00"+name+"\x00"+strings.Join(m.Phones, "\x00"))
	}
	for _, key := range keys {
		came, known := k.keys[key]
		there, again = there || known, again || came
	}
	for _, key := range keys {
		if _, known := k.keys[key]; !known {
			k.keys[key] = comes && (!there || again)
		}
	}
	return there, again
}

// markOf is what tells a contact that was read from others.
func markOf(c *model.Contact) people.ContactMark {
	m := people.ContactMark{Name: c.DisplayName}
	for _, a := range c.EmailAddresses {
		m.Addresses = append(m.Addresses, a.Address)
	}
	if c.MobilePhone != "" {
		m.Phones = append(m.Phones, c.MobilePhone)
	}
	m.Phones = append(append(m.Phones, c.BusinessPhones...), c.HomePhones...)
	for _, x := range c.Extensions {
		if x.ExtensionName == vcf.ExtensionName {
			m.Data = map[string]json.RawMessage(x.Data)
		}
	}
	return m
}
