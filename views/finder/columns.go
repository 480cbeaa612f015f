package finder

import (
	"time"

	"daybook/model"
)

// zoom is how much time a column holds.
type zoom time.Duration

// The zooms, from the finest.
const (
	quarters  = zoom(15 * time.Minute)
	halfHours = zoom(30 * time.Minute)
	hours     = zoom(time.Hour)
	wholeDays = zoom(24 * time.Hour)
)

var zooms = []zoom{quarters, halfHours, hours, wholeDays}

// column is a stretch of time, from <= t < to, drawn in one cell.
type column struct{ from, to time.Time }

// day is the columns of one day of the calendar on the wall. Days on which
// the clocks change have more or fewer.
type day struct {
	date    model.Date
	columns []column
}

// The hours of a day that are shown when nobody's working hours are known.
const (
	usualStart = 8 * time.Hour
	usualEnd   = 18 * time.Hour
)

// days are those from today on, laid out when what they depend on changed.
func (m *Model) days() []day {
	if first := model.DateIn(m.now()); m.calendar == nil || m.calendar[0].date < first {
		m.calendar = m.layDays(first)
	}
	return m.calendar
}

// layDays lays out days: all hours, or the working ones, and then without the
// days on which the organizer does not work.
func (m *Model) layDays(first model.Date) []day {
	early, late := m.workingSpan()
	var out []day
	for d := first; d < first+model.Date(7*m.options.Weeks); d++ {
		if m.look.off {
			early, late = 0, 24*time.Hour
		} else if !m.anybodyWorks(d) {
			continue
		}
		out = append(out, day{d, columnsOf(d.At(early, m.zone()), d.At(late, m.zone()), m.look.zoom)})
	}
	if len(out) == 0 { // somebody who never works still has days
		out = append(out, day{first, columnsOf(first.At(early, m.zone()), first.At(late, m.zone()), m.look.zoom)})
	}
	return out
}

// columnsOf cuts a stretch of time. Whole days are one column.
func columnsOf(from, to time.Time, z zoom) []column {
	if z == wholeDays {
		return []column{{from, to}}
	}
	var out []column
	for at := from; at.Before(to); at = at.Add(time.Duration(z)) {
		out = append(out, column{at, at.Add(time.Duration(z))})
	}
	return out
}

// workingSpan is the part of the day in which anybody of the required works,
// on the clocks of this zone, as whole hours since midnight.
func (m *Model) workingSpan() (early, late time.Duration) {
	early, late = 24*time.Hour, 0
	for d := model.DateIn(m.now()); d < model.DateIn(m.now())+7; d++ {
		for _, p := range m.meeting.people {
			if p.hours == nil || p.kind == optional || p.kind == room {
				continue
			}
			for h := time.Duration(0); h < 24*time.Hour; h += time.Hour {
				if at := d.At(h, m.zone()); p.hours.Contains(at, at.Add(time.Hour)) || p.hours.Contains(at.Add(30*time.Minute), at.Add(time.Hour)) {
					early, late = min(early, h), max(late, h+time.Hour)
				}
			}
		}
	}
	if early >= late {
		return usualStart, usualEnd
	}
	return early, late
}

// anybodyWorks reports whether the organizer works on a day; without known
// hours the days from Monday to Friday count.
func (m *Model) anybodyWorks(d model.Date) bool {
	h := m.meeting.people[0].hours
	if h == nil {
		return d.Weekday() != time.Saturday && d.Weekday() != time.Sunday
	}
	for at := d.At(0, m.zone()); model.DateIn(at) == d; at = at.Add(time.Hour) {
		if h.Contains(at, at.Add(30*time.Minute)) {
			return true
		}
	}
	return false
}

// window is the time that is searched: from the next step of the clock to the
// end of the last day.
func (m *Model) window() (from, to time.Time) {
	now := m.now()
	from = now.Truncate(15 * time.Minute)
	if from.Before(now) {
		from = from.Add(15 * time.Minute)
	}
	return from, (model.DateIn(now) + model.Date(7*m.options.Weeks)).At(0, m.zone())
}

// firstStart is where the cursor stands at first.
func (m *Model) firstStart() time.Time {
	from, _ := m.window()
	for _, d := range m.days() {
		for _, c := range d.columns {
			if !c.from.Before(from) {
				return c.from
			}
		}
	}
	return from
}
