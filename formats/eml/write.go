package eml

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"daybook/model"
)

// Envelope is what a written message needs besides the model: its date and
// its ids. InReplyTo and References are message ids with angle brackets. The
// message's own InternetMessageID is used when MessageID is empty.
type Envelope struct {
	Date                  time.Time
	MessageID             string
	InReplyTo, References []string
	// WithBcc keeps the Bcc field: right for a draft, wrong for what is sent.
	WithBcc bool
}

// Write writes m as an RFC 5322 message with CRLF line ends. Attachments are
// written with their ContentBytes; inline ones go beside the HTML body in a
// multipart/related. Boundaries depend on the content alone, so that the same
// message gives the same bytes. A field is cleaned of what could break out of
// its place, and one of which nothing is left is not written: a message that
// is kept can always be written. It fails when w does.
func Write(w io.Writer, m *model.Message, env Envelope) error {
	b := &builder{}
	b.head(m, env)
	b.field("MIME-Version", "1.0")
	bodyTree(m).write(&b.out)
	if _, err := w.Write(b.out.Bytes()); err != nil {
		return fmt.Errorf("write message %q: %w", m.Subject, err)
	}
	return nil
}

// builder writes header fields.
type builder struct {
	out bytes.Buffer
}

// head writes the fields of the message itself.
func (b *builder) head(m *model.Message, env Envelope) {
	if !env.Date.IsZero() {
		b.field("Date", env.Date.Format("Mon, 2 Jan 2006 15:04:05 -0700"))
	}
	b.recipients("From", one(m.From))
	if m.Sender != nil && (m.From == nil || m.Sender.EmailAddress.Address != m.From.EmailAddress.Address) {
		b.recipients("Sender", one(m.Sender))
	}
	b.recipients("Reply-To", m.ReplyTo)
	b.recipients("To", m.ToRecipients)
	b.recipients("Cc", m.CcRecipients)
	if env.WithBcc {
		b.recipients("Bcc", m.BccRecipients)
	}
	b.text("Subject", m.Subject)
	id := env.MessageID
	if id == "" {
		id = m.InternetMessageID
	}
	b.ids("Message-ID", []string{id})
	b.ids("In-Reply-To", env.InReplyTo)
	b.ids("References", env.References)
	switch m.Importance {
	case model.ImportanceHigh, model.ImportanceLow:
		b.field("Importance", m.Importance)
	}
	if m.IsReadReceiptRequested {
		b.recipients("Disposition-Notification-To", one(m.From))
	}
	if m.IsDeliveryReceiptRequested {
		b.recipients("Return-Receipt-To", one(m.From))
	}
	b.text("Keywords", strings.Join(m.Categories, ", "))
	for _, h := range m.InternetMessageHeaders {
		// A client may add fields of its own; the known ones are not its to set.
		if len(h.Name) > 2 && strings.EqualFold(h.Name[:2], "x-") {
			b.custom(h)
		}
	}
}

func one(r *model.Recipient) []model.Recipient {
	if r == nil {
		return nil
	}
	return []model.Recipient{*r}
}

// oneLine is a text as it can stand in a header: line breaks and other control
// characters are a blank.
func oneLine(s string) string {
	s = strings.ToValidUTF8(s, "\ufffd")
	if model.IsLine(s) {
		return s
	}
	words := strings.FieldsFunc(s, func(r rune) bool { return !model.IsLine(string(r)) })
	return strings.TrimSpace(strings.Join(words, " "))
}

// text writes a field of free text, or nothing when it is empty.
func (b *builder) text(name, s string) {
	if s = oneLine(s); s != "" {
		b.field(name, encodeWord(s, len(name)+2))
	}
}

// custom writes a client's own field.
func (b *builder) custom(h model.InternetMessageHeader) {
	for _, c := range []byte(h.Name) {
		if c <= ' ' || c >= 0x7f || c == ':' {
			return
		}
	}
	b.text(h.Name, h.Value)
}

// ids writes a list of message ids, those excepted that cannot be one: cut to
// what can, they would be another's.
func (b *builder) ids(name string, ids []string) {
	ids = slices.DeleteFunc(slices.Clone(ids), func(id string) bool {
		return id == "" || strings.ContainsAny(id, " \t") || !isASCII(id) || !model.IsLine(id)
	})
	if len(ids) > 0 {
		b.field(name, strings.Join(ids, " "))
	}
}

// recipients writes an address list, or nothing when it is empty. What cannot
// be an address is written as a name: in part it would be another's address.
func (b *builder) recipients(name string, list []model.Recipient) {
	var parts []string
	used := len(name) + 2 // of the first line
	for _, r := range list {
		a := r.EmailAddress
		if strings.ContainsAny(a.Address, " \t<>,;\"()\\") || !model.IsLine(a.Address) || !utf8.ValidString(a.Address) {
			a.Name, a.Address = a.Name+" "+a.Address, ""
		}
		a.Name = strings.TrimSpace(oneLine(a.Name))
		switch {
		case a.Address == "" && a.Name == "":
		case a.Name == "":
			parts = append(parts, a.Address)
		case a.Address == "":
			parts = append(parts, phrase(a.Name, used)+":;") // an empty group: the one way to keep a name alone
		default:
			parts = append(parts, phrase(a.Name, used)+" <"+a.Address+">")
		}
		used = 0
	}
	if len(parts) > 0 {
		b.field(name, strings.Join(parts, ", "))
	}
}

// phrase writes a display name: quoted when ASCII, else as encoded words.
func phrase(name string, used int) string {
	if !isPlain(name) {
		return encodeWord(name, used)
	}
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(name) + `"`
}

// width is how long a line may be that has anything encoded in it (RFC 2045
// and 2047), and the length to which others are folded.
const width = 76

// field writes one field, folded at blanks to lines of 76 characters where
// there are blanks (RFC 5322, section 2.1.1).
func (b *builder) field(name, value string) { writeField(&b.out, name, value) }

func writeField(out *bytes.Buffer, name, value string) {
	out.WriteString(name + ":")
	used, first := len(name)+1, true
	for value != "" {
		// A word takes the blanks before it along, so that folding keeps them.
		lead := len(value) - len(strings.TrimLeft(value, " \t"))
		n := strings.IndexAny(value[lead:], " \t")
		if n < 0 {
			n = len(value) - lead
		}
		word := value[:lead+n]
		value = value[lead+n:]
		if lead == 0 {
			word = " " + word
		}
		// Only an encoded word may leave the line of the name empty: beside a
		// long name there is no room for it.
		stays := first && !strings.HasPrefix(word, " =?")
		first = false
		if used+len(word) > width && !stays && strings.TrimSpace(word) != "" {
			out.WriteString("\r\n")
			used = 0
		}
		out.WriteString(word)
		used += len(word)
	}
	out.WriteString("\r\n")
}
