package ui

import (
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"daybook/views"
	"daybook/widget/dialog"
)

// keyPause is how long a key that could be the start of something longer
// waits for the rest.
const keyPause = 350 * time.Millisecond

type keyWaitOver struct{ generation int }

// key takes a key press to the top box, to the view that captures keys, or
// to the action that it stands for.
func (m *Model) key(msg tea.KeyPressMsg) tea.Cmd {
	m.keyWait++
	m.notices.pressed()
	name := msg.String()
	if name == "alt+esc" { // two presses of esc that arrived as one
		msg = tea.KeyPressMsg{Code: tea.KeyEscape}
		name = msg.String()
	}
	if name == "ctrl+c" {
		if len(m.held) > 0 {
			m.held = nil
			m.say(views.Info, "Not taken back")
			return nil
		}
		return m.interrupt()
	}
	if m.holds(func() tea.Cmd { return m.key(msg) }) {
		return nil
	}
	if !m.boxes.IsOpen() && m.overshoots() && msg.Text != "" {
		return nil
	}
	if m.boxes.IsOpen() {
		if _, catching := m.boxes.Top().(*keyCatcher); !catching && slices.Contains(m.keysOf("global.suspend", "ctrl+z"), name) {
			return m.suspend(0)
		}
		return m.boxes.Update(msg)
	}
	if m.capturing() {
		m.keys.reset()
		if a := m.whileTyping(name); a != nil {
			return m.do(a, 0)
		}
		m.changing()
		return m.input(msg)
	}
	if name == "esc" && m.keys.shown() != "" {
		m.keys.reset()
		return nil
	}
	m.collectActions()
	out := m.keys.press(name, m.actions, m.keymap.counts())
	switch {
	case out.Action != nil:
		return m.do(out.Action, out.Count)
	case out.Timed:
		generation := m.keyWait
		return tea.Tick(keyPause, func(time.Time) tea.Msg { return keyWaitOver{generation} })
	case out.Waiting:
		return nil
	}
	m.asked = nil
	return m.input(msg)
}

// changing is told before a key changes something: what was said of the last
// change goes, and undo asks anew.
func (m *Model) changing() {
	m.notices.clear()
	m.asked = nil
}

func (m *Model) keyWaitOver(msg keyWaitOver) tea.Cmd {
	if msg.generation != m.keyWait {
		return nil
	}
	m.collectActions()
	if out := m.keys.expire(m.actions); out.Action != nil {
		return m.do(out.Action, out.Count)
	}
	return nil
}

// typesNothing says that a key is no text, wherever it is pressed.
func typesNothing(key string) bool {
	return strings.HasPrefix(key, "ctrl+") || strings.HasPrefix(key, "alt+")
}

// whileTyping finds the action that a key stands for while keys are text: so
// a letter or a form has actions of its own. The others' keys edit there.
func (m *Model) whileTyping(key string) *views.Action {
	if !typesNothing(key) {
		return nil
	}
	m.collectActions()
	for i := range m.actions {
		if m.actions[i].Typing && slices.Contains(m.actions[i].Keys, key) && m.actions[i].Keyed() {
			return &m.actions[i]
		}
	}
	return nil
}

// do runs an action. Whatever a screen does to refresh itself, a request that
// waits is tried at once.
func (m *Model) do(a *views.Action, count int) tea.Cmd {
	asked := m.asked
	if !a.Motion {
		m.changing()
	}
	m.asked = nil
	if a.ID == "undo" || a.ID == "redo" || a.ID == "palette" {
		m.asked = asked
	}
	if a.ID == refreshID {
		return tea.Batch(m.link.hurry(), a.Do(count))
	}
	return a.Do(count)
}

// interrupt leaves what has the input; where nothing has, it leaves the
// program.
func (m *Model) interrupt() tea.Cmd {
	if m.departure.waiting > 0 {
		return m.goNow()
	}
	if m.boxes.IsOpen() {
		if m.boxes.Top() == m.departure.question {
			return m.goNow()
		}
		return m.boxes.Leave()
	}
	if m.view().Boxes().IsOpen() || m.view().Capturing() {
		return m.input(tea.KeyPressMsg{Code: tea.KeyEscape})
	}
	return m.quit(0)
}

// collectActions lists what the keys can reach: the active view's actions
// first, so that a view may use a key of the globals for its own.
func (m *Model) collectActions() {
	screen := m.tabs[m.active].Screen
	own := m.view().Actions()
	m.actions = slices.Grow(m.actions[:0], len(own)+len(m.globals))
	m.actions = append(append(m.actions, own...), m.globals...)
	for i := range own {
		if views.Rests(m.view(), &own[i]) {
			m.actions[i].Enabled = never
		}
	}
	m.keymap.bind(string(screen), m.actions[:len(own)])
	m.keymap.bind("global", m.actions[len(own):])
}

// never is when an action can be done that rests.
func never() bool { return false }

// mouse goes to the root's top box, to the tab bar, or to the view with
// coordinates of its own.
func (m *Model) mouse(msg tea.MouseMsg) tea.Cmd {
	at := msg.Mouse()
	if _, click := msg.(tea.MouseClickMsg); click {
		m.notices.pressed()
		m.replayed = dialog.Guard{}
	}
	below := dialog.Moved(msg, 0, -m.tabBarHeight())
	if m.boxes.IsOpen() {
		return m.boxes.Update(below)
	}
	if m.tabBarHeight() > 0 && at.Y == 0 {
		if click, ok := msg.(tea.MouseClickMsg); ok && click.Button == tea.MouseLeft {
			return m.clickTab(at.X)
		}
		return nil
	}
	if at.Y >= m.tabBarHeight()+m.bodyHeight() {
		return nil
	}
	return m.input(below)
}
