package eml

import (
	"strconv"
	"strings"
	"time"
)

// ParseDate reads a date as mail has them: RFC 5322 and 850, asctime with or
// without a zone, ISO 8601, with comments, missing seconds, two-digit years
// and odd separators. A time without a zone is taken as UTC. ok is false when
// there is no year, month and day, or they name no day between 1900, where the
// years of RFC 5322 begin, and 2200.
func ParseDate(s string) (t time.Time, ok bool) {
	s = strings.TrimSpace(s)
	if t, err := time.Parse(time.RFC1123Z, s); err == nil {
		return plausible(t)
	}
	if t, err := time.Parse(time.RFC3339, s); err == nil {
		return plausible(t)
	}
	d := dateParts{zone: time.UTC}
	for _, tok := range dateTokens(s) {
		d.take(tok)
	}
	if d.month == 0 || d.day == 0 || d.year < 0 || !d.hasYear {
		return time.Time{}, false
	}
	t = time.Date(d.year, time.Month(d.month), d.day, d.clock[0], d.clock[1], d.clock[2], 0, d.zone)
	if t.Day() != d.day || d.month > 12 {
		return time.Time{}, false
	}
	return plausible(t)
}

func plausible(t time.Time) (time.Time, bool) {
	t = t.UTC()
	return t, t.Year() >= 1900 && t.Year() < 2200
}

// dateTokens splits a date at blanks, commas and comments.
func dateTokens(s string) []string {
	if len(s) > 200 {
		s = s[:200]
	}
	for {
		i := strings.IndexByte(s, '(')
		if i < 0 {
			break
		}
		_, rest := cutComment(s[i:])
		s = s[:i] + " " + rest
	}
	return strings.FieldsFunc(s, func(r rune) bool { return r == ' ' || r == ',' || r == '\t' })
}

// dateParts is what has been read of a date so far.
type dateParts struct {
	day, month, year int
	hasYear, hasTime bool
	clock            [3]int
	zone             *time.Location
}

// take reads one token: a clock, a zone, a month, a number, or several of
// them joined by dashes.
func (d *dateParts) take(tok string) {
	if date, clock, ok := strings.Cut(tok, "T"); ok && strings.Count(date, "-") == 2 && strings.Contains(clock, ":") {
		d.take(date) // ISO 8601
		d.takeClock(strings.TrimSuffix(clock, "Z"))
		return
	}
	if strings.Contains(tok, ":") && !d.hasTime {
		d.takeClock(tok)
		return
	}
	if (tok[0] == '+' || tok[0] == '-') && d.hasTime {
		d.takeOffset(tok)
		return
	}
	for _, part := range strings.FieldsFunc(tok, func(r rune) bool { return r == '-' || r == '/' || r == '.' }) {
		d.takeWord(part)
	}
}

func (d *dateParts) takeWord(part string) {
	if n, err := strconv.Atoi(part); err == nil {
		d.takeNumber(n, len(part))
		return
	}
	if len(part) >= 3 {
		if i := strings.Index("janfebmaraprmayjunjulaugsepoctnovdec", strings.ToLower(part[:3])); i >= 0 && i%3 == 0 && d.month == 0 {
			d.month = i/3 + 1
			return
		}
	}
	d.takeZoneName(strings.ToUpper(part))
}

// takeNumber reads a day, a month or a year, by where it stands.
func (d *dateParts) takeNumber(n, digits int) {
	switch {
	case digits >= 3 && !d.hasYear:
		if digits == 3 { // a year 2000 bug: 103 is 2003
			n += 1900
		}
		d.year, d.hasYear = n, true
	case d.day == 0 && (d.month != 0 || !d.hasYear):
		d.day = n
	case d.month == 0:
		d.month = n
	case d.day == 0:
		d.day = n
	case !d.hasYear:
		d.year, d.hasYear = n+1900, true
		if n < 50 { // RFC 5322, section 4.3
			d.year = n + 2000
		}
	}
}

// takeClock reads h:m, h:m:s, with a fraction or an offset attached.
func (d *dateParts) takeClock(tok string) {
	if i := strings.LastIndexAny(tok, "+-"); i > 0 {
		d.hasTime = true
		d.takeOffset(tok[i:])
		tok = tok[:i]
	}
	parts := strings.SplitN(tok, ":", 4)
	limits := [3]int{24, 59, 60}
	for i := range min(len(parts), 3) {
		whole, _, _ := strings.Cut(parts[i], ".")
		n, err := strconv.Atoi(whole)
		if err != nil || n < 0 || n > limits[i] {
			n = 0
		}
		d.clock[i] = n
	}
	d.hasTime = true
}

// takeOffset reads +hhmm, +hh:mm or +hh.
func (d *dateParts) takeOffset(tok string) {
	digits := strings.ReplaceAll(tok[1:], ":", "")
	n, err := strconv.Atoi(digits)
	if err != nil || n < 0 || len(digits) > 4 {
		return
	}
	if len(digits) <= 2 {
		n *= 100
	}
	seconds := (n/100*60 + n%100) * 60
	if seconds > 24*3600 {
		return
	}
	if tok[0] == '-' {
		seconds = -seconds
	}
	d.zone = time.FixedZone("", seconds)
}

// takeZoneName reads the zone names of RFC 5322, section 4.3, and the few
// others that old mail uses.
func (d *dateParts) takeZoneName(name string) {
	hours, ok := map[string]int{
		"EST": -5, "EDT": -4, "CST": -6, "CDT": -5, "MST": -7, "MDT": -6, "PST": -8, "PDT": -7,
		"BST": 1, "WET": 0, "WEST": 1, "CET": 1, "CEST": 2, "MET": 1, "MEST": 2, "EET": 2, "EEST": 3,
		"MSK": 3, "JST": 9, "KST": 9, "HKT": 8, "AEST": 10, "AEDT": 11, "NZST": 12, "NZDT": 13,
	}[name]
	if ok && d.hasTime {
		d.zone = time.FixedZone(name, hours*3600)
	}
}
