package files

import tea "charm.land/bubbletea/v2"

// wheelRows is how far a notch of the wheel goes.
const wheelRows = 3

func (m *Model) mouse(msg tea.MouseMsg) tea.Cmd {
	switch {
	case m.dialog.IsOpen():
		return m.dialog.Mouse(msg)
	case m.inBook:
		return m.book.Update(msg)
	}
	at := msg.Mouse()
	switch msg := msg.(type) {
	case tea.MouseWheelMsg:
		switch msg.Button {
		case tea.MouseWheelUp:
			return m.wheel(at.X, -wheelRows)
		case tea.MouseWheelDown:
			return m.wheel(at.X, wheelRows)
		}
	case tea.MouseClickMsg:
		if msg.Button == tea.MouseLeft {
			return m.click(at.X, at.Y)
		}
	}
	return nil
}

func (m *Model) wheel(x, by int) tea.Cmd {
	switch {
	case m.overItem(x):
		m.itemTop = max(0, m.itemTop+by)
	default:
		m.tree.Scroll(by)
		return m.settled()
	}
	return nil
}

// overItem says that a column is of the item's pane.
func (m *Model) overItem(x int) bool {
	if m.beside() {
		return x > m.treeWidth()
	}
	return m.onItem
}

// click chooses; a click on the row of the cursor opens it.
func (m *Model) click(x, y int) tea.Cmd {
	if m.overItem(x) {
		_, m.onItem = m.here()
		return nil
	}
	m.onItem = false
	if load, ok := m.tree.ClickFold(x, y-headHeight); ok {
		return tea.Batch(m.expanded(load), m.settled())
	}
	before := m.tree.Cursor()
	if id, ok := m.tree.Click(x, y-headHeight); ok && id == before {
		return m.open(0)
	}
	return m.settled()
}
