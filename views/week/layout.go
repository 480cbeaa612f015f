package week

import (
	"time"

	"daybook/model"
	"daybook/views/week/grid"
)

// The sizes that decide what is drawn.
const (
	minWidth, minHeight = 20, 5
	agendaWidth         = 60 // below this there is no room for a grid
	dayWidth            = 13 // the least that a day needs, its separator included
	agendaDays          = 14
)

// week is the days of the whole week; the other widths are fewer. A work week
// begins with the first day of work.
const (
	week     = 7
	workWeek = 5
)

// layout is how the days are shown: so many of them, or as an agenda. From is
// the first day where days do not stand in weeks; top the first row in sight.
type layout struct {
	days   int
	agenda bool
	from   model.Date
	top    int
}

// inAgenda says that a list is drawn: because it was asked for, or because
// there is no room for days.
func (m *Model) inAgenda() bool { return m.layout.agenda || m.width < agendaWidth || m.height < 10 }

// shownDays is how many days there is room for, of those wanted.
func (m *Model) shownDays() int {
	if m.inAgenda() {
		return agendaDays
	}
	room := (m.width - m.gutter()) / dayWidth
	for _, n := range []int{week, workWeek, 3} {
		if n <= m.layout.days && n <= room {
			return n
		}
	}
	return 1
}

// first is the first day shown. Five days and more begin with the week,
// unless the cursor is beyond them.
func (m *Model) first() model.Date {
	n, begins := m.shownDays(), m.options.FirstDay
	if n != workWeek && n != week {
		return m.layout.from
	}
	if m.layout.days == workWeek {
		begins = m.workStart()
	}
	return max(m.cursor.date-model.Date(since(begins, m.cursor.date)), m.cursor.date-model.Date(n-1))
}

// since is how many days a date is after the last day of that name.
func since(d time.Weekday, date model.Date) int { return (int(date.Weekday()) - int(d) + 7) % 7 }

// works says that a date is a day of work.
func (m *Model) works(d model.Date) bool { return m.options.WorkDays[d.Weekday()] }

// workStart is the first day of work after one of rest; of those who rest on
// no day, that which their weeks begin with.
func (m *Model) workStart() time.Weekday {
	for n := range week {
		d := (m.options.FirstDay + time.Weekday(n)) % 7
		if m.options.WorkDays[d] && !m.options.WorkDays[(d+6)%7] {
			return d
		}
	}
	return m.options.FirstDay % 7
}

// step is how long a row lasts: more of a day where there are few rows.
func (m *Model) step() time.Duration {
	switch rows := m.height - 5; {
	case rows >= 44:
		return 15 * time.Minute
	case rows >= 11:
		return 30 * time.Minute
	}
	return time.Hour
}

// reveal brings the cursor into sight.
func (m *Model) reveal() {
	n := model.Date(m.shownDays())
	m.layout.from = max(min(m.layout.from, m.cursor.date), m.cursor.date-n+1)
	if m.inAgenda() {
		m.layout.from = m.cursor.date
		return
	}
	s := m.sheetNow()
	rows := m.rows(s)
	row := m.rowOf(s, m.cursor.slot)
	if !m.cursor.lane {
		m.layout.top = max(min(m.layout.top, row), row-rows+1)
	}
	m.layout.top = max(min(m.layout.top, len(s.axis.Slots)-rows), 0)
}

// rows is how many rows of the grid are in sight.
func (m *Model) rows(s *sheet) int { return max(m.height-3-s.laneRows, 1) }

// rowOf is the row of a slot, the first pass where there is no second.
func (m *Model) rowOf(s *sheet, at grid.Slot) int {
	row := s.axis.RowOf(at.Clock)
	if at.Second {
		for i, slot := range s.axis.Slots {
			if slot.Second && slot.Clock <= at.Clock {
				row = i
			}
		}
	}
	return row
}
