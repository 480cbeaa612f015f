package api

import (
	"io"
	"net/http"
	"sync"

	"golang.org/x/sync/semaphore"
)

// Limit is how many requests may be under way at once, over all clients that
// share it: a service counts a mailbox's, whichever client they come from.
type Limit struct{ free *semaphore.Weighted }

// NewLimit is what the microsoft dialect grants for a mailbox.
func NewLimit() *Limit { return newLimit(concurrency) }

func newLimit(n int) *Limit { return &Limit{semaphore.NewWeighted(int64(n))} }

// limiter lets at most so many requests through at once. One is under way until
// the reply's body is closed.
type limiter struct {
	next http.RoundTripper
	free *semaphore.Weighted
}

func (t *limiter) RoundTrip(req *http.Request) (*http.Response, error) {
	if err := t.free.Acquire(req.Context(), 1); err != nil {
		closeRequest(req)
		return nil, err
	}
	release := sync.OnceFunc(func() { t.free.Release(1) })
	resp, err := t.next.RoundTrip(req)
	if err != nil {
		release()
		return nil, err
	}
	resp.Body = &releasingBody{resp.Body, release}
	return resp, nil
}

type releasingBody struct {
	io.ReadCloser
	release func()
}

func (b *releasingBody) Close() error {
	defer b.release()
	return b.ReadCloser.Close()
}
