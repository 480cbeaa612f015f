// Package account is the Account screen: who the person is, the settings of
// the mailbox, whose mail is always focused or always other, what programs are
// permitted, and the categories.
//
// Invariants: what is shown is answered from the book in memory; what is done
// is a change (change.go), which package edit shows, tells and takes back, and
// one that has no inverse is asked about first. What was read while a change was
// under way is read again, so that no old answer covers a new one. A row is
// named by its key, never by its place.
package account

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views"
	"daybook/views/edit"
	"daybook/widget/dialog"
	"daybook/widget/picture"
)

// Options are the person's settings.
type Options struct {
	Me    model.EmailAddress // whose account
	Files Files
	// ScopesAlone says that the service changes the scopes of a permission and
	// nothing else of it, and that permissions do not end there.
	ScopesAlone bool
}

// Model is the screen. Make it with New.
type Model struct {
	env      views.Env
	service  Service
	options  Options
	actions  []views.Action
	readings [parts]reading
	sections []section

	width, height int
	at            int  // the section chosen
	inside        bool // its rows have the keys
	pages         []place
	listTop       int // the first section shown
	begun         bool

	book   book
	read   [parts]bool
	errs   [parts]error
	work   views.Work
	asking [parts]views.Request
	edits  *edit.Edits[change]
	by     Path
	zones  []model.TimeZoneInformation

	readingZones views.Request

	photos  *picture.Cache
	version int   // of the photo, so that a new one is drawn
	absent  error // why the photo cannot be drawn
	large   bool  // the photo has the whole screen
	dialog  dialog.Slot
	filling *filling // the form in it, nil for none
	took    *filling // the form that is being taken, for the change that follows
}

// place is where the cursor is in a section, and what is shown of it.
type place struct {
	key   string
	index int  // of the key among those of the rows, for when its row is gone
	top   int  // the first line shown
	free  bool // it was scrolled, so the cursor need not be in sight
}

// photosKept bounds the drawn photos in memory, in bytes.
const photosKept = 1 << 20

// New makes the screen.
func New(env views.Env, service Service, options Options) *Model {
	m := &Model{env: env, service: service, options: options, by: ByUser, readings: readings(), photos: picture.NewCache(photosKept)}
	m.dialog.Now = env.Now
	m.work = views.Work{Screen: views.Account, Random: env.Random}
	m.edits = edit.New(env, edit.Options[change]{Work: &m.work, Name: "account", Show: m.show, Settled: m.onSettled,
		Tell: edit.Each(func(ctx context.Context, c change) (change, error) { return perform(ctx, service, c) })})
	m.sections = m.allSections()
	m.pages = make([]place, len(m.sections))
	m.actions = m.allActions()
	return m
}

// Init loads nothing: the screen is read when it is first shown.
func (m *Model) Init() tea.Cmd { return nil }

// Focus reads the account, the first time.
func (m *Model) Focus() tea.Cmd {
	if m.begun {
		return nil
	}
	m.begun = true
	return m.reload()
}

// Blur implements views.Focuser.
func (m *Model) Blur() {}

// reload reads all anew; what was read stays until then.
func (m *Model) reload() tea.Cmd {
	return m.load(mePart, standingPart, photoPart, namesPart, settingsPart, overridesPart, grantsPart, categoriesPart)
}

// SetSize implements views.View.
func (m *Model) SetSize(width, height int) { m.width, m.height = width, height }

// Actions implements views.View.
func (m *Model) Actions() []views.Action { return m.actions }

// Capturing implements views.View.
func (m *Model) Capturing() bool { return m.dialog.IsOpen() }

// Status implements views.View.
func (m *Model) Status() views.Status {
	s := views.Status{Progress: -1, Hints: []string{"rights", "open"}}
	if m.inside {
		s.Hints = append(s.Hints, m.here().hints...)
	}
	if m.readingZones.Busy() {
		s.Busy, s.Text = true, "Reading the time zones"
	}
	for p := range parts {
		if m.asking[p].Busy() {
			s.Busy, s.Text = true, "Reading the account"
		}
	}
	return s
}

// Update takes what comes back, and what no action claimed.
func (m *Model) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case views.Result:
		return msg.Apply()
	case views.Refreshed:
		if m.begun {
			return m.reload()
		}
	case tea.KeyPressMsg, tea.PasteMsg:
		if m.dialog.IsOpen() {
			return m.dialog.Update(msg)
		}
	case tea.MouseMsg:
		return m.mouse(msg)
	}
	return m.drawPhoto()
}

// onPart lays an answer into the book. One that was asked for before the
// newest change may not know of it, and is asked for again.
func (m *Model) onPart(p part, writes uint64, found book, err error) tea.Cmd {
	if err == nil && writes != m.edits.Writes() {
		return m.load(p)
	}
	m.read[p], m.errs[p] = true, err
	if err != nil {
		return nil
	}
	m.readings[p].take(&m.book, found)
	for c := range m.edits.Held() {
		m.book.apply(c)
	}
	if p == photoPart {
		m.version++
		m.absent = nil
	}
	return m.drawPhoto()
}

func (m *Model) here() section { return m.sections[m.at] }

func (m *Model) now() time.Time { return m.env.Now().In(m.env.Zone()) }
