package dateparse

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// lengths are the units of a length in words, each once and the largest first.
var lengths = regexp.MustCompile(`^(?:(\d+)\s*(?:w|weeks?))?\s*(?:(\d+)\s*(?:d|days?))?` +
	`\s*(?:(\d+(?:\.\d{1,2})?)\s*(?:h|hours?)(?:\s*(\d{1,2})$)?)?\s*(?:(\d+)\s*(?:m|mins?|minutes?))?$`)

// lengthMost bounds each number of a length.
const lengthMost = 10000

// Length reads how long something lasts: "45m", "1h30", "1.5 hours", "2 days",
// "1 week". Days are apart from hours and minutes, as they are not always 24
// hours long. The length may be nothing.
func Length(words string) (days int, rest time.Duration, ok bool) {
	words = strings.TrimPrefix(strings.TrimPrefix(strings.ToLower(strings.TrimSpace(words)), "+"), "for ")
	parts := lengths.FindStringSubmatch(strings.TrimSpace(words))
	if parts == nil || parts[0] == "" {
		return 0, 0, false
	}
	n := func(s string) float64 { v, _ := strconv.ParseFloat(s, 64); return min(v, lengthMost) }
	minutes := n(parts[3])*60 + n(parts[4]) + n(parts[5])
	return int(7*n(parts[1]) + n(parts[2])), time.Duration(math.Round(minutes)) * time.Minute, true
}
