package files

import (
	"database/sql"
	"errors"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"daybook/model"
	"daybook/service/odata"
	"daybook/service/store"
	"daybook/service/uploads"
)

// Conflict says what becomes of a name that is taken.
type Conflict string

// The behaviours. Replacing keeps a folder with what is in it, and gives a
// file the new content; neither takes the place of the other.
const (
	ConflictFail    Conflict = "fail"
	ConflictRename  Conflict = "rename"
	ConflictReplace Conflict = "replace"
)

// NewDriveItem is a folder, or a file when Content is set. By is the public
// id of who makes it; a zero Modified is now.
type NewDriveItem struct {
	Parent     string // "root", or an id
	Name       string
	MimeType   string
	Content    *uploads.Content
	By         string
	Modified   time.Time
	OnConflict Conflict
}

// AddDriveItem makes an item, or replaces the one of that name. made is false
// when it was there before. A name that is taken is a CodeNameConflict, a
// drive that is full a CodeQuota.
func AddDriveItem(tx *store.Tx, mailbox int64, n NewDriveItem) (item model.DriveItem, made bool, err error) {
	parent, err := driveFolder(tx, mailbox, n.Parent)
	if err != nil {
		return item, false, err
	}
	line, err := driveLine(tx, mailbox, parent.ID)
	if err != nil {
		return item, false, err
	}
	if len(line) > maxDriveDepth {
		return item, false, model.Errorf(model.CodeInvalidRequest, "%q is %d folders deep, and nothing can be made below that", parent.Name, maxDriveDepth)
	}
	if n.Modified.IsZero() {
		n.Modified = tx.Now()
	}
	old, taken, err := childNamed(tx, mailbox, parent.ID, n.Name)
	switch {
	case err != nil:
		return item, false, err
	case taken && n.OnConflict == ConflictRename:
		n.Name, err = freeDriveName(tx, mailbox, parent.ID, n.Name)
		taken = false
	case taken && (n.OnConflict != ConflictReplace || (old.Folder != nil) != (n.Content == nil)):
		err = nameTaken(old)
	}
	if err != nil {
		return item, false, err
	}
	if taken {
		item, err = replaceDriveItem(tx, mailbox, old, n)
		return item, false, err
	}
	item, err = insertDriveItem(tx, mailbox, parent.ID, n)
	return item, true, err
}

func nameTaken(d driveRow) error {
	kind := "file"
	if d.Folder != nil {
		kind = "folder"
	}
	return model.Errorf(model.CodeNameConflict, "there is a %s named %q already", kind, d.Name)
}

func childNamed(tx *store.Tx, mailbox int64, parent, name string) (driveRow, bool, error) {
	d, err := scanDriveRow(tx.QueryRow(driveColumns+`WHERE i.mailbox_id = ? AND i.parent_id = ? AND i.name_key = ?`, mailbox, parent, odata.Fold(name)))
	if errors.Is(err, sql.ErrNoRows) {
		return d, false, nil
	}
	return d, err == nil, err
}

// freeDriveName finds the first of "name 1.txt", "name 2.txt", ... that is free.
func freeDriveName(tx *store.Tx, mailbox int64, parent, name string) (string, error) {
	ext := path.Ext(name)
	for i := 1; ; i++ {
		try := strings.TrimSuffix(name, ext) + " " + strconv.Itoa(i) + ext
		if _, taken, err := childNamed(tx, mailbox, parent, try); err != nil || !taken {
			return try, err
		}
	}
}

func insertDriveItem(tx *store.Tx, mailbox int64, parent string, n NewDriveItem) (model.DriveItem, error) {
	seq, err := tx.NextSeq(mailbox)
	if err != nil {
		return model.DriveItem{}, err
	}
	at, by := n.Modified.UnixMilli(), model.Identity{ID: n.By}
	r := driveRow{parent: parent, isFolder: n.Content == nil, mimeType: n.MimeType, seq: seq, created: at, modified: at, by: by, last: by}
	r.ID, r.Name = tx.NewID(), n.Name
	if n.Content != nil {
		r.contentID, r.Size = n.Content.ID, n.Content.Size
		if err := uploads.Keep(tx, mailbox, n.Content); err != nil {
			return model.DriveItem{}, err
		}
	}
	if err = driveTable.Add(tx, mailbox, &r); err == nil {
		err = growFolders(tx, mailbox, parent, r.Size, 1)
	}
	if err != nil {
		return model.DriveItem{}, fmt.Errorf("make drive item %q: %w", n.Name, err)
	}
	return DriveItem(tx, mailbox, r.ID)
}

func replaceDriveItem(tx *store.Tx, mailbox int64, old driveRow, n NewDriveItem) (model.DriveItem, error) {
	if n.Content == nil {
		return DriveItem(tx, mailbox, old.ID)
	}
	seq, err := tx.NextSeq(mailbox)
	if err != nil {
		return model.DriveItem{}, err
	}
	if err := uploads.Keep(tx, mailbox, n.Content); err != nil {
		return model.DriveItem{}, err
	}
	r := old
	r.Size, r.mimeType, r.contentID = n.Content.Size, n.MimeType, n.Content.ID
	r.seq, r.modified, r.last.ID = seq, n.Modified.UnixMilli(), n.By
	if err = driveTable.Update(tx, mailbox, old.ID, &r, store.PartChanged); err == nil {
		err = uploads.DropContent(tx, mailbox, old.contentID)
	}
	if err == nil {
		err = growFolders(tx, mailbox, old.parent, n.Content.Size-old.Size, 0)
	}
	if err != nil {
		return model.DriveItem{}, fmt.Errorf("replace %q: %w", n.Name, err)
	}
	return DriveItem(tx, mailbox, old.ID)
}

