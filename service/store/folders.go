package store

import (
	"cmp"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"slices"

	"daybook/model"
)

// FolderRoot is the well-known name of the folder that holds the top folders.
const FolderRoot = "msgfolderroot"

// wellKnownTitles are the names that new well-known folders are given.
var wellKnownTitles = map[string]string{
	FolderRoot:            "Top of Information Store",
	model.FolderInbox:     "Inbox",
	model.FolderDrafts:    "Drafts",
	model.FolderSentItems: "Sent Items",
	model.FolderArchive:   "Archive",
	model.FolderDeleted:   "Deleted Items",
	model.FolderJunk:      "Junk Email",
	model.FolderOutbox:    "Outbox",
}

// afterWellKnown is the position of every folder that a person made.
const afterWellKnown = 100

// addWellKnownFolders makes the folders every user's mailbox has.
func (tx *Tx) addWellKnownFolders(mailbox int64) error {
	root := tx.NewID()
	roles := append([]string{FolderRoot}, model.WellKnownFolders()...)
	for i, role := range roles {
		f := folderRow{position: i}
		f.ID, f.ParentFolderID = tx.NewID(), root
		if role == FolderRoot {
			f.ID, f.ParentFolderID = root, ""
		}
		f.DisplayName, f.WellKnownName = wellKnownTitles[role], role
		if err := tx.insertFolder(mailbox, &f); err != nil {
			return err
		}
	}
	return nil
}

func (tx *Tx) insertFolder(mailbox int64, f *folderRow) error {
	if err := folderTable.Add(tx, mailbox, f); err != nil {
		return fmt.Errorf("add folder %q: %w", f.DisplayName, err)
	}
	return tx.countChildren(mailbox, f.ParentFolderID, +1)
}

func (tx *Tx) countChildren(mailbox int64, parent string, by int) error {
	var role string
	err := tx.QueryRow(`UPDATE folders SET children = children + ? WHERE mailbox_id = ? AND id = ? RETURNING well_known`, by, mailbox, parent).Scan(&role)
	switch {
	case errors.Is(err, sql.ErrNoRows) || err == nil && role == FolderRoot:
		return nil
	case err != nil:
		return fmt.Errorf("count child folders: %w", err)
	}
	_, err = tx.Record(mailbox, ItemFolder, "", parent, Written)
	return err
}

// folderRow is a row of folders.
type folderRow struct {
	model.MailFolder
	position int
}

// folderTable is where a mail folder is kept.
var folderTable = TableOf("folders", "f",
	Column[folderRow]{Name: "id", At: func(r *folderRow) any { return &r.ID }},
	Column[folderRow]{Name: "name", At: func(r *folderRow) any { return &r.DisplayName }, Fold: "name_key", Part: PartChanged},
	Column[folderRow]{Name: "parent_id", At: func(r *folderRow) any { return &r.ParentFolderID }, Part: PartChanged},
	Column[folderRow]{Name: "children", At: func(r *folderRow) any { return &r.ChildFolderCount }},
	Column[folderRow]{Name: "unread", At: func(r *folderRow) any { return &r.UnreadItemCount }},
	Column[folderRow]{Name: "total", At: func(r *folderRow) any { return &r.TotalItemCount }},
	Column[folderRow]{Name: "is_hidden", At: func(r *folderRow) any { return &r.IsHidden }},
	Column[folderRow]{Name: "well_known", At: func(r *folderRow) any { return &r.WellKnownName }},
	Column[folderRow]{Name: "position", Value: func(r *folderRow) any { return r.position }},
)

func scanFolder(row Row) (model.MailFolder, error) {
	var r folderRow
	err := row.Scan(folderTable.Into(&r)...)
	return r.MailFolder, err
}

// Folder finds a folder by id or well-known name, the latter in any case.
func (tx *Tx) Folder(mailbox int64, key string) (model.MailFolder, error) {
	f, err := scanFolder(tx.QueryRow(`SELECT `+folderTable.Bare+` FROM folders WHERE mailbox_id = ? AND id = ?`, mailbox, key))
	if errors.Is(err, sql.ErrNoRows) && key != "" {
		f, err = scanFolder(tx.QueryRow(`SELECT `+folderTable.Bare+` FROM folders WHERE mailbox_id = ? AND well_known = ?`, mailbox, fold(key)))
	}
	if errors.Is(err, sql.ErrNoRows) {
		return f, noFolder(key)
	}
	if err != nil {
		return f, fmt.Errorf("read folder %s: %w", key, err)
	}
	return f, nil
}

func noFolder(key string) error {
	return model.Errorf(model.CodeNotFound, "no mail folder has the id or well-known name %q", key)
}

