package views

import "time"

// The pauses before something is done again by itself: the first, which then
// doubles, and the longest.
const (
	firstPause   = time.Second
	longestPause = 5 * time.Minute
)

// Backoff is how long to wait before what failed, or brought nothing, is done
// again by itself, the times it was so far counted from 0: a second and then
// twice as long each time, up to five minutes, of which random (0 to 1) takes
// up to half away, so that those who failed together do not come back together;
// nil takes nothing.
func Backoff(times int, random func() float64) time.Duration {
	pause := min(firstPause<<min(max(times, 0), 16), longestPause)
	if random == nil {
		return pause
	}
	return pause - time.Duration(random()*float64(pause)/2)
}
