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
	case m.grab != nil:
		id := m.grab.id
		m.grab = nil
		if it := m.book.find(id); it != nil {
			return m.goTo(it)
		}
	case !m.anchor.IsZero():
		m.anchor = time.Time{}
	case m.card != nil:
		m.card = nil
	default:
		m.cursor.id = ""
	}
	return nil
}

// askDate asks for a day in words and goes there.
func (m *Model) askDate() tea.Cmd {
	read := func(typed string) (time.Time, error) {
		day := m.cursor.date.At(0, m.zone()) // a time alone goes to it on the day that is looked at
		return dateparse.ParseOn(strings.TrimPrefix(strings.TrimSpace(typed), "+"), m.now(), day, dateparse.Ahead, m.options.Morning)
	}
	hint := func(typed string) text.Text {
		if strings.TrimSpace(typed) == "" {
			return text.Literal("next fri, 3w, 14 mar, 2026-12-24 10:00")
		}
		t, err := read(typed)
		if err != nil {
			return say(err)
		}
		if dateparse.Timed(typed) {
			return text.Clean(t.Format("Monday 2 January 2006, 15:04"))
		}
		return text.Clean(t.Format("Monday 2 January 2006"))
	}
	return m.dialog.Ask(&m.theme, dialog.Question{Title: text.Literal("Go to"), Placeholder: text.Literal("a day in words"), Hint: hint, Answer: func(typed string) (tea.Cmd, error) {
		t, err := read(typed)
		if err != nil {
			return nil, err
		}
		return m.goDate(t, dateparse.Timed(typed)), nil
	}})
}

// chooseCalendars shows and hides calendars.
func (m *Model) chooseCalendars() tea.Cmd {
	var items []picker.Item
	var marked []string
	for _, c := range m.book.calendars {
		detail := text.Text{}
		switch {
		case c.Group != "":
			detail = text.Literal("group")
		case !c.CanEdit:
			detail = text.Literal("read only")
		}
		shape := text.Glyph(m.theme.Glyphs.Calendar[c.colour] + " ")
		items = append(items, picker.Item{ID: c.Key(), Title: text.Concat(shape, c.name), Detail: detail})
		if !c.hidden {
			marked = append(marked, c.Key())
		}
	}
	how := text.Literal("space marks, enter shows")
	if len(m.shareable()) > 0 {
		how = text.Literal("space marks, enter shows, alt+s shares")
	}
	o := picker.Options{Title: text.Literal("Calendars shown"), Placeholder: how, Multi: true, Marked: marked}
	return m.dialog.Pick(&m.theme, items, o, func(chosen picker.Choice) tea.Cmd {
		shown := map[string]bool{}
		for _, id := range chosen.IDs {
			shown[id] = true
		}
		for _, c := range m.book.calendars {
			c.hidden = !shown[c.Key()]
		}
		m.book.version++
		return tea.Batch(m.touch(), m.keep())
	})
}

// chooseZone chooses the zone of the second column.
func (m *Model) chooseZone() tea.Cmd {
	items := []picker.Item{{ID: "-", Title: text.Literal("No second zone")}}
	noon := m.cursor.date.At(12*time.Hour, m.zone())
	for _, z := range model.Zones() {
		loc, err := model.LoadZone(z.Alias)
		if err != nil {
			continue
		}
		items = append(items, picker.Item{ID: z.Alias, Title: text.Clean(z.Alias), Words: strings.ReplaceAll(z.Alias, "_", " ") + " " + z.DisplayName,
			Detail: text.Clean(noon.In(loc).Format("15:04 ") + abbreviation(noon.In(loc)))})
	}
	o := picker.Options{Title: text.Literal("Second time zone"), Placeholder: text.Literal("a city or a zone")}
	return m.dialog.Pick(&m.theme, items, o, func(c picker.Choice) tea.Cmd {
		m.second = nil
		if zone, err := model.LoadZone(c.IDs[0]); c.IDs[0] != "-" && err == nil {
			m.second = zone
		}
		m.reveal()
		return m.keep()
	})
}

// markSpan begins a span at the cursor, or lets the one that was begun go.
func (m *Model) markSpan() tea.Cmd {
	if !m.anchor.IsZero() {
		m.anchor = time.Time{}
		return nil
	}
	m.anchor = m.instant()
	return nil
}

// spanTimes is the span from where it was begun to the cursor's row, that
// included.
func (m *Model) spanTimes() (from, to time.Time) {
	from, to = m.anchor.In(m.zone()), m.instant()
	if to.Before(from) {
		from, to = to, from
	}
	return from, to.Add(m.step())
}

