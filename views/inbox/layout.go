package inbox

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

// rect is cells of the view.
type rect struct{ x, y, w, h int }

func (r rect) has(x, y int) bool { return x >= r.x && x < r.x+r.w && y >= r.y && y < r.y+r.h }

// layout is where the panes are; one without a width is not shown.
type layout struct {
	folders, list, reader rect
}

// arrange gives the panes their cells: three beside each other when there is
// room; else the one that has the keys, with the folders beside the list.
// One line above and one below are for the rules.
func arrange(width, height int, focus pane) layout {
	h := max(height-2, 0)
	var l layout
	place := func(r *rect, x, w int) { *r = rect{x: x, y: 1, w: w, h: h} }
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
	for p, r := range []rect{l.folders, l.list, l.reader} {
		if r.w > 0 {
			shown = append(shown, pane(p))
		}
	}
	return shown
}

func (l layout) rect(p pane) rect { return []rect{l.folders, l.list, l.reader}[p] }