// Folders lists the folders under a parent, by id: well-known ones first, in
// their order, then the others by name. The key "" means the top folders: for
// a visitor, those above which nothing is shared.
func (tx *Tx) Folders(mailbox int64, parent string) ([]model.MailFolder, error) {
	shared, all := tx.SharedItems(mailbox)
	if parent == "" && !all {
		return tx.sharedTops(mailbox, shared)
	}
	if parent == "" {
		parent = FolderRoot
	}
	p, err := tx.Folder(mailbox, parent)
	if err != nil {
		return nil, err
	}
	return tx.foldersWhere(`mailbox_id = ? AND parent_id = ? ORDER BY position, name_key`, mailbox, p.ID)
}

// sharedTops are the folders among those that are shared whose parent is not.
func (tx *Tx) sharedTops(mailbox int64, shared []string) ([]model.MailFolder, error) {
	all, err := tx.foldersWhere(`mailbox_id = ? AND well_known <> ? ORDER BY position, name_key`, mailbox, FolderRoot)
	if err != nil {
		return nil, err
	}
	root, err := tx.Folder(mailbox, FolderRoot)
	return slices.DeleteFunc(all, func(f model.MailFolder) bool {
		return !slices.Contains(shared, f.ID) || f.ParentFolderID != root.ID && slices.Contains(shared, f.ParentFolderID)
	}), err
}

func (tx *Tx) foldersWhere(where string, args ...any) ([]model.MailFolder, error) {
	return All(tx, scanFolder, `SELECT `+folderTable.Bare+` FROM folders WHERE `+where, args...)
}

// AddFolder makes a folder under a parent ("" for the top). A name that is
// taken there is a *model.Error of CodeNameConflict.
func (tx *Tx) AddFolder(mailbox int64, parent, name string, hidden bool) (model.MailFolder, error) {
	if parent == "" {
		parent = FolderRoot
	}
	p, err := tx.Folder(mailbox, parent)
	if err != nil {
		return p, err
	}
	if err := tx.requireFreeName(mailbox, p.ID, name, ""); err != nil {
		return p, err
	}
	f := folderRow{position: afterWellKnown}
	f.ID, f.ParentFolderID, f.DisplayName, f.IsHidden = tx.NewID(), p.ID, name, hidden
	if err := tx.insertFolder(mailbox, &f); err != nil {
		return p, err
	}
	if _, err := tx.Record(mailbox, ItemFolder, "", f.ID, Written); err != nil {
		return p, err
	}
	return tx.Folder(mailbox, f.ID)
}

func (tx *Tx) requireFreeName(mailbox int64, parent, name, except string) error {
	var n int
	err := tx.QueryRow(`SELECT count(*) FROM folders WHERE mailbox_id = ? AND parent_id = ? AND name_key = ? AND id <> ?`,
		mailbox, parent, fold(name), except).Scan(&n)
	if err != nil {
		return fmt.Errorf("look for folder %q: %w", name, err)
	}
	if n > 0 {
		return model.Errorf(model.CodeNameConflict, "there is a folder named %q already", name)
	}
	return nil
}

// ChangeFolder renames a folder and moves it under another parent. A
// well-known folder stays as it is, and none goes under itself.
func (tx *Tx) ChangeFolder(mailbox int64, key, name, parent string) (model.MailFolder, error) {
	f, err := tx.Folder(mailbox, key)
	if err != nil {
		return f, err
	}
	if f.WellKnownName != "" {
		return f, model.Errorf(model.CodeInvalidRequest, "the folder %s cannot be renamed or moved", f.WellKnownName)
	}
	target, err := tx.Folder(mailbox, parent)
	if err != nil {
		return f, err
	}
	if under, err := tx.isUnder(mailbox, target, f.ID); err != nil || under {
		if err == nil {
			err = model.Errorf(model.CodeInvalidRequest, "the folder %q cannot be moved under itself", f.DisplayName)
		}
		return f, err
	}
	if err := tx.requireFreeName(mailbox, target.ID, name, f.ID); err != nil {
		return f, err
	}
	r := folderRow{MailFolder: f}
	r.ParentFolderID, r.DisplayName = target.ID, name
	if err := folderTable.Update(tx, mailbox, f.ID, &r, PartChanged); err != nil {
		return f, fmt.Errorf("change folder %s: %w", f.ID, err)
	}
	if target.ID != f.ParentFolderID {
		if err := errors.Join(tx.countChildren(mailbox, f.ParentFolderID, -1), tx.countChildren(mailbox, target.ID, +1)); err != nil {
			return f, err
		}
	}
	if _, err := tx.Record(mailbox, ItemFolder, "", f.ID, Written); err != nil {
		return f, err
	}
	return tx.Folder(mailbox, f.ID)
}

// isUnder reports whether folder at is the folder id or lies below it.
func (tx *Tx) isUnder(mailbox int64, at model.MailFolder, id string) (bool, error) {
	for {
		if at.ID == id {
			return true, nil
		}
		if at.ParentFolderID == "" {
			return false, nil
		}
		var err error
		if at, err = tx.Folder(mailbox, at.ParentFolderID); err != nil {
			return false, err
		}
	}
}

