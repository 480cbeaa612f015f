// Package auth mints and checks the service's bearer tokens, and checks
// passwords.
//
// A token is 256 random bits. Only its hash is kept, so that neither the
// database nor a copy of it lets anybody in; a token is told apart from
// another in the database alone, never in a log or an error.
//
// A password is kept as an argon2id hash. Who guesses is slowed, by where it
// comes from: 20 wrong ones, then waits. A name is never locked, as its owner
// would be. A few passwords are hashed at once, in the order of a line: first
// those from a browser that its user has signed in with before (known.go),
// and those that look right at a glance; then by how little their client has
// failed. So the owner is let in while others guess, from one address or many:
// at once from a known browser, from any client with no failures of its own
// once the owner has signed in since the service began, and before those who
// have failed already else. What is left: who has not, and comes while
// thousands of fresh addresses guess, competes with them for each attempt.
// The answer, and the time it takes, never says whether there is such a name.
package auth

import (
	"context"
	"encoding/base64"
	"fmt"
	"hash/maphash"
	"io"
	"sync"
	"time"

	"daybook/model"
	"daybook/service/rest"
	"daybook/service/store"
)

// Authority checks tokens against a store. It is the rest.Authenticator of the
// service.
type Authority struct {
	store *store.Store
	rand  io.Reader
	now   func() time.Time
	held  sync.Map // string of a hash -> heldToken: those of this process alone

	attempts *attempts
	// SignIns counts those since the start.
	SignIns SignIns
	line    line
	glances glances
}

// New makes the authority over a store.
func New(s *store.Store, rand io.Reader, now func() time.Time) *Authority {
	return &Authority{store: s, rand: rand, now: now, attempts: newAttempts(), glances: glances{key: maphash.MakeSeed(), seen: map[string]glance{}}}
}

// tokenBytes is the size of a token before encoding: 256 bits.
const tokenBytes = 32

// Mint makes a token for a user, named by id or principal name. scopes has
// spaces between; a ttl of 0 is a token that does not expire.
func (a *Authority) Mint(ctx context.Context, user, scopes string, ttl time.Duration) (string, error) {
	var expires time.Time
	if ttl > 0 {
		expires = a.now().Add(ttl)
	}
	return a.mint(ctx, user, func(token, id string) error {
		return a.saveToken(ctx, token, id, rest.ParseScopes(scopes).String(), expires)
	})
}

// MintForRun is Mint for a token that holds in this process alone. Nothing is written, so that it does for a mailbox that can
// only be read.
func (a *Authority) MintForRun(ctx context.Context, user, scopes string) (string, error) {
	return a.mint(ctx, user, func(token, id string) error {
		return a.holdToken(ctx, token, id, rest.ParseScopes(scopes).String())
	})
}

func (a *Authority) mint(ctx context.Context, user string, keep func(token, id string) error) (string, error) {
	who, err := a.ResolveUser(ctx, user)
	if err != nil {
		return "", err
	}
	token, err := a.Secret()
	if err != nil {
		return "", fmt.Errorf("mint a token: %w", err)
	}
	return token, keep(token, who.ID)
}

// Secret makes an opaque secret of 256 random bits: a token or a code.
func (a *Authority) Secret() (string, error) {
	var secret [tokenBytes]byte
	if _, err := io.ReadFull(a.rand, secret[:]); err != nil {
		return "", fmt.Errorf("make a secret: %w", err)
	}
	return base64.RawURLEncoding.EncodeToString(secret[:]), nil
}

// Revoke makes a token worthless at once. An unknown one is no error (RFC 7009,
// section 2.2).
func (a *Authority) Revoke(ctx context.Context, token string) error {
	return a.store.Write(ctx, func(tx *store.Tx) error { return RevokeToken(tx, token) })
}

// Authenticate is rest.Authenticator's.
func (a *Authority) Authenticate(ctx context.Context, token string) (rest.Principal, error) {
	g, err := a.findToken(ctx, token)
	if err != nil {
		return rest.Principal{}, err
	}
	if g.Revoked {
		return rest.Principal{}, model.Errorf(model.CodeUnauthenticated, "the access token was revoked; obtain a new one")
	}
	return rest.Principal{UserID: g.UserID, PrincipalName: g.PrincipalName, Administrator: g.Administrator,
		Scopes: rest.ParseScopes(g.Scopes), Expires: g.Expires}, nil
}

// ResolveUser finds a user by id or principal name. None is a *model.Error of
// CodeNotFound.
func (a *Authority) ResolveUser(ctx context.Context, key string) (rest.User, error) {
	var m store.Mailbox
	err := a.store.Read(ctx, func(tx *store.Tx) error {
		var err error
		m, err = tx.FindMailbox(key)
		return err
	})
	if err == nil && m.Kind != store.KindUser {
		err = model.Errorf(model.CodeNotFound, "%q is not a user", key)
	}
	return rest.User{ID: m.ID, PrincipalName: m.PrincipalName}, err
}
