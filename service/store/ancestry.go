package store

import (
	"database/sql"
	"errors"
	"fmt"
	"iter"

	"daybook/model"
)

// containers says for each kind of key in a path what it can lie in, and how
// its container is read: the text of a query by mailbox and id. Keys that are
// not here are found through what stands before them: an attachment through
// its owner, an event through its calendar, a post through its thread.
var containers = map[string]struct{ within, query string }{
	"folder":        {"folder", `SELECT parent_id FROM folders WHERE mailbox_id = ? AND id = ?`},
	"message":       {"folder", `SELECT folder_id FROM messages WHERE mailbox_id = ? AND id = ?`},
	"contactFolder": {"contactFolder", `SELECT parent_id FROM contact_folders WHERE mailbox_id = ? AND id = ?`},
	"contact":       {"contactFolder", `SELECT folder_id FROM contacts WHERE mailbox_id = ? AND id = ?`},
	"thread":        {"conversation", `SELECT conversation_id FROM threads WHERE mailbox_id = ? AND id = ?`},
}

// Within holds a path to the truth: of its keys, kinds and ids in their
// order, each must lie directly in the one before it, where that is of a kind
// that holds it. One that does not is a *model.Error of CodeNotFound.
func (tx *Tx) Within(mailbox int64, keys iter.Seq2[string, string]) error {
	var above, aboveKind string
	for kind, id := range keys {
		if c := containers[kind]; c.within != "" && c.within == aboveKind {
			container, err := tx.canonical(mailbox, aboveKind, above)
			if err != nil {
				return err
			}
			if id, err = tx.canonical(mailbox, kind, id); err != nil {
				return err
			}
			var in string
			err = tx.QueryRow(c.query, mailbox, id).Scan(&in)
			if errors.Is(err, sql.ErrNoRows) || err == nil && in != container {
				return model.Errorf(model.CodeNotFound, "no %s of this %s has the id %q", kind, aboveKind, id)
			}
			if err != nil {
				return fmt.Errorf("read where %s %s is: %w", kind, id, err)
			}
		}
		above, aboveKind = id, kind
	}
	return nil
}

// canonical is the id that a key of a path stands for, which can be the name
// of a well-known folder.
func (tx *Tx) canonical(mailbox int64, kind, key string) (string, error) {
	switch kind {
	case "folder":
		f, err := tx.Folder(mailbox, key)
		return f.ID, err
	case "contactFolder":
		f, err := tx.ContactFolder(mailbox, key)
		return f.ID, err
	}
	return key, nil
}
