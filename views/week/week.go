// Package week is the calendar screen: a grid of days or an agenda, the event
// card, the form, and everything that is done to events.
//
// Invariants:
//   - what is done to events is a change.Change, which package edit shows, tells
//     and takes back (change.go);
//   - the cursor is a day, a time and an event's id, never a place on screen;
//   - all times are instants; only drawing and forms turn them into what a
//     clock shows, in the zone of the person;
//   - outside text reaches a cell as text.Text alone;
//   - the parts (days, reading, changes, forms, card, search, calendarBoxes) have
//     their own state and share the events; they meet in the model alone.
package week

import (
	"cmp"
	"time"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views"
	"daybook/views/dateparse"
	"daybook/views/edit"
	"daybook/views/extensions"
	"daybook/views/persist"
	"daybook/widget/dialog"
	"daybook/widget/text"
)

// Options are the person's settings.
type Options struct {
	// Me is whose calendars they are.
	Me model.EmailAddress
	// Custom is where custom data is kept; nil for none.
	Custom extensions.Service
	// FirstDay is the day weeks begin with, 7 for Sunday; 0 for Monday, as
	// ISO 8601 has it.
	FirstDay time.Weekday
	// Morning and Evening are when working hours begin and end, since
	// midnight; 0 for eight, and for ten hours later.
	Morning, Evening time.Duration
	// WorkDays are the days that are worked on, by time.Weekday; none at all
	// for Monday to Friday.
	WorkDays [7]bool
	// Second is the zone of the second column, before the one chosen last;
	// nil for that one.
	Second *time.Location
	// Poll is how often calendars are looked at; 0 for the default.
	Poll time.Duration
	// Rule reads the rule of a series (RFC 5545) that is none of the interface's
	// patterns; with nil such a series is its first occurrence until it is read.
	Rule func(rule string, start, end model.DateTimeTimeZone) (Rule, error)
}

func (o Options) withDefaults() Options {
	if o.Poll == 0 {
		o.Poll = time.Minute
	}
	if o.Morning == 0 {
		o.Morning = dateparse.Morning
	}
	if o.Evening == 0 {
		o.Evening = o.Morning + 10*time.Hour
	}
	if o.FirstDay == time.Sunday {
		o.FirstDay = time.Monday
	}
	if o.WorkDays == [7]bool{} {
		for d := time.Monday; d <= time.Friday; d++ {
			o.WorkDays[d] = true
		}
	}
	return o
}

// shared is what all parts have: the person's clock and settings, the service,
// the events, and the box that is open.
type shared struct {
	clock
	options Options
	service Service
	work    views.Work
	events  events
	dialog  dialog.Stack
}

// Model is the screen: it routes, and lays its parts over each other. Make it
// with New.
type Model struct {
	*shared
	views.StepOwners
	actions       []views.Action
	width, height int

	days      *days
	mini      *mini
	card      *card // nil while no event is open
	forms     *forms
	search    *search
	calendars *calendarBoxes
	reading   *reading
	changes   *changes
	custom    *extensions.Panel
	saved     persist.Document[state]
}

