package inbox

import "daybook/widget/panes"

// pane is a part of the screen that can have the keys.
type pane int

const (
	folderFocus pane = iota
	listFocus
	readerFocus
)

// The widths at which the screen has room for more.
const (
	threePanes = 100
	twoPanes   = 60
	minWidth   = 20
	minHeight  = 5
)

// layout is where the panes are, by pane; one without a width is not shown.
type layout [3]panes.Rect

// layout is where the panes are now.
func (m *Model) layout() layout {
	if m.composer.IsOpen() {
		return composing(m.width, m.height)
	}
	return arrange(m.width, m.height, m.focus)
}

// arrange gives the panes their cells: three beside each other when there is
// room; else the one that has the keys, with the folders beside the list.
// One line above and one below are for the rules.
func arrange(width, height int, focus pane) layout {
	var l layout
	place := func(p pane, x, w int) { l[p] = panes.Rect{X: x, Y: 1, W: w, H: max(height-2, 0)} }
	switch {
	case width >= threePanes:
		f := min(max(width/6, 18), 28)
		rest := width - f - 2
		list := min(max(rest*46/100, 40), 72)
		place(folderFocus, 0, f)
		place(listFocus, f+1, list)
		place(readerFocus, f+list+2, rest-list)
	case width >= twoPanes && focus == folderFocus:
		f := width * 3 / 10
		place(folderFocus, 0, f)
		place(listFocus, f+1, width-f-1)
	default:
		place(focus, 0, width)
	}
	return l
}

// composing is arrange while a message is written, which takes the place of list
// and reader: beside the folders when there is room, else everywhere.
func composing(width, height int) layout {
	l := arrange(width, height, listFocus)
	l[listFocus].W = width - l[listFocus].X
	l[readerFocus] = panes.Rect{}
	return l
}
