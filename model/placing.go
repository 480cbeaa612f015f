package model

import (
	"strings"
	"time"
)

// Placing says when an event that recurs is on a date: at the clock time of its
// start, in the zone of its start, and for as long as it is written. An
// occurrence whose start falls in a gap moves on that date alone, and its
// length is the same on every date, as in RFC 5545, 3.8.5.3.
type Placing struct {
	loc, endLoc    *time.Location
	startIn, endIn string        // the zones' names as they are written
	clock          time.Duration // of the start, since midnight
	date           Date          // on which the event is written
	length         Length
	inRange        bool // the clock is not of the zone that the start is written in
}

// NewPlacing reads the start and the end of an event. Zone is where it recurs,
// for a start in UTC, which has no clock on a wall; empty is the start's own
// zone. It is an *Error with CodeInvalidRequest that names what is wrong.
func NewPlacing(start, end DateTimeTimeZone, zone string) (Placing, error) {
	h := Placing{startIn: start.TimeZone, endIn: end.TimeZone}
	date, clock, loc, err := start.wall()
	if err != nil {
		return h, refuse("start", "the start of a series: %v", err)
	}
	endDate, endClock, endLoc, err := end.wall()
	if err != nil {
		return h, refuse("end", "the end of a series: %v", err)
	}
	if h.length, err = LengthOf(start, end); err != nil {
		return h, err
	}
	h.loc, h.endLoc, h.date, h.clock = loc, endLoc, date, clock
	if zone == "" {
		return h, nil
	}
	own, err := LoadZone(zone)
	if err != nil {
		return h, refuse("recurrence.range.recurrenceTimeZone", "%v", err)
	}
	wholeDays := clock == 0 && endClock == 0 && endDate > date
	if loc != time.UTC || own == time.UTC || wholeDays {
		return h, nil
	}
	h.inRange, h.loc = true, own
	if endLoc == time.UTC {
		h.endLoc = own
	}
	h.date, h.clock = splitTime(date.At(clock, time.UTC).In(own))
	return h, nil
}

// Zone is the zone whose clock and calendar the event goes by.
func (h *Placing) Zone() *time.Location { return h.loc }

// Begins is the date and the time since midnight at which the event starts,
// as it is written.
func (h *Placing) Begins() (Date, time.Duration) { return h.date, h.clock }

// Most is the longest time that an occurrence can last.
func (h *Placing) Most() time.Duration { return h.length.most() + 2*time.Hour }

// On returns when the occurrence of a date is that starts at a time since
// midnight: Begins has that of an event which starts once a day.
func (h *Placing) On(d Date, clock time.Duration) (start, end time.Time) {
	return h.on(d, clock, &wallZone{loc: h.loc})
}

func (h *Placing) on(d Date, clock time.Duration, z *wallZone) (start, end time.Time) {
	start = z.at(d, clock)
	if end = h.length.end(start, d, clock, z); h.endLoc != h.loc {
		end = end.In(h.endLoc)
	}
	return start, end
}

// Written is the occurrence of a date as it is written: also when its start
// falls in a gap and is later than that. So an event that is kept as Written
// recurs as it did.
func (h *Placing) Written(d Date, clock time.Duration) (start, end DateTimeTimeZone) {
	from, to := h.On(d, clock)
	if h.inRange {
		return mustDateTime(from, h.startIn), mustDateTime(to, h.endIn)
	}
	start = wallText(d, clock, h.startIn)
	if h.endLoc != h.loc {
		return start, mustDateTime(to, h.endIn)
	}
	return start, wallText(d+h.length.days, clock+h.length.rest, h.endIn)
}

// mustDateTime is for zones that were loaded before.
func mustDateTime(t time.Time, zone string) DateTimeTimeZone {
	d, err := NewDateTime(t, zone)
	if err != nil {
		d = DateTimeTimeZone{DateTime: t.UTC().Format(dateTimeLayout), TimeZone: "UTC"}
	}
	return d
}

func wallText(d Date, clock time.Duration, zone string) DateTimeTimeZone {
	if zone == "" {
		zone = "UTC"
	}
	return DateTimeTimeZone{DateTime: d.At(clock, time.UTC).Format(dateTimeLayout), TimeZone: zone}
}

// Length is how long something lasts that is written from one time to
// another: whole days on the calendar, also where one of them has 23 hours, or
// else time that passes. It is never negative.
type Length struct {
	days Date
	rest time.Duration
}

