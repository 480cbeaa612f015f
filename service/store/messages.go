package store

import (
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"time"

	"daybook/model"
)

// MessageOwner is the owner of a message's extensions and attachments.
func MessageOwner(mailbox int64, id string) Owner { return Owner{mailbox, ItemMessage, id} }

// NewMessage is a message to be kept. Message.ParentFolderID is the folder's
// id; ID is made up when empty, ConversationID is found by the references.
// Its attachments, extensions and single-value properties are kept with it.
// HasAttachments is set by them, or given for a copy. ReceivedDateTime, when nil, is the transaction's time.
type NewMessage struct {
	model.Message
	// References are the Message-IDs of the thread, with brackets: those of
	// References and In-Reply-To.
	References []string
	// Original holds the bytes of a message that came as bytes, else nil.
	Original []byte
}

// AddMessage keeps a message and returns it as it is kept.
func (tx *Tx) AddMessage(mailbox int64, n NewMessage) (model.Message, error) {
	m := n.Message
	// Both lists are written into, and a write may be made again with the same.
	m.Attachments, m.Extensions = slices.Clone(m.Attachments), slices.Clone(m.Extensions)
	model.Fit(&m) // a request's are within their limits; an answer quotes, and an import is what it is
	now := tx.now.UTC().Truncate(time.Millisecond)
	if m.ReceivedDateTime == nil {
		m.ReceivedDateTime = &now
	}
	if m.CreatedDateTime == nil {
		m.CreatedDateTime = &now
	}
	if m.IsDraft && m.SentDateTime == nil {
		m.SentDateTime = m.CreatedDateTime // until it is sent; see user-post-messages in the public documentation
	}
	m.LastModifiedDateTime = &now
	if m.ID == "" {
		m.ID = tx.store.ids.next(*m.ReceivedDateTime)
	}
	if m.Body == nil {
		m.Body = &model.ItemBody{ContentType: "text"}
	}
	m.HasAttachments = m.HasAttachments || slices.ContainsFunc(m.Attachments, func(a model.Attachment) bool { return !a.IsInline })
	var err error
	if m.ConversationID, err = tx.joinConversation(mailbox, m.ConversationID, m.InternetMessageID, n.References); err != nil {
		return m, err
	}
	r, err := rowOf(&m)
	if err != nil {
		return m, err
	}
	if r.ord, err = tx.NextOrder(*m.ReceivedDateTime); err != nil {
		return m, err
	}
	if r.seq, err = tx.Record(mailbox, ItemMessage, r.plain.ParentFolderID, r.plain.ID, Written); err != nil {
		return m, err
	}
	m.ChangeKey = ChangeKey(r.seq)
	if err := tx.insertRow(mailbox, &r); err != nil {
		return m, err
	}
	if err := tx.countMessages(mailbox, r.plain.ParentFolderID, 1, unread(&r)); err != nil {
		return m, err
	}
	return m, tx.addParts(mailbox, r.ord, &m, n.Original)
}

func unread(r *messageRow) int {
	if r.plain.IsRead {
		return 0
	}
	return 1
}

func (tx *Tx) insertRow(mailbox int64, r *messageRow) error {
	if err := messageTable.Add(tx, mailbox, r); err != nil {
		return fmt.Errorf("add message %s: %w", r.plain.ID, err)
	}
	body, err := tx.packedBody(r)
	if err == nil {
		_, err = tx.Exec(`INSERT INTO bodies (content_type, content, headers_json, size, checksum, mailbox_id, id)
			VALUES (?, ?, ?, ?, ?, ?, ?)`, append(body, mailbox, r.plain.ID)...)
	}
	if err != nil {
		return fmt.Errorf("add the body of message %s: %w", r.plain.ID, err)
	}
	return nil
}

// addParts keeps what stands in tables of its own.
func (tx *Tx) addParts(mailbox, ord int64, m *model.Message, original []byte) error {
	owner := MessageOwner(mailbox, m.ID)
	add := tx.AddAttachment
	if original != nil {
		add = tx.keepAttachment
	}
	for i, a := range m.Attachments {
		kept, err := add(owner, a)
		if err != nil {
			return err
		}
		m.Attachments[i] = kept
	}
	for i, e := range m.Extensions {
		kept, err := tx.AddExtension(owner, e)
		if err != nil {
			return err
		}
		m.Extensions[i] = kept
	}
	if err := tx.setCategories(mailbox, ord, nil, m.Categories); err != nil {
		return err
	}
	if err := tx.SetSingleValues(mailbox, m.ID, m.SingleValueProperties); err != nil {
		return err
	}
	if original != nil {
		if err := tx.addOriginal(mailbox, m.ID, original); err != nil {
			return err
		}
	}
	return tx.enqueueIndex(mailbox, m.ID)
}

func (tx *Tx) row(mailbox int64, id string, body bool) (messageRow, error) {
	r := messageRow{}
	query := `SELECT ` + messageTable.Selected + ` FROM messages m WHERE m.mailbox_id = ? AND m.id = ?`
	if body {
		query = `SELECT ` + messageTable.Selected + bodyColumns + ` FROM messages m` + joinBody + ` WHERE m.mailbox_id = ? AND m.id = ?`
	}
	err := tx.QueryRow(query, mailbox, id).Scan(r.fields(body)...)
	if errors.Is(err, sql.ErrNoRows) {
		return r, noMessage(id)
	}
	if err != nil {
		return r, fmt.Errorf("read message %s: %w", id, err)
	}
	return r, nil
}

// Message reads a message with its body and header, without attachments,
// extensions and single-value properties.
func (tx *Tx) Message(mailbox int64, id string) (model.Message, error) {
	r, err := tx.row(mailbox, id, true)
	if err != nil {
		return model.Message{}, err
	}
	return r.message()
}

// MessageHead is Message without the body, when that does not matter.
func (tx *Tx) MessageHead(mailbox int64, id string) (model.Message, error) {
	r, err := tx.row(mailbox, id, false)
	if err != nil {
		return model.Message{}, err
	}
	return r.message()
}

// EraseMessage deletes a message for good, with all that belongs to it.
func (tx *Tx) EraseMessage(mailbox int64, id string) error {
	r, err := tx.row(mailbox, id, false)
	if err != nil {
		return err
	}
	m, err := r.message()
	if err != nil {
		return err
	}
	if err := tx.unindex(mailbox, id); err != nil {
		return err
	}
	if err := tx.setCategories(mailbox, r.ord, m.Categories, nil); err != nil {
		return err
	}
	if err := tx.DeleteOwned(MessageOwner(mailbox, id)); err != nil {
		return err
	}
	for _, q := range []string{
		`DELETE FROM single_values WHERE mailbox_id = ? AND message_id = ?`,
		`DELETE FROM originals WHERE mailbox_id = ? AND id = ?`,
		`DELETE FROM bodies WHERE mailbox_id = ? AND id = ?`,
		`DELETE FROM messages WHERE mailbox_id = ? AND id = ?`,
	} {
		if _, err := tx.Exec(q, mailbox, id); err != nil {
			return fmt.Errorf("delete message %s: %w", id, err)
		}
	}
	if err := tx.countMessages(mailbox, r.plain.ParentFolderID, -1, -unread(&r)); err != nil {
		return err
	}
	_, err = tx.Record(mailbox, ItemMessage, r.plain.ParentFolderID, id, Deleted)
	return err
}
