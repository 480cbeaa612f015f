package week

import (
	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views"
	"daybook/views/invite"
	"daybook/widget/dialog"
	"daybook/widget/text"
)

// moves makes an action of what moves the cursor, or the event that it carries:
// what comes into sight is loaded.
func (m *Model) moves(f func(int) error) func(int) tea.Cmd {
	return func(n int) tea.Cmd { return m.moved(f(n)) }
}

func (m *Model) moved(err error) tea.Cmd {
	if err != nil {
		return views.Notice(views.Warning, "Cannot move it: ", err)
	}
	return m.reading.follow()
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
			a.Group = group.name
			all = append(all, a)
		}
	}
	all = append(append(all, m.forms.actions()...), views.AskRights(m.env, func() error { return m.reading.failed }))
	return m.custom.Around(all, m.customTarget)
}

func (m *Model) moveActions() []views.Action {
	d := m.days
	return []views.Action{
		views.Steps("down", 1, m.down).Named("Later in the day"),
		views.Steps("up", -1, m.down).Named("Earlier in the day"),
		views.Steps("left", -1, m.moves(d.byDay)).Named("The day before"),
		views.Steps("right", 1, m.moves(d.byDay)).Named("The day after"),
		{ID: "next-event", Name: "Next event", Keys: []string{"tab", "J"}, Hidden: true, Motion: true, Do: m.nextEvent(1)},
		{ID: "previous-event", Name: "Previous event", Keys: []string{"shift+tab", "K"}, Hidden: true, Motion: true, Do: m.nextEvent(-1)},
		{ID: "next-week", Name: "Next week, in the month next month", Keys: []string{"L", "pgdown"}, Motion: true, Do: views.Times(1, m.moves(d.byWeek))},
		{ID: "previous-week", Name: "Previous week, in the month the month before", Keys: []string{"H", "pgup"}, Motion: true, Do: views.Times(-1, m.moves(d.byWeek))},
		{ID: "today", Name: "Today", Keys: []string{"t"}, Motion: true, Do: views.Once(func() tea.Cmd { d.toNow(); return m.touch() })},
		{ID: "go-to", Opens: true, Name: "Go to a date in words", Words: "jump date day", Keys: []string{"g t"}, Do: views.Once(m.askDate), Hint: "go to"},
		views.Steps("half-page-down", 1, m.moves(d.byHalf)).On("ctrl+d"),
		views.Steps("half-page-up", -1, m.moves(d.byHalf)).On("ctrl+u"),
		views.Motion("top", m.moves(d.toStart)).Named("Start of the day"),
		views.Motion("bottom", m.moves(d.toEnd)).Named("End of the day"),
	}
}

