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
	a.Type, a.Size, a.ContentBytes = "#"+kind, len(content), nil
	r := attachmentRow{Attachment: a, owner: o, kind: kind, modified: now.UnixMilli(), content: content}
	if err := attachmentTable.Add(tx, o.Mailbox, &r); err != nil {
		return a, fmt.Errorf("add attachment %q: %w", a.Name, err)
	}
	return a, nil
}

// attachmentRow is a row of attachments.
type attachmentRow struct {
	model.Attachment
	owner    Owner
	kind     string
	modified int64
	content  []byte
}

// attachmentTable is where an attachment is kept; its content is read apart.
var attachmentTable = TableOf("attachments", "a",
	Column[attachmentRow]{Name: "owner_kind", Value: func(r *attachmentRow) any { return r.owner.Kind }},
	Column[attachmentRow]{Name: "owner_id", Value: func(r *attachmentRow) any { return r.owner.ID }},
	Column[attachmentRow]{Name: "id", At: func(r *attachmentRow) any { return &r.ID }},
	Column[attachmentRow]{Name: "kind", At: func(r *attachmentRow) any { return &r.kind }},
	Column[attachmentRow]{Name: "name", At: func(r *attachmentRow) any { return &r.Name }},
	Column[attachmentRow]{Name: "content_type", At: func(r *attachmentRow) any { return &r.ContentType }},
	Column[attachmentRow]{Name: "size", At: func(r *attachmentRow) any { return &r.Size }},
	Column[attachmentRow]{Name: "is_inline", At: func(r *attachmentRow) any { return &r.IsInline }},
	Column[attachmentRow]{Name: "content_id", At: func(r *attachmentRow) any { return &r.ContentID }},
	Column[attachmentRow]{Name: "modified", At: func(r *attachmentRow) any { return &r.modified }},
	Column[attachmentRow]{Name: "content", Value: func(r *attachmentRow) any { return r.content }},
	Column[attachmentRow]{Name: "checksum", Value: func(r *attachmentRow) any { return Checksum(r.content) }},
)

func scanAttachment(row Row, more ...any) (model.Attachment, error) {
	var r attachmentRow
	err := row.Scan(append(attachmentTable.Into(&r), more...)...)
	at := FromMillis(r.modified)
	r.Type, r.LastModifiedDateTime = "#"+r.kind, &at
	return r.Attachment, err
}

// Attachments lists an owner's attachments in the order they were added,
// without their content.
func (tx *Tx) Attachments(o Owner) ([]model.Attachment, error) {
	return All(tx, func(row Row) (model.Attachment, error) { return scanAttachment(row) },
		`SELECT `+attachmentTable.Bare+` FROM attachments
		WHERE mailbox_id = ? AND owner_kind = ? AND owner_id = ? ORDER BY rowid`, o.Mailbox, o.Kind, o.ID)
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
	a, err := scanAttachment(tx.QueryRow(`SELECT `+attachmentTable.Bare+`, content, checksum FROM attachments
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
	return tx.ExecFound(model.Errorf(model.CodeNotFound, "the %s has no attachment with the id %q", o.Kind, id),
		`DELETE FROM attachments WHERE mailbox_id = ? AND owner_kind = ? AND owner_id = ? AND id = ?`,
		o.Mailbox, o.Kind, o.ID, id)
}

// CopyAttachments gives copies of an owner's attachments to another, under
// new ids.
func (tx *Tx) CopyAttachments(from, to Owner) error {
	list, err := tx.Attachments(from)
	if err != nil {
		return err
	}
	rest := strings.TrimPrefix(attachmentTable.Bare, "id") + ", content, checksum"
	for _, a := range list {
		_, err := tx.Exec(`INSERT INTO attachments (mailbox_id, owner_kind, owner_id, id`+rest+`) SELECT ?, ?, ?, ?`+rest+` FROM attachments
			WHERE mailbox_id = ? AND owner_kind = ? AND owner_id = ? AND id = ?`,
			to.Mailbox, to.Kind, to.ID, tx.NewID(), from.Mailbox, from.Kind, from.ID, a.ID)
		if err != nil {
			return fmt.Errorf("copy attachment %q: %w", a.Name, err)
		}
	}
	return nil
}
