package store

import (
	"database/sql"
	"errors"
	"fmt"
	"iter"

	"daybook/model"
)

// Container says of a kind of key in a path what it lies in, where that is a
// key too. Keys without one are found through what stands before them: an
// attachment through its owner, an event through its calendar, a post through
// its thread.
type Container struct {
	Kind  string // of the key before it
	Query string // for the id of the container, by mailbox and id
	// Canonical is the id that a key stands for, which can be the name of a
	// well-known folder; nil where keys are ids.
	Canonical func(tx *Tx, mailbox int64, key string) (string, error)
}

// Within holds a path to the truth: of its keys, kinds and ids in their
// order, each must lie directly in the one before it, where that is of a kind
// that holds it. One that does not is a *model.Error of CodeNotFound.
func (tx *Tx) Within(mailbox int64, keys iter.Seq2[string, string]) error {
	var above, aboveKind string
	for kind, id := range keys {
		if c := tx.store.containers[kind]; c.Kind != "" && c.Kind == aboveKind {
			container, err := tx.canonical(mailbox, aboveKind, above)
			if err != nil {
				return err
			}
			if id, err = tx.canonical(mailbox, kind, id); err != nil {
				return err
			}
			var in string
			err = tx.QueryRow(c.Query, mailbox, id).Scan(&in)
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

// canonical is the id that a key stands for.
func (tx *Tx) canonical(mailbox int64, kind, key string) (string, error) {
	if c := tx.store.containers[kind]; c.Canonical != nil {
		return c.Canonical(tx, mailbox, key)
	}
	return key, nil
}
