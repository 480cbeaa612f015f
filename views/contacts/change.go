package contacts

import (
	"encoding/json"
	"fmt"

	"daybook/model"
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
}

func (c change) inverse() change {
	c.Was, c.Is, c.FolderWas, c.FolderIs = c.Is, c.Was, c.FolderIs, c.FolderWas
	c.PhotoWas, c.PhotoIs = c.PhotoIs, c.PhotoWas
	return c
}

func (c change) ofFolder() bool { return c.FolderWas != nil || c.FolderIs != nil }

func (c change) ofPhoto() bool { return c.PhotoIs != nil }

// node is the row that the change is about.
func (c change) node() node {
	if c.ofFolder() {
		return folderNode(c.ID)
	}
	return contactNode(c.ID)
}

// renamed is the change with the ids that things have now.
func (c change) renamed(now func(string) string) change {
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

// apply makes the change in the book.
func (b *book) apply(c change) {
	switch {
	case c.Is != nil:
		b.put(*c.Is)
	case c.FolderIs != nil:
		b.putFolder(*c.FolderIs)
	case c.Was != nil:
		b.remove(c.ID)
	case c.FolderWas != nil:
		b.removeFolder(c.ID)
	}
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
