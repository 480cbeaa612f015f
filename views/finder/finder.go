// Package finder is the screen on which a time for a meeting is found: rows
// of people and rooms over a grid of time, what chance a meeting has at each
// start, and the best times beside it.
//
// Invariants: the grid comes from the people's schedules, the suggestions from
// the service; both follow the same rules of model, so that what is shown at
// once after a key agrees with what the service says a moment later. The
// cursor is a moment, never a column. A slot is looked at once more just
// before it is booked.
package finder

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views"
	"daybook/widget/dialog"
)

// Options are the person's settings.
type Options struct {
	Me     model.EmailAddress // who organizes
	Length time.Duration      // of a meeting; an hour when zero
	Weeks  int                // how far ahead is looked; 4 when zero
}

// shared is what all parts have: the service, the meeting that is looked for,
// and the box that is open.
type shared struct {
	env     views.Env
	service Service
	work    views.Work
	meeting meeting
	dialog  dialog.Stack
}

// Model is the screen. Make it with New.
type Model struct {
	*shared
	views.StepOwners
	actions       []views.Action
	width, height int

	row       int    // the person looked at
	preset    string // whom another screen has named, as meeting.whom has it
	line      *timeline
	search    *search
	directory *directory
	booking   *booking
}

// New makes the screen. Nobody but the organizer is asked yet.
func New(env views.Env, service Service, options Options) *Model {
	if options.Length == 0 {
		options.Length = time.Hour
	}
	if options.Weeks == 0 {
		options.Weeks = 4
	}
	s := &shared{env: env, service: service, work: views.Work{Screen: views.Finder, Random: env.Random}}
	s.dialog.Now = env.Now
	s.meeting = meeting{length: options.Length, minimum: model.DefaultMinimumPercentage}
	s.meeting.people = []person{{address: options.Me, kind: organizer}}
	m := &Model{shared: s, line: &timeline{shared: s, weeks: options.Weeks, zoom: halfHours}}
	m.search = &search{shared: s, line: m.line}
	m.directory = &directory{shared: s, added: m.search.afresh}
	m.booking = newBooking(s, m.line, m.search.load)
	m.StepOwners = views.StepOwners{m.booking.edits}
	m.actions = m.allActions()
	return m
}

// Init loads who can be asked.
func (m *Model) Init() tea.Cmd {
	return tea.Batch(m.booking.edits.Init(), m.directory.load(), m.booking.load())
}

// Focus reads the schedules, which may have changed since.
func (m *Model) Focus() tea.Cmd {
	if m.line.at.IsZero() {
		m.line.at = m.line.firstStart()
	}
	return m.search.load()
}

// Blur gives up what is under way.
func (m *Model) Blur() { m.search.suggestions.Cancel() }

// Open takes the people that another screen names.
func (m *Model) Open(item any) tea.Cmd {
	ask, ok := item.(views.FindTime)
	if !ok {
		return nil
	}
	return m.ask(ask)
}

// Anew implements views.Presetter: those whom another screen named are asked no
// more, unless the person has made it a meeting of others.
func (m *Model) Anew() tea.Cmd {
	if m.preset == "" || m.preset != m.meeting.whom() {
		return nil
	}
	return m.ask(views.FindTime{})
}

func (m *Model) ask(ask views.FindTime) tea.Cmd {
	m.meeting.people = m.meeting.people[:1]
	m.meeting.subject = ask.Subject
	for _, a := range ask.With {
		m.meeting.add(m.directory.candidate(a))
	}
	m.preset = m.meeting.whom()
	load := m.search.load()
	return tea.Batch(load, m.search.changed())
}

// SetSize implements views.View.
func (m *Model) SetSize(width, height int) { m.width, m.height = width, height }

// Actions implements views.View.
func (m *Model) Actions() []views.Action { return m.actions }

// Boxes implements views.View.
func (m *Model) Boxes() *dialog.Stack { return &m.dialog }

// Capturing implements views.View: only boxes have text.
func (m *Model) Capturing() bool { return false }

// Cursor implements views.View.
func (m *Model) Cursor() *tea.Cursor { return nil }

// Status implements views.View.
func (m *Model) Status() views.Status {
	s := views.Status{Progress: -1, Hints: []string{"rights", "book", "add-people", "longer", "optional", "minimum", "window", "hours",
		"next-suggestion"}}
	if says, missing := views.Missing(m.env, m.directory.failed); missing && m.meeting.attendees() == 0 {
		s.Text = says.String() // while it is not yet said who is asked
	}
	if m.search.schedules.Busy() {
		s.Busy, s.Text = true, "Reading calendars"
	}
	if m.booking.checking.Busy() {
		s.Busy, s.Text = true, "Looking at the slot once more"
	}
	return s
}

// Update takes what comes back, and what no action claimed.
func (m *Model) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case views.Result:
		return msg.Apply()
	case views.Refreshed:
		return tea.Batch(m.search.load(), m.directory.loading.Again())
	case tea.MouseMsg:
		return m.mouse(msg)
	}
	return nil
}

// mouse chooses a row, a start or a suggestion by a click, and scrolls.
func (m *Model) mouse(msg tea.MouseMsg) tea.Cmd {
	at, p := msg.Mouse(), m.painter()
	switch msg := msg.(type) {
	case tea.MouseWheelMsg:
		by := 1
		if msg.Button == tea.MouseWheelUp {
			by = -1
		}
		if p.listAt.Has(at.X, at.Y) {
			return m.search.move(by)
		}
		return m.moves(m.line.byDays)(by)
	case tea.MouseClickMsg:
		switch {
		case p.listAt.Has(at.X, at.Y):
			if i := p.suggestionAt(at.Y); i >= 0 {
				return m.search.choose(i)
			}
		case p.gridAt.Has(at.X, at.Y):
			if i, ok := p.personAt(at.Y); ok {
				m.row = i
			}
			if start, ok := p.startAt(at.X, at.Y); ok {
				m.line.at = start
				m.search.settle()
			}
		}
	}
	return nil
}

// Pending implements views.Pender.
func (m *Model) Pending() int { return m.booking.edits.Pending() }
