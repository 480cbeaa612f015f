package account

import (
	"encoding/json"
	"fmt"

	tea "charm.land/bubbletea/v2"

	"daybook/views"
	"daybook/widget/text"
)

// pending is a change that waits for those before it.
type pending struct {
	change change
	how    how
	label  string
	form   *filling // that it was filled in in, nil for none
}

// do makes a change in the book and tells the service, one change after the
// other: the last one pressed is the last one written.
func (m *Model) do(c change, why how, label string) tea.Cmd {
	m.book.apply(c)
	m.touched(c)
	m.queue = append(m.queue, pending{c, why, label, m.took})
	if len(m.queue) > 1 {
		return m.drawPhoto()
	}
	return tea.Batch(m.write(m.queue[0]), m.drawPhoto())
}

// touched has the rest of the screen follow a change of the book.
func (m *Model) touched(c change) {
	m.writes++
	if c.part() == photoPart {
		m.version++
		m.absent = nil
	}
}

// tookChange takes back what was refused, logs what was done, and goes on to
// the next.
func (m *Model) tookChange(msg changed) tea.Cmd {
	cmds := []tea.Cmd{}
	m.queue = m.queue[1:]
	if len(m.queue) > 0 {
		cmds = append(cmds, m.write(m.queue[0]))
	}
	asked := msg.asked
	switch {
	case msg.err != nil:
		m.book.undoApply(asked.change)
		m.touched(asked.change)
		cmds = append(cmds, say(asked.how.refusal()+": "+msg.err.Error(), views.Failure), m.load(asked.change.part()))
		m.refuse(asked.form, msg.err)
	case len(m.queue) == 0: // else what is there may be newer
		m.book.apply(msg.made)
		m.writes++
	}
	if msg.err == nil {
		cmds = append(cmds, m.logged(asked, msg.made))
		if asked.change.part() == photoPart {
			cmds = append(cmds, m.load(photoPart)) // its version is the service's
		}
	}
	return tea.Batch(append(cmds, m.drawPhoto())...)
}

// logged is what follows a change that was made.
func (m *Model) logged(p pending, made change) tea.Cmd {
	switch p.how {
	case byHand:
		return m.did(made, p.label)
	case unlogged:
		return say(p.label, views.Success)
	}
	return nil
}

// refusal begins what is said when the service refuses.
func (h how) refusal() string {
	switch h {
	case byUndo:
		return "Not undone"
	case byRedo:
		return "Not done again"
	}
	return "Not done"
}

// did puts a change on the undo log.
func (m *Model) did(c change, label string) tea.Cmd {
	payload, err := json.Marshal(c)
	if err != nil {
		return say(label+", but it cannot be undone: "+err.Error(), views.Warning)
	}
	return m.env.Did(views.Did{Step: views.Step{Owner: views.Account, Label: label, Payload: payload}})
}

// Pending implements views.Pender.
func (m *Model) Pending() int {
	n := 0
	for _, p := range m.queue {
		if p.how == byHand {
			n++
		}
	}
	return n
}

// Revert implements views.Reverter.
func (m *Model) Revert(s views.Step) tea.Cmd {
	c, err := stepOf(s)
	if err != nil {
		return say("Undo: "+err.Error(), views.Failure)
	}
	return m.do(c.inverse(), byUndo, s.Label)
}

// Reapply implements views.Reverter.
func (m *Model) Reapply(s views.Step) tea.Cmd {
	c, err := stepOf(s)
	if err != nil {
		return say("Redo: "+err.Error(), views.Failure)
	}
	return m.do(c, byRedo, s.Label)
}

func stepOf(s views.Step) (change, error) {
	var c change
	if err := json.Unmarshal(s.Payload, &c); err != nil {
		return c, fmt.Errorf("read the step %q: %w", s.Label, err)
	}
	return c, nil
}

func notice(words string, level views.Level) views.Notify {
	return views.Notify{Text: text.Clean(words), Level: level}
}

func say(words string, level views.Level) tea.Cmd { return views.Send(notice(words, level)) }

func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
