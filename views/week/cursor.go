package week

import (
	"cmp"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views/week/grid"
)

// cursor is where the person is: a day, a row of it or the lane above it, and
// the event there that keys act on, if there is one.
type cursor struct {
	date model.Date
	slot grid.Slot
	lane bool
	id   string
}

// toNow puts the cursor on the present.
func (m *Model) toNow() {
	now := m.now()
	h, minute, _ := now.Clock()
	m.cursor = cursor{date: model.DateIn(now), slot: grid.Slot{Clock: (time.Duration(h)*time.Hour + time.Duration(minute)*time.Minute).Truncate(30 * time.Minute)}}
	m.layout.from = m.cursor.date
}

// selected is the event under the cursor, nil when there is none.
func (m *Model) selected() *item {
	if m.cursor.id == "" {
		return nil
	}
	return m.sheetNow().find(m.cursor.id)
}

// day is the cursor's day among those shown.
func (m *Model) day() int { return int(m.cursor.date - m.first()) }

// touch settles which event is under the cursor after it moved: the one it
// was on where that is still there.
func (m *Model) touch() tea.Cmd {
	m.reveal()
	s := m.sheetNow()
	var here []string
	switch d := m.day(); {
	case m.inAgenda():
		return m.touchAgenda(s)
	case m.cursor.lane:
		here = s.above(d)
	default:
		here = s.at(d, m.rowOf(s, m.cursor.slot))
	}
	if !slices.Contains(here, m.cursor.id) {
		m.cursor.id = ""
		if len(here) > 0 {
			m.cursor.id = here[0]
		}
	}
	return m.loadWindow()
}

// touchAgenda keeps the selection on an event of the cursor's day.
func (m *Model) touchAgenda(s *sheet) tea.Cmd {
	if it := s.find(m.cursor.id); it != nil {
		if from, to := it.days(m.zone()); from <= m.cursor.date && m.cursor.date <= to {
			return m.loadWindow()
		}
	}
	m.cursor.id = ""
	for _, it := range s.items {
		if from, to := it.days(m.zone()); from <= m.cursor.date && m.cursor.date <= to {
			m.cursor.id = it.ID
			break
		}
	}
	return m.loadWindow()
}

// byDay moves to another day.
func (m *Model) byDay(days int) tea.Cmd {
	if m.grab != nil {
		return m.grabBy(days, 0)
	}
	for step := range abs(days) {
		_ = step
		m.cursor.date += model.Date(sign(days))
		for m.layout.days == workWeek && !m.inAgenda() && since(m.workStart(), m.cursor.date) >= workWeek {
			m.cursor.date += model.Date(sign(days))
		}
	}
	return m.touch()
}

// byWeek moves to the same day of another week.
func (m *Model) byWeek(weeks int) tea.Cmd {
	if m.grab != nil {
		return m.grabBy(7*weeks, 0)
	}
	m.cursor.date += model.Date(7 * weeks)
	m.layout.from += model.Date(7 * weeks)
	return m.touch()
}

// byTime moves along the day, and into the lane above it.
func (m *Model) byTime(rows int) tea.Cmd {
	if m.grab != nil {
		return m.grabBy(0, rows)
	}
	if m.inAgenda() {
		return m.byEvent(rows)
	}
	s := m.sheetNow()
	row := m.rowOf(s, m.cursor.slot)
	for range abs(rows) {
		if m.cursor.lane {
			if !m.inLaneBy(s, sign(rows)) {
				m.cursor.lane = false
				row = m.layout.top
			}
			continue
		}
		next := row + sign(rows)
		for next >= 0 && next < len(s.axis.Slots) && !ordinary(s, m.day(), next) {
			next += sign(rows)
		}
		switch {
		case next < 0 && len(s.above(m.day())) > 0:
			above := s.above(m.day())
			m.cursor.lane, m.cursor.id = true, above[len(above)-1]
		case next >= 0 && next < len(s.axis.Slots):
			row = next
		}
	}
	if !m.cursor.lane {
		m.cursor.slot = s.axis.Slots[row]
	}
	return m.touch()
}

func ordinary(s *sheet, day, row int) bool {
	_, kind := s.axis.At(day, row)
	return kind == grid.Ordinary
}

// inLaneBy moves within the lane; false when that leaves it at its lower end.
func (m *Model) inLaneBy(s *sheet, step int) bool {
	above := s.above(m.day())
	at := slices.Index(above, m.cursor.id) + step
	if at >= len(above) {
		return false
	}
	if at >= 0 {
		m.cursor.id = above[at]
	}
	return true
}

