package sample

import (
	"bytes"
	"fmt"
	"image/png"
	"path"
	"slices"

	"daybook/service/people"
	"daybook/service/store"
)

// loadDirectory puts what is known of the users, their managers and the
// photos of users and groups into the store.
func loadDirectory(tx *store.Tx, w *World) error {
	for _, u := range w.Users {
		if err := people.SetProfile(tx, u.User); err != nil {
			return err
		}
		if err := loadPhoto(tx, u.ID, u.Photo); err != nil {
			return err
		}
	}
	for _, u := range w.Users { // once everybody is known
		if u.ManagerID == "" {
			continue
		}
		if err := people.SetManager(tx, u.ID, u.ManagerID); err != nil {
			return err
		}
	}
	for _, g := range w.Groups {
		if err := loadPhoto(tx, g.ID, g.Photo); err != nil {
			return err
		}
	}
	return nil
}

// loadPhoto puts the photo of a user or a group into the store.
func loadPhoto(tx *store.Tx, id string, content []byte) error {
	if content == nil {
		return nil
	}
	number, err := tx.Mailbox(id)
	if err != nil {
		return err
	}
	return setPhoto(tx, people.MailboxOwner(number), content)
}

func setPhoto(tx *store.Tx, o store.Owner, content []byte) error {
	size, err := png.DecodeConfig(bytes.NewReader(content))
	if err != nil {
		return fmt.Errorf("reading a drawn photo: %w", err)
	}
	return people.SetPhoto(tx, o, people.Photo{ContentType: "image/png", Width: size.Width, Height: size.Height, Content: content})
}

// loadContacts puts one mailbox's address book into the store.
func loadContacts(tx *store.Tx, box *Mailbox) error {
	number, err := tx.Mailbox(box.UserID)
	if err != nil {
		return err
	}
	folders := map[string]string{"": people.ContactRoot, ".": people.ContactRoot}
	for _, f := range box.ContactFolders {
		parent, ok := folders[path.Dir(f.Path)]
		if !ok {
			return fmt.Errorf("contact folder %s comes before its parent", f.Path)
		}
		made, err := people.AddContactFolder(tx, number, parent, path.Base(f.Path))
		if err != nil {
			return err
		}
		folders[f.Path] = made.ID
	}
	for _, c := range box.Contacts {
		card := c.Contact
		card.ParentFolderID = folders[c.Folder]
		card.Extensions = slices.Clone(card.Extensions) // the store writes into it
		kept, err := people.AddContact(tx, number, card)
		if err != nil {
			return fmt.Errorf("contact %q: %w", card.DisplayName, err)
		}
		if c.Photo == nil {
			continue
		}
		if err := setPhoto(tx, people.ContactOwner(number, kept.ID), c.Photo); err != nil {
			return err
		}
	}
	return nil
}
