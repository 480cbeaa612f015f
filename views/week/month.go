package week

import (
	"slices"
	"time"

	"daybook/model"
	"daybook/views"
	"daybook/views/week/grid"
)

// A month is shown as six weeks, whatever its length and the day that weeks
// begin with, so that nothing jumps from one to the next.
const (
	monthWeeks = 6
	monthDays  = monthWeeks * week
	// The least room for a month: a number and a count a day, and a line for
	// what is on the cursor's.
	monthWidth, monthHeight = 28, 8
)

// month is the layout of the days as the weeks of the cursor's month. There the
// cursor is a day, and an event of it only once that was gone to.
type month struct {
	*days
	sheet monthSheet
}

// monthSheet is the six weeks with their events in place, computed anew when
// something that it comes from has changed.
type monthSheet struct {
	key   monthKey
	on    [monthDays][]*item // all events of each day: those of whole days first
	weeks [monthWeeks]monthWeek
}

// monthKey is what a monthSheet comes from.
type monthKey struct {
	version    int
	first      model.Date
	zone       *time.Location
	height     int
	grabbed    string
	start, end time.Time
	allDay     bool
}

// monthWeek is a week of them: its rows below that of the dates, and how many
// events of each day found no room there.
type monthWeek struct {
	rows   int
	bars   []grid.Bar       // in rows
	timed  [week][]*item    // by row, nil where a bar or nothing is
	of     map[string]*item // the bars' events
	hidden [week]int
}

// inMonth says that a month is drawn.
func (d *days) inMonth() bool {
	return d.layout.month && d.width >= monthWidth && d.height >= monthHeight
}

// monthFirst is the first day of the six weeks around a day's month.
func monthFirst(date model.Date, begins time.Weekday) model.Date {
	_, _, day := date.Civil()
	first := date - model.Date(day-1)
	return first - model.Date(since(begins%7, first))
}

// weekRows is how many rows each week has, that of its dates included; what is
// left over goes to the first of them. It is one where there is room for dates
// and counts alone.
func (m *month) weekRows(w int) int {
	room := m.height - 2
	rows := room / monthWeeks
	if rows >= 2 && w < room%monthWeeks {
		rows++
	}
	return rows
}

// sheetNow is the month as things are.
func (m *month) sheetNow() *monthSheet {
	k := monthKey{version: m.events.version, first: m.first(), zone: m.zone(), height: m.height}
	if g := m.grab; g != nil {
		k.grabbed, k.start, k.end, k.allDay = g.id, g.start, g.end, g.allDay
	}
	if m.sheet.weeks[0].of == nil || m.sheet.key != k {
		last := k.first + monthDays - 1
		items := m.events.visible(k.first, last, k.zone)
		if m.grab != nil {
			items = m.grab.among(items, m.events.find(m.grab.id), k.first, last, k.zone)
			slices.SortStableFunc(items, inOrder)
		}
		var rows [monthWeeks]int
		for w := range rows {
			rows[w] = m.weekRows(w) - 1
		}
		m.sheet = newMonthSheet(k, items, rows)
	}
	return &m.sheet
}

