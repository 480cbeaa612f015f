package inbox

import (
	"context"
	"strings"
	"time"

	"daybook/model"
	"daybook/theme"
	"daybook/views/invite"
	"daybook/widget/htmltext"
	"daybook/widget/text"
)

// form is a way to show a message.
type form int

// The forms, in the order of the H key: the body with HTML as text, the text
// the sender wrote beside it, the message as it was received.
const (
	asText form = iota
	asPlain
	asSource
	forms
)

func (f form) String() string { return [...]string{"Text", "Plain text", "Source"}[f] }

// letter is a message ready to be read: its texts cleaned, its body parsed
// and wrapped. It is made in a command and then belongs to the reader.
type letter struct {
	id       string
	folder   string
	received time.Time
	subject  text.Text
	preview  text.Text
	from     text.Addressed
	sender   model.EmailAddress
	replyTo  []text.Addressed // where it differs from the sender
	to       []text.Addressed
	cc       []text.Addressed
	bcc      []text.Addressed
	high     bool
	draft    bool
	files    []file
	custom   int             // how many extensions there are
	meeting  *model.Message  // an invitation or an answer to one, nil for other mail
	invite   *invite.Meeting // its event, once it is known
	asked    bool            // the event has been asked for

	loaded bool // the body is here
	err    error
	form   form
	bodies [forms]*body

	open   bool // unfolded
	quotes bool // long quotations are unfolded
}

// file is an attachment.
type file struct {
	id   string
	raw  string // the name as it was sent
	name text.Text
	kind string
	size int
}

// body is one form of a message, wrapped for a width.
type body struct {
	document *htmltext.Document
	cut      bool // the client did not read all of it
	page     *htmltext.Page
	shape    shape
}

func (b *body) wrap(s shape) {
	if b.page == nil || b.shape != s {
		b.page, b.shape = b.document.Wrap(s.width, s.glyphs()), s
	}
}

// shape is what a body is wrapped for.
type shape struct {
	width int
	ascii bool
}

func (s shape) glyphs() theme.Glyphs {
	if s.ascii {
		return theme.ASCII()
	}
	return theme.Unicode()
}

// header makes a letter without its body.
func header(m *model.Message) *letter {
	l := &letter{
		id: m.ID, folder: m.ParentFolderID, received: receivedAt(m), sender: from(m),
		subject: text.Clean(m.Subject), preview: text.Clean(shorten(m.BodyPreview)),
		to: addressed(m.ToRecipients), cc: addressed(m.CcRecipients), bcc: addressed(m.BccRecipients),
		high: m.Importance == model.ImportanceHigh, draft: m.IsDraft,
	}
	l.from = text.Address(l.sender.Name, l.sender.Address)
	for _, r := range m.ReplyTo {
		if r.EmailAddress.Address != l.sender.Address {
			l.replyTo = append(l.replyTo, text.Address(r.EmailAddress.Name, r.EmailAddress.Address))
		}
	}
	l.custom = len(m.Extensions)
	for _, a := range m.Attachments {
		if !a.IsInline {
			l.files = append(l.files, file{id: a.ID, raw: a.Name, name: text.Clean(a.Name), kind: a.ContentType, size: a.Size})
		}
	}
	if m.MeetingMessageType != "" {
		l.meeting = m
	}
	return l
}

func addressed(list []model.Recipient) []text.Addressed {
	out := make([]text.Addressed, len(list))
	for i, r := range list {
		out[i] = text.Address(r.EmailAddress.Name, r.EmailAddress.Address)
	}
	return out
}

// read gets a message with its body, ready for a width.
func read(ctx context.Context, service Service, id string, s shape) *letter {
	message, err := service.Message(ctx, id, false)
	if err != nil {
		return &letter{id: id, err: err}
	}
	l := header(&message)
	l.loaded, l.open = true, true
	l.bodies[asText] = parse(message.Body, s)
	return l
}

func parse(b *model.ItemBody, s shape) *body {
	out := &body{}
	var content string
	if b != nil { // the mark would be lost in what HTML does not show, a style or a comment
		content, out.cut = strings.CutSuffix(b.Content, model.TooLarge)
	}
	if b != nil && b.ContentType == "html" {
		out.document = htmltext.HTML(content)
	} else {
		out.document = htmltext.Plain(content)
	}
	out.wrap(s)
	return out
}

// readForm gets another form of a message.
func readForm(ctx context.Context, service Service, id string, f form, s shape) (*body, error) {
	if f == asSource {
		source, err := service.Source(ctx, id)
		if err != nil {
			return nil, err
		}
		b := &body{document: htmltext.Plain(string(source))}
		b.wrap(s)
		return b, nil
	}
	message, err := service.Message(ctx, id, f == asPlain)
	if err != nil {
		return nil, err
	}
	return parse(message.Body, s), nil
}
