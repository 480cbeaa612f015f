package model

import (
	"strings"
	"time"
)

// dateTimeLayout is how a DateTimeTimeZone writes its wall time.
const dateTimeLayout = "2006-01-02T15:04:05.0000000"

// NewDateTime writes an instant as the wall time of a zone. The zone is an
// IANA or a Windows name and is kept as it was given; empty means UTC. A time
// that the clock of the zone shows for the second time, after it was put back,
// is written in UTC: the wall time would be read as the first.
func NewDateTime(t time.Time, zone string) (DateTimeTimeZone, error) {
	if zone == "" {
		zone = "UTC"
	}
	loc, err := LoadZone(zone)
	if err != nil {
		return DateTimeTimeZone{}, err
	}
	local := t.In(loc)
	if date, clock := splitTime(local); !date.At(clock, loc).Equal(t) {
		local, zone = t.UTC(), "UTC"
	}
	return DateTimeTimeZone{DateTime: local.Format(dateTimeLayout), TimeZone: zone}, nil
}

// Time returns the instant that d names, in d's zone; an empty zone is UTC. A
// date-time that carries an offset or a Z is read with it. Wall times in a
// gap or a fold are resolved as Wall says.
func (d DateTimeTimeZone) Time() (time.Time, error) {
	loc, err := d.location()
	if err != nil {
		return time.Time{}, err
	}
	return ParseTime(d.DateTime, loc)
}

// In returns the same instant as the wall time of another zone.
func (d DateTimeTimeZone) In(zone string) (DateTimeTimeZone, error) {
	t, err := d.Time()
	if err != nil {
		return DateTimeTimeZone{}, err
	}
	return NewDateTime(t, zone)
}

func (d DateTimeTimeZone) location() (*time.Location, error) {
	if d.TimeZone == "" {
		return time.UTC, nil
	}
	return LoadZone(d.TimeZone)
}

// wall returns the date and the clock time that d shows in its zone, as they
// are written: also when they fall in a gap.
func (d DateTimeTimeZone) wall() (Date, time.Duration, *time.Location, error) {
	loc, err := d.location()
	if err != nil {
		return 0, 0, nil, err
	}
	p, ok := cutTime(d.DateTime)
	if !ok {
		return 0, 0, nil, badDateTime(d.DateTime)
	}
	if p.hasOffset {
		date, clock := splitTime(p.instant().In(loc))
		return date, clock, loc, nil
	}
	return p.date, p.clock, loc, nil
}

// splitTime returns what a calendar and a clock in t's zone show at t.
func splitTime(t time.Time) (Date, time.Duration) {
	_, offset := t.Zone()
	sec := floorMod(int(t.Unix())+offset, secondsPerDay)
	return DateIn(t), time.Duration(sec)*time.Second + time.Duration(t.Nanosecond())
}

// ParseTime reads an ISO 8601 date-time: YYYY-MM-DD, then optionally THH:MM,
// seconds, a fraction, and Z or an offset such as +01:00. Without an offset
// it is a wall time of loc. The result is in loc.
func ParseTime(s string, loc *time.Location) (time.Time, error) {
	p, ok := cutTime(s)
	if !ok {
		return time.Time{}, badDateTime(s)
	}
	if p.hasOffset {
		return p.instant().In(loc), nil
	}
	return p.date.At(p.clock, loc), nil
}

func badDateTime(s string) *Error {
	return Errorf(CodeInvalidRequest, "%q is not a date-time: write it as 2026-11-21T09:00:00", s)
}

// wallTime is a date-time as it is written.
type wallTime struct {
	date      Date
	clock     time.Duration // since midnight
	hasOffset bool
	offset    time.Duration // east of UTC
}

func (p wallTime) instant() time.Time {
	return p.date.At(p.clock-p.offset, time.UTC)
}

// cutTime reads a whole date-time.
func cutTime(s string) (wallTime, bool) {
	date, rest, ok := cutDate(s)
	p := wallTime{date: date}
	if !ok || rest == "" {
		return p, ok
	}
	if rest[0] != 'T' && rest[0] != 't' && rest[0] != ' ' {
		return p, false
	}
	if p.clock, rest, ok = cutClock(rest[1:]); !ok {
		return p, false
	}
	if rest == "" {
		return p, true
	}
	p.hasOffset = true
	p.offset, ok = parseOffset(rest)
	return p, ok
}

// cutDate reads YYYY-MM-DD at the beginning of s.
func cutDate(s string) (d Date, rest string, ok bool) {
	if len(s) < 10 || s[4] != '-' || s[7] != '-' {
		return 0, s, false
	}
	y, ok1 := digits(s[:4])
	m, ok2 := digits(s[5:7])
	day, ok3 := digits(s[8:10])
	if !ok1 || !ok2 || !ok3 || y < 1 || m < 1 || m > 12 || day < 1 || day > daysIn(y, time.Month(m)) {
		return 0, s, false
	}
	return DateOf(y, time.Month(m), day), s[10:], true
}

// cutClock reads HH:MM, HH:MM:SS or HH:MM:SS.f at the beginning of s. Digits
// after the ninth of a fraction are below a nanosecond and refused.
func cutClock(s string) (clock time.Duration, rest string, ok bool) {
	if len(s) < 5 || s[2] != ':' {
		return 0, s, false
	}
	h, ok1 := digits(s[:2])
	m, ok2 := digits(s[3:5])
	if !ok1 || !ok2 || h > 23 || m > 59 {
		return 0, s, false
	}
	clock = time.Duration(h)*time.Hour + time.Duration(m)*time.Minute
	s = s[5:]
	if !strings.HasPrefix(s, ":") {
		return clock, s, true
	}
	if len(s) < 3 {
		return 0, s, false
	}
	sec, ok := digits(s[1:3])
	if !ok || sec > 59 {
		return 0, s, false
	}
	clock += time.Duration(sec) * time.Second
	s = s[3:]
	if !strings.HasPrefix(s, ".") {
		return clock, s, true
	}
	n := 1
	for unit := time.Second / 10; n < len(s) && s[n] >= '0' && s[n] <= '9'; unit /= 10 {
		clock += time.Duration(s[n]-'0') * unit
		n++
	}
	return clock, s[n:], n > 1 && n <= 10
}

// parseOffset reads Z, +HH:MM or +HHMM.
func parseOffset(s string) (time.Duration, bool) {
	if s == "Z" || s == "z" {
		return 0, true
	}
	hh, mm := "", ""
	switch {
	case len(s) == 6 && s[3] == ':':
		hh, mm = s[1:3], s[4:]
	case len(s) == 5:
		hh, mm = s[1:3], s[3:]
	default:
		return 0, false
	}
	h, ok1 := digits(hh)
	m, ok2 := digits(mm)
	if !ok1 || !ok2 || h > 23 || m > 59 || s[0] != '+' && s[0] != '-' {
		return 0, false
	}
	offset := time.Duration(h)*time.Hour + time.Duration(m)*time.Minute
	if s[0] == '-' {
		offset = -offset
	}
	return offset, true
}

// digits reads a number that consists of ASCII digits alone.
func digits(s string) (int, bool) {
	n := 0
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return 0, false
		}
		n = n*10 + int(s[i]-'0')
	}
	return n, len(s) > 0
}
