package week

import (
	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views"
)

// plain makes an action that takes no count, by makes one that repeats.
func plain(f func() tea.Cmd) func(int) tea.Cmd { return func(int) tea.Cmd { return f() } }

func by(f func(int) tea.Cmd, step int) func(int) tea.Cmd {
	return func(count int) tea.Cmd { return f(step * max(count, 1)) }
}

// allActions is everything the screen can do, in the order of the help.
func (m *Model) allActions() []views.Action {
	var all []views.Action
	for _, group := range []struct {
		name    string
		actions []views.Action
	}{
		{"Move", m.moveActions()},
		{"Event", m.eventActions()},
		{"Invitation", m.answerActions()},
		{"Change the time", m.timeActions()},
		{"Show", m.showActions()},
	} {
		for _, a := range group.actions {
			if a.Group = group.name; !a.Typing {
				a.Enabled = m.unlessTyping(a.Enabled)
			}
			all = append(all, a)
		}
	}
	ask := views.AskRights(m.env, func() error { return m.failed })
	ask.Enabled = m.unlessTyping(ask.Enabled)
	return m.custom.Around(append(append(all, m.editorActions()...), ask), m.customTarget)
}

// unlessTyping keeps the keys with ctrl and alt, which the root takes to
// actions also while text is typed, from reaching the week behind a form or a
// question: they edit there.
func (m *Model) unlessTyping(enabled func() bool) func() bool {
	return func() bool {
		return m.editor == nil && !m.dialog.IsOpen() && (enabled == nil || enabled())
	}
}

func (m *Model) moveActions() []views.Action {
	return []views.Action{
		views.Steps("down", 1, m.down).Named("Later in the day"),
		views.Steps("up", -1, m.down).Named("Earlier in the day"),
		views.Steps("left", -1, m.byDay).Named("The day before"),
		views.Steps("right", 1, m.byDay).Named("The day after"),
		{ID: "next-event", Name: "Next event", Keys: []string{"tab", "J"}, Hidden: true, Motion: true, Do: by(m.nextEvent, 1)},
		{ID: "previous-event", Name: "Previous event", Keys: []string{"shift+tab", "K"}, Hidden: true, Motion: true, Do: by(m.nextEvent, -1)},
		{ID: "next-week", Name: "Next week", Keys: []string{"L", "pgdown"}, Motion: true, Do: by(m.byWeek, 1)},
		{ID: "previous-week", Name: "Previous week", Keys: []string{"H", "pgup"}, Motion: true, Do: by(m.byWeek, -1)},
		{ID: "today", Name: "Today", Keys: []string{"t"}, Motion: true, Do: plain(m.goToday)},
		{ID: "go-to", Name: "Go to a date in words", Keys: []string{"g t"}, Do: plain(m.askDate), Hint: "go to"},
		views.Steps("half-page-down", 1, m.byHalf).On("ctrl+d"),
		views.Steps("half-page-up", -1, m.byHalf).On("ctrl+u"),
		views.Motion("top", plain(func() tea.Cmd { return m.toEdge(false) })).Named("Start of the day"),
		views.Motion("bottom", plain(func() tea.Cmd { return m.toEdge(true) })).Named("End of the day"),
	}
}

