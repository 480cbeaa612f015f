// Package sheet is a workbook as a grid: its sheets, the tables and names in
// it, and the cells around the cursor.
//
// Invariants: only the blocks of cells on the screen are read, and reading one
// that has left it is given up; what was read is shown until it is read anew;
// a text of a cell is cleaned once, when it arrives. The book is never changed.
package sheet

import (
	"context"
	"errors"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/theme"
	"daybook/views"
	"daybook/widget/dialog"
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

	places  *places
	address address
	boxes   *dialog.Stack // of the screen

	work                        views.Work
	sheets, lists, jump, copies views.Request
}

// look tells one theme from another.
type look struct {
	name string
	bar  theme.Glyph
	text theme.Style
}

// New is no workbook yet. Boxes is where those of the screen open.
func New(env views.Env, service Service, boxes *dialog.Stack) *Book {
	b := &Book{env: env, service: service, boxes: boxes, work: views.Work{Screen: views.Files, Random: env.Random}}
	b.places, b.address.env = newPlaces(&b.env), &b.env
	return b
}

// Open shows a workbook; path is where it is, its name not included.
func (b *Book) Open(f File, name, path text.Text) tea.Cmd {
	b.Close()
	b.file, b.title, b.path = f, name, path
	b.pages, b.at, b.err = nil, 0, nil
	b.places.focused = false
	b.places.set(nil, nil, nil)
	return tea.Batch(b.loadSheets(), b.loadPlaces())
}

// Close gives up what is being read.
func (b *Book) Close() {
	for _, r := range []*views.Request{&b.sheets, &b.lists, &b.jump, &b.copies} {
		r.Cancel()
	}
	for _, p := range b.pages {
		p.cancel()
	}
	b.address.line = nil
}

// SetSize gives the book its cells of the terminal.
func (b *Book) SetSize(width, height int) {
	b.width, b.height = width, height
	b.place()
}

// Capturing reports that keys are text.
func (b *Book) Capturing() bool { return b.address.line != nil }

// Refresh reads anew what is shown.
func (b *Book) Refresh() tea.Cmd {
	for _, p := range b.pages {
		p.expire()
	}
	return tea.Batch(b.loadSheets(), b.loadPlaces())
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
		if b.address.line != nil {
			return b.typeAddress(msg)
		}
	case tea.MouseMsg:
		return b.mouse(msg)
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
	case b.jump.Busy() || p != nil && p.busy():
		s.Busy, s.Text = true, "Reading cells"
	}
	return s
}

// retheme draws anew when the root has chosen another theme.
func (b *Book) retheme() {
	th := b.env.Theme
	now := look{th.Name, th.Glyphs.Ellipsis, th.Text}
	if now == b.drawn {
		return
	}
	b.drawn = now
	b.places.list.SetTheme(th)
	for _, p := range b.pages {
		p.grid.SetTheme(th)
	}
	if b.address.line != nil {
		b.address.line.SetTheme(th)
	}
}

// fetch reads what is on the screen and is not there.
func (b *Book) fetch() tea.Cmd {
	b.place()
	if p := b.page(); p != nil {
		return p.fetch()
	}
	return nil
}

func (b *Book) loadSheets() tea.Cmd {
	service, file := b.service, b.file
	return views.Load(&b.work, &b.sheets, func(ctx context.Context) ([]model.WorkbookWorksheet, error) {
		return service.Sheets(ctx, file)
	}, b.onSheets)
}

func (b *Book) onSheets(sheets []model.WorkbookWorksheet, err error) tea.Cmd {
	if b.err = err; err != nil {
		b.places.missing = "" // that is said once
		if len(b.pages) > 0 {
			return views.Notice(views.Failure, "The workbook could not be read anew: "+Why(err))
		}
		return nil
	}
	before := map[string]*page{}
	current := ""
	for _, p := range b.pages {
		before[p.name] = p
	}
	if p := b.page(); p != nil {
		current = p.name
	}
	b.pages, b.at = nil, 0
	for _, w := range sheets {
		if w.Visibility != "" && w.Visibility != "Visible" {
			continue
		}
		p := before[w.Name]
		if p == nil {
			p = newPage(source{&b.work, b.service, b.file}, b.env.Theme, w)
		}
		if p.name == current {
			b.at = len(b.pages)
		}
		b.pages = append(b.pages, p)
	}
	b.place()
	if p := b.page(); p != nil {
		return p.loadUsed()
	}
	return nil
}

// loadPlaces reads the tables and the names.
func (b *Book) loadPlaces() tea.Cmd {
	service, file := b.service, b.file
	type found struct {
		tables []Table
		names  []model.WorkbookNamedItem
	}
	return views.Load(&b.work, &b.lists, func(ctx context.Context) (found, error) {
		tables, tablesErr := service.Tables(ctx, file)
		names, namesErr := service.Names(ctx, file)
		return found{tables, names}, errors.Join(tablesErr, namesErr)
	}, func(all found, err error) tea.Cmd {
		if b.err != nil {
			err = nil // that is said already
		}
		b.places.set(all.tables, all.names, err)
		return b.fetch() // the list beside them has its room of the cells
	})
}

// show turns to a sheet.
func (b *Book) show(i int) tea.Cmd {
	if i < 0 || i >= len(b.pages) || i == b.at {
		return nil
	}
	if p := b.page(); p != nil {
		p.cancel()
	}
	b.at, b.places.focused = i, false
	b.place()
	if p := b.page(); !p.known {
		return p.loadUsed()
	}
	return b.fetch()
}

// Cursor is the place of the text cursor; ok is false when nothing is typed.
func (b *Book) Cursor() (x, y int, ok bool) {
	if b.address.line == nil {
		return 0, 0, false
	}
	_, x = b.address.line.View(max(b.width-4, 1))
	return 3 + x, b.height - 1, true
}
