package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"daybook/model"
	"daybook/service/odata"
)

// Kinds of mailboxes.
const (
	KindUser  = "user"
	KindGroup = "group"
)

// Mailbox is the owner of data: a user, or a group with its conversations,
// calendar and drive. PrincipalName and Address are compared in any case.
type Mailbox struct {
	ID            string
	Kind          string
	PrincipalName string
	Address       string
	DisplayName   string
	// Administrator is a role that SetAdministrator gives: see there.
	Administrator bool
}

// AddMailbox makes a mailbox. An empty ID is made up, an empty Address is the
// principal name. A name or address that is taken is a *model.Error of
// CodeConflict. Nobody is made an administrator.
func (s *Store) AddMailbox(ctx context.Context, m Mailbox) (Mailbox, error) {
	err := s.Write(ctx, func(tx *Tx) error {
		var err error
		m, err = tx.AddMailbox(m)
		return err
	})
	return m, err
}

// AddMailbox is Store.AddMailbox inside a transaction.
func (tx *Tx) AddMailbox(m Mailbox) (Mailbox, error) {
	if m.ID == "" {
		m.ID = tx.NewID()
	}
	if m.Address == "" {
		m.Address = m.PrincipalName
	}
	var taken int
	err := tx.QueryRow(`SELECT count(*) FROM mailboxes WHERE id = ? OR principal_name = ? OR address = ?`,
		m.ID, fold(m.PrincipalName), fold(m.Address)).Scan(&taken)
	if err != nil {
		return m, fmt.Errorf("add the mailbox of %s: %w", m.PrincipalName, err)
	}
	if taken > 0 {
		return m, model.Errorf(model.CodeConflict, "there is a mailbox of %s already", m.PrincipalName)
	}
	number, err := tx.nextMailbox()
	if err == nil {
		_, err = tx.Exec(`INSERT INTO mailboxes (mailbox_id, id, kind, principal_name, address, display_name) VALUES (?, ?, ?, ?, ?, ?)`,
			number, m.ID, m.Kind, fold(m.PrincipalName), fold(m.Address), m.DisplayName)
	}
	if err != nil {
		return m, fmt.Errorf("add the mailbox of %s: %w", m.PrincipalName, err)
	}
	err = tx.store.each(func(a Area) error {
		if a.NewMailbox == nil {
			return nil
		}
		return a.NewMailbox(tx, number, m)
	})
	if m.Kind == KindUser {
		err = errors.Join(err, tx.addWellKnownFolders(number))
	}
	return m, err
}

// Mailbox returns the number under which a mailbox's rows are kept.
func (tx *Tx) Mailbox(id string) (int64, error) {
	if n, ok := tx.store.mailboxes.Load(id); ok {
		return n.(int64), nil
	}
	var n int64
	err := tx.QueryRow(`SELECT mailbox_id FROM mailboxes WHERE id = ?`, id).Scan(&n)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, model.Errorf(model.CodeNotFound, "no mailbox has the id %q", id)
	}
	if err != nil {
		return 0, fmt.Errorf("find mailbox %s: %w", id, err)
	}
	if tx.seqs == nil { // a reader saw it committed; a writer may yet roll back
		tx.store.mailboxes.Store(id, n)
	}
	return n, nil
}

const mailboxColumns = `SELECT id, kind, principal_name, address, display_name, administrator FROM mailboxes `

func scanMailbox(row Row) (Mailbox, error) {
	var m Mailbox
	err := row.Scan(&m.ID, &m.Kind, &m.PrincipalName, &m.Address, &m.DisplayName, &m.Administrator)
	return m, err
}

// FindMailbox finds a mailbox by id or principal name, in any letter case of
// the latter. None is a *model.Error of CodeNotFound.
func (tx *Tx) FindMailbox(key string) (Mailbox, error) {
	m, err := scanMailbox(tx.QueryRow(mailboxColumns+`WHERE id = ? OR principal_name = ?`, key, fold(key)))
	if errors.Is(err, sql.ErrNoRows) {
		return m, model.Errorf(model.CodeNotFound, "no user or group is called %q", key)
	}
	return m, err
}

