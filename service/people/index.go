package people

import (
	"fmt"

	"daybook/model"
	"daybook/service/store"
)

// indexPeople fills the text index of people anew from their rows.
func indexPeople(tx *store.Tx) error {
	if _, err := tx.Exec(`DELETE FROM people_fts`); err != nil {
		return fmt.Errorf("index the people: %w", err)
	}
	return indexPeopleOf(tx, "")
}

// indexNewcomers indexes the people of a mailbox that came from another store.
func indexNewcomers(tx *store.Tx, mailbox int64) error {
	return indexPeopleOf(tx, ` WHERE mailbox_id = ?`, mailbox)
}

// indexPeopleOf indexes the contacts and users that a condition selects.
func indexPeopleOf(tx *store.Tx, where string, args ...any) error {
	type person struct {
		mailbox, row int64
		scope        string
		words        personWords
	}
	contacts, err := store.All(tx, func(row store.Row) (person, error) {
		var mailbox, ord int64
		c, err := scanContact(prefixed{row, []any{&mailbox, &ord}})
		return person{mailbox, ord, contactWord(mailbox), contactWords(&c)}, err
	}, `SELECT mailbox_id, ord, `+contactTable.Selected+` FROM contacts c`+where, args...)
	if err != nil {
		return fmt.Errorf("index the contacts: %w", err)
	}
	users, err := store.All(tx, func(row store.Row) (person, error) {
		var mailbox int64
		u, err := store.ScanDocument[model.User](prefixed{row, []any{&mailbox}})
		return person{mailbox, mailbox, directoryWord, userWords(&u)}, err
	}, `SELECT mailbox_id, profile FROM profiles`+where, args...)
	if err != nil {
		return fmt.Errorf("index the directory: %w", err)
	}
	for _, p := range append(contacts, users...) {
		if err := indexPerson(tx, p.mailbox, p.row, p.scope, p.words); err != nil {
			return err
		}
	}
	return nil
}

// prefixed scans columns that stand before those of a resource.
type prefixed struct {
	row   store.Row
	first []any
}

func (p prefixed) Scan(rest ...any) error { return p.row.Scan(append(p.first, rest...)...) }

// forgetPeople takes a mailbox's contacts and its user out of the text index,
// and the user from those who reported to them.
func forgetPeople(tx *store.Tx, number int64, m store.Mailbox) error {
	for _, do := range []struct {
		query string
		arg   any
	}{
		{`DELETE FROM people_fts WHERE rowid IN (SELECT ord FROM contacts WHERE mailbox_id = ?)`, number},
		{`DELETE FROM people_fts WHERE rowid = ?`, number},
		{`UPDATE profiles SET manager_id = '' WHERE manager_id = ?`, m.ID},
	} {
		if _, err := tx.Exec(do.query, do.arg); err != nil {
			return fmt.Errorf("forget the people of %s: %w", m.PrincipalName, err)
		}
	}
	return nil
}
