// Package files is the files screen: the drives of the user and of the groups
// as a tree, what is known of the item under the cursor beside it, and a
// workbook as a grid (package sheet).
//
// Its parts are the drives as they are known (drives.go), the tree of them
// (listing.go), the item beside it (item.go), and the files on their way
// (transfer.go). Tree and item are one browser (package browser).
//
// Invariants: what is shown is answered from memory, and a folder is read when
// it is first opened; what is done is a change (change.go), which
// package edit shows, tells and takes back. The interface brings nothing back
// that was deleted: so deletions are held for a moment. A file
// that is there is never written over without being asked, here or in the
// drive. Every name and content from outside is cleaned before it is drawn.
package files

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"daybook/views"
	"daybook/views/browser"
	"daybook/views/edit"
	"daybook/views/files/sheet"
	"daybook/views/portrait"
	"daybook/widget/dialog"
	"daybook/widget/text"
)

// Options are the person's settings.
type Options struct {
	// Downloads is the folder that files are saved to, until another is chosen; Home
	// is what "~" stands for.
	Downloads, Home string
	Local           Local
}

// Model is the screen: it routes between its parts. Make it with New.
type Model struct {
	env     views.Env
	options Options
	actions []views.Action
	work    views.Work
	edits   *edit.Edits[change]

	drives    *drives
	tree      *listing
	item      *item
	transfers *transfers
	book      *sheet.Book
	inBook    bool
	dialog    dialog.Stack
	offered   offered
	shown     bool
	due       bool // it was to be read anew while it was not shown
}

// leastBeside is the width from which on the item is beside the tree, in cells.
const leastBeside = 72

func treeWidth(width int) int {
	if width < 100 {
		return width * 55 / 100
	}
	return min(width*54/100, 90)
}

// New makes the screen.
func New(env views.Env, service Service, options Options) *Model {
	m := &Model{env: env, options: options, drives: newDrives()}
	m.work = views.Work{Screen: views.Files, Random: env.Random}
	m.edits = edit.New(env, edit.Options[change]{Work: &m.work, Name: "files", IDs: "files-ids", Show: m.show, Settled: m.onSettled, Reason: sheet.Why,
		Said: func(c change) bool { return c.box != nil && m.dialog.Top() == c.box },
		Had: edit.Look(func(c change) bool { return c.Was != nil && c.Is != nil }, func(ctx context.Context, c change) (bool, error) {
			item, err := service.Item(ctx, c.Ref)
			return err == nil && item.Name == c.Is.Name && (item.ParentReference == nil || item.ParentReference.ID == c.Is.Parent), err
		}),
		Tell: edit.Each(func(ctx context.Context, c change) (change, error) { return perform(ctx, service, c) })})
	m.tree = &listing{env: &m.env, work: &m.work, service: service, edits: m.edits, drives: m.drives, arrived: m.offerFolders,
		reading: map[Ref]bool{}, stale: map[Ref]bool{}, walking: map[string]bool{}}
	m.item = &item{env: &m.env, work: &m.work, service: service, drives: m.drives, tree: m.tree,
		previews: map[previewKey]preview{}, pictures: portrait.New(&m.env, &m.work, picturesKept), asked: map[string]bool{}}
	m.tree.Browser = browser.New(&m.env, m.tree, m.item, browser.Options{
		Work: &m.work, Title: text.Literal("Files"), Least: leastBeside, Split: treeWidth,
		Placeholder: text.Literal("a name"), NoneFound: text.Literal("Nothing is called so. esc shows everything."), Open: m.open,
		OpenName: "Open the folder, the workbook or the file's text", PaneName: "Tree or item", FilterName: "Filter by name, in all folders", FilterKeys: []string{"/", "\\"},
	})
	m.transfers = &transfers{env: &m.env, work: &m.work, service: service, local: options.Local, edits: m.edits, added: m.added, taken: m.askTaken,
		saved: func(folder string) { m.options.Downloads = folder }}
	m.book = sheet.New(env, service, &m.dialog)
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
	case !m.tree.begun:
		m.tree.begun = true
		return m.tree.loadDrives()
	case m.due:
		return m.refresh()
	}
	return nil
}

// Open goes to a group's drive.
func (m *Model) Open(item any) tea.Cmd {
	show, ok := item.(views.ShowDrive)
	if !ok {
		return nil
	}
	if m.inBook {
		m.book.Close()
		m.inBook = false
	}
	m.tree.wanted = show.Group
	return m.tree.toWanted()
}

// Blur gives up what only the item would show.
func (m *Model) Blur() {
	m.shown = false
	m.tree.Blur()
}

// refreshed reads anew what was read, when the screen is shown.
func (m *Model) refreshed() tea.Cmd {
	if m.due = m.tree.begun && !m.shown; m.tree.begun && m.shown {
		return m.refresh()
	}
	return nil
}

func (m *Model) refresh() tea.Cmd {
	m.due = false
	if m.inBook {
		return m.book.Refresh()
	}
	m.item.forget()
	return m.tree.refresh()
}

// SetSize implements views.View.
func (m *Model) SetSize(width, height int) {
	m.tree.SetSize(width, height)
	m.book.SetSize(width, height)
}

// Actions implements views.View.
func (m *Model) Actions() []views.Action { return m.actions }

// Boxes implements views.View.
func (m *Model) Boxes() *dialog.Stack { return &m.dialog }

// Capturing implements views.View.
func (m *Model) Capturing() bool {
	if m.inBook {
		return m.book.Capturing()
	}
	return m.tree.Filtering()
}

// Status implements views.View.
func (m *Model) Status() views.Status {
	s := views.Status{Progress: -1, Selected: m.tree.Selected(), Hints: []string{"rights", "open", "new-folder", "upload", "download", "rename", "delete"}}
	if m.inBook {
		s = m.book.Status()
	}
	switch r := m.transfers.running; {
	case r != nil:
		s.Busy, s.Progress, s.Text = true, r.share(), r.words(len(m.transfers.waiting))
		s.Hints = append([]string{"cancel"}, s.Hints...)
	case !m.inBook && (m.tree.asking.Busy() || m.tree.Looking()):
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
	case tea.MouseMsg, tea.KeyPressMsg, tea.PasteMsg:
		if m.inBook {
			return m.book.Update(msg)
		}
		return m.tree.Update(msg)
	case tea.WindowSizeMsg:
		if m.inBook {
			return m.book.Update(msg)
		}
		return m.item.drawHere() // SetSize was called: the picture has other cells now
	}
	return nil
}

// View implements views.View.
func (m *Model) View() string {
	width, height := m.tree.Size()
	switch {
	case width < 1 || height < 1:
		return ""
	case m.inBook:
		return m.book.View()
	}
	return m.tree.View()
}

// Cursor is the text cursor of what is open.
func (m *Model) Cursor() *tea.Cursor {
	if !m.inBook {
		return m.tree.TextCursor()
	}
	if x, y, ok := m.book.Cursor(); ok {
		return tea.NewCursor(x, y)
	}
	return nil
}
