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
	r.id, r.ord, r.seq, r.conversation, r.modified, r.created = old.id, old.ord, old.seq, old.conversation, old.modified, old.created
	if sameRow(&r, &old) {
		return m, nil
	}
	if err := tx.replaceRow(mailbox, &old, &r); err != nil {
		return m, err
	}
	return r.message()
}

// sameRow compares all but the raw parts, which no row read from messages has.
func sameRow(a, b *messageRow) bool {
	return a.hasBody == b.hasBody && slices.Equal(values(a), values(b))
}

// values are what fields point to.
func values(r *messageRow) []any {
	out := []any{}
	for _, f := range r.fields(r.hasBody) {
		switch p := f.(type) {
		case *string:
			out = append(out, *p)
		case *int64:
			out = append(out, *p)
		case *bool:
			out = append(out, *p)
		}
	}
	return out
}

func (tx *Tx) replaceRow(mailbox int64, old, r *messageRow) error {
	var err error
	r.modified = tx.now.UnixMilli()
	if r.received != old.received {
		if r.ord, err = tx.NextOrder(fromMillis(r.received)); err != nil {
			return err
		}
	}
	if r.folder != old.folder {
		if _, err := tx.Record(mailbox, kindMessage, old.folder, r.id, Left); err != nil {
			return err
		}
	}
	if r.seq, err = tx.Record(mailbox, kindMessage, r.folder, r.id, Written); err != nil {
		return err
	}
	if err := tx.updateState(mailbox, old, r); err != nil {
		return err
	}
	if r.folder == old.folder {
		err = tx.countMessages(mailbox, r.folder, 0, unread(r)-unread(old))
	} else if err = tx.countMessages(mailbox, old.folder, -1, -unread(old)); err == nil {
		err = tx.countMessages(mailbox, r.folder, 1, unread(r))
	}
	if err != nil || contentOf(r) == contentOf(old) {
		return err
	}
	return tx.updateContent(mailbox, r)
}

// updateState writes what marking, filing and moving change. The columns of
// most indexes stand in a statement of their own, so that marking a message
// does not rewrite them.
func (tx *Tx) updateState(mailbox int64, old, r *messageRow) error {
	_, err := tx.Exec(`UPDATE messages SET seq = ?, modified = ?, is_read = ?, flag_json = ?, importance = ?,
			delivery_receipt = ?, read_receipt = ?, categories_json = ? WHERE mailbox_id = ? AND id = ?`,
		r.seq, r.modified, r.isRead, r.flag, r.importance, r.deliveryReceipt, r.readReceipt, r.categories, mailbox, r.id)
	if err == nil && (r.folder != old.folder || r.flagStatus != old.flagStatus || r.inference != old.inference ||
		r.hasAttachments != old.hasAttachments || r.ord != old.ord) {
		_, err = tx.Exec(`UPDATE messages SET folder_id = ?, flag_status = ?, inference = ?, has_attachments = ?, ord = ?, received = ?
			WHERE mailbox_id = ? AND id = ?`, r.folder, r.flagStatus, r.inference, r.hasAttachments, r.ord, r.received, mailbox, r.id)
	}
	if err != nil {
		return fmt.Errorf("change message %s: %w", r.id, err)
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

// content is what the text index and updateContent care for.
type content struct {
	ord, sent                                         int64
	isDraft                                           bool
	messageID, subject, preview, from, sender         string
	to, cc, bcc, replyTo, meetingType, meeting, kind  string
	body, headers, fromName, senderName, conversation string
}

func contentOf(r *messageRow) content {
	return content{r.ord, r.sent, r.isDraft, r.messageID, r.subject, r.preview, r.fromAddress, r.senderAddress, r.to, r.cc, r.bcc,
		r.replyTo, r.meetingType, r.meeting, r.contentType, r.content, r.headers, r.fromName, r.senderName, r.conversation}
}

func (tx *Tx) updateContent(mailbox int64, r *messageRow) error {
	_, err := tx.Exec(`UPDATE messages SET message_id = ?, sent = ?, is_draft = ?, subject = ?, subject_key = ?, preview = ?, from_name = ?, from_name_key = ?,
			from_address = ?, from_key = ?, sender_name = ?, sender_address = ?, meeting_type = ?, to_json = ?, cc_json = ?, bcc_json = ?, reply_to_json = ?, meeting_json = ?
		WHERE mailbox_id = ? AND id = ?`,
		r.messageID, r.sent, r.isDraft, r.subject, fold(r.subject), r.preview, r.fromName, fold(r.fromName), r.fromAddress, fold(r.fromAddress),
		r.senderName, r.senderAddress, r.meetingType, r.to, r.cc, r.bcc, r.replyTo, r.meeting, mailbox, r.id)
	if err != nil {
		return fmt.Errorf("change message %s: %w", r.id, err)
	}
	if !r.hasBody {
		return tx.enqueueIndex(mailbox, r.id)
	}
	_, err = tx.Exec(`UPDATE bodies SET content_type = ?, content = ?, headers_json = ?, checksum = ? WHERE mailbox_id = ? AND id = ?`,
		r.contentType, r.content, r.headers, bodyChecksum(r.contentType, r.content, r.headers), mailbox, r.id)
	if err != nil {
		return fmt.Errorf("change the body of message %s: %w", r.id, err)
	}
	return tx.enqueueIndex(mailbox, r.id)
}

// TouchMessage records a change of what stands beside a message: it gets a
// new change key.
func (tx *Tx) TouchMessage(mailbox int64, id string) error {
	folder, err := tx.MessageFolder(mailbox, id)
	if err != nil {
		return err
	}
	seq, err := tx.Record(mailbox, kindMessage, folder, id, Written)
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
