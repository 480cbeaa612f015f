package inbox

import (
	tea "charm.land/bubbletea/v2"

	"daybook/views"
	"daybook/widget/panes"
)

// full is the reader over the whole screen, and who had the keys before.
type full struct {
	on   bool
	from pane
}

// fullScreen is the key for the reader over the whole screen, and back.
func (m *Model) fullScreen() views.Action {
	return views.Action{ID: "full-screen", Name: "Read over the whole screen, or no more", Keys: []string{"z"},
		Do: views.Once(m.toggleFull), Enabled: func() bool { return m.focus != folderFocus && m.reader.current() != nil }}
}

// toggleFull fills the screen with the reader, or gives the others their place
// again. A reader that fills it for want of room is left for the list.
func (m *Model) toggleFull() tea.Cmd {
	switch {
	case m.full.on:
		m.leaveFull()
		return nil
	case m.focus == readerFocus && m.filled():
		m.setFocus(listFocus)
		return nil
	}
	return m.fill()
}

// fill gives the reader the whole screen, and the keys.
func (m *Model) fill() tea.Cmd {
	m.full = full{on: true, from: m.focus}
	return m.goTo(readerFocus)
}

// leaveFull gives the keys back to who had them.
func (m *Model) leaveFull() {
	m.full.on = false
	m.setFocus(m.full.from)
}

// filled reports whether there is nothing beside the reader.
func (m *Model) filled() bool {
	l := m.layout()
	return l[readerFocus].W > 0 && l[listFocus].W == 0
}

// alone is the reader over a whole screen.
func alone(width, height int) (l layout) {
	l[readerFocus] = panes.Rect{Y: 1, W: width, H: max(height-2, 0)}
	return l
}
