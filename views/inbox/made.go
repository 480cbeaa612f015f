package inbox

import (
	"errors"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views"
	"daybook/views/edit"
	"daybook/views/inbox/change"
	"daybook/views/inbox/rows"
)

// ErrFolderInUse says that a folder is not removed, as something is in it.
var ErrFolderInUse = errors.New("something is in it")

// ErrCategoryInUse says that a category is not removed, as something has it.
var ErrCategoryInUse = errors.New("something else has it")

// madeFor notes that a folder was made for an action, so that undo removes it.
func (a aim) madeFor(f model.MailFolder) aim {
	a.along = change.Changes{{Folder: &change.Folder{ID: f.ID, Name: f.DisplayName, Parent: f.ParentFolderID}}}
	return a
}

// tagged notes that a category is made for an action, so that undo removes it.
func (a aim) tagged(c *change.Category) aim {
	a.along = change.Changes{{Category: c}}
	return a
}

// leaveGone opens the inbox where the folder of the list is gone.
func (m *mailEdits) leaveGone(all []change.Change) tea.Cmd {
	for _, c := range all {
		if c.Folder != nil && c.Folder.Gone && m.list.folder == c.Folder.ID {
			return m.openFolder(model.FolderInbox)
		}
	}
	return nil
}

// unmake has what was made for messages removed again where none got it.
func (m *mailEdits) unmake(o edit.Outcome[change.Change]) tea.Cmd {
	var made change.Changes
	for i, r := range o.Results {
		c := o.Asked[i]
		if c.Folder != nil && (o.Way == edit.Done || c.Make && r.Err == nil) || c.Category != nil && r.Err == nil && r.Made.Note == nil {
			made = append(made, r.Made)
		}
	}
	return m.remake(made)
}

// remake takes back what was made, without a word.
func (m *mailEdits) remake(made change.Changes) tea.Cmd {
	if len(made) == 0 {
		return nil
	}
	return m.edits.Again(edit.Undone, views.Step{}, made.Inverse()...)
}

// onNamed takes over the id of a folder that was made again.
func (m *mailEdits) onNamed(was, is string) tea.Cmd {
	m.folders.rename(was, is)
	move := func(e *rows.Message) {
		if e.Folder == was {
			e.Folder = is
		}
	}
	m.list.rows.Messages(move)
	for _, e := range m.departed.byID {
		move(e)
	}
	if m.list.folder == was {
		m.list.folder = is
	}
	return m.save()
}

// onNote says why what goes along with messages was not done, and shows it as it
// is.
func (m *mailEdits) onNote(c change.Change) tea.Cmd {
	if c.Note == nil {
		return nil
	}
	m.apply(change.Changes{c.Inverse()})
	switch {
	case c.Folder != nil:
		return notify(views.Warning, "The folder \u201c", c.Folder.Name, "\u201d stays: ", c.Note)
	case c.Category.Gone:
		return notify(views.Warning, "The category \u201c", c.Category.Name, "\u201d stays: ", c.Note)
	}
	return notify(views.Failure, "Could not make the category: ", c.Note)
}
