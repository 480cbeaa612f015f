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

// grab is an event on its way to another time, another length, or from the
// hours to the days above them and back: shown there, and written when it is
// let go. All day it is from a midnight to another, in the zone shown.
type grab struct {
	id         string
	start, end time.Time
	allDay     bool
	clock      time.Duration // at which it stands on days that do not skip that time
	steps      []grab        // how it stood before each step since it was taken, the newest last
	undone     []grab        // how it stood before undo took a step back, the newest last
}

// grabSteps bounds the steps that undo takes back one by one.
const grabSteps = 200

// grabOf is an event as it stands.
func (m *Model) grabOf(it *item) grab {
	g := grab{id: it.ID, start: it.start, end: it.end, allDay: it.allDay, clock: clockOf(it.start.In(m.zone()))}
	if it.allDay {
		g.start, g.end = it.first.At(0, m.zone()), (it.last+1).At(0, m.zone())
	}
	return g
}

// held is the event as it is carried.
func (g *grab) held(it *item) *item {
	held := *it
	held.start, held.end, held.allDay = g.start, g.end, g.allDay
	if g.allDay {
		held.first, held.last = model.DateIn(g.start), max(model.DateIn(g.end)-1, model.DateIn(g.start))
	}
	return &held
}

// among shows the grabbed event where it is held, among those of the days from
// first to last; it may have come from other days, or be on its way to them.
func (g *grab) among(items []*item, it *item, first, last model.Date, zone *time.Location) []*item {
	out := slices.DeleteFunc(slices.Clone(items), func(it *item) bool { return it.ID == g.id })
	if it == nil {
		return out
	}
	held := g.held(it)
	if from, to := held.days(zone); from <= last && to >= first {
		out = append(out, held)
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
	g := m.grabOf(it)
	m.grab, m.letGo = &g, nil
	return nil, true
}

// carry takes a step with the carried event, and keeps how it stood before for
// undo. An event that nobody holds yet is taken first: that is of the step.
func (m *Model) carry(step func(it *item)) tea.Cmd {
	fresh := m.grab == nil
	if fresh {
		if cmd, ok := m.take(); !ok {
			return cmd
		}
	}
	it := m.book.find(m.grab.id)
	if it == nil {
		m.grab = nil
		return nil
	}
	was := *m.grab
	was.steps, was.undone = nil, nil
	step(it)
	if g := m.grab; !fresh && !g.as(was) {
		g.steps = append(slices.Clone(g.steps[max(len(g.steps)-grabSteps+1, 0):]), was)
		g.undone = nil
	}
	return m.followGrab(it)
}

// as says that an event is carried to the same times.
func (g grab) as(other grab) bool {
	return g.allDay == other.allDay && g.start.Equal(other.start) && g.end.Equal(other.end)
}

// grabBy carries the event by days and rows.
func (m *Model) grabBy(days, rows int) tea.Cmd {
	return m.carry(func(*item) {
		g := m.grab
		length, days0 := g.end.Sub(g.start), model.DateIn(g.end.In(m.zone()))-model.DateIn(g.start.In(m.zone()))
		start := g.start.In(m.zone())
		switch {
		case g.allDay: // from the first moment of a day, whenever that is
			start = (model.DateIn(start) + model.Date(days)).At(0, m.zone())
		default:
			if days != 0 {
				start = (model.DateIn(start) + model.Date(days)).At(g.clock, m.zone())
			}
			if rows != 0 {
				start = start.Add(time.Duration(rows) * m.step())
				g.clock = clockOf(start)
			}
		}
		g.start, g.end = start, start.Add(length)
		if g.allDay { // as many days, also across a change of the clocks
			g.end = (model.DateIn(start) + days0).At(0, m.zone())
		}
	})
}

// StepBack implements views.Unfinished: the steps of what is carried one by
// one, then the carrying itself; what the mouse holds is one step. Then a span.
func (m *Model) StepBack() (cmd tea.Cmd, open bool) {
	if cmd, open = m.custom.StepBack(); open {
		return cmd, open
	}
	switch {
	case m.grab != nil && m.drag == nil && len(m.grab.steps) > 0:
		return m.stepGrab(&m.grab.steps, &m.grab.undone), true
	case m.grab != nil:
		g := *m.grab
		m.drag = nil
		cmd = m.back()
		m.letGo = &g
		return cmd, true
	case !m.anchor.IsZero():
		m.drag = nil
		return m.back(), true
	}
	return nil, false
}

// StepAgain implements views.Unfinished.
func (m *Model) StepAgain() (cmd tea.Cmd, open bool) {
	if cmd, open = m.custom.StepAgain(); open {
		return cmd, open
	}
	switch {
	case m.grab == nil && m.letGo != nil && m.book.find(m.letGo.id) != nil:
		m.grab, m.letGo = m.letGo, nil
		return m.followGrab(m.book.find(m.grab.id)), true
	case m.grab != nil && len(m.grab.undone) > 0:
		return m.stepGrab(&m.grab.undone, &m.grab.steps), true
	case m.grab != nil || !m.anchor.IsZero():
		return notify(views.Info, "Nothing to redo of what is begun here"), true
	}
	return nil, false
}

// stepGrab has the carried event stand as the newest of these says, and keeps
// among those how it stood.
func (m *Model) stepGrab(these, those *[]grab) tea.Cmd {
	it := m.book.find(m.grab.id)
	if it == nil {
		m.grab = nil
		return nil
	}
	last := len(*these) - 1
	to, was := (*these)[last], *m.grab
	*these = (*these)[:last]
	was.steps, was.undone = nil, nil
	*those = append(*those, was)
	to.steps, to.undone = m.grab.steps, m.grab.undone
	*m.grab = to
	return m.followGrab(it)
}

// lift makes the carried event last all day, on the days it touches; lower
// puts it down to an hour, or to as long as it was.
func (m *Model) lift(date model.Date) {
	g := m.grab
	first, last := model.DateIn(g.start.In(m.zone())), model.DateIn(g.end.Add(-1).In(m.zone()))
	g.allDay, g.start, g.end = true, date.At(0, m.zone()), (date+max(last-first, 0)+1).At(0, m.zone())
}

func (m *Model) lower(it *item, at time.Time) {
	length := time.Hour
	if !it.inLane() {
		length = it.end.Sub(it.start)
	}
	m.grab.allDay, m.grab.start, m.grab.end, m.grab.clock = false, at, at.Add(length), clockOf(at.In(m.zone()))
}

// toggleAllDay lifts or lowers the carried event where it is: to the morning.
func (m *Model) toggleAllDay() tea.Cmd {
	return m.carry(func(it *item) {
		date := model.DateIn(m.grab.start.In(m.zone()))
		switch {
		case !m.grab.allDay:
			m.lift(date)
		case it.allDay:
			m.lower(it, date.At(m.options.Morning, m.zone()))
		default:
			m.lower(it, date.At(clockOf(it.start.In(m.zone())), m.zone()))
		}
	})
}

// resize makes the event longer or shorter at its end, by rows or by days.
func (m *Model) resize(rows int) tea.Cmd {
	return m.carry(func(*item) {
		if m.grab.allDay {
			first, last := model.DateIn(m.grab.start), model.DateIn(m.grab.end.In(m.zone()))
			m.grab.end = max(last+model.Date(rows), first+1).At(0, m.zone())
		} else if end := m.grab.end.Add(time.Duration(rows) * m.step()); end.After(m.grab.start) {
			m.grab.end = end
		}
	})
}

// followGrab keeps the cursor on what is carried.
func (m *Model) followGrab(it *item) tea.Cmd {
	start, held := m.grab.start.In(m.zone()), m.grab.held(it)
	m.cursor.date, m.cursor.id, m.cursor.lane = model.DateIn(start), it.ID, held.inLane()
	if !held.inLane() {
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
	if g.as(m.grabOf(it)) {
		return m.touch()
	}
	return m.scoped("Move", it, func(s scope, target model.Event, it *item) tea.Cmd {
		after, err := retimed(target, it, *g, s)
		if g.allDay != it.allDay {
			after, err = converted(target, it, *g, s)
		}
		if err != nil {
			return notify(views.Failure, "Could not move the event: ", err)
		}
		return m.beforeOthers(&target, &after, func() tea.Cmd {
			return m.edits.Do("Moved \u201c"+it.title.String()+"\u201d to "+m.moment(g.start, g.allDay), m.editOf(s, it, target, after))
		})
	})
}

// converted is an event, or its series, that lasts all day from now on, or no
// longer does. A series begins as many days earlier or later as the occurrence
// that was carried.
func converted(target model.Event, it *item, g grab, s scope) (model.Event, error) {
	first := model.DateIn(g.start)
	if s != one {
		day := it.first
		if !it.allDay {
			day = model.DateIn(it.start.In(g.start.Location()))
		}
		later := func(t time.Time) time.Time { return (model.DateIn(t) + first - day).At(clockOf(t), t.Location()) }
		shifted, err := change.Shift(target, it.start, later(it.start), later(it.end))
		if err != nil {
			return target, err
		}
		target = shifted
		at, err := target.Start.Time()
		if err != nil {
			return target, err
		}
		if first = model.DateIn(at.In(g.start.Location())); it.allDay {
			first = model.DateIn(at)
		}
	}
	after := target
	after.IsAllDay = g.allDay
	if g.allDay {
		days := model.DateIn(g.end) - model.DateIn(g.start)
		after.Start = &model.DateTimeTimeZone{DateTime: first.String() + "T00:00:00", TimeZone: target.Start.TimeZone}
		after.End = &model.DateTimeTimeZone{DateTime: (first + days).String() + "T00:00:00", TimeZone: target.Start.TimeZone}
		return after, nil
	}
	from, err := model.NewDateTime(first.At(clockOf(g.start), g.start.Location()), g.start.Location().String())
	if err != nil {
		return target, err
	}
	until, err := model.NewDateTime(first.At(clockOf(g.start), g.start.Location()).Add(g.end.Sub(g.start)), g.start.Location().String())
	after.Start, after.End = &from, &until
	if after.Recurrence != nil {
		r := *after.Recurrence
		r.Range.RecurrenceTimeZone = g.start.Location().String()
		after.Recurrence = &r
	}
	return after, err
}

// retimed is an event, or its series, at another time.
func retimed(target model.Event, it *item, g grab, s scope) (model.Event, error) {
	after, start, end := target, g.start, g.end
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
