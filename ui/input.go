package ui

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"daybook/views"
	"daybook/widget/dialog"
)

// key takes a key press to the top box, to the view that captures keys, or
// to the action that it stands for.
func (m *Model) key(msg tea.KeyPressMsg) tea.Cmd {
	m.keys.pause.Cancel()
	m.notices.pressed()
	name := msg.String()
	if name == "alt+esc" { // two presses of esc that arrived as one
		msg = tea.KeyPressMsg{Code: tea.KeyEscape}
		name = msg.String()
	}
	if name == "ctrl+c" {
		if m.history.giveUp() {
			return nil
		}
		return m.interrupt()
	}
	if name == "esc" && m.history.opening() == nil && m.history.expected.Busy() {
		m.history.drop()
	}
	if wait, held := m.history.holds(func() tea.Cmd { return m.key(msg) }); held {
		return wait
	}
	if !m.boxes.IsOpen() && m.history.overshoots() && msg.Text != "" {
		return nil
	}
	if m.boxes.IsOpen() {
		if _, catching := m.boxes.Top().(*keyCatcher); !catching && slices.Contains(m.keys.of("global.suspend", "ctrl+z"), name) {
			return m.suspend(0)
		}
		return m.boxes.Update(msg)
	}
	if m.screens.capturing() {
		if a := m.keys.whileTyping(name); a != nil {
			return m.do(a, 0)
		}
		m.changing()
		return m.input(msg)
	}
	if name == "esc" && m.typed.shown() != "" {
		m.typed.reset()
		return nil
	}
	out, wait := m.keys.press(name, m.resolved)
	if out.Waiting {
		return wait
	}
	if out.Action == nil {
		m.changing()
		if m.screens.view().Boxes().IsOpen() {
			return m.input(msg)
		}
		says := m.keys.says(out)
		if m.keys.opens(out.Keys) {
			return tea.Batch(says, m.history.expect(m.screens.shown()))
		}
		return says
	}
	return m.resolved(out)
}

// resolved does what keys have come to.
func (m *Model) resolved(out outcome) tea.Cmd {
	if out.Action == nil {
		return nil
	}
	return m.do(out.Action, out.Count)
}

// changing is told before a key changes something: what was said of the last
// change goes, and undo asks anew.
func (m *Model) changing() {
	m.notices.clear()
	m.history.asked = nil
}

// do runs an action. Whatever a screen does to refresh itself, a request that
// waits is tried at once.
func (m *Model) do(a *views.Action, count int) tea.Cmd {
	asked := m.history.asked
	if !a.Motion {
		m.changing()
	}
	m.history.asked = nil
	if a.ID == "undo" || a.ID == "redo" || a.ID == "palette" {
		m.history.asked = asked
	}
	from := m.screens.shown()
	cmd := a.Do(count)
	switch {
	case a.ID == refreshID:
		return tea.Batch(m.link.hurry(), cmd)
	case a.Opens:
		return tea.Batch(cmd, m.history.expect(from))
	}
	return cmd
}

// interrupt leaves what has the input; where nothing has, it leaves the
// program.
func (m *Model) interrupt() tea.Cmd {
	if m.departure.waiting > 0 {
		return m.departure.goNow()
	}
	if m.boxes.IsOpen() {
		if m.departure.asks() {
			return m.departure.goNow()
		}
		return m.boxes.Leave()
	}
	if m.screens.view().Boxes().IsOpen() || m.screens.view().Capturing() {
		return m.input(tea.KeyPressMsg{Code: tea.KeyEscape})
	}
	return m.departure.quit(0)
}

// mouse goes to the root's top box, to the tab bar, or to the view with
// coordinates of its own.
func (m *Model) mouse(msg tea.MouseMsg) tea.Cmd {
	at := msg.Mouse()
	if _, click := msg.(tea.MouseClickMsg); click {
		m.notices.pressed()
		m.history.replayed = dialog.Guard{}
		if m.history.opening() == nil {
			m.history.expected.Cancel()
		}
	}
	below := dialog.Moved(msg, 0, -m.cells.tabBar())
	if m.boxes.IsOpen() {
		return m.boxes.Update(below)
	}
	if m.cells.tabBar() > 0 && at.Y == 0 {
		if click, ok := msg.(tea.MouseClickMsg); ok && click.Button == tea.MouseLeft {
			return m.header.click(at.X)
		}
		return nil
	}
	if at.Y >= m.cells.tabBar()+m.cells.body() {
		return nil
	}
	return m.input(below)
}

// paste is text for whoever has the input.
func (m *Model) paste(msg tea.PasteMsg) tea.Cmd {
	if wait, held := m.history.holds(func() tea.Cmd { return m.input(msg) }); held {
		return wait
	}
	m.changing()
	return m.input(msg)
}

// input gives a message to whoever has the input: the top box or the active
// view.
func (m *Model) input(msg tea.Msg) tea.Cmd {
	switch own := m.screens.view().Boxes(); {
	case m.boxes.IsOpen():
		return m.boxes.Update(msg)
	case own.IsOpen():
		return own.Update(msg)
	}
	return m.screens.view().Update(msg)
}
