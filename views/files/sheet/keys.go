package sheet

import (
	tea "charm.land/bubbletea/v2"

	"daybook/views"
	"daybook/widget/panes"
)

const end = 1 << 21 // further than any sheet goes

// Actions are what can be done in a workbook, while enabled says that one is
// open. back leaves it.
func (b *Book) Actions(enabled func() bool, back func() tea.Cmd) []views.Action {
	move := func(id, name string, rows, columns int, keys ...string) views.Action {
		return views.Action{ID: id, Name: name, Group: "Cells", Keys: keys, Hidden: true, Motion: true, Do: func(n int) tea.Cmd { return b.step(rows*max(n, 1), columns*max(n, 1)) }}
	}
	widen := func(id, name string, rows, columns int, key string) views.Action {
		return views.Action{ID: id, Name: name, Group: "Cells", Keys: []string{key}, Hidden: true, Motion: true, Do: func(n int) tea.Cmd { return b.widen(rows*max(n, 1), columns*max(n, 1)) }}
	}
	list := []views.Action{
		move("cell-down", "Cell below", 1, 0, "j", "down"),
		move("cell-up", "Cell above", -1, 0, "k", "up"),
		move("cell-left", "Cell at the left", 0, -1, "h", "left"),
		move("cell-right", "Cell at the right", 0, 1, "l", "right"),
		{ID: "cell-top", Name: "First row", Group: "Cells", Keys: []string{"g g", "ctrl+home"}, Hidden: true, Motion: true, Do: b.toRow(0)},
		{ID: "cell-bottom", Name: "Last row, or the row counted", Group: "Cells", Keys: []string{"G", "ctrl+end"}, Hidden: true, Motion: true, Do: b.toRow(end)},
		{ID: "cell-first", Name: "First column", Group: "Cells", Keys: []string{"0", "home"}, Hidden: true, Motion: true, Do: func(int) tea.Cmd { return b.step(0, -end) }},
		{ID: "cell-last", Name: "Last column", Group: "Cells", Keys: []string{"$", "end"}, Hidden: true, Motion: true, Do: func(int) tea.Cmd { return b.step(0, end) }},
		{ID: "cell-half-page-down", Name: "Half a page of rows down", Group: "Cells", Keys: []string{"ctrl+d", "pgdown"}, Hidden: true, Motion: true, Do: views.Times(1, b.half)},
		{ID: "cell-half-page-up", Name: "Half a page of rows up", Group: "Cells", Keys: []string{"ctrl+u", "pgup"}, Hidden: true, Motion: true, Do: views.Times(-1, b.half)},
		widen("select-down", "Select the row below", 1, 0, "shift+down"),
		widen("select-up", "Select the row above", -1, 0, "shift+up"),
		widen("select-left", "Select the column at the left", 0, -1, "shift+left"),
		widen("select-right", "Select the column at the right", 0, 1, "shift+right"),
		{ID: "go-to", Opens: true, Name: "Go to an address, a name or a table", Hint: "go to", Group: "Workbook", Keys: []string{"/", "ctrl+g"}, Do: b.askAddress},
		{ID: "copy", Name: "Copy the cells as tab-separated text", Hint: "copy", Group: "Workbook", Keys: []string{"y"}, Do: b.copyRange},
		{ID: "select-cells", Name: "Begin or end a selection", Hint: "select", Group: "Workbook", Keys: []string{"x", "space"}, Do: b.toggleSelection},
		{ID: "select-all-cells", Name: "Select all that is used", Group: "Workbook", Keys: []string{"*"}, Do: b.selectAll},
		{ID: "next-sheet", Name: "Next sheet", Hint: "next sheet", Group: "Workbook", Keys: []string{"]", "ctrl+pgdown"}, Motion: true, Do: views.Times(1, b.turn)},
		{ID: "previous-sheet", Name: "Previous sheet", Group: "Workbook", Keys: []string{"[", "ctrl+pgup"}, Motion: true, Do: views.Times(-1, b.turn)},
		{ID: "places", Opens: true, Name: "Sheets, tables and names", Hint: "tables", Group: "Workbook", Keys: []string{"t"}, Do: b.pickPlace},
		{ID: "other-side", Name: "Cells, or tables and names", Group: "Workbook", Keys: []string{"tab"}, Motion: true, Do: b.otherSide},
		{ID: "open-cell", Name: "The whole cell, or where the entry is", Group: "Workbook", Keys: []string{"enter"}, Do: b.enter},
		{ID: "leave-workbook", Name: "Back to the files", Group: "Workbook", Keys: []string{"esc"}, Do: func(int) tea.Cmd { return b.back(back) }},
	}
	for i := range list {
		list[i].Enabled = enabled
	}
	return list
}

