package api

import (
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
		places := NewPlaces()
		for range 2 {
			c, _ := testClient(t, &service{answer: answer}, func(cfg *Config) { cfg.Places = places })
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
