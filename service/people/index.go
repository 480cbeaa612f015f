package people

import (
	"errors"
	"fmt"

	"daybook/service/store"
)

// indexPeople fills the text index of people anew from their rows.
func indexPeople(tx *store.Tx) error {
	type person struct {
		row   int64
		scope string
		words personWords
	}
	var all []person
	if _, err := tx.Exec(`DELETE FROM people_fts`); err != nil {
		return fmt.Errorf("index the people: %w", err)
	}
	rows, err := tx.Query(`SELECT mailbox_id, ord, ` + contactTable.Selected + ` FROM contacts c`)
	if err != nil {
		return fmt.Errorf("index the contacts: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var mailbox, ord int64
		c, err := scanContact(prefixed{rows, []any{&mailbox, &ord}})
		if err != nil {
			return fmt.Errorf("index the contacts: %w", err)
		}
		all = append(all, person{ord, contactWord(mailbox), contactWords(&c)})
	}
	if err := errors.Join(rows.Err(), rows.Close()); err != nil {
		return fmt.Errorf("index the contacts: %w", err)
	}
	users, err := tx.Query(`SELECT mailbox_id, profile FROM profiles`)
	if err != nil {
		return fmt.Errorf("index the directory: %w", err)
	}
	defer users.Close()
	for users.Next() {
		var mailbox int64
		u, err := ScanUser(prefixed{users, []any{&mailbox}})
		if err != nil {
			return fmt.Errorf("index the directory: %w", err)
		}
		all = append(all, person{mailbox, directoryWord, userWords(&u)})
	}
	if err := errors.Join(users.Err(), users.Close()); err != nil {
		return fmt.Errorf("index the directory: %w", err)
	}
	for _, p := range all {
		if err := indexPerson(tx, p.row, p.scope, p.words); err != nil {
			return err
		}
	}
	return nil
}

// prefixed scans columns that stand before those of a resource.
type prefixed struct {
	row   interface{ Scan(...any) error }
	first []any
}

func (p prefixed) Scan(rest ...any) error { return p.row.Scan(append(p.first, rest...)...) }
