package contacts

import (
	tea "charm.land/bubbletea/v2"
)

// wheelRows is how far a notch of the wheel goes.
const wheelRows = 3

func (m *Model) mouse(msg tea.MouseMsg) tea.Cmd {
	if m.dialog.IsOpen() {
		return m.dialog.Mouse(msg)
	}
	at := msg.Mouse()
	switch msg := msg.(type) {
	case tea.MouseWheelMsg:
		by := wheelRows
		if msg.Button == tea.MouseWheelUp {
			by = -by
		}
		return m.wheel(at.X, by)
	case tea.MouseClickMsg:
		return m.click(at.X, at.Y)
	}
	return nil
}

func (m *Model) wheel(x, by int) tea.Cmd {
	switch {
	case m.overCard(x):
		m.cardTop = max(0, m.cardTop+by)
	default:
		m.tree.Scroll(by)
		return m.settled()
	}
	return nil
}

// overCard says that a column is of the card.
func (m *Model) overCard(x int) bool {
	if m.beside() {
		return x > m.treeWidth()
	}
	return m.onCard
}

func (m *Model) click(x, y int) tea.Cmd {
	if m.overCard(x) {
		m.onCard = m.current().some()
		return nil
	}
	m.onCard = false
	if load, ok := m.tree.ClickFold(x, y-headHeight); ok {
		return tea.Batch(m.expanded(load), m.settled())
	}
	m.tree.Click(x, y-headHeight)
	return m.settled()
}
