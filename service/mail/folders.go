package mail

import (
	"slices"
	"strings"

	"daybook/model"
	"daybook/service/rest"
	"daybook/service/store"
)

// listFolders serves the folders under the one in the path, or the top ones.
func (a *Area) listFolders(r *rest.Request) (rest.Reply, error) {
	list, err := a.visibleFolders(r)
	if err != nil {
		return rest.Reply{}, err
	}
	return rest.List(r, a.folders, list, maxFolderPage, a.below(r))
}

// maxFolderPage is how many folders a page has when nothing is asked: all
// that a person has, as a client shows them together.
const maxFolderPage = 250

func (a *Area) countFolders(r *rest.Request) (rest.Reply, error) {
	list, err := a.visibleFolders(r)
	if err != nil {
		return rest.Reply{}, err
	}
	o, err := r.OData()
	if err != nil {
		return rest.Reply{}, err
	}
	list, err = rest.Filtered(o, a.folders, list)
	return rest.CountReply(len(list)), err
}

// visibleFolders are those under the folder of the path, or the top ones.
func (a *Area) visibleFolders(r *rest.Request) ([]model.MailFolder, error) {
	return a.foldersIn(r, r.Key("folder"))
}

// foldersIn leaves hidden folders out unless includeHiddenFolders=true.
func (a *Area) foldersIn(r *rest.Request, parent string) ([]model.MailFolder, error) {
	o, err := r.OData()
	if err != nil {
		return nil, err
	}
	var list []model.MailFolder
	err = a.read(r, func(tx *store.Tx, mailbox int64) error {
		var err error
		list, err = tx.Folders(mailbox, parent)
		return err
	})
	if strings.EqualFold(o.Other.Get("includeHiddenFolders"), "true") {
		return list, err
	}
	return slices.DeleteFunc(list, func(f model.MailFolder) bool { return f.IsHidden }), err
}

func (a *Area) getFolder(r *rest.Request) (rest.Reply, error) {
	var f model.MailFolder
	err := a.read(r, func(tx *store.Tx, mailbox int64) error {
		var err error
		f, err = tx.Folder(mailbox, r.Key("folder"))
		return err
	})
	if err != nil {
		return rest.Reply{}, err
	}
	return rest.One(r, a.folders, &f, a.below(r))
}

// below brings the folders in those that are shown, when they are asked for:
// those that a list of them shows.
func (a *Area) below(r *rest.Request) rest.Fill[model.MailFolder] {
	return rest.Below(a.folders, "childFolders", func(f *model.MailFolder) *[]model.MailFolder { return &f.ChildFolders },
		func(f *model.MailFolder) ([]model.MailFolder, error) { return a.foldersIn(r, f.ID) })
}

// folderBody is the body of a change.
type folderBody struct {
	DisplayName    *string `json:"displayName" max:"255"` // as of model.MailFolder
	ParentFolderID *string `json:"parentFolderId"`
}

func (a *Area) createFolder(r *rest.Request) (rest.Reply, error) {
	var given model.MailFolder
	if err := r.Decode(&given); err != nil {
		return rest.Reply{}, err
	}
	name, err := folderName(&given.DisplayName)
	if err != nil {
		return rest.Reply{}, err
	}
	var f model.MailFolder
	err = a.write(r, func(tx *store.Tx, mailbox int64) error {
		var err error
		f, err = tx.AddFolder(mailbox, r.Key("folder"), name, given.IsHidden)
		return err
	})
	return rest.Created(f), err
}

func folderName(given *string) (string, error) {
	if given == nil || strings.TrimSpace(*given) == "" {
		return "", rest.BadProperty("displayName", "a folder needs a name")
	}
	return strings.TrimSpace(*given), nil
}

func (a *Area) updateFolder(r *rest.Request) (rest.Reply, error) {
	o, err := r.Object()
	if err != nil {
		return rest.Reply{}, err
	}
	if err := o.Only("displayName", "parentFolderId"); err != nil {
		return rest.Reply{}, err
	}
	var body folderBody
	if err := o.Into(&body); err != nil {
		return rest.Reply{}, err
	}
	return a.changeFolder(r, body, rest.OK)
}

// moveFolder is the action: {destinationId}, 201 with the folder.
func (a *Area) moveFolder(r *rest.Request) (rest.Reply, error) {
	to, err := destination(r)
	if err != nil {
		return rest.Reply{}, err
	}
	return a.changeFolder(r, folderBody{ParentFolderID: &to}, rest.Created)
}

func (a *Area) changeFolder(r *rest.Request, body folderBody, reply func(any) rest.Reply) (rest.Reply, error) {
	var f model.MailFolder
	err := a.write(r, func(tx *store.Tx, mailbox int64) error {
		var err error
		if f, err = tx.Folder(mailbox, r.Key("folder")); err != nil {
			return err
		}
		name, parent := f.DisplayName, f.ParentFolderID
		if body.DisplayName != nil {
			if name, err = folderName(body.DisplayName); err != nil {
				return err
			}
		}
		if body.ParentFolderID != nil {
			parent = *body.ParentFolderID
		}
		if name == f.DisplayName && parent == f.ParentFolderID {
			return nil
		}
		f, err = tx.ChangeFolder(mailbox, f.ID, name, parent)
		return err
	})
	return reply(f), err
}

func (a *Area) deleteFolder(r *rest.Request) (rest.Reply, error) {
	err := a.write(r, func(tx *store.Tx, mailbox int64) error {
		return tx.DeleteFolder(mailbox, r.Key("folder"))
	})
	return rest.NoContent(), err
}