// step moves in what has the keys.
func (b *Book) step(rows, columns int) tea.Cmd {
	p := b.page()
	switch {
	case b.places.focused && columns < 0:
		b.places.focused = false
	case b.places.focused:
		b.places.step(rows)
	case p != nil && p.grid.Move(rows, columns):
		return b.fetch()
	}
	return nil
}

func (b *Book) half(halves int) tea.Cmd {
	p := b.page()
	switch {
	case b.places.focused:
		b.places.half(halves)
	case p != nil && p.grid.HalfPage(halves):
		return b.fetch()
	}
	return nil
}

// toRow goes to an edge, or with a count to that row.
func (b *Book) toRow(row int) func(int) tea.Cmd {
	return func(n int) tea.Cmd {
		p := b.page()
		to := row
		if n > 0 {
			to = n - 1
		}
		if b.places.focused {
			b.places.goTo(to)
			return nil
		}
		if p == nil {
			return nil
		}
		_, column := p.grid.Cursor()
		p.grid.Goto(to, column)
		return b.fetch()
	}
}

func (b *Book) widen(rows, columns int) tea.Cmd {
	p := b.page()
	if p == nil || b.places.focused {
		return nil
	}
	p.grid.StartSelecting()
	p.grid.Move(rows, columns)
	return b.fetch()
}

func (b *Book) toggleSelection(int) tea.Cmd {
	if p := b.page(); p != nil && !b.places.focused && !p.grid.ClearSelection() {
		p.grid.StartSelecting()
	}
	return nil
}

func (b *Book) selectAll(int) tea.Cmd {
	p := b.page()
	if p == nil {
		return nil
	}
	rows, columns := p.Size()
	p.grid.Goto(rows-1, columns-1)
	p.grid.ClearSelection()
	p.grid.StartSelecting()
	p.grid.Goto(0, 0)
	return b.fetch()
}

// turn shows another sheet, round and round.
func (b *Book) turn(by int) tea.Cmd {
	if n := len(b.pages); n > 0 {
		return b.show(((b.at+by)%n + n) % n)
	}
	return nil
}

func (b *Book) otherSide(int) tea.Cmd {
	if !b.hasSide() {
		if len(b.places.entries) > 0 {
			return b.pickPlace(0)
		}
		return nil
	}
	b.places.focus(!b.places.focused)
	return nil
}

// enter goes to the entry, or shows the whole of a cell.
func (b *Book) enter(int) tea.Cmd {
	if b.places.focused {
		return b.follow(b.places.list.CursorIndex())
	}
	b.openCell()
	return nil
}

// back leaves the list, then the selection, then the workbook.
func (b *Book) back(leave func() tea.Cmd) tea.Cmd {
	p := b.page()
	switch {
	case b.places.focused:
		b.places.focused = false
	case p != nil && p.grid.ClearSelection():
	default:
		return leave()
	}
	return nil
}

func (b *Book) mouse(msg tea.MouseMsg) tea.Cmd {
	at := msg.Mouse()
	switch msg := msg.(type) {
	case tea.MouseWheelMsg:
		return b.wheel(msg)
	case tea.MouseClickMsg:
		if msg.Button == tea.MouseLeft {
			return b.click(at.X, at.Y)
		}
	case tea.MouseMotionMsg:
		p := b.page()
		if msg.Button == tea.MouseLeft && p != nil && !b.overSide(at.X) && p.grid.Drag(at.X, at.Y-headLines) {
			return b.fetch()
		}
	}
	return nil
}

func (b *Book) wheel(msg tea.MouseWheelMsg) tea.Cmd {
	by, p := panes.Wheel(msg), b.page()
	switch {
	case b.overSide(msg.X):
		b.places.list.Scroll(by)
	case p == nil:
	case by != 0 && msg.Mod&tea.ModShift == 0:
		p.grid.Scroll(by)
		return b.fetch()
	case msg.Button == tea.MouseWheelLeft, by < 0:
		return b.step(0, -1)
	case msg.Button == tea.MouseWheelRight, by > 0:
		return b.step(0, 1)
	}
	return nil
}

func (b *Book) overSide(x int) bool { return b.hasSide() && x > b.width-sideWidth-1 }

func (b *Book) click(x, y int) tea.Cmd {
	if y == 1 {
		return b.clickTab(x)
	}
	if b.overSide(x) {
		b.places.focus(true)
		if _, ok := b.places.list.Click(x-(b.width-sideWidth), y-headLines); ok {
			return b.follow(b.places.list.CursorIndex())
		}
		return nil
	}
	b.places.focused = false
	if p := b.page(); p != nil && p.grid.Click(x, y-headLines) {
		return b.fetch()
	}
	return nil
}

// clickTab turns to the sheet whose name is at a column.
func (b *Book) clickTab(x int) tea.Cmd {
	for _, t := range b.tabs() {
		if x >= t.from && x < t.to {
			return b.show(t.page)
		}
	}
	return nil
}
