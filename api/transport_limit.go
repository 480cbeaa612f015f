package api

import (
	"io"
	"net/http"
	"sync"

	"golang.org/x/sync/semaphore"
)

// Places are how many requests may be under way at once, over all clients that
// share them: a service counts a mailbox's, whichever client they come from.
type Places struct{ free *semaphore.Weighted }

// NewPlaces are as many as the microsoft dialect grants for a mailbox.
func NewPlaces() *Places { return newPlaces(concurrency) }

func newPlaces(n int) *Places { return &Places{semaphore.NewWeighted(int64(n))} }

// limiter lets at most so many requests through at once. A place is held until
// the reply's body is closed.
type limiter struct {
	next   http.RoundTripper
	places *semaphore.Weighted
}

func (t *limiter) RoundTrip(req *http.Request) (*http.Response, error) {
	if err := t.places.Acquire(req.Context(), 1); err != nil {
		closeRequest(req)
		return nil, err
	}
	release := sync.OnceFunc(func() { t.places.Release(1) })
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
