package api

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"sync"
	"time"
)

// call is what the transports have to know of a request beyond HTTP.
type call struct {
	idempotent bool                       // repeating it leaves things as sending it once
	reads      bool                       // a POST that changes nothing
	upload     bool                       // its body takes the time it takes, while it moves
	read       func(*http.Response) error // takes a success's reply as part of the attempt; nil leaves it to the caller
}

type callKey struct{}

func withCall(ctx context.Context, c call) context.Context {
	return context.WithValue(ctx, callKey{}, c)
}

func callOf(ctx context.Context) call {
	c, _ := ctx.Value(callKey{}).(call)
	return c
}

// attempt sends a request once. A reply that is cut short, stalls or is not
// the interface's counts as no answer, so it is read here where the request
// can still be repeated.
func (t *retrier) attempt(req *http.Request, what call) (*http.Response, error) {
	resp, err := t.next.RoundTrip(req)
	if err == nil && what.read != nil && resp.StatusCode >= 200 && resp.StatusCode < 300 {
		err = what.read(resp)
		drain(resp.Body)
		resp.Body = http.NoBody
	}
	if err != nil {
		resp = nil
	}
	t.report(req, resp, err)
	return resp, err
}

// report tells the link how an attempt fared, unless the caller ended it.
func (t *retrier) report(req *http.Request, resp *http.Response, err error) {
	switch {
	case req.Context().Err() != nil:
	case resp != nil:
		if resp.StatusCode < 300 {
			t.allowance.give(givenForSuccess)
		}
		t.link.answered(t.policy.Now(), resp.StatusCode)
	case unauthorized(err):
		t.link.refused(err)
	case transient(nil, err):
		t.link.silent()
	}
}

// staller ends an attempt in which nothing has come for a while. It stands
// below the limiter: to wait for a place is no stall.
type staller struct {
	next  http.RoundTripper
	after time.Duration
	link  *link
}

func (t *staller) RoundTrip(req *http.Request) (*http.Response, error) {
	after := t.after
	if t.link.isDown() {
		after = min(after, stallWhenDown)
	}
	g := newGuard(req.Context(), after)
	sent := req.WithContext(g.ctx)
	if callOf(req.Context()).upload && req.Body != nil && req.Body != http.NoBody {
		sent.Body = &sendingBody{req.Body, g}
	}
	resp, err := t.next.RoundTrip(sent)
	if err != nil {
		err = g.why(err)
		g.end()
		return nil, err
	}
	g.moved()
	resp.Request = req
	resp.Body = &guardedBody{resp.Body, g}
	return resp, nil
}

// guard is the life of one attempt.
type guard struct {
	ctx    context.Context
	cancel context.CancelCauseFunc
	timer  *time.Timer
	after  time.Duration
}

var errStalled = errors.New("the answer does not come")

func newGuard(parent context.Context, after time.Duration) *guard {
	g := &guard{after: after}
	g.ctx, g.cancel = context.WithCancelCause(parent)
	g.timer = time.AfterFunc(after, func() { g.cancel(errStalled) })
	return g
}

func (g *guard) moved() { g.timer.Reset(g.after) }

func (g *guard) end() {
	g.timer.Stop()
	g.cancel(nil)
}

// why is the reason for an error: a stall reads as the context's end.
func (g *guard) why(err error) error {
	if context.Cause(g.ctx) == errStalled {
		return fmt.Errorf("%w: nothing for %v", errStalled, g.after)
	}
	return err
}

// guardedBody lets a reply go on for as long as something comes.
type guardedBody struct {
	io.ReadCloser
	guard *guard
}

func (b *guardedBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if err != nil && err != io.EOF {
		return n, b.guard.why(err)
	}
	b.guard.moved()
	return n, err
}

func (b *guardedBody) Close() error {
	defer b.guard.end()
	return b.ReadCloser.Close()
}

// sendingBody lets a file be sent for as long as something goes.
type sendingBody struct {
	io.ReadCloser
	guard *guard
}

func (b *sendingBody) Read(p []byte) (int, error) {
	b.guard.moved()
	return b.ReadCloser.Read(p)
}

// naps are the waits under way.
type naps struct {
	mu    sync.Mutex
	ctx   context.Context
	rouse context.CancelFunc
}

// begin returns a context that ends early when somebody calls hurry.
func (n *naps) begin(ctx context.Context) (nap context.Context, done func()) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.ctx == nil {
		n.ctx, n.rouse = context.WithCancel(context.Background())
	}
	nap, cancel := context.WithCancel(ctx)
	stop := context.AfterFunc(n.ctx, cancel)
	return nap, func() { stop(); cancel() }
}

func (n *naps) hurry() {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.ctx != nil {
		n.rouse()
		n.ctx = nil
	}
}
