package api

import (
	"io"
	"net/http"
	"strings"
	"sync"

	"golang.org/x/sync/semaphore"
)

// limiter lets at most so many requests at once through to one mailbox,
// group or drive. A place is held until the reply's body is closed.
type limiter struct {
	next  http.RoundTripper
	most  int64
	mu    sync.Mutex
	boxes map[string]*semaphore.Weighted
}

func newLimiter(next http.RoundTripper, most int64) *limiter {
	return &limiter{next: next, most: most, boxes: map[string]*semaphore.Weighted{}}
}

func (t *limiter) RoundTrip(req *http.Request) (*http.Response, error) {
	box := t.box(mailbox(req.URL.Path))
	if err := box.Acquire(req.Context(), 1); err != nil {
		closeRequest(req)
		return nil, err
	}
	var once sync.Once
	release := func() { once.Do(func() { box.Release(1) }) }
	resp, err := t.next.RoundTrip(req)
	if err != nil {
		release()
		return nil, err
	}
	resp.Body = &releasingBody{resp.Body, release}
	return resp, nil
}

func (t *limiter) box(name string) *semaphore.Weighted {
	t.mu.Lock()
	defer t.mu.Unlock()
	b, ok := t.boxes[name]
	if !ok {
		b = semaphore.NewWeighted(t.most)
		t.boxes[name] = b
	}
	return b
}

// mailbox names the store that a path lies in: "me", "users/bo" or
// "groups/42".
func mailbox(path string) string {
	parts := strings.Split(path, "/")
	for i, p := range parts {
		switch p {
		case "me":
			return p
		case "users", "groups", "drives":
			if i+1 < len(parts) {
				return p + "/" + parts[i+1]
			}
		}
	}
	return ""
}

type releasingBody struct {
	io.ReadCloser
	release func()
}

func (b *releasingBody) Close() error {
	defer b.release()
	return b.ReadCloser.Close()
}
