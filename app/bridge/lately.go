package bridge

import (
	"context"
	"sync"
	"time"

	"golang.org/x/sync/singleflight"
)

// lately is what is read once in a while for all who ask. Those who ask at
// once share a request, and each can give up waiting by itself: the request
// goes on, for those who ask next.
type lately[T any] struct {
	request singleflight.Group
	mu      sync.Mutex // over what follows; held over no request
	at      time.Time  // when it was read
	value   T
}

// get is what was read within sentFresh, or is read now. With an error it is
// what was read before.
func (l *lately[T]) get(ctx context.Context, now func() time.Time, read func(context.Context) (T, error)) (T, error) {
	value, at := l.last()
	if !at.IsZero() && now().Sub(at) < sentFresh {
		return value, nil
	}
	done := l.request.DoChan("", func() (any, error) {
		ctx, cancel := looking(ctx)
		defer cancel()
		asked := now()
		value, err := read(ctx)
		if err == nil {
			l.mu.Lock()
			l.value, l.at = value, asked
			l.mu.Unlock()
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
	value, _ = l.last()
	return value, err
}

func (l *lately[T]) last() (T, time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.value, l.at
}
