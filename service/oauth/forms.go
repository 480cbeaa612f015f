package oauth

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"sync"
	"time"

	"daybook/service/auth"
)

// maxForms bounds what is remembered of forms: those that wait once somebody
// has signed in, and those of anybody that were sent. Beyond it the oldest of
// the first is forgotten, and who fills it in signs in once more.
const maxForms = 4096

// form is one that was shown and may be sent once.
type form struct {
	browser [32]byte // hash of the cookie it was shown with
	about   [32]byte // hash of the request that it belongs to
	user    auth.Login
	expires time.Time
}

// signedIn reports whether a password has been given.
func (f form) signedIn() bool { return f.user.ID != "" }

// isAbout reports whether the form belongs to a request.
func (f form) isAbout(request string) bool { return f.about == sha256.Sum256([]byte(request)) }

// forms knows the tokens of the forms that are shown, in constant memory. A
// form before the sign-in is in its token, signed: anybody may ask for any
// number of those, and must not push out what others are filling in. One after
// the sign-in is remembered.
type forms struct {
	key     [32]byte // the process's own
	mu      sync.Mutex
	waiting ring[form]
	sent    ring[struct{}] // tokens of forms before the sign-in
}

// ring remembers the newest values by key.
type ring[T any] struct {
	of    map[[32]byte]T
	order [maxForms][32]byte
	next  int
}

func (r *ring[T]) add(key [32]byte, v T) {
	if r.of == nil {
		r.of = map[[32]byte]T{}
	}
	delete(r.of, r.order[r.next])
	r.order[r.next] = key
	r.next = (r.next + 1) % maxForms
	r.of[key] = v
}

func newForms() *forms {
	f := &forms{}
	rand.Read(f.key[:]) // never fails
	return f
}

// The parts of a token that is a form itself: something random, when it
// expires, what it is about, and the signature, which is bound to the browser.
const (
	tokenNonce = 16
	tokenAbout = tokenNonce + 8
	tokenEnd   = tokenAbout + 32
	tokenSize  = tokenEnd + sha256.Size
)

// add makes the token of a form, with the secret as what is random in it.
func (f *forms) add(secret string, shown form) string {
	if shown.signedIn() {
		f.mu.Lock()
		defer f.mu.Unlock()
		f.waiting.add(sha256.Sum256([]byte(secret)), shown)
		return secret
	}
	token := make([]byte, tokenSize)
	copy(token, secret[:tokenNonce])
	binary.BigEndian.PutUint64(token[tokenNonce:], uint64(shown.expires.Unix()))
	copy(token[tokenAbout:], shown.about[:])
	copy(token[tokenEnd:], f.sign(token[:tokenEnd], shown.browser))
	return base64.RawURLEncoding.EncodeToString(token)
}

func (f *forms) sign(what []byte, browser [32]byte) []byte {
	m := hmac.New(sha256.New, f.key[:])
	m.Write(what) // a hash cannot fail
	m.Write(browser[:])
	return m.Sum(nil)
}

// take hands a form over, once; false when there is none, when it is too old,
// or when another browser sends it.
func (f *forms) take(token, browser string, now time.Time) (form, bool) {
	by := sha256.Sum256([]byte(browser))
	if raw, err := base64.RawURLEncoding.Strict().DecodeString(token); err == nil && len(raw) == tokenSize {
		return f.takeSigned(raw, by, now)
	}
	key := sha256.Sum256([]byte(token))
	f.mu.Lock()
	defer f.mu.Unlock()
	shown, ok := f.waiting.of[key]
	if !ok || shown.browser != by {
		return form{}, false
	}
	delete(f.waiting.of, key)
	return shown, now.Before(shown.expires)
}

func (f *forms) takeSigned(token []byte, browser [32]byte, now time.Time) (form, bool) {
	if !hmac.Equal(token[tokenEnd:], f.sign(token[:tokenEnd], browser)) {
		return form{}, false
	}
	shown := form{browser: browser, about: [32]byte(token[tokenAbout:tokenEnd]),
		expires: time.Unix(int64(binary.BigEndian.Uint64(token[tokenNonce:])), 0)}
	key := sha256.Sum256(token)
	f.mu.Lock()
	defer f.mu.Unlock()
	if _, twice := f.sent.of[key]; twice {
		return form{}, false
	}
	f.sent.add(key, struct{}{})
	return shown, now.Before(shown.expires)
}
