// Package reader is how a conversation is read: messages or posts below each
// other, each made of blocks (a head, warnings, its text with quotations that
// fold, attachments), and the window on them.
//
// Invariants: no I/O; every text from outside is cleaned when a Message is
// made, and its body is parsed and wrapped there, outside Update. A Page is
// laid out for one width, and drawn line by line when it is seen.
package reader

import (
	"strings"
	"time"

	"daybook/model"
	"daybook/theme"
	"daybook/views/invite"
	"daybook/widget/htmltext"
	"daybook/widget/text"
)

// Form is a way to show a message.
type Form int

// The forms, in the order in which a key goes through them: the body with HTML
// as text, the text the sender wrote beside it, the message as it was received.
const (
	AsText Form = iota
	AsPlain
	AsSource
	Forms
)

func (f Form) String() string { return [...]string{"Text", "Plain text", "Source"}[f] }

// Message is a message or a post ready to be read.
type Message struct {
	ID       string
	Folder   string // of mail, its id
	Received time.Time
	Subject  text.Text
	Preview  text.Text
	From     text.Addressed
	Sender   model.EmailAddress // From as it was sent
	ReplyTo  []text.Addressed   // where it differs from the sender
	To       []text.Addressed
	Cc       []text.Addressed
	Bcc      []text.Addressed
	High     bool
	Draft    bool
	Unseen   bool // unread mail, or a post that was not there the last time
	Sending  bool // a post on its way to the service
	Files    []File
	Custom   []string        // the names of its extensions
	Meeting  *model.Message  // an invitation or an answer to one, nil for other mail
	Invite   *invite.Meeting // its event, once it is known
	Asked    bool            // the event has been asked for
	Gone     bool            // it is no longer in the calendar

	Loaded bool // the body is here
	Err    error
	Form   Form
	Bodies [Forms]*Body

	Open   bool // unfolded
	Quotes bool // long quotations are unfolded
}

// Body is the message in the form that it is shown in, nil while that is not
// here.
func (m *Message) Body() *Body { return m.Bodies[m.Form] }

// File is an attachment.
type File struct {
	ID   string
	Raw  string // the name as it was sent
	Name text.Text
	Kind string // its content type
	Size int    // in bytes
}

// Files are attachments, those left out that the text shows itself.
func Files(attachments []model.Attachment) []File {
	var out []File
	for _, a := range attachments {
		if !a.IsInline {
			out = append(out, File{ID: a.ID, Raw: a.Name, Name: text.Clean(a.Name), Kind: a.ContentType, Size: a.Size})
		}
	}
	return out
}

// Inherit gives messages that were read anew what was read of the ones before,
// and what had been done to them by hand: what was folded and unfolded, and the
// form. So nothing that somebody looks at changes under their eyes.
func Inherit(fresh, before []*Message) {
	for _, m := range fresh {
		for _, old := range before {
			if old.ID == m.ID && old.Loaded {
				m.Loaded, m.Open, m.Quotes, m.Form, m.Bodies = true, old.Open, old.Quotes, old.Form, old.Bodies
				m.Invite, m.Asked, m.Gone = old.Invite, old.Asked, old.Gone
			}
		}
	}
}

// Body is one form of a message, wrapped for a width.
type Body struct {
	Document *htmltext.Document
	Cut      bool   // the client did not read all of it
	plain    string // as it came; "" for HTML
	page     *htmltext.Page
	shape    Shape
}

// Measure is the cells of a line of running text where there is room for more.
const Measure = 72

// Shape is what a body is wrapped for.
type Shape struct {
	Width int
	ASCII bool
}

func (s Shape) glyphs() theme.Glyphs {
	if s.ASCII {
		return theme.ASCII()
	}
	return theme.Unicode()
}

// Parse makes a body of what the service has, nil for nothing, ready for a
// shape.
func Parse(b *model.ItemBody, s Shape) *Body {
	out := &Body{}
	var content string
	if b != nil { // the mark would be lost in what HTML does not show, a style or a comment
		content, out.Cut = strings.CutSuffix(b.Content, model.TooLarge)
	}
	if b != nil && strings.EqualFold(b.ContentType, "html") {
		out.Document = htmltext.HTML(content)
	} else {
		out.Document, out.plain = htmltext.Plain(content), content
	}
	out.Wrap(s)
	return out
}

// Source is a message as it was received.
func Source(content []byte, s Shape) *Body {
	b := &Body{Document: htmltext.Plain(string(content)), plain: string(content)}
	b.Wrap(s)
	return b
}

// Written are the lines of plain text as they were written, cleaned; "" for HTML.
func (b *Body) Written() string { return text.Tabbed(b.plain) }

// Wrap is the lines of the body in a shape.
func (b *Body) Wrap(s Shape) *htmltext.Page {
	if b.page == nil || b.shape != s {
		b.page, b.shape = b.Document.WrapText(s.Width, Measure, s.glyphs()), s
	}
	return b.page
}
