package contacts

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views"
	"daybook/views/edit"
	"daybook/widget/dialog"
)

// change is one thing done to a contact or to a folder: from what was to what
// is. Nil is "not there", so that making and deleting are changes as well, and
// the inverse of any change is the same one backwards.
type change struct {
	ID        string               `json:"id"`
	Was       *model.Contact       `json:"was,omitempty"`
	Is        *model.Contact       `json:"is,omitempty"`
	FolderWas *model.ContactFolder `json:"folderWas,omitempty"`
	FolderIs  *model.ContactFolder `json:"folderIs,omitempty"`
	Photo     *Photo               `json:"photo,omitempty"` // of a contact that was deleted
	PhotoWas  *Photo               `json:"photoWas,omitempty"`
	PhotoIs   *Photo               `json:"photoIs,omitempty"` // one without data is none

	box dialog.Box // that it was filled in in, a form or a question; nil for none
}

// Inverse implements edit.Change.
func (c change) Inverse() change {
	c.Was, c.Is, c.FolderWas, c.FolderIs = c.Is, c.Was, c.FolderIs, c.FolderWas
	c.PhotoWas, c.PhotoIs = c.PhotoIs, c.PhotoWas
	return c
}

func (c change) ofFolder() bool { return c.FolderWas != nil || c.FolderIs != nil }

func (c change) ofPhoto() bool { return c.PhotoIs != nil }

// known says that it can be told whether it was done, or be taken back in any
// case: what is made has an id that only the service knows.
func (c change) known() bool {
	return c.Was != nil || c.FolderWas != nil && c.FolderIs != nil || c.ofPhoto()
}

// node is the row that the change is about.
func (c change) node() node {
	if c.ofFolder() {
		return folderNode(c.ID)
	}
	return contactNode(c.ID)
}

// IDs implements edit.Change.
func (c change) IDs() []string { return []string{c.ID} }

// Renamed implements edit.Change.
func (c change) Renamed(now func(string) string) change {
	c.ID = now(c.ID)
	contact := func(p *model.Contact) *model.Contact {
		if p == nil {
			return nil
		}
		v := *p
		v.ID, v.ParentFolderID = c.ID, now(v.ParentFolderID)
		return &v
	}
	folder := func(p *model.ContactFolder) *model.ContactFolder {
		if p == nil {
			return nil
		}
		v := *p
		v.ID, v.ParentFolderID = c.ID, now(v.ParentFolderID)
		return &v
	}
	c.Was, c.Is = contact(c.Was), contact(c.Is)
	c.FolderWas, c.FolderIs = folder(c.FolderWas), folder(c.FolderIs)
	return c
}

// apply makes the change.
func (p *people) apply(c change) {
	switch {
	case c.Is != nil:
		p.put(*c.Is)
	case c.FolderIs != nil:
		p.putFolder(*c.FolderIs)
	case c.Was != nil:
		p.remove(c.ID)
	case c.FolderWas != nil:
		p.removeFolder(c.ID)
	}
}

// show makes changes, and has the tree and the card follow.
func (m *Model) show(way edit.Way, changes []change) tea.Cmd {
	m.people.version++
	photos := changes
	switch way {
	case edit.Held: // staying leaves folders out that are held
	case edit.Spared, edit.Stayed:
		photos = nil
		for _, c := range changes {
			photos = append(photos, c.Inverse())
		}
	default:
		for _, c := range changes {
			m.people.apply(c)
			if !c.ofPhoto() {
				delete(m.card.known, c.node())
			}
		}
	}
	m.tree.Reload()
	switch last := changes[len(changes)-1]; {
	case way == edit.Refused || way == edit.Over || way == edit.Held || way == edit.Stayed:
	case way == edit.Spared || last.Is != nil || last.FolderIs != nil || last.ofPhoto():
		m.tree.reveal(last.node())
	}
	return tea.Batch(m.tree.Settled(), m.card.showPhotos(photos))
}

// onSettled has what is known follow what the service made of changes.
func (m *Model) onSettled(o edit.Outcome[change]) tea.Cmd {
	var cmds []tea.Cmd
	for i, r := range o.Results {
		made := r.Made
		cmds = append(cmds, m.forms.Settled(o.Asked[i].box, r.Err))
		switch {
		case r.Err != nil:
		case made.ofPhoto(): // what the service says of it is read
			m.card.forgetPhoto(made.node())
		case made.ID != o.Asked[i].ID:
			m.replaced(o.Asked[i], made)
		case made.Is != nil && made.Was == nil:
			m.people.put(*made.Is)
		}
	}
	m.tree.Reload()
	cmds = append(cmds, m.tree.Settled())
	if o.BuiltOn {
		cmds = append(cmds, m.reload())
	}
	return tea.Batch(cmds...)
}

// replaced puts what was made in the place of what stood for it until the
// service gave it an id.
func (m *Model) replaced(asked, made change) {
	onIt := m.tree.Cursor() == string(asked.node())
	open := m.tree.IsExpanded(string(asked.node()))
	m.people.apply(asked.Inverse())
	m.people.apply(made)
	if open {
		m.tree.Expand(string(made.node()))
	}
	if onIt {
		m.tree.reveal(made.node())
	}
}

