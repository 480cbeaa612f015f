package store

import (
	"encoding/json"
	"fmt"
	"time"

	"daybook/model"
)

// messageRow is a row of messages. Lists of recipients and the like are kept
// as the JSON that goes out, so that a list is printed without being parsed.
type messageRow struct {
	id, folder, conversation, messageID              string
	ord, seq, received, sent, created, modified      int64
	isRead, isDraft, hasAttachments                  bool
	flagStatus, importance, inference                string
	deliveryReceipt, readReceipt                     bool
	subject, preview                                 string
	fromName, fromAddress, senderName, senderAddress string
	meetingType                                      string
	to, cc, bcc, replyTo, categories, flag, meeting  string

	// Of bodies, when they were read.
	hasBody                            bool
	contentType, content, headers      string
	extensions, attachments, singleVal json.RawMessage // expanded, else nil
	event                              json.RawMessage
	withEvent                          bool
}

// messageColumns are the columns in the order of fields.
const messageColumns = `m.id, m.folder_id, m.conversation_id, m.message_id, m.ord, m.seq, m.received, m.sent, m.created, m.modified,
	m.is_read, m.is_draft, m.has_attachments, m.flag_status, m.importance, m.inference, m.delivery_receipt, m.read_receipt,
	m.subject, m.preview, m.from_name, m.from_address, m.sender_name, m.sender_address, m.meeting_type,
	m.to_json, m.cc_json, m.bcc_json, m.reply_to_json, m.categories_json, m.flag_json, m.meeting_json`

const (
	bodyColumns = `, b.content_type, b.content, b.headers_json, b.checksum`
	joinBody    = ` JOIN bodies b ON b.mailbox_id = m.mailbox_id AND b.id = m.id`
)

// fields are where a row is scanned to.
func (r *messageRow) fields(body bool) []any {
	f := []any{&r.id, &r.folder, &r.conversation, &r.messageID, &r.ord, &r.seq, &r.received, &r.sent, &r.created, &r.modified,
		&r.isRead, &r.isDraft, &r.hasAttachments, &r.flagStatus, &r.importance, &r.inference, &r.deliveryReceipt, &r.readReceipt,
		&r.subject, &r.preview, &r.fromName, &r.fromAddress, &r.senderName, &r.senderAddress, &r.meetingType,
		&r.to, &r.cc, &r.bcc, &r.replyTo, &r.categories, &r.flag, &r.meeting}
	if body {
		r.hasBody = true
		f = append(f, &r.contentType, &r.content, &r.headers,
			checked{"its body", func() []byte { return bodyChecksum(r.contentType, r.content, r.headers) }})
	}
	return f
}

// meeting is what an eventMessage has beside a message.
type meeting struct {
	Event         *model.Event            `json:"event,omitempty"`
	StartDateTime *model.DateTimeTimeZone `json:"startDateTime,omitempty"`
	EndDateTime   *model.DateTimeTimeZone `json:"endDateTime,omitempty"`
	Location      *model.Location         `json:"location,omitempty"`
}

