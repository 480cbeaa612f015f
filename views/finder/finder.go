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

// Model is the screen. Make it with New.
type Model struct {
	env     views.Env
	service Service
	options Options
	actions []views.Action
	booking bool // the service has not answered yet

	width, height int
	meeting       meeting
	look          look
	found         found
	calendar      []day     // see days; nil when it is to be laid out anew
	at            time.Time // the cursor: the start of the meeting looked at
	row           int       // the person looked at
	subject       string
	known         []Candidate // who can be asked, once loaded

	dialog dialog.Slot
	form   dialog.Box // the last form of a booking, for when it comes to nothing

	work                                     views.Work
	schedules, suggestions, people, checking views.Request
	errorText                                error
	peopleErr                                error // why not all who can be asked are known
}

// look is how the grid is shown.
type look struct {
	zoom zoom
	off  bool // also outside the working hours
	top  int  // first day shown
}

// New makes the screen. Nobody but the organizer is asked yet.
func New(env views.Env, service Service, options Options) *Model {
	if options.Length == 0 {
		options.Length = time.Hour
	}
	if options.Weeks == 0 {
		options.Weeks = 4
	}
	m := &Model{env: env, service: service, options: options, look: look{zoom: halfHours}}
	m.work = views.Work{Screen: views.Finder, Random: env.Random}
	m.meeting = meeting{length: options.Length, minimum: model.DefaultMinimumPercentage}
	m.meeting.people = []person{{address: options.Me, kind: organizer}}
	m.dialog.Now = env.Now
	m.actions = m.allActions()
	return m
}

// Init loads who can be asked.
func (m *Model) Init() tea.Cmd { return m.loadPeople() }

// Focus reads the schedules, which may have changed since.
func (m *Model) Focus() tea.Cmd {
	if m.at.IsZero() {
		m.at = m.firstStart()
	}
	return m.loadSchedules()
}

// Blur gives up what is under way.
func (m *Model) Blur() { m.suggestions.Cancel() }

// Open takes the people that another screen names.
func (m *Model) Open(item any) tea.Cmd {
	ask, ok := item.(views.FindTime)
	if !ok {
		return nil
	}
	m.meeting.people = m.meeting.people[:1]
	m.subject = ask.Subject
	for _, a := range ask.With {
		m.meeting.add(m.candidate(a))
	}
	return m.changed(m.loadSchedules())
}

// SetSize implements views.View.
func (m *Model) SetSize(width, height int) { m.width, m.height = width, height }

// Actions implements views.View.
func (m *Model) Actions() []views.Action { return m.actions }

// Capturing implements views.View.
func (m *Model) Capturing() bool { return m.dialog.IsOpen() }

// Status implements views.View.
func (m *Model) Status() views.Status {
	s := views.Status{Progress: -1, Hints: []string{"rights", "book", "add-people", "longer", "optional", "minimum", "hours", "next-suggestion"}}
	if says, missing := views.Missing(m.env, m.peopleErr); missing && m.meeting.attendees() == 0 {
		s.Text = says.String() // while it is not yet said who is asked
	}
	if m.schedules.Busy() {
		s.Busy, s.Text = true, "Reading calendars"
	}
	if m.checking.Busy() {
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
		return tea.Batch(m.loadSchedules(), m.people.Again())
	case tea.KeyPressMsg, tea.PasteMsg:
		return m.typed(msg)
	case tea.MouseMsg:
		return m.mouse(msg)
	}
	return nil
}

func (m *Model) typed(msg tea.Msg) tea.Cmd {
	return m.dialog.Update(msg)
}

func (m *Model) zone() *time.Location { return m.env.Zone() }

func (m *Model) now() time.Time { return m.env.Now().In(m.zone()) }
