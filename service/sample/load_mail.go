package sample

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"daybook/service/mail"
	"daybook/service/store"
)

// loadMail puts one mailbox's folders, messages, categories and overrides
// into the store.
func loadMail(tx *store.Tx, box *Mailbox) error {
	number, err := tx.Mailbox(box.UserID)
	if err != nil {
		return err
	}
	folders, err := loadFolders(tx, number, box.Folders)
	if err != nil {
		return err
	}
	for _, c := range box.Categories {
		if _, err := mail.AddCategory(tx, number, c); err != nil {
			return err
		}
	}
	for _, o := range box.Overrides {
		if _, err := mail.PutOverride(tx, number, o); err != nil {
			return err
		}
	}
	for _, m := range box.Mail {
		folder, ok := folders[m.Folder]
		if !ok {
			return fmt.Errorf("message %q is in %q, which is no folder", m.Message.Subject, m.Folder)
		}
		if _, err := tx.AddMessage(number, kept(m, folder)); err != nil {
			return fmt.Errorf("message %q: %w", m.Message.Subject, err)
		}
	}
	return nil
}

// loadFolders finds the well-known folders, makes the others, and returns the
// id of each path.
func loadFolders(tx *store.Tx, mailbox int64, folders []Folder) (map[string]string, error) {
	ids := map[string]string{".": ""} // path.Dir of a top folder
	for _, f := range folders {
		if f.WellKnown != "" {
			known, err := tx.Folder(mailbox, f.WellKnown)
			if err != nil {
				return nil, err
			}
			ids[f.Path] = known.ID
			continue
		}
		parent, ok := ids[path.Dir(f.Path)]
		if !ok {
			return nil, fmt.Errorf("folder %s comes before its parent", f.Path)
		}
		made, err := tx.AddFolder(mailbox, parent, path.Base(f.Path), false)
		if err != nil {
			return nil, err
		}
		ids[f.Path] = made.ID
	}
	return ids, nil
}

// kept is a message as the store takes it. The store writes into the lists
// that it is given, and the copies of a message share theirs: so it is given
// lists of its own.
func kept(m Mail, folder string) store.NewMessage {
	n := store.NewMessage{Message: m.Message}
	n.ParentFolderID, n.ConversationID = folder, m.ConversationKey
	n.Attachments = slices.Clone(m.Message.Attachments)
	n.Extensions = slices.Clone(m.Message.Extensions)
	for _, h := range m.Message.InternetMessageHeaders {
		if h.Name == "References" {
			n.References = strings.Fields(h.Value)
		}
	}
	return n
}
