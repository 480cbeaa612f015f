package files

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"daybook/model"
	"daybook/service/store"
	"daybook/service/uploads"
)

const (
	// driveQuota is how many bytes the files of one drive may have together.
	driveQuota = 5 << 30
	// maxDriveDepth is how many folders deep an item may be made.
	maxDriveDepth = 128
)

// drivePrefix makes the id of a drive from that of its mailbox, which is why
// a drive needs no row.
const drivePrefix = "drive-"

// DriveOwner returns the id of the user or group that a drive belongs to,
// "" for what is no drive's id.
func DriveOwner(drive string) string {
	owner, ok := strings.CutPrefix(drive, drivePrefix)
	if !ok {
		return ""
	}
	return owner
}

// Drive returns the drive of a mailbox.
func Drive(tx *store.Tx, mailbox int64) (model.Drive, error) {
	var owner model.Identity
	var kind string
	var d model.Drive
	var used, seq int64
	err := tx.QueryRow(`SELECT m.id, m.kind, m.display_name, i.size, i.seq FROM mailboxes m
		JOIN drive_items i ON i.mailbox_id = m.mailbox_id AND i.parent_id = '' WHERE m.mailbox_id = ?`, mailbox).
		Scan(&owner.ID, &kind, &owner.DisplayName, &used, &seq)
	if err != nil {
		return d, fmt.Errorf("read a drive: %w", err)
	}
	d.ID, d.ETag, d.Name, d.DriveType = drivePrefix+owner.ID, store.ETag(seq), "Files", "business"
	if kind == store.KindGroup {
		d.DriveType = "documentLibrary"
	}
	d.Owner = &model.IdentitySet{User: &owner}
	d.Quota = &model.DriveQuota{Used: used, Total: driveQuota, Remaining: max(0, driveQuota-used), State: "normal"}
	return d, nil
}

// Tables is what the drives add to a store.
var Tables = store.Area{NewMailbox: addDriveRoot}

// addDriveRoot makes the folder that a drive begins with.
func addDriveRoot(tx *store.Tx, mailbox int64, m store.Mailbox) error {
	owner, now := model.Identity{ID: m.ID}, tx.Now().UnixMilli()
	r := driveRow{isFolder: true, created: now, modified: now, by: owner, last: owner}
	r.ID, r.Name = tx.NewID(), "root"
	if err := driveTable.Add(tx, mailbox, &r); err != nil {
		return fmt.Errorf("make the drive of %s: %w", m.ID, err)
	}
	return nil
}

// driveRow is an item as it is kept.
type driveRow struct {
	model.DriveItem
	parent, contentID, mimeType string
	isFolder                    bool
	children                    int
	seq, created, modified      int64
	by, last                    model.Identity
}

// driveTable is where an item is kept.
var driveTable = store.TableOf("drive_items", "i",
	store.Column[driveRow]{Name: "id", At: func(r *driveRow) any { return &r.ID }},
	store.Column[driveRow]{Name: "parent_id", At: func(r *driveRow) any { return &r.parent }, Part: store.PartChanged},
	store.Column[driveRow]{Name: "name", At: func(r *driveRow) any { return &r.Name }, Fold: "name_key", Part: store.PartChanged},
	store.Column[driveRow]{Name: "is_folder", At: func(r *driveRow) any { return &r.isFolder }},
	store.Column[driveRow]{Name: "size", At: func(r *driveRow) any { return &r.Size }, Part: store.PartChanged},
	store.Column[driveRow]{Name: "children", At: func(r *driveRow) any { return &r.children }},
	store.Column[driveRow]{Name: "mime_type", At: func(r *driveRow) any { return &r.mimeType }, Part: store.PartChanged},
	store.Column[driveRow]{Name: "content_id", At: func(r *driveRow) any { return &r.contentID }, Part: store.PartChanged},
	store.Column[driveRow]{Name: "seq", At: func(r *driveRow) any { return &r.seq }, Part: store.PartChanged},
	store.Column[driveRow]{Name: "created", At: func(r *driveRow) any { return &r.created }},
	store.Column[driveRow]{Name: "modified", At: func(r *driveRow) any { return &r.modified }, Part: store.PartChanged},
	store.Column[driveRow]{Name: "created_by", At: func(r *driveRow) any { return &r.by.ID }},
	store.Column[driveRow]{Name: "modified_by", At: func(r *driveRow) any { return &r.last.ID }, Part: store.PartChanged},
)

var driveColumns = `SELECT ` + driveTable.Selected + `, coalesce(c.display_name, ''), coalesce(m.display_name, '') FROM drive_items i
	LEFT JOIN mailboxes c ON c.id = i.created_by LEFT JOIN mailboxes m ON m.id = i.modified_by `

func scanDriveRow(row store.Row) (driveRow, error) {
	var d driveRow
	err := row.Scan(append(driveTable.Into(&d), &d.by.DisplayName, &d.last.DisplayName)...)
	by, last := d.by, d.last
	made, changed := store.FromMillis(d.created), store.FromMillis(d.modified)
	d.CreatedDateTime, d.LastModifiedDateTime = &made, &changed
	d.CreatedBy, d.LastModifiedBy = &model.IdentitySet{User: &by}, &model.IdentitySet{User: &last}
	d.ETag = store.ETag(d.seq)
	d.DriveETag, d.CTag = d.ETag, `"`+d.contentID+`"`
	if d.isFolder {
		d.CTag, d.Folder = d.ETag, &model.FolderFacet{ChildCount: d.children}
	} else {
		d.File = &model.FileFacet{MimeType: d.mimeType}
	}
	if d.parent == "" {
		d.Root = &struct{}{}
	}
	return d, err
}

