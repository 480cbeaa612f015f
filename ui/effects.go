package ui

import (
	tea "charm.land/bubbletea/v2"

	"daybook/views"
	"daybook/widget/text"
)

// notice is the last thing that happened, on the status line. It stays until
// the next one.
type notice struct {
	text     text.Text
	level    views.Level
	undoable bool
}

// effect handles what views ask for outside themselves.
func (m *Model) effect(msg tea.Msg) (tea.Cmd, bool) {
	switch msg := msg.(type) {
	case views.Open:
		return m.open(msg), true
	case views.Notify:
		m.notice = notice{text: msg.Text, level: msg.Level}
		if m.link.signIn && msg.Level == views.Failure { // what helps comes first
			m.notice.text = text.Concat(text.Literal("Sign in again: "), msg.Text)
		}
	case views.Confirm:
		m.push(newConfirm(m, msg))
	case views.Did:
		if msg.Instead == nil || !m.undo.replace(*msg.Instead, msg.Step) {
			m.undo.push(msg.Step)
		}
		m.notice = notice{text: text.Clean(msg.Step.Label), level: views.Success, undoable: true}
		return m.saveUndo(), true
	case views.Forget:
		m.undo.forget(msg.Step)
		m.notice.undoable = false
		return m.saveUndo(), true
	case views.Refreshed:
		return m.broadcast(msg), true
	case spinnerTick:
		return m.spinner.turn(msg, m.busy()), true
	case keyWaitOver:
		return m.keyWaitOver(msg), true
	default:
		return m.tookKept(msg)
	}
	return nil, true
}

func (m *Model) warn(s string) {
	m.notice = notice{text: text.Clean(s), level: views.Failure}
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

// takeBack undoes the last step, and goes to its screen so that what comes
// back can be seen.
func (m *Model) takeBack(int) tea.Cmd {
	s, ok := m.undo.back()
	if !ok {
		m.notice = notice{text: text.Literal("Nothing to undo")}
		return nil
	}
	return m.replay(s, "Undone: ", views.Reverter.Revert)
}

func (m *Model) doAgain(int) tea.Cmd {
	s, ok := m.undo.forward()
	if !ok {
		m.notice = notice{text: text.Literal("Nothing to redo")}
		return nil
	}
	return m.replay(s, "Done again: ", views.Reverter.Reapply)
}

func (m *Model) replay(s views.Step, prefix string, how func(views.Reverter, views.Step) tea.Cmd) tea.Cmd {
	for i, t := range m.tabs {
		r, ok := t.View.(views.Reverter)
		if t.Screen != s.Owner || !ok {
			continue
		}
		shown := m.show(i)
		m.notice = notice{text: text.Clean(prefix + s.Label), level: views.Success}
		return tea.Batch(shown, how(r, s), m.saveUndo())
	}
	return m.saveUndo()
}
