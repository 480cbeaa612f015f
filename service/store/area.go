package store

import (
	"reflect"

	"daybook/model"
	"daybook/service/odata"
)

// Area is what one area of the service adds to a store: what the core does at
// a moment of its own, and cannot do for a table that it does not know. Each
// is nil for nothing.
type Area struct {
	// NewMailbox makes what a mailbox has from its beginning.
	NewMailbox func(tx *Tx, mailbox int64, m Mailbox) error
	// RemovedMailbox removes what is kept of a mailbox elsewhere than in its rows,
	// which go after it.
	RemovedMailbox func(tx *Tx, mailbox int64, m Mailbox) error
	// CameIn makes anew what is kept of a mailbox elsewhere than in its rows, which
	// came from another store.
	CameIn func(tx *Tx, mailbox int64) error
	// Containers are what the keys of its paths lie in, by kind.
	Containers map[string]Container
	// Visits say, by the kinds of keys of its paths, how far a visitor may reach
	// what a key leads to; what is not shared is not there.
	Visits map[string]Visit
	// Events is what mail asks of calendars.
	Events *Events
	// Opened runs when the store was opened to be written, before it is used.
	Opened func(s *Store) error
	// Recovered mends the tables that Recover has saved, and makes anew what it
	// does not copy.
	Recovered func(tx *Tx) error
}

// Visit says how far a visitor may reach in what a key leads to. An empty key
// is that of the default calendar.
type Visit func(tx *Tx, mailbox int64, r *Reach, key string, v model.Visit) (model.Access, error)

// Events is what mail asks of the calendars: the event of an event message.
type Events struct {
	Schema func() *odata.Schema
	// Shown reads an event, and whether who makes the request may see all of it.
	Shown func(tx *Tx, mailbox int64, id string) (e model.Event, all bool, err error)
}

// Memory is what an area remembers of a store while it is open: one T a store,
// which must be safe for concurrent use.
func Memory[T any](tx *Tx) *T {
	held, ok := tx.store.memory.Load(reflect.TypeFor[T]())
	if !ok {
		held, _ = tx.store.memory.LoadOrStore(reflect.TypeFor[T](), new(T))
	}
	return held.(*T)
}

// each calls what fn finds of every area, in their order.
func (s *Store) each(fn func(Area) error) error {
	for _, a := range s.areas {
		if err := fn(a); err != nil {
			return err
		}
	}
	return nil
}
