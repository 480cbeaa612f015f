package model

import (
	"math"
	"slices"
	"time"
)

// Status is what a calendar says of a time, in the order in which one status
// hides another: the worst thing that meets a time is what counts.
type Status uint8

// The statuses, from the best to the worst.
const (
	StatusFree Status = iota
	StatusWorkingElsewhere
	StatusUnknown
	StatusTentative
	StatusBusy
	StatusOOF
)

// statusNames are the values of showAs, by status.
var statusNames = [...]string{ShowFree, ShowWorkingElsewhere, ShowUnknown, ShowTentative, ShowBusy, ShowOOF}

// statusChances are the chances of attendance in percent (part 8 of the
// interface). It leaves three open: tentative counts as unknown does, away as
// busy, working elsewhere as free.
var statusChances = [...]int{100, 100, 49, 49, 0, 0}

// statusDigits are the digits of availabilityView. It has none for a calendar
// that cannot be read, because such a schedule has an error and no view.
var statusDigits = [...]byte{'0', '4', '?', '1', '2', '3'}

// ParseStatus reads a value of showAs, in any letter case. What is not one is
// unknown, and so is never taken for free.
func ParseStatus(showAs string) Status {
	name, ok := fold(showAs, statusNames[:]...)
	if !ok {
		return StatusUnknown
	}
	return Status(slices.Index(statusNames[:], name))
}

// String returns the value of showAs.
func (s Status) String() string { return statusNames[s] }

// Chance returns the chance of attendance in percent.
func (s Status) Chance() int { return statusChances[s] }

// BusySpan is one entry of a calendar, as free/busy sees it. It is half open:
// a meeting that ends at 10:00 does not meet one that starts then.
type BusySpan struct {
	Start, End time.Time
	Status     Status
}

// Availability is a calendar reduced to free/busy: the worst status at every
// time. The zero value is a calendar that could not be read, unknown at all
// times. It does not change and may be shared.
type Availability struct {
	readable bool
	runs     []run
}

// run is a stretch of one status, in Unix seconds, start <= t < end. The runs
// of an Availability are sorted, do not overlap, and none is free.
type run struct {
	start, end int64
	status     Status
}

// NewAvailability merges the entries of a calendar. Their order does not
// matter; entries that are free or have no length say nothing.
func NewAvailability(spans []BusySpan) Availability {
	var all []run
	for _, s := range spans {
		r := run{start: s.Start.Unix(), end: s.End.Unix(), status: s.Status}
		if s.End.Nanosecond() > 0 {
			r.end++ // a part of a second is busy for all of it
		}
		if r.status != StatusFree && r.start < r.end {
			all = append(all, r)
		}
	}
	byStart := func(a, b run) int {
		switch {
		case a.start < b.start:
			return -1
		case a.start > b.start:
			return 1
		}
		return 0
	}
	if !slices.IsSortedFunc(all, byStart) {
		slices.SortStableFunc(all, byStart)
	}
	return Availability{readable: true, runs: flatten(all)}
}

// flatten resolves overlaps among runs that are sorted by start.
func flatten(all []run) []run {
	out := make([]run, 0, len(all))
	var open []run // what has begun and may not be over, at the time reached
	var at int64
	advance := func(to int64) {
		for len(open) > 0 && at < to {
			// The worst of what is open holds until it, or something else, ends.
			next, worst := to, Status(0)
			for _, r := range open {
				next, worst = min(next, r.end), max(worst, r.status)
			}
			if last := len(out) - 1; last >= 0 && out[last].end == at && out[last].status == worst {
				out[last].end = next
			} else {
				out = append(out, run{at, next, worst})
			}
			at = next
			open = slices.DeleteFunc(open, func(r run) bool { return r.end <= at })
		}
		at = max(at, to)
	}
	for _, r := range all {
		if len(open) == 0 {
			at = r.start
		}
		advance(r.start)
		open = append(open, r)
	}
	advance(math.MaxInt64)
	return out
}

// Readable reports whether the calendar could be read.
func (a Availability) Readable() bool { return a.readable }

// During returns the worst status in from <= t < to.
func (a Availability) During(from, to time.Time) Status {
	end := to.Unix()
	if to.Nanosecond() > 0 {
		end++
	}
	return a.worst(from.Unix(), end)
}

func (a Availability) worst(from, to int64) Status {
	if !a.readable {
		return StatusUnknown
	}
	worst := StatusFree
	for _, r := range a.runs[a.firstAfter(from):] {
		if r.start >= to {
			break
		}
		worst = max(worst, r.status)
	}
	return worst
}

// firstAfter returns the index of the first run that ends after a time.
func (a Availability) firstAfter(t int64) int {
	low, high := 0, len(a.runs)
	for low < high {
		if middle := (low + high) / 2; a.runs[middle].end <= t {
			low = middle + 1
		} else {
			high = middle
		}
	}
	return low
}

// Columns returns the worst status between each edge and the next: one less
// than there are edges, which must not decrease.
func (a Availability) Columns(edges []time.Time) []Status {
	if len(edges) < 2 {
		return nil
	}
	columns := make([]Status, len(edges)-1)
	for i := range columns {
		columns[i] = a.During(edges[i], edges[i+1])
	}
	return columns
}

// View returns a digit for each interval from start on, as getSchedule's
// availabilityView has them: 0 free, 1 tentative, 2 busy, 3 away, 4 working
// elsewhere, ? for a calendar that cannot be read. The last interval may
// reach past end. Intervals count elapsed time, not the clock's.
func (a Availability) View(start, end time.Time, interval time.Duration) string {
	if interval < time.Second || !start.Before(end) {
		return ""
	}
	count := int((end.Sub(start) + interval - 1) / interval)
	view := make([]byte, count)
	for i := range view {
		at := start.Add(time.Duration(i) * interval)
		view[i] = statusDigits[a.During(at, at.Add(interval))]
	}
	return string(view)
}

// Spans returns the merged entries, in the zone of loc, sorted; nothing for a
// calendar that cannot be read.
func (a Availability) Spans(loc *time.Location) []BusySpan {
	spans := make([]BusySpan, len(a.runs))
	for i, r := range a.runs {
		spans[i] = BusySpan{time.Unix(r.start, 0).In(loc), time.Unix(r.end, 0).In(loc), r.status}
	}
	return spans
}
