package week

import (
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views"
	"daybook/views/dateparse"
	"daybook/views/week/change"
	"daybook/widget/dialog"
	"daybook/widget/picker"
	"daybook/widget/text"
)

// back leaves what is open, from the top: what is carried, a span, the card.
func (m *Model) back() tea.Cmd {
	switch {
	case m.days.back():
		return m.reading.follow()
	case m.card != nil:
		m.card = nil
	case m.days.leaveDay():
		m.arrange()
		return m.reading.follow()
	default:
		m.days.cursor.id = ""
	}
	return nil
}

// openHere opens what the cursor of a month is on: the event, or the day.
func (m *Model) openHere() tea.Cmd {
	if m.days.selected() != nil {
		return m.openCard()
	}
	m.days.openDay()
	m.arrange()
	return m.reading.follow()
}

// listHour lists the events where the cursor is, to go to one of them.
func (m *Model) listHour() tea.Cmd {
	var items []*item
	for _, id := range m.days.here() {
		if it := m.days.sheetNow().find(id); it != nil {
			items = append(items, it)
		}
	}
	return m.search.list(text.Of(views.Count(len(items), "event", "events"), " at this hour"), items)
}

// askDate asks for a day in words and goes there.
func (m *Model) askDate() tea.Cmd {
	read := func(typed string) (time.Time, error) {
		day := m.days.cursor.date.At(0, m.zone()) // a time alone goes to it on the day that is looked at
		typed = strings.TrimPrefix(strings.TrimSpace(typed), "+")
		return dateparse.ParseOn(typed, m.now(), day, dateparse.Ahead, m.options.Morning)
	}
	hint := func(typed string) text.Text {
		if strings.TrimSpace(typed) == "" {
			return text.Literal("next fri, 3w, 14 mar, 2026-12-24 10:00")
		}
		t, err := read(typed)
		if err != nil {
			return text.Of(err)
		}
		return text.Clean(m.moment(t, !dateparse.Timed(typed)))
	}
	answer := func(typed string) (tea.Cmd, error) {
		t, err := read(typed)
		if err != nil {
			return nil, err
		}
		m.days.goDate(t, dateparse.Timed(typed))
		return m.reading.follow(), nil
	}
	return m.dialog.Ask(m.env.Theme, dialog.Question{Title: text.Literal("Go to"), Placeholder: text.Literal("a day in words"), Verb: "go",
		Hint: hint, Answer: answer})
}

// chooseZone chooses the zone of the second column.
func (m *Model) chooseZone() tea.Cmd {
	items := []picker.Item{{ID: "-", Title: text.Literal("No second zone")}}
	noon := m.days.cursor.date.At(12*time.Hour, m.zone())
	for _, z := range model.Zones() {
		loc, err := model.LoadZone(z.Alias)
		if err != nil {
			continue
		}
		there := noon.In(loc)
		items = append(items, picker.Item{ID: z.Alias, Title: text.Clean(z.Alias),
			Words:  strings.ReplaceAll(z.Alias, "_", " ") + " " + z.DisplayName,
			Detail: text.Clean(views.Clock(there) + " " + abbreviation(there))})
	}
	o := picker.Options{Title: text.Literal("Second time zone"), Placeholder: text.Literal("a city or a zone")}
	return m.dialog.Pick(m.env.Theme, items, o, func(c picker.Choice) tea.Cmd {
		m.days.second = nil
		if zone, err := model.LoadZone(c.IDs[0]); c.IDs[0] != "-" && err == nil {
			m.days.second = zone
		}
		m.days.reveal()
		return m.saveState()
	})
}

// openCard shows everything of the selected event.
func (m *Model) openCard() tea.Cmd {
	it := m.days.selected()
	if it == nil {
		return nil
	}
	opened := &card{clock: m.days.clock, it: it, event: it.Event}
	m.card = opened
	if it.calendar.Person != "" { // what can be seen of it has been read
		opened.whole = true
		return nil
	}
	return m.reading.whole(it.ref(), func(e model.Event) tea.Cmd {
		if m.card != opened {
			return nil
		}
		opened.event, opened.whole = e, true
		if it.SeriesMasterID == "" {
			opened.rule = m.events.rules.words(e)
			return nil
		}
		return m.reading.whole(Ref{it.calendar.Group, it.SeriesMasterID}, func(master model.Event) tea.Cmd {
			opened.rule = m.events.rules.words(master)
			return nil
		})
	})
}

