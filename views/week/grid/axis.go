// Package grid places events on days: which rows they take, side by side with
// whom, and what has to be counted because there is no room.
//
// Invariants: no two blocks of a day share a cell; an event that overlaps
// nobody keeps the whole width, however crowded the rest of its day is; every
// event is placed or counted. Days are drawn as long as they are: a clock time
// that a day skips has no instant, and one that it shows twice has two rows.
// Nothing here draws, or knows a colour.
package grid

import (
	"time"

	"daybook/model"
)

// Slot is a row of the axis: a clock time since midnight, shared by all days.
// Second rows are the times that some day shows once more when its clocks go
// back.
type Slot struct {
	Clock  time.Duration
	Second bool
}

// Kind says what a slot is on a day.
type Kind int8

// The kinds of slots. Only an Ordinary one has an instant: a Skipped one is
// jumped over when the clocks go forward, a Single one is the second pass on
// a day that has none.
const (
	Ordinary Kind = iota
	Skipped
	Single
)

// Axis is the rows of consecutive days in one zone.
type Axis struct {
	First model.Date
	Step  time.Duration
	Slots []Slot
	days  []axisDay
}

type axisDay struct {
	start, end time.Time
	at         []time.Time
	kind       []Kind
}

const day = 24 * time.Hour

// NewAxis makes the rows of n days from a first one on, each step long; step
// divides a day.
func NewAxis(first model.Date, n int, loc *time.Location, step time.Duration) *Axis {
	a := &Axis{First: first, Step: step}
	seconds := map[time.Duration]bool{}
	for d := range n {
		for clock := time.Duration(0); clock < day; clock += step {
			if _, twice := second(first+model.Date(d), clock, loc); twice {
				seconds[clock] = true
			}
		}
	}
	a.Slots = slots(step, seconds)
	for d := range n {
		a.days = append(a.days, a.day(first+model.Date(d), loc))
	}
	return a
}

// slots lists the rows: the second pass over some clock times stands behind
// the last of the first pass.
func slots(step time.Duration, seconds map[time.Duration]bool) []Slot {
	var all, again []Slot
	for clock := time.Duration(0); clock < day; clock += step {
		if seconds[clock] {
			again = append(again, Slot{clock, true})
		} else {
			all, again = append(all, again...), nil
		}
		all = append(all, Slot{Clock: clock})
	}
	return append(all, again...)
}

func (a *Axis) day(date model.Date, loc *time.Location) axisDay {
	d := axisDay{start: date.At(0, loc), end: (date + 1).At(0, loc),
		at: make([]time.Time, len(a.Slots)), kind: make([]Kind, len(a.Slots))}
	for i, s := range a.Slots {
		if s.Second {
			t, twice := second(date, s.Clock, loc)
			if d.at[i] = t; !twice {
				d.kind[i] = Single
			}
			continue
		}
		t := date.At(s.Clock, loc)
		if d.at[i] = t; !shows(t, date, s.Clock) {
			d.kind[i] = Skipped
		}
	}
	return d
}

// second is the later instant at which a clock shows a time, if there is one.
func second(date model.Date, clock time.Duration, loc *time.Location) (time.Time, bool) {
	t := date.At(clock, loc)
	_, end := t.ZoneBounds()
	if end.IsZero() || end.Sub(t) > day {
		return time.Time{}, false
	}
	_, before := t.Zone()
	_, after := end.Zone()
	u := t.Add(time.Duration(before-after) * time.Second)
	if before <= after || u.Before(end) || !shows(u, date, clock) {
		return time.Time{}, false
	}
	return u, true
}

// shows reports whether the wall of t's zone shows that date and clock at t.
func shows(t time.Time, date model.Date, clock time.Duration) bool {
	return model.DateIn(t) == date && model.ClockIn(t) == clock
}

// Days is how many days the axis has.
func (a *Axis) Days() int { return len(a.days) }

// At is the instant at which a row begins on a day, and what the row is there.
// The instant of a Skipped row is where the clock has jumped to.
func (a *Axis) At(day, row int) (time.Time, Kind) {
	d := &a.days[day]
	return d.at[row], d.kind[row]
}

// Bounds is when a day begins and ends.
func (a *Axis) Bounds(day int) (start, end time.Time) { return a.days[day].start, a.days[day].end }

// Row is the row of a day in which an instant falls, the first or the last
// when it is on another day.
func (a *Axis) Row(day int, t time.Time) int {
	d := &a.days[day]
	row := 0
	for i, at := range d.at {
		if d.kind[i] != Ordinary {
			continue
		}
		if at.After(t) {
			break
		}
		row = i
	}
	return row
}

// RowOf is the row of a clock time in its first pass.
func (a *Axis) RowOf(clock time.Duration) int {
	row := 0
	for i, s := range a.Slots {
		if !s.Second && s.Clock <= clock {
			row = i
		}
	}
	return row
}

// Rows is the rows from <= row < to of a day that a span of time takes, at
// least one; false when it does not meet the day.
func (a *Axis) Rows(day int, start, end time.Time) (from, to int, ok bool) {
	d := &a.days[day]
	if !start.Before(d.end) || end.Before(d.start) || end.Equal(d.start) && start.Before(end) {
		return 0, 0, false
	}
	from = a.Row(day, start)
	to = from + 1
	for i := to; i < len(d.at); i++ {
		if d.kind[i] == Ordinary && d.at[i].Before(end) {
			to = i + 1
		}
	}
	return from, to, true
}
