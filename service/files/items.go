package files

import (
	"encoding/json"
	"errors"
	"strings"
	"unicode"
	"unicode/utf8"

	"daybook/model"
	"daybook/service/rest"
	"daybook/service/store"
	"daybook/service/uploads"
)

// childrenPage is how many items a page has when nothing is asked.
const childrenPage = 200

// itemKey is the item that the path names: the root when it names none.
func itemKey(r *rest.Request) string {
	if key := r.Key("item"); key != "" {
		return key
	}
	return "root"
}

// itemAt is the id of the item that the path names: below an item or the root
// by the names that lead to it, when there are any.
func itemAt(tx *store.Tx, mailbox int64, r *rest.Request) (string, error) {
	return below(tx, mailbox, itemKey(r), r.Key("name"))
}

// below follows a path of names from an item.
func below(tx *store.Tx, mailbox int64, at, path string) (string, error) {
	for name := range strings.SplitSeq(path, "/") {
		if name == "" {
			continue
		}
		child, found, err := driveChild(tx, mailbox, at, name)
		var refused *model.Error // below a file there is nothing
		if err != nil && !errors.As(err, &refused) {
			return "", err
		}
		if !found {
			return "", model.Errorf(model.CodeNotFound, "nothing has the path %q: there is no %q", path, name)
		}
		at = child.ID
	}
	return at, nil
}

func (a *Area) getDrive(r *rest.Request, tx *store.Tx, mailbox int64) (rest.Reply, error) {
	d, err := Drive(tx, mailbox)
	if err != nil {
		return rest.Reply{}, err
	}
	return rest.One(r, a.drives, &d)
}

func (a *Area) getItem(r *rest.Request, tx *store.Tx, mailbox int64) (rest.Reply, error) {
	id, err := itemAt(tx, mailbox, r)
	if err != nil {
		return rest.Reply{}, err
	}
	d, err := DriveItem(tx, mailbox, id)
	if err != nil {
		return rest.Reply{}, err
	}
	return rest.One(r, a.items, &d, a.below(tx, mailbox))
}

func (a *Area) listChildren(r *rest.Request, tx *store.Tx, mailbox int64) (rest.Reply, error) {
	id, err := itemAt(tx, mailbox, r)
	if err != nil {
		return rest.Reply{}, err
	}
	list, err := driveChildren(tx, mailbox, id)
	if err != nil {
		return rest.Reply{}, err
	}
	return rest.List(r, a.items, list, childrenPage, a.below(tx, mailbox))
}

// below brings what is in folders, when it is asked for. Nothing is in a file.
func (a *Area) below(tx *store.Tx, mailbox int64) rest.Fill[model.DriveItem] {
	return rest.Below(a.items, "children", func(d *model.DriveItem) *[]model.DriveItem { return &d.Children },
		func(d *model.DriveItem) ([]model.DriveItem, error) {
			if d.Folder == nil {
				return nil, nil
			}
			return driveChildren(tx, mailbox, d.ID)
		})
}

// createItem makes a folder, or with a file object an empty file (part 4.4).
func (a *Area) createItem(r *rest.Request, tx *store.Tx, mailbox int64, in model.DriveItem) (rest.Reply, error) {
	if err := checkName(in.Name); err != nil {
		return rest.Reply{}, err
	}
	if (in.Folder == nil) == (in.File == nil) {
		return rest.Reply{}, rest.BadProperty("folder", "an empty object makes a folder; it is required")
	}
	conflict, err := conflictOf(in.ConflictBehavior, ConflictFail)
	if err != nil {
		return rest.Reply{}, err
	}
	parent, err := itemAt(tx, mailbox, r)
	if err != nil {
		return rest.Reply{}, err
	}
	n := NewDriveItem{Parent: parent, Name: in.Name, By: r.Caller.UserID, OnConflict: conflict}
	if in.File != nil {
		n.Content, n.MimeType = uploads.Held(tx, nil), mimeOf(in.Name, in.File.MimeType)
	}
	made, _, err := AddDriveItem(tx, mailbox, n)
	return rest.Created(made), err
}

