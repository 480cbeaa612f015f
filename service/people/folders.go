package people

import (
	"strings"

	"daybook/model"
	"daybook/service/rest"
	"daybook/service/store"
)

// folderPage is how many folders a page has when nothing is asked: all that a
// person has, as a client shows them together.
const folderPage = 250

// folderKey is the folder of the path, the first one when there is none.
func folderKey(r *rest.Request) string {
	if key := r.Key("contactFolder"); key != "" {
		return key
	}
	return ContactRoot
}

// listFolders serves the folders directly below the one in the path, or those
// at the top.
func (a *Area) listFolders(r *rest.Request, tx *store.Tx, mailbox int64) (rest.Reply, error) {
	list, err := ContactFolders(tx, mailbox, folderKey(r))
	if err != nil {
		return rest.Reply{}, err
	}
	return rest.List(r, a.schemas.ContactFolders, list, folderPage, a.below(tx, mailbox))
}

func (a *Area) getFolder(r *rest.Request, tx *store.Tx, mailbox int64) (rest.Reply, error) {
	f, err := ContactFolder(tx, mailbox, folderKey(r))
	if err != nil {
		return rest.Reply{}, err
	}
	return rest.One(r, a.schemas.ContactFolders, &f, a.below(tx, mailbox))
}

// below brings the folders in those that are shown, when they are asked for.
func (a *Area) below(tx *store.Tx, mailbox int64) rest.Fill[model.ContactFolder] {
	return rest.Below(a.schemas.ContactFolders, "childFolders", func(f *model.ContactFolder) *[]model.ContactFolder { return &f.ChildFolders },
		func(f *model.ContactFolder) ([]model.ContactFolder, error) { return ContactFolders(tx, mailbox, f.ID) })
}

// readFolder decodes a new folder or a change of one.
func readFolder(r *rest.Request) (model.ContactFolderPatch, error) {
	var p model.ContactFolderPatch
	o, err := r.Object()
	if err != nil {
		return p, err
	}
	if err := o.Only("displayName", "parentFolderId"); err != nil {
		return p, err
	}
	if err := o.Into(&p); err != nil {
		return p, err
	}
	for _, name := range []string{"displayName", "parentFolderId"} {
		if o.Null(name) {
			return p, rest.BadProperty(name, "cannot be null")
		}
	}
	if p.DisplayName == nil {
		return p, nil
	}
	*p.DisplayName = strings.TrimSpace(*p.DisplayName)
	if *p.DisplayName == "" {
		return p, rest.BadProperty("displayName", "a folder needs a name")
	}
	return p, nil
}

func (a *Area) createFolder(r *rest.Request, tx *store.Tx, mailbox int64, p model.ContactFolderPatch) (rest.Reply, error) {
	if p.DisplayName == nil {
		return rest.Reply{}, rest.BadProperty("displayName", "a folder needs a name")
	}
	f, err := AddContactFolder(tx, mailbox, folderKey(r), *p.DisplayName)
	return rest.Created(f), err
}

// updateFolder renames a folder, moves it, or both.
func (a *Area) updateFolder(r *rest.Request, tx *store.Tx, mailbox int64, p model.ContactFolderPatch) (rest.Reply, error) {
	f, err := changeContactFolder(tx, mailbox, folderKey(r), func(f *model.ContactFolder) error {
		if p.DisplayName != nil {
			f.DisplayName = *p.DisplayName
		}
		if p.ParentFolderID != nil {
			f.ParentFolderID = *p.ParentFolderID
		}
		return r.CheckETag(f.ETag)
	})
	return rest.OK(f), err
}

// deleteFolder removes a folder with its contacts and the folders below.
func (a *Area) deleteFolder(r *rest.Request, tx *store.Tx, mailbox int64) (rest.Reply, error) {
	f, err := ContactFolder(tx, mailbox, folderKey(r))
	if err != nil {
		return rest.Reply{}, err
	}
	if err := r.CheckETag(f.ETag); err != nil {
		return rest.Reply{}, err
	}
	return rest.NoContent(), deleteContactFolder(tx, mailbox, f.ID)
}
