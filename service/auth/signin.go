package auth

import (
	"context"
	"crypto/sha256"
	"errors"
	"strings"
	"sync/atomic"

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
	now, err := passwordHash(tx, l.ID)
	return err == nil && l.hash != "" && now == l.hash, err
}

// SignIns counts what SignIn has answered.
type SignIns struct{ Accepted, Wrong, Delayed atomic.Int64 }

// Client is where an attempt comes from.
type Client struct {
	// Address is the client's, or the network of an IPv6 one.
	Address string
	// Marks are what its browser keeps of having been signed in with: see
	// Authority.Known.
	Marks string
}

// SignIn checks a name, a principal name or an address, and its password. It
// answers ErrWrongPassword, or a *TooManyAttempts while the client has to
// wait. A browser that the user has signed in with before is counted by
// itself: what others do, from wherever, does not slow it.
func (a *Authority) SignIn(ctx context.Context, name, password string, from Client) (Login, error) {
	l, err := a.signIn(ctx, name, password, from)
	var wait *TooManyAttempts
	switch {
	case err == nil:
		a.SignIns.Accepted.Add(1)
	case errors.Is(err, ErrWrongPassword):
		a.SignIns.Wrong.Add(1)
	case errors.As(err, &wait):
		a.SignIns.Delayed.Add(1)
	}
	return l, err
}

func (a *Authority) signIn(ctx context.Context, name, password string, from Client) (Login, error) {
	name = strings.TrimSpace(name)
	user, hash, err := login(ctx, a.store, name)
	if err != nil {
		return Login{}, err
	}
	attempt, trusted, err := a.begin(ctx, from, name, user.ID, hash)
	if err != nil {
		return Login{}, err
	}
	if hash == "" {
		hash = stranger
	}
	if len(password) > PasswordMax {
		password = "" // as wrong, and as slow
	}
	s := standing{trusted: a.glances.looksRight(user.ID, password, hash) || trusted,
		client: attempt.before[byClient], network: attempt.before[byNetwork], name: attempt.before[byName]}
	if err := a.line.enter(ctx, s); err != nil {
		return Login{}, err
	}
	defer a.line.leave()
	ok, err := verifyPassword(password, hash)
	switch {
	case err != nil:
		return Login{}, err
	case !ok || user.ID == "":
		return Login{}, ErrWrongPassword
	}
	attempt.succeeded()
	a.glances.remember(user.ID, password, hash)
	return Login{rest.User{ID: user.ID, PrincipalName: user.PrincipalName}, hash}, nil
}

// begin counts an attempt: by the browser when it is known, and has not failed
// too often itself; else by the client.
func (a *Authority) begin(ctx context.Context, from Client, name, user, hash string) (t attempt, trusted bool, err error) {
	mark, known, err := a.known(ctx, from.Marks, user, hash)
	if err != nil {
		return attempt{}, false, err
	}
	if known {
		if t, err = a.attempts.begin(a.now(), key{byBrowser, mark}); err == nil {
			return t, true, nil
		}
	}
	// By what was typed: names that shared a count would show that they are of
	// one mailbox, and so that there is one.
	t, err = a.attempts.begin(a.now(), key{byClient, from.Address}, key{byNetwork, networkOf(from.Address)}, key{byName, nameKey(name)})
	return t, false, err
}

// nameKey is what a name is counted by, bounded whatever is typed.
func nameKey(name string) string {
	h := sha256.Sum256([]byte(odata.Fold(name)))
	return string(h[:])
}

// Guess counts an attempt of a client at something that is no password, such
// as a device's user code: *TooManyAttempts while it has to wait. The caller
// calls right when the attempt is not to be counted against it.
func (a *Authority) Guess(kind, client string) (right func(), err error) {
	attempt, err := a.attempts.begin(a.now(), key{kind, client})
	if err != nil {
		return nil, err
	}
	return attempt.succeeded, nil
}
