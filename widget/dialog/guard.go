package dialog

import "time"

// Guard keeps a key that was meant for what was there before from answering a
// box that has just opened. It lets one through when no key came for a while,
// and at the latest when the box has been seen for long enough.
//
// Now is the present of the caller's clock. One that stands still, as for a
// demo, tells nothing: then all is let through.
type Guard struct {
	// Quiet is how long no key may have come, Seen how long the box has been
	// there when it takes any. Without Seen, Quiet is counted from the opening.
	Quiet, Seen time.Duration

	opened, last time.Time
}

// How long boxes wait: those with something to lose until fingers that were
// typing have stopped, the others as long as a key may be on its way.
const (
	carefulQuiet = 400 * time.Millisecond
	carefulSeen  = 1500 * time.Millisecond
	settleTime   = 120 * time.Millisecond
)

// Careful is the guard of a box whose answer cannot be taken back.
func Careful(now time.Time) Guard {
	return Guard{Quiet: carefulQuiet, Seen: carefulSeen, opened: now, last: now}
}

// Settling is the guard of every other box.
func Settling(now time.Time) Guard { return Guard{Quiet: settleTime, opened: now, last: now} }

// Holds reports whether a key that confirms comes too early.
func (g *Guard) Holds(now time.Time) bool {
	since, seen := now.Sub(g.last), now.Sub(g.opened)
	if g.Seen == 0 {
		since = seen
	}
	early := seen > 0 && since < g.Quiet && (g.Seen == 0 || seen < g.Seen)
	if early {
		g.last = now
	}
	return early
}
