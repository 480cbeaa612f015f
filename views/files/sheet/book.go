// Package sheet is a workbook as a grid: its sheets, the tables and names in
// it, and the cells around the cursor.
//
// Invariants: only the blocks of cells on the screen are read, and reading one
// that has left it is given up; what was read is shown until it is read anew;
// a text of a cell is cleaned once, when it arrives. The book is never changed.
package sheet

import (
	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/theme"
	"daybook/views"
	"daybook/widget/grid"
	"daybook/widget/input"
	"daybook/widget/list"
	"daybook/widget/picker"
	"daybook/widget/text"
)

// Book is the workbook that is open. Make it with New.
type Book struct {
	env     views.Env
	service Service

	width, height int
	file          File
	title, path   text.Text
	drawn         look

	pages []*page
	at    int
	err   error // why there are no sheets

	tables  []Table
	names   []model.WorkbookNamedItem
	entries []entry
	missing string // which of tables and names could not be read
	side    *list.List
	onSide  bool

	line   *input.Line // the address line, nil while it is not open
	wrong  string      // why the address was not taken
	picker *picker.Picker
	pickX  int
	pickY  int
	whole  bool // the value of the cell in a box

	work                                views.Work
	sheets, lists, extent, jump, copies views.Request
}

// look tells one theme from another.
type look struct {
	name string
	bar  theme.Glyph
	text theme.Style
}

// New is no workbook yet.
func New(env views.Env, service Service) *Book {
	b := &Book{env: env, service: service, work: views.Work{Screen: views.Files, Random: env.Random}}
	b.side = list.New(sideRows{b}, env.Theme)
	b.side.SetScrollOff(1)
	return b
}

// Open shows a workbook; path is where it is, its name not included.
func (b *Book) Open(f File, name, path text.Text) tea.Cmd {
	b.Close()
	b.file, b.title, b.path = f, name, path
	b.pages, b.at, b.err, b.tables, b.names, b.missing = nil, 0, nil, nil, nil, ""
	b.onSide, b.whole = false, false
	b.relist()
	return tea.Batch(b.loadSheets(), b.loadLists())
}

// Close gives up what is being read.
func (b *Book) Close() {
	for _, r := range []*views.Request{&b.sheets, &b.lists, &b.extent, &b.jump, &b.copies} {
		r.Cancel()
	}
	for _, p := range b.pages {
		p.land()
	}
	b.line, b.picker = nil, nil
}

// File is the workbook's file.
func (b *Book) File() File { return b.file }

// SetSize gives the book its cells of the terminal.
func (b *Book) SetSize(width, height int) {
	b.width, b.height = width, height
	b.place()
}

// Capturing reports that keys are text, or belong to a box.
func (b *Book) Capturing() bool { return b.line != nil || b.picker != nil || b.whole }

// Refresh reads anew what is shown.
func (b *Book) Refresh() tea.Cmd {
	for _, p := range b.pages {
		p.age()
	}
	return tea.Batch(b.loadSheets(), b.loadLists())
}

// page is the sheet that is shown, nil while there is none.
func (b *Book) page() *page {
	if b.at < len(b.pages) {
		return b.pages[b.at]
	}
	return nil
}

// Update takes what no action claimed. What comes back for the book is a
// views.Result of the files screen.
func (b *Book) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg: // SetSize was called: more may be seen now
		return b.fetch()
	case tea.KeyPressMsg, tea.PasteMsg:
		return b.typed(msg)
	case tea.MouseMsg:
		return b.mouse(msg)
	}
	return nil
}

func (b *Book) typed(msg tea.Msg) tea.Cmd {
	switch {
	case b.picker != nil:
		choice, cmd := b.picker.Update(msg)
		return tea.Batch(cmd, b.chose(choice))
	case b.line != nil:
		return b.typeAddress(msg)
	case b.whole:
		if _, ok := msg.(tea.KeyPressMsg); ok {
			b.whole = false
		}
	}
	return nil
}

// Status is what the book says on the status line.
func (b *Book) Status() views.Status {
	s := views.Status{Progress: -1, Hints: []string{"go-to", "copy", "select-cells", "next-sheet", "places"}}
	p := b.page()
	switch {
	case b.copies.Busy():
		s.Busy, s.Text = true, "Copying"
	case b.sheets.Busy() && p == nil:
		s.Busy, s.Text = true, "Opening "+b.title.String()
	case b.extent.Busy() || b.jump.Busy() || p != nil && len(p.flights) > 0:
		s.Busy, s.Text = true, "Reading cells"
	}
	return s
}

// newPage is a sheet of which nothing is known.
func (b *Book) newPage(w model.WorkbookWorksheet) *page {
	p := &page{name: w.Name, title: text.Clean(w.Name), blocks: map[spot]*block{}, flights: map[spot]*views.Request{}, refused: map[spot]bool{}}
	p.used = model.Cells{Top: 1, Left: 1, Bottom: 1, Right: 1}
	p.grid = grid.New(p, b.env.Theme)
	return p
}

// retheme draws anew when the root has chosen another theme.
func (b *Book) retheme() {
	th := b.env.Theme
	now := look{th.Name, th.Glyphs.Ellipsis, th.Text}
	if now == b.drawn {
		return
	}
	b.drawn = now
	b.side.SetTheme(th)
	for _, p := range b.pages {
		p.grid.SetTheme(th)
	}
	if b.line != nil {
		b.line.SetTheme(th)
	}
}
