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
	Administrator bool
	Scopes        string
	Expires       time.Time
	Revoked       bool
	SignInID      string // empty for a token made without a sign-in
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
		return tx.addToken(token, mb, scopes, expires, "")
	})
}

// heldToken is a token that is held in memory.
type heldToken struct {
	mailbox int64
	scopes  string
}

// HoldToken lets a token for a user hold in this process, until the store is
// closed: nothing is written.
func (s *Store) HoldToken(ctx context.Context, token, userID, scopes string) error {
	return s.Read(ctx, func(tx *Tx) error {
		mb, err := tx.Mailbox(userID)
		if err == nil {
			s.tokens.Store(string(hashToken(token)), heldToken{mb, scopes})
		}
		return err
	})
}

func (tx *Tx) heldToken(h heldToken) (TokenGrant, error) {
	g := TokenGrant{Scopes: h.scopes}
	err := tx.QueryRow(`SELECT id, principal_name, administrator FROM mailboxes WHERE mailbox_id = ?`, h.mailbox).
		Scan(&g.UserID, &g.PrincipalName, &g.Administrator)
	return g, err
}

func (tx *Tx) addToken(token string, mailbox int64, scopes string, expires time.Time, signIn string) error {
	_, err := tx.Exec(`INSERT INTO tokens (token_hash, mailbox_id, scopes, created, expires, sign_in_id) VALUES (?, ?, ?, ?, ?, ?)`,
		hashToken(token), mailbox, scopes, tx.now.UnixMilli(), Millis(expires), signIn)
	if err != nil {
		return fmt.Errorf("keep a token: %w", err)
	}
	return nil
}

// FindToken returns what a token allows, also when it has expired or was
// revoked; one that was never given out is model.ErrUnauthorized's code.
func (s *Store) FindToken(ctx context.Context, token string) (TokenGrant, error) {
	var g TokenGrant
	held, own := s.tokens.Load(string(hashToken(token)))
	err := s.Read(ctx, func(tx *Tx) (err error) {
		if own {
			g, err = tx.heldToken(held.(heldToken))
		} else {
			g, err = tx.AccessToken(token)
		}
		return err
	})
	if errors.Is(err, sql.ErrNoRows) {
		return g, model.Errorf(model.CodeUnauthenticated, "the access token is not known here")
	}
	if err != nil {
		return g, fmt.Errorf("look up a token: %w", err)
	}
	return g, nil
}

// RevokeToken makes a token worthless at once. An unknown one is no error
// (RFC 7009, section 2.2).
func (s *Store) RevokeToken(ctx context.Context, token string) error {
	return s.Write(ctx, func(tx *Tx) error { return tx.RevokeToken(token) })
}