// New makes the screen on a service.
func New(env views.Env, service Service, options Options) *Model {
	s := &shared{clock: clock{env}, options: options.withDefaults(), service: service}
	s.events.rules = s.options.Rule
	s.work = views.Work{Screen: views.Week, Random: env.Random}
	s.dialog.Now = env.Now
	m := &Model{shared: s, days: newDays(s)}
	m.mini = &mini{days: m.days}
	m.saved.Name = savedDocument
	m.changes = &changes{shared: s}
	edits := edit.New(env, edit.Options[write]{Work: &s.work, Name: "week", IDs: "week-ids", Tell: m.changes.tell, Had: m.changes.had,
		Show: m.show, Settled: m.onSettled})
	m.changes.edits = edits
	m.reading = &reading{shared: s, window: m.days.window, writing: edits.Busy, idNow: edits.Now, changed: m.onEvents}
	m.changes.whole = m.reading.whole
	m.search = &search{shared: s, jump: m.jump}
	m.calendars = &calendarBoxes{shared: s, do: edits.Do, reading: m.reading, save: m.saveState,
		changed: func() tea.Cmd { return tea.Batch(m.touch(), m.saveState()) }}
	m.custom = extensions.New(env, s.options.Custom, extensions.Options{Screen: views.Week, Boxes: &s.dialog,
		Now: edits.Now, Changed: m.customChanged})
	m.StepOwners = views.StepOwners{m.custom, edits}
	m.forms = &forms{shared: s, custom: m.custom, warn: m.changes.beforeOthers, do: edits.Do,
		free:    func() bool { return m.days.grab == nil },
		closed:  func() { m.days.anchor = time.Time{} },
		reopens: func() { m.card = nil }}
	m.forms.drafts = persist.Drafts[savedForm]{State: env.State, Work: &s.work, Prefix: formPrefix, Open: m.forms.document,
		Now: m.forms.snapshot, Restore: restored}
	m.reading.opened = m.forms.next
	m.actions = m.allActions()
	return m
}

// Init loads the calendars and then their events, as the week was left.
func (m *Model) Init() tea.Cmd {
	return tea.Batch(m.changes.edits.Init(), m.loadState(), m.reading.calendars(), m.forms.load(), m.pollLater(),
		m.minuteLater())
}

func (m *Model) pollLater() tea.Cmd {
	return m.work.After(m.options.Poll, func() tea.Cmd {
		return tea.Batch(m.reading.look(), m.forms.next(), m.pollLater())
	})
}

// minuteLater draws the now line anew when the minute is over.
func (m *Model) minuteLater() tea.Cmd {
	now := m.env.Now()
	return m.work.After(now.Truncate(time.Minute).Add(time.Minute).Sub(now), m.minuteLater)
}

// Focus reads what has not been read for a while.
func (m *Model) Focus() tea.Cmd {
	m.reading.seen = true
	return m.reading.look()
}

// Blur stops reading by itself.
func (m *Model) Blur() { m.reading.seen = false }

// Boxes implements views.View.
func (m *Model) Boxes() *dialog.Stack { return &m.dialog }

// Capturing implements views.View: only boxes have text.
func (m *Model) Capturing() bool { return false }

// Cursor implements views.View.
func (m *Model) Cursor() *tea.Cursor { return nil }

// SetSize implements views.View.
func (m *Model) SetSize(width, height int) {
	m.width, m.height = width, height
	m.arrange()
}

// arrange gives the days the room that the month beside them leaves.
func (m *Model) arrange() {
	m.days.setSize(m.width-m.beside(), m.height)
}

// beside is the width of what is beside the days.
func (m *Model) beside() int {
	if m.mini.shows(m.width, m.height) {
		return miniWidth
	}
	return 0
}

// Update takes what comes back, and the mouse.
func (m *Model) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.MouseMsg:
		return m.updateMouse(msg)
	case views.Result:
		return msg.Apply()
	case views.Refreshed:
		return m.reading.calendars()
	case views.Answer:
		return m.changes.answerFor(msg)
	}
	return nil
}

// onEvents follows new events, some by other names: the card closes when its event
// is gone.
func (m *Model) onEvents(names map[string]string) tea.Cmd {
	m.rename(names)
	if m.card != nil {
		id := m.changes.edits.Now(m.card.it.ID)
		if it := m.events.find(cmp.Or(names[id], id)); it != nil {
			m.card.renew(it)
		} else {
			m.card = nil
		}
	}
	d := m.days
	if it := d.nearest(d.sought); it != nil && d.grab == nil && d.cursor.date == d.soughtOn && dayOf(it, m.zone()) == d.soughtOn {
		d.goTo(it)
	}
	if !m.changes.edits.Busy() {
		d.sought = ""
	}
	return m.touch()
}