// LengthOf is the length from start to end. On one clock it is what the clock
// says, so that a night in which it is changed has no say in how long the
// others are.
func LengthOf(start, end DateTimeTimeZone) (Length, error) {
	from, err := start.Time()
	if err != nil {
		return Length{}, refuse("start", "the start of an event: %v", err)
	}
	to, err := end.Time()
	if err != nil {
		return Length{}, refuse("end", "the end of an event: %v", err)
	}
	date, clock, loc, _ := start.wall() // read once, so this cannot fail
	endDate, endClock, endLoc, _ := end.wall()
	rest := to.Sub(from)
	if loc.String() == endLoc.String() {
		rest = time.Duration(endDate-date)*24*time.Hour + endClock - clock
	}
	switch {
	case rest < 0:
		return Length{}, refuse("end", "the end %s is before the start %s", end.DateTime, start.DateTime)
	case rest > 0 && rest%(24*time.Hour) == 0 && loc.String() == endLoc.String():
		return Length{days: Date(rest / (24 * time.Hour))}, nil
	}
	return Length{rest: rest}, nil
}

// End is when something of this length ends that is written to start on a date
// at a time since midnight, and starts at an instant, whose zone is the clock's.
func (l Length) End(start time.Time, d Date, clock time.Duration) time.Time {
	return l.end(start, d, clock, &wallZone{loc: start.Location()})
}

func (l Length) end(start time.Time, d Date, clock time.Duration, z *wallZone) time.Time {
	if l.days > 0 {
		if end := z.at(d+l.days, clock); end.After(start) {
			return end
		}
		return start.Add(time.Duration(l.days) * 24 * time.Hour) // of a day that the zone left out
	}
	return start.Add(l.rest)
}

// most is the longest time that it can be.
func (l Length) most() time.Duration { return time.Duration(l.days)*24*time.Hour + l.rest }

// Span returns when a single event is that is written from start to end. A
// start in a gap moves the end with it, so that it is as long as it is written.
func Span(start, end DateTimeTimeZone) (from, to time.Time, err error) {
	if from, err = start.Time(); err != nil {
		return from, to, refuse("start", "%v", err)
	}
	if to, err = end.Time(); err != nil {
		return from, to, refuse("end", "%v", err)
	}
	date, clock, loc, _ := start.wall()
	shownDate, shown := splitTime(from)
	_, _, endLoc, _ := end.wall()
	if (shownDate != date || shown != clock) && loc.String() == endLoc.String() {
		length, err := LengthOf(start, end)
		if err != nil {
			return from, to, err
		}
		to = length.End(from, date, clock)
	}
	if to.Before(from) {
		return from, to, refuse("end", "%s in %s is before the start, %s in %s", end.DateTime, end.TimeZone, start.DateTime, start.TimeZone)
	}
	return from, to, nil
}

// AsWritten is d in the interface's form, to the millisecond: the wall time of
// its zone, also when that falls in a gap and d is later than it says. A time
// with an offset becomes what the clock of the zone shows then.
func (d DateTimeTimeZone) AsWritten() (DateTimeTimeZone, error) {
	date, clock, loc, err := d.wall()
	if err != nil {
		return d, err
	}
	zone := d.TimeZone
	t, err := d.Time()
	if err != nil {
		return d, err
	}
	if strings.TrimSpace(zone) == "" {
		zone = loc.String()
	}
	if !date.At(clock, loc).Equal(t) { // it has an offset that the wall time cannot say
		return NewDateTime(t.Truncate(time.Millisecond), zone)
	}
	return wallText(date, clock.Truncate(time.Millisecond), zone), nil
}

// WholeDays returns the dates from the first to the one after the last of what
// is written from midnight to midnight; ok is false when it is not. Where a zone
// has no midnight on a date, the first moment of the date stands for it.
func WholeDays(start, end DateTimeTimeZone) (first, after Date, ok bool) {
	first, ok = start.midnight()
	after, isToo := end.midnight()
	return first, after, ok && isToo && after > first
}

func (d DateTimeTimeZone) midnight() (Date, bool) {
	date, clock, loc, err := d.wall()
	if err != nil {
		return 0, false
	}
	return date, clock == 0 || date.At(clock, loc).Equal(date.At(0, loc))
}
