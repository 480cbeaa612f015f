package people

import (
	"database/sql"
	"errors"
	"fmt"

	"daybook/model"
	"daybook/service/odata"
	"daybook/service/store"
)

// ContactRoot is the id of the folder that every mailbox's contacts begin in.
// It holds the folders at the top, and cannot be renamed, moved or deleted.
const ContactRoot = "contacts"

// contactFolderRow is a row of contact_folders.
type contactFolderRow struct {
	model.ContactFolder
	seq int64
}

// contactFolderTable is where a folder is kept. Its lists are whole, and
// filtered in memory: its columns are no fields of a schema.
var contactFolderTable = store.TableOf("contact_folders", "f",
	store.Column[contactFolderRow]{Name: "id", At: func(r *contactFolderRow) any { return &r.ID }},
	store.Column[contactFolderRow]{Name: "name", Fold: "name_key", At: func(r *contactFolderRow) any { return &r.DisplayName }, Part: store.PartChanged},
	store.Column[contactFolderRow]{Name: "parent_id", At: func(r *contactFolderRow) any { return &r.ParentFolderID }, Part: store.PartChanged},
	store.Column[contactFolderRow]{Name: "seq", At: func(r *contactFolderRow) any { return &r.seq }, Part: store.PartChanged},
)

var selectContactFolder = `SELECT ` + contactFolderTable.Bare + ` FROM contact_folders `

func scanContactFolder(row store.Row) (model.ContactFolder, error) {
	var r contactFolderRow
	err := row.Scan(contactFolderTable.Into(&r)...)
	r.ETag = store.ETag(r.seq)
	return r.ContactFolder, err
}

// writeContactFolder writes a folder, unless its name is that of another
// beside it, and sets its tag.
func writeContactFolder(tx *store.Tx, mailbox int64, f *model.ContactFolder) error {
	var n int
	err := tx.QueryRow(`SELECT count(*) FROM contact_folders WHERE mailbox_id = ? AND parent_id = ? AND name_key = ? AND id <> ?`,
		mailbox, f.ParentFolderID, odata.Fold(f.DisplayName), f.ID).Scan(&n)
	if err != nil {
		return fmt.Errorf("look for contact folder %q: %w", f.DisplayName, err)
	}
	if n > 0 {
		return model.Errorf(model.CodeNameConflict, "there is a contact folder named %q already", f.DisplayName)
	}
	seq, err := tx.Record(mailbox, store.ItemContactFolder, "", f.ID, store.Written)
	if err != nil {
		return err
	}
	f.ETag = store.ETag(seq)
	if err := contactFolderTable.Put(tx, mailbox, &contactFolderRow{*f, seq}); err != nil {
		return fmt.Errorf("write contact folder %s: %w", f.ID, err)
	}
	return nil
}

// ContactFolder finds a folder by id; ContactRoot in any letter case.
func ContactFolder(tx *store.Tx, mailbox int64, id string) (model.ContactFolder, error) {
	if odata.Fold(id) == ContactRoot {
		return model.ContactFolder{Entity: model.Entity{ID: ContactRoot}, DisplayName: "Contacts"}, nil
	}
	f, err := scanContactFolder(tx.QueryRow(selectContactFolder+`WHERE mailbox_id = ? AND id = ?`, mailbox, id))
	if errors.Is(err, sql.ErrNoRows) {
		return f, model.Errorf(model.CodeNotFound, "no contact folder has the id %q", id)
	}
	if err != nil {
		return f, fmt.Errorf("read contact folder %s: %w", id, err)
	}
	return f, nil
}

// ContactFolders lists the folders directly under a parent by name.
func ContactFolders(tx *store.Tx, mailbox int64, parent string) ([]model.ContactFolder, error) {
	p, err := ContactFolder(tx, mailbox, parent)
	if err != nil {
		return nil, err
	}
	return contactFolders(tx, `WHERE mailbox_id = ? AND parent_id = ? ORDER BY name_key`, mailbox, p.ID)
}

// allContactFolders lists the folders of all levels, without the first one.
func allContactFolders(tx *store.Tx, mailbox int64) ([]model.ContactFolder, error) {
	return contactFolders(tx, `WHERE mailbox_id = ?`, mailbox)
}

func contactFolders(tx *store.Tx, where string, args ...any) ([]model.ContactFolder, error) {
	return store.All(tx, scanContactFolder, selectContactFolder+where, args...)
}

// AddContactFolder makes a folder under a parent. A name that is taken there
// is a *model.Error of CodeNameConflict.
func AddContactFolder(tx *store.Tx, mailbox int64, parent, name string) (model.ContactFolder, error) {
	p, err := ContactFolder(tx, mailbox, parent)
	if err != nil {
		return p, err
	}
	f := model.ContactFolder{Entity: model.Entity{ID: tx.NewID()}, DisplayName: name, ParentFolderID: p.ID}
	return f, writeContactFolder(tx, mailbox, &f)
}

// changeContactFolder renames a folder and moves it, as edit sets its
// DisplayName and ParentFolderID. Under itself or a folder below it, it
// cannot go.
func changeContactFolder(tx *store.Tx, mailbox int64, id string, edit func(*model.ContactFolder) error) (model.ContactFolder, error) {
	f, err := ContactFolder(tx, mailbox, id)
	if err != nil {
		return f, err
	}
	if err := edit(&f); err != nil {
		return f, err
	}
	if f.ID == ContactRoot {
		return f, model.Errorf(model.CodeInvalidRequest, "the folder Contacts cannot be renamed or moved")
	}
	parent, err := ContactFolder(tx, mailbox, f.ParentFolderID)
	if err != nil {
		return f, err
	}
	f.ParentFolderID = parent.ID
	for at := parent; at.ID != ContactRoot; {
		if at.ID == f.ID {
			return f, model.Errorf(model.CodeConflict, "the contact folder %q cannot be moved under itself or a folder below it", f.DisplayName)
		}
		if at, err = ContactFolder(tx, mailbox, at.ParentFolderID); err != nil {
			return f, err
		}
	}
	return f, writeContactFolder(tx, mailbox, &f)
}

// deleteContactFolder removes a folder with its contacts and the folders
// below it, for good.
func deleteContactFolder(tx *store.Tx, mailbox int64, id string) error {
	f, err := ContactFolder(tx, mailbox, id)
	if err != nil {
		return err
	}
	if f.ID == ContactRoot {
		return model.Errorf(model.CodeInvalidRequest, "the folder Contacts cannot be deleted")
	}
	below, err := ContactFolders(tx, mailbox, f.ID)
	if err != nil {
		return err
	}
	for _, c := range below {
		if err := deleteContactFolder(tx, mailbox, c.ID); err != nil {
			return err
		}
	}
	ids, err := tx.Texts(`SELECT id FROM contacts WHERE mailbox_id = ? AND folder_id = ?`, mailbox, f.ID)
	if err != nil {
		return fmt.Errorf("empty contact folder %s: %w", f.ID, err)
	}
	for _, id := range ids {
		if err := deleteContact(tx, mailbox, id); err != nil {
			return err
		}
	}
	if _, err := tx.Exec(`DELETE FROM contact_folders WHERE mailbox_id = ? AND id = ?`, mailbox, f.ID); err != nil {
		return fmt.Errorf("delete contact folder %s: %w", f.ID, err)
	}
	_, err = tx.Record(mailbox, store.ItemContactFolder, "", f.ID, store.Deleted)
	return err
}