func (m *Model) eventActions() []views.Action {
	on := func() bool { return m.grab == nil && m.selected() != nil }
	carrying := func() bool { return m.grab != nil }
	return []views.Action{
		{ID: "drop", Name: "Let the event go here", Keys: []string{"enter", "m"}, Do: plain(m.drop), Enabled: carrying, Hint: "drop"},
		{ID: "open", Name: "Details", Keys: []string{"enter"}, Do: plain(m.openCard), Enabled: on, Hint: "details"},
		{ID: "new-here", Name: "New event here", Keys: []string{"enter"}, Do: plain(m.newEvent), Hidden: true,
			Enabled: func() bool { return m.grab == nil && m.selected() == nil }},
		{ID: "new", Name: "New event", Keys: []string{"n"}, Do: plain(m.newEvent), Hint: "new"},
		{ID: "span", Name: "Begin or end a span", Keys: []string{"x", "space"}, Do: plain(m.markSpan),
			Enabled: func() bool { return m.grab == nil && !m.inAgenda() && !m.cursor.lane }},
		{ID: "edit", Name: "Edit", Keys: []string{"e"}, Do: plain(m.editEvent), Enabled: on, Hint: "edit"},
		{ID: "delete", Name: "Delete this or the series", Keys: []string{"D"}, Do: plain(m.deleteEvent), Enabled: on, Hint: "delete"},
		{ID: "instances", Name: "Instances of the series", Keys: []string{"I"}, Do: plain(m.showInstances),
			Enabled: func() bool { return on() && m.selected().recurs() }},
		{ID: "compose", Name: "Write to the attendees", Keys: []string{"c"}, Do: plain(m.mailAttendees), Enabled: m.hasPeople},
		{ID: "find-time", Name: "Find a time with these people", Keys: []string{"f"}, Do: plain(m.findTime), Enabled: m.hasPeople},
		{ID: "join", Name: "Join the online meeting", Keys: []string{"o"}, Do: plain(m.join),
			Enabled: func() bool { return on() && m.selected().OnlineMeetingURL != "" }},
		{ID: "back", Name: "Back", Keys: []string{"esc"}, Do: plain(m.back), Hidden: true},
	}
}

func (m *Model) answerActions() []views.Action {
	invited := func() bool {
		it := m.selected()
		return m.grab == nil && it != nil && it.invited() && !it.IsCancelled
	}
	answer := func(id, name, says, key string) views.Action {
		return views.Action{ID: id, Name: name, Keys: []string{key}, Enabled: invited,
			Do: plain(func() tea.Cmd { return m.respond(says) })}
	}
	return []views.Action{
		answer("accept", "Accept", model.ResponseAccepted, "a"),
		answer("tentative", "Tentative", model.ResponseTentative, "y"),
		answer("decline", "Decline", model.ResponseDeclined, "d"),
	}
}

func (m *Model) timeActions() []views.Action {
	on := func() bool { return m.card == nil && m.selected() != nil }
	move := func(id, name string, do func(int) tea.Cmd, keys ...string) views.Action {
		return views.Action{ID: id, Name: name, Keys: keys, Do: do, Enabled: on}
	}
	return []views.Action{
		{ID: "carry", Name: "Pick the event up, to move it with h j k l", Hint: "move", Keys: []string{"m"},
			Enabled: func() bool { return on() && m.grab == nil && !m.inAgenda() },
			Do:      plain(func() tea.Cmd { cmd, _ := m.take(); return cmd })},
		move("move-later", "Move later", by(func(n int) tea.Cmd { return m.grabBy(0, n) }, 1), "shift+down", "alt+j"),
		move("move-earlier", "Move earlier", by(func(n int) tea.Cmd { return m.grabBy(0, n) }, -1), "shift+up", "alt+k"),
		move("move-right", "Move to the next day", by(func(n int) tea.Cmd { return m.grabBy(n, 0) }, 1), "shift+right", "alt+l"),
		move("move-left", "Move to the previous day", by(func(n int) tea.Cmd { return m.grabBy(n, 0) }, -1), "shift+left", "alt+h"),
		{ID: "all-day", Name: "Carried: all day, or at a time", Keys: []string{"A"}, Do: plain(m.toggleAllDay),
			Enabled: func() bool { return m.grab != nil }, Hint: "all day"},
		move("longer", "Longer", by(m.resize, 1), "+", "="),
		move("shorter", "Shorter", by(m.resize, -1), "-"),
	}
}