// conflictProperty says in a body or a query what becomes of a name that is
// taken.
const conflictProperty = "@microsoft.graph.conflictBehavior"

func conflictOf(value string, otherwise Conflict) (Conflict, error) {
	if value == "" {
		return otherwise, nil
	}
	c, err := rest.Enum(conflictProperty, value, string(ConflictFail), string(ConflictRename), string(ConflictReplace))
	return Conflict(c), err
}

// checkName refuses what no file system would take, so that a drive can be
// copied to any.
func checkName(name string) error {
	const forbidden = `"*:<>?/\|`
	maxName := model.MaxOf(model.DriveItem{}, "name").Chars
	switch {
	case name == "":
		return rest.BadProperty("name", "is required")
	case !utf8.ValidString(name) || utf8.RuneCountInString(name) > maxName:
		return rest.BadProperty("name", "is longer than %d characters", maxName)
	case strings.ContainsAny(name, forbidden) || strings.ContainsFunc(name, unicode.IsControl):
		return rest.BadProperty("name", `%q has a control character or one of %s in it`, name, forbidden)
	case strings.TrimSpace(name) != name || strings.HasSuffix(name, "."):
		return rest.BadProperty("name", "%q begins or ends with a space, or ends with a full stop", name)
	}
	return nil
}

// itemChange is what a PATCH changes, and the drive that it moves to, "" when
// it names none.
type itemChange struct {
	driveItemChange
	drive string
}

// updateItem renames and moves.
func (a *Area) updateItem(r *rest.Request, tx *store.Tx, mailbox int64, to itemChange) (rest.Reply, error) {
	own, err := Drive(tx, mailbox)
	if err != nil {
		return rest.Reply{}, err
	}
	if to.drive != "" && to.drive != own.ID {
		return rest.Reply{}, rest.BadProperty("parentReference/driveId", "an item stays in its drive")
	}
	if err := checkMatch(tx, r, mailbox); err != nil {
		return rest.Reply{}, err
	}
	changed, err := changeDriveItem(tx, mailbox, itemKey(r), to.driveItemChange)
	return rest.OK(changed), err
}

func readChange(r *rest.Request) (c itemChange, err error) {
	c.By = r.Caller.UserID
	body, err := r.Object()
	if err != nil {
		return c, err
	}
	if err := body.Only("name", "parentReference"); err != nil {
		return c, err
	}
	if body.Has("name") {
		if err := body.Text("name", &c.Name); err != nil {
			return c, err
		}
		if err := checkName(c.Name); err != nil {
			return c, err
		}
	}
	if body.Has("parentReference") {
		var to model.ItemReference
		if err := json.Unmarshal(body.Raw("parentReference"), &to); err != nil || to.ID == "" {
			return c, rest.BadProperty("parentReference/id", "the id of a folder belongs here")
		}
		c.Parent, c.drive = to.ID, to.DriveID
	}
	var behavior string
	if body.Has(conflictProperty) {
		if err := body.Text(conflictProperty, &behavior); err != nil {
			return c, err
		}
	}
	c.OnConflict, err = conflictOf(behavior, ConflictFail)
	return c, err
}

func (a *Area) deleteItem(r *rest.Request, tx *store.Tx, mailbox int64) (rest.Reply, error) {
	if err := checkMatch(tx, r, mailbox); err != nil {
		return rest.Reply{}, err
	}
	return rest.NoContent(), deleteDriveItem(tx, mailbox, itemKey(r))
}

// checkMatch holds If-Match against the item of the path.
func checkMatch(tx *store.Tx, r *rest.Request, mailbox int64) error {
	if r.Header.Get("If-Match") == "" {
		return nil
	}
	d, err := DriveItem(tx, mailbox, itemKey(r))
	if err != nil {
		return err
	}
	return r.CheckMatch(changeKeyOf(d.ETag))
}

func changeKeyOf(etag string) string { return strings.Trim(strings.TrimPrefix(etag, "W/"), `"`) }
