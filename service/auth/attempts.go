package auth

import (
	"fmt"
	"hash/maphash"
	"sync"
	"time"
)

// TooManyAttempts says how long to wait before the next one is looked at.
type TooManyAttempts struct{ Wait time.Duration }

func (e *TooManyAttempts) Error() string {
	return fmt.Sprintf("too many attempts; wait %d s", int(e.Wait.Round(time.Second)/time.Second))
}

// How failed attempts are slowed: some are free, as people mistype; after
// them each failure doubles the wait, up to the longest. Quiet forgives. An
// attacker gets about 1,400 guesses a day at one name. While somebody never
// stops guessing, the owner competes with them for each attempt; once they
// pause, the owner waits a minute at most.
const (
	freeFailures   = 5
	freeOfAClient  = 20 // several people may share an address
	longestWait    = time.Minute
	quietToForgive = 15 * time.Minute
	attemptSlots   = 1 << 14
)

// key is what attempts are counted by: a kind and a name within it.
type key struct{ kind, name string }

func (k key) free() int {
	if k.kind == "name" {
		return freeFailures
	}
	return freeOfAClient
}

// attempts counts failures in constant memory: names are hashed to slots, and
// two that share one share its wait. The seed is the process's own, so that
// nobody can choose a name to share a slot with.
type attempts struct {
	seed maphash.Seed
	mu   sync.Mutex
	slot []failures
}

type failures struct {
	n    int
	last time.Time
}

func newAttempts() *attempts {
	return &attempts{seed: maphash.MakeSeed(), slot: make([]failures, attemptSlots)}
}

// attempt is one that is under way. It counts as failed from the start, so
// that many at once are no way around the wait.
type attempt struct {
	of   *attempts
	keys []key
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
			*f = failures{}
		case gone < 0: // the clock was set back
			f.last = now
		}
		if wait := f.wait(k.free()) - now.Sub(f.last); wait > 0 {
			return attempt{}, &TooManyAttempts{Wait: max(wait, time.Second)}
		}
	}
	for _, k := range keys {
		f := a.at(k)
		f.n, f.last = f.n+1, now
	}
	return attempt{a, keys}, nil
}

// succeeded takes the attempt back, and forgives a name what it failed. The
// client is not forgiven: a password of one's own would reset the count for
// guesses at others.
func (t attempt) succeeded() {
	t.of.mu.Lock()
	defer t.of.mu.Unlock()
	for _, k := range t.keys {
		f := t.of.at(k)
		if k.kind == "name" {
			*f = failures{}
		} else if f.n > 0 {
			f.n--
		}
	}
}

func (a *attempts) at(k key) *failures {
	return &a.slot[maphash.Comparable(a.seed, k)%attemptSlots]
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
