package threads

import "daybook/widget/panes"

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
	if m.full.On {
		return layout{postFocus: panes.Alone(m.width, m.height)}
	}
	return arrange(m.width, m.height, m.focus)
}

// arrange gives the panes their cells: three where there is room, else two
// around the one that has the keys, else that one. One line above and one
// below are for the rules.
func arrange(width, height int, focus pane) layout {
	var l layout
	place := func(p pane, x, w int) { l[p] = panes.Rect{X: x, Y: 1, W: w, H: max(height-2, 0)} }
	switch {
	case width >= threePanes:
		g := min(max(width/6, 22), 28)
		t := min(max((width-g-2)*38/100, 32), 60)
		place(groupFocus, 0, g)
		place(threadFocus, g+1, t)
		place(postFocus, g+t+2, width-g-t-2)
	case width >= twoPanes && focus == groupFocus:
		g := width * 3 / 10
		place(groupFocus, 0, g)
		place(threadFocus, g+1, width-g-1)
	case width >= twoPanes:
		t := width * 4 / 10
		place(threadFocus, 0, t)
		place(postFocus, t+1, width-t-1)
	default:
		place(focus, 0, width)
	}
	return l
}

// arrangePanes gives the panes their sizes, and one of them the keys.
func (m *Model) arrangePanes() {
	l := m.layout()
	m.groups.view.SetSize(l[groupFocus].W, max(l[groupFocus].H-1, 0)) // under a line of heading
	m.threads.view.SetSize(l[threadFocus].W, max(l[threadFocus].H-1, 0))
	posts := l[postFocus]
	whole := posts.W
	if !m.full.On {
		whole = arrange(m.width, m.height, postFocus)[postFocus].W
	}
	m.reader.setSize(posts.W, posts.H, whole)
	m.card.setSize(posts.W, posts.H)
	m.groups.view.SetFocused(m.focus == groupFocus)
	m.threads.view.SetFocused(m.focus == threadFocus)
	m.reader.Lit, m.card.Lit = m.focus == postFocus, m.focus == postFocus
}
