package week

import (
	"cmp"
	"hash/fnv"
	"slices"
	"strings"
	"time"

	"daybook/model"
	"daybook/theme"
	"daybook/widget/text"
)

// item is an event on the screen: its times as instants, its words clean.
type item struct {
	model.Event
	calendar   *calendar
	start, end time.Time
	allDay     bool
	first      model.Date // of an all-day event, which has days instead of instants
	last       model.Date
	title      text.Text
	place      text.Text
}

// newItem reads an event; false when its times cannot be read.
func newItem(e model.Event, c *calendar) (*item, bool) {
	if e.Start == nil || e.End == nil {
		return nil, false
	}
	it := &item{Event: e, calendar: c, allDay: e.IsAllDay, title: text.Clean(e.Subject)}
	if it.title.Empty() {
		it.title = text.Literal("(no subject)")
	}
	if e.Location != nil {
		it.place = text.Clean(e.Location.DisplayName)
	}
	var err error
	if it.start, err = e.Start.Time(); err != nil {
		return nil, false
	}
	if it.end, err = e.End.Time(); err != nil || it.end.Before(it.start) {
		return nil, false
	}
	if it.allDay {
		// The days are those written, whatever the zone: a birthday does not
		// move to the day before when its owner travels.
		it.first, err = dateOf(e.Start.DateTime)
		last, lastErr := dateOf(e.End.DateTime)
		if err != nil || lastErr != nil {
			return nil, false
		}
		it.last = max(last-1, it.first)
	}
	return it, true
}

// newItems reads those events of a calendar whose times can be read.
func newItems(all []model.Event, c *calendar) []*item {
	var items []*item
	for _, e := range all {
		if it, ok := newItem(e, c); ok {
			items = append(items, it)
		}
	}
	return items
}

func dateOf(dateTime string) (model.Date, error) {
	return model.ParseDate(dateTime[:min(len(dateTime), len("2006-01-02"))])
}

// quoted is the title as it stands in a sentence.
func (it *item) quoted() string { return "\u201c" + it.title.String() + "\u201d" }

// days is the first and the last day that the event touches in a zone.
func (it *item) days(zone *time.Location) (first, last model.Date) {
	if it.allDay {
		return it.first, it.last
	}
	first, last = model.DateIn(it.start.In(zone)), model.DateIn(it.end.In(zone))
	if last > first && last.At(0, zone).Equal(it.end) {
		last--
	}
	return first, last
}

// on says that the event touches a day.
func (it *item) on(date model.Date, zone *time.Location) bool {
	first, last := it.days(zone)
	return first <= date && date <= last
}

// inLane says that the event stands above the days rather than in them.
func (it *item) inLane() bool { return it.allDay || it.end.Sub(it.start) >= 24*time.Hour }

// master is what stands for the whole series: the id of its master, or of the
// event itself when there is no series.
func (it *item) master() string { return cmp.Or(it.SeriesMasterID, it.ID) }

// isOf says that an id is the event's, or its series'.
func (it *item) isOf(id string) bool { return it.ID == id || it.SeriesMasterID == id }

func (it *item) recurs() bool {
	return it.SeriesMasterID != "" || it.Recurrence != nil || it.RecurrenceRule != ""
}

func (it *item) ref() Ref { return Ref{it.calendar.Group, it.ID} }

// answer is what the person has said to the event.
func (it *item) answer() string {
	if it.ResponseStatus == nil {
		return model.ResponseNone
	}
	return it.ResponseStatus.Response
}

// invited says that the event awaits or has the person's answer.
func (it *item) invited() bool {
	return !it.IsOrganizer && len(it.Attendees) > 0 && it.calendar.Person == ""
}

// open says that the person has not answered an invitation.
func (it *item) open() bool {
	return it.invited() && (it.answer() == model.ResponseNotResponded || it.answer() == model.ResponseNone)
}

