package auth

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"time"
)

// How passwords are hashed: few at once, as each takes 64 MiB and all cores
// for a moment. Of strangers it is one at a time, and none is begun while a
// trusted one is hashed. The line is short: who would stand beyond its end is
// sent away at once.
const (
	hashesAtOnce = 2
	longestLine  = 64
	longestStand = 10 * time.Second
	comeBackIn   = 5 * time.Second
)

// standing is what decides who is hashed next: whoever has signed in before,
// then who has failed least, by client, by network and by name, then who came
// last: when more come than can be served, they are served late or not at
// all whatever the order, and in this one some are served at once.
type standing struct {
	trusted               bool
	client, network, name int
	came                  uint64
}

func (s standing) compare(other standing) int {
	if s.trusted != other.trusted {
		if s.trusted {
			return -1
		}
		return 1
	}
	return cmp.Or(cmp.Compare(s.client, other.client), cmp.Compare(s.network, other.network),
		cmp.Compare(s.name, other.name), cmp.Compare(other.came, s.came))
}

// line is where passwords wait for being hashed.
type line struct {
	mu      sync.Mutex
	came    uint64
	running int
	waiting []*place
}

// place is one in the line: what it is told comes once.
type place struct {
	standing
	told chan error
}

// enter waits for one's turn; leave must be called after it. Who is sent away
// gets a *TooManyAttempts.
func (l *line) enter(ctx context.Context, s standing) error {
	ctx, cancel := context.WithTimeout(ctx, longestStand)
	defer cancel()
	p := &place{standing: s, told: make(chan error, 1)}
	l.mu.Lock()
	l.came++
	p.came = l.came
	l.waiting = append(l.waiting, p)
	l.advance()
	l.mu.Unlock()
	select {
	case err := <-p.told:
		return err
	case <-ctx.Done():
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	i := slices.Index(l.waiting, p)
	if i < 0 { // told meanwhile
		err := <-p.told
		if err == nil {
			l.left()
		}
		return &TooManyAttempts{Wait: comeBackIn}
	}
	l.waiting = slices.Delete(l.waiting, i, i+1)
	return &TooManyAttempts{Wait: comeBackIn}
}

// leave makes room for the next.
func (l *line) leave() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.left()
}

func (l *line) left() {
	l.running--
	l.advance()
}

// advance lets those run whose turn it is, and sends away those beyond the
// line's end.
func (l *line) advance() {
	slices.SortFunc(l.waiting, func(a, b *place) int { return a.compare(b.standing) })
	for len(l.waiting) > 0 && l.running < hashesAtOnce {
		next := l.waiting[0]
		if !next.trusted && l.running > 0 {
			break
		}
		l.running++
		l.waiting = l.waiting[1:]
		next.told <- nil
	}
	for len(l.waiting) > longestLine {
		last := l.waiting[len(l.waiting)-1]
		l.waiting = l.waiting[:len(l.waiting)-1]
		last.told <- &TooManyAttempts{Wait: comeBackIn}
	}
}
