package inbox

import (
	"time"

	"daybook/model"
	"daybook/views/inbox/change"
	"daybook/views/inbox/rows"
	"daybook/widget/text"
)

// previewBytes is how much of a preview the list keeps: more than the widest
// row shows, and little enough for 100,000 rows.
const previewBytes = 240

// entries makes what the list keeps of messages. It runs in commands, because
// cleaning takes time.
func entries(messages []model.Message) []*rows.Message {
	out := make([]*rows.Message, 0, len(messages))
	for i := range messages {
		if messages[i].ID != "" { // nothing can be done with one that has none, and all such would be one
			out = append(out, entry(&messages[i]))
		}
	}
	return out
}

func entry(m *model.Message) *rows.Message {
	e := &rows.Message{
		ID: m.ID, Conversation: m.ConversationID, Folder: m.ParentFolderID,
		Received: receivedAt(m), From: from(m),
		Subject:    text.Clean(m.Subject),
		Preview:    text.Clean(shorten(m.BodyPreview)),
		Categories: m.Categories, Importance: m.Importance, Class: m.InferenceClassification,
		Flag: model.NotFlagged, Read: m.IsRead, Draft: m.IsDraft,
		Attachments: m.HasAttachments, Meeting: m.OfMeeting(),
	}
	if e.Conversation == "" {
		e.Conversation = m.ID
	}
	e.Sender = text.Address(e.From.Name, e.From.Address).Short()
	if len(m.ToRecipients) > 0 {
		to := m.ToRecipients[0].EmailAddress
		e.To = text.Address(to.Name, to.Address).Short()
		if n := len(m.ToRecipients) - 1; n > 0 {
			e.To = text.Concat(e.To, text.Of(" +", n))
		}
	}
	if m.Flag != nil && m.Flag.FlagStatus != "" {
		e.Flag = m.Flag.FlagStatus
	}
	for _, p := range m.SingleValueProperties {
		if p.ID == change.SnoozeProperty {
			e.Snoozed = p.Value
		}
	}
	return e
}

func from(m *model.Message) model.EmailAddress {
	switch {
	case m.From != nil:
		return m.From.EmailAddress
	case m.Sender != nil:
		return m.Sender.EmailAddress
	}
	return model.EmailAddress{}
}

// receivedAt is the time that gives a message its place; drafts have only the
// time they were last changed.
func receivedAt(m *model.Message) time.Time {
	for _, t := range []*time.Time{m.ReceivedDateTime, m.SentDateTime, m.LastModifiedDateTime, m.CreatedDateTime} {
		if t != nil && !t.IsZero() {
			return *t
		}
	}
	return time.Time{}
}

// shorten copies the beginning of a preview, so that the whole reply is not
// kept alive by it. A service that leaves the lines in it says what is quoted.
func shorten(s string) string {
	s = model.OwnWords(s)
	if len(s) > previewBytes {
		s = s[:previewBytes]
		for len(s) > 0 && s[len(s)-1]&0xc0 == 0x80 { // not inside a character
			s = s[:len(s)-1]
		}
		if len(s) > 0 && s[len(s)-1] >= 0xc0 {
			s = s[:len(s)-1]
		}
	}
	return string([]byte(s))
}
