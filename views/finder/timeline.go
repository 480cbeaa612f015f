package finder

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"daybook/model"
	"daybook/views"
	"daybook/views/dateparse"
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

// part is one of so many equal parts of a column.
func (c column) part(i, of int) column {
	at := func(i int) time.Time { return c.from.Add(c.to.Sub(c.from) * time.Duration(i) / time.Duration(of)) }
	return column{at(i), at(i + 1)}
}

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

// timeline is the days of the grid, each cut into columns, and the cursor: the
// start of the meeting that is looked at.
type timeline struct {
	*shared
	weeks int // how far ahead is looked where nothing else is said
	asked stretch
	zoom  zoom
	top   int // first day shown
	at    time.Time
	laid  []day // see days; nil when they are to be laid out anew
}

// stretch is the time that the person asked to be searched, from <= t < to, in
// the words that were typed; the zero value asks for nothing.
type stretch struct {
	words    string
	from, to time.Time
}

func (l *timeline) zone() *time.Location { return l.env.Zone() }

func (l *timeline) now() time.Time { return l.env.Now().In(l.zone()) }

// days are those from today on, laid out when what they depend on changed.
func (l *timeline) days() []day {
	from, to := l.window()
	if first := model.DateIn(from); l.laid == nil || l.laid[0].date < first {
		l.laid = l.layDays(first, model.DateIn(to.Add(-1)))
	}
	return l.laid
}

