package auth

import (
	"container/list"
	"fmt"
	"net/netip"
	"sync"
	"time"
)

// TooManyAttempts says how long to wait before the next one is looked at.
type TooManyAttempts struct{ Wait time.Duration }

func (e *TooManyAttempts) Error() string {
	return fmt.Sprintf("too many attempts; wait %d s", int(e.Wait.Round(time.Second)/time.Second))
}

// How failed attempts are slowed: some are free, as people mistype; after
// them each failure doubles the wait, up to the longest. Quiet forgives.
//
// It is the guessing client that waits, never the name: else whoever guesses
// at a name would lock its owner out. What is counted by name and by network
// only says who is served first when many come at once.
const (
	freeOfAClient  = 20 // several people may share an address
	freeOfABrowser = 5  // of a browser that its owner has signed in with before
	longestWait    = time.Minute
	quietToForgive = 15 * time.Minute
	attemptsKept   = 1 << 14 // of each kind; those beyond it forget the ones that were quiet longest
)

// The kinds that attempts are counted by.
const (
	byClient  = "client"
	byNetwork = "network"
	byName    = "name"
	byBrowser = "browser"
)

// key is what attempts are counted by: a kind and a name within it.
type key struct{ kind, name string }

// free is how many failures are, and whether any are too many.
func (k key) free() (n int, bounded bool) {
	switch k.kind {
	case byBrowser:
		return freeOfABrowser, true
	case byNetwork, byName:
		return 0, false
	}
	return freeOfAClient, true
}

// attempts counts failures in bounded memory.
type attempts struct {
	mu    sync.Mutex
	kinds map[string]*failureList
}

// failureList holds the failures of one kind, by name, and in the order in which
// they were last looked at. Each kind forgets its own: names cost nothing to
// make up, and must not push out clients.
type failureList struct {
	byName map[string]*list.Element
	order  list.List // of *failures, the newest first
}

type failures struct {
	name string
	n    int
	last time.Time
}

func newAttempts() *attempts { return &attempts{kinds: map[string]*failureList{}} }

// attempt is one that is under way. It counts as failed from the start, so
// that many at once are no way around the wait.
type attempt struct {
	of   *attempts
	keys []key
	// before is what each key had failed.
	before map[string]int
}

// begin counts an attempt under all its keys, or says how long to wait; one
// that has to wait is not counted.
func (a *attempts) begin(now time.Time, keys ...key) (attempt, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, k := range keys {
		f := a.at(k)
		switch gone := now.Sub(f.last); {
		case gone > quietToForgive:
			f.n = 0
		case gone < 0: // the clock was set back
			f.last = now
		}
		free, bounded := k.free()
		if wait := f.wait(free) - now.Sub(f.last); bounded && wait > 0 {
			return attempt{}, &TooManyAttempts{Wait: max(wait, time.Second)}
		}
	}
	t := attempt{of: a, keys: keys, before: map[string]int{}}
	for _, k := range keys {
		f := a.at(k)
		t.before[k.kind] = f.n
		f.n, f.last = f.n+1, now
	}
	return t, nil
}

// succeeded takes the attempt back, and forgives a browser what it failed. The
// client is not forgiven: a password of one's own would reset the count for
// guesses at others.
func (t attempt) succeeded() {
	t.of.mu.Lock()
	defer t.of.mu.Unlock()
	for _, k := range t.keys {
		f := t.of.at(k)
		if k.kind == byBrowser {
			f.n = 0
		} else if f.n > 0 {
			f.n--
		}
	}
}

// at finds what a key has failed, and makes room for one that is new.
func (a *attempts) at(k key) *failures {
	c := a.kinds[k.kind]
	if c == nil {
		c = &failureList{byName: map[string]*list.Element{}}
		a.kinds[k.kind] = c
	}
	if e := c.byName[k.name]; e != nil {
		c.order.MoveToFront(e)
		return e.Value.(*failures)
	}
	if c.order.Len() >= attemptsKept {
		delete(c.byName, c.order.Remove(c.order.Back()).(*failures).name)
	}
	f := &failures{name: k.name}
	c.byName[k.name] = c.order.PushFront(f)
	return f
}

// wait is how long after the last failure the next attempt may come.
func (f *failures) wait(free int) time.Duration {
	over := f.n - free
	if over < 0 {
		return 0
	}
	if over > 6 { // 64 s
		return longestWait
	}
	return min(longestWait, time.Second<<over)
}

// networkOf is the network that a client's address is in, of which one who
// guesses from many addresses has few.
func networkOf(client string) string {
	at, err := netip.ParseAddr(client)
	if p, bad := netip.ParsePrefix(client); bad == nil {
		at, err = p.Addr(), nil
	}
	if err != nil {
		return client
	}
	bits := 48
	if at = at.Unmap(); at.Is4() {
		bits = 24
	}
	network, _ := at.WithZone("").Prefix(bits) // within the address: cannot fail
	return network.String()
}
