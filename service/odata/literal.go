package odata

import (
	"math"
	"strconv"
	"strings"
	"time"
)

// parseNumeral reads an unquoted constant that begins with a digit or a sign.
func parseNumeral(s string) (datum, bool) {
	if d, ok := parseNumber(s); ok {
		return d, true
	}
	if len(s) == len("2006-01-02") {
		if _, ok := parseDate(s); ok {
			return datum{kind: Date, str: s}, true
		}
		return datum{}, false
	}
	return parseDateTime(s)
}

// parseNumber reads an integer or, when it has a fraction or an exponent or
// does not fit 64 bits, a float.
func parseNumber(s string) (datum, bool) {
	if n, err := strconv.ParseInt(s, 10, 64); err == nil {
		return integer(n), true
	}
	if s == "" || strings.Trim(s, "0123456789.+-eE") != "" {
		return datum{}, false
	}
	f, err := strconv.ParseFloat(s, 64)
	if err != nil || math.IsInf(f, 0) || math.IsNaN(f) {
		return datum{}, false
	}
	return datum{kind: Number, real: f}, true
}

// parseDate reads YYYY-MM-DD as midnight UTC.
func parseDate(s string) (time.Time, bool) {
	t, err := time.Parse(time.DateOnly, s)
	return t, err == nil && t.Year() >= 1
}

// parseDateTime reads a date, or a date and a time with or without seconds,
// with up to nine fractional digits, with an offset, Z, or neither: then it
// is UTC.
func parseDateTime(s string) (datum, bool) {
	if len(s) < len("2006-01-02") {
		return datum{}, false
	}
	day, ok := parseDate(s[:10])
	if !ok {
		return datum{}, false
	}
	if len(s) == 10 {
		return instant(day), true
	}
	if s[10] != 'T' && s[10] != 't' {
		return datum{}, false
	}
	clock, offset, ok := cutOffset(s[11:])
	if !ok {
		return datum{}, false
	}
	since, ok := parseClock(clock)
	if !ok {
		return datum{}, false
	}
	return instant(day.Add(since - offset)), true
}

// cutOffset splits the time of day from its offset: Z, +02:00, -0530 or none.
func cutOffset(s string) (clock string, offset time.Duration, ok bool) {
	if z := strings.TrimRight(s, "Zz"); len(z) < len(s) {
		return z, 0, len(s)-len(z) == 1
	}
	i := strings.LastIndexAny(s, "+-")
	if i < 0 {
		return s, 0, true
	}
	o := s[i+1:]
	if len(o) == 5 && o[2] == ':' {
		o = o[:2] + o[3:]
	}
	if len(o) != 4 || !digits(o) {
		return "", 0, false
	}
	n, _ := strconv.Atoi(o)
	offset = time.Duration(n/100)*time.Hour + time.Duration(n%100)*time.Minute
	if n/100 > 14 || n%100 > 59 {
		return "", 0, false
	}
	if s[i] == '-' {
		offset = -offset
	}
	return s[:i], offset, true
}

// parseClock reads HH:MM, HH:MM:SS or HH:MM:SS.fffffffff.
func parseClock(s string) (time.Duration, bool) {
	hm, rest := s, ""
	if len(s) > 5 {
		hm, rest = s[:5], s[5:]
	}
	if len(hm) != 5 || hm[2] != ':' || !digits(hm[:2]) || !digits(hm[3:]) {
		return 0, false
	}
	h, _ := strconv.Atoi(hm[:2])
	m, _ := strconv.Atoi(hm[3:])
	var sec, nanos int
	if rest != "" {
		whole, fraction, dotted := strings.Cut(rest[1:], ".")
		if rest[0] != ':' || len(whole) != 2 || !digits(whole) {
			return 0, false
		}
		sec, _ = strconv.Atoi(whole)
		if dotted {
			if len(fraction) < 1 || len(fraction) > 9 || !digits(fraction) {
				return 0, false
			}
			nanos, _ = strconv.Atoi(fraction + "000000000"[len(fraction):])
		}
	}
	if h > 23 || m > 59 || sec > 59 {
		return 0, false
	}
	return time.Duration(h)*time.Hour + time.Duration(m)*time.Minute +
		time.Duration(sec)*time.Second + time.Duration(nanos), true
}

// parseDuration reads an ISO 8601 duration of days and smaller units, with a
// sign: P1DT2H30M, -PT15.5S. Longer than about 292 years does not fit.
func parseDuration(s string) (datum, bool) {
	rest, negative := strings.CutPrefix(strings.ToUpper(s), "-")
	rest, ok := strings.CutPrefix(rest, "P")
	if !ok || rest == "" {
		return datum{}, false
	}
	date, clock, timed := strings.Cut(rest, "T")
	total := 0.0
	for _, part := range []struct{ text, units string }{{date, "D"}, {clock, "HMS"}} {
		sum, ok := sumUnits(part.text, part.units)
		if !ok || part.units == "HMS" && timed && part.text == "" {
			return datum{}, false
		}
		total += sum
	}
	if total > math.MaxInt64/1e9-1 {
		return datum{}, false
	}
	if negative {
		total = -total
	}
	return datum{kind: Duration, num: int64(math.Round(total * 1e9))}, true
}

var unitSeconds = map[byte]float64{'D': 86400, 'H': 3600, 'M': 60, 'S': 1}

// sumUnits adds up "2H30M" in seconds; each unit of units at most once and
// in their order.
func sumUnits(s, units string) (float64, bool) {
	sum := 0.0
	for s != "" {
		i := strings.IndexAny(s, units)
		if i < 1 || strings.Trim(s[:i], "0123456789.") != "" {
			return 0, false
		}
		f, err := strconv.ParseFloat(s[:i], 64)
		if err != nil {
			return 0, false
		}
		sum += f * unitSeconds[s[i]]
		_, units, _ = strings.Cut(units, s[i:i+1])
		s = s[i+1:]
	}
	return sum, true
}

// guidLength returns 36 when s begins with a GUID that ends there, else 0.
func guidLength(s string) int {
	const n = 36
	if len(s) < n || len(s) > n && isWordByte(s[n]) {
		return 0
	}
	for i := range n {
		c := s[i]
		switch {
		case i == 8 || i == 13 || i == 18 || i == 23:
			if c != '-' {
				return 0
			}
		case !(c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F'):
			return 0
		}
	}
	return n
}

func digits(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}
