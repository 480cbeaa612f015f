package week

import (
	"fmt"
	"time"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views"
	"daybook/views/week/change"
	"daybook/views/week/eventform"
	"daybook/widget/picker"
	"daybook/widget/text"
)

// scope is how much of a series something is done to.
type scope int

const (
	one scope = iota
	following
	all
)

// scoped asks once how much of a series is meant, and gets the series when it
// is more than the one; an event that does not recur is not asked about.
func (c *changes) scoped(verb string, it *item, do func(scope, model.Event, *item) tea.Cmd) tea.Cmd {
	if it.SeriesMasterID == "" {
		return do(one, it.Event, it)
	}
	items := []picker.Item{
		{ID: "one", Title: text.Literal("This event alone"), Detail: text.Clean(c.moment(c.startOf(it), it.allDay))},
		{ID: "following", Title: text.Literal("This and the following")},
		{ID: "all", Title: text.Literal("The whole series")},
	}
	title := text.Concat(text.Clean(verb+" "), it.title)
	options := picker.Options{Title: title, Placeholder: text.Literal("how much of the series?")}
	return c.dialog.Pick(c.env.Theme, items, options, func(chosen picker.Choice) tea.Cmd {
		s := map[string]scope{"one": one, "following": following, "all": all}[chosen.IDs[0]]
		if s == one {
			return do(one, it.Event, it)
		}
		return c.whole(Ref{it.calendar.Group, it.SeriesMasterID}, func(master model.Event) tea.Cmd {
			if master.Recurrence == nil {
				return views.Notice(views.Warning, "The series has a rule that daybook can show but not change")
			}
			return do(s, master, it)
		})
	})
}

// editOf is the write that makes after of target: for "this and the following"
// the series ends and another one goes on.
func (c *changes) editOf(s scope, it *item, target, after model.Event) write {
	key := it.calendar.Key()
	whole := writeOf(change.Edit{Calendar: key, Before: &target, After: &after})
	if s != following {
		return whole
	}
	date, passed, ok := placeIn(target, it)
	before, ok2 := change.Until(target, date)
	if !ok || !ok2 {
		return whole // from its first occurrence on it is the whole series
	}
	newDate := date
	if start, err := after.Start.Time(); err == nil {
		if was, err := target.Start.Time(); err == nil {
			newDate += model.DateIn(start.In(c.zone())) - model.DateIn(was.In(c.zone()))
		}
	}
	rest, err := change.From(after, newDate, passed)
	if err != nil {
		return whole
	}
	rest.ID = c.env.NewID()
	return writeOf(change.Edit{Calendar: key, Before: &target, After: &before}, change.Edit{Calendar: key, After: &rest})
}

// endOf is the write that removes an event, a series, or the rest of one.
func endOf(s scope, it *item, target model.Event) write {
	edit := change.Edit{Calendar: it.calendar.Key(), Before: &target}
	if s == following {
		if date, _, ok := placeIn(target, it); ok {
			if before, ok := change.Until(target, date); ok {
				edit.After = &before
			}
		}
	}
	return writeOf(edit)
}

// placeIn is the date that the series has given an occurrence, and how many
// came before it.
func placeIn(master model.Event, it *item) (date model.Date, passed int, ok bool) {
	series, err := model.NewSeries(*master.Recurrence, *master.Start, *master.End)
	if err != nil {
		return 0, 0, false
	}
	start := it.start
	if it.OriginalStart != nil {
		start = *it.OriginalStart
	}
	for _, o := range series.Next(1, start) {
		return o.Date, o.N, true
	}
	return 0, 0, false
}

// beforeOthers does what changes an event, nil for one that is made; where
// others are invited and it comes to another day, or to last longer than a
// day, not before that was shown in words: a slip of a key tells everybody.
func (c *changes) beforeOthers(before, after *model.Event, next func() tea.Cmd) tea.Cmd {
	words := c.momentous(before, after)
	if words == "" {
		return next()
	}
	title := text.Of("\u201c", after.Subject, "\u201d")
	return c.env.Ask(views.Confirm{Title: title, Detail: text.Clean(words), Verb: "send it", Yes: next})
}