func (m *Model) eventActions() []views.Action {
	d, me := m.days, m.options.Me.Address
	// on makes an action of one that has the selected event, if none is carried.
	on := func(also func(*item) bool) func() bool {
		return func() bool {
			it := d.selected()
			return d.grab == nil && it != nil && (also == nil || also(it))
		}
	}
	with := func(do func(*item) tea.Cmd) func(int) tea.Cmd {
		return func(int) tea.Cmd {
			if it := d.selected(); it != nil {
				return do(it)
			}
			return nil
		}
	}
	hasPeople := on(func(it *item) bool { return len(it.people(me)) > 0 })
	needs := m.needs
	instances := func(it *item) tea.Cmd {
		return m.reading.instances(it, func(items []*item) tea.Cmd {
			return m.search.list(text.Of(it.title, ", ", len(items), " times within a year"), items)
		})
	}
	mail := func(it *item) tea.Cmd {
		return views.Send(views.Open{Screen: views.Inbox, Item: views.ComposeTo{To: it.people(me), Subject: it.Subject}})
	}
	find := func(it *item) tea.Cmd {
		return views.Send(views.Open{Screen: views.Finder, Item: views.FindTime{With: it.people(me), Subject: it.Subject}})
	}
	return []views.Action{
		{ID: "drop", Name: "Let the event go here", Keys: []string{"enter", "m"}, Do: views.Once(m.drop), Hint: "drop",
			Enabled: func() bool { return d.grab != nil }},
		{ID: "open", Name: "Details", Keys: []string{"enter"}, Do: views.Once(m.openCard), Enabled: on(nil), Hint: "details"},
		{ID: "new-here", Name: "New event here", Keys: []string{"enter"}, Do: views.Once(m.newEvent), Hidden: true,
			Enabled: func() bool { return d.grab == nil && !d.inMonth() && d.selected() == nil }},
		{ID: "open-day", Name: "Open the day", Keys: []string{"enter"}, Do: views.Once(m.openHere), Hint: "day",
			Enabled: func() bool { return d.grab == nil && d.inMonth() && d.selected() == nil }},
		{ID: "new", Opens: true, Name: "New event", Words: "appointment meeting create add invite", Keys: []string{"n"}, Do: views.Once(m.newEvent), Hint: "new"},
		{ID: "span", Name: "Begin or end a span", Keys: []string{"x", "space"}, Do: func(int) tea.Cmd { d.markSpan(); return nil },
			Enabled: func() bool { return d.grab == nil && !d.inAgenda() && !d.inMonth() && !d.cursor.lane }, Needs: m.needsHours},
		{ID: "edit", Opens: true, Name: "Edit", Words: "change reschedule", Keys: []string{"e"}, Do: views.Once(m.editEvent), Enabled: on(nil), Hint: "edit",
			Needs: needs("an event")},
		{ID: "delete", Name: "Delete this or the series", Words: "cancel remove", Keys: []string{"D"}, Do: with(m.deleteEvent), Enabled: on(nil), Hint: "delete",
			Needs: needs("an event")},
		{ID: "instances", Opens: true, Name: "Instances of the series", Words: "recurring repeat", Keys: []string{"I"}, Do: with(instances), Enabled: on(func(it *item) bool { return it.recurs() && it.calendar.Person == "" }),
			Needs: needs("an event that recurs")},
		{ID: "list-hour", Name: "List the events at this hour", Words: "parallel overlapping more", Hint: "all here", Keys: []string{"E"}, Do: views.Once(m.listHour),
			Enabled: func() bool { return len(m.days.here()) > 1 }, Needs: m.needs("several events at one hour")},
		{ID: "compose", Opens: true, Name: "Write to the attendees", Words: "mail email", Keys: []string{"c"}, Do: with(mail), Enabled: hasPeople,
			Needs: needs("an event with others")},
		{ID: "find-time", Opens: true, Name: "Find a time with these people", Words: "schedule free busy availability", Keys: []string{"f"}, Do: with(find), Enabled: hasPeople,
			Needs: needs("an event with others")},
		{ID: "join", Name: "Join the online meeting", Words: "online video call teams", Keys: []string{"o"}, Do: with(func(it *item) tea.Cmd { return join(m.env.Desktop, it) }),
			Enabled: on(func(it *item) bool { return it.OnlineMeetingURL != "" }), Needs: needs("an online meeting")},
		{ID: "back", Name: "Back", Keys: []string{"esc"}, Do: views.Once(m.back), Hidden: true},
	}
}

// needs says of an action on events what it could be done to, on a day or an
// hour that has nothing or on an event that is not such.
func (m *Model) needs(what string) func() string {
	return func() string {
		switch it := m.days.selected(); {
		case m.days.grab != nil:
			return carriedFirst
		case m.card != nil && it != nil && what == "an event":
			return "its details closed (esc)"
		case it != nil && what == "an event":
			return ""
		}
		return what
	}
}

const carriedFirst = "the event that is carried to be let go (enter)"

// needsHours is what an action lacks that is about hours of a day.
func (m *Model) needsHours() string {
	switch d := m.days; {
	case d.grab != nil:
		return carriedFirst
	case d.inAgenda(), d.inMonth():
		return "days with their hours (v)"
	}
	return "an hour, below the row of whole days"
}

