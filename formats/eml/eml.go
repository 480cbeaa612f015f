// Package eml turns the bytes of a mail message into a model.Message, and a
// model.Message into bytes.
//
// Reading is tolerant: whatever the bytes are, Parse answers. Structure that
// is missing, broken or beyond the bounds below is read as text, so that no
// words of a message are lost; characters in an unknown or wrongly named
// charset are guessed. Reading never panics, takes time linear in the size of
// the message for each level of nesting, and keeps at most a few copies of it.
//
// Writing is strict: what could smuggle a header field or an address into a
// message is an error, and the bytes written are RFC 5322 and RFC 2045 to
// 2049, seven bits unless a nested message needs eight.
//
// The package reads no clock, no file and no network. Texts are returned as
// they are in the message, decoded to UTF-8 without NUL, not cleaned for a
// terminal.
package eml

import (
	"time"

	"daybook/model"
)

// Bounds on the structure that Parse follows. Beyond them a part is read as
// one text or one attachment.
const (
	maxDepth = 32
	maxParts = 1000
)

// Options say what is known of a message from outside of it.
type Options struct {
	// Received stands in where the message carries no readable date: the
	// envelope's date, or the file's.
	Received time.Time
}

// Parsed is a message as read. Message has all that the header and the parts
// say; what only a mailbox knows (id, folder, conversation, read, flag) is
// left zero. Its attachments carry their bytes.
type Parsed struct {
	Message model.Message
	// Text is the readable text, taken from the HTML where there is no plain
	// part. Lines end in "\n".
	Text string
	// HTML is the body as HTML, or empty.
	HTML string
	// InReplyTo and References are message ids with their angle brackets, the
	// oldest first.
	InReplyTo, References []string
	// Calendar is the first text/calendar part, nil when there is none.
	Calendar *Calendar
	// Flags are the mailbox flags that some programs keep in the header.
	Flags Flags
}

// Calendar is an iCalendar object in a message. Method is in upper case and
// may be empty.
type Calendar struct {
	Method string
	Data   []byte
}

// Parse reads a message. It never fails: see the package comment.
func Parse(raw []byte, opt Options) *Parsed {
	root := newPart(raw)
	c := collector{hint: root.params["charset"]}
	content := c.visit(root, 0)

	p := &Parsed{Calendar: c.calendar, Flags: headerFlags(root.header)}
	p.Text, p.HTML = content.readable()
	if p.Text == "" {
		p.Text = c.fallback
	}
	markInline(c.attachments, p.HTML)
	m := &p.Message
	m.Attachments = c.attachments
	for _, a := range c.attachments {
		m.HasAttachments = m.HasAttachments || !a.IsInline
	}
	m.Body = &model.ItemBody{ContentType: "text", Content: p.Text}
	if p.HTML != "" {
		m.Body = &model.ItemBody{ContentType: "html", Content: p.HTML}
	}
	m.BodyPreview = Preview(p.Text)
	p.readHeader(root.header, c.hint, opt)
	return p
}