// momentous says what a change of time comes to, and whom it tells; empty
// where it stays on its day, or is nobody else's.
func (c *changes) momentous(before, after *model.Event) string {
	tells := c.tells(after)
	to, ok := c.spanOf(after)
	if tells == "" || !ok {
		return ""
	}
	from, had := span{}, false
	if before != nil {
		from, had = c.spanOf(before)
	}
	moves := had && model.DateIn(from.start) != model.DateIn(to.start)
	lasts := to.long() && !(had && from.long())
	length := ", " + to.words()
	if !lasts {
		length = ""
	}
	switch {
	case moves:
		return "Moves from " + c.moment(from.start, from.allDay) + " to " + c.moment(to.start, to.allDay) + length + ", " + tells
	case lasts:
		return "Lasts from " + to.when(c.now()) + length + ", " + tells
	}
	return ""
}

// tells says whom a change of an event tells, rooms apart; empty where it is
// nobody else's.
func (c *changes) tells(e *model.Event) string {
	var people []text.Text
	for _, a := range c.others(e) {
		if a.Type != model.AttendeeResource {
			shown := text.Address(a.EmailAddress.Name, a.EmailAddress.Address)
			if shown.Name.Empty() {
				shown.Name = shown.Address
			}
			people = append(people, shown.Name)
		}
	}
	switch len(people) {
	case 0:
		return ""
	case 1:
		return "tells " + people[0].String()
	}
	return fmt.Sprintf("tells %d people", len(people))
}

// span is when an event takes place; of one of whole days the midnights, the
// end that after the last.
type span struct {
	start, end time.Time
	allDay     bool
}

// spanOf is an event's span on the clocks that are shown.
func (c *changes) spanOf(e *model.Event) (s span, ok bool) {
	if e.Start == nil || e.End == nil {
		return s, false
	}
	start, err := e.Start.Time()
	end, err2 := e.End.Time()
	if e.IsAllDay { // days, whatever clock they were written on
		first, lastErr := dateOf(e.Start.DateTime)
		after, afterErr := dateOf(e.End.DateTime)
		start, end, err, err2 = first.At(0, c.zone()), after.At(0, c.zone()), lastErr, afterErr
	} else {
		start, end = start.In(c.zone()), end.In(c.zone())
	}
	return span{start, end, e.IsAllDay}, err == nil && err2 == nil
}

// long says that it takes more than a day.
func (s span) long() bool {
	return s.end.Sub(s.start) > 25*time.Hour || !s.allDay && s.end.Sub(s.start) > 24*time.Hour
}

func (s span) when(now time.Time) string {
	if s.allDay {
		return views.Days(s.start, s.end.AddDate(0, 0, -1), now)
	}
	return views.Span(s.start, s.end, now)
}

func (s span) words() string {
	if s.allDay {
		return fmt.Sprintf("%d days", model.DateIn(s.end)-model.DateIn(s.start))
	}
	return eventform.LengthWords(s.end.Sub(s.start))
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
		later := func(t time.Time) time.Time { return (model.DateIn(t) + first - day).At(model.ClockIn(t), t.Location()) }
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
		after.Start = change.Midnight(first, target.Start.TimeZone)
		after.End = change.Midnight(first+days, target.Start.TimeZone)
		return after, nil
	}
	zone := g.start.Location()
	at := first.At(model.ClockIn(g.start), zone)
	from, err := model.NewDateTime(at, zone.String())
	if err != nil {
		return target, err
	}
	until, err := model.NewDateTime(at.Add(g.end.Sub(g.start)), zone.String())
	after.Start, after.End = &from, &until
	if after.Recurrence != nil {
		r := *after.Recurrence
		r.Range.RecurrenceTimeZone = zone.String()
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
		after.Start = change.Midnight(first, target.Start.TimeZone)
		after.End = change.Midnight(last, target.End.TimeZone)
		return after, nil
	}
	if s != one {
		return change.Shift(target, it.start, start, end)
	}
	after.Start, after.End = moved(target.Start, start, start.Location()), moved(target.End, end, end.Location())
	return after, nil
}