// findDriveRow finds an item by id; "root", in any letter case, is the root's.
func findDriveRow(tx *store.Tx, mailbox int64, key string) (driveRow, error) {
	where := `WHERE i.mailbox_id = ? AND i.id = ?`
	if strings.EqualFold(key, "root") {
		where, key = `WHERE i.mailbox_id = ? AND i.parent_id = ?`, ""
	}
	d, err := scanDriveRow(tx.QueryRow(driveColumns+where, mailbox, key))
	if errors.Is(err, sql.ErrNoRows) {
		return d, model.Errorf(model.CodeNotFound, "no item of the drive has the id %q", key)
	}
	if err != nil {
		return d, fmt.Errorf("read drive item %s: %w", key, err)
	}
	return d, nil
}

// driveFolder is driveRow for an item that must be a folder.
func driveFolder(tx *store.Tx, mailbox int64, key string) (driveRow, error) {
	d, err := findDriveRow(tx, mailbox, key)
	if err == nil && d.Folder == nil {
		err = model.Errorf(model.CodeInvalidRequest, "%q is a file, and nothing can be in it", d.Name)
	}
	return d, err
}

// DriveItem returns an item by id; "root" is the root's.
func DriveItem(tx *store.Tx, mailbox int64, key string) (model.DriveItem, error) {
	d, err := findDriveRow(tx, mailbox, key)
	if err != nil {
		return d.DriveItem, err
	}
	d.ParentReference, err = driveReference(tx, mailbox, d.parent)
	return d.DriveItem, err
}

// driveChildren lists what is in a folder by name.
func driveChildren(tx *store.Tx, mailbox int64, key string) ([]model.DriveItem, error) {
	parent, err := driveFolder(tx, mailbox, key)
	if err != nil {
		return nil, err
	}
	reference, err := driveReference(tx, mailbox, parent.ID)
	if err != nil {
		return nil, err
	}
	return store.All(tx, func(row store.Row) (model.DriveItem, error) {
		d, err := scanDriveRow(row)
		d.ParentReference = reference
		return d.DriveItem, err
	}, driveColumns+`WHERE i.mailbox_id = ? AND i.parent_id = ? ORDER BY i.name_key`, mailbox, parent.ID)
}

// latestFileOf returns the id of the file of a media type that was written
// last; found is false when the drive has none.
func latestFileOf(tx *store.Tx, mailbox int64, mimeType string) (id string, found bool, err error) {
	err = tx.QueryRow(`SELECT id FROM drive_items WHERE mailbox_id = ? AND mime_type = ? ORDER BY modified DESC, id DESC LIMIT 1`,
		mailbox, mimeType).Scan(&id)
	if errors.Is(err, sql.ErrNoRows) {
		return "", false, nil
	}
	return id, err == nil, err
}

// driveReference points at a folder; of the root's own parent it knows the
// drive alone.
func driveReference(tx *store.Tx, mailbox int64, id string) (*model.ItemReference, error) {
	var owner string
	if err := tx.QueryRow(`SELECT id FROM mailboxes WHERE mailbox_id = ?`, mailbox).Scan(&owner); err != nil {
		return nil, fmt.Errorf("find the owner of a drive: %w", err)
	}
	ref := &model.ItemReference{DriveID: drivePrefix + owner, ID: id}
	if id == "" {
		return ref, nil
	}
	line, err := driveLine(tx, mailbox, id)
	if err != nil {
		return nil, err
	}
	ref.Path = "/drive/root:"
	for i := len(line) - 2; i >= 0; i-- { // the last is the root
		ref.Path += "/" + line[i].name
	}
	return ref, nil
}

type driveStep struct{ id, name string }

// driveLine is an item and the folders that it is in, up to the root.
func driveLine(tx *store.Tx, mailbox int64, id string) ([]driveStep, error) {
	return store.All(tx, func(row store.Row) (s driveStep, err error) {
		err = row.Scan(&s.id, &s.name)
		return s, err
	}, `WITH RECURSIVE up (id, parent_id, name) AS (
		SELECT id, parent_id, name FROM drive_items WHERE mailbox_id = ?1 AND id = ?2
		UNION ALL SELECT i.id, i.parent_id, i.name FROM up JOIN drive_items i ON i.mailbox_id = ?1 AND i.id = up.parent_id
	) SELECT id, name FROM up`, mailbox, id)
}

// openFile opens the content of a file of a drive. A folder is a
// CodeInvalidRequest.
func openFile(ctx context.Context, s *store.Store, owner, id string) (f *uploads.File, err error) {
	err = s.Read(ctx, func(tx *store.Tx) error {
		mailbox, err := tx.Mailbox(owner)
		if err != nil {
			return err
		}
		d, err := findDriveRow(tx, mailbox, id)
		if err == nil && d.Folder != nil {
			err = model.Errorf(model.CodeInvalidRequest, "%q is a folder and has no content", d.Name)
		}
		f = uploads.Open(ctx, s, mailbox, d.DriveItem, d.contentID)
		return err
	})
	return f, err
}
