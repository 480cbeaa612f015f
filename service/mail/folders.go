package mail

import (
	"slices"
	"strings"

	"daybook/model"
	"daybook/service/rest"
	"daybook/service/store"
)

// listFolders serves the folders under the one in the path, or the top ones.
func (a *Area) listFolders(r *rest.Request, tx *store.Tx, mailbox int64) (rest.Reply, error) {
	list, err := visibleFolders(r, tx, mailbox, r.Key("folder"))
	if err != nil {
		return rest.Reply{}, err
	}
	return rest.List(r, a.folders, list, maxFolderPage, a.below(r, tx, mailbox))
}

// maxFolderPage is how many folders a page has when nothing is asked: all
// that a person has, as a client shows them together.
const maxFolderPage = 250

// visibleFolders are those under a folder, the top ones for "". Hidden ones are
// left out unless includeHiddenFolders=true.
func visibleFolders(r *rest.Request, tx *store.Tx, mailbox int64, parent string) ([]model.MailFolder, error) {
	o, err := r.OData()
	if err != nil {
		return nil, err
	}
	list, err := tx.Folders(mailbox, parent)
	if strings.EqualFold(o.Other.Get("includeHiddenFolders"), "true") {
		return list, err
	}
	return slices.DeleteFunc(list, func(f model.MailFolder) bool { return f.IsHidden }), err
}

func (a *Area) getFolder(r *rest.Request, tx *store.Tx, mailbox int64) (rest.Reply, error) {
	f, err := tx.Folder(mailbox, r.Key("folder"))
	if err != nil {
		return rest.Reply{}, err
	}
	return rest.One(r, a.folders, &f, a.below(r, tx, mailbox))
}

// below brings the folders in those that are shown, when they are asked for:
// those that a list of them shows.
func (a *Area) below(r *rest.Request, tx *store.Tx, mailbox int64) rest.Fill[model.MailFolder] {
	return rest.Below(a.folders, "childFolders", func(f *model.MailFolder) *[]model.MailFolder { return &f.ChildFolders },
		func(f *model.MailFolder) ([]model.MailFolder, error) { return visibleFolders(r, tx, mailbox, f.ID) })
}

// folderBody is the body of a change.
type folderBody struct {
	DisplayName    *string `json:"displayName" max:"255"` // as of model.MailFolder
	ParentFolderID *string `json:"parentFolderId"`
}

func (a *Area) createFolder(r *rest.Request, tx *store.Tx, mailbox int64, given model.MailFolder) (rest.Reply, error) {
	name, err := folderName(&given.DisplayName)
	if err != nil {
		return rest.Reply{}, err
	}
	f, err := tx.AddFolder(mailbox, r.Key("folder"), name, given.IsHidden)
	return rest.Created(f), err
}

func folderName(given *string) (string, error) {
	if given == nil || strings.TrimSpace(*given) == "" {
		return "", rest.BadProperty("displayName", "a folder needs a name")
	}
	return strings.TrimSpace(*given), nil
}

func readFolderChange(r *rest.Request) (body folderBody, err error) {
	o, err := r.Object()
	if err != nil {
		return body, err
	}
	if err := o.Only("displayName", "parentFolderId"); err != nil {
		return body, err
	}
	return body, o.Into(&body)
}

func (a *Area) updateFolder(r *rest.Request, tx *store.Tx, mailbox int64, body folderBody) (rest.Reply, error) {
	f, err := changeFolder(r, tx, mailbox, body)
	return rest.OK(f), err
}

// moveFolder is the action: {destinationId}, 201 with the folder.
func (a *Area) moveFolder(r *rest.Request, tx *store.Tx, mailbox int64, to string) (rest.Reply, error) {
	f, err := changeFolder(r, tx, mailbox, folderBody{ParentFolderID: &to})
	return rest.Created(f), err
}

func changeFolder(r *rest.Request, tx *store.Tx, mailbox int64, body folderBody) (model.MailFolder, error) {
	f, err := tx.Folder(mailbox, r.Key("folder"))
	if err != nil {
		return f, err
	}
	name, parent := f.DisplayName, f.ParentFolderID
	if body.DisplayName != nil {
		if name, err = folderName(body.DisplayName); err != nil {
			return f, err
		}
	}
	if body.ParentFolderID != nil {
		to, err := tx.Destination(mailbox, *body.ParentFolderID)
		if err != nil {
			return f, err
		}
		parent = to.ID
	}
	if name == f.DisplayName && parent == f.ParentFolderID {
		return f, nil
	}
	return tx.ChangeFolder(mailbox, f.ID, name, parent)
}

func (a *Area) deleteFolder(r *rest.Request, tx *store.Tx, mailbox int64) (rest.Reply, error) {
	return rest.NoContent(), tx.DeleteFolder(mailbox, r.Key("folder"))
}
