package rest

import (
	"net/http"
	"sync"
	"time"

	"daybook/model"
)

// largeBody is the size in bytes from which a body that is held needs a
// place.
const largeBody = 1 << 20

// maxWaiting is how many requests of one user wait for a place; more are
// turned away.
const maxWaiting = 8

// places bound how many large bodies are held at once. A user comes to the
// common places through a few of their own: whoever sends many waits for
// oneself, and the others have their turn.
type places struct {
	all  chan struct{}
	each int
	mu   sync.Mutex
	of   map[string]*share
}

// share is a user's part of the places, while there is somebody in it.
type share struct {
	taken  chan struct{}
	inside int // those that hold, wait or are still on their way
}

func newPlaces(all, each int) *places {
	return &places{all: make(chan struct{}, max(1, all)), each: max(1, each), of: map[string]*share{}}
}

// enter finds the user's share, nil when too many are waiting in it.
func (p *places) enter(user string) *share {
	p.mu.Lock()
	defer p.mu.Unlock()
	s := p.of[user]
	if s == nil {
		s = &share{taken: make(chan struct{}, p.each)}
		p.of[user] = s
	}
	if s.inside >= p.each+maxWaiting {
		return nil
	}
	s.inside++
	return s
}

func (p *places) exit(user string, s *share) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if s.inside--; s.inside == 0 {
		delete(p.of, user)
	}
}

// joinLine is before takePlace: too many of one user wait already, or are
// still on their way, and this one is turned away.
func (r *Request) joinLine() error {
	p, user := r.api.large, r.Caller.UserID
	if r.share = p.enter(user); r.share == nil {
		return waitForPlace(model.CodeTooManyRequests)
	}
	r.leave = func() { p.exit(user, r.share) }
	return nil
}

// takePlace waits for a place among the large bodies. There is none in time:
// 503 with Retry-After, and a client comes again.
func (r *Request) takePlace() error {
	p, s, exit := r.api.large, r.share, r.leave
	timer := time.NewTimer(r.Limits().PlaceTime)
	defer timer.Stop()
	for i, place := range []chan struct{}{s.taken, p.all} {
		select {
		case place <- struct{}{}:
			continue
		case <-timer.C:
		case <-r.Context().Done():
		}
		if i > 0 {
			<-s.taken
		}
		return waitForPlace(model.CodeUnavailable)
	}
	r.leave = func() {
		<-p.all
		<-s.taken
		exit()
	}
	return nil
}

func (r *Request) leavePlace() {
	if r.leave != nil {
		r.leave()
	}
}

func waitForPlace(code model.Code) error {
	return &refusal{err: model.Errorf(code, "too many large bodies are being read; send this one again in a moment"),
		header: http.Header{"Retry-After": {"5"}}}
}
