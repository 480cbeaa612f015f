package sample

import (
	"bytes"
	"testing"

	"daybook/service/people"
	"daybook/service/store"
)

func TestLoadedDirectoryKnowsFacesAndManagers(t *testing.T) {
	s, w := loaded(t, moments()["tuesday afternoon"])
	for _, u := range w.Users {
		read(t, s, u.ID, func(tx *store.Tx, mailbox int64) error {
			got, err := people.User(tx, u.ID)
			if err != nil {
				return err
			}
			if got.DisplayName != u.DisplayName || got.JobTitle != u.JobTitle || got.City != u.City {
				t.Errorf("%s is kept as %s, %s in %s; want %s in %s", u.DisplayName, got.DisplayName, got.JobTitle, got.City, u.JobTitle, u.City)
			}
			if u.ManagerID != "" {
				manager, err := people.Manager(tx, u.ID)
				if err != nil {
					return err
				}
				if manager.ID != u.ManagerID {
					t.Errorf("the manager of %s is %s, want %s", u.DisplayName, manager.ID, u.ManagerID)
				}
			}
			if u.Photo == nil {
				return nil
			}
			photo, err := people.FindPhoto(tx, people.MailboxOwner(mailbox))
			if err != nil {
				return err
			}
			if !bytes.Equal(photo.Content, u.Photo) || photo.Width < 240 {
				t.Errorf("the photo of %s has %d bytes and width %d, want %d bytes", u.DisplayName, len(photo.Content), photo.Width, len(u.Photo))
			}
			return nil
		})
	}
}

func TestLoadedContactsAreInTheirFolders(t *testing.T) {
	s, w := loaded(t, moments()["tuesday afternoon"])
	box := owner(t, w)
	read(t, s, box.UserID, func(tx *store.Tx, mailbox int64) error {
		paths := map[string]string{people.ContactRoot: ""}
		var walk func(parent, above string) error
		walk = func(parent, above string) error {
			list, err := people.ContactFolders(tx, mailbox, parent)
			if err != nil {
				return err
			}
			for _, f := range list {
				paths[f.ID] = above + f.DisplayName
				if err := walk(f.ID, above+f.DisplayName+"/"); err != nil {
					return err
				}
			}
			return nil
		}
		if err := walk(people.ContactRoot, ""); err != nil {
			return err
		}
		if got := len(paths) - 1; got != len(box.ContactFolders) {
			t.Errorf("%d contact folders, want %d", got, len(box.ContactFolders))
		}
		for _, c := range box.Contacts {
			got, err := people.Contact(tx, mailbox, c.Contact.ID)
			if err != nil {
				return err
			}
			if paths[got.ParentFolderID] != c.Folder || got.DisplayName != c.Contact.DisplayName {
				t.Errorf("%s is kept as %s in %q, want %q", c.Contact.DisplayName, got.DisplayName, paths[got.ParentFolderID], c.Folder)
			}
		}
		return nil
	})
}
