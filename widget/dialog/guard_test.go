package dialog

import (
	"testing"
	"time"
)

func TestAGuardWaitsUntilFingersAreStill(t *testing.T) {
	opened := time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)
	for name, c := range map[string]struct {
		guard Guard
		keys  []int // milliseconds after the opening
		taken int   // the first that is let through
	}{
		"one key at once":             {Careful(opened), []int{30, 450}, 450},
		"typing that goes on":         {Careful(opened), []int{100, 250, 400, 700, 1050, 1300, 1450, 1510}, 1510},
		"a pause, and then an answer": {Careful(opened), []int{100, 300, 720}, 720},
		"the other boxes":             {Settling(opened), []int{60, 110, 121}, 121},
		"a clock that stands still":   {Careful(opened), []int{0}, 0},
	} {
		for _, at := range c.keys {
			held := c.guard.Holds(opened.Add(time.Duration(at) * time.Millisecond))
			if held != (at < c.taken) {
				t.Errorf("%s: the key after %d ms is held: %v, want %v", name, at, held, !held)
			}
		}
	}
}
