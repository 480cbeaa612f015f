package threads

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
type layout struct{ groups, threads, posts rect }

// layout gives the panes their cells: three where there is room, else two
// around the one that has the keys, else that one. One line above and one
// below are for the rules.
func (m *Model) layout() layout {
	width, h := m.width, max(m.height-2, 0)
	var l layout
	place := func(r *rect, x, w int) { *r = rect{x: x, y: 1, w: w, h: h} }
	switch {
	case width >= threePanes:
		g := min(max(width/6, 22), 28)
		t := min(max((width-g-2)*38/100, 32), 60)
		place(&l.groups, 0, g)
		place(&l.threads, g+1, t)
		place(&l.posts, g+t+2, width-g-t-2)
	case width >= twoPanes && m.focus == groupFocus:
		g := width * 3 / 10
		place(&l.groups, 0, g)
		place(&l.threads, g+1, width-g-1)
	case width >= twoPanes:
		t := width * 4 / 10
		place(&l.threads, 0, t)
		place(&l.posts, t+1, width-t-1)
	default:
		place([]*rect{&l.groups, &l.threads, &l.posts}[m.focus], 0, width)
	}
	return l
}

func (l layout) rect(p pane) rect { return []rect{l.groups, l.threads, l.posts}[p] }

// panes lists what is shown, from the left.
func (l layout) panes() []pane {
	var shown []pane
	for p := groupFocus; p <= postFocus; p++ {
		if l.rect(p).w > 0 {
			shown = append(shown, p)
		}
	}
	return shown
}

// arrangePanes gives the panes their sizes and lays the posts out anew.
func (m *Model) arrangePanes() {
	l := m.layout()
	m.groupList.SetSize(l.groups.w, max(l.groups.h-1, 0)) // under a line of heading
	m.list.SetSize(l.threads.w, max(l.threads.h-1, 0))
	m.reader.pager.SetSize(l.posts.w, l.posts.h)
	m.groupList.SetFocused(m.focus == groupFocus)
	m.list.SetFocused(m.focus == threadFocus)
	m.layReader(true)
}
