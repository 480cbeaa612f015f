package inbox

import (
	"errors"
	"slices"
	"strings"

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

// show shows a folder that a change makes or removes.
func (p *folderPane) show(f *change.Folder) {
	switch {
	case f.Gone:
		delete(p.all, f.ID)
	case p.all[f.ID] == nil:
		p.all[f.ID] = &model.MailFolder{Entity: model.Entity{ID: f.ID}, DisplayName: f.Name, ParentFolderID: f.Parent}
	}
}

// leaveGone opens the inbox where the folder of the list is gone.
func (m *Model) leaveGone(all []change.Change) tea.Cmd {
	for _, c := range all {
		if c.Folder != nil && c.Folder.Gone && m.list.folder == c.Folder.ID {
			return m.openFolder(model.FolderInbox)
		}
	}
	return nil
}

// unmake has what was made for messages removed again where none got it.
func (m *Model) unmake(o edit.Outcome[change.Change]) tea.Cmd {
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
func (m *Model) remake(made change.Changes) tea.Cmd {
	if len(made) == 0 {
		return nil
	}
	return m.edits.Again(edit.Undone, views.Step{}, made.Inverse()...)
}

// onNamed takes over the id of a folder that was made again.
func (m *Model) onNamed(was, is string) tea.Cmd {
	f := &m.folders
	if shown := f.all[was]; shown != nil {
		shown.ID = is
		delete(f.all, was)
		f.all[is] = shown
	}
	move := func(e *rows.Message) {
		if e.Folder == was {
			e.Folder = is
		}
	}
	m.list.rows.Messages(move)
	for _, e := range m.held.byID {
		move(e)
	}
	if m.list.folder == was {
		m.list.folder = is
	}
	for i, id := range f.recent {
		if id == was {
			f.recent[i] = is
		}
	}
	f.rebuild()
	return m.keep()
}

// showCategory lists a category that a change makes, or no longer one that it
// removes.
func (m *Model) showCategory(c *change.Category) {
	if c == nil {
		return
	}
	is := func(k model.OutlookCategory) bool { return strings.EqualFold(k.DisplayName, c.Name) }
	switch all := slices.Clone(m.categories.all); {
	case c.Gone:
		m.categories.set(slices.DeleteFunc(all, is))
	case !slices.ContainsFunc(all, is):
		m.categories.set(append(all, model.OutlookCategory{DisplayName: c.Name, Color: c.Color}))
	}
	m.list.drawer.epoch++
}

// onNote says why what goes along with messages was not done, and shows it as it
// is.
func (m *Model) onNote(c change.Change) tea.Cmd {
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