// byEvent moves to the next or the previous event in order of time, also to
// one that is not in sight.
func (m *Model) byEvent(steps int) tea.Cmd {
	var all []*item
	for _, it := range m.book.items {
		if !it.calendar.hidden {
			all = append(all, it)
		}
	}
	if len(all) == 0 {
		return nil
	}
	m.byDays(all)
	at := slices.IndexFunc(all, func(it *item) bool { return it.ID == m.cursor.id })
	if at < 0 {
		// From an empty place: the first event after it, or the last before.
		now := m.instant()
		at = slices.IndexFunc(all, func(it *item) bool { return m.startOf(it).After(now) })
		if at < 0 {
			at = len(all)
		}
		if steps > 0 {
			steps--
		}
	}
	at = max(min(at+steps, len(all)-1), 0)
	return m.goTo(all[at])
}

// byDays puts events in the order in which the person's days have them: one of
// whole days before what begins in the night after it, whatever UTC says.
func (m *Model) byDays(all []*item) {
	slices.SortStableFunc(all, func(a, b *item) int {
		return cmp.Or(m.startOf(a).Compare(m.startOf(b)), inOrder(a, b))
	})
}

// startOf is when an event begins on the person's clock: an all-day event
// with its day.
func (m *Model) startOf(it *item) time.Time {
	if it.allDay {
		return it.first.At(0, m.zone())
	}
	return it.start
}

// goTo puts the cursor on an event.
func (m *Model) goTo(it *item) tea.Cmd {
	first, _ := it.days(m.zone())
	m.cursor.date, m.cursor.id, m.cursor.lane = first, it.ID, it.inLane()
	if !it.inLane() {
		m.reveal() // its day has to be among those shown
		s := m.sheetNow()
		m.cursor.slot = s.axis.Slots[s.axis.Row(m.day(), it.start)]
	}
	return m.touch()
}

// instant is the time at the cursor.
func (m *Model) instant() time.Time {
	if m.cursor.lane || m.inAgenda() {
		return m.cursor.date.At(m.options.Morning, m.zone())
	}
	s := m.sheetNow()
	at, _ := s.axis.At(m.day(), m.rowOf(s, m.cursor.slot))
	return at
}

// goToday puts the cursor on the present, or on today at the same time when
// it is there already.
func (m *Model) goToday() tea.Cmd {
	m.toNow()
	return m.touch()
}

// goDate puts the cursor on a day, and on a time of it when there is one.
func (m *Model) goDate(t time.Time, timed bool) tea.Cmd {
	m.cursor.date, m.cursor.id, m.cursor.lane = model.DateIn(t), "", false
	if timed {
		h, minute, _ := t.Clock()
		m.cursor.slot = grid.Slot{Clock: (time.Duration(h)*time.Hour + time.Duration(minute)*time.Minute).Truncate(m.step())}
	}
	m.layout.from = m.cursor.date
	return m.touch()
}

// byHalf scrolls by half of what is in sight.
func (m *Model) byHalf(halves int) tea.Cmd {
	if m.inAgenda() {
		return m.byEvent(halves * max(m.height/2, 1))
	}
	return m.byTime(halves * max(m.rows(m.sheetNow())/2, 1))
}

// toEdge goes to the first or the last row of the day.
func (m *Model) toEdge(end bool) tea.Cmd {
	if m.inAgenda() {
		return m.byEvent(map[bool]int{true: 1, false: -1}[end] * len(m.book.items))
	}
	s := m.sheetNow()
	m.cursor.lane = false
	m.cursor.slot = grid.Slot{}
	if end {
		m.cursor.slot = s.axis.Slots[len(s.axis.Slots)-1]
	}
	return m.touch()
}

// nextLayout turns through a week, five days, three, one and the agenda.
func (m *Model) nextLayout() tea.Cmd {
	l := &m.layout
	switch {
	case l.agenda:
		l.agenda, l.days = false, week
	case l.days == week:
		l.days = 5
	case l.days == 5:
		l.days = 3
	case l.days == 3:
		l.days = 1
	default:
		l.agenda = true
	}
	l.from = m.cursor.date
	return tea.Batch(m.touch(), m.keep())
}

func sign(n int) int {
	if n < 0 {
		return -1
	}
	return 1
}

func abs(n int) int { return max(n, -n) }
