package inbox

import (
	tea "charm.land/bubbletea/v2"

	"daybook/views"
	"daybook/widget/panes"
)

// fullScreen is the key for the reader over the whole screen, and back.
func (m *Model) fullScreen() views.Action {
	return views.Action{ID: "full-screen", Name: "Read over the whole screen, or no more", Keys: []string{"z"},
		Do: views.Once(m.toggleFull), Enabled: func() bool { return m.focus != folderFocus && m.reader.current() != nil }}
}

// toggleFull fills the screen with the reader, or gives the others their place
// again. A reader that fills it for want of room is left for the list.
func (m *Model) toggleFull() tea.Cmd {
	switch {
	case m.full.On:
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
	m.full = panes.Full[pane]{On: true, From: m.focus}
	return m.goTo(readerFocus)
}

// leaveFull gives the keys back to who had them.
func (m *Model) leaveFull() {
	m.full.On = false
	m.setFocus(m.full.From)
}

// filled reports whether there is nothing beside the reader.
func (m *Model) filled() bool {
	l := m.layout()
	return l[readerFocus].W > 0 && l[listFocus].W == 0
}
