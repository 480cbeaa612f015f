// Package week is the calendar screen: a grid of days or an agenda, the event
// card, the form, and everything that is done to events.
//
// Invariants:
//   - what is done to events is a change.Change, which package edit shows, tells
//     and takes back (writes.go);
//   - the cursor is a day, a time and an event's id, never a place on screen;
//   - all times are instants; only drawing and forms turn them into what a
//     clock shows, in the zone of the person;
//   - outside text reaches a cell as text.Text alone.
package week

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/theme"
	"daybook/views"
	"daybook/views/edit"
	"daybook/views/extensions"
	"daybook/views/persist"
	"daybook/widget/dialog"
	"daybook/widget/form"
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
}

func (o Options) withDefaults() Options {
	if o.Poll == 0 {
		o.Poll = time.Minute
	}
	if o.Morning == 0 {
		o.Morning = 8 * time.Hour
	}
	if o.Evening == 0 {
		o.Evening = o.Morning + 10*time.Hour
	}
	if o.FirstDay == time.Sunday {
		o.FirstDay = time.Monday
	}
	if o.WorkDays == [7]bool{} {
		o.WorkDays = [7]bool{time.Monday: true, time.Tuesday: true, time.Wednesday: true, time.Thursday: true, time.Friday: true}
	}
	return o
}

// Model is the screen. Make it with New.
type Model struct {
	env     views.Env
	service Service
	options Options
	actions []views.Action

	width, height int
	theme         theme.Theme // the one drawn with; replaced when the root's changes
	book          book
	cursor        cursor
	layout        layout
	second        *time.Location // the zone of the second column, nil for none
	sheet         sheet
	frame         frame // where things were last drawn, for the mouse

	grab   *grab     // an event on its way to another time
	letGo  *grab     // what was carried until undo took that back, and redo takes up again
	drag   *drag     // what the mouse holds
	anchor time.Time // where a span was begun; zero when none is

	dialog dialog.Slot
	card   *card          // nil while no event is open
	editor *editor        // nil while no form is open
	guests *form.Tokens   // of the box that shares a calendar, the last that was open
	forms  []formSheet    // to be opened again, oldest first
	saves  []func() error // of forms on this machine's disk, the first of them under way
	custom *extensions.Panel

	edits                     *edit.Edits[write]
	work                      views.Work
	loading, opening, looking views.Request
	listing, completing       views.Request
	sharing                   views.Request
	failed                    error     // why the calendars could not be read
	read                      time.Time // when the calendars were last asked for
	shown                     bool
	asked                     book     // the window that is being loaded
	hiddenAtFirst             []string // calendars that the last session had hidden, until they are loaded
	kept                      persist.Document[kept]
}

// New makes the screen on a service.
func New(env views.Env, service Service, options Options) *Model {
	m := &Model{env: env, service: service, options: options.withDefaults(), theme: *env.Theme, second: options.Second}
	m.work = views.Work{Screen: views.Week, Random: env.Random}
	m.kept.Name = keptDocument
	m.layout.days = week
	m.dialog.Now = env.Now
	m.edits = edit.New(env, edit.Options[write]{Work: &m.work, Name: "week", IDs: "week-ids", Tell: m.tell, Show: m.show, Settled: m.onSettled})
	m.custom = extensions.New(env, m.options.Custom, extensions.Options{Screen: views.Week, Now: m.edits.Now, Changed: m.customChanged})
	m.actions = m.allActions()
	m.toNow()
	return m
}

// Init loads the calendars and then their events, as the week was left.
func (m *Model) Init() tea.Cmd {
	return tea.Batch(m.edits.Init(), m.loadKept(), m.loadCalendars(), m.loadForms(), m.pollLater(), m.minuteLater())
}

// Actions implements views.View.
func (m *Model) Actions() []views.Action { return m.actions }

// Capturing implements views.View.
func (m *Model) Capturing() bool {
	if m.custom.Open() {
		return m.custom.Capturing()
	}
	return m.dialog.IsOpen() || m.editor != nil
}

// SetSize implements views.View.
func (m *Model) SetSize(width, height int) {
	first := m.width == 0
	m.width, m.height = width, height
	if first && width > 0 && height > 0 {
		m.layout.top = m.sheetNow().axis.RowOf(m.options.Morning)
	}
	m.reveal()
}

// Update takes what comes back, and the keys that no action claimed.
func (m *Model) Update(msg tea.Msg) tea.Cmd {
	if cmd, mine := m.custom.Update(msg); mine {
		return cmd
	}
	switch msg := msg.(type) {
	case tea.KeyPressMsg, tea.PasteMsg:
		switch {
		case m.dialog.IsOpen():
			return m.dialog.Update(msg)
		case m.editor != nil:
			return m.updateEditor(msg)
		}
		return nil
	case tea.MouseMsg:
		return m.updateMouse(msg)
	case views.Result:
		return msg.Apply()
	case views.Refreshed:
		return m.loadCalendars()
	case views.Answer:
		return m.answerFor(msg)
	}
	return nil
}

// zone is the person's zone; now is the present on its wall.
func (m *Model) zone() *time.Location { return m.env.Zone() }

func (m *Model) now() time.Time { return m.env.Now().In(m.zone()) }

func (m *Model) today() model.Date { return model.DateIn(m.now()) }

// notify says something on the status line.
func notify(level views.Level, words ...any) tea.Cmd {
	return views.Send(views.Notify{Text: say(words...), Level: level})
}
