package ui

import (
	tea "charm.land/bubbletea/v2"

	"daybook/views"
)

// offerSignIn shows the box, unless the person is writing or answering
// something: then the action that opens it is there.
func (m *Model) offerSignIn(box views.Box) tea.Cmd {
	if box == nil || m.signIn != nil && m.isOpen(m.signIn.ID()) {
		return nil
	}
	m.signIn = box
	if len(m.modals) > 0 || m.view().Capturing() {
		return nil
	}
	return m.openSignIn(0)
}

func (m *Model) openSignIn(int) tea.Cmd {
	if m.isOpen(m.signIn.ID()) {
		return nil
	}
	m.push(m.signIn)
	return m.signIn.Init()
}

// toBox takes a message to its box, wherever that is in the stack.
func (m *Model) toBox(msg views.Boxed) tea.Cmd {
	for _, open := range m.modals {
		if box, ok := open.modal.(views.Box); ok && box.ID() == msg.ToBox() {
			return m.updateModal(open, msg)
		}
	}
	return nil
}

func (m *Model) isOpen(id string) bool {
	for _, open := range m.modals {
		if box, ok := open.modal.(views.Box); ok && box.ID() == id {
			return true
		}
	}
	return false
}
