package week

import (
	"slices"
	"time"

	"daybook/model"
	"daybook/views/week/grid"
)

// grab is an event that is carried, to another time, another length, or from
// the hours to the days above them and back: shown there, and written when it is
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
func (d *days) grabOf(it *item) grab {
	g := grab{id: it.ID, start: it.start, end: it.end, allDay: it.allDay, clock: model.ClockIn(it.start.In(d.zone()))}
	if it.allDay {
		g.start, g.end = it.first.At(0, d.zone()), (it.last+1).At(0, d.zone())
	}
	return g
}

// of is the event as it is carried.
func (g *grab) of(it *item) *item {
	carried := *it
	carried.start, carried.end, carried.allDay = g.start, g.end, g.allDay
	if g.allDay {
		carried.first, carried.last = model.DateIn(g.start), max(model.DateIn(g.end)-1, model.DateIn(g.start))
	}
	return &carried
}

// among shows the carried event where it is, among those of the days from
// first to last; it may have come from other days, or be on its way to them.
func (g *grab) among(items []*item, it *item, first, last model.Date, zone *time.Location) []*item {
	out := slices.DeleteFunc(slices.Clone(items), func(it *item) bool { return it.ID == g.id })
	if it == nil {
		return out
	}
	carried := g.of(it)
	if from, to := carried.days(zone); from <= last && to >= first {
		out = append(out, carried)
	}
	return out
}

// as says that an event is carried to the same times.
func (g *grab) as(other grab) bool {
	return g.allDay == other.allDay && g.start.Equal(other.start) && g.end.Equal(other.end)
}

// move carries the event by days, and by rows of so much time.
func (g *grab) move(days, rows int, row time.Duration, zone *time.Location) {
	start, length := g.start.In(zone), g.end.Sub(g.start)
	if g.allDay { // from the first moment of a day, whenever that is; as many days, also across a change of the clocks
		lasts := model.DateIn(g.end.In(zone)) - model.DateIn(start)
		first := model.DateIn(start) + model.Date(days)
		g.start, g.end = first.At(0, zone), (first+lasts).At(0, zone)
		return
	}
	if days != 0 {
		start = (model.DateIn(start) + model.Date(days)).At(g.clock, zone)
	}
	if rows != 0 {
		start = start.Add(time.Duration(rows) * row)
		g.clock = model.ClockIn(start)
	}
	g.start, g.end = start, start.Add(length)
}

// stretch moves the end by days, or by rows of so much time.
func (g *grab) stretch(by int, row time.Duration, zone *time.Location) {
	if g.allDay {
		first, last := model.DateIn(g.start), model.DateIn(g.end.In(zone))
		g.end = max(last+model.Date(by), first+1).At(0, zone)
	} else if end := g.end.Add(time.Duration(by) * row); end.After(g.start) {
		g.end = end
	}
}

// lift has the event last all day, on as many days as it touches.
func (g *grab) lift(date model.Date, zone *time.Location) {
	first, last := model.DateIn(g.start.In(zone)), model.DateIn(g.end.Add(-1).In(zone))
	g.allDay, g.start, g.end = true, date.At(0, zone), (date+max(last-first, 0)+1).At(0, zone)
}

// lower has it begin at a time, and last an hour, or as long as it did.
func (g *grab) lower(it *item, at time.Time, zone *time.Location) {
	length := time.Hour
	if !it.inLane() {
		length = it.end.Sub(it.start)
	}
	g.allDay, g.start, g.end, g.clock = false, at, at.Add(length), model.ClockIn(at.In(zone))
}

// take begins to carry the selected event, if there is one; the error says why
// it cannot be.
func (d *days) take() error {
	it := d.selected()
	if it == nil {
		return nil
	}
	if err := mayChange(it); err != nil {
		return err
	}
	g := d.grabOf(it)
	d.grab, d.letGo = &g, nil
	return nil
}

// carry takes a step with the carried event, and keeps how it stood before for
// undo. An event that nobody holds yet is taken first: that is of the step.
func (d *days) carry(step func(g *grab, it *item)) error {
	fresh := d.grab == nil
	if fresh {
		if err := d.take(); err != nil || d.grab == nil {
			return err
		}
	}
	g, it := d.grab, d.events.find(d.grab.id)
	if it == nil {
		d.grab = nil
		return nil
	}
	was := *g
	was.steps, was.undone = nil, nil
	step(g, it)
	if !fresh && !g.as(was) {
		g.steps = append(slices.Clone(g.steps[max(len(g.steps)-grabSteps+1, 0):]), was)
		g.undone = nil
	}
	d.follow(it)
	return nil
}