// growFolders adds to the number of a folder's children, and to its size and
// those of the folders it is in.
func growFolders(tx *store.Tx, mailbox int64, folder string, size int64, children int) error {
	_, err := tx.Exec(`UPDATE drive_items SET children = children + ? WHERE mailbox_id = ? AND id = ?`, children, mailbox, folder)
	if err != nil || size == 0 {
		return err
	}
	line, err := driveLine(tx, mailbox, folder)
	if err != nil {
		return err
	}
	for _, step := range line {
		var total int64
		err := tx.QueryRow(`UPDATE drive_items SET size = size + ? WHERE mailbox_id = ? AND id = ? RETURNING size`, size, mailbox, step.id).Scan(&total)
		if err != nil {
			return err
		}
		if size > 0 && total > driveQuota {
			return model.Errorf(model.CodeQuota, "the drive has no room for it: its files may have %d bytes together", int64(driveQuota))
		}
	}
	return nil
}

// driveItemChange renames an item (Name) and moves it into another folder
// (Parent); what is empty stays.
type driveItemChange struct {
	Name, Parent, By string
	OnConflict       Conflict
}

// changeDriveItem renames and moves. The root stays, and no folder goes into
// itself. Replacing what is there is not possible: that is a CodeNameConflict.
func changeDriveItem(tx *store.Tx, mailbox int64, key string, c driveItemChange) (model.DriveItem, error) {
	d, err := findDriveRow(tx, mailbox, key)
	if err != nil {
		return d.DriveItem, err
	}
	if d.Root != nil {
		return d.DriveItem, model.Errorf(model.CodeInvalidRequest, "the root of a drive can be neither renamed nor moved")
	}
	name, parent := d.Name, d.parent
	if c.Name != "" {
		name = c.Name
	}
	if c.Parent != "" {
		if parent, err = placeFor(tx, mailbox, d, c.Parent); err != nil {
			return d.DriveItem, err
		}
	}
	other, taken, err := childNamed(tx, mailbox, parent, name)
	switch {
	case err == nil && taken && other.ID != d.ID && c.OnConflict == ConflictRename:
		name, err = freeDriveName(tx, mailbox, parent, name)
	case err == nil && taken && other.ID != d.ID:
		err = nameTaken(other)
	}
	if err != nil {
		return d.DriveItem, err
	}
	seq, err := tx.NextSeq(mailbox)
	if err != nil {
		return d.DriveItem, err
	}
	r := d
	r.parent, r.Name, r.seq, r.modified, r.last.ID = parent, name, seq, tx.Now().UnixMilli(), c.By
	err = driveTable.Update(tx, mailbox, d.ID, &r, store.PartChanged)
	if err == nil && parent != d.parent {
		if err = growFolders(tx, mailbox, d.parent, -d.Size, -1); err == nil {
			err = growFolders(tx, mailbox, parent, d.Size, 1)
		}
	}
	if err != nil {
		return d.DriveItem, fmt.Errorf("change drive item %s: %w", d.ID, err)
	}
	return DriveItem(tx, mailbox, d.ID)
}

// placeFor is the id of the folder that an item is to move into.
func placeFor(tx *store.Tx, mailbox int64, d driveRow, key string) (string, error) {
	to, err := driveFolder(tx, mailbox, key)
	if err != nil {
		return "", err
	}
	line, err := driveLine(tx, mailbox, to.ID)
	if err != nil {
		return "", err
	}
	if slices.ContainsFunc(line, func(s driveStep) bool { return s.id == d.ID }) {
		return "", model.Errorf(model.CodeInvalidRequest, "%q cannot be moved into itself or a folder in it", d.Name)
	}
	if len(line) > maxDriveDepth {
		return "", model.Errorf(model.CodeInvalidRequest, "%q is %d folders deep, and nothing can be moved below that", to.Name, maxDriveDepth)
	}
	return to.ID, nil
}

// deleteDriveItem removes an item, a folder with all that is in it. The root
// stays.
func deleteDriveItem(tx *store.Tx, mailbox int64, key string) error {
	d, err := findDriveRow(tx, mailbox, key)
	if err != nil {
		return err
	}
	if d.Root != nil {
		return model.Errorf(model.CodeInvalidRequest, "the root of a drive cannot be deleted")
	}
	const tree = `WITH RECURSIVE tree (id) AS (SELECT id FROM drive_items WHERE mailbox_id = ?1 AND id = ?2 UNION ALL
		SELECT i.id FROM tree JOIN drive_items i ON i.mailbox_id = ?1 AND i.parent_id = tree.id) `
	_, err = tx.Exec(tree+`DELETE FROM file_pieces WHERE mailbox_id = ?1 AND content_id IN (
		SELECT i.content_id FROM tree JOIN drive_items i ON i.mailbox_id = ?1 AND i.id = tree.id)`, mailbox, d.ID)
	if err == nil {
		_, err = tx.Exec(tree+`DELETE FROM drive_items WHERE mailbox_id = ?1 AND id IN (SELECT id FROM tree)`, mailbox, d.ID)
	}
	if err == nil {
		err = growFolders(tx, mailbox, d.parent, -d.Size, -1)
	}
	if err != nil {
		return fmt.Errorf("delete drive item %s: %w", d.ID, err)
	}
	return nil
}

// driveChild finds an item of a folder by its name, in any letter case.
func driveChild(tx *store.Tx, mailbox int64, parent, name string) (item model.DriveItem, found bool, err error) {
	p, err := driveFolder(tx, mailbox, parent)
	if err != nil {
		return item, false, err
	}
	d, found, err := childNamed(tx, mailbox, p.ID, name)
	return d.DriveItem, found, err
}
