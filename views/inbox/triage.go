package inbox

import (
	"fmt"
	"slices"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views"
	"daybook/views/inbox/change"
	"daybook/views/inbox/rows"
	"daybook/widget/text"
)

// targets are the messages that an action is about: the marked ones, else
// those of the selected row.
func (l *listPane) targets() aim {
	if l.rows.Selecting() {
		a := aim{known: l.rows.Marks()}
		slices.SortFunc(a.known, func(a, b *rows.Message) int { return -a.Received.Compare(b.Received) })
		if from, n, more := l.rows.Rest(); more {
			all := l.all
			all.query.From, all.count, all.decided = from, n, make(map[string]bool, l.rows.Known())
			l.rows.Messages(func(e *rows.Message) { all.decided[e.ID] = true })
			a.rest = &all
		}
		return a
	}
	if r := l.rows.Selected(); r != nil {
		return aim{known: slices.Clone(r.Messages)}
	}
	return aim{}
}

// some reports whether an action would have something to act on.
func (l *listPane) some() bool {
	return l.rows.Selected() != nil || l.rows.Selecting()
}

// act brings messages to a state, says so, and moves on. The first try that
// changes anything is meant. A label is in the past tense, "Archived"; what it
// was done to is added.
func (m *Model) act(a aim, tries ...try) tea.Cmd {
	if a.rest != nil {
		return m.sweep(a, "", tries...)
	}
	for _, t := range tries {
		var all change.Changes
		first := text.Text{}
		for _, target := range a.known {
			before := len(all)
			if all.Add(target, t.want(target)) && before == 0 {
				first = target.Subject
			}
		}
		if !all.Empty() {
			return m.take(t.label, first, append(slices.Clone(a.along), all...), a.known)
		}
	}
	return m.advance()
}

// subjectWidth is how much of a subject a label holds, in cells.
const subjectWidth = 48

// labelled names a step by what was done, to what first, empty where the words
// say it all, and to how many: "Archived: Re: Release plan, and 3 more".
func labelled(done string, first text.Text, n int) string {
	if !first.Empty() {
		done += ": " + first.Truncate(subjectWidth, text.Literal("…")).String()
	}
	if n > 1 {
		done += fmt.Sprintf(", and %d more", n-1)
	}
	return done
}

// take does a change on the screen, puts it on the undo log and tells the
// service.
func (m *Model) take(label string, first text.Text, all change.Changes, targets []*rows.Message) tea.Cmd {
	of := func(made []change.Change) string { return labelled(label, first, change.Changes(made).Messages()) }
	return m.takeAs(of(all), of, all, targets)
}

// takeFound is take for all that matched; of targets those that are known.
func (m *Model) takeFound(label string, all change.Changes, targets []*rows.Message) tea.Cmd {
	of := counted(label)
	return m.takeAs(of(all), of, all, targets)
}

// counted names a step on all that match.
func counted(label string) func([]change.Change) string {
	return func(made []change.Change) string {
		return label + " " + plural(change.Changes(made).Messages(), "message")
	}
}

