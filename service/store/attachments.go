package store

import (
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"

	"daybook/model"
)

// MaxAttachment is the size in bytes above which an attachment is refused.
const MaxAttachment = 25 << 20

// AddAttachment keeps an attachment with its content and returns it as a list
// shows it, without the content. The area tells the owner's hasAttachments.
func (tx *Tx) AddAttachment(o Owner, a model.Attachment) (model.Attachment, error) {
	if len(a.ContentBytes) > MaxAttachment {
		return a, model.Errorf(model.CodeTooLarge, "attachment %q is larger than %d bytes", a.Name, MaxAttachment)
	}
	if err := tx.roomFor(o, "attachments", model.MaxOf(model.Message{}, "attachments").Items); err != nil {
		return a, err
	}
	return tx.keepAttachment(o, a)
}

// keepAttachment is AddAttachment for what has come already and is kept
// whatever its size: the attachments of mail that was received or imported.
func (tx *Tx) keepAttachment(o Owner, a model.Attachment) (model.Attachment, error) {
	a.ID = tx.NewID()
	now := tx.now.UTC().Truncate(time.Millisecond)
	a.LastModifiedDateTime = &now
	kind := strings.TrimPrefix(a.Type, "#")
	if kind == "" {
		kind = model.FileAttachment
	}
	if a.ContentType == "" {
		a.ContentType = "application/octet-stream"
	}
	content := a.ContentBytes
	if content == nil {
		content = []byte{}
	}
	_, err := tx.Exec(`INSERT INTO attachments (mailbox_id, owner_kind, owner_id, id, kind, name, content_type, size, is_inline, content_id, modified, content, checksum)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		o.Mailbox, o.Kind, o.ID, a.ID, kind, a.Name, a.ContentType, len(content), a.IsInline, a.ContentID, now.UnixMilli(), content, Checksum(content))
	if err != nil {
		return a, fmt.Errorf("add attachment %q: %w", a.Name, err)
	}
	a.Type, a.Size, a.ContentBytes = "#"+kind, len(content), nil
	return a, nil
}

const attachmentColumns = `id, kind, name, content_type, size, is_inline, content_id, modified`

func scanAttachment(row interface{ Scan(...any) error }, more ...any) (model.Attachment, error) {
	var a model.Attachment
	var kind string
	var modified int64
	err := row.Scan(append([]any{&a.ID, &kind, &a.Name, &a.ContentType, &a.Size, &a.IsInline, &a.ContentID, &modified}, more...)...)
	at := FromMillis(modified)
	a.Type, a.LastModifiedDateTime = "#"+kind, &at
	return a, err
}

// Attachments lists an owner's attachments in the order they were added,
// without their content.
func (tx *Tx) Attachments(o Owner) ([]model.Attachment, error) {
	rows, err := tx.Query(`SELECT `+attachmentColumns+` FROM attachments
		WHERE mailbox_id = ? AND owner_kind = ? AND owner_id = ? ORDER BY rowid`, o.Mailbox, o.Kind, o.ID)
	if err != nil {
		return nil, fmt.Errorf("list attachments: %w", err)
	}
	defer rows.Close()
	out := []model.Attachment{}
	for rows.Next() {
		a, err := scanAttachment(rows)
		if err != nil {
			return nil, fmt.Errorf("list attachments: %w", err)
		}
		out = append(out, a)
	}
	return out, rows.Err()
}

// AttachmentsWithContent lists an owner's attachments with their content.
func (tx *Tx) AttachmentsWithContent(o Owner) ([]model.Attachment, error) {
	list, err := tx.Attachments(o)
	if err != nil {
		return nil, err
	}
	for i := range list {
		if list[i], err = tx.Attachment(o, list[i].ID); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// Attachment reads one with its content.
func (tx *Tx) Attachment(o Owner, id string) (model.Attachment, error) {
	var content []byte
	a, err := scanAttachment(tx.QueryRow(`SELECT `+attachmentColumns+`, content, checksum FROM attachments
		WHERE mailbox_id = ? AND owner_kind = ? AND owner_id = ? AND id = ?`, o.Mailbox, o.Kind, o.ID, id),
		&content, Intact("its content", func() []byte { return Checksum(content) }))
	if errors.Is(err, sql.ErrNoRows) {
		return a, model.Errorf(model.CodeNotFound, "the %s has no attachment with the id %q", o.Kind, id)
	}
	if err != nil {
		return a, fmt.Errorf("read attachment %s: %w", id, err)
	}
	a.ContentBytes = content
	return a, nil
}

// DeleteAttachment removes one; an unknown id is a CodeNotFound.
func (tx *Tx) DeleteAttachment(o Owner, id string) error {
	res, err := tx.Exec(`DELETE FROM attachments WHERE mailbox_id = ? AND owner_kind = ? AND owner_id = ? AND id = ?`,
		o.Mailbox, o.Kind, o.ID, id)
	if err != nil {
		return fmt.Errorf("delete attachment %s: %w", id, err)
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return model.Errorf(model.CodeNotFound, "the %s has no attachment with the id %q", o.Kind, id)
	}
	return nil
}

// CopyAttachments gives copies of an owner's attachments to another, under
// new ids.
func (tx *Tx) CopyAttachments(from, to Owner) error {
	list, err := tx.Attachments(from)
	if err != nil {
		return err
	}
	for _, a := range list {
		_, err := tx.Exec(`INSERT INTO attachments (mailbox_id, owner_kind, owner_id, id, kind, name, content_type, size, is_inline, content_id, modified, content, checksum)
			SELECT ?, ?, ?, ?, kind, name, content_type, size, is_inline, content_id, modified, content, checksum FROM attachments
			WHERE mailbox_id = ? AND owner_kind = ? AND owner_id = ? AND id = ?`,
			to.Mailbox, to.Kind, to.ID, tx.NewID(), from.Mailbox, from.Kind, from.ID, a.ID)
		if err != nil {
			return fmt.Errorf("copy attachment %q: %w", a.Name, err)
		}
	}
	return nil
}
