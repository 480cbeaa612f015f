package inbox

import (
	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views"
	"daybook/views/edit"
	"daybook/views/inbox/change"
	"daybook/views/inbox/rows"
	"daybook/widget/text"
)

// namedInBox is how many subjects a question before a deletion names.
const namedInBox = 3

// doomed is messages that are to be deleted for good.
type doomed struct {
	messages []string
	names    []text.Text     // the first subjects
	of       string          // name of the folder that is emptied, "" for none
	folders  []change.Folder // in it, with all that is in them
	inside   int             // messages in those
	nested   int             // folders in those
}

// words say how much it is: "3 messages and 2 folders".
func (d *doomed) words() string {
	return doomedCount(len(d.messages)+d.inside, len(d.folders)+d.nested)
}

func doomedCount(messages, folders int) string {
	switch {
	case folders == 0:
		return views.Count(messages, "message", "messages")
	case messages == 0:
		return views.Count(folders, "folder", "folders")
	}
	return views.Count(messages, "message", "messages") + " and " + views.Count(folders, "folder", "folders")
}

func (d *doomed) add(e *rows.Message) {
	d.messages = append(d.messages, e.ID)
	if len(d.names) < namedInBox {
		subject := e.Subject
		if subject.Empty() {
			subject = text.Literal("(no subject)")
		}
		d.names = append(d.names, subject)
	}
}

// doomedWords say what is deleted for good: "3 messages", or the attachment's
// name.
func doomedWords(all change.Changes) string {
	switch d, f := all[0].Doomed, all[0].Folder; {
	case d != nil && d.File != "":
		return text.Clean(d.Name).String()
	case f != nil && len(all) == 1:
		return "the folder " + text.Clean(f.Name).String()
	}
	return doomedCount(all.Messages(), len(all)-all.Messages())
}

// deletion is what a person is asked about.
type deletion struct {
	doomed doomed
	known  []*rows.Message // go to Deleted Items with it
	found  change.Changes  // moves all that matched there, known or not
}

// askDestroy asks before messages are deleted for good, and names some. Of none
// it asks nothing.
func (t *triage) askDestroy(d doomed) tea.Cmd {
	if len(d.messages)+len(d.folders) == 0 {
		if d.of != "" {
			return views.Notice(views.Info, d.of, " is empty.")
		}
		return nil
	}
	title := text.Literal("Delete this message for good?")
	if n := len(d.messages); n > 1 {
		title = text.Of("Delete ", n, " messages for good?")
	}
	if d.of != "" {
		title = text.Of("Empty ", d.of, ": delete ", d.words(), " for good?")
	}
	return t.env.Ask(views.Confirm{
		Title: title, Detail: text.Concat(d.quoted(), text.Literal(". "), text.Clean(edit.Warning)), Verb: "Delete for good",
		Yes: func() tea.Cmd { return t.destroy(deletion{doomed: d}) },
	})
}

// askBoth asks before messages go to Deleted Items and others, if any, are
// deleted for good. Until it is agreed to, nothing is done.
func (t *triage) askBoth(what deletion, others int) tea.Cmd {
	d := &what.doomed
	goes, are := " go", " are"
	if others == 1 {
		goes = " goes"
	}
	if len(d.messages) == 1 {
		are = " is"
	}
	n := len(d.messages)
	box := views.Confirm{Title: text.Of(n, are, " in Deleted Items already: delete for good?"), Verb: "Delete all " + views.Count(n+others, "message", "messages"),
		Yes: func() tea.Cmd { return t.destroy(what) }}
	box.Detail = text.Concat(text.Of(others, goes, " to Deleted Items (u brings back). For good: "), d.quoted(), text.Literal(". "), text.Clean(edit.Warning))
	if n == 0 {
		box.Title = text.Of("Delete ", views.Count(others, "message", "messages"), "?")
		box.Detail = text.Literal("All that the search found, in whatever folder, goes to Deleted Items. u brings back.")
	}
	return t.env.Ask(box)
}

// quoted names the first subjects.
func (d *doomed) quoted() text.Text {
	quoted := make([]text.Text, len(d.names))
	for i, name := range d.names {
		quoted[i] = text.Concat(text.Literal("\u201c"), name, text.Literal("\u201d"))
	}
	for _, f := range d.folders[:min(len(d.folders), namedInBox)] {
		quoted = append(quoted, text.Of("the folder \u201c", f.Name, "\u201d"))
	}
	detail := text.Join(text.Literal(", "), quoted...)
	if more := len(d.messages) + len(d.folders) - len(quoted); more > 0 {
		detail = text.Concat(detail, text.Of(" and ", more, " more"))
	}
	return detail
}

// destroy holds a deletion that a person has agreed to.
func (t *triage) destroy(what deletion) tea.Cmd {
	moved := tea.Cmd(nil)
	switch {
	case !what.found.Empty():
		moved = t.doFound("Deleted", what.found, what.known)
	case len(what.known) > 0:
		moved = t.act(selection{known: what.known}, t.moving("Deleted", t.folders.wellKnown(model.FolderDeleted)))
	}
	t.list.rows.Unmark()
	part := !what.found.Empty() || len(what.known) > 0
	all := doomedChanges(change.Doomed{}, what.doomed.messages...)
	for _, f := range what.doomed.folders {
		all = append(all, change.Change{Folder: &f})
	}
	return tea.Batch(moved, t.hold(part, all))
}

// destroyAll holds the deletion of messages, or of an attachment of one. Part
// says that others were moved by the same key.
func (t *triage) destroyAll(part bool, how change.Doomed, messages ...string) tea.Cmd {
	return t.hold(part, doomedChanges(how, messages...))
}

func doomedChanges(how change.Doomed, messages ...string) change.Changes {
	all := make(change.Changes, len(messages))
	for i, id := range messages {
		all[i] = change.Change{Edit: change.Edit{ID: id}, Doomed: &how}
	}
	return all
}

// hold holds deletions for good, until undo can no longer take them back.
func (t *triage) hold(part bool, all change.Changes) tea.Cmd {
	if len(all) == 0 {
		return nil
	}
	what := doomedWords(all)
	return t.edits.Hold(edit.Words{Doing: "Deleting " + what + " for good", Label: "Deleted " + what + " for good",
		Not: "Could not delete " + what, Over: "Deleted " + what + " for good.", Part: part}, all...)
}
