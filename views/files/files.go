// Package files is the files screen: the drives of the user and of the groups
// as a tree, what is known of the item under the cursor beside it, and a
// workbook as a grid (package sheet).
//
// Invariants: what is shown is answered from the shelf in memory, and a folder
// is read when it is first opened; what is done is a change (change.go), which
// package edit shows, tells and takes back. The interface brings nothing back
// that was deleted: so deletions are held for a moment. A file
// that is there is never written over without being asked, here or in the
// drive. Every name and content from outside is cleaned before it is drawn.
package files

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"daybook/theme"
	"daybook/views"
	"daybook/views/edit"
	"daybook/views/files/sheet"
	"daybook/widget/dialog"
	"daybook/widget/input"
	"daybook/widget/picture"
	"daybook/widget/text"
	"daybook/widget/tree"
)

// Options are the person's settings.
type Options struct {
	Downloads string // the folder that files are saved to
	Local     Local
}

// Model is the screen. Make it with New.
type Model struct {
	env     views.Env
	service Service
	options Options
	actions []views.Action
	work    views.Work
	edits   *edit.Edits[change]

	width, height int
	drawnIn       look
	shelf         *shelf
	tree          *tree.Tree
	onItem        bool // the item at the right has the keys
	itemTop       int  // the first line shown of it
	begun         bool
	shown         bool
	due           bool         // it was to be read anew while it was not shown
	stale         map[Ref]bool // folders to be read anew once they are on the screen

	book   *sheet.Book
	inBook bool

	filter    *input.Line
	filtering bool
	walking   map[string]bool // drives of which every folder is being read
	walked    int             // folders read so
	saidCut   bool            // that not all that the service names is shown

	previews map[previewKey]preview
	pictures *picture.Cache
	dialog   dialog.Slot
	offered  offered
	queue    []transfer
	running  *running

	asking, rest, preview views.Request
	reading               map[Ref]bool
	quotaAsked            map[string]bool
	err                   error
}

// picturesKept bounds the drawn pictures in memory, in bytes.
const picturesKept = 4 << 20

// New makes the screen.
func New(env views.Env, service Service, options Options) *Model {
	m := &Model{env: env, service: service, options: options, shelf: newShelf(),
		walking: map[string]bool{}, stale: map[Ref]bool{}, previews: map[previewKey]preview{},
		reading: map[Ref]bool{}, quotaAsked: map[string]bool{}, pictures: picture.NewCache(picturesKept)}
	m.work = views.Work{Screen: views.Files, Random: env.Random}
	m.edits = edit.New(env, edit.Options[change]{Work: &m.work, Name: "files", IDs: "files-ids", Show: m.show, Settled: m.onSettled, Reason: why,
		Tell: edit.Each(func(ctx context.Context, c change) (change, error) { return perform(ctx, service, c) })})
	m.tree = tree.New(nodes{m}, env.Theme)
	m.filter = input.New(env.Theme, text.Literal("a name"))
	m.book = sheet.New(env, service)
	m.dialog.Now = env.Now
	m.actions = m.allActions()
	return m
}

// Init reads nothing of the drives: that waits until the screen is shown.
func (m *Model) Init() tea.Cmd { return m.edits.Init() }

// Focus reads the drives, the first time, and what has to be read anew.
func (m *Model) Focus() tea.Cmd {
	m.shown = true
	switch {
	case !m.begun:
		m.begun = true
		return m.loadDrives()
	case m.due:
		return m.refresh()
	}
	return nil
}

// Blur gives up what only the item at the right would show.
func (m *Model) Blur() {
	m.shown = false
	m.rest.Cancel()
}

// refreshed reads anew what was read, when the screen is shown.
func (m *Model) refreshed() tea.Cmd {
	if m.due = m.begun && !m.shown; m.begun && m.shown {
		return m.refresh()
	}
	return nil
}

// refresh reads anew what is on the screen, and the rest when it comes there; what was read stays until then.
func (m *Model) refresh() tea.Cmd {
	m.due = false
	if m.inBook {
		return m.book.Refresh()
	}
	cmds := []tea.Cmd{m.loadDrives()}
	clear(m.quotaAsked)
	clear(m.previews)
	for folder := range m.shelf.children {
		m.stale[folder] = true
	}
	clear(m.shelf.refused)
	return tea.Batch(append(cmds, m.loadStale(), m.loadOpen())...)
}

// SetSize implements views.View.
func (m *Model) SetSize(width, height int) {
	m.width, m.height = width, height
	m.book.SetSize(width, height)
}

// Actions implements views.View.
func (m *Model) Actions() []views.Action { return m.actions }

// Capturing implements views.View.
func (m *Model) Capturing() bool {
	if m.dialog.IsOpen() {
		return true
	}
	if m.inBook {
		return m.book.Capturing()
	}
	return m.filtering
}

// Status implements views.View.
func (m *Model) Status() views.Status {
	s := views.Status{Progress: -1, Hints: []string{"rights", "open", "new-folder", "upload", "download", "rename", "delete"}}
	if m.inBook {
		s = m.book.Status()
	} else if n := m.tree.MarkCount(); n > 0 {
		s.Selected = count(n, "selected", "selected")
	}
	switch {
	case m.running != nil:
		s.Busy, s.Progress, s.Text = true, m.running.share(), m.running.words(len(m.queue))
		s.Hints = append([]string{"cancel"}, s.Hints...)
	case !m.inBook && (m.asking.Busy() || len(m.reading) > 0):
		s.Busy, s.Text = true, "Reading files"
	}
	return s
}

// Update takes what comes back, and what no action claimed.
func (m *Model) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case views.Result:
		return msg.Apply()
	case views.Refreshed:
		return m.refreshed()
	case tea.KeyPressMsg, tea.PasteMsg:
		return m.typed(msg)
	case tea.MouseMsg:
		return m.mouse(msg)
	case tea.WindowSizeMsg:
		if m.inBook {
			return m.book.Update(msg)
		}
	}
	return nil
}

func (m *Model) typed(msg tea.Msg) tea.Cmd {
	switch {
	case m.dialog.IsOpen():
		return m.dialog.Update(msg)
	case m.inBook:
		return m.book.Update(msg)
	case m.filtering:
		return m.typeIntoFilter(msg)
	}
	return nil
}

// look tells one theme from another.
type look struct {
	name string
	bar  theme.Glyph
	text theme.Style
}

// retheme draws the rows anew when the root has chosen another theme.
func (m *Model) retheme() {
	th := m.env.Theme
	if now := (look{th.Name, th.Glyphs.Ellipsis, th.Text}); now != m.drawnIn {
		m.drawnIn = now
		m.tree.SetTheme(th)
		m.filter.SetTheme(th)
	}
}

func (m *Model) now() time.Time { return m.env.Now().In(m.env.Zone()) }

// here is what the cursor is on; false while there is nothing.
func (m *Model) here() (Ref, bool) { return refOf(m.tree.Cursor()) }

// name is an item's, cleaned.
func (m *Model) name(r Ref) text.Text { return nodes{m}.Text(node(r)) }
