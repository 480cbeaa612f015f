package inbox

import (
	"fmt"
	"slices"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views"
	"daybook/views/edit"
	"daybook/views/inbox/change"
	"daybook/views/inbox/rows"
	"daybook/widget/dialog"
	"daybook/widget/text"
)

// triage is what a person does to messages: to the marked ones, else to those
// of the selected row.
type triage struct {
	*mailEdits
	dialog   *dialog.Stack
	making   int // actions that wait for a folder to be made, or a rule to be read
	sleepers views.Request
	missing  views.Request // of mail to muted threads

	looking views.Request   // the pause after which the message shown was read
	unread  map[string]bool // marked so by hand while it is shown
	seen    func() []string // ids of the messages that the reader shows
	finding func() bool     // whether words are looked for in them

	capturing func() bool // whether keys are text
}

// act brings messages to a state, says so, and moves on. The first try that
// changes anything is meant. A label is in the past tense, "Archived"; what it
// was done to is added.
func (t *triage) act(a selection, tries ...try) tea.Cmd {
	if a.rest != nil {
		return t.sweep(a, "", tries...)
	}
	for _, try := range tries {
		var all change.Changes
		first := text.Text{}
		for _, target := range a.known {
			before := len(all)
			if all.Add(target, try.want(target)) && before == 0 {
				first = target.Subject
			}
		}
		if !all.Empty() {
			of := func(made []change.Change) string {
				n := change.Changes(made).Messages()
				if a.whole {
					return labelled(try.label, first, 1) + ", " + views.Count(n, "message", "messages") + " of the thread"
				}
				return labelled(try.label, first, n)
			}
			all = append(slices.Clone(a.along), all...)
			return t.doAs(of(all), of, all, a.known)
		}
	}
	return t.advance()
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

// doFound is doAs for all that matched; of targets those that are known.
func (t *triage) doFound(label string, all change.Changes, targets []*rows.Message) tea.Cmd {
	of := counted(label)
	return t.doAs(of(all), of, all, targets)
}

// counted names a step on all that match.
func counted(label string) func([]change.Change) string {
	return func(made []change.Change) string {
		return label + " " + views.Count(change.Changes(made).Messages(), "message", "messages")
	}
}

// doAs does a change on the screen, puts it on the undo log and tells the
// service.
func (t *triage) doAs(label string, of func([]change.Change) string, all change.Changes,
	targets []*rows.Message) tea.Cmd {
	selected, marked := t.list.rows.Selected(), t.list.rows.Selecting()
	t.departed.putAll(targets)
	cmd := t.edits.DoAs(label, of, all...)
	if marked {
		t.list.rows.Unmark()
	} else if selected != nil && t.list.rows.Selected() == selected {
		return tea.Batch(cmd, t.advance())
	}
	return tea.Batch(cmd, t.list.follow())
}

// advance moves the selection on after an action that left its row where it
// was, as the setting says.
func (t *triage) advance() tea.Cmd {
	return t.list.step(map[After]int{Next: 1, Previous: -1}[t.options.After])
}

// moving is the move of messages to a folder. What was pinned or snoozed is
// handled by that.
func (t *triage) moving(label, folder string) try {
	none, unpinned := "", false
	return try{label, func(r *rows.Message) change.State {
		s := change.State{Folder: &folder}
		if r.Snoozed != "" {
			s.Snoozed = &none
		}
		if t.list.rows.Pinned(r.ID) {
			s.Pinned = &unpinned
		}
		return s
	}}
}

// foldersMissing is said where a folder that every mailbox has is not known: in
// somebody else's it may not be shared.
func (t *triage) foldersMissing(name string) tea.Cmd {
	if t.folders.loaded {
		return views.Notice(views.Warning, name, " is not shared with you, or not there: ask the owner to share it too. ",
			"m moves to the folders that you see.")
	}
	return views.Notice(views.Warning, "The folders are not loaded yet. Try again in a moment.")
}

func (t *triage) archive(int) tea.Cmd {
	id := t.folders.wellKnown(model.FolderArchive)
	if id == "" {
		return t.foldersMissing("Archive")
	}
	return t.act(t.list.targets(), t.moving("Archived", id))
}

// inJunk reports whether the selected message is in Junk.
func (t *triage) inJunk() bool {
	r := t.list.rows.Selected()
	id := t.folders.wellKnown(model.FolderJunk)
	return r != nil && id != "" && r.Newest().Folder == id
}

// junk moves messages to Junk. The service learns no more from it: the public
// interface has no word for a report.
func (t *triage) junk(int) tea.Cmd {
	id := t.folders.wellKnown(model.FolderJunk)
	if id == "" {
		return t.foldersMissing("Junk")
	}
	return t.act(t.list.targets(), t.moving("Moved to Junk", id))
}

// notJunk moves messages to the inbox.
func (t *triage) notJunk(int) tea.Cmd {
	id := t.folders.wellKnown(model.FolderInbox)
	if id == "" {
		return t.foldersMissing("The inbox")
	}
	return t.act(t.list.targets(), t.moving("Not junk, back in the inbox", id))
}

// remove moves messages to Deleted Items; those that are there already are
// deleted for good, which asks first, before any of it is done.
func (t *triage) remove(int) tea.Cmd {
	id := t.folders.wellKnown(model.FolderDeleted)
	if id == "" {
		return t.foldersMissing("Deleted Items")
	}
	a, move := t.list.targets(), t.moving("Deleted", id)
	switch {
	case a.rest != nil && t.list.folder == id:
		return t.sweep(a, id)
	case a.rest != nil && a.rest.found:
		return t.sweepAsking(a, id, move)
	case a.rest != nil:
		return t.sweep(a, id, move)
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
		return t.askDestroy(d)
	}
	if len(d.messages) > 0 {
		return t.askBoth(deletion{doomed: d, known: others}, len(others))
	}
	return t.act(selection{known: others, whole: a.whole}, move)
}

// flag flags messages, or takes the flag off when all have it.
func (t *triage) flag(int) tea.Cmd {
	to := func(label, want string) try {
		return try{label, func(*rows.Message) change.State { return change.State{Flag: &want} }}
	}
	return t.act(t.list.targets(), to("Flagged", model.Flagged), to("Unflagged", model.NotFlagged))
}

// importance turns high importance on, or off when all have it.
func (t *triage) importance(int) tea.Cmd {
	to := func(label, want string) try {
		return try{label, func(*rows.Message) change.State { return change.State{Importance: &want} }}
	}
	return t.act(t.list.targets(), to("Marked important", model.ImportanceHigh), to("Marked unimportant", model.ImportanceNormal))
}

// toggleRead marks messages read, or unread when all are read.
func (t *triage) toggleRead(int) tea.Cmd {
	to := func(label string, want bool) try {
		return try{label, func(*rows.Message) change.State { return change.State{Read: &want} }}
	}
	a := t.list.targets()
	if all(a.known, func(t *rows.Message) bool { return t.Read }) {
		for _, e := range a.known {
			t.unread[e.ID] = true
		}
	}
	return t.act(a, to("Marked read", true), to("Marked unread", false))
}

func all(targets []*rows.Message, holds func(*rows.Message) bool) bool {
	return !slices.ContainsFunc(targets, func(t *rows.Message) bool { return !holds(t) })
}

// look starts the time after which what the reader shows counts as read, if it
// is visible, and not skipped when that is over. While it is covered the time
// begins again.
func (t *triage) look(visible bool, skip, covered func() bool) tea.Cmd {
	t.looking.Cancel()
	if !visible || skip() {
		return nil
	}
	return t.work.Wait(&t.looking, t.options.MarkRead, func() tea.Cmd {
		switch {
		case skip():
			return nil
		case covered():
			return t.look(visible, skip, covered)
		}
		return t.sawSelected()
	})
}

// sawSelected marks as read what the reader shows of the selected row, and
// leaves unread what is folded or farther down. That is no step of its own for
// undo: N takes it back.
func (t *triage) sawSelected() tea.Cmd {
	if t.options.MarkRead < 0 || t.readOnly() {
		return nil
	}
	r := t.list.rows.Selected()
	if r == nil {
		return nil
	}
	read, seen := true, t.seen()
	var edits []change.Edit
	for _, message := range r.Messages {
		if !slices.Contains(seen, message.ID) {
			continue
		}
		if e, differs := change.To(message, change.State{Read: &read}); differs && !t.unread[message.ID] {
			edits = append(edits, e)
		}
	}
	if len(edits) == 0 {
		return nil
	}
	cmd := t.edits.DoQuietly(change.Of(edits...)...)
	t.list.sync()
	return cmd
}

// stoppable reports whether a long write is on its way, or what it is about is
// being found.
func (t *triage) stoppable() bool {
	way, _, all := t.edits.Progress()
	return t.edits.Finding() != nil || all > 0 && way != edit.Over
}

// progress says how far a long write has come, "" where there is none, and as a
// share of the whole, less than 0 for none. Stop is how it is stopped.
func (t *triage) progress(stop string) (string, float64) {
	if s, _ := t.edits.Finding().(*sweep); s != nil {
		words, share := s.progress()
		return text.Of(words, stop).String(), share
	}
	switch way, told, all := t.edits.Progress(); {
	case all == 0:
		return "", -1
	case way == edit.Over:
		return text.Of("deleting ", told, " of ", all).String(), float64(told) / float64(all)
	default:
		return text.Of(told, " of ", all, stop).String(), float64(told) / float64(all)
	}
}