// cardKeys are those that do something to the event of the card.
func (m *Model) cardKeys() []dialog.Key {
	var keys []dialog.Key
	for _, id := range []string{"accept", "tentative", "decline", "answer-with", "proposals", "edit", "delete", "instances", "compose", "find-time", "join",
		"custom-data"} {
		for i := range m.actions {
			a := &m.actions[i]
			if a.ID != id || !a.Can() {
				continue
			}
			word := a.Hint
			if word == "" {
				word, _, _ = strings.Cut(strings.ToLower(a.Name), " ")
			}
			keys = append(keys, dialog.Key{Key: a.Keys[0], Does: word})
		}
	}
	return append(keys, dialog.Key{Key: "esc", Does: "back"})
}

// newEvent opens the form on the span, or on an hour at the cursor.
func (m *Model) newEvent() tea.Cmd {
	c := m.events.standard()
	if c == nil {
		return views.Notice(views.Warning, "There is no calendar to write to yet")
	}
	d := m.days
	start := d.instant()
	end := start.Add(time.Hour)
	if !d.anchor.IsZero() {
		start, end = d.span()
	}
	e := model.Event{ShowAs: model.ShowBusy, IsReminderOn: true, ReminderMinutesBeforeStart: 15, IsAllDay: d.cursor.lane,
		ResponseRequested: true, AllowNewTimeProposals: true}
	var err error
	if e.IsAllDay {
		e.Start = change.Midnight(d.cursor.date, "UTC")
		e.End = change.Midnight(d.cursor.date+1, "UTC")
		e.ShowAs = model.ShowFree
	} else {
		var from, to model.DateTimeTimeZone
		if from, err = model.NewDateTime(start, d.zone().String()); err == nil {
			to, err = model.NewDateTime(end, d.zone().String())
		}
		e.Start, e.End = &from, &to
	}
	if err != nil {
		return views.Notice(views.Failure, "Could not begin an event: ", err)
	}
	return m.forms.open(savedForm{Title: "New event", Event: e, Calendar: c.Key()})
}

// editEvent opens the form on the selected event, asked once how much of a
// series is meant.
func (m *Model) editEvent() tea.Cmd {
	it := m.days.selected()
	if it == nil {
		return nil
	}
	if err := mayChange(it); err != nil {
		return views.Notice(views.Warning, "Cannot edit it: ", err)
	}
	m.card = nil
	return m.changes.scoped("Edit", it, func(s scope, target model.Event, it *item) tea.Cmd {
		label := "Changed " + it.quoted()
		form := savedForm{Title: "Edit the series", Event: target, Calendar: it.calendar.Key(), Label: label}
		switch s {
		case one:
			return m.reading.whole(it.ref(), func(e model.Event) tea.Cmd {
				form.Title, form.Event, form.Alone = "Edit", e, it.SeriesMasterID != ""
				return m.forms.open(form)
			})
		case following:
			rest, err := form.rest(it, target)
			if err != nil {
				return views.Notice(views.Failure, "Could not divide the series: ", views.Reason(err, noLongerThere))
			}
			if rest.Whole != nil {
				rest.Label += " from " + m.moment(m.startOf(it), true) + " on"
			}
			form = rest
		}
		return m.forms.open(form)
	})
}

// drop lets the carried event go where it is: asked once what of a series moves.
func (m *Model) drop() tea.Cmd {
	g, it := m.days.drop()
	if it == nil {
		return m.reading.follow()
	}
	return m.changes.scoped("Move", it, func(s scope, target model.Event, it *item) tea.Cmd {
		after, err := retimed(target, it, *g, s)
		if g.allDay != it.allDay {
			after, err = converted(target, it, *g, s)
		}
		if err != nil {
			return views.Notice(views.Failure, "Could not move the event: ", views.Reason(err, noLongerThere))
		}
		return m.changes.beforeOthers(&target, &after, func() tea.Cmd {
			label := "Moved " + it.quoted() + " to " + m.moment(g.start, g.allDay)
			return m.changes.edits.Do(label, m.changes.editOf(s, it, target, after))
		})
	})
}

// deleteEvent removes an event, asked once how much of a series.
func (m *Model) deleteEvent(it *item) tea.Cmd {
	if !it.calendar.CanEdit {
		return views.Notice(views.Warning, "Cannot delete it: the calendar ", it.calendar.name, " can be read only")
	}
	return m.changes.scoped("Delete", it, func(s scope, target model.Event, it *item) tea.Cmd {
		m.card = nil
		label := "Deleted " + it.quoted()
		switch s {
		case following:
			label += " from " + m.moment(m.startOf(it), true) + " on"
		case all:
			label += ", the whole series"
		}
		if tells := m.changes.tells(&target); tells != "" && target.IsOrganizer {
			label += ", " + tells
		}
		return m.changes.edits.Do(label, endOf(s, it, target))
	})
}

// join opens the online meeting of an event.
func join(desktop views.Desktop, it *item) tea.Cmd {
	return views.Browse(desktop, it.OnlineMeetingURL, text.Literal("The meeting opens in the browser"))
}
