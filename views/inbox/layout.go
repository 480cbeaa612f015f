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

// layout is where the panes are; one without a width is not shown.
type layout struct {
	folders, list, reader panes.Rect
}

// arrange gives the panes their cells: three beside each other when there is
// room; else the one that has the keys, with the folders beside the list.
// One line above and one below are for the rules.
func arrange(width, height int, focus pane) layout {
	h := max(height-2, 0)
	var l layout
	place := func(r *panes.Rect, x, w int) { *r = panes.Rect{X: x, Y: 1, W: w, H: h} }
	switch {
	case width >= threePanes:
		f := min(max(width/6, 18), 28)
		rest := width - f - 2
		list := min(max(rest*46/100, 40), 72)
		place(&l.folders, 0, f)
		place(&l.list, f+1, list)
		place(&l.reader, f+list+2, rest-list)
	case focus == readerFocus:
		place(&l.reader, 0, width)
	case focus == folderFocus && width >= twoPanes:
		f := width * 3 / 10
		place(&l.folders, 0, f)
		place(&l.list, f+1, width-f-1)
	case focus == folderFocus:
		place(&l.folders, 0, width)
	default:
		place(&l.list, 0, width)
	}
	return l
}

// panes lists what is shown, from the left.
func (l layout) panes() []pane {
	var shown []pane
	for p, r := range []panes.Rect{l.folders, l.list, l.reader} {
		if r.W > 0 {
			shown = append(shown, pane(p))
		}
	}
	return shown
}

func (l layout) rect(p pane) panes.Rect { return []panes.Rect{l.folders, l.list, l.reader}[p] }
