package store

import (
	"fmt"
	"slices"

	"daybook/model"
)

// ChangeMessage reads a message, lets change alter it, and keeps what is
// different: the folder (a move), the state, the content. The id, the
// conversation and what stands in other tables stay. It returns the message
// as it is then.
func (tx *Tx) ChangeMessage(mailbox int64, id string, change func(*model.Message) error) (model.Message, error) {
	return tx.changeMessage(mailbox, id, true, change)
}

// MarkMessage is ChangeMessage for what is not in the body or the header
// fields: marking, filing and moving. The body is not read, and stays.
func (tx *Tx) MarkMessage(mailbox int64, id string, change func(*model.Message) error) (model.Message, error) {
	return tx.changeMessage(mailbox, id, false, change)
}

func (tx *Tx) changeMessage(mailbox int64, id string, body bool, change func(*model.Message) error) (model.Message, error) {
	old, err := tx.row(mailbox, id, body)
	if err != nil {
		return model.Message{}, err
	}
	m, err := old.message()
	if err != nil {
		return m, err
	}
	if err := change(&m); err != nil {
		return m, err
	}
	if body && m.Body == nil {
		m.Body = &model.ItemBody{ContentType: "text"}
	}
	r, err := rowOf(&m)
	if err != nil {
		return m, err
	}
	r.plain.ID, r.plain.ConversationID = old.plain.ID, old.plain.ConversationID
	r.ord, r.seq, r.modified, r.created = old.ord, old.seq, old.modified, old.created
	if sameRow(&r, &old) {
		return m, nil
	}
	if err := tx.replaceRow(mailbox, &old, &r); err != nil {
		return m, err
	}
	return r.message()
}

// sameRow compares all that is kept of a row.
func sameRow(a, b *messageRow) bool { return messageTable.Same(a, b) && sameBody(a, b) }

func sameBody(a, b *messageRow) bool {
	return a.hasBody == b.hasBody && a.contentType == b.contentType && a.content == b.content && a.headers == b.headers
}

func (tx *Tx) replaceRow(mailbox int64, old, r *messageRow) error {
	var err error
	r.modified = tx.now.UnixMilli()
	if r.received != old.received {
		if r.ord, err = tx.NextOrder(FromMillis(r.received)); err != nil {
			return err
		}
	}
	if r.plain.ParentFolderID != old.plain.ParentFolderID {
		if _, err := tx.Record(mailbox, ItemMessage, old.plain.ParentFolderID, r.plain.ID, Left); err != nil {
			return err
		}
	}
	if r.seq, err = tx.Record(mailbox, ItemMessage, r.plain.ParentFolderID, r.plain.ID, Written); err != nil {
		return err
	}
	if err := tx.updateState(mailbox, old, r); err != nil {
		return err
	}
	if r.plain.ParentFolderID == old.plain.ParentFolderID {
		err = tx.countMessages(mailbox, r.plain.ParentFolderID, 0, unread(r)-unread(old))
	} else if err = tx.countMessages(mailbox, old.plain.ParentFolderID, -1, -unread(old)); err == nil {
		err = tx.countMessages(mailbox, r.plain.ParentFolderID, 1, unread(r))
	}
	if err != nil || messageTable.Same(r, old, partContent) && sameBody(r, old) && r.ord == old.ord {
		return err
	}
	return tx.updateContent(mailbox, r)
}

// updateState writes what marking, filing and moving change. The columns of
// most indexes stand in a statement of their own, so that marking a message
// does not rewrite them.
func (tx *Tx) updateState(mailbox int64, old, r *messageRow) error {
	err := messageTable.Update(tx, mailbox, r.plain.ID, r, partState)
	if err == nil && !messageTable.Same(r, old, partPlace) {
		err = messageTable.Update(tx, mailbox, r.plain.ID, r, partPlace)
	}
	if err != nil {
		return fmt.Errorf("change message %s: %w", r.plain.ID, err)
	}
	if r.categories == old.categories && r.ord == old.ord {
		return nil
	}
	before, err := old.message()
	if err != nil {
		return err
	}
	after, err := r.message()
	if err != nil {
		return err
	}
	if err := tx.setCategories(mailbox, old.ord, before.Categories, nil); err != nil {
		return err
	}
	return tx.setCategories(mailbox, r.ord, nil, after.Categories)
}

func (tx *Tx) updateContent(mailbox int64, r *messageRow) error {
	if err := messageTable.Update(tx, mailbox, r.plain.ID, r, partContent); err != nil {
		return fmt.Errorf("change message %s: %w", r.plain.ID, err)
	}
	if !r.hasBody {
		return tx.enqueueIndex(mailbox, r.plain.ID)
	}
	if err := tx.updateBody(mailbox, r); err != nil {
		return err
	}
	return tx.enqueueIndex(mailbox, r.plain.ID)
}

func (tx *Tx) updateBody(mailbox int64, r *messageRow) error {
	body, err := tx.packedBody(r)
	if err == nil {
		_, err = tx.Exec(`UPDATE bodies SET content_type = ?, content = ?, headers_json = ?, size = ?, checksum = ?
			WHERE mailbox_id = ? AND id = ?`, append(body, mailbox, r.plain.ID)...)
	}
	if err != nil {
		return fmt.Errorf("change the body of message %s: %w", r.plain.ID, err)
	}
	return nil
}

// TouchMessage records a change of what stands beside a message: it gets a
// new change key.
func (tx *Tx) TouchMessage(mailbox int64, id string) error {
	folder, err := tx.MessageFolder(mailbox, id)
	if err != nil {
		return err
	}
	seq, err := tx.Record(mailbox, ItemMessage, folder, id, Written)
	if err == nil {
		_, err = tx.Exec(`UPDATE messages SET seq = ?, modified = ? WHERE mailbox_id = ? AND id = ?`, seq, tx.now.UnixMilli(), mailbox, id)
	}
	return err
}

// AttachmentsChanged sets a message's hasAttachments by what it now has, and
// has the names indexed.
func (tx *Tx) AttachmentsChanged(o Owner) error {
	list, err := tx.Attachments(o)
	if err != nil {
		return err
	}
	has := slices.ContainsFunc(list, func(a model.Attachment) bool { return !a.IsInline })
	if err := tx.TouchMessage(o.Mailbox, o.ID); err != nil {
		return err
	}
	if _, err := tx.Exec(`UPDATE messages SET has_attachments = ? WHERE mailbox_id = ? AND id = ?`, has, o.Mailbox, o.ID); err != nil {
		return fmt.Errorf("mark message %s: %w", o.ID, err)
	}
	return tx.enqueueIndex(o.Mailbox, o.ID)
}