func (m *Model) takeAs(label string, of func([]change.Change) string, all change.Changes, targets []*rows.Message) tea.Cmd {
	selected, marked := m.list.rows.Selected(), m.list.rows.Selecting()
	m.held.hold(targets)
	cmd := m.edits.DoAs(label, of, all...)
	if marked {
		m.list.rows.Unmark()
	} else if selected != nil && m.list.rows.Selected() == selected {
		return tea.Batch(cmd, m.advance())
	}
	m.list.sync()
	return tea.Batch(cmd, m.loadMore(), m.selected())
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

// moving is the move of messages to a folder. What was pinned or snoozed is
// handled by that.
func (m *Model) moving(label, folder string) try {
	none, unpinned := "", false
	return try{label, func(r *rows.Message) change.State {
		s := change.State{Folder: &folder}
		if r.Snoozed != "" {
			s.Snoozed = &none
		}
		if m.list.rows.Pinned(r.ID) {
			s.Pinned = &unpinned
		}
		return s
	}}
}

// foldersMissing is said where a folder that every mailbox has is not known: in
// somebody else's it may not be shared.
func (m *Model) foldersMissing(name string) tea.Cmd {
	if m.folders.loaded {
		return notify(views.Warning, name, " is not shared with you, or not there: ask the owner to share it too. m moves to the folders that you see.")
	}
	return notify(views.Warning, "The folders are not loaded yet. Try again in a moment.")
}

func (m *Model) archive(int) tea.Cmd {
	id := m.folders.wellKnown(model.FolderArchive)
	if id == "" {
		return m.foldersMissing("Archive")
	}
	return m.act(m.list.targets(), m.moving("Archived", id))
}

// remove moves messages to Deleted Items; those that are there already are
// deleted for good, which asks first, before any of it is done.
func (m *Model) remove(int) tea.Cmd {
	id := m.folders.wellKnown(model.FolderDeleted)
	if id == "" {
		return m.foldersMissing("Deleted Items")
	}
	a, move := m.list.targets(), m.moving("Deleted", id)
	switch {
	case a.rest != nil && m.list.folder == id:
		return m.sweep(a, id)
	case a.rest != nil && a.rest.found:
		return m.sweepAsking(a, id, move)
	case a.rest != nil:
		return m.sweep(a, id, move)
	}
	var d doomed
	var others []*rows.Message
	for _, e := range a.known {
		if e.Folder == id {
			d.add(e)
		} else {
			others = append(others, e)
		}
	}
	if len(others) == 0 {
		return m.askDestroy(d)
	}
	if len(d.messages) > 0 {
		return m.askBoth(deletion{doomed: d, known: others}, len(others))
	}
	return m.act(aim{known: others}, move)
}

// flag flags messages, or takes the flag off when all have it.
func (m *Model) flag(int) tea.Cmd {
	to := func(label, want string) try {
		return try{label, func(*rows.Message) change.State { return change.State{Flag: &want} }}
	}
	return m.act(m.list.targets(), to("Flagged", model.Flagged), to("Unflagged", model.NotFlagged))
}

// importance turns high importance on, or off when all have it.
func (m *Model) importance(int) tea.Cmd {
	to := func(label, want string) try {
		return try{label, func(*rows.Message) change.State { return change.State{Importance: &want} }}
	}
	return m.act(m.list.targets(), to("Marked important", model.ImportanceHigh), to("Marked unimportant", model.ImportanceNormal))
}

// toggleRead marks messages read, or unread when all are read.
func (m *Model) toggleRead(int) tea.Cmd {
	to := func(label string, want bool) try {
		return try{label, func(*rows.Message) change.State { return change.State{Read: &want} }}
	}
	a := m.list.targets()
	if all(a.known, func(t *rows.Message) bool { return t.Read }) {
		m.reader.leaveUnread(a.known)
	}
	return m.act(a, to("Marked read", true), to("Marked unread", false))
}

func all(targets []*rows.Message, holds func(*rows.Message) bool) bool {
	return !slices.ContainsFunc(targets, func(t *rows.Message) bool { return !holds(t) })
}

// sawSelected marks what is being read as read. That is no step of its own
// for undo: N takes it back.
func (m *Model) sawSelected() tea.Cmd {
	if m.options.MarkRead < 0 || m.readOnly() {
		return nil
	}
	r := m.list.rows.Selected()
	if r == nil {
		return nil
	}
	read := true
	var edits []change.Edit
	for _, message := range r.Messages {
		if e, differs := change.To(message, change.State{Read: &read}); differs && !m.reader.keepsUnread(message.ID) {
			edits = append(edits, e)
		}
	}
	if len(edits) == 0 {
		return nil
	}
	cmd := m.edits.DoQuietly(change.Of(edits...)...)
	m.list.sync()
	return cmd
}
