package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

// Secret returns what the service signs something with, making it the first
// time: random, and the same from then on. Where it cannot be kept it holds
// for this process.
func (s *Store) Secret(ctx context.Context, name string, create func() (string, error)) (string, error) {
	if known, ok := s.secrets.Load(name); ok {
		return known.(string), nil
	}
	var value string
	err := s.Read(ctx, func(tx *Tx) error { return tx.secret(name, &value) })
	switch {
	case errors.Is(err, sql.ErrNoRows) && s.ReadOnly():
		value, err = create()
	case errors.Is(err, sql.ErrNoRows):
		err = s.Write(ctx, func(tx *Tx) error {
			made, err := create()
			if err != nil {
				return err
			}
			if _, err := tx.Exec(`INSERT INTO secrets (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING`, name, made); err != nil {
				return err
			}
			return tx.secret(name, &value) // another process may have been first
		})
	}
	if err != nil {
		return "", fmt.Errorf("read the key of %s: %w", name, err)
	}
	kept, _ := s.secrets.LoadOrStore(name, value)
	return kept.(string), nil
}

func (tx *Tx) secret(name string, value *string) error {
	return tx.QueryRow(`SELECT value FROM secrets WHERE name = ?`, name).Scan(value)
}
