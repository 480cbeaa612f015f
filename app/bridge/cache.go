package bridge

import (
	"context"
	"sync"
	"time"

	"golang.org/x/sync/singleflight"
)

// freshFor is how long what a cache has read is good for, readTime how long
// reading it may take.
const (
	freshFor = 5 * time.Minute
	readTime = 30 * time.Second
)

// cache is what is read once in a while for all who ask. Those who ask at once
// share a request, and each can give up waiting by itself: the request goes on,
// for those who ask next.
type cache[T any] struct {
	request singleflight.Group
	mu      sync.Mutex // over what follows; held over no request
	at      time.Time  // when it was read
	value   T
}

// get is what was read within freshFor, or is read now. With an error it is
// what was read before.
func (c *cache[T]) get(ctx context.Context, now func() time.Time, read func(context.Context) (T, error)) (T, error) {
	value, at := c.last()
	if !at.IsZero() && now().Sub(at) < freshFor {
		return value, nil
	}
	done := c.request.DoChan("", func() (any, error) {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), readTime)
		defer cancel()
		asked := now()
		value, err := read(ctx)
		if err == nil {
			c.mu.Lock()
			c.value, c.at = value, asked
			c.mu.Unlock()
		}
		return nil, err
	})
	var err error
	select {
	case <-ctx.Done():
		err = ctx.Err()
	case result := <-done:
		err = result.Err
	}
	value, _ = c.last()
	return value, err
}

func (c *cache[T]) last() (T, time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.value, c.at
}
