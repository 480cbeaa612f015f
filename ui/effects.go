package ui

import (
	tea "charm.land/bubbletea/v2"

	"daybook/views"
	"daybook/widget/text"
)

// effect handles what views ask for outside themselves.
func (m *Model) effect(msg tea.Msg) (tea.Cmd, bool) {
	switch msg := msg.(type) {
	case views.Open:
		return m.open(msg), true
	case views.Notify:
		said := msg.Text
		if m.link.signIn && msg.Level == views.Failure { // what helps comes first
			said = text.Concat(text.Literal("Sign in again: "), said)
		}
		m.notices.show(notice{text: said, level: msg.Level, written: msg.Written})
	case views.Confirm:
		return m.ask(msg), true
	case views.Did:
		return m.did(msg), true
	case views.Stays:
		m.undo.stays(msg.Step, msg.Redo)
		return m.saveUndo(), true
	case views.Forget:
		m.undo.forget(msg.Step)
		return m.saveUndo(), true
	case views.Refreshed:
		return m.broadcast(msg), true
	case spinnerTick:
		return m.spinner.turn(msg, m.busy()), true
	case keyWaitOver:
		return m.keyWaitOver(msg), true
	default:
		return nil, false
	}
	return nil, true
}

// open shows a screen on an item.
func (m *Model) open(msg views.Open) tea.Cmd {
	for i, t := range m.tabs {
		if t.Screen != msg.Screen {
			continue
		}
		cmd := m.show(i)
		if o, ok := t.View.(views.Opener); ok && msg.Item != nil {
			cmd = tea.Batch(cmd, o.Open(msg.Item))
		}
		return cmd
	}
	return nil
}