// layDays lays out days: all hours, or the working ones, and then without the
// days on which the organizer does not work.
func (l *timeline) layDays(first, last model.Date) []day {
	early, late := l.workingSpan()
	var out []day
	for d := first; d <= last; d++ {
		if l.meeting.off {
			early, late = 0, 24*time.Hour
		} else if !l.anybodyWorks(d) {
			continue
		}
		out = append(out, day{d, columnsOf(d.At(early, l.zone()), d.At(late, l.zone()), l.zoom)})
	}
	if len(out) == 0 { // somebody who never works still has days
		out = append(out, day{first, columnsOf(first.At(early, l.zone()), first.At(late, l.zone()), l.zoom)})
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
func (l *timeline) workingSpan() (early, late time.Duration) {
	early, late = 24*time.Hour, 0
	for d := model.DateIn(l.now()); d < model.DateIn(l.now())+7; d++ {
		for _, p := range l.meeting.people {
			if p.hours == nil || p.kind == optional || p.kind == room {
				continue
			}
			for h := time.Duration(0); h < 24*time.Hour; h += time.Hour {
				at := d.At(h, l.zone())
				end := at.Add(time.Hour)
				if p.hours.Contains(at, end) || p.hours.Contains(at.Add(30*time.Minute), end) {
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
func (l *timeline) anybodyWorks(d model.Date) bool {
	h := l.meeting.people[0].hours
	if h == nil {
		return d.Weekday() != time.Saturday && d.Weekday() != time.Sunday
	}
	for at := d.At(0, l.zone()); model.DateIn(at) == d; at = at.Add(time.Hour) {
		if h.Contains(at, at.Add(30*time.Minute)) {
			return true
		}
	}
	return false
}

// window is the time that is searched: from the next step of the clock to the
// end of the last day, and of that what was asked for as long as it lasts.
func (l *timeline) window() (from, to time.Time) {
	from = l.soonest()
	if !l.asked.to.After(from) {
		return from, (model.DateIn(from) + model.Date(7*l.weeks)).At(0, l.zone())
	}
	if l.asked.from.After(from) {
		from = l.asked.from
	}
	return from, l.asked.to
}

// soonest is the next step of the clock.
func (l *timeline) soonest() time.Time {
	now := l.now()
	at := now.Truncate(15 * time.Minute)
	if at.Before(now) {
		at = at.Add(15 * time.Minute)
	}
	return at
}

// How long a time may be searched at once, as calendars are read for at most 62
// days and a day more on either side, and how far ahead it may lie.
const (
	mostWeeks = 8
	mostYears = 2
)

// ask reads which time is to be searched: days, or from..to with or without
// clocks. Nothing asks for the weeks to come.
func (l *timeline) ask(words string) error {
	words = strings.TrimSpace(words)
	if words == "" {
		l.asked = stretch{}
		return nil
	}
	first, last, two := strings.Cut(words, "..")
	var from, to time.Time
	var err error
	if two {
		from, to, err = dateparse.Range(strings.TrimSpace(first), strings.TrimSpace(last), l.now())
	} else {
		from, to, err = dateparse.Span(words, l.now(), dateparse.Ahead)
		if dateparse.Timed(words) {
			to = (model.DateIn(from) + 1).At(0, l.zone())
		}
	}
	switch {
	case err != nil:
		return err
	case !to.After(from):
		return fmt.Errorf("%s is not after %s", views.DateTime(to, l.now()), views.DateTime(from, l.now()))
	case !to.After(l.now()):
		return errors.New("that is over: name a time to come")
	case model.DateIn(to)-model.DateIn(from) > 7*mostWeeks+1:
		return fmt.Errorf("that is too long: at most %d weeks", mostWeeks)
	case to.After(l.now().AddDate(mostYears, 0, 0)):
		return fmt.Errorf("that is too far ahead: at most %d years", mostYears)
	}
	l.asked = stretch{words: words, from: from, to: to}
	return nil
}

// firstStart is where the cursor stands at first.
func (l *timeline) firstStart() time.Time {
	from, _ := l.window()
	for _, d := range l.days() {
		for _, c := range d.columns {
			if !c.from.Before(from) {
				return c.from
			}
		}
	}
	return from
}

// byColumns moves the cursor over the days that are shown, the first start
// that is still to come at the earliest.
func (l *timeline) byColumns(by int) {
	var all []time.Time
	from, _ := l.window()
	for _, d := range l.days() {
		for _, c := range d.columns {
			if c.to.After(from) {
				all = append(all, c.from)
			}
		}
	}
	if len(all) == 0 {
		return
	}
	at, exact := slices.BinarySearchFunc(all, l.at, time.Time.Compare)
	if !exact && by > 0 {
		by-- // between two columns the next one is a step already
	}
	l.at = all[max(0, min(at+by, len(all)-1))]
}

// byDays keeps the clock and changes the day.
func (l *timeline) byDays(by int) {
	days := l.days()
	today := model.DateIn(l.at.In(l.zone()))
	i, _ := slices.BinarySearchFunc(days, today, func(d day, t model.Date) int { return int(d.date - t) })
	i = max(0, min(i+by, len(days)-1))
	if len(days) == 0 {
		return
	}
	clock := l.at.Sub(today.At(0, l.zone()))
	l.at = days[i].date.At(clock, l.zone())
	if first := l.firstStart(); l.at.Before(first) {
		l.at = first
	}
}

// shown are the days that fit into blocks under each other, the one of the
// cursor among them. Blocks for which no day is left are not there.
func (l *timeline) shown(width, blocks int) [][]day {
	all := l.days()
	at := 0
	for i, d := range all {
		if len(d.columns) > 0 && !d.columns[0].from.After(l.at) {
			at = i
		}
	}
	l.top = max(0, min(l.top, len(all)-1))
	if at < l.top {
		l.top = at
	}
	for {
		var out [][]day
		end := l.top
		for range max(1, blocks) {
			if n := fitting(all[end:], width); n > 0 {
				out = append(out, all[end:end+n])
				end += n
			}
		}
		if at < end || l.top >= at {
			return out
		}
		l.top++
	}
}

// fitting counts the days, each with a line at its left, that fit; one always
// does, cut at the edge.
func fitting(days []day, width int) int {
	n, used := 0, 0
	for _, d := range days {
		used += dayWidth(d) + 1
		if used > width && n > 0 {
			break
		}
		n++
	}
	return n
}

// dayWidth is the cells of a day: one a column, or room for its name where a
// day is one column.
func dayWidth(d day) int {
	if len(d.columns) == 1 {
		return 6
	}
	return len(d.columns)
}

// slotInWords is the meeting at a start, here and where somebody's clocks
// show another time.
func (l *timeline) slotInWords(at time.Time) string {
	return views.Span(at, at.Add(l.meeting.length), l.now())
}
