// Package contacts is the People screen: contact folders nested to any depth
// with the contacts in them, the directory beside them, and the card of
// whoever the cursor is on.
//
// Invariants: what is shown is answered from the book in memory, and a folder's
// contacts are read when it is first opened; what is done is a change (change.go),
// which package edit shows, tells and takes back.
// A person is named by a node, never by a row.
package contacts

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/theme"
	"daybook/views"
	"daybook/views/edit"
	"daybook/views/extensions"
	"daybook/views/photofile"
	"daybook/widget/dialog"
	"daybook/widget/input"
	"daybook/widget/picture"
	"daybook/widget/text"
	"daybook/widget/tree"
)

// Options are the person's settings.
type Options struct {
	Me     model.EmailAddress // whose mailbox
	Custom extensions.Service // custom data; nil for none
	// Further reads what a contact's card says beside its fields, as pairs of a
	// label and a value; nil for nothing.
	Further func(*model.Contact) [][2]string
	Files   photofile.Files // where photos are chosen from
}

// Model is the screen. Make it with New.
type Model struct {
	env     views.Env
	service Service
	options Options
	actions []views.Action
	edits   *edit.Edits[change]

	width, height int
	drawn         look // what the rows were last drawn in
	book          *book
	tree          *tree.Tree
	onCard        bool // the card has the keys
	cardTop       int  // the first line shown of the card
	begun         bool
	wanted        string // an address to go to once it is known

	filter    *input.Line
	filtering bool

	known  map[node]*about // by node: what was read for the card
	asking [parts]views.Request
	photos *picture.Cache
	large  bool // the photo has the whole screen
	dialog dialog.Slot
	// filling is the form in the box, nil when there is another or none.
	filling *filling
	// took is the form that is being taken, for the writes that follow from it.
	took   *filling
	custom *extensions.Panel

	work                                            views.Work
	folders, directory, everybody, rest, completing views.Request

	reading map[string]bool // folders whose contacts are awaited
	stale   map[string]bool // folders to be read anew once they are open
	err     error
}

// New makes the screen.
func New(env views.Env, service Service, options Options) *Model {
	m := &Model{env: env, service: service, options: options, known: map[node]*about{}, photos: picture.NewCache(photosKept), reading: map[string]bool{}, stale: map[string]bool{}}
	m.dialog.Now = env.Now
	m.book = newBook()
	m.work = views.Work{Screen: views.People, Random: env.Random}
	m.edits = edit.New(env, edit.Options[change]{Work: &m.work, Name: "contacts", IDs: "people-ids", Show: m.show, Settled: m.onSettled,
		Tell: edit.Each(func(ctx context.Context, c change) (change, error) { return perform(ctx, service, c) })})
	m.tree = tree.New(nodes{m}, env.Theme)
	m.filter = input.New(env.Theme, text.Literal("a name or an address"))
	m.custom = extensions.New(env, options.Custom, extensions.Options{Screen: views.People, Now: m.edits.Now, Changed: m.customChanged})
	m.actions = m.custom.Around(m.allActions(), m.customTarget)
	return m
}

// Init loads nothing: the screen is read when it is first shown.
func (m *Model) Init() tea.Cmd { return m.edits.Init() }

// Focus reads the folders and the directory, the first time.
func (m *Model) Focus() tea.Cmd {
	if m.begun {
		return nil
	}
	m.begun = true
	return m.reload()
}

// Blur gives up what only the card would show.
func (m *Model) Blur() { m.rest.Cancel() }

// reload reads anew what is shown, and the rest when it is; what was read
// stays until then.
func (m *Model) reload() tea.Cmd {
	m.known = map[node]*about{}
	for folder := range m.book.contacts {
		m.stale[folder] = true
	}
	read := m.loadOpen
	if !m.query().Empty() {
		read = m.loadEverybody
	}
	return tea.Batch(m.loadFolders(), m.loadDirectory(), m.settled(), read())
}

// Open goes to a person by address.
func (m *Model) Open(item any) tea.Cmd {
	show, ok := item.(views.ShowPerson)
	if !ok {
		return nil
	}
	m.begun, m.wanted = true, show.Address
	m.stopFiltering()
	return tea.Batch(m.reload(), m.loadEverybody())
}

// SetSize implements views.View.
func (m *Model) SetSize(width, height int) { m.width, m.height = width, height }

// Actions implements views.View.
func (m *Model) Actions() []views.Action { return m.actions }

// Capturing implements views.View.
func (m *Model) Capturing() bool {
	if m.custom.Open() {
		return m.custom.Capturing()
	}
	return m.filtering || m.dialog.IsOpen()
}

// Status implements views.View.
func (m *Model) Status() views.Status {
	if m.custom.Open() {
		return m.custom.Status()
	}
	s := views.Status{Progress: -1, Hints: []string{"rights", "compose", "new", "filter", "edit", "find-time"}}
	if n := m.tree.MarkCount(); n > 0 {
		s.Selected = m.selectedWords()
	}
	if m.folders.Busy() || m.directory.Busy() || m.everybody.Busy() || len(m.reading) > 0 {
		s.Busy, s.Text = true, "Reading contacts"
	}
	return s
}

// Update takes what comes back, and what no action claimed.
func (m *Model) Update(msg tea.Msg) tea.Cmd {
	if cmd, mine := m.custom.Update(msg); mine {
		return cmd
	}
	switch msg := msg.(type) {
	case views.Result:
		return msg.Apply()
	case views.Refreshed:
		if m.begun {
			return m.reload()
		}
	case tea.KeyPressMsg, tea.PasteMsg:
		return m.typed(msg)
	case tea.MouseMsg:
		return m.mouse(msg)
	}
	return nil
}

func (m *Model) typed(msg tea.Msg) tea.Cmd {
	switch {
	case m.dialog.IsOpen():
		return m.dialog.Update(msg)
	case m.filtering:
		return m.typeIntoFilter(msg)
	}
	if press, ok := msg.(tea.KeyPressMsg); ok && !m.onCard {
		load, _ := m.tree.Update(press)
		return tea.Batch(m.expanded(load), m.settled())
	}
	return nil
}

// look tells one theme from another.
type look struct {
	name string
	bar  theme.Glyph
	text theme.Style
}

// photosKept bounds the drawn photos in memory, in bytes.
const photosKept = 4 << 20

// retheme draws the rows anew when the root has chosen another theme.
func (m *Model) retheme() {
	th := m.env.Theme
	if now := (look{th.Name, th.Glyphs.Ellipsis, th.Text}); now != m.drawn {
		m.drawn = now
		m.tree.SetTheme(th)
		m.filter.SetTheme(th)
	}
}

func (m *Model) now() time.Time { return m.env.Now().In(m.env.Zone()) }