// rowOf turns a message into its row; ord and seq are the caller's.
func rowOf(m *model.Message) (messageRow, error) {
	r := messageRow{
		id: m.ID, folder: m.ParentFolderID, conversation: m.ConversationID, messageID: m.InternetMessageID,
		received: millisOf(m.ReceivedDateTime), sent: millisOf(m.SentDateTime),
		created: millisOf(m.CreatedDateTime), modified: millisOf(m.LastModifiedDateTime),
		isRead: m.IsRead, isDraft: m.IsDraft, hasAttachments: m.HasAttachments,
		flagStatus: model.NotFlagged, importance: or(m.Importance, model.ImportanceNormal),
		inference: or(m.InferenceClassification, model.Focused), deliveryReceipt: m.IsDeliveryReceiptRequested,
		readReceipt: m.IsReadReceiptRequested, subject: m.Subject, preview: m.BodyPreview, meetingType: m.MeetingMessageType,
	}
	if m.From != nil {
		r.fromName, r.fromAddress = m.From.EmailAddress.Name, m.From.EmailAddress.Address
	}
	if m.Sender != nil {
		r.senderName, r.senderAddress = m.Sender.EmailAddress.Name, m.Sender.EmailAddress.Address
	}
	if m.Flag != nil && m.Flag.FlagStatus != "" {
		r.flagStatus = m.Flag.FlagStatus
	}
	if m.Body != nil {
		r.hasBody, r.contentType, r.content = true, m.Body.ContentType, m.Body.Content
	}
	var flag *model.FollowupFlag
	if m.Flag != nil && *m.Flag != (model.FollowupFlag{FlagStatus: r.flagStatus}) {
		flag = m.Flag
	}
	var meet *meeting
	if m.Event != nil || m.StartDateTime != nil || m.EndDateTime != nil || m.Location != nil {
		meet = &meeting{m.Event, m.StartDateTime, m.EndDateTime, m.Location}
	}
	for _, part := range []struct {
		into  *string
		value any
		empty bool
	}{
		{&r.to, m.ToRecipients, len(m.ToRecipients) == 0},
		{&r.cc, m.CcRecipients, len(m.CcRecipients) == 0},
		{&r.bcc, m.BccRecipients, len(m.BccRecipients) == 0},
		{&r.replyTo, m.ReplyTo, len(m.ReplyTo) == 0},
		{&r.categories, m.Categories, len(m.Categories) == 0},
		{&r.headers, m.InternetMessageHeaders, len(m.InternetMessageHeaders) == 0},
		{&r.flag, flag, flag == nil},
		{&r.meeting, meet, meet == nil},
	} {
		if part.empty {
			continue
		}
		b, err := json.Marshal(part.value)
		if err != nil {
			return r, fmt.Errorf("encode message %s: %w", m.ID, err)
		}
		*part.into = string(b)
	}
	return r, nil
}

// message turns a row back into a message.
func (r *messageRow) message() (model.Message, error) {
	m := model.Message{
		ReceivedDateTime: timeOf(r.received), SentDateTime: timeOf(r.sent), HasAttachments: r.hasAttachments,
		InternetMessageID: r.messageID, Subject: r.subject, BodyPreview: r.preview, Importance: r.importance,
		ParentFolderID: r.folder, ConversationID: r.conversation, IsDeliveryReceiptRequested: r.deliveryReceipt,
		IsReadReceiptRequested: r.readReceipt, IsRead: r.isRead, IsDraft: r.isDraft, InferenceClassification: r.inference,
		From: recipient(r.fromName, r.fromAddress), Sender: recipient(r.senderName, r.senderAddress),
		Flag: &model.FollowupFlag{FlagStatus: r.flagStatus}, MeetingMessageType: r.meetingType,
	}
	m.ID, m.ChangeKey = r.id, ChangeKey(r.seq)
	m.CreatedDateTime, m.LastModifiedDateTime = timeOf(r.created), timeOf(r.modified)
	if r.hasBody {
		m.Body = &model.ItemBody{ContentType: r.contentType, Content: r.content}
	}
	var meet meeting
	for _, part := range []struct {
		from string
		into any
	}{
		{r.to, &m.ToRecipients}, {r.cc, &m.CcRecipients}, {r.bcc, &m.BccRecipients}, {r.replyTo, &m.ReplyTo},
		{r.categories, &m.Categories}, {r.headers, &m.InternetMessageHeaders}, {r.flag, m.Flag}, {r.meeting, &meet},
	} {
		if part.from == "" {
			continue
		}
		if err := json.Unmarshal([]byte(part.from), part.into); err != nil {
			return m, fmt.Errorf("decode message %s: %w", r.id, err)
		}
	}
	m.Event, m.StartDateTime, m.EndDateTime, m.Location = meet.Event, meet.StartDateTime, meet.EndDateTime, meet.Location
	return m, nil
}

func recipient(name, address string) *model.Recipient {
	if name == "" && address == "" {
		return nil
	}
	return &model.Recipient{EmailAddress: model.EmailAddress{Name: name, Address: address}}
}

func or(s, fallback string) string {
	if s == "" {
		return fallback
	}
	return s
}

func millisOf(t *time.Time) int64 {
	if t == nil {
		return 0
	}
	return millis(*t)
}

func timeOf(ms int64) *time.Time {
	if ms == 0 {
		return nil
	}
	t := fromMillis(ms)
	return &t
}
