package week

import (
	"cmp"
	"slices"
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

// days is the pane of the days in sight: how many they are, where the cursor
// is among them, what is marked or carried there, and where all of it was
// drawn. Its methods move it; the model loads what they bring into sight.
type days struct {
	*shared

	width, height int
	cursor        cursor
	layout        layout
	second        *time.Location // the zone of the second column, nil for none
	sheet         sheet
	month         *month
	frame         frame // where things were last drawn, for the mouse

	sought   string // an event that was saved, to be gone to once the service lists it; soughtOn is its day
	soughtOn model.Date
	ahead    model.Date // the day that the screen was opened on in place of today; 0 for today

	anchor time.Time // where a span was begun; zero when none is
	grab   *grab     // an event on its way to another time
	letGo  *grab     // what was carried until undo took that back, and redo takes up again
	drag   *drag     // what the mouse holds
}

// cursor is where the person is: a day, a row of it or the lane above it, and
// the event there that keys act on, if there is one.
type cursor struct {
	date model.Date
	slot grid.Slot
	lane bool
	id   string
}

// layout is how the days are shown: so many of them, as an agenda or as a month.
// From is the first day where days do not stand in weeks; top the first row in
// sight. Opened is that a day was opened from the month, instead of so many as
// before.
type layout struct {
	days          int
	agenda, month bool
	from          model.Date
	top           int
	opened        bool
	before        int
}

func newDays(s *shared) *days {
	d := &days{shared: s, second: s.options.Second, layout: layout{days: week}}
	d.month = &month{days: d}
	d.begin()
	return d
}

func (d *days) setSize(width, height int) {
	first := d.width == 0
	d.width, d.height = width, height
	if first && width > 0 && height > 0 {
		d.layout.top = d.sheetNow().axis.RowOf(d.options.Morning)
	}
	d.reveal()
}

// inAgenda says that a list is drawn: because it was asked for, or because
// there is no room for days.
func (d *days) inAgenda() bool {
	return !d.inMonth() && (d.layout.agenda || !d.gridFits())
}

// gridFits says that there is room for days beside each other.
func (d *days) gridFits() bool { return d.width >= agendaWidth && d.height >= 10 }

// shown is how many days there is room for, of those wanted.
func (d *days) shown() int {
	switch {
	case d.inMonth():
		return monthDays
	case d.inAgenda():
		return agendaDays
	}
	room, wanted := (d.width-d.gutter())/(dayWidth+partWidth*len(d.events.colleagues())), d.layout.days
	if wanted == workWeek {
		wanted = d.workLength()
	}
	if wanted <= room {
		return wanted
	}
	for _, n := range []int{workWeek, 3} {
		if n <= wanted && n <= room {
			return n
		}
	}
	return 1
}

// first is the first day shown. A week and a work week begin with their first
// day, unless the cursor is beyond them.
func (d *days) first() model.Date {
	if d.inMonth() {
		return monthFirst(d.cursor.date, d.options.FirstDay)
	}
	n, begins := d.shown(), d.options.FirstDay
	switch {
	case d.inAgenda():
		return d.layout.from
	case d.layout.days == workWeek && n == d.workLength():
		begins = d.workStart()
	case n != workWeek && n != week:
		return d.layout.from
	}
	return max(d.cursor.date-model.Date(since(begins, d.cursor.date)), d.cursor.date-model.Date(n-1))
}

// window is what has to be loaded to show the days in sight.
func (d *days) window() (from, to time.Time) {
	first := d.first()
	return first.At(0, d.zone()), (first + model.Date(max(d.shown(), week))).At(0, d.zone())
}

// since is how many days a date is after the last day of that name.
func since(d time.Weekday, date model.Date) int { return (int(date.Weekday()) - int(d) + 7) % 7 }

// workStart is the day after the longest rest of the week, workLength how many
// days it is from there to the last that is worked on: Sunday to Thursday say,
// or Tuesday to Friday. A day of rest among them is shown with them.
func (d *days) workStart() time.Weekday {
	start, _ := d.workSpan()
	return start
}

func (d *days) workLength() int {
	_, length := d.workSpan()
	return length
}

func (d *days) workSpan() (start time.Weekday, length int) {
	works := &d.options.WorkDays
	start, rest := d.options.FirstDay%7, 0
	for n := range week {
		day := (d.options.FirstDay + time.Weekday(n)) % 7
		before := 0
		for before < week && !works[(day+week-1-time.Weekday(before))%7] {
			before++
		}
		if works[day] && before > rest {
			start, rest = day, before
		}
	}
	return start, week - rest
}

// step is how long a row lasts: more of a day where there are few rows.
func (d *days) step() time.Duration {
	switch rows := d.height - 5; {
	case rows >= 44:
		return 15 * time.Minute
	case rows >= 11:
		return 30 * time.Minute
	}
	return time.Hour
}

// reveal brings the cursor into sight.
func (d *days) reveal() {
	n := model.Date(d.shown())
	d.layout.from = max(min(d.layout.from, d.cursor.date), d.cursor.date-n+1)
	if d.inAgenda() || d.inMonth() {
		d.layout.from = d.cursor.date
		return
	}
	row := d.row()
	if !d.cursor.lane {
		d.layout.top = max(min(d.layout.top, row), row-d.rows()+1)
	}
	d.scroll(0)
}

// scroll moves the rows in sight, and not the cursor.
func (d *days) scroll(rows int) {
	s := d.sheetNow()
	d.layout.top = max(min(d.layout.top+rows, len(s.axis.Slots)-d.rows()), 0)
}

// rows is how many rows of the grid are in sight.
func (d *days) rows() int { return max(d.height-3-d.sheetNow().laneRows, 1) }

// row is the cursor's, the first pass where there is no second.
func (d *days) row() int {
	axis, at := d.sheetNow().axis, d.cursor.slot
	row := axis.RowOf(at.Clock)
	if at.Second {
		for i, slot := range axis.Slots {
			if slot.Second && slot.Clock <= at.Clock {
				row = i
			}
		}
	}
	return row
}

// begin puts the cursor on the present when the screen is opened, before the
// morning on that. Where the week
// is shown and nothing of its work is left, that is the next one's first day of
// work.
func (d *days) begin() {
	d.toNow()
	d.ahead = 0
	if d.cursor.slot.Clock < d.options.Morning { // nobody works in the night
		d.cursor.slot.Clock = d.options.Morning
	}
	if l := d.layout; l.month || l.agenda || l.days != week && l.days != workWeek {
		return
	}
	today := d.cursor.date
	for date := today; date < today+week; date++ {
		switch begins := d.options.FirstDay; {
		case d.options.WorkDays[date.Weekday()] && (date == today || d.layout.days == week && since(begins, date) > since(begins, today)):
			return // it is in sight
		case d.options.WorkDays[date.Weekday()]:
			d.ahead = date
			d.cursor = cursor{date: date, slot: grid.Slot{Clock: d.options.Morning}}
			d.layout.from = date
			return
		}
	}
}

// toNow puts the cursor on the present.
func (d *days) toNow() {
	now := d.now()
	d.cursor = cursor{date: model.DateIn(now), slot: grid.Slot{Clock: model.ClockIn(now).Truncate(30 * time.Minute)}}
	d.layout.from = d.cursor.date
}

// selected is the event under the cursor, nil when there is none.
func (d *days) selected() *item {
	switch {
	case d.cursor.id == "":
		return nil
	case d.inMonth():
		return d.month.selected()
	}
	return d.sheetNow().find(d.cursor.id)
}

// day is the cursor's day among those shown.
func (d *days) day() int { return int(d.cursor.date - d.first()) }

// touch settles which event is under the cursor after it moved: the one it
// was on where that is still there.
func (d *days) touch() {
	d.reveal()
	if d.inMonth() {
		d.month.touch()
		return
	}
	if here := d.here(); !slices.Contains(here, d.cursor.id) {
		d.cursor.id = ""
		if len(here) > 0 {
			d.cursor.id = here[0]
		}
	}
}

// here are the events where the cursor is, outside of the month.
func (d *days) here() []string {
	s := d.sheetNow()
	switch {
	case d.inMonth():
		return nil
	case d.inAgenda():
		return s.on(d.cursor.date)
	case d.cursor.lane:
		return s.above(d.day())
	}
	return s.at(d.day(), d.row())
}

// counts says that there are more events where the cursor is than are drawn.
func (d *days) counts() bool {
	switch s := d.sheetNow(); {
	case d.inMonth(), d.inAgenda(), d.grab != nil:
		return false
	case d.cursor.lane:
		return s.hidden[d.day()] > 0
	default:
		return s.counts(d.day(), d.row())
	}
}

// byDay moves to another day.
func (d *days) byDay(n int) error {
	if d.grab != nil {
		return d.carryBy(n, 0)
	}
	for range abs(n) {
		d.cursor.date += model.Date(sign(n))
		for d.layout.days == workWeek && d.gridFits() && !d.layout.agenda && !d.inMonth() && since(d.workStart(), d.cursor.date) >= d.workLength() {
			d.cursor.date += model.Date(sign(n))
		}
	}
	d.touch()
	return nil
}

// byWeek moves to the same day of another week, in the month of another month.
func (d *days) byWeek(weeks int) error {
	switch {
	case d.grab != nil:
		return d.carryBy(7*weeks, 0)
	case d.inMonth():
		d.month.byMonth(weeks)
		return nil
	}
	d.cursor.date += model.Date(7 * weeks)
	d.layout.from += model.Date(7 * weeks)
	d.touch()
	return nil
}

// byTime moves along the day, and into the lane above it; in the month by weeks.
func (d *days) byTime(rows int) error {
	switch {
	case d.grab != nil:
		return d.carryRows(rows)
	case d.inMonth():
		return d.byDay(7 * rows)
	}
	if d.inAgenda() {
		return d.byEvent(rows)
	}
	s := d.sheetNow()
	row, step := d.row(), sign(rows)
	for range abs(rows) {
		above := s.above(d.day())
		if d.cursor.lane {
			at := slices.Index(above, d.cursor.id) + step
			switch {
			case at >= len(above): // out of its lower end
				d.cursor.lane = false
				row = d.layout.top
			case at >= 0:
				d.cursor.id = above[at]
			}
			continue
		}
		next := row + step
		for next >= 0 && next < len(s.axis.Slots) && !s.ordinary(d.day(), next) {
			next += step
		}
		switch {
		case next < 0 && len(above) > 0:
			d.cursor.lane, d.cursor.id = true, above[len(above)-1]
		case next >= 0 && next < len(s.axis.Slots):
			row = next
		}
	}
	if !d.cursor.lane {
		d.cursor.slot = s.axis.Slots[row]
	}
	d.touch()
	return nil
}

// byEvent moves to the next or the previous event in order of time, also to
// one that is not in sight.
func (d *days) byEvent(steps int) error {
	var all []*item
	_, folded := d.colleagues()
	for _, it := range d.events.items {
		if !it.calendar.hidden && !slices.Contains(folded, it.calendar) {
			all = append(all, it)
		}
	}
	if len(all) == 0 {
		return nil
	}
	d.inDayOrder(all)
	at := slices.IndexFunc(all, func(it *item) bool { return it.ID == d.cursor.id })
	if at < 0 {
		// From an empty place: the first event after it, or the last before.
		now := d.instant()
		at = slices.IndexFunc(all, func(it *item) bool { return d.startOf(it).After(now) })
		if at < 0 {
			at = len(all)
		}
		if steps > 0 {
			steps--
		}
	}
	d.goTo(all[max(min(at+steps, len(all)-1), 0)])
	return nil
}

// inDayOrder puts events in the order in which the person's days have them: one
// of whole days before what begins in the night after it, whatever UTC says.
func (d *days) inDayOrder(all []*item) {
	slices.SortStableFunc(all, func(a, b *item) int {
		return cmp.Or(d.startOf(a).Compare(d.startOf(b)), inOrder(a, b))
	})
}

// goTo puts the cursor on an event.
func (d *days) goTo(it *item) {
	first, _ := it.days(d.zone())
	d.cursor.date, d.cursor.id, d.cursor.lane = first, it.ID, it.inLane()
	switch {
	case it.inLane():
	case d.inMonth():
		d.cursor.slot = grid.Slot{Clock: model.ClockIn(it.start.In(d.zone())).Truncate(d.step())}
	default:
		d.reveal() // its day has to be among those shown
		axis := d.sheetNow().axis
		d.cursor.slot = axis.Slots[axis.Row(d.day(), it.start)]
	}
	d.touch()
}

// nearest is the event of an id, of a series the occurrence next to the cursor;
// nil where it is not loaded, or not shown.
func (d *days) nearest(id string) (found *item) {
	far := func(it *item) model.Date {
		first, _ := it.days(d.zone())
		return max(first-d.cursor.date, d.cursor.date-first)
	}
	for _, it := range d.events.items {
		if id != "" && it.isOf(id) && !it.calendar.hidden && (found == nil || far(it) < far(found)) {
			found = it
		}
	}
	return found
}

// goDate puts the cursor on a day, and on a time of it when there is one.
func (d *days) goDate(t time.Time, timed bool) {
	d.cursor.date, d.cursor.id, d.cursor.lane = model.DateIn(t), "", false
	if timed {
		d.cursor.slot = grid.Slot{Clock: model.ClockIn(t).Truncate(d.step())}
	}
	d.layout.from = d.cursor.date
	d.touch()
}

// instant is the time at the cursor.
func (d *days) instant() time.Time {
	if d.cursor.lane || d.inAgenda() || d.inMonth() {
		return d.cursor.date.At(d.options.Morning, d.zone())
	}
	at, _ := d.sheetNow().axis.At(d.day(), d.row())
	return at
}

// byHalf moves by half of what is in sight.
func (d *days) byHalf(halves int) error {
	switch {
	case d.inMonth():
		return d.byTime(halves * monthWeeks / 2)
	case d.inAgenda():
		return d.byEvent(halves * max(d.height/2, 1))
	}
	return d.byTime(halves * max(d.rows()/2, 1))
}

// toStart goes to the first row of the day, toEnd to the last; in the month to
// its days.
func (d *days) toStart(int) error {
	if d.inMonth() {
		d.month.toEdge(false)
		return nil
	}
	if d.inAgenda() {
		return d.byEvent(-len(d.events.items))
	}
	d.toSlot(grid.Slot{})
	return nil
}

func (d *days) toEnd(int) error {
	if d.inMonth() {
		d.month.toEdge(true)
		return nil
	}
	if d.inAgenda() {
		return d.byEvent(len(d.events.items))
	}
	slots := d.sheetNow().axis.Slots
	d.toSlot(slots[len(slots)-1])
	return nil
}

func (d *days) toSlot(s grid.Slot) {
	d.cursor.lane, d.cursor.slot = false, s
	d.touch()
}

// nextLayout turns through a week, the days of work, three, one, the agenda and
// the month; where there is no room for days, through the last two.
func (d *days) nextLayout() {
	l := &d.layout
	l.opened = false
	switch {
	case l.month:
		l.agenda, l.month = false, false
		if d.gridFits() {
			l.days = week
		}
	case l.agenda || !d.gridFits():
		l.agenda, l.month = false, true
	case l.days == week:
		l.days = workWeek
	case l.days == workWeek:
		l.days = 3
	case l.days == 3:
		l.days = 1
	default:
		l.agenda = true
	}
	l.from = d.cursor.date
	d.touch()
}

// markSpan begins a span at the cursor, or lets the one that was begun go.
func (d *days) markSpan() {
	if !d.anchor.IsZero() {
		d.anchor = time.Time{}
		return
	}
	d.anchor = d.instant()
}

// span is the time from where one was begun to the cursor's row, that included.
func (d *days) span() (from, to time.Time) {
	from, to = d.anchor.In(d.zone()), d.instant()
	if to.Before(from) {
		from, to = to, from
	}
	return from, to.Add(d.step())
}

// back lets go of what is carried, or of a span; false when there is neither.
func (d *days) back() bool {
	switch {
	case d.grab != nil:
		it := d.events.find(d.grab.id)
		d.grab = nil
		if it != nil {
			d.goTo(it)
		}
	case !d.anchor.IsZero():
		d.anchor = time.Time{}
	default:
		return false
	}
	return true
}

func sign(n int) int {
	if n < 0 {
		return -1
	}
	return 1
}

func abs(n int) int { return max(n, -n) }

// clockCells is the column of clock times: a blank, the time, a mark.
const clockCells = 7

// gutter is the columns of clock times at the left.
func (d *days) gutter() int {
	if d.second == nil {
		return clockCells
	}
	return clockCells + d.secondCells() + 1
}

// secondCells is the width of the second zone's times: whole hours, unless
// the zones are not whole hours apart.
func (d *days) secondCells() int {
	at := d.cursor.date.At(12*time.Hour, d.zone())
	_, a := at.Zone()
	_, b := at.In(d.second).Zone()
	if (a-b)%3600 != 0 {
		return 5
	}
	return 3
}
