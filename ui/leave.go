package ui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"daybook/views"
	"daybook/widget/dialog"
	"daybook/widget/text"
)

// Reopen asks the root to open the mailbox anew once nobody is writing: what
// it was opened with has turned out to be another.
type Reopen struct{}

// departure is the end of the program on its way: views finish their work
// first.
type departure struct {
	waiting  int // views whose Left is awaited
	kept     []text.Text
	to       string     // profile to open next
	again    bool       // another is to be opened
	due      bool       // Reopen was asked for
	question dialog.Box // the last one before leaving; nil for none yet
	gone     bool       // the root has ended by itself
}

// Next is the profile to open when the program has ended; again is false when
// it is to end for good.
func (m *Model) Next() (profile string, again bool) {
	return m.departure.to, m.departure.gone && m.departure.again
}

func (m *Model) quit(int) tea.Cmd { return m.leave("", false) }

// leave ends the program. What was sent and can still be taken back is asked
// about first.
func (m *Model) leave(to string, again bool) tea.Cmd {
	if m.departure.waiting > 0 {
		return nil
	}
	if held := m.unsent(); len(held) > 0 && !m.link.down {
		m.pushLeaving(views.Confirm{
			Title: text.Literal("Send now?"), Detail: text.Clean("Undo can still take back " + strings.Join(held, " and ") + ". Leaving sends at once."),
			Verb: "Send and leave", No: "go back", Yes: func() tea.Cmd { return m.depart(to, again) },
		})
		return nil
	}
	return m.depart(to, again)
}

// unsent names what the views hold that undo still brings back.
func (m *Model) unsent() (held []string) {
	for _, t := range m.tabs {
		s, ok := t.View.(views.Sender)
		if !ok {
			continue
		}
		if n, what := s.Unsent(); n > 0 {
			held = append(held, views.Count(n, what, what+"s"))
		}
	}
	return held
}

// pushLeaving asks a last question; ctrl+c at it leaves at once.
func (m *Model) pushLeaving(ask views.Confirm) {
	m.ask(ask)
	m.departure.question = m.boxes.Top()
}

// depart ends the program, once the views have saved and sent what they hold.
func (m *Model) depart(to string, again bool) tea.Cmd {
	d := &m.departure
	if d.waiting > 0 {
		return nil
	}
	*d = departure{to: to, again: again}
	var last []tea.Cmd
	for _, t := range m.tabs {
		if l, ok := t.View.(views.Leaver); ok {
			if cmd := l.Leave(!m.link.down); cmd != nil {
				last = append(last, cmd)
			}
		}
	}
	if len(last) == 0 {
		return m.goNow()
	}
	d.waiting = len(last)
	return tea.Batch(last...)
}

func (m *Model) goNow() tea.Cmd {
	m.departure.gone, m.quitting = true, true
	return tea.Quit
}

// onLeave handles what the way out brings.
func (m *Model) onLeave(msg tea.Msg) (tea.Cmd, bool) {
	switch msg := msg.(type) {
	case Reopen:
		m.departure.due = true
	case views.Left:
		return m.left(msg), true
	default:
		return nil, false
	}
	return nil, true
}

// left takes what became of a view's last work. What could not be done is
// said before the program ends.
func (m *Model) left(msg views.Left) tea.Cmd {
	d := &m.departure
	var cmds []tea.Cmd
	for _, result := range msg.Results {
		cmds = append(cmds, m.route(result))
	}
	if !msg.Kept.Empty() {
		d.kept = append(d.kept, msg.Kept)
	}
	if d.waiting--; d.waiting > 0 {
		return tea.Batch(cmds...)
	}
	if len(d.kept) == 0 {
		return m.goNow()
	}
	m.pushLeaving(views.Confirm{
		Title: text.Literal("Leave now?"), Detail: text.Join(text.Literal(" "), d.kept...), Verb: "Leave", Yes: m.goNow,
	})
	return tea.Batch(cmds...)
}

// reopenWhenIdle opens the mailbox anew when that was asked for and nobody is
// in the middle of anything.
func (m *Model) reopenWhenIdle() tea.Cmd {
	d := &m.departure
	if !d.due || d.waiting > 0 || m.quitting || m.boxes.IsOpen() || m.capturing() || len(m.unsent()) > 0 {
		return nil
	}
	return m.leave(m.profiles.Current, true)
}
