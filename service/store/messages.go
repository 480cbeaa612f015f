package store

import (
	"bytes"
	"compress/flate"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"daybook/model"
)

// kindMessage names messages in the change log and as owners.
const kindMessage = "message"

// MessageOwner is the owner of a message's extensions and attachments.
func MessageOwner(mailbox int64, id string) Owner { return Owner{mailbox, kindMessage, id} }

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
	now := tx.now.UTC().Truncate(time.Millisecond)
	if m.ReceivedDateTime == nil {
		m.ReceivedDateTime = &now
	}
	if m.CreatedDateTime == nil {
		m.CreatedDateTime = &now
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
	if r.seq, err = tx.Record(mailbox, kindMessage, r.folder, r.id, Written); err != nil {
		return m, err
	}
	m.ChangeKey = ChangeKey(r.seq)
	if err := tx.insertRow(mailbox, &r); err != nil {
		return m, err
	}
	if err := tx.countMessages(mailbox, r.folder, 1, unread(&r)); err != nil {
		return m, err
	}
	return m, tx.addParts(mailbox, r.ord, &m, n.Original)
}

func unread(r *messageRow) int {
	if r.isRead {
		return 0
	}
	return 1
}

func (tx *Tx) insertRow(mailbox int64, r *messageRow) error {
	_, err := tx.Exec(`INSERT INTO messages (mailbox_id, id, folder_id, conversation_id, message_id, ord, seq, received, sent, created, modified,
			is_read, is_draft, has_attachments, flag_status, importance, inference, delivery_receipt, read_receipt,
			subject, subject_key, preview, from_name, from_name_key, from_address, from_key, sender_name, sender_address, meeting_type,
			to_json, cc_json, bcc_json, reply_to_json, categories_json, flag_json, meeting_json)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		mailbox, r.id, r.folder, r.conversation, r.messageID, r.ord, r.seq, r.received, r.sent, r.created, r.modified,
		r.isRead, r.isDraft, r.hasAttachments, r.flagStatus, r.importance, r.inference, r.deliveryReceipt, r.readReceipt,
		r.subject, fold(r.subject), r.preview, r.fromName, fold(r.fromName), r.fromAddress, fold(r.fromAddress), r.senderName, r.senderAddress, r.meetingType,
		r.to, r.cc, r.bcc, r.replyTo, r.categories, r.flag, r.meeting)
	if err != nil {
		return fmt.Errorf("add message %s: %w", r.id, err)
	}
	_, err = tx.Exec(`INSERT INTO bodies (mailbox_id, id, content_type, content, headers_json) VALUES (?, ?, ?, ?, ?)`,
		mailbox, r.id, r.contentType, r.content, r.headers)
	if err != nil {
		return fmt.Errorf("add the body of message %s: %w", r.id, err)
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
	query := `SELECT ` + messageColumns + ` FROM messages m WHERE m.mailbox_id = ? AND m.id = ?`
	if body {
		query = `SELECT ` + messageColumns + bodyColumns + ` FROM messages m` + joinBody + ` WHERE m.mailbox_id = ? AND m.id = ?`
	}
	err := tx.QueryRow(query, mailbox, id).Scan(r.fields(body)...)
	if errors.Is(err, sql.ErrNoRows) {
		return r, model.Errorf(model.CodeNotFound, "no message has the id %q", id)
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
	ord, sent                                          int64
	isDraft                                            bool
	messageID, subject, preview, from, sender          string
	to, cc, bcc, replyTo, meetingType, meeting, kind   string
	body, headers, fromName, senderName, conversations string
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
	_, err = tx.Exec(`UPDATE bodies SET content_type = ?, content = ?, headers_json = ? WHERE mailbox_id = ? AND id = ?`,
		r.contentType, r.content, r.headers, mailbox, r.id)
	if err != nil {
		return fmt.Errorf("change the body of message %s: %w", r.id, err)
	}
	return tx.enqueueIndex(mailbox, r.id)
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
	if err := tx.countMessages(mailbox, r.folder, -1, -unread(&r)); err != nil {
		return err
	}
	_, err = tx.Record(mailbox, kindMessage, r.folder, id, Deleted)
	return err
}

// worthDeflating is the size in bytes from which an original is deflated.
const worthDeflating = 512

func (tx *Tx) addOriginal(mailbox int64, id string, raw []byte) error {
	kept, deflated := raw, false
	if len(raw) >= worthDeflating {
		packed, err := tx.deflate(raw)
		if err != nil {
			return fmt.Errorf("deflate message %s: %w", id, err)
		}
		if len(packed) < len(raw)*9/10 {
			kept, deflated = packed, true
		}
	}
	_, err := tx.Exec(`INSERT INTO originals (mailbox_id, id, size, deflated, content) VALUES (?, ?, ?, ?, ?)`,
		mailbox, id, len(raw), deflated, kept)
	if err != nil {
		return fmt.Errorf("keep the bytes of message %s: %w", id, err)
	}
	return nil
}

// deflate packs raw. The packer is made once a transaction: an import keeps
// hundreds of messages in one, and making it costs more than packing a mail.
func (tx *Tx) deflate(raw []byte) ([]byte, error) {
	var packed bytes.Buffer
	if tx.packer == nil {
		w, err := flate.NewWriter(&packed, flate.BestSpeed)
		if err != nil {
			return nil, err
		}
		tx.packer = w
	} else {
		tx.packer.Reset(&packed)
	}
	if _, err := tx.packer.Write(raw); err != nil {
		return nil, err
	}
	if err := tx.packer.Close(); err != nil {
		return nil, err
	}
	return packed.Bytes(), nil
}

// Original returns the bytes a message came as, nil when it was written here.
func (tx *Tx) Original(mailbox int64, id string) ([]byte, error) {
	var size int
	var deflated bool
	var kept []byte
	err := tx.QueryRow(`SELECT size, deflated, content FROM originals WHERE mailbox_id = ? AND id = ?`, mailbox, id).
		Scan(&size, &deflated, &kept)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	if err == nil && deflated {
		raw := bytes.NewBuffer(make([]byte, 0, size))
		_, err = io.Copy(raw, flate.NewReader(bytes.NewReader(kept)))
		kept = raw.Bytes()
	}
	if err != nil {
		return nil, fmt.Errorf("read the bytes of message %s: %w", id, err)
	}
	return kept, nil
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
