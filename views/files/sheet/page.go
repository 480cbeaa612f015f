package sheet

import (
	"context"
	"errors"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/theme"
	"daybook/views"
	"daybook/widget/grid"
	"daybook/widget/text"
)

// A sheet is read in blocks of this size.
const (
	blockRows    = 64
	blockColumns = 26
	// blocksKept bounds the memory of a sheet: the blocks seen last stay.
	blocksKept = 40
)

// spot names a block of a sheet by its place among the blocks.
type spot struct{ row, column int }

// block is a part of a sheet that was read. stale says that it is shown until
// it has been read again.
type block struct {
	cells [][]cell
	stale bool
}

// page is one sheet: what is known of it, and where the reader is.
type page struct {
	name    string // as the service knows it
	title   text.Text
	used    model.Cells
	known   bool // used was read
	err     error
	blocks  map[spot]*block
	recent  []spot                  // the one used last is at the end
	reading map[spot]*views.Request // blocks that are being read
	refused map[spot]bool           // not asked for again before a refresh
	grid    *grid.Grid
	extent  views.Request
	source  source
	seen    bool // it has cells on the screen
}

// source is where the cells of a workbook come from.
type source struct {
	work    *views.Work
	service Service
	file    File
}

// newPage is a sheet of which nothing is known.
func newPage(s source, th *theme.Theme, w model.WorkbookWorksheet) *page {
	p := &page{source: s, name: w.Name, title: text.Clean(w.Name), blocks: map[spot]*block{}, reading: map[spot]*views.Request{}, refused: map[spot]bool{}}
	p.used = model.Cells{Top: 1, Left: 1, Bottom: 1, Right: 1}
	p.grid = grid.New(p, th)
	return p
}

// place gives the sheet its cells of the terminal.
func (p *page) place(width, height int, focused bool) {
	p.seen = width > 0
	p.grid.SetSize(width, height)
	p.grid.SetFocused(focused)
}

// busy says that something of the sheet is being read.
func (p *page) busy() bool { return p.extent.Busy() || len(p.reading) > 0 }

// loadUsed asks how far the sheet goes.
func (p *page) loadUsed() tea.Cmd {
	s, name := p.source, p.name
	return views.Load(s.work, &p.extent, func(ctx context.Context) (model.Cells, error) { return s.service.Used(ctx, s.file, name) }, p.onUsed)
}

func (p *page) onUsed(used model.Cells, err error) tea.Cmd {
	if p.err = err; err != nil {
		return nil
	}
	if p.known && (p.used.Bottom != used.Bottom || p.used.Right != used.Right) {
		p.expire() // the last blocks end elsewhere now
	}
	p.used, p.known = used, true
	p.grid.Reload()
	return p.fetch()
}

// fetch reads the blocks on the screen that are not there, and gives up those
// that are no longer on it.
func (p *page) fetch() tea.Cmd {
	if !p.known || !p.seen {
		return nil
	}
	wanted := p.wanted()
	still := map[spot]bool{}
	for _, s := range wanted {
		still[s] = true
	}
	for s, f := range p.reading {
		if !still[s] {
			f.Cancel()
			delete(p.reading, s)
		}
	}
	var cmds []tea.Cmd
	for _, s := range wanted {
		if _, already := p.reading[s]; !already {
			cmds = append(cmds, p.loadBlock(s))
		}
	}
	return tea.Batch(cmds...)
}

func (p *page) loadBlock(at spot) tea.Cmd {
	p.reading[at] = new(views.Request)
	s, name, area := p.source, p.name, p.area(at)
	return views.Load(s.work, p.reading[at], func(ctx context.Context) ([][]cell, error) {
		r, err := s.service.Cells(ctx, s.file, name, area)
		return cellsOf(r, area.Rows(), area.Columns()), err
	}, func(cells [][]cell, err error) tea.Cmd { return p.onCells(at, cells, err) })
}

func (p *page) onCells(at spot, cells [][]cell, err error) tea.Cmd {
	delete(p.reading, at)
	if err != nil {
		if errors.Is(err, context.Canceled) {
			return nil
		}
		p.refused[at] = true
		p.err = err
		return nil
	}
	p.err = nil
	p.put(at, cells)
	return p.fetch()
}

// Size implements grid.Source: the sheet from A1 to the last cell in use.
func (p *page) Size() (rows, columns int) { return max(p.used.Bottom, 1), max(p.used.Right, 1) }

// Heading implements grid.Source.
func (p *page) Heading(column int) text.Text { return text.Clean(model.ColumnName(column + 1)) }

// Cell implements grid.Source.
func (p *page) Cell(row, column int) (grid.Cell, bool) {
	c, ok := p.cell(row, column)
	return c.shown, ok
}

func (p *page) cell(row, column int) (cell, bool) {
	b := p.blocks[spot{row / blockRows, column / blockColumns}]
	if b == nil {
		return cell{}, false
	}
	return at(b.cells, row%blockRows, column%blockColumns), true
}

// area is the cells of a block that the sheet has, counted from 1.
func (p *page) area(s spot) model.Cells {
	rows, columns := p.Size()
	return model.Cells{
		Top: s.row*blockRows + 1, Left: s.column*blockColumns + 1,
		Bottom: min((s.row+1)*blockRows, rows), Right: min((s.column+1)*blockColumns, columns),
	}
}

// spots are the blocks that an area lies in.
func spots(a grid.Area) []spot {
	var out []spot
	for r := a.Top / blockRows; r <= a.Bottom/blockRows; r++ {
		for c := a.Left / blockColumns; c <= a.Right/blockColumns; c++ {
			out = append(out, spot{r, c})
		}
	}
	return out
}

// wanted are the blocks on the screen that are not there, or not any more.
func (p *page) wanted() []spot {
	var out []spot
	for _, s := range spots(p.grid.Visible()) {
		if b := p.blocks[s]; (b == nil || b.stale) && !p.refused[s] {
			out = append(out, s)
		}
	}
	return out
}

// put keeps a block, and forgets those not seen for longest.
func (p *page) put(s spot, cells [][]cell) {
	p.blocks[s] = &block{cells: cells}
	for i, old := range p.recent {
		if old == s {
			p.recent = append(p.recent[:i], p.recent[i+1:]...)
			break
		}
	}
	p.recent = append(p.recent, s)
	for len(p.recent) > blocksKept {
		delete(p.blocks, p.recent[0])
		p.recent = p.recent[1:]
	}
	a := p.area(s)
	p.grid.Measure(grid.Area{Top: a.Top - 1, Left: a.Left - 1, Bottom: a.Bottom - 1, Right: a.Right - 1})
}

// expire has what is on the screen read again.
func (p *page) expire() {
	for _, b := range p.blocks {
		b.stale = true
	}
	clear(p.refused)
	p.err = nil
}

// cancel gives up what is being read.
func (p *page) cancel() {
	p.extent.Cancel()
	for s, f := range p.reading {
		f.Cancel()
		delete(p.reading, s)
	}
}
