package threads

import (
	"context"
	"encoding/json"
	"strings"

	tea "charm.land/bubbletea/v2"

	"daybook/views"
	"daybook/widget/text"
)

// lockChange is what undo needs of locking or unlocking.
type lockChange struct {
	Group  string `json:"group"`
	Thread string `json:"thread"`
	Locked bool   `json:"locked"` // after the change
}

// toggleLock locks the thread, or unlocks it: at once here, then at the
// service.
func (m *Model) toggleLock(int) tea.Cmd {
	g, t := m.group(), m.thread()
	if t == nil {
		return nil
	}
	c := lockChange{g.id, t.id, !t.locked}
	label := "Unlocked "
	if c.Locked {
		label = "Locked "
	}
	payload, err := json.Marshal(c)
	if err != nil {
		return say(views.Failure, "Not changed: ", err)
	}
	step := views.Step{Owner: views.Groups, Label: label + t.topic.String(), Payload: payload}
	cmds := []tea.Cmd{m.env.Did(views.Did{Step: step})}
	if c.Locked { // what was posted before goes before
		for _, d := range m.waitingIn(t.id) {
			cmds = append(cmds, m.post(d.ID))
		}
	}
	return tea.Sequence(append(cmds, m.lock(c, step))...)
}

func (m *Model) lock(c lockChange, step views.Step) tea.Cmd {
	m.setLocked(c.Group, c.Thread, c.Locked)
	service := m.service
	return m.work.Tell(0, func(ctx context.Context) error { return service.Lock(ctx, c.Group, c.Thread, c.Locked) },
		func(err error) tea.Cmd { return m.onLocked(c, step, err) })
}

func (m *Model) setLocked(group, thread string, on bool) {
	if g := m.groupByID(group); g != nil {
		if t := g.thread(thread); t != nil {
			t.locked = on
		}
	}
	m.relist()
	m.layReader(true)
}

func (m *Model) onLocked(c lockChange, step views.Step, err error) tea.Cmd {
	if err == nil {
		return nil
	}
	m.setLocked(c.Group, c.Thread, !c.Locked)
	return tea.Batch(views.Send(views.Forget{Step: step}), say(views.Failure, "The thread stays as it was: ", err))
}

// Revert implements views.Reverter.
func (m *Model) Revert(s views.Step) tea.Cmd { return m.replay(s, true) }

// Reapply implements views.Reverter.
func (m *Model) Reapply(s views.Step) tea.Cmd { return m.replay(s, false) }

func (m *Model) replay(s views.Step, back bool) tea.Cmd {
	if m.custom.Owns(s) {
		if back {
			return m.custom.Revert(s)
		}
		return m.custom.Reapply(s)
	}
	if r := ofRemoval(s); r != nil {
		if back {
			return m.spare(r.ID)
		}
		return m.hold(*r)
	}
	if id, ok := ofPost(s); ok {
		if back {
			return m.recall(id)
		}
		return m.resend(id)
	}
	var c lockChange
	if err := json.Unmarshal(s.Payload, &c); err != nil {
		return say(views.Failure, "The step cannot be read: ", err)
	}
	c.Locked = c.Locked != back
	return m.lock(c, s)
}

// refused says why nothing can be posted here, nil when it can.
func (m *Model) refused(t *thread) tea.Cmd {
	if !t.locked {
		return nil
	}
	return views.Send(views.Notify{Level: views.Warning,
		Text: text.Concat(text.Literal("“"), t.topic, text.Literal("” is locked: it takes no posts. K unlocks it."))})
}

// outside says why nothing can be posted to a group whose members are known and
// of whom the person is none, nil when it can.
func (m *Model) outside(g *group) tea.Cmd {
	if !g.about.read || g.about.membersErr != nil || len(g.about.members) == 0 {
		return nil
	}
	for _, u := range g.about.members {
		if u.Mail == "" || strings.EqualFold(u.Mail, m.options.Me.Address) { // without an address it may be anybody
			return nil
		}
	}
	return say(views.Warning, "Only members post to ", g.name, ": you can read it")
}

func (m *Model) askDelete(int) tea.Cmd {
	g, t := m.group(), m.thread()
	if t == nil {
		return nil
	}
	return m.askRemove(removal{Group: g.id, Thread: t.id, Name: t.topic.String()},
		"The thread goes for everybody in the group, with all its posts.")
}

func (m *Model) onDeleted(r removal) tea.Cmd {
	delete(m.kept.Seen, r.Thread)
	for _, d := range m.kept.Outbox {
		if d.Thread == r.Thread {
			delete(m.kept.Outbox, d.ID)
		}
	}
	g := m.groupByID(r.Group)
	if g == nil {
		return m.keep()
	}
	for i, t := range g.threads {
		if t.id == r.Thread {
			g.threads = append(g.threads[:i:i], g.threads[i+1:]...)
			break
		}
	}
	m.relist()
	m.groupList.Reload()
	return tea.Batch(m.keep(), m.chosenThread(), say(views.Success, "Deleted ", r.what(), " for good"))
}
