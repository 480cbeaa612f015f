package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

// SetPassword keeps the hash of a user's password, and ends every sign-in of
// that user: whoever changes a password may do so because another knows it.
func (s *Store) SetPassword(ctx context.Context, userID, hash string) error {
	return s.Write(ctx, func(tx *Tx) error {
		mb, err := tx.Mailbox(userID)
		if err != nil {
			return err
		}
		_, err = tx.Exec(`INSERT INTO passwords (mailbox_id, hash, changed) VALUES (?, ?, ?)
			ON CONFLICT DO UPDATE SET hash = excluded.hash, changed = excluded.changed`, mb, hash, tx.now.UnixMilli())
		if err != nil {
			return fmt.Errorf("keep a password: %w", err)
		}
		return tx.endSignInsOf(mb)
	})
}

// Login finds the user that a name to sign in with is of, a principal name or
// an address, and the hash of the password. Both are empty where there is no
// such user, the hash also where none is set: that is not an error, so that
// the caller treats all of them alike.
func (s *Store) Login(ctx context.Context, name string) (user Mailbox, hash string, err error) {
	err = s.Read(ctx, func(tx *Tx) error {
		row := tx.QueryRow(`SELECT m.id, m.kind, m.principal_name, m.address, m.display_name, coalesce(p.hash, '')
			FROM mailboxes m LEFT JOIN passwords p USING (mailbox_id)
			WHERE m.kind = ? AND ? IN (m.principal_name, m.address)
			ORDER BY m.principal_name <> ? LIMIT 1`, KindUser, fold(name), fold(name))
		err := row.Scan(&user.ID, &user.Kind, &user.PrincipalName, &user.Address, &user.DisplayName, &hash)
		if errors.Is(err, sql.ErrNoRows) {
			return nil
		}
		return err
	})
	if err != nil {
		return Mailbox{}, "", fmt.Errorf("look up who signs in: %w", err)
	}
	return user, hash, nil
}

// PasswordHash is the hash of a user's password; empty where none is set.
func (tx *Tx) PasswordHash(userID string) (string, error) {
	var hash string
	err := tx.QueryRow(`SELECT p.hash FROM mailboxes m JOIN passwords p USING (mailbox_id) WHERE m.id = ?`, userID).Scan(&hash)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("look up a password: %w", err)
	}
	return hash, nil
}

// HasPasswords reports whether anybody can sign in.
func (s *Store) HasPasswords(ctx context.Context) (bool, error) {
	var n int
	err := s.Read(ctx, func(tx *Tx) error {
		return tx.QueryRow(`SELECT count(*) FROM (SELECT 1 FROM passwords LIMIT 1)`).Scan(&n)
	})
	if err != nil {
		return false, fmt.Errorf("look for passwords: %w", err)
	}
	return n > 0, nil
}
