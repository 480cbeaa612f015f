package model

import (
	"time"
)

// Hours are a person's working hours made ready: on some days of the week,
// from one wall time to another in a zone of their own. Hours whose end is
// not after their start last until the next day.
type Hours struct {
	loc        *time.Location
	days       uint8 // a bit for each day of the week on which they begin
	start, end time.Duration
}

// NewHours reads working hours. Days may be in any letter case; times are
// HH:MM with optional seconds and fraction; an empty zone is UTC. Working
// hours without days are those of a person who never works.
func NewHours(w WorkingHours) (*Hours, error) {
	loc, err := DateTimeTimeZone{TimeZone: w.TimeZone.Name}.location()
	if err != nil {
		return nil, refuse("workingHours.timeZone", "%v", err)
	}
	h := &Hours{loc: loc}
	for _, name := range w.DaysOfWeek {
		d, ok := parseWeekday(name)
		if !ok {
			return nil, refuse("workingHours.daysOfWeek", "%q is not a day of the week", name)
		}
		h.days |= 1 << d
	}
	for _, t := range []struct {
		target, text string
		to           *time.Duration
	}{{"startTime", w.StartTime, &h.start}, {"endTime", w.EndTime, &h.end}} {
		clock, rest, ok := cutClock(t.text)
		if !ok || rest != "" {
			return nil, refuse("workingHours."+t.target, "%q is not a time of day: write it as 09:00:00", t.text)
		}
		*t.to = clock
	}
	if h.end <= h.start {
		h.end += 24 * time.Hour
	}
	return h, nil
}

// Location returns the zone of the hours.
func (h *Hours) Location() *time.Location { return h.loc }

// Contains reports whether from <= t < to lies within the hours.
func (h *Hours) Contains(from, to time.Time) bool {
	for _, s := range h.stretches(from.Unix(), to.Unix(), 0) {
		if s.start <= from.Unix() && to.Unix() <= s.end {
			return true
		}
	}
	return false
}

// span is a stretch of time in Unix seconds, start <= t < end.
type span struct{ start, end int64 }

// stretches returns the stretches of working time that meet from <= t < to,
// in order; hours that begin as others end are one stretch. extra are days of
// the week, a bit each, on which the hours hold as well.
func (h *Hours) stretches(from, to int64, extra uint8) []span {
	zone := wallZone{loc: h.loc}
	days := h.days | extra
	first := DateIn(time.Unix(from, 0).In(h.loc)) - 2
	last := DateIn(time.Unix(to, 0).In(h.loc))
	var out []span
	for d := first; d <= last; d++ {
		if days&(1<<d.Weekday()) == 0 {
			continue
		}
		s := span{zone.at(d, h.start).Unix(), zone.at(d, h.end).Unix()}
		if s.end <= from || s.start >= to || s.end <= s.start {
			continue
		}
		if n := len(out); n > 0 && s.start <= out[n-1].end {
			out[n-1].end = max(out[n-1].end, s.end)
			continue
		}
		out = append(out, s)
	}
	return out
}