// DeleteFolder moves a folder with all it holds into deleteditems; one that
// is there already is gone for good, with its messages and folders.
func (tx *Tx) DeleteFolder(mailbox int64, key string) error {
	f, err := tx.Folder(mailbox, key)
	if err != nil {
		return err
	}
	if f.WellKnownName != "" {
		return model.Errorf(model.CodeInvalidRequest, "the folder %s cannot be deleted", f.WellKnownName)
	}
	trash, err := tx.Folder(mailbox, model.FolderDeleted)
	if err != nil {
		return err
	}
	gone, err := tx.isUnder(mailbox, f, trash.ID)
	if err != nil {
		return err
	}
	if gone {
		return tx.eraseFolder(mailbox, f)
	}
	name, err := tx.freeName(mailbox, trash.ID, f.DisplayName)
	if err != nil {
		return err
	}
	_, err = tx.ChangeFolder(mailbox, f.ID, name, trash.ID)
	return err
}

// freeName is name, or name with the first number that is free.
func (tx *Tx) freeName(mailbox int64, parent, name string) (string, error) {
	try := name
	for n := 2; ; n++ {
		err := tx.requireFreeName(mailbox, parent, try, "")
		if !errors.Is(err, &model.Error{Code: model.CodeNameConflict}) {
			return try, err
		}
		try = fmt.Sprintf("%s (%d)", name, n)
	}
}

func (tx *Tx) eraseFolder(mailbox int64, f model.MailFolder) error {
	children, err := tx.Folders(mailbox, f.ID)
	if err != nil {
		return err
	}
	for _, c := range children {
		if err := tx.eraseFolder(mailbox, c); err != nil {
			return err
		}
	}
	ids, err := tx.Texts(`SELECT id FROM messages WHERE mailbox_id = ? AND folder_id = ?`, mailbox, f.ID)
	if err != nil {
		return err
	}
	for _, id := range ids {
		if err := tx.EraseMessage(mailbox, id); err != nil {
			return err
		}
	}
	if _, err := tx.Exec(`DELETE FROM folders WHERE mailbox_id = ? AND id = ?`, mailbox, f.ID); err != nil {
		return fmt.Errorf("delete folder %s: %w", f.ID, err)
	}
	if _, err := tx.Exec(`DELETE FROM shared_items WHERE mailbox_id = ? AND area = ? AND item_id = ?`, mailbox, fold(AreaMail), f.ID); err != nil {
		return fmt.Errorf("delete folder %s: %w", f.ID, err)
	}
	if err := tx.countChildren(mailbox, f.ParentFolderID, -1); err != nil {
		return err
	}
	_, err = tx.Record(mailbox, ItemFolder, "", f.ID, Deleted)
	return err
}

// AllFolders lists the folders of all levels, without the one that holds them.
func (tx *Tx) AllFolders(mailbox int64) ([]model.MailFolder, error) {
	return tx.foldersWhere(`mailbox_id = ? AND well_known <> ?`, mailbox, FolderRoot)
}

// FolderChanges is Changes for the folders: their messages count, of which
// folders tell how many there are.
func (tx *Tx) FolderChanges(mailbox, since int64, limit int) ([]Change, error) {
	list, err := tx.changes(mailbox, since, ItemFolder, "", "")
	if err != nil {
		return nil, err
	}
	newest := map[string]Change{}
	for _, c := range list {
		newest[c.ItemID] = c
	}
	counted, err := All(tx, func(row Row) (Change, error) {
		c := Change{Op: Written, Known: true}
		err := row.Scan(&c.ItemID, &c.Seq)
		return c, err
	}, `SELECT id, last FROM (SELECT f.id, (SELECT max(c.seq) FROM changes c WHERE c.mailbox_id = f.mailbox_id AND c.kind = ? AND c.container = f.id) AS last
		FROM folders f WHERE f.mailbox_id = ?) AS counted WHERE last > ?`, ItemMessage, mailbox, since)
	if err != nil {
		return nil, err
	}
	for _, c := range counted {
		if c.Seq > newest[c.ItemID].Seq {
			newest[c.ItemID] = c
		}
	}
	list = slices.SortedFunc(maps.Values(newest), func(a, b Change) int { return cmp.Compare(a.Seq, b.Seq) })
	return list[:min(limit, len(list))], nil
}

// countMessages adjusts the counts of a folder.
func (tx *Tx) countMessages(mailbox int64, folder string, total, unread int) error {
	if total == 0 && unread == 0 {
		return nil
	}
	_, err := tx.Exec(`UPDATE folders SET total = total + ?, unread = unread + ? WHERE mailbox_id = ? AND id = ?`,
		total, unread, mailbox, folder)
	if err != nil {
		return fmt.Errorf("count messages: %w", err)
	}
	return nil
}

// InFolder reports whether the folder id is the folder above, or below it.
func (tx *Tx) InFolder(mailbox int64, id, above string) (bool, error) {
	f, err := tx.Folder(mailbox, id)
	if err != nil {
		return false, err
	}
	return tx.isUnder(mailbox, f, above)
}