// Pending implements views.Pender.
func (m *Model) Pending() int { return m.edits.Pending() }

// Revert implements views.Reverter.
func (m *Model) Revert(s views.Step) tea.Cmd {
	for _, c := range m.edits.Changes(s) {
		if c.ofFolder() && c.FolderWas == nil && (len(m.people.contacts[c.ID]) > 0 || len(m.people.below[c.ID]) > 0) {
			return views.Notice(views.Warning, "Not undone: the folder holds contacts or folders now; move them first")
		}
	}
	return m.StepOwners.Revert(s)
}

// StepBack implements views.Unfinished, for custom data that is being drafted.
func (m *Model) StepBack() (cmd tea.Cmd, open bool) { return m.custom.StepBack() }

// StepAgain implements views.Unfinished.
func (m *Model) StepAgain() (cmd tea.Cmd, open bool) { return m.custom.StepAgain() }

// perform makes one change in the service and returns it as it is there.
func perform(ctx context.Context, service Service, c change) (change, error) {
	switch {
	case c.ofPhoto():
		return c, service.SetPhoto(ctx, c.ID, *c.PhotoIs)
	case c.FolderIs != nil && c.FolderWas != nil:
		return c, service.ChangeFolder(ctx, c.ID, folderPatchOf(*c.FolderWas, *c.FolderIs))
	case c.FolderIs != nil:
		made, err := service.CreateFolder(ctx, c.FolderIs.ParentFolderID, c.FolderIs.DisplayName)
		if err != nil {
			return c, err
		}
		made.ParentFolderID = c.FolderIs.ParentFolderID
		c.ID, c.FolderIs = made.ID, &made
		return c, nil
	case c.FolderWas != nil:
		return c, gone(service.DeleteFolder(ctx, c.ID))
	case c.Is != nil && c.Was != nil:
		patch, err := patchOf(*c.Was, *c.Is)
		if err != nil || len(patch) == 0 {
			return c, err
		}
		return c, service.Change(ctx, c.ID, patch)
	case c.Is != nil:
		return create(ctx, service, c)
	}
	return remove(ctx, service, c)
}

// create makes a contact, its custom data and photo with it.
func create(ctx context.Context, service Service, c change) (change, error) {
	made, err := service.Create(ctx, *c.Is)
	if err != nil {
		return c, err
	}
	made.ParentFolderID = c.Is.ParentFolderID
	c.ID, c.Is = made.ID, &made
	if c.Photo != nil && len(c.Photo.Data) > 0 {
		err = service.SetPhoto(ctx, made.ID, *c.Photo)
	}
	return c, err
}

// remove deletes a contact; what undo needs of it is read first.
func remove(ctx context.Context, service Service, c change) (change, error) {
	whole, err := service.Contact(ctx, c.ID)
	if err != nil {
		return c, gone(err)
	}
	c.Was = &whole
	p, err := service.Photo(ctx, Whose{Contact: c.ID})
	if err != nil {
		return c, err
	}
	if len(p.Data) > 0 {
		c.Photo = &p
	}
	return c, gone(service.Delete(ctx, c.ID))
}

// gone takes what is not there for deleted.
func gone(err error) error {
	if errors.Is(err, model.ErrNotFound) {
		return nil
	}
	return err
}

// notPatched are the properties of a contact that a PATCH leaves alone.
var notPatched = []string{"id", "changeKey", "createdDateTime", "lastModifiedDateTime", "extensions", "@odata.etag", "@odata.context"}

// patchOf is what of a contact's JSON differs; nil where it is emptied.
func patchOf(was, is model.Contact) (map[string]any, error) {
	before, err := properties(was)
	if err != nil {
		return nil, err
	}
	after, err := properties(is)
	if err != nil {
		return nil, err
	}
	patch := map[string]any{}
	for name, v := range after {
		if string(before[name]) != string(v) {
			patch[name] = v
		}
	}
	for name := range before {
		if _, ok := after[name]; !ok {
			patch[name] = nil
		}
	}
	return patch, nil
}

func properties(c model.Contact) (map[string]json.RawMessage, error) {
	b, err := json.Marshal(c)
	if err != nil {
		return nil, fmt.Errorf("encode the contact %s: %w", nameOf(c), err)
	}
	var m map[string]json.RawMessage
	if err := json.Unmarshal(b, &m); err != nil {
		return nil, fmt.Errorf("take the contact %s apart: %w", nameOf(c), err)
	}
	for _, name := range notPatched {
		delete(m, name)
	}
	return m, nil
}

// folderPatchOf is what of a folder differs.
func folderPatchOf(was, is model.ContactFolder) model.ContactFolderPatch {
	var p model.ContactFolderPatch
	if was.DisplayName != is.DisplayName {
		p.DisplayName = &is.DisplayName
	}
	if was.ParentFolderID != is.ParentFolderID {
		p.ParentFolderID = &is.ParentFolderID
	}
	return p
}