// gone says that the event will not take place, or not with this person.
func (it *item) gone() bool { return it.IsCancelled || it.answer() == model.ResponseDeclined }

// tentative says that the event may not take place.
func (it *item) tentative() bool {
	return it.ShowAs == model.ShowTentative || it.answer() == model.ResponseTentative || it.open()
}

// people lists the addresses of the event but the person's own.
func (it *item) people(me string) []string {
	var out []string
	add := func(a model.EmailAddress, kind string) {
		if a.Address == "" || kind == model.AttendeeResource || strings.EqualFold(a.Address, me) {
			return
		}
		for _, have := range out {
			if strings.EqualFold(have, a.Address) {
				return
			}
		}
		out = append(out, a.Address)
	}
	add(model.EmailAddress{Address: it.calendar.Person}, "")
	if it.Organizer != nil {
		add(it.Organizer.EmailAddress, "")
	}
	for _, a := range it.Attendees {
		add(a.EmailAddress, a.Type)
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

// inOrder sorts by start, what takes place before what does not, long ones
// first, so that every list and every tab goes the same way.
func inOrder(a, b *item) int {
	gone := 0
	switch {
	case a.gone() && !b.gone():
		gone = 1
	case b.gone() && !a.gone():
		gone = -1
	}
	return cmp.Or(a.start.Compare(b.start), gone, b.end.Compare(a.end),
		strings.Compare(a.Subject, b.Subject), strings.Compare(a.ID, b.ID))
}

// calendar is a calendar on the screen.
type calendar struct {
	Calendar
	name   text.Text
	colour int // of theme.Styles.Calendar
	mark   int // of theme.Glyphs.Calendar
	hidden bool
}

// sign is what tells the calendar from others where colours do not.
func (c *calendar) sign(th *theme.Theme) theme.Glyph { return th.Glyphs.Calendar[c.mark] }

// colours are the interface's names in the order of theme.Styles.Calendar.
var colours = []string{"lightblue", "lightgreen", "lightorange", "lightgray", "lightyellow", "lightteal", "lightpink",
	"lightbrown", "lightred"}

// newCalendars gives each calendar its colour. Those without one get one that
// no other has, as far as there are such: the default calendar the first, the
// others by who they are, so that it is the same when others come and go. Two of
// one colour have different signs.
func newCalendars(all []Calendar) []*calendar {
	var used, marked [9]bool
	out := make([]*calendar, len(all))
	for i, c := range all {
		at := slices.Index(colours, strings.ToLower(c.Color))
		out[i] = &calendar{Calendar: c, name: text.Clean(c.Name), colour: at}
		if at >= 0 {
			used[at] = true
		}
	}
	// In an order that is not the list's, which others come into.
	inTurn := slices.SortedStableFunc(slices.Values(out), func(a, b *calendar) int {
		if a.Default != b.Default {
			return map[bool]int{true: -1, false: 1}[a.Default]
		}
		return strings.Compare(a.Key(), b.Key())
	})
	for _, c := range inTurn {
		if c.colour < 0 {
			c.colour = take(&used, preferred(c))
		}
	}
	for _, c := range inTurn { // first those whose sign nobody had before them
		c.mark = -1
		if !marked[c.colour] {
			c.mark, marked[c.colour] = c.colour, true
		}
	}
	for _, c := range inTurn {
		if c.mark < 0 {
			c.mark = take(&marked, c.colour)
		}
	}
	return out
}

// preferred is the colour that a calendar without one would have.
func preferred(c *calendar) int {
	if c.Default {
		return 0
	}
	h := fnv.New32a()
	h.Write([]byte(c.Key()))
	return int(h.Sum32() % uint32(len(colours)))
}

// take takes the first that is free from a place on; that place where none is.
func take(used *[9]bool, from int) int {
	for n := range used {
		if at := (from + n) % len(used); !used[at] {
			used[at] = true
			return at
		}
	}
	return from
}