func (m *Model) answerActions() []views.Action {
	own := func(it *item) bool { return it != nil && it.IsOrganizer && !it.IsCancelled }
	invited := func() bool {
		it := m.days.selected()
		return m.days.grab == nil && it != nil && it.invited() && !it.IsCancelled && !m.days.over(it)
	}
	needs := m.needs("an invitation to what is still to come")
	answer := func(id, name, says, key string) views.Action {
		return views.Action{ID: id, Name: name, Keys: []string{key}, Enabled: invited, Needs: needs, Do: func(int) tea.Cmd {
			if it := m.days.selected(); it != nil {
				return m.changes.respond(it, invite.Reply{Says: says})
			}
			return nil
		}}
	}
	return []views.Action{
		answer("accept", "Accept", model.ResponseAccepted, "a"),
		answer("tentative", "Tentative", model.ResponseTentative, "y"),
		answer("decline", "Decline", model.ResponseDeclined, "d"),
		{ID: "answer-with", Opens: true, Name: "Answer with a comment or a new time", Hint: "comment", Keys: []string{"r"}, Enabled: invited,
			Needs: func() string {
				if own(m.days.selected()) {
					return "" // of one's own meeting it takes a proposal, which says so
				}
				return needs()
			}, Do: views.Once(m.answerWith)},
		{ID: "proposals", Opens: true, Name: "Take or decline a proposed time", Hint: "proposals", Keys: []string{"r"}, Do: views.Once(m.chooseProposal),
			Enabled: func() bool {
				it := m.days.selected()
				return m.days.grab == nil && own(it) && len(invite.Proposals(&it.Event, m.zone())) > 0
			}, Needs: m.needs("a proposed time")},
	}
}

func (m *Model) timeActions() []views.Action {
	d := m.days
	on := func() bool { return m.card == nil && d.selected() != nil }
	move := func(id, name string, do func(int) error, step int, keys ...string) views.Action {
		return views.Action{ID: id, Name: name, Keys: keys, Do: views.Times(step, m.moves(do)), Enabled: on,
			Needs: m.needs("an event")}
	}
	return []views.Action{
		{ID: "carry", Name: "Pick the event up, to move it with h j k l", Words: "drag reschedule move", Hint: "move", Keys: []string{"m"},
			Enabled: func() bool { return on() && d.grab == nil && !d.inAgenda() }, Needs: func() string {
				if on() {
					return m.needsHours()
				}
				return m.needs("an event")()
			},
			Do: m.moves(func(int) error { return d.take() })},
		move("move-later", "Move later", d.carryRows, 1, "shift+down", "alt+j"),
		move("move-earlier", "Move earlier", d.carryRows, -1, "shift+up", "alt+k"),
		move("move-right", "Move to the next day", d.carryDays, 1, "shift+right", "alt+l"),
		move("move-left", "Move to the previous day", d.carryDays, -1, "shift+left", "alt+h"),
		{ID: "all-day", Name: "Carried: all day, or at a time", Keys: []string{"A"}, Do: m.moves(d.toggleAllDay),
			Enabled: func() bool { return d.grab != nil }, Needs: func() string { return "an event that is carried (m)" }, Hint: "all day"},
		move("longer", "Longer", d.resize, 1, "+", "="),
		move("shorter", "Shorter", d.resize, -1, "-"),
	}
}

func (m *Model) showActions() []views.Action {
	layout := func(choose func()) func(int) tea.Cmd {
		return views.Once(func() tea.Cmd {
			choose()
			m.arrange()
			return tea.Batch(m.reading.follow(), m.saveState())
		})
	}
	return []views.Action{
		{ID: "layout", Name: "A week, its days of work, three, one, an agenda or a month", Words: "month day agenda view", Hint: "view", Keys: []string{"v"},
			Do: layout(m.days.nextLayout)},
		{ID: "month", Name: "A month, and back", Keys: []string{"M"}, Do: layout(m.days.toggleMonth)},
		{ID: "mini-month", Name: "A small month beside the days", Keys: []string{"B"}, Do: views.Once(m.toggleMini),
			Enabled: func() bool { return !m.days.layout.month }, Needs: func() string { return "days instead of a month (M)" }},
		{ID: "calendars", Opens: true, Name: "Calendars and groups", Words: "show hide", Keys: []string{"C"}, Do: views.Once(m.calendars.choose), Hint: "calendars"},
		{ID: "colleagues", Opens: true, Name: "Calendars of colleagues beside yours", Keys: []string{"P"}, Do: views.Once(m.calendars.askColleagues),
			Hint: "colleagues"},
		{ID: "share-calendar", Opens: true, Name: "Share a calendar: who may do what with it", Words: "permissions delegate", Keys: []string{"s", "alt+s"}, Typing: true,
			Do: views.Once(m.calendars.share), Enabled: m.calendars.canShare, Needs: func() string { return "a calendar that you may share" }, Hint: "share"},
		{ID: "zones", Opens: true, Name: "A second time zone", Words: "timezone clock", Keys: []string{"Z"}, Do: views.Once(m.chooseZone), Hint: "zones"},
		{ID: "search", Opens: true, Name: "Search events", Words: "find look for", Keys: []string{"/"}, Do: views.Once(m.search.ask), Hint: "search"},
		{ID: "refresh", Name: "Refresh", Words: "sync update reload", Keys: []string{"ctrl+r"}, Do: views.Once(m.reading.calendars)},
	}
}

