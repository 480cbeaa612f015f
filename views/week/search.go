package week

import (
	"context"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views"
	"daybook/widget/dialog"
	"daybook/widget/picker"
	"daybook/widget/text"
)

// instanceSpan is how far around the cursor instances of a series are listed.
const instanceSpan = 366 * 24 * time.Hour

// askSearch asks for words and lists the events that have them.
func (m *Model) askSearch() tea.Cmd {
	hint := func(string) text.Text { return text.Literal("words of a subject, a place or a text, in all calendars") }
	return m.dialog.Ask(&m.theme, dialog.Question{Title: text.Literal("Search events"), Placeholder: text.Literal("words"), Hint: hint, Answer: dialog.Given(func(words string) (tea.Cmd, error) {
		service, calendars := m.service, m.book.calendars
		return views.Load(&m.work, &m.looking, func(ctx context.Context) ([]*item, error) {
			return findAll(ctx, service, calendars, words)
		}, func(items []*item, err error) tea.Cmd { return m.onFound(words, items, err) }), nil
	})})
}

func findAll(ctx context.Context, service Service, calendars []*calendar, words string) ([]*item, error) {
	var items []*item
	for _, c := range calendars {
		events, err := service.Find(ctx, c.Calendar, words)
		if err != nil {
			return items, err
		}
		for _, e := range events {
			if it, ok := newItem(e, c); ok {
				items = append(items, it)
			}
		}
	}
	slices.SortStableFunc(items, inOrder)
	return items, nil
}

func (m *Model) onFound(words string, found []*item, err error) tea.Cmd {
	switch {
	case err != nil && len(found) == 0:
		return notify(views.Failure, "Could not search: ", err)
	case len(found) == 0:
		return notify(views.Info, "No event has the words \u201c", words, "\u201d")
	}
	items := make([]*item, len(found))
	for i, it := range found {
		items[i] = m.upcoming(it)
	}
	slices.SortStableFunc(items, inOrder)
	return m.listEvents(say(plural(len(items), "event"), " with \u201c", words, "\u201d"), items)
}

// listEvents lets the person choose an event to go to; the next one from now
// on comes first, then the others as they follow.
func (m *Model) listEvents(title text.Text, items []*item) tea.Cmd {
	now := m.now()
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
		layout := "Mon 2 Jan 2006 15:04"
		if it.allDay {
			layout = "Mon 2 Jan 2006"
		}
		name := it.title
		if it.recurs() {
			name = text.Concat(name, text.Glyph(" "+m.theme.Glyphs.Recurring))
		}
		when := text.Clean(m.startOf(it).In(m.zone()).Format(layout))
		rows = append(rows, picker.Item{ID: it.ID, Title: name, Words: when.String() + " " + it.place.String(), Detail: when})
	}
	return m.dialog.Pick(&m.theme, rows, picker.Options{Title: title, Placeholder: text.Literal("type to narrow down")}, func(c picker.Choice) tea.Cmd {
		return m.jump(byID[c.IDs[0]])
	})
}

// jump goes to an event wherever it is: its day first, and to itself when
// that has been loaded.
func (m *Model) jump(it *item) tea.Cmd {
	m.card = nil
	cmd := m.goTo(it)
	m.cursor.id = it.ID
	for _, have := range m.book.items {
		if it.SeriesMasterID != "" && have.SeriesMasterID == it.SeriesMasterID && have.start.Equal(it.start) {
			m.cursor.id = have.ID
		}
	}
	return cmd
}

// upcoming is the occurrence of a series that is to be gone to: the next from
// now on, or the last there was. An event that does not recur is itself.
func (m *Model) upcoming(it *item) *item {
	if it.Recurrence == nil {
		return it
	}
	series, err := model.NewSeries(*it.Recurrence, *it.Start, *it.End)
	if err != nil {
		return it
	}
	next := series.Next(1, m.now())
	if count, ends := series.Len(); len(next) == 0 && ends {
		if last, ok := series.Nth(count - 1); ok {
			next = []model.Instance{last}
		}
	}
	if len(next) == 0 {
		return it
	}
	if at, ok := newItem(occurrenceOf(it.Event, next[0], series), it.calendar); ok {
		return at
	}
	return it
}

// showInstances lists the occurrences of the selected series.
func (m *Model) showInstances() tea.Cmd {
	it := m.selected()
	service, at := m.service, Ref{it.calendar.Group, m.edits.Now(it.master())}
	from, to := it.start.Add(-instanceSpan), it.start.Add(instanceSpan)
	return views.Load(&m.work, &m.opening, func(ctx context.Context) ([]model.Event, error) {
		return service.Instances(ctx, at, from, to)
	}, func(events []model.Event, err error) tea.Cmd { return m.onInstances(it, events, err) })
}

func (m *Model) onInstances(of *item, events []model.Event, err error) tea.Cmd {
	if err != nil {
		return notify(views.Failure, "Could not list the series: ", err)
	}
	var items []*item
	for _, e := range events {
		if e.Type == "" {
			e.Type = model.Occurrence
		}
		if it, ok := newItem(e, of.calendar); ok {
			items = append(items, it)
		}
	}
	slices.SortStableFunc(items, inOrder)
	return m.listEvents(text.Concat(of.title, say(", ", len(items), " times within a year")), items)
}

// Open implements views.Opener.
func (m *Model) Open(target any) tea.Cmd {
	show, ok := target.(views.ShowEvent)
	if !ok {
		return nil
	}
	if date, err := model.ParseDate(show.Day); err == nil {
		return m.goDate(date.At(m.options.Morning, m.zone()), false)
	}
	if show.ID == "" {
		return nil
	}
	if it := m.book.find(show.ID); it != nil {
		return tea.Batch(m.goTo(it), m.openCard())
	}
	return m.whole(Ref{ID: show.ID}, func(e model.Event) tea.Cmd {
		c := m.book.standard()
		if c == nil {
			return nil
		}
		it, ok := newItem(e, c)
		if !ok {
			return notify(views.Warning, "The event has no time that can be read")
		}
		return m.jump(it)
	})
}
