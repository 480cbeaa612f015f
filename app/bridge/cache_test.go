package bridge

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

func TestWhoGivesUpWaitsForNobodysRequest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var l cache[string]
		var asked atomic.Int32
		read := func(ctx context.Context) (string, error) {
			asked.Add(1)
			time.Sleep(10 * time.Second)
			return "rooms", ctx.Err()
		}
		impatient, giveUp := context.WithCancel(t.Context())
		began := time.Now()
		time.AfterFunc(time.Second, giveUp)
		patient := make(chan string, 1)
		go func() {
			time.Sleep(500 * time.Millisecond)
			got, err := l.get(t.Context(), time.Now, read)
			if err != nil {
				t.Error(err)
			}
			patient <- got
		}()
		if got, err := l.get(impatient, time.Now, read); !errors.Is(err, context.Canceled) || got != "" || time.Since(began) != time.Second {
			t.Errorf("got %q, %v after %v, want nothing after a second", got, err, time.Since(began))
		}
		if got := <-patient; got != "rooms" || asked.Load() != 1 {
			t.Errorf("got %q of %d requests, want what the one request of both tells", got, asked.Load())
		}
		if got, err := l.get(t.Context(), time.Now, read); got != "rooms" || err != nil || asked.Load() != 1 {
			t.Errorf("got %q, %v, %d requests, want what was read just now", got, err, asked.Load())
		}
		time.Sleep(freshFor)
		refuse := errors.New("no")
		if got, err := l.get(t.Context(), time.Now, func(context.Context) (string, error) { return "", refuse }); got != "rooms" || !errors.Is(err, refuse) {
			t.Errorf("got %q, %v, want what was read before", got, err)
		}
	})
}
