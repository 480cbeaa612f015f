package rows

import (
	"time"

	"daybook/model"
	"daybook/widget/text"
)

// Message is what the list knows of a message: enough to draw a row and to
// undo what is done to it. Texts are cleaned; From is as it was sent.
type Message struct {
	ID           string
	Conversation string // the ID itself where the service gave none
	Folder       string // folder id
	Received     time.Time
	From         model.EmailAddress

	Sender  text.Text // name, else address
	To      text.Text // first recipient, for mail of our own
	Subject text.Text
	Preview text.Text

	Categories  []string
	Importance  string // model.ImportanceLow, Normal, High
	Flag        string // model.NotFlagged, Flagged, FlagComplete
	Class       string // model.Focused, Other
	Snoozed     string // when it is to come back, RFC 3339, or empty
	Read        bool
	Draft       bool
	Attachments bool
	Meeting     bool
}

// Flagged reports whether the message waits for a follow-up.
func (m *Message) Flagged() bool { return m.Flag == model.Flagged }

// before is the order of the list: newest first, ties by ID so that the order
// is total.
func (m *Message) before(o *Message) bool {
	if !m.Received.Equal(o.Received) {
		return m.Received.After(o.Received)
	}
	return m.ID > o.ID
}

// Row is one row of the list: a message, or the messages of a thread that are
// in this folder, newest first and never none.
type Row struct {
	Key      string
	Messages []*Message
	Pinned   bool
	// Version changes with everything that is drawn of the row.
	Version uint64
}

// Newest is the message that gives the row its place.
func (r *Row) Newest() *Message { return r.Messages[0] }

// Unread reports whether any message of the row is unread.
func (r *Row) Unread() bool { return r.any(func(m *Message) bool { return !m.Read }) }

// Flagged reports whether any message of the row is flagged.
func (r *Row) Flagged() bool { return r.any((*Message).Flagged) }

// Attachments reports whether any message of the row carries attachments.
func (r *Row) Attachments() bool { return r.any(func(m *Message) bool { return m.Attachments }) }

// Important reports whether any message of the row is of high importance.
func (r *Row) Important() bool {
	return r.any(func(m *Message) bool { return m.Importance == model.ImportanceHigh })
}

// Categories is the union of the messages' categories, in their order.
func (r *Row) Categories() []string {
	if len(r.Messages) == 1 {
		return r.Messages[0].Categories
	}
	var all []string
	seen := map[string]bool{}
	for _, m := range r.Messages {
		for _, c := range m.Categories {
			if !seen[c] {
				seen[c] = true
				all = append(all, c)
			}
		}
	}
	return all
}

func (r *Row) any(f func(*Message) bool) bool {
	for _, m := range r.Messages {
		if f(m) {
			return true
		}
	}
	return false
}

// before is the order of rows: pinned ones first, then by newest message.
func (r *Row) before(o *Row) bool {
	if r.Pinned != o.Pinned {
		return r.Pinned
	}
	return r.Newest().before(o.Newest())
}
