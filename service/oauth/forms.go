package oauth

import (
	"crypto/sha256"
	"sync"
	"time"

	"daybook/service/auth"
)

// maxForms bounds the forms that wait: beyond it the oldest is forgotten, and
// whoever fills it in signs in once more.
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

// forms remembers the tokens of the forms that are shown, in constant memory.
type forms struct {
	mu      sync.Mutex
	waiting map[[32]byte]form
	order   [maxForms][32]byte // a ring, so that the oldest is known
	next    int
}

func newForms() *forms { return &forms{waiting: map[[32]byte]form{}} }

func (f *forms) add(token string, shown form) {
	key := sha256.Sum256([]byte(token))
	f.mu.Lock()
	defer f.mu.Unlock()
	delete(f.waiting, f.order[f.next])
	f.order[f.next] = key
	f.next = (f.next + 1) % maxForms
	f.waiting[key] = shown
}

// take hands a form over, once; false when there is none, when it is too old,
// or when another browser sends it.
func (f *forms) take(token, browser string, now time.Time) (form, bool) {
	key := sha256.Sum256([]byte(token))
	f.mu.Lock()
	defer f.mu.Unlock()
	shown, ok := f.waiting[key]
	if !ok || shown.browser != sha256.Sum256([]byte(browser)) {
		return form{}, false
	}
	delete(f.waiting, key)
	return shown, now.Before(shown.expires)
}