// rename follows events that are called otherwise now.
func (m *Model) rename(names map[string]string) {
	d := m.days
	ids := []*string{&d.cursor.id, &d.sought}
	for _, g := range []*grab{d.grab, d.letGo} {
		if g != nil {
			ids = append(ids, &g.id)
		}
	}
	for _, id := range ids {
		*id = cmp.Or(names[*id], *id)
	}
}

// touch settles which event is under the cursor, and loads what is in sight.
func (m *Model) touch() tea.Cmd {
	m.days.touch()
	return m.reading.follow()
}

// goTo puts the cursor on an event.
func (m *Model) goTo(it *item) tea.Cmd {
	m.days.goTo(it)
	return m.reading.follow()
}

// jump goes to an event wherever it is: its day first, and to itself when
// that has been loaded.
func (m *Model) jump(it *item) tea.Cmd {
	m.card = nil
	cmd := m.goTo(it)
	m.days.cursor.id = it.ID
	for _, have := range m.events.items {
		if it.SeriesMasterID != "" && have.SeriesMasterID == it.SeriesMasterID && have.start.Equal(it.start) {
			m.days.cursor.id = have.ID
		}
	}
	return cmd
}

// Open implements views.Opener.
func (m *Model) Open(target any) tea.Cmd {
	show, ok := target.(views.ShowEvent)
	if !ok {
		return nil
	}
	if date, err := model.ParseDate(show.Day); err == nil {
		m.days.goDate(date.At(m.options.Morning, m.days.zone()), false)
		return m.reading.follow()
	}
	if show.ID == "" {
		return nil
	}
	if it := m.events.find(show.ID); it != nil {
		cmd := tea.Batch(m.goTo(it), m.openCard())
		if show.Proposals {
			cmd = tea.Batch(cmd, m.askProposal(it))
		}
		return cmd
	}
	return m.reading.whole(Ref{ID: show.ID}, func(e model.Event) tea.Cmd {
		c := m.events.standard()
		if c == nil {
			return nil
		}
		it, ok := newItem(e, c)
		if !ok {
			return views.Notice(views.Warning, "The event has no time that can be read")
		}
		if show.Proposals {
			return tea.Batch(m.jump(it), m.askProposal(it))
		}
		return m.jump(it)
	})
}

// StepBack implements views.Unfinished.
func (m *Model) StepBack() (cmd tea.Cmd, open bool) {
	if cmd, open = m.custom.StepBack(); open {
		return cmd, open
	}
	if open = m.days.stepBack(); open {
		cmd = m.reading.follow()
	}
	return cmd, open
}

// StepAgain implements views.Unfinished.
func (m *Model) StepAgain() (cmd tea.Cmd, open bool) {
	if cmd, open = m.custom.StepAgain(); open {
		return cmd, open
	}
	switch did, open := m.days.stepAgain(); {
	case did:
		return m.reading.follow(), true
	case open:
		return views.Notice(views.Info, "Nothing to redo of what is begun here"), true
	}
	return nil, false
}

// customTarget is the event whose custom data can be opened: an occurrence
// shares that of its series.
func (m *Model) customTarget() (extensions.Item, text.Text, bool) {
	it := m.days.selected()
	if m.options.Custom == nil || m.days.grab != nil || m.dialog.IsOpen() || it == nil || it.calendar.Person != "" {
		return extensions.Item{}, text.Text{}, false
	}
	return extensions.Item{Kind: extensions.Event, Group: it.calendar.Group, ID: it.master()}, it.title, true
}

// customChanged names the extensions on the card of their event.
func (m *Model) customChanged(item extensions.Item, names []string) {
	if m.card == nil || m.changes.edits.Now(m.card.it.master()) != item.ID {
		return
	}
	m.card.event.Extensions = nil
	for _, name := range names {
		m.card.event.Extensions = append(m.card.event.Extensions, model.OpenTypeExtension{ExtensionName: name})
	}
}
