package auth

import (
	"context"
	"errors"
	"strings"

	"daybook/service/odata"
	"daybook/service/rest"
	"daybook/service/store"
)

// ErrWrongPassword is the one answer to whatever is wrong with a name and
// password, so that it never says which addresses there are.
var ErrWrongPassword = errors.New("the address or the password is not right")

// stranger is the hash that the passwords of unknown names are held against,
// so that they take as long. No password has it: its digest is not of one.
const stranger = "$argon2id$v=19$m=65536,t=3,p=4$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"

// Login is a person whose password was right; it holds while the password
// stays the same.
type Login struct {
	rest.User
	hash string
}

// Holds reports whether the password is still the one that was given.
func (l Login) Holds(tx *store.Tx) (bool, error) {
	now, err := tx.PasswordHash(l.ID)
	return err == nil && l.hash != "" && now == l.hash, err
}

// SignIn checks a name, a principal name or an address, and its password.
// client is where the attempt comes from. It answers ErrWrongPassword, or a
// *TooManyAttempts while the name or the client has to wait.
func (a *Authority) SignIn(ctx context.Context, name, password, client string) (Login, error) {
	name = strings.TrimSpace(name)
	user, hash, err := a.store.Login(ctx, name)
	if err != nil {
		return Login{}, err
	}
	// Counted by what was typed: names that shared a count would show that
	// they are of one mailbox, and so that there is one.
	attempt, err := a.attempts.begin(a.now(), key{"name", odata.Fold(name)}, key{"client", client})
	if err != nil {
		return Login{}, err
	}
	if hash == "" {
		hash = stranger
	}
	ok, err := a.verify(ctx, password, hash)
	switch {
	case err != nil:
		return Login{}, err
	case !ok || user.ID == "":
		return Login{}, ErrWrongPassword
	}
	attempt.succeeded()
	return Login{rest.User{ID: user.ID, PrincipalName: user.PrincipalName}, hash}, nil
}

// verify bounds the memory that attempts take together: each holds 64 MiB.
func (a *Authority) verify(ctx context.Context, password, hash string) (bool, error) {
	select {
	case a.hashing <- struct{}{}:
		defer func() { <-a.hashing }()
	case <-ctx.Done():
		return false, ctx.Err()
	}
	if len(password) > PasswordMax {
		password = "" // as wrong, and as slow
	}
	return verifyPassword(password, hash)
}

// Guess counts an attempt to guess something short, such as a device's user
// code, from a client: *TooManyAttempts while it has to wait. The caller
// calls right when the guess was not a wrong one.
func (a *Authority) Guess(kind, client string) (right func(), err error) {
	attempt, err := a.attempts.begin(a.now(), key{kind, client})
	if err != nil {
		return nil, err
	}
	return attempt.succeeded, nil
}
