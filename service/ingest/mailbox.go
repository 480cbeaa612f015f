package ingest

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"daybook/formats/eml"
	"daybook/model"
	"daybook/service/store"
)

// Mailbox is the Store of a mailbox that the service keeps.
type Mailbox struct {
	store   *store.Store
	mailbox int64
	user    string
}

// OpenMailbox finds a mailbox by its user's id or principal name.
func OpenMailbox(ctx context.Context, s *store.Store, user string) (*Mailbox, error) {
	m := &Mailbox{store: s, user: user}
	err := s.Read(ctx, func(tx *store.Tx) error {
		found, err := tx.FindMailbox(user)
		if err != nil {
			return err
		}
		m.mailbox, err = tx.Mailbox(found.ID)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("open the mailbox of %s: %w", user, err)
	}
	return m, nil
}

// Fingerprints implements Store.
func (m *Mailbox) Fingerprints(ctx context.Context) (kept map[Fingerprint]int, err error) {
	err = m.store.Read(ctx, func(tx *store.Tx) error {
		kept, err = tx.ImportedFingerprints(m.mailbox, eml.Fingerprint)
		return err
	})
	return kept, err
}

// Insert implements Store.
func (m *Mailbox) Insert(ctx context.Context, batch []Entry) error {
	return m.store.Write(ctx, func(tx *store.Tx) error {
		for _, e := range batch {
			// The attachments' slice is copied, since the store writes into it and
			// a batch that fails is tried again.
			e.Message.Attachments = slices.Clone(e.Message.Attachments)
			n := store.NewMessage{Message: e.Message, References: e.References, Original: e.Original}
			if err := tx.ImportMessage(m.mailbox, n, e.Fingerprint); err != nil {
				return err
			}
		}
		return nil
	})
}

// Folder implements Store.
func (m *Mailbox) Folder(ctx context.Context, path []string) (id string, err error) {
	err = m.store.Write(ctx, func(tx *store.Tx) error {
		at, rest := store.FolderRoot, path
		if len(path) > 0 {
			if known := wellKnown(path[0]); known != "" {
				at, rest = known, path[1:]
			}
		}
		for _, name := range rest {
			if at, err = m.child(tx, at, folderName(name)); err != nil {
				return err
			}
		}
		f, err := tx.Folder(m.mailbox, at)
		id = f.ID
		return err
	})
	return id, err
}

// child finds a folder by its name, or makes it.
func (m *Mailbox) child(tx *store.Tx, parent, name string) (id string, err error) {
	children, err := tx.Folders(m.mailbox, parent)
	if err != nil {
		return "", err
	}
	for _, f := range children {
		if strings.EqualFold(f.DisplayName, name) {
			return f.ID, nil
		}
	}
	f, err := tx.AddFolder(m.mailbox, parent, name, false)
	return f.ID, err
}

// folderName makes a name that a folder can have: no control characters, at
// most 128 characters, not empty.
func folderName(name string) string {
	name = strings.TrimSpace(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return -1
		}
		return r
	}, strings.ToValidUTF8(name, "\ufffd")))
	if r := []rune(name); len(r) > 128 {
		name = string(r[:128])
	}
	if name == "" {
		return "Imported"
	}
	return name
}

// wellKnown is the folder that mail programs mean by a name, or "".
func wellKnown(name string) string {
	switch strings.ToLower(name) {
	case "inbox":
		return model.FolderInbox
	case "sent", "sent items", "sent mail", "sent messages", "sent-mail", "sentitems", "sentmail":
		return model.FolderSentItems
	case "drafts", "draft":
		return model.FolderDrafts
	case "trash", "deleted", "deleted items", "deleted messages", "bin", "deleteditems":
		return model.FolderDeleted
	case "junk", "spam", "junk email", "junk e-mail", "junkemail", "bulk mail":
		return model.FolderJunk
	case "archive", "archives":
		return model.FolderArchive
	case "outbox":
		return model.FolderOutbox
	}
	return ""
}
