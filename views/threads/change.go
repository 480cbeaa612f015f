package threads

import (
	"context"
	"slices"

	tea "charm.land/bubbletea/v2"

	"daybook/views"
	"daybook/views/edit"
	"daybook/views/reader"
	"daybook/widget/text"
)

// change is a thread that is locked or unlocked; or a thread, or an attachment
// of a post, that is deleted, which the service brings back in no way.
type change struct {
	Group  string `json:"group"`
	Thread string `json:"thread"`
	Locked *bool  `json:"locked,omitempty"` // after the change; nil for a deletion
	Post   string `json:"post,omitempty"`
	File   string `json:"file,omitempty"` // id of the attachment, empty for the thread
	Name   string `json:"name,omitempty"`
}

// Inverse implements edit.Change. A deletion has none, and is held.
func (c change) Inverse() change {
	if c.Locked != nil {
		locked := !*c.Locked
		c.Locked = &locked
	}
	return c
}

// Renamed implements edit.Change: threads keep their ids.
func (c change) Renamed(func(string) string) change { return c }

// IDs implements edit.Change.
func (c change) IDs() []string { return []string{c.Thread} }

// perform makes a change in the service.
func perform(ctx context.Context, service Service, c change) error {
	switch {
	case c.Locked != nil:
		return service.Lock(ctx, c.Group, c.Thread, *c.Locked)
	case c.File != "":
		return service.DeleteAttachment(ctx, c.Group, c.Thread, c.Post, c.File)
	}
	return service.Delete(ctx, c.Group, c.Thread)
}

// show makes changes on the screen. What is about to be deleted is not listed.
func (m *Model) show(way edit.Way, changes []change) tea.Cmd {
	c := changes[0] // they come alone
	switch {
	case c.Locked != nil:
		m.setLocked(c.Group, c.Thread, *c.Locked)
		if g := m.group(); way != edit.Done && way != edit.Refused && g != nil && g.id == c.Group && m.threads.view.Select(c.Thread) {
			return m.chosenThread() // undo goes to what it brought back
		}
		return nil
	case way == edit.Over:
		return m.onDeleted(c)
	case c.File != "":
		m.reader.layout()
		return nil
	}
	cmd := m.move(m.threads.relist)
	if g := m.group(); way == edit.Spared && g != nil && g.id == c.Group && m.threads.view.Select(c.Thread) {
		return m.chosenThread()
	}
	return cmd
}

func (m *Model) setLocked(group, thread string, on bool) {
	if g := m.groupByID(group); g != nil {
		if t := g.thread(thread); t != nil {
			t.locked = on
		}
	}
	m.threads.relist()
	m.reader.layout()
}

// onDeleted takes off what is gone.
func (m *Model) onDeleted(c change) tea.Cmd {
	if c.File != "" {
		if p := m.reader.find(c.Post); p != nil && m.reader.thread == c.Thread {
			p.Files = slices.DeleteFunc(slices.Clone(p.Files), func(f reader.File) bool { return f.ID == c.File })
		}
		return m.reader.load()
	}
	delete(m.saved.Seen, c.Thread)
	for _, d := range m.saved.Outbox {
		if d.Thread == c.Thread {
			delete(m.saved.Outbox, d.ID)
		}
	}
	g := m.groupByID(c.Group)
	if g == nil {
		return m.save()
	}
	g.remove(c.Thread)
	m.threads.relist()
	m.groups.view.Reload()
	return tea.Batch(m.save(), m.chosenThread())
}

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
		for _, d := range m.outbox.waitingIn(t.id) {
			before = append(before, m.outbox.post(d.ID))
		}
	}
	lock := m.edits.Do(label+t.topic.String(), change{Group: g.id, Thread: t.id, Locked: &locked})
	return tea.Sequence(append(before, lock)...)
}

func (m *Model) askDelete(int) tea.Cmd {
	g, t := m.group(), m.thread()
	if t == nil {
		return nil
	}
	return m.askRemove(change{Group: g.id, Thread: t.id, Name: t.topic.String()},
		"The thread goes for everybody in the group, with all its posts.")
}

// askRemove asks before something goes for good.
func (m *Model) askRemove(c change, detail string) tea.Cmd {
	what := text.Concat(text.Literal("“"), text.Clean(c.Name), text.Literal("”")).String()
	words := edit.Words{Doing: "Deleting " + what, Label: "Deleted " + what + " for good", Not: "Not deleted: " + what}
	return m.edits.Ask(views.Confirm{Title: text.Clean("Delete " + what + "?"), Detail: text.Clean(detail + " " + edit.Warning), Verb: "Delete for good"},
		func() tea.Cmd { return m.edits.Hold(words, c) })
}

// StepBack implements views.Unfinished, for custom data that is being drafted.
func (m *Model) StepBack() (cmd tea.Cmd, open bool) { return m.custom.StepBack() }

// StepAgain implements views.Unfinished.
func (m *Model) StepAgain() (cmd tea.Cmd, open bool) { return m.custom.StepAgain() }
