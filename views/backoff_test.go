package views

import (
	"testing"
	"time"
)

func TestBackoffDoublesUpToFiveMinutes(t *testing.T) {
	late, soon := func() float64 { return 0 }, func() float64 { return 1 }
	for times, want := range map[int]time.Duration{-1: time.Second, 0: time.Second, 1: 2 * time.Second, 5: 32 * time.Second, 9: 5 * time.Minute, 1 << 30: 5 * time.Minute} {
		if got := Backoff(times, late); got != want {
			t.Errorf("after %d times: got %v, want %v", times, got, want)
		}
		if got := Backoff(times, soon); got != want/2 {
			t.Errorf("after %d times, at the earliest: got %v, want %v", times, got, want/2)
		}
	}
}
