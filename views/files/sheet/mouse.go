package sheet

import tea "charm.land/bubbletea/v2"

// wheelRows is how far a notch of the wheel goes.
const wheelRows = 3

func (b *Book) mouse(msg tea.MouseMsg) tea.Cmd {
	at := msg.Mouse()
	switch msg := msg.(type) {
	case tea.MouseWheelMsg:
		return b.wheel(at, msg.Button)
	case tea.MouseClickMsg:
		if msg.Button == tea.MouseLeft {
			return b.click(at.X, at.Y)
		}
	case tea.MouseMotionMsg:
		p := b.page()
		if msg.Button == tea.MouseLeft && p != nil && b.picker == nil && !b.overSide(at.X) && p.grid.Drag(at.X, at.Y-headLines) {
			return b.fetch()
		}
	}
	return nil
}

func (b *Book) wheel(at tea.Mouse, button tea.MouseButton) tea.Cmd {
	by := map[tea.MouseButton]int{tea.MouseWheelUp: -wheelRows, tea.MouseWheelDown: wheelRows}[button]
	p := b.page()
	switch {
	case b.picker != nil:
		b.picker.Scroll(by)
	case b.overSide(at.X):
		b.side.Scroll(by)
	case p == nil || b.whole:
	case by != 0 && at.Mod&tea.ModShift == 0:
		p.grid.Scroll(by)
		return b.fetch()
	case button == tea.MouseWheelLeft, by < 0:
		return b.step(0, -1)
	case button == tea.MouseWheelRight, by > 0:
		return b.step(0, 1)
	}
	return nil
}

func (b *Book) overSide(x int) bool { return b.hasSide() && x > b.width-sideWidth-1 }

func (b *Book) click(x, y int) tea.Cmd {
	if b.picker != nil {
		return b.chose(b.picker.Click(x-b.pickX, y-b.pickY))
	}
	b.whole = false
	if y == 1 {
		return b.clickTab(x)
	}
	if b.overSide(x) {
		b.onSide = len(b.entries) > 0
		if _, ok := b.side.Click(x-(b.width-sideWidth), y-headLines); ok {
			return b.follow(b.side.CursorIndex())
		}
		return nil
	}
	b.onSide = false
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
