// Package list is the windowed list: a frame costs what its visible rows cost, however long the list is.
//
// Invariants:
//   - the cursor and the marks are IDs; an index is only where a row was last seen;
//   - after Reload the cursor is on the same ID, or, when that is gone, on the row that followed it;
//   - the cursor's row is always visible, with ScrollOff rows around it where there are as many;
//   - a row is drawn once for a (ID, version, width, state) and then taken from the cache;
//   - View has exactly the height and every line exactly the width that SetSize gave.
package list

import (
	"daybook/theme"
)

// Source is the rows. It is asked in Update and View only, and must answer from memory. When its rows changed, the owner
// calls Reload.
type Source interface {
	// Len is the number of rows.
	Len() int
	// ID names row i for good, unique in the list. Empty: the row is not loaded yet (it can be passed, not marked).
	ID(i int) string
	// Height is the number of lines of row i, at least 1.
	Height(i int) int
	// Version changes whenever Row(i) would for the same width and state.
	Version(i int) uint64
	// Row draws row i: Height(i) lines joined by "\n", each exactly width cells.
	Row(i, width int, state theme.RowState) string
}

// Finder is what a Source may implement when it can find an ID faster than by looking at every row.
type Finder interface {
	// Index is where the row is, -1 when it is not there.
	Index(id string) int
}

// Keeper is what a Source may implement when it leaves rows out, as behind a filter: the marks of those that it keeps
// stay, and Hidden lists them.
type Keeper interface {
	// Keeps says that the row is there, shown or not.
	Keeps(id string) bool
}

// List is a list's position, marks and cache. Make it with New.
type List struct {
	src   Source
	theme *theme.Theme

	width, height int
	focused       bool
	scrollOff     int

	cursor int    // where cursorID was last seen
	id     string // the row the cursor is on; empty when that row has no ID
	near   []string
	top    int // the first visible row

	marks  map[string]struct{}
	anchor string // where a range of marks begins

	keys  KeyMap
	count int  // digits typed before a key
	g     bool // the first g of gg

	cache cache
}

// New is a list on a source, at its first row.
func New(src Source, th *theme.Theme) *List {
	l := &List{src: src, theme: th, focused: true, scrollOff: 2, marks: map[string]struct{}{}, keys: DefaultKeys()}
	l.settle()
	return l
}

// SetTheme draws every row anew in another theme.
func (l *List) SetTheme(th *theme.Theme) {
	l.theme = th
	l.cache.clear()
}

// SetSize gives the list its place in cells.
func (l *List) SetSize(width, height int) {
	l.width, l.height = max(width, 0), max(height, 0)
	l.settle()
}

// SetFocused says whether the list has the keys; it changes how the cursor looks.
func (l *List) SetFocused(focused bool) { l.focused = focused }

// SetScrollOff is how many rows stay visible before and after the cursor; 2 at first.
func (l *List) SetScrollOff(rows int) {
	l.scrollOff = max(rows, 0)
	l.settle()
}

// SetSource shows other rows: the cursor goes to the first, marks are dropped.
func (l *List) SetSource(src Source) {
	l.src, l.cursor, l.top, l.id, l.near = src, 0, 0, "", l.near[:0]
	clear(l.marks)
	l.cache.clear()
	l.settle()
}

// Len is the number of rows.
func (l *List) Len() int { return l.src.Len() }

// Cursor is the ID of the row that keys act on, empty when there is none.
func (l *List) Cursor() string { return l.id }

// CursorIndex is where the cursor is, -1 in an empty list.
func (l *List) CursorIndex() int {
	if l.src.Len() == 0 {
		return -1
	}
	return l.cursor
}

// Visible is the rows on screen, from (included) to to (excluded): what a paging source should have loaded.
func (l *List) Visible() (from, to int) {
	n, lines := l.src.Len(), 0
	for to = l.top; to < n && lines < l.height; to++ {
		lines += max(l.src.Height(to), 1)
	}
	return l.top, to
}

// Move moves the cursor by rows and says whether it moved.
func (l *List) Move(rows int) bool { return l.Goto(l.cursor + rows) }

// Goto puts the cursor on row i, or the nearest there is, and says whether it moved.
func (l *List) Goto(i int) bool {
	before := l.cursor
	l.cursor = i
	l.settle()
	return l.cursor != before
}

// Top goes to the first row.
func (l *List) Top() bool { return l.Goto(0) }

// Bottom goes to the last row.
func (l *List) Bottom() bool { return l.Goto(l.src.Len() - 1) }

// Page moves the cursor by pages of visible rows; Page(-1) is one back.
func (l *List) Page(pages int) bool { return l.Move(pages * max(l.rowsOnScreen()-1, 1)) }

// HalfPage moves by half pages.
func (l *List) HalfPage(halves int) bool { return l.Move(halves * max(l.rowsOnScreen()/2, 1)) }

// Select puts the cursor on an ID and says whether it is in the list.
func (l *List) Select(id string) bool {
	i := l.find(id)
	if i < 0 {
		return false
	}
	l.Goto(i)
	return true
}

// Scroll moves the window by rows and takes the cursor along only where it would leave: the wheel.
func (l *List) Scroll(rows int) {
	l.top = clamp(l.top+rows, 0, l.lastTop())
	from, to := l.Visible()
	off := l.margin()
	if to < l.src.Len() {
		to -= off
	}
	if from > 0 {
		from += off
	}
	l.cursor = clamp(l.cursor, from, max(to-1, from))
	l.settle()
}

// RowAt is the row drawn at line y of the list, -1 when there is none.
func (l *List) RowAt(y int) int {
	if y < 0 || y >= l.height {
		return -1
	}
	line := 0
	for i := l.top; i < l.src.Len() && line <= y; i++ {
		line += max(l.src.Height(i), 1)
		if y < line {
			return i
		}
	}
	return -1
}

// Click is a press of the button at a cell of the list: on a row it puts the cursor there and returns its ID, on the
// scrollbar it goes to that part of the list.
func (l *List) Click(x, y int) (id string, ok bool) {
	if l.hasScrollbar() && x == l.width-1 {
		l.Goto(y * (l.src.Len() - 1) / max(l.height-1, 1))
		return "", false
	}
	i := l.RowAt(y)
	if i < 0 {
		return "", false
	}
	l.Goto(i)
	return l.id, true
}
