package account

import tea "charm.land/bubbletea/v2"

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
		m.wheel(at.X, by)
	case tea.MouseClickMsg:
		return m.click(at.X, at.Y)
	}
	return nil
}

func (m *Model) wheel(x, by int) {
	switch {
	case m.overBody(x):
		p := &m.pages[m.at]
		p.top, p.free = max(0, p.top+by), true
	default:
		m.chooseSection(m.at + by/wheelRows)
	}
}

func (m *Model) overBody(x int) bool {
	if m.beside() {
		return x > sideWidth
	}
	return m.inside
}

// click chooses a section or a row; on the row that has the cursor it does
// what enter does.
func (m *Model) click(x, y int) tea.Cmd {
	if m.large {
		return m.leave(0)
	}
	y -= headHeight
	if y < 0 {
		return nil
	}
	if !m.overBody(x) {
		i := m.listTop + y/m.sectionLines(m.bodyHeight())
		if i < len(m.sections) {
			m.chooseSection(i)
			m.inside = !m.beside()
		}
		return m.drawPhoto()
	}
	was := m.inside
	m.inside = true
	key := m.rowAt(y - len(m.about(m.bodyWidth(), m.bodyHeight())))
	if key == "" {
		return nil
	}
	p := &m.pages[m.at]
	if was && p.key == key {
		return m.open(0)
	}
	p.key, p.free = key, true
	return nil
}