// SetAdministrator gives a user, named by id or principal name, the role of
// an administrator of the store, or takes it back. One changes what belongs to
// others and to everybody where the interface has such a thing: the permission
// grants. It opens nobody's mailbox.
func (s *Store) SetAdministrator(ctx context.Context, user string, administrator bool) error {
	return s.Write(ctx, func(tx *Tx) error {
		m, err := tx.FindMailbox(user)
		if err == nil && m.Kind != KindUser {
			err = model.Errorf(model.CodeNotFound, "%q is not a user", user)
		}
		if err != nil {
			return err
		}
		return tx.SetAdministrator(m, administrator)
	})
}

// SetAdministrator is Store.SetAdministrator inside a transaction, of a user.
func (tx *Tx) SetAdministrator(m Mailbox, administrator bool) error {
	_, err := tx.Exec(`UPDATE mailboxes SET administrator = ? WHERE id = ?`, administrator, m.ID)
	return err
}

// Rename gives a mailbox another display name, and returns its number; an
// empty name leaves it.
func (tx *Tx) Rename(m *Mailbox, name string) (number int64, err error) {
	if number, err = tx.Mailbox(m.ID); err != nil || name == "" || name == m.DisplayName {
		return number, err
	}
	m.DisplayName = name
	if _, err := tx.Exec(`UPDATE mailboxes SET display_name = ? WHERE mailbox_id = ?`, name, number); err != nil {
		return number, fmt.Errorf("rename %s: %w", m.PrincipalName, err)
	}
	return number, nil
}

// GroupMailbox finds the mailbox of a group by id or address.
func (tx *Tx) GroupMailbox(key string) (Mailbox, error) {
	m, err := tx.FindMailbox(key)
	if (err == nil && m.Kind != KindGroup) || errors.Is(err, model.ErrNotFound) {
		err = model.Errorf(model.CodeNotFound, "no group has the id %q", key)
	}
	return m, err
}

// MailboxByAddress finds the mailbox that mail to an address is delivered to;
// found is false when the address is nobody's here.
func (tx *Tx) MailboxByAddress(address string) (m Mailbox, found bool, err error) {
	m, err = scanMailbox(tx.QueryRow(mailboxColumns+`WHERE address = ?`, fold(address)))
	if errors.Is(err, sql.ErrNoRows) {
		return m, false, nil
	}
	return m, err == nil, err
}

// Mailboxes lists the mailboxes of a kind in the order in which they were made.
func (s *Store) Mailboxes(ctx context.Context, kind string) ([]Mailbox, error) {
	var out []Mailbox
	err := s.Read(ctx, func(tx *Tx) (err error) {
		out, err = All(tx, scanMailbox, mailboxColumns+`WHERE kind = ? ORDER BY mailbox_id`, kind)
		return err
	})
	return out, err
}

// SetResource notes whether a mailbox is a room's or an equipment's.
func (tx *Tx) SetResource(mailbox int64, is bool) error {
	query := `DELETE FROM resources WHERE mailbox_id = ?`
	if is {
		query = `INSERT INTO resources (mailbox_id) VALUES (?) ON CONFLICT DO NOTHING`
	}
	if _, err := tx.Exec(query, mailbox); err != nil {
		return fmt.Errorf("note a resource: %w", err)
	}
	return nil
}

// IsResource reports whether a mailbox is a room's or an equipment's.
func (tx *Tx) IsResource(mailbox int64) (bool, error) {
	var n int
	if err := tx.QueryRow(`SELECT count(*) FROM resources WHERE mailbox_id = ?`, mailbox).Scan(&n); err != nil {
		return false, fmt.Errorf("look for a resource: %w", err)
	}
	return n > 0, nil
}

// Resources lists the mailboxes of rooms and equipment by name.
func (tx *Tx) Resources() ([]Mailbox, error) {
	return All(tx, scanMailbox, mailboxColumns+`WHERE mailbox_id IN (SELECT mailbox_id FROM resources) ORDER BY display_name, id`)
}

// fold is the form in which names and addresses are compared: as odata does.
func fold(s string) string { return odata.Fold(s) }
