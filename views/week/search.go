package week

import (
	"context"
	"slices"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views"
	"daybook/widget/dialog"
	"daybook/widget/picker"
	"daybook/widget/text"
)

// search finds events by their words, and lists events to go to.
type search struct {
	*shared
	jump func(*item) tea.Cmd // goes to the event that was chosen

	looking views.Request
}

// ask asks for words and lists the events that have them.
func (s *search) ask() tea.Cmd {
	hint := func(string) text.Text { return text.Literal("words of a subject, a place or a text, in all calendars") }
	answer := dialog.Given(func(words string) (tea.Cmd, error) {
		service, calendars := s.service, s.events.calendars
		return views.Load(&s.work, &s.looking, func(ctx context.Context) ([]*item, error) {
			return findAll(ctx, service, calendars, words)
		}, func(items []*item, err error) tea.Cmd { return s.onFound(words, items, err) }), nil
	})
	return s.dialog.Ask(s.env.Theme, dialog.Question{Title: text.Literal("Search events"), Placeholder: text.Literal("words"), Verb: "search",
		Hint: hint, Answer: answer})
}

func findAll(ctx context.Context, service Reading, calendars []*calendar, words string) ([]*item, error) {
	var items []*item
	for _, c := range calendars {
		if c.Person != "" {
			continue // theirs are to be seen beside one's own, not to be found among them
		}
		events, err := service.Find(ctx, c.Calendar, words)
		if err != nil {
			return items, err
		}
		items = append(items, newItems(events, c)...)
	}
	return items, nil
}

func (s *search) onFound(words string, found []*item, err error) tea.Cmd {
	switch {
	case err != nil && len(found) == 0:
		return views.Notice(views.Failure, "Could not search: ", views.Reason(err, "a calendar is no longer there"))
	case len(found) == 0:
		return views.Notice(views.Info, "No event has the words \u201c", words, "\u201d")
	}
	items := make([]*item, len(found))
	for i, it := range found {
		items[i] = s.upcoming(it)
	}
	return s.list(text.Of(views.Count(len(items), "event", "events"), " with \u201c", words, "\u201d"), items)
}

// list lets the person choose an event to go to; the next one from now
// on comes first, then the others as they follow.
func (s *search) list(title text.Text, items []*item) tea.Cmd {
	slices.SortStableFunc(items, inOrder)
	now := s.now()
	next := slices.IndexFunc(items, func(it *item) bool { return it.end.After(now) })
	if next > 0 {
		past := slices.Clone(items[:next])
		slices.Reverse(past)
		items = append(slices.Clone(items[next:]), past...)
	}
	byID := map[string]*item{}
	var rows []picker.Item
	for _, it := range items {
		byID[it.ID] = it
		name := it.title
		if it.recurs() {
			name = text.Concat(name, text.Glyph(" "+s.env.Theme.Glyphs.Recurring))
		}
		when := text.Clean(s.moment(s.startOf(it), it.allDay))
		rows = append(rows, picker.Item{ID: it.ID, Title: name, Words: when.String() + " " + it.place.String(), Detail: when})
	}
	o := picker.Options{Title: title, Placeholder: text.Literal("type to narrow down")}
	return s.dialog.Pick(s.env.Theme, rows, o, func(c picker.Choice) tea.Cmd { return s.jump(byID[c.IDs[0]]) })
}

// upcoming is the occurrence of a series that is to be gone to: the next from
// now on, or the last there was. An event that does not recur is itself.
func (s *search) upcoming(it *item) *item {
	if rule := s.events.rules.of(it.Event); rule != nil {
		if next := rule.Occurrences(s.now(), s.now().AddDate(furthest, 0, 0)); len(next) > 0 {
			if at, ok := newItem(ruledOccurrence(it.Event, next[0]), it.calendar); ok {
				return at
			}
		}
		return it
	}
	if it.Recurrence == nil {
		return it
	}
	series, err := model.NewSeries(*it.Recurrence, *it.Start, *it.End)
	if err != nil {
		return it
	}
	next := series.Next(1, s.now())
	if count, ends := series.Len(); len(next) == 0 && ends {
		if last, ok := series.Nth(count - 1); ok {
			next = []model.Instance{last}
		}
	}
	if len(next) == 0 {
		return it
	}
	if at, ok := newItem(occurrenceOf(it.Event, next[0], series.Zone()), it.calendar); ok {
		return at
	}
	return it
}
