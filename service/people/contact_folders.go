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

const contactFolderColumns = `SELECT id, name, parent_id, seq FROM contact_folders `

func scanContactFolder(row interface{ Scan(...any) error }) (model.ContactFolder, error) {
	var f model.ContactFolder
	var seq int64
	err := row.Scan(&f.ID, &f.DisplayName, &f.ParentFolderID, &seq)
	f.ETag = store.ETag(seq)
	return f, err
}

// ContactFolder finds a folder by id; ContactRoot in any letter case.
func ContactFolder(tx *store.Tx, mailbox int64, id string) (model.ContactFolder, error) {
	if odata.Fold(id) == ContactRoot {
		return model.ContactFolder{Entity: model.Entity{ID: ContactRoot}, DisplayName: "Contacts"}, nil
	}
	f, err := scanContactFolder(tx.QueryRow(contactFolderColumns+`WHERE mailbox_id = ? AND id = ?`, mailbox, id))
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
	rows, err := tx.Query(contactFolderColumns+where, args...)
	if err != nil {
		return nil, fmt.Errorf("list contact folders: %w", err)
	}
	defer rows.Close()
	out := []model.ContactFolder{}
	for rows.Next() {
		f, err := scanContactFolder(rows)
		if err != nil {
			return nil, fmt.Errorf("list contact folders: %w", err)
		}
		out = append(out, f)
	}
	return out, rows.Err()
}

// AddContactFolder makes a folder under a parent. A name that is taken there
// is a *model.Error of CodeNameConflict.
func AddContactFolder(tx *store.Tx, mailbox int64, parent, name string) (model.ContactFolder, error) {
	p, err := ContactFolder(tx, mailbox, parent)
	if err != nil {
		return p, err
	}
	f := model.ContactFolder{Entity: model.Entity{ID: tx.NewID()}, DisplayName: name, ParentFolderID: p.ID}
	if err := requireFreeContactFolder(tx, mailbox, f); err != nil {
		return f, err
	}
	seq, err := tx.Record(mailbox, store.ItemContactFolder, "", f.ID, store.Written)
	if err != nil {
		return f, err
	}
	f.ETag = store.ETag(seq)
	_, err = tx.Exec(`INSERT INTO contact_folders (mailbox_id, id, parent_id, name, name_key, seq) VALUES (?, ?, ?, ?, ?, ?)`,
		mailbox, f.ID, p.ID, name, odata.Fold(name), seq)
	if err != nil {
		return f, fmt.Errorf("add contact folder %q: %w", name, err)
	}
	return f, nil
}

// requireFreeContactFolder refuses the name of another folder beside f.
func requireFreeContactFolder(tx *store.Tx, mailbox int64, f model.ContactFolder) error {
	var n int
	err := tx.QueryRow(`SELECT count(*) FROM contact_folders WHERE mailbox_id = ? AND parent_id = ? AND name_key = ? AND id <> ?`,
		mailbox, f.ParentFolderID, odata.Fold(f.DisplayName), f.ID).Scan(&n)
	if err != nil {
		return fmt.Errorf("look for contact folder %q: %w", f.DisplayName, err)
	}
	if n > 0 {
		return model.Errorf(model.CodeNameConflict, "there is a contact folder named %q already", f.DisplayName)
	}
	return nil
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
	if err := requireFreeContactFolder(tx, mailbox, f); err != nil {
		return f, err
	}
	seq, err := tx.Record(mailbox, store.ItemContactFolder, "", f.ID, store.Written)
	if err != nil {
		return f, err
	}
	f.ETag = store.ETag(seq)
	_, err = tx.Exec(`UPDATE contact_folders SET parent_id = ?, name = ?, name_key = ?, seq = ? WHERE mailbox_id = ? AND id = ?`,
		f.ParentFolderID, f.DisplayName, odata.Fold(f.DisplayName), seq, mailbox, f.ID)
	if err != nil {
		return f, fmt.Errorf("change contact folder %s: %w", f.ID, err)
	}
	return f, nil
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
