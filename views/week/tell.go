package week

import (
	"fmt"
	"time"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views"
	"daybook/views/week/eventform"
	"daybook/widget/text"
)

// beforeOthers does what changes an event, nil for one that is made; where
// others are invited and it comes to another day, or to last longer than a
// day, not before that was shown in words: a slip of a key tells everybody.
func (m *Model) beforeOthers(before, after *model.Event, next func() tea.Cmd) tea.Cmd {
	words := m.momentous(before, after)
	if words == "" {
		return next()
	}
	return m.env.Ask(views.Confirm{Title: say("\u201c", after.Subject, "\u201d"), Detail: text.Clean(words), Verb: "send it",
		Yes: next})
}

// momentous says what a change of time comes to, and whom it tells; empty
// where it stays on its day, or is nobody else's.
func (m *Model) momentous(before, after *model.Event) string {
	var people []text.Text
	for _, a := range m.others(after) {
		if a.Type != model.AttendeeResource {
			shown := text.Address(a.EmailAddress.Name, a.EmailAddress.Address)
			if shown.Name.Empty() {
				shown.Name = shown.Address
			}
			people = append(people, shown.Name)
		}
	}
	to, ok := m.spanOf(after)
	if len(people) == 0 || !ok {
		return ""
	}
	from, had := span{}, false
	if before != nil {
		from, had = m.spanOf(before)
	}
	moves := had && model.DateIn(from.start) != model.DateIn(to.start)
	lasts := to.long() && !(had && from.long())
	tells := fmt.Sprintf("tells %d people", len(people))
	if len(people) == 1 {
		tells = "tells " + people[0].String()
	}
	layout := "Mon 2 Jan"
	if to.start.Year() != m.now().Year() || moves && from.start.Year() != to.start.Year() {
		layout += " 2006"
	}
	length := ", " + to.words()
	if !lasts {
		length = ""
	}
	switch {
	case moves:
		return "Moves from " + from.begins(layout) + " to " + to.begins(layout) + length + ", " + tells
	case lasts:
		return "Lasts from " + to.begins(layout) + " to " + to.ends(layout) + length + ", " + tells
	}
	return ""
}

// span is when an event takes place; of one of whole days the midnights, the
// end that after the last.
type span struct {
	start, end time.Time
	allDay     bool
}

// spanOf is an event's span on the clocks that are shown.
func (m *Model) spanOf(e *model.Event) (s span, ok bool) {
	if e.Start == nil || e.End == nil {
		return s, false
	}
	start, err := e.Start.Time()
	end, err2 := e.End.Time()
	if e.IsAllDay { // days, whatever clock they were written on
		first, lastErr := dateOf(e.Start.DateTime)
		after, afterErr := dateOf(e.End.DateTime)
		start, end, err, err2 = first.At(0, time.UTC), after.At(0, time.UTC), lastErr, afterErr
	} else {
		start, end = start.In(m.zone()), end.In(m.zone())
	}
	return span{start, end, e.IsAllDay}, err == nil && err2 == nil
}

// long says that it takes more than a day.
func (s span) long() bool {
	return s.end.Sub(s.start) > 25*time.Hour || !s.allDay && s.end.Sub(s.start) > 24*time.Hour
}

func (s span) begins(layout string) string {
	if s.allDay {
		return s.start.Format(layout)
	}
	return s.start.Format(layout + " 15:04")
}

func (s span) ends(layout string) string {
	if s.allDay {
		return s.end.AddDate(0, 0, -1).Format(layout)
	}
	return s.end.Format(layout + " 15:04")
}

func (s span) words() string {
	if s.allDay {
		return fmt.Sprintf("%d days", model.DateIn(s.end)-model.DateIn(s.start))
	}
	return eventform.LengthWords(s.end.Sub(s.start))
}
