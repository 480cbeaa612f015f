package auth

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"daybook/model"
	"daybook/service/store"
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

// HashToken is all that is kept of a token: tokens are 256 random bits, so a
// plain hash cannot be turned back.
func HashToken(token string) []byte {
	h := sha256.Sum256([]byte(token))
	return h[:]
}

// saveToken keeps a token for a user.
func (a *Authority) saveToken(ctx context.Context, token, userID, scopes string, expires time.Time) error {
	return a.store.Write(ctx, func(tx *store.Tx) error {
		mb, err := tx.Mailbox(userID)
		if err != nil {
			return err
		}
		return addToken(tx, token, mb, scopes, expires, "")
	})
}

// heldToken is a token that is held in memory.
type heldToken struct {
	mailbox int64
	scopes  string
}

// holdToken lets a token for a user hold in this process: nothing is written.
func (a *Authority) holdToken(ctx context.Context, token, userID, scopes string) error {
	return a.store.Read(ctx, func(tx *store.Tx) error {
		mb, err := tx.Mailbox(userID)
		if err == nil {
			a.held.Store(string(HashToken(token)), heldToken{mb, scopes})
		}
		return err
	})
}

func (h heldToken) grant(tx *store.Tx) (TokenGrant, error) {
	g := TokenGrant{Scopes: h.scopes}
	err := tx.QueryRow(`SELECT id, principal_name, administrator FROM mailboxes WHERE mailbox_id = ?`, h.mailbox).
		Scan(&g.UserID, &g.PrincipalName, &g.Administrator)
	return g, err
}

func addToken(tx *store.Tx, token string, mailbox int64, scopes string, expires time.Time, signIn string) error {
	_, err := tx.Exec(`INSERT INTO tokens (token_hash, mailbox_id, scopes, created, expires, sign_in_id) VALUES (?, ?, ?, ?, ?, ?)`,
		HashToken(token), mailbox, scopes, tx.Now().UnixMilli(), store.Millis(expires), signIn)
	if err != nil {
		return fmt.Errorf("keep a token: %w", err)
	}
	return nil
}

// findToken returns what a token allows, also when it has expired or was
// revoked; one that was never given out is model.ErrUnauthorized's code.
func (a *Authority) findToken(ctx context.Context, token string) (TokenGrant, error) {
	var g TokenGrant
	held, own := a.held.Load(string(HashToken(token)))
	err := a.store.Read(ctx, func(tx *store.Tx) (err error) {
		if own {
			g, err = held.(heldToken).grant(tx)
		} else {
			g, err = AccessToken(tx, token)
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
