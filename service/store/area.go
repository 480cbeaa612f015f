package store

// Area is what one area of the service adds to a store: what the core does at
// a moment of its own, and cannot do for a table that it does not know. Each
// is nil for nothing.
type Area struct {
	// NewMailbox makes what a mailbox has from its beginning.
	NewMailbox func(tx *Tx, mailbox int64, m Mailbox) error
	// Containers are what the keys of its paths lie in, by kind.
	Containers map[string]Container
	// Opened runs when the store was opened to be written, before it is used.
	Opened func(s *Store) error
	// Recovered mends the tables that Recover has saved, and makes anew what it
	// does not copy.
	Recovered func(tx *Tx) error
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