// toggleMini shows or hides the small month.
func (m *Model) toggleMini() tea.Cmd {
	if !m.mini.toggle(m.width, m.height) {
		return views.Notice(views.Info, "There is no room for a small month: M shows a month instead of the days")
	}
	m.arrange()
	return m.saveState()
}

// down moves in the card while one is open, else in time.
func (m *Model) down(rows int) tea.Cmd {
	if m.card != nil {
		m.card.scroll(rows)
		return nil
	}
	return m.moved(m.days.byTime(rows))
}

// nextEvent goes to another event, with the card if one is open.
func (m *Model) nextEvent(step int) func(int) tea.Cmd {
	return func(count int) tea.Cmd {
		if m.days.grab != nil {
			return nil
		}
		cmd := m.moved(m.days.byEvent(step * max(count, 1)))
		if m.card != nil && m.days.selected() != nil {
			return tea.Batch(cmd, m.openCard())
		}
		return cmd
	}
}

// Actions implements views.View.
func (m *Model) Actions() []views.Action { return m.actions }

// Status implements views.View.
func (m *Model) Status() views.Status {
	if m.custom.Open() {
		return m.custom.Status()
	}
	d, r := m.days, m.reading
	st := views.Status{Progress: -1, Hints: []string{"new", "go-to", "layout"}}
	it := d.selected()
	switch {
	case m.forms.form != nil:
	case d.grab != nil:
		st.Text = d.carriedWords()
		st.Hints = []string{"drop", "longer", "all-day", "back"}
	case !d.anchor.IsZero():
		st.Text = d.length(d.span())
		st.Hints = []string{"new", "back"}
	case it == nil && d.inMonth():
		st.Hints = []string{"open-day", "new", "go-to", "layout"}
		if !m.events.to.IsZero() {
			st.Text = d.month.words()
		}
	case d.counts():
		st.Hints = []string{"list-hour", "open", "next-event"}
	case it != nil && it.open() && !d.over(it):
		st.Hints = []string{"accept", "tentative", "decline", "open"}
	case it != nil && mayChange(it) != nil:
		st.Hints = []string{"open", "compose", "new"}
	case it != nil:
		st.Hints = []string{"open", "edit", "carry"}
	}
	switch {
	case m.dialog.Top() == dialog.Box(m.forms):
		st.Hints = []string{"form-save", "form-custom-data", "form-cancel"}
	case m.dialog.IsOpen(): // its keys stand in its border
		st.Hints = nil
	case m.card != nil && d.grab == nil:
		st.Hints = []string{"back", "next-event"}
	}
	switch {
	case r.listing.Busy() || r.loading.Busy() && !m.events.to.IsZero():
		st.Busy, st.Text = true, "Reading the calendars"
	case r.loading.Busy():
		st.Busy, st.Text = true, "Opening the calendars"
	case r.opening.Busy():
		st.Busy, st.Text = true, "Reading the event"
	case m.calendars.sharing.Busy():
		st.Busy, st.Text = true, "Reading who may see the calendar"
	case m.search.looking.Busy():
		st.Busy, st.Text = true, "Searching"
	case r.failed != nil:
		if says, missing := views.Missing(m.env, r.failed); missing {
			st.Text = says.String()
		} else {
			st.Text = "Some calendars could not be read: " + text.Of(views.Reason(r.failed, oneIsGone)).String()
		}
	}
	if st.Text == "" && it != nil {
		st.Text = d.words(it)
	}
	return st
}
