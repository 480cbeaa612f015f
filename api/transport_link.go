package api

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"time"

	"daybook/model"
)

// Watch is told of what happens between the client and the service, from any
// goroutine. Each may be nil.
type Watch struct {
	// Link is told when the service stops answering, and when it answers
	// again.
	Link func(Link)
	// SignIn is told when the service no longer accepts the token, also after
	// a refresh; and with nil when it accepts it again.
	SignIn func(error)
	// Stale is told of a change whose fate is not known, and of something
	// that could not be read for the moment: what is shown may be wrong or
	// missing until it is read anew.
	Stale func()
	// Odd is told of a reply that had more than can be read.
	Odd func(Oddity)
}

// Oddity is what a reply had that the client left out: Bad values that their
// fields cannot hold, of which Field is the first, and Cut ones that are too
// large. Endless says that a list led on and on without bringing anything new.
type Oddity struct {
	Path     string
	Field    string
	Bad, Cut int
	Endless  bool
}

// Link says whether the service answers. Seen is when it last did, zero when
// it never has.
type Link struct {
	Up   bool
	Seen time.Time
}

// One lost answer is nothing; so many in a row are a service out of reach.
const silencesUntilDown = 4

// stallWhenDown is how long a request waits for a service that is known not to
// answer.
const stallWhenDown = 5 * time.Second

// link keeps whether the service answers. Watch is called under the lock, so
// that what it is told comes in order.
type link struct {
	watch Watch

	mu        sync.Mutex
	silences  int
	down, out bool
	seen      time.Time
}

func (l *link) oddity() func(Oddity) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.watch.Odd
}

func (l *link) isDown() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.down
}

func (l *link) answered(now time.Time, status int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.silences, l.seen = 0, now
	if l.down {
		l.down = false
		l.tell()
	}
	if status != http.StatusUnauthorized {
		l.signed(nil)
		return
	}
	l.signed(model.ErrUnauthorized)
}

// refused notes that no token could be got.
func (l *link) refused(err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.signed(err)
}

func (l *link) signed(err error) {
	if l.out == (err != nil) {
		return
	}
	l.out = err != nil
	if l.watch.SignIn != nil {
		l.watch.SignIn(err)
	}
}

func (l *link) silent() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.silences++
	if l.silences >= silencesUntilDown && !l.down {
		l.down = true
		l.tell()
	}
}

func (l *link) tell() {
	if l.watch.Link != nil {
		l.watch.Link(Link{Up: !l.down, Seen: l.seen})
	}
}

func unauthorized(err error) bool { return errors.Is(err, model.ErrUnauthorized) }

// Watch has w told from now on.
func (c *Client) Watch(w Watch) {
	l := c.retry.link
	l.mu.Lock()
	defer l.mu.Unlock()
	l.watch = w
}

// stale tells of a request after which what is shown may be wrong.
func (c *Client) stale(req *Request, err error) {
	given := errors.Is(err, context.Canceled)
	if req.background || given && req.idempotent || !given && !Ambiguous(err) && !c.forTheMoment(err) {
		return
	}
	l := c.retry.link
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.watch.Stale != nil {
		l.watch.Stale()
	}
}

// forTheMoment reports a failure that may be over when one asks again.
func (c *Client) forTheMoment(err error) bool {
	var refusal *Error
	if errors.As(err, &refusal) {
		return refusal.unread()
	}
	return errors.Is(err, ErrUnreachable)
}

// Probe asks the service for as little as possible, once. What comes of it is
// told to the watch; any answer will do.
func (c *Client) Probe(ctx context.Context) error {
	req := c.Me().own.request(http.MethodGet, "", nil, []Option{Select("id")})
	req.idempotent, req.background = false, true
	return c.Do(ctx, req, nil)
}

// Hurry ends every wait before a repetition now, and lets what is asked for from now on be repeated in full.
func (c *Client) Hurry() {
	c.retry.allowance.give(mostSpent)
	c.retry.naps.hurry()
}
