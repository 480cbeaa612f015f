package threads

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"daybook/views"
	"daybook/widget/text"
)

// toggleLock locks the thread, or unlocks it: at once here, then at the
// service.
func (m *Model) toggleLock(int) tea.Cmd {
	g, t := m.group(), m.thread()
	if t == nil {
		return nil
	}
	var before []tea.Cmd
	locked, label := !t.locked, "Unlocked "
	if locked { // what was posted before goes before
		label = "Locked "
		for _, d := range m.waitingIn(t.id) {
			before = append(before, m.post(d.ID))
		}
	}
	lock := m.edits.Do(label+t.topic.String(), change{Group: g.id, Thread: t.id, Locked: &locked})
	return tea.Sequence(append(before, lock)...)
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
	return m.askRemove(change{Group: g.id, Thread: t.id, Name: t.topic.String()},
		"The thread goes for everybody in the group, with all its posts.")
}
