package inbox

import (
	"context"
	"errors"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views"
	"daybook/views/inbox/change"
	"daybook/views/inbox/rows"
)

// ErrFolderInUse says that a folder is not removed, as something is in it.
var ErrFolderInUse = errors.New("something is in it")

// ErrCategoryInUse says that a category is not removed, as something has it.
var ErrCategoryInUse = errors.New("something else has it")

// renamedFolder is a folder that undo removed and redo made again: the undo
// log knows it by the id it had first.
type renamedFolder struct {
	From string `json:"from"`
	To   string `json:"to"`
}

// keptFolders is how many of these are kept; the undo log has 200 steps.
const keptFolders = 200

// now is the id that a folder has now.
func (f *folderPane) now(id string) string {
	for _, r := range f.renamed {
		if r.From == id {
			id = r.To
		}
	}
	return id
}

// present is a change with the ids that folders have now.
func (f *folderPane) present(c change.Change) change.Change {
	if len(f.renamed) == 0 {
		return c
	}
	in := func(s change.State) change.State {
		if s.Folder != nil {
			id := f.now(*s.Folder)
			s.Folder = &id
		}
		return s
	}
	edits := make([]change.Edit, len(c.Edits))
	for i, e := range c.Edits {
		edits[i] = change.Edit{ID: e.ID, Before: in(e.Before), After: in(e.After)}
	}
	c.Edits = edits
	if c.Folder != nil {
		made := *c.Folder
		made.ID, made.Parent = f.now(made.ID), f.now(made.Parent)
		c.Folder = &made
	}
	return c
}

// madeFor notes that a folder was made for an action, so that undo removes it.
func (a aim) madeFor(f model.MailFolder) aim {
	a.made = &change.Folder{ID: f.ID, Name: f.DisplayName, Parent: f.ParentFolderID}
	return a
}

// showMade shows a folder that a change makes or removes.
func (m *Model) showMade(f *change.Folder) {
	switch {
	case f.Gone:
		delete(m.folders.all, f.ID)
	case m.folders.all[f.ID] == nil:
		m.folders.all[f.ID] = &model.MailFolder{Entity: model.Entity{ID: f.ID}, DisplayName: f.Name, ParentFolderID: f.Parent}
	}
}

// leaveGone opens the inbox where the folder of the list is gone.
func (m *Model) leaveGone(f *change.Folder) tea.Cmd {
	if f == nil || !f.Gone || m.list.folder != f.ID {
		return nil
	}
	return m.openFolder(model.FolderInbox)
}

// unmake has a folder removed again for which nothing was moved in the end: the
// queue does it next, as the caller goes on with that.
func (m *Model) unmake(f *change.Folder) tea.Cmd {
	if f == nil || f.Gone {
		return nil
	}
	back := m.folders.present(change.Change{Folder: f}).Inverse()
	m.writes.queue = append(m.writes.queue, &write{change: back, kind: undone})
	m.showMade(back.Folder)
	m.folders.rebuild()
	return m.leaveGone(back.Folder)
}

// makeAgain makes a folder that undo removed, for edits that move into it, and
// returns them with the id that it has now.
func makeAgain(ctx context.Context, service Service, f *change.Folder, edits []change.Edit) (model.MailFolder, []change.Edit, error) {
	folder, err := service.CreateFolder(ctx, f.Parent, f.Name)
	if err != nil {
		return folder, edits, err
	}
	again := folderPane{renamed: []renamedFolder{{f.ID, folder.ID}}}
	return folder, again.present(change.Change{Edits: edits}).Edits, nil
}

// onMadeAgain takes over the id of a folder that was made again.
func (m *Model) onMadeAgain(was string, made model.MailFolder) tea.Cmd {
	if was == made.ID {
		return nil
	}
	f := &m.folders
	f.renamed = append(f.renamed, renamedFolder{was, made.ID})
	f.renamed = f.renamed[max(0, len(f.renamed)-keptFolders):]
	if shown := f.all[was]; shown != nil {
		shown.ID = made.ID
		delete(f.all, was)
		f.all[made.ID] = shown
	}
	move := func(e *rows.Message) {
		if e.Folder == was {
			e.Folder = made.ID
		}
	}
	m.list.rows.Messages(move)
	for _, e := range m.held.byID {
		move(e)
	}
	if m.list.folder == was {
		m.list.folder = made.ID
	}
	for i, id := range m.recent {
		if id == was {
			m.recent[i] = made.ID
		}
	}
	f.rebuild()
	return m.keep()
}

// staysMade shows a folder again that undo could not remove, and says why.
func (m *Model) staysMade(f *change.Folder, err error) tea.Cmd {
	if err == nil || f == nil {
		return nil
	}
	m.showMade(&change.Folder{ID: f.ID, Name: f.Name, Parent: f.Parent})
	m.folders.rebuild()
	return notify(views.Warning, "The folder \u201c", f.Name, "\u201d stays: ", err)
}

// tagged notes that a category is made for an action, so that undo removes it.
func (a aim) tagged(c *change.Category) aim {
	a.category = c
	return a
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

// untag has a category removed again that no message got in the end.
func (m *Model) untag(c *change.Category) {
	if c == nil || c.Gone {
		return
	}
	back := change.Change{Category: c}.Inverse()
	m.writes.queue = append(m.writes.queue, &write{change: back, kind: undone})
	m.showCategory(back.Category)
}

// tagOutcome says that a category was not made, or stays, and lists it as it
// is.
func (m *Model) tagOutcome(c *change.Category, err error) tea.Cmd {
	if err == nil || c == nil {
		return nil
	}
	m.showCategory(change.Change{Category: c}.Inverse().Category)
	if c.Gone {
		return notify(views.Warning, "The category \u201c", c.Name, "\u201d stays: ", err)
	}
	return notify(views.Failure, "Could not make the category: ", err)
}
