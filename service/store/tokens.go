package store

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"daybook/model"
)

// TokenGrant is what a bearer token allows. A zero Expires is never.
type TokenGrant struct {
	UserID        string
	PrincipalName string
	Scopes        string
	Expires       time.Time
	Revoked       bool
}

// hashToken is all that is kept of a token: tokens are 256 random bits, so a
// plain hash cannot be turned back.
func hashToken(token string) []byte {
	h := sha256.Sum256([]byte(token))
	return h[:]
}

// SaveToken keeps a token for a user.
func (s *Store) SaveToken(ctx context.Context, token, userID, scopes string, expires time.Time) error {
	return s.Write(ctx, func(tx *Tx) error {
		mb, err := tx.Mailbox(userID)
		if err != nil {
			return err
		}
		_, err = tx.Exec(`INSERT INTO tokens (token_hash, mailbox_id, scopes, created, expires) VALUES (?, ?, ?, ?, ?)`,
			hashToken(token), mb, scopes, tx.now.UnixMilli(), millis(expires))
		if err != nil {
			return fmt.Errorf("keep a token: %w", err)
		}
		return nil
	})
}

// FindToken returns what a token allows, also when it has expired or was
// revoked; one that was never given out is model.ErrUnauthorized's code.
func (s *Store) FindToken(ctx context.Context, token string) (TokenGrant, error) {
	var g TokenGrant
	var expires int64
	err := s.Read(ctx, func(tx *Tx) error {
		return tx.QueryRow(`SELECT m.id, m.principal_name, t.scopes, t.expires, t.revoked
			FROM tokens t JOIN mailboxes m USING (mailbox_id) WHERE t.token_hash = ?`,
			hashToken(token)).Scan(&g.UserID, &g.PrincipalName, &g.Scopes, &expires, &g.Revoked)
	})
	if errors.Is(err, sql.ErrNoRows) {
		return g, model.Errorf(model.CodeUnauthenticated, "the access token is not known here")
	}
	if err != nil {
		return g, fmt.Errorf("look up a token: %w", err)
	}
	g.Expires = fromMillis(expires)
	return g, nil
}

// RevokeToken makes a token worthless at once. An unknown one is no error
// (RFC 7009, section 2.2).
func (s *Store) RevokeToken(ctx context.Context, token string) error {
	return s.Write(ctx, func(tx *Tx) error {
		_, err := tx.Exec(`UPDATE tokens SET revoked = 1 WHERE token_hash = ?`, hashToken(token))
		return err
	})
}

// millis is a time as it is kept; the zero time is 0.
func millis(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}

func fromMillis(ms int64) time.Time {
	if ms == 0 {
		return time.Time{}
	}
	return time.UnixMilli(ms).UTC()
}
