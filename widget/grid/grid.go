// Package grid is a windowed grid of cells under frozen headings, with the row numbers frozen at the left: a frame costs
// what its visible cells cost, however large the grid is.
//
// Invariants:
//   - rows and columns count from 0; the cursor is always on a cell of the grid, and visible;
//   - the selection is the rectangle between its anchor and the cursor, the cursor's cell alone where nothing is selected;
//   - kinds of values are told apart by where they stand and by a glyph, colour repeats it: words left, numbers right,
//     dates, truths and failures in the middle, the last two with a sign before them;
//   - a number that has no room becomes a row of # and never another number;
//   - View has exactly the size that SetSize gave.
package grid

import (
	"strconv"

	"daybook/theme"
	"daybook/widget/text"
)

// Kind is the kind of a cell's value.
type Kind uint8

// The kinds.
const (
	Blank Kind = iota
	Words
	Number
	Date
	Truth
	Failure
)

// Cell is what stands in a cell, in one line.
type Cell struct {
	Text text.Text
	Kind Kind
}

// Source is the cells, answered from memory.
type Source interface {
	// Size is how many rows and columns there are, at least one of each.
	Size() (rows, columns int)
	// Heading stands above a column.
	Heading(column int) text.Text
	// Cell is what stands in a cell; known is false while it was not read.
	Cell(row, column int) (c Cell, known bool)
}

// The bounds of a column's width in cells.
const (
	leastWidth = 5
	mostWidth  = 30
	newWidth   = 9 // of a column that nothing is known of
)

// headHeight is the headings and the line under them.
const headHeight = 2

// Area is a rectangle of cells, the last row and column belong to it.
type Area struct{ Top, Left, Bottom, Right int }

// Grid is a position in cells. Make it with New.
type Grid struct {
	src           Source
	theme         *theme.Theme
	width, height int
	focused       bool

	row, column             int // the cursor
	anchorRow, anchorColumn int
	selecting               bool
	top, left               int // the first visible row and column
	widths                  map[int]int
}

// New is a grid on a source, at its first cell.
func New(src Source, th *theme.Theme) *Grid {
	return &Grid{src: src, theme: th, focused: true, widths: map[int]int{}}
}

// SetTheme draws in another theme.
func (g *Grid) SetTheme(th *theme.Theme) { g.theme = th }

// SetSize gives the grid its place in cells of the terminal.
func (g *Grid) SetSize(width, height int) {
	if width == g.width && height == g.height {
		return
	}
	g.width, g.height = max(width, 0), max(height, 0)
	g.reveal()
}

// SetFocused says whether the grid has the keys.
func (g *Grid) SetFocused(focused bool) { g.focused = focused }

// Reload tells the grid that its size may have changed.
func (g *Grid) Reload() { g.Goto(g.row, g.column) }

// Cursor is the cell that keys act on.
func (g *Grid) Cursor() (row, column int) { return g.row, g.column }

// Goto moves the cursor to a cell, or to the nearest there is, and says whether it moved.
func (g *Grid) Goto(row, column int) bool {
	rows, columns := g.src.Size()
	row, column = max(0, min(row, rows-1)), max(0, min(column, columns-1))
	moved := row != g.row || column != g.column
	g.row, g.column = row, column
	g.reveal()
	return moved
}

// Move moves the cursor.
func (g *Grid) Move(rows, columns int) bool { return g.Goto(g.row+rows, g.column+columns) }

// HalfPage moves by half the visible rows.
func (g *Grid) HalfPage(halves int) bool { return g.Move(halves*max(g.rowsShown()/2, 1), 0) }

// Width is the cells that the content of a column has.
func (g *Grid) Width(column int) int {
	if w, ok := g.widths[column]; ok {
		return w
	}
	return newWidth
}

// Measure widens columns to what is known of an area. Columns never become narrower, so that they stand still while the
// grid is scrolled.
func (g *Grid) Measure(a Area) {
	rows, columns := g.src.Size()
	for column := max(a.Left, 0); column <= min(a.Right, columns-1); column++ {
		w := max(g.widths[column], leastWidth, g.src.Heading(column).Width())
		for row := max(a.Top, 0); row <= min(a.Bottom, rows-1); row++ {
			if c, known := g.src.Cell(row, column); known {
				w = max(w, min(c.Text.Width()+signWidth(c.Kind), mostWidth))
			}
		}
		g.widths[column] = w
	}
	g.reveal()
}

// signWidth is the room of the glyph before a value.
func signWidth(k Kind) int {
	if k == Truth || k == Failure {
		return 2
	}
	return 0
}

// gutter is the width of the row numbers.
func (g *Grid) gutter() int {
	rows, _ := g.src.Size()
	return max(len(strconv.Itoa(rows)), 3)
}

// columnRoom is the cells of the terminal that all columns share: each takes its width, a blank on either side and the
// line behind it.
func (g *Grid) columnRoom() int { return max(g.width-g.gutter()-2-1, 0) }

func (g *Grid) taken(column int) int { return min(g.Width(column), max(g.columnRoom()-3, 1)) + 3 }

func (g *Grid) rowsShown() int { return max(g.height-headHeight, 1) }

// Visible is the area on the screen: what a source that reads piece by piece should have.
func (g *Grid) Visible() Area {
	rows, columns := g.src.Size()
	room, right := g.columnRoom(), g.left
	for c := g.left; c < columns; c++ {
		if room -= g.taken(c); room < 0 {
			break
		}
		right = c
	}
	return Area{g.top, g.left, min(g.top+g.rowsShown(), rows) - 1, right}
}

// reveal scrolls as little as it takes to show the cursor.
func (g *Grid) reveal() {
	rows, _ := g.src.Size()
	shown := g.rowsShown()
	g.top = max(0, min(g.top, g.row, rows-shown), g.row-shown+1)
	g.left = min(g.left, g.column)
	room, first := g.columnRoom(), g.column
	for c := g.column; c >= g.left; c-- {
		if room -= g.taken(c); room < 0 && c != g.column {
			break
		}
		first = c
	}
	g.left = max(g.left, first)
}

// Scroll moves the window by rows; the cursor goes along only when it would leave it.
func (g *Grid) Scroll(rows int) bool {
	all, _ := g.src.Size()
	before := g.top
	g.top = max(0, min(g.top+rows, all-g.rowsShown()))
	g.row = max(g.top, min(g.row, g.top+g.rowsShown()-1, all-1))
	return g.top != before
}