// spanned says that a row is in the span.
func (m *Model) spanned(at time.Time) bool {
	if m.anchor.IsZero() {
		return false
	}
	from, to := m.spanTimes()
	return !at.Before(from) && at.Before(to)
}

// respond answers the selected invitation, asked once how much of a series.
func (m *Model) respond(says string) tea.Cmd {
	it := m.selected()
	if it == nil {
		return nil
	}
	answer := func(id string) tea.Cmd {
		a := &change.Answer{ID: id, Was: it.answer(), Says: says}
		w := write{Change: change.Change{Edits: []change.Edit{{Calendar: it.calendar.Key(), Answer: a}}}}
		return m.edits.Do(answered[says]+" \u201c"+it.title.String()+"\u201d", w)
	}
	if it.SeriesMasterID == "" {
		return answer(it.ID)
	}
	items := []picker.Item{
		{ID: it.SeriesMasterID, Title: text.Literal("The whole series")},
		{ID: it.ID, Title: text.Literal("This event alone"), Detail: text.Clean(m.moment(m.startOf(it), it.allDay))},
	}
	title := text.Concat(text.Clean(answerVerbs[says]+" "), it.title)
	return m.dialog.Pick(&m.theme, items, picker.Options{Title: title, Placeholder: text.Literal("how much of the series?")},
		func(c picker.Choice) tea.Cmd { return answer(c.IDs[0]) })
}

// answerFor answers an invitation that another screen shows.
func (m *Model) answerFor(a views.Answer) tea.Cmd {
	edit := change.Edit{Answer: &change.Answer{ID: a.Event, Was: a.Was, Says: a.Says}}
	w := write{Change: change.Change{Edits: []change.Edit{edit}}}
	return m.edits.DoOn(views.Inbox, answered[a.Says]+" \u201c"+a.Subject.String()+"\u201d", w)
}

var (
	answered = map[string]string{model.ResponseAccepted: "Accepted", model.ResponseTentative: "Tentatively accepted",
		model.ResponseDeclined: "Declined"}
	answerVerbs = map[string]string{model.ResponseAccepted: "Accept", model.ResponseTentative: "Tentatively accept",
		model.ResponseDeclined: "Decline"}
)

// deleteEvent removes the selected event, asked once how much of a series.
func (m *Model) deleteEvent() tea.Cmd {
	it := m.selected()
	if it == nil {
		return nil
	}
	if !it.calendar.CanEdit {
		return notify(views.Warning, "Cannot delete it: the calendar ", it.calendar.name, " can be read only")
	}
	return m.scoped("Delete", it, func(s scope, target model.Event, it *item) tea.Cmd {
		m.card = nil
		label := "Deleted \u201c" + it.title.String() + "\u201d"
		switch s {
		case following:
			label += " from " + m.moment(it.start, true) + " on"
		case all:
			label += ", the whole series"
		}
		return m.edits.Do(label, m.endOf(s, it, target))
	})
}

// people lists the addresses of an event but the person's own.
func (m *Model) people(it *item) []string {
	var out []string
	add := func(a model.EmailAddress, kind string) {
		if a.Address == "" || kind == model.AttendeeResource || strings.EqualFold(a.Address, m.options.Me.Address) {
			return
		}
		for _, have := range out {
			if strings.EqualFold(have, a.Address) {
				return
			}
		}
		out = append(out, a.Address)
	}
	if it.Organizer != nil {
		add(it.Organizer.EmailAddress, "")
	}
	for _, a := range it.Attendees {
		add(a.EmailAddress, a.Type)
	}
	return out
}

func (m *Model) hasPeople() bool {
	it := m.selected()
	return m.grab == nil && it != nil && len(m.people(it)) > 0
}

// mailAttendees begins a letter to everybody.
func (m *Model) mailAttendees() tea.Cmd {
	it := m.selected()
	return views.Send(views.Open{Screen: views.Inbox, Item: views.ComposeTo{To: m.people(it), Subject: it.Subject}})
}

// findTime opens the finder with everybody.
func (m *Model) findTime() tea.Cmd {
	it := m.selected()
	return views.Send(views.Open{Screen: views.Finder, Item: views.FindTime{With: m.people(it), Subject: it.Subject}})
}

// join opens the online meeting.
func (m *Model) join() tea.Cmd {
	return m.env.Desktop.OpenURL(m.selected().OnlineMeetingURL, func(err error) tea.Msg {
		if err != nil {
			return views.Notify{Text: say("Could not open the meeting: ", err), Level: views.Failure}
		}
		return views.Notify{Text: text.Literal("The meeting opens in the browser"), Level: views.Info}
	})
}
