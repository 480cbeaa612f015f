package finder

// The widths of the parts, in cells.
const (
	namesWidth  = 22
	sideWidth   = 34
	leastGrid   = 60 // narrower, there is the list alone
	leastBeside = 104
	footHeight  = 4
)

// rect is a part of the screen.
type rect struct{ x, y, w, h int }

func (r rect) has(x, y int) bool { return x >= r.x && x < r.x+r.w && y >= r.y && y < r.y+r.h }

// layout shares the screen: a title line; the grid with the list beside it or
// under it; what is to be said of the slot at the bottom.
type layout struct{ grid, list, foot rect }

func (m *Model) layout() layout {
	w, h := m.width, m.height
	foot := min(footHeight, max(0, h-8))
	body := h - 2 - foot
	l := layout{foot: rect{0, h - foot, w, foot}}
	switch {
	case w < leastGrid || body < 6:
		l.list = rect{0, 2, w, body}
	case w < leastBeside:
		rows := min(body-4, len(m.meeting.people)+gridFrame)
		l.grid = rect{0, 2, w, rows}
		l.list = rect{0, 3 + rows, w, body - rows - 1}
	default:
		l.grid = rect{0, 2, w - sideWidth - 1, body}
		l.list = rect{w - sideWidth, 2, sideWidth, body}
	}
	return l
}

// gridFrame is the lines of the grid beside the people: two of heading, a
// rule, the chance, who is free, and the span of the meeting.
const gridFrame = 6

// shown are the days that fit, the one of the cursor among them.
func (m *Model) shown(width int) []day {
	all := m.days()
	at := 0
	for i, d := range all {
		if len(d.columns) > 0 && !d.columns[0].from.After(m.at) {
			at = i
		}
	}
	m.look.top = max(0, min(m.look.top, len(all)-1))
	if at < m.look.top {
		m.look.top = at
	}
	for {
		n := fitting(all[m.look.top:], width)
		if at < m.look.top+n || m.look.top >= at {
			return all[m.look.top : m.look.top+n]
		}
		m.look.top++
	}
}

// fitting counts the days, each with a line at its left, that fit; one always
// does, cut at the edge.
func fitting(days []day, width int) int {
	n, used := 0, 0
	for _, d := range days {
		used += dayWidth(d) + 1
		if used > width && n > 0 {
			break
		}
		n++
	}
	return n
}

// dayWidth is the cells of a day: one a column, or room for its name where a
// day is one column.
func dayWidth(d day) int {
	if len(d.columns) == 1 {
		return 6
	}
	return len(d.columns)
}