// carryBy carries the event by days and rows.
func (d *days) carryBy(days, rows int) error {
	return d.carry(func(g *grab, _ *item) { g.move(days, rows, d.step(), d.zone()) })
}

func (d *days) carryDays(n int) error { return d.carryBy(n, 0) }

// carryRows carries the event by rows: in the month those are weeks.
func (d *days) carryRows(n int) error {
	if d.inMonth() {
		return d.carryBy(7*n, 0)
	}
	return d.carryBy(0, n)
}

// resize makes the event longer or shorter at its end, by rows or by days.
func (d *days) resize(by int) error {
	return d.carry(func(g *grab, _ *item) { g.stretch(by, d.step(), d.zone()) })
}

// toggleAllDay has the carried event last all day where it is, or begin at its
// time, else in the morning.
func (d *days) toggleAllDay(int) error {
	return d.carry(func(g *grab, it *item) {
		date := model.DateIn(g.start.In(d.zone()))
		switch {
		case !g.allDay:
			g.lift(date, d.zone())
		case it.allDay:
			g.lower(it, date.At(d.options.Morning, d.zone()), d.zone())
		default:
			g.lower(it, date.At(model.ClockIn(it.start.In(d.zone())), d.zone()), d.zone())
		}
	})
}

// follow keeps the cursor on what is carried.
func (d *days) follow(it *item) {
	start, lane := d.grab.start.In(d.zone()), d.grab.of(it).inLane()
	d.cursor.date, d.cursor.id, d.cursor.lane = model.DateIn(start), it.ID, lane
	if !lane {
		d.cursor.slot = grid.Slot{Clock: model.ClockIn(start).Truncate(d.step())}
	}
	d.reveal()
}

// drop lets the carried event go where it is: when that is, and the event
// as it stands. It is nil where nothing comes of it.
func (d *days) drop() (g *grab, it *item) {
	g, d.grab = d.grab, nil
	if it = d.events.find(g.id); it != nil && g.as(d.grabOf(it)) {
		it = nil
		d.touch()
	}
	return g, it
}

// stepBack takes back what is begun here: the steps of what is carried one by
// one, then the carrying itself; what the mouse holds is one step. Then a span.
// It is false where nothing is begun.
func (d *days) stepBack() bool {
	if d.grab != nil && d.drag == nil && len(d.grab.steps) > 0 {
		d.restep(&d.grab.steps, &d.grab.undone)
		return true
	}
	was := d.grab
	if !d.back() {
		return false
	}
	d.drag = nil
	if was != nil {
		d.letGo = was
	}
	return true
}

// stepAgain does again what stepBack has taken back; open says that something
// is begun here, whether or not there is more of it.
func (d *days) stepAgain() (did, open bool) {
	switch {
	case d.grab == nil && d.letGo != nil && d.events.find(d.letGo.id) != nil:
		d.grab, d.letGo = d.letGo, nil
		d.follow(d.events.find(d.grab.id))
		return true, true
	case d.grab != nil && len(d.grab.undone) > 0:
		d.restep(&d.grab.undone, &d.grab.steps)
		return true, true
	}
	return false, d.grab != nil || !d.anchor.IsZero()
}

// restep has the carried event stand as the newest of these says, and keeps
// among those how it stood.
func (d *days) restep(these, those *[]grab) {
	it := d.events.find(d.grab.id)
	if it == nil {
		d.grab = nil
		return
	}
	last := len(*these) - 1
	to, was := (*these)[last], *d.grab
	*these = (*these)[:last]
	was.steps, was.undone = nil, nil
	*those = append(*those, was)
	to.id, to.steps, to.undone = d.grab.id, d.grab.steps, d.grab.undone
	*d.grab = to
	d.follow(it)
}

// carriedWords says where the carried event is.
func (d *days) carriedWords() string {
	switch {
	case d.events.find(d.grab.id) == nil:
		return ""
	case d.grab.allDay:
		return d.moment(d.grab.start, true)
	}
	return d.length(d.grab.start, d.grab.end)
}