// newMonthSheet places events: whole days and what lasts longer as bars, the
// others by their beginning in the rows that are left, each on the day it begins.
func newMonthSheet(k monthKey, items []*item, rows [monthWeeks]int) monthSheet {
	s := monthSheet{key: k}
	var bars [monthWeeks][]grid.Bar
	for w := range s.weeks {
		s.weeks[w].rows, s.weeks[w].of = rows[w], map[string]*item{}
	}
	for _, it := range items {
		if !it.inLane() {
			continue
		}
		begins, ends := it.days(k.zone)
		begins, ends = begins-k.first, ends-k.first
		from, to := max(begins, 0), min(ends, monthDays-1)
		for d := from; d <= to; d++ {
			s.on[d] = append(s.on[d], it)
		}
		for w := from / week; w <= to/week; w++ {
			first, last := w*week, w*week+week-1
			bars[w] = append(bars[w], grid.Bar{ID: it.ID, From: int(max(from, first) - first), To: int(min(to, last) - first),
				Before: begins < first, After: ends > last})
			s.weeks[w].of[it.ID] = it
		}
	}
	var taken [monthWeeks][week][]bool
	for w := range s.weeks {
		here := &s.weeks[w]
		placed, _, _ := grid.Lane(bars[w], week, len(bars[w]))
		for d := range week {
			taken[w][d], here.timed[d] = make([]bool, here.rows), make([]*item, here.rows)
		}
		for _, b := range placed {
			for d := b.From; d <= b.To; d++ {
				if b.Row < here.rows {
					taken[w][d][b.Row] = true
				} else {
					here.hidden[d]++
				}
			}
			if b.Row < here.rows {
				here.bars = append(here.bars, b)
			}
		}
	}
	for _, it := range items {
		if it.inLane() {
			continue
		}
		at := max(dayOf(it, k.zone), k.first) - k.first
		s.on[at] = append(s.on[at], it)
		w, d := at/week, at%week
		here := &s.weeks[w]
		if row := slices.Index(taken[w][d], false); row >= 0 {
			taken[w][d][row], here.timed[d][row] = true, it
		} else {
			here.hidden[d]++
		}
	}
	return s
}

// dayOf is the day that an event begins on.
func dayOf(it *item, zone *time.Location) model.Date {
	first, _ := it.days(zone)
	return first
}

// of lists the events of a day.
func (s *monthSheet) of(date model.Date) []*item {
	if at := date - s.key.first; at >= 0 && at < monthDays {
		return s.on[at]
	}
	return nil
}

// selected is the event under the cursor.
func (m *month) selected() *item { return find(m.sheetNow().of(m.cursor.date), m.cursor.id) }

// touch keeps the event under the cursor while that is on its day.
func (m *month) touch() {
	if m.cursor.id != "" && m.selected() == nil {
		m.cursor.id = ""
	}
	m.cursor.lane = false
}

// byMonth moves to the same day of another month, or to its last.
func (m *month) byMonth(n int) {
	y, mon, day := m.cursor.date.Civil()
	to := time.Date(y, mon+time.Month(n), 1, 12, 0, 0, 0, time.UTC)
	last := to.AddDate(0, 1, -1).Day()
	m.cursor.date = model.DateIn(to) + model.Date(min(day, last)-1)
	m.cursor.id = ""
	m.days.touch()
}

// toEdge goes to the first or the last day of the month.
func (m *month) toEdge(last bool) {
	_, _, day := m.cursor.date.Civil()
	m.cursor.date -= model.Date(day - 1)
	if last {
		m.byMonth(1)
		m.cursor.date--
	}
	m.cursor.id = ""
	m.days.touch()
}

// words say of the cursor's day how much is on it.
func (m *month) words() string {
	n := len(m.sheetNow().of(m.cursor.date))
	day := m.moment(m.cursor.date.At(0, m.zone()), true)
	if n == 0 {
		return day + ": nothing"
	}
	return day + ": " + views.Count(n, "event", "events")
}

// toggleMonth shows the month, or what was shown before it.
func (d *days) toggleMonth() {
	d.layout.month, d.layout.opened = !d.layout.month, false
	d.layout.from = d.cursor.date
	d.touch()
}

// openDay shows the cursor's day of a month alone; leaveDay goes back.
func (d *days) openDay() {
	d.layout.month, d.layout.opened, d.layout.before = false, true, d.layout.days
	d.layout.days, d.layout.from = 1, d.cursor.date
	d.cursor.id, d.cursor.lane = "", false
	on := d.month.sheetNow().of(d.cursor.date)
	timed := slices.IndexFunc(on, func(it *item) bool { return !it.inLane() })
	switch {
	case timed >= 0:
		d.goTo(on[timed])
	case len(on) > 0:
		d.goTo(on[0])
	}
	d.touch()
}

func (d *days) leaveDay() bool {
	if !d.layout.opened {
		return false
	}
	d.layout.month, d.layout.opened, d.layout.days = true, false, d.layout.before
	d.cursor.id = ""
	d.touch()
	return true
}
