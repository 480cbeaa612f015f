package ui

import (
	tea "charm.land/bubbletea/v2"

	"daybook/views"
)

// offerSignIn shows the box, unless the person is writing or answering
// something: then the action that opens it is there.
func (m *Model) offerSignIn(box views.Box) tea.Cmd {
	if box == nil || m.signIn != nil && m.boxCalled(m.signIn.ID()) != nil {
		return nil
	}
	m.signIn = box
	if m.boxes.IsOpen() || m.capturing() {
		return nil
	}
	return m.openSignIn(0)
}

func (m *Model) openSignIn(int) tea.Cmd {
	if m.boxCalled(m.signIn.ID()) != nil {
		return nil
	}
	m.showBox(m.signIn)
	return m.signIn.Init()
}

// boxCalled is the open box of that name, wherever it is in the stack; nil for
// none.
func (m *Model) boxCalled(id views.Screen) views.Box {
	for _, open := range m.boxes.All() {
		if box, ok := open.(views.Box); ok && box.ID() == id {
			return box
		}
	}
	return nil
}
