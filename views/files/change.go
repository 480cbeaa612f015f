package files

import (
	"context"
	"errors"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views"
	"daybook/views/edit"
	"daybook/views/files/sheet"
	"daybook/widget/dialog"
)

// place is an item's name and the id of its folder, "" for the drive's root.
type place struct {
	Name   string `json:"name"`
	Parent string `json:"parent"`
}

// change is one thing done to an item: from what was to what is. Nil is "not
// there": so making a folder is a change, and so are adding and deleting, and
// the inverse is the same one backwards.
type change struct {
	Ref
	Was *place `json:"was,omitempty"`
	Is  *place `json:"is,omitempty"`
	// All says that the item goes with all that is in it, for good.
	All bool `json:"all,omitempty"`
	// Path is where an upload came from, and ETag what it was: it is taken back
	// only as it is.
	Path string `json:"path,omitempty"`
	ETag string `json:"etag,omitempty"`

	box  dialog.Box       // that its name was typed into, nil for none
	item *model.DriveItem // as the service has it, or as it was before it was taken away
}

// Inverse implements edit.Change.
func (c change) Inverse() change {
	c.Was, c.Is = c.Is, c.Was
	return c
}

// IDs implements edit.Change.
func (c change) IDs() []string { return []string{c.Item} }

// Renamed implements edit.Change.
func (c change) Renamed(now func(string) string) change {
	c.Item = now(c.Item)
	fix := func(p *place) *place {
		if p == nil {
			return nil
		}
		return &place{Name: p.Name, Parent: now(p.Parent)}
	}
	c.Was, c.Is = fix(c.Was), fix(c.Is)
	return c
}

// apply makes the change, and keeps what it takes away.
func (d *drives) apply(c *change) {
	item, there := d.items[c.Ref]
	switch {
	case c.Is == nil && there:
		c.item = &item
		d.remove(c.Ref)
	case c.Is == nil:
	case c.Was == nil && c.item != nil:
		d.put(Ref{Group: c.Group, Item: c.Is.Parent}, *c.item)
	case c.Was == nil:
		d.put(Ref{Group: c.Group, Item: c.Is.Parent}, model.DriveItem{Entity: model.Entity{ID: c.Item}, Name: c.Is.Name, Folder: &model.FolderFacet{}})
	case there:
		d.unlink(c.Ref)
		item.Name = c.Is.Name
		d.put(Ref{Group: c.Group, Item: c.Is.Parent}, item)
	}
}

// show makes changes. What is about to be deleted stays until it is: see
// doomed.
func (m *Model) show(way edit.Way, changes []change) tea.Cmd {
	m.drives.version++
	for i := range changes {
		if way != edit.Held && way != edit.Spared && way != edit.Stayed {
			m.drives.apply(&changes[i])
		}
	}
	m.tree.Reload()
	switch last := changes[len(changes)-1]; {
	case way == edit.Spared:
		m.tree.reveal(changes[0].Ref)
	case last.Is != nil && way != edit.Refused && way != edit.Stayed:
		m.tree.reveal(last.Ref)
	}
	return tea.Batch(m.tree.loadOpen(), m.tree.Settled())
}

// onSettled puts what the service made in the place of what stood for it.
func (m *Model) onSettled(o edit.Outcome[change]) tea.Cmd {
	for i, r := range o.Results {
		made := r.Made
		if r.Err != nil {
			m.refuse(o.Asked[i].box, sheet.Why(r.Err))
		}
		if r.Err != nil || made.Is == nil {
			continue
		}
		onIt := m.tree.Cursor() == node(o.Asked[i].Ref)
		if made.Item != o.Asked[i].Item { // the folder has its own id now
			m.drives.remove(o.Asked[i].Ref)
		}
		m.drives.put(Ref{Group: made.Group, Item: made.Is.Parent}, *made.item)
		delete(m.item.asked, made.Group)
		m.tree.Reload()
		if onIt {
			m.tree.reveal(made.Ref)
		}
	}
	if o.BuiltOn {
		return tea.Batch(m.refreshed(), m.tree.Settled())
	}
	return m.tree.Settled()
}

var errNotEmpty = errors.New("there is something in the folder now; d deletes it with all that is in it")

// perform makes one change in the service and returns it as it is there.
func perform(ctx context.Context, service Service, c change) (change, error) {
	switch {
	case c.All && c.Is == nil:
		return c, gone(service.Delete(ctx, c.Ref, ""))
	case c.Was == nil:
		made, err := service.CreateFolder(ctx, Ref{Group: c.Group, Item: c.Is.Parent}, c.Is.Name)
		if err == nil {
			c.Item, c.item = made.ID, &made
		}
		return c, err
	case c.Is != nil:
		item, err := service.Change(ctx, c.Ref, patchOf(*c.Was, *c.Is))
		c.item = &item
		return c, err
	}
	item, err := service.Item(ctx, c.Ref)
	switch {
	case err != nil:
		return c, gone(err)
	case item.Folder != nil && item.Folder.ChildCount > 0:
		return c, errNotEmpty
	}
	return c, gone(service.Delete(ctx, c.Ref, c.ETag))
}

// gone takes what is not there for deleted.
func gone(err error) error {
	if errors.Is(err, model.ErrNotFound) {
		return nil
	}
	return err
}

// Pending implements views.Pender: uploads are on the log when they begin, and
// can be taken back when they have ended.
func (m *Model) Pending() int { return m.edits.Pending() + m.transfers.uploads() }

// Revert implements views.Reverter.
func (m *Model) Revert(s views.Step) tea.Cmd { return m.edits.Revert(s) }

// Reapply implements views.Reverter.
func (m *Model) Reapply(s views.Step) tea.Cmd {
	if list := m.edits.Changes(s); len(list) == 1 && list[0].Path != "" {
		return m.transfers.repeat(s, list[0])
	}
	return m.edits.Reapply(s)
}

// Expired implements views.Expirer.
func (m *Model) Expired(s views.Step) bool { return m.edits.Expired(s) }