func (m *Model) showActions() []views.Action {
	return []views.Action{
		{ID: "layout", Name: "A week, five days, three, one or an agenda", Hint: "view", Keys: []string{"v"}, Do: plain(m.nextLayout)},
		{ID: "calendars", Name: "Calendars and groups", Keys: []string{"C"}, Do: plain(m.chooseCalendars), Hint: "calendars"},
		{ID: "share-calendar", Name: "Share a calendar: who may do what with it", Keys: []string{"s", "alt+s"}, Typing: true,
			Do: plain(m.shareCalendar), Enabled: m.sharesCalendars, Hint: "share"},
		{ID: "zones", Name: "A second time zone", Keys: []string{"Z"}, Do: plain(m.chooseZone), Hint: "zones"},
		{ID: "search", Name: "Search events", Keys: []string{"/"}, Do: plain(m.askSearch), Hint: "search"},
		{ID: "refresh", Name: "Refresh", Keys: []string{"ctrl+r"}, Do: plain(m.loadCalendars)},
	}
}

// down moves in the card while one is open, else in time.
func (m *Model) down(rows int) tea.Cmd {
	if m.card != nil {
		m.card.scroll(rows)
		return nil
	}
	return m.byTime(rows)
}

// nextEvent goes to another event, with the card if one is open.
func (m *Model) nextEvent(steps int) tea.Cmd {
	if m.grab != nil {
		return nil
	}
	cmd := m.byEvent(steps)
	if m.card != nil && m.selected() != nil {
		return tea.Batch(cmd, m.openCard())
	}
	return cmd
}

// Status implements views.View.
func (m *Model) Status() views.Status {
	st := views.Status{Progress: -1, Hints: []string{"new", "go-to", "layout"}}
	it := m.selected()
	if m.custom.Open() {
		return m.custom.Status()
	}
	switch {
	case m.editor != nil:
		st.Hints = []string{"form-save", "form-custom-data", "form-cancel"}
	case m.grab != nil:
		st.Text = m.grabWords()
		st.Hints = []string{"drop", "longer", "all-day", "back"}
	case !m.anchor.IsZero():
		from, to := m.spanTimes()
		st.Text = m.moment(from, false) + "-" + to.In(m.zone()).Format("15:04")
		st.Hints = []string{"new", "back"}
	case it != nil && it.open():
		st.Hints = []string{"accept", "tentative", "decline", "open"}
	case it != nil && mayChange(it) != nil:
		st.Hints = []string{"open", "compose", "new"}
	case it != nil:
		st.Hints = []string{"open", "edit", "carry"}
	}
	if m.dialog.IsOpen() { // its keys stand in its border
		st.Hints = nil
	} else if m.card != nil && m.grab == nil {
		st.Hints = []string{"back", "next-event"}
	}
	switch {
	case m.listing.Busy() || m.loading.Busy() && !m.book.to.IsZero():
		st.Busy, st.Text = true, "Reading the calendars"
	case m.loading.Busy():
		st.Busy, st.Text = true, "Opening the calendars"
	case m.opening.Busy():
		st.Busy, st.Text = true, "Reading the event"
	case m.sharing.Busy():
		st.Busy, st.Text = true, "Reading who may see the calendar"
	case m.looking.Busy():
		st.Busy, st.Text = true, "Searching"
	case m.failed != nil:
		if says, missing := views.Missing(m.env, m.failed); missing {
			st.Text = says.String()
		} else {
			st.Text = "Some calendars could not be read: " + say(m.failed).String()
		}
	}
	if st.Text == "" && it != nil {
		st.Text = m.nowWords(it)
	}
	return st
}

// grabWords says where the carried event is.
func (m *Model) grabWords() string {
	it := m.book.find(m.grab.id)
	if it == nil {
		return ""
	}
	if m.grab.allDay {
		return m.moment(m.grab.start, true)
	}
	return m.moment(m.grab.start, false) + "-" + m.grab.end.In(m.zone()).Format("15:04")
}

// nowWords says which event the cursor is on, for those that are drawn small.
func (m *Model) nowWords(it *item) string {
	if it.allDay {
		return it.title.String()
	}
	return it.start.In(m.zone()).Format("15:04") + "-" + it.end.In(m.zone()).Format("15:04") + " " + it.title.String()
}
