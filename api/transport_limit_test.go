package api

import (
	"context"
	"net/http"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// TestClientsShareTheirPlaces has two clients ask for more than a mailbox
// grants, and counts what is under way at once.
func TestClientsShareTheirPlaces(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var inside, most atomic.Int32
		answer := func(int, exchange) (*http.Response, error) {
			if n := inside.Add(1); n > most.Load() {
				most.Store(n)
			}
			time.Sleep(time.Second)
			inside.Add(-1)
			return replyJSON(200, `{"id":"A"}`), nil
		}
		limit := NewLimit()
		for range 2 {
			c, _ := testClient(t, &service{answer: answer}, func(cfg *Config) { cfg.Limit = limit })
			for range 4 {
				go c.Me().Message("A").Get(t.Context())
			}
		}
		time.Sleep(time.Minute)
		if most.Load() != 4 {
			t.Errorf("%d requests at once, want 4", most.Load())
		}
	})
}

// TestADeadlineGoesByTheRealClock has a program on a clock of its own ask with
// a deadline: there is time for a repetition.
func TestADeadlineGoesByTheRealClock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &service{answer: func(n int, _ exchange) (*http.Response, error) {
			if n == 1 {
				return replyJSON(503, `{"error":{"code":"serviceNotAvailable"}}`), nil
			}
			return replyJSON(200, `{"id":"A"}`), nil
		}}
		c, _ := testClient(t, s, func(cfg *Config) {
			cfg.Retry = RetryPolicy{Now: func() time.Time { return time.Date(2100, 1, 1, 0, 0, 0, 0, time.UTC) }}
		})
		ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
		defer cancel()
		if m, err := c.Me().Message("A").Get(ctx); err != nil || m.ID != "A" || len(s.seen) != 2 {
			t.Errorf("got %q, %v after %d requests, want it repeated once", m.ID, err, len(s.seen))
		}
	})
}
