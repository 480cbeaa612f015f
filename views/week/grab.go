package week

import (
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views"
	"daybook/views/week/change"
	"daybook/views/week/grid"
)

// grab is an event on its way to another time or another length: shown there,
// and written when it is let go.
type grab struct {
	id         string
	start, end time.Time
}

// among shows the grabbed event where it is held, among those of the days from
// first to last; it may have come from other days, or be on its way to them.
func (g *grab) among(items []*item, it *item, first, last model.Date, zone *time.Location) []*item {
	out := slices.DeleteFunc(slices.Clone(items), func(it *item) bool { return it.ID == g.id })
	if it == nil {
		return out
	}
	held := *it
	held.start, held.end = g.start, g.end
	if it.allDay {
		held.first, held.last = model.DateIn(g.start), max(model.DateIn(g.end)-1, model.DateIn(g.start))
	}
	if from, to := held.days(zone); from <= last && to >= first {
		out = append(out, &held)
	}
	return out
}

// mayChange says why an event cannot be changed, nil when it can.
func mayChange(it *item) error {
	switch {
	case !it.calendar.CanEdit:
		return model.Errorf(model.CodeAccessDenied, "the calendar %s can be read only", it.calendar.Name)
	case it.invited():
		return model.Errorf(model.CodeAccessDenied, "only who invited you can change it; answer with a, y or d, or write with c")
	}
	return nil
}

// take begins to carry the selected event; false when it cannot be.
func (m *Model) take() (tea.Cmd, bool) {
	it := m.selected()
	if it == nil {
		return nil, false
	}
	if err := mayChange(it); err != nil {
		return notify(views.Warning, "Cannot move it: ", err), false
	}
	m.grab = &grab{id: it.ID, start: it.start, end: it.end}
	if it.allDay {
		m.grab.start, m.grab.end = it.first.At(0, m.zone()), (it.last+1).At(0, m.zone())
	}
	return nil, true
}

// grabBy carries the event by days and rows; an event that nobody holds yet
// is taken first.
func (m *Model) grabBy(days, rows int) tea.Cmd {
	if m.grab == nil {
		if cmd, ok := m.take(); !ok {
			return cmd
		}
	}
	it := m.book.find(m.grab.id)
	if it == nil {
		m.grab = nil
		return nil
	}
	length := m.grab.end.Sub(m.grab.start)
	start := m.grab.start.In(m.zone())
	if days != 0 {
		start = (model.DateIn(start) + model.Date(days)).At(clockOf(start), m.zone())
	}
	if !it.allDay {
		start = start.Add(time.Duration(rows) * m.step())
	}
	m.grab.start, m.grab.end = start, start.Add(length)
	if it.allDay { // as many days, also across a change of the clocks
		m.grab.end = (model.DateIn(start) + it.last - it.first + 1).At(0, m.zone())
	}
	return m.followGrab(it)
}

// resize makes the event longer or shorter at its end, by rows or by days.
func (m *Model) resize(rows int) tea.Cmd {
	if m.grab == nil {
		if cmd, ok := m.take(); !ok {
			return cmd
		}
	}
	it := m.book.find(m.grab.id)
	if it == nil {
		m.grab = nil
		return nil
	}
	if it.allDay {
		first, last := model.DateIn(m.grab.start), model.DateIn(m.grab.end.In(m.zone()))
		m.grab.end = max(last+model.Date(rows), first+1).At(0, m.zone())
	} else if end := m.grab.end.Add(time.Duration(rows) * m.step()); end.After(m.grab.start) {
		m.grab.end = end
	}
	return m.followGrab(it)
}

// followGrab keeps the cursor on what is carried.
func (m *Model) followGrab(it *item) tea.Cmd {
	start := m.grab.start.In(m.zone())
	m.cursor.date, m.cursor.id, m.cursor.lane = model.DateIn(start), it.ID, it.inLane()
	if !it.inLane() {
		m.cursor.slot = grid.Slot{Clock: clockOf(start).Truncate(m.step())}
	}
	m.reveal()
	return m.loadWindow()
}

// drop lets the event go where it is held: asked once what of a series moves.
func (m *Model) drop() tea.Cmd {
	g := m.grab
	m.grab = nil
	it := m.book.find(g.id)
	if it == nil {
		return nil
	}
	was := grab{id: it.ID, start: it.start, end: it.end}
	if it.allDay {
		was.start, was.end = it.first.At(0, m.zone()), (it.last+1).At(0, m.zone())
	}
	if g.start.Equal(was.start) && g.end.Equal(was.end) {
		return m.touch()
	}
	return m.scoped("Move", it, func(s scope, target model.Event, it *item) tea.Cmd {
		after, err := retimed(target, it, g.start, g.end, s)
		if err != nil {
			return notify(views.Failure, "Could not move the event: ", err)
		}
		return m.act("Moved \u201c"+it.title.String()+"\u201d to "+m.moment(g.start, it.allDay), m.editOf(s, it, target, after))
	})
}

// retimed is an event, or its series, at another time.
func retimed(target model.Event, it *item, start, end time.Time, s scope) (model.Event, error) {
	after := target
	if it.allDay {
		first, last := model.DateIn(start), model.DateIn(end)
		if s != one {
			shifted, err := change.Shift(target, it.first.At(0, time.UTC), first.At(0, time.UTC), last.At(0, time.UTC))
			return shifted, err
		}
		after.Start = &model.DateTimeTimeZone{DateTime: first.String() + "T00:00:00", TimeZone: target.Start.TimeZone}
		after.End = &model.DateTimeTimeZone{DateTime: last.String() + "T00:00:00", TimeZone: target.End.TimeZone}
		return after, nil
	}
	if s != one {
		return change.Shift(target, it.start, start, end)
	}
	after.Start, after.End = moved(target.Start, start, start.Location()), moved(target.End, end, end.Location())
	return after, nil
}

func clockOf(t time.Time) time.Duration {
	h, m, s := t.Clock()
	return time.Duration(h)*time.Hour + time.Duration(m)*time.Minute + time.Duration(s)*time.Second
}

// moment is a time in words, for the status line: "Thu 22 Oct 10:00".
func (m *Model) moment(t time.Time, allDay bool) string {
	layout := "Mon 2 Jan 15:04"
	if allDay {
		layout = "Mon 2 Jan"
	}
	return t.In(m.zone()).Format(layout)
}
