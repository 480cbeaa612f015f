package model

import (
	"fmt"
	"strings"
	"time"
)

// maxDuration bounds what ParseDuration accepts: longer is a mistake, and
// arithmetic on it could overflow.
const maxDuration = 100 * 365 * 24 * time.Hour

// ParseDuration reads an ISO 8601 duration of fixed length: PT1H, PT2H30M,
// P1D, P1W, PT90M, PT1.5S. A day is 24 hours. Years and months have no fixed
// length and are refused by name, and so are zero and negative durations,
// which no meeting has.
func ParseDuration(s string) (time.Duration, error) {
	refuse := func(why string) (time.Duration, error) {
		return 0, Errorf(CodeInvalidRequest, "duration %q %s", s, why)
	}
	text := strings.ToUpper(strings.TrimSpace(s))
	if strings.HasPrefix(text, "-") {
		return refuse("is negative: give how long the meeting lasts, for example PT30M")
	}
	date, clock, hasClock := strings.Cut(strings.TrimPrefix(text, "P"), "T")
	if strings.ContainsAny(date, "YM") {
		return refuse("counts years or months, which have no fixed length: use days, for example P30D")
	}
	malformed := "is not an ISO 8601 duration: write it as PT1H, PT30M or P1D"
	if !strings.HasPrefix(text, "P") || hasClock && clock == "" || date == "" && clock == "" {
		return refuse(malformed)
	}
	total, ok := sumUnits(date, "WD")
	rest, ok2 := sumUnits(clock, "HMS")
	if !ok || !ok2 {
		return refuse(malformed)
	}
	switch total += rest; {
	case total > maxDuration:
		return refuse("is longer than a hundred years")
	case total == 0:
		return refuse("is zero: give how long the meeting lasts, for example PT30M")
	}
	return total, nil
}

var durationUnits = map[byte]time.Duration{
	'W': 7 * 24 * time.Hour, 'D': 24 * time.Hour,
	'H': time.Hour, 'M': time.Minute, 'S': time.Second,
}

// sumUnits adds up numbers followed by units, which must come in the given
// order, each at most once. A fraction is for seconds alone.
func sumUnits(s, order string) (total time.Duration, ok bool) {
	for s != "" {
		n := strings.IndexAny(s, order)
		if n <= 0 {
			return 0, false
		}
		unit := s[n]
		order = order[strings.IndexByte(order, unit)+1:]
		whole, fraction, hasFraction := strings.Cut(s[:n], ".")
		if hasFraction && unit != 'S' || len(whole) > 9 {
			return 0, false
		}
		count, ok := digits(whole)
		if !ok {
			return 0, false
		}
		size := durationUnits[unit]
		if time.Duration(count) > maxDuration/size {
			return maxDuration + 1, true
		}
		total += time.Duration(count) * size
		if hasFraction {
			part, ok := digits(fraction)
			if !ok || len(fraction) > 9 {
				return 0, false
			}
			for range 9 - len(fraction) {
				part *= 10
			}
			total += time.Duration(part)
		}
		s = s[n+1:]
	}
	return total, true
}

// FormatDuration writes a duration as ISO 8601, days not carried into weeks:
// PT30M, P1DT2H. Zero is PT0S.
func FormatDuration(d time.Duration) string {
	var b strings.Builder
	if d < 0 {
		b.WriteByte('-')
		d = -d
	}
	b.WriteByte('P')
	if days := d / (24 * time.Hour); days > 0 {
		fmt.Fprintf(&b, "%dD", days)
		d -= days * 24 * time.Hour
		if d == 0 {
			return b.String()
		}
	}
	b.WriteByte('T')
	if h := d / time.Hour; h > 0 {
		fmt.Fprintf(&b, "%dH", h)
	}
	if m := d % time.Hour / time.Minute; m > 0 {
		fmt.Fprintf(&b, "%dM", m)
	}
	sec := d % time.Minute
	if sec == 0 && d > 0 {
		return b.String()
	}
	fmt.Fprintf(&b, "%d", sec/time.Second)
	if frac := sec % time.Second; frac > 0 {
		b.WriteString(strings.TrimRight(fmt.Sprintf(".%09d", frac), "0"))
	}
	b.WriteByte('S')
	return b.String()
}
