package inbox

import (
	"fmt"
	"slices"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views"
	"daybook/views/inbox/change"
	"daybook/views/inbox/rows"
)

// targets are the messages that an action is about: the marked ones, else
// those of the selected row, with a count counted from it on.
func (m *Model) targets(count int) []*rows.Message {
	if m.list.rows.MarkCount() > 0 {
		all := m.list.rows.Marks()
		slices.SortFunc(all, func(a, b *rows.Message) int { return -a.Received.Compare(b.Received) })
		return all
	}
	var all []*rows.Message
	at := m.list.rows.Cursor()
	for i := range max(count, 1) {
		if r := m.list.rows.At(at + i); r != nil {
			all = append(all, r.Messages...)
		}
	}
	return all
}

// some reports whether an action would have something to act on.
func (m *Model) some() bool {
	return m.list.rows.Selected() != nil || m.list.rows.MarkCount() > 0
}

// act brings messages to a state, says so, and moves on. Label is in the past
// tense, "Archived"; the number is added when it is not one.
func (m *Model) act(label string, targets []*rows.Message, want func(*rows.Message) change.State) tea.Cmd {
	var c change.Change
	touched := map[string]bool{}
	for _, target := range targets {
		if e, differs := change.To(target, want(target)); differs {
			c.Edits = append(c.Edits, e)
			key := target.ID
			if m.list.rows.Threaded() {
				key = target.Conversation
			}
			touched[key] = true
		}
	}
	if c.Empty() {
		return m.advance()
	}
	return m.take(label, len(touched), c, targets)
}

// numbered adds how many to a label, when it is not one.
func numbered(label string, n int) string {
	if n < 2 {
		return label
	}
	return fmt.Sprintf("%s %d", label, n)
}

// take does a change on the screen, puts it on the undo log and tells the
// service.
func (m *Model) take(label string, n int, c change.Change, targets []*rows.Message) tea.Cmd {
	payload, err := c.Encode()
	if err != nil {
		return notify(views.Failure, err)
	}
	step := views.Step{Owner: views.Inbox, Label: numbered(label, n), Payload: payload}
	marked := m.list.rows.MarkCount() > 0
	m.hold(targets)
	stays := m.apply(c)
	if marked {
		m.list.rows.Unmark()
	}
	cmd := m.push(write{change: c, step: step, label: label, kind: done})
	if stays && !marked {
		return tea.Batch(views.Send(views.Did{Step: step}), cmd, m.advance())
	}
	m.list.sync()
	return tea.Batch(views.Send(views.Did{Step: step}), cmd, m.loadMore(), m.selected())
}

// advance moves the selection on after an action that left its row where it
// was, as the setting says.
func (m *Model) advance() tea.Cmd {
	switch m.options.After {
	case Next:
		m.list.rows.Move(1)
	case Previous:
		m.list.rows.Move(-1)
	}
	m.list.sync()
	return tea.Batch(m.loadMore(), m.selected())
}

// moveTo moves messages to a folder. What was pinned or snoozed is handled
// by that.
func (m *Model) moveTo(label, folder string, targets []*rows.Message) tea.Cmd {
	none, unpinned := "", false
	return m.act(label, targets, func(r *rows.Message) change.State {
		s := change.State{Folder: &folder}
		if r.Snoozed != "" {
			s.Snoozed = &none
		}
		if m.list.rows.Pinned(r.ID) {
			s.Pinned = &unpinned
		}
		return s
	})
}

// toWellKnown moves messages to a folder that every mailbox has.
func (m *Model) toWellKnown(label, known string, targets []*rows.Message) tea.Cmd {
	id := m.folders.wellKnown(known)
	if id == "" {
		return notify(views.Warning, "The folders are not loaded yet. Try again in a moment.")
	}
	return m.moveTo(label, id, targets)
}

func (m *Model) archive(count int) tea.Cmd {
	return m.toWellKnown("Archived", model.FolderArchive, m.targets(count))
}

// remove moves messages to Deleted Items; those that are there already are
// deleted for good, which asks first.
func (m *Model) remove(count int) tea.Cmd {
	targets := m.targets(count)
	deleted := m.folders.wellKnown(model.FolderDeleted)
	if deleted == "" || !slices.ContainsFunc(targets, func(t *rows.Message) bool { return t.Folder == deleted }) {
		return m.toWellKnown("Deleted", model.FolderDeleted, targets)
	}
	ids := make([]string, len(targets))
	for i, t := range targets {
		ids[i] = t.ID
	}
	title := "Delete this message for good?"
	if len(ids) > 1 {
		title = fmt.Sprintf("Delete %d messages for good?", len(ids))
	}
	return views.Send(views.Confirm{
		Title: say(title), Detail: say("They cannot be brought back."), Verb: "Delete for good",
		Yes: views.Send(destroyAgreed{ids: ids}),
	})
}

// flag flags messages, or takes the flag off when all have it.
func (m *Model) flag(count int) tea.Cmd {
	targets := m.targets(count)
	label, want := "Flagged", model.Flagged
	if all(targets, (*rows.Message).Flagged) {
		label, want = "Unflagged", model.NotFlagged
	}
	return m.act(label, targets, func(*rows.Message) change.State { return change.State{Flag: &want} })
}

// importance turns high importance on, or off when all have it.
func (m *Model) importance(count int) tea.Cmd {
	targets := m.targets(count)
	label, want := "Marked important", model.ImportanceHigh
	if all(targets, func(t *rows.Message) bool { return t.Importance == model.ImportanceHigh }) {
		label, want = "Marked unimportant", model.ImportanceNormal
	}
	return m.act(label, targets, func(*rows.Message) change.State { return change.State{Importance: &want} })
}

// toggleRead marks messages read, or unread when all are read.
func (m *Model) toggleRead(count int) tea.Cmd {
	targets := m.targets(count)
	label, want := "Marked read", true
	if all(targets, func(t *rows.Message) bool { return t.Read }) {
		label, want = "Marked unread", false
		m.reader.leaveUnread(targets)
	}
	return m.act(label, targets, func(*rows.Message) change.State { return change.State{Read: &want} })
}

func all(targets []*rows.Message, holds func(*rows.Message) bool) bool {
	return !slices.ContainsFunc(targets, func(t *rows.Message) bool { return !holds(t) })
}

// sawSelected marks what is being read as read. That is no step of its own
// for undo: N takes it back.
func (m *Model) sawSelected() tea.Cmd {
	r := m.list.rows.Selected()
	if r == nil {
		return nil
	}
	read := true
	var c change.Change
	for _, message := range r.Messages {
		if e, differs := change.To(message, change.State{Read: &read}); differs && !m.reader.keepsUnread(message.ID) {
			c.Edits = append(c.Edits, e)
		}
	}
	if c.Empty() {
		return nil
	}
	m.apply(c)
	m.list.sync()
	return m.push(write{change: c, kind: done})
}
