package compose

import (
	"net/mail"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"daybook/model"
	"daybook/widget/input"
)

// Kind says what a message answers.
type Kind string

// The kinds of messages.
const (
	New      Kind = "new"
	Reply    Kind = "reply"
	ReplyAll Kind = "replyAll"
	Forward  Kind = "forward"
)

// Draft is a message as it stands: what is saved while it is typed and what is
// sent. It is data, so that it survives the program being killed.
type Draft struct {
	LocalID   string `json:"localId"`
	Kind      Kind   `json:"kind"`
	SourceID  string `json:"sourceId,omitempty"` // the message answered, empty where it is not known
	ServerID  string `json:"serverId,omitempty"` // the draft in the mailbox, once it is there
	MessageID string `json:"messageId"`          // ours, so that a lost answer can be looked up
	Doubt     bool   `json:"doubt,omitempty"`    // the mailbox may have a draft that ServerID does not say

	From *model.EmailAddress `json:"from,omitempty"` // in whose name it goes; nil for that of who is signed in
	// Signature is the one that stands in Body, so that another can take its
	// place; empty for none.
	Signature string `json:"signature,omitempty"`

	To  []model.EmailAddress `json:"to,omitempty"`
	Cc  []model.EmailAddress `json:"cc,omitempty"`
	Bcc []model.EmailAddress `json:"bcc,omitempty"`

	// Unfinished is what stands in a recipient line and is no address, by the
	// line's name in Place. The mailbox has no place for it.
	Unfinished Unfinished `json:"unfinished,omitempty"`

	Subject    string `json:"subject"`
	Body       string `json:"body"`
	Importance string `json:"importance,omitempty"`

	ReadReceipt     bool `json:"readReceipt,omitempty"`
	DeliveryReceipt bool `json:"deliveryReceipt,omitempty"`

	// Place is where the text cursor was: with it a message comes back as it was
	// left. Nil for one that was never open.
	Place *input.Place `json:"place,omitempty"`

	Files []File `json:"files,omitempty"`
	// Listed says that what a forwarded message carries is among Files: what is
	// not there has been taken off.
	Listed bool      `json:"listed,omitempty"`
	Phase  Phase     `json:"phase"`
	Due    time.Time `json:"due,omitzero"` // when a pending letter goes
}

// File is an attachment: a file of this machine until the mailbox has it, or
// something of the mailbox: the message whose id is Source as it was received,
// or, with Attachment, what that message carries under this id.
// Size is in bytes. ServerID is set once it lies with the draft.
type File struct {
	Path        string `json:"path,omitempty"`
	Source      string `json:"source,omitempty"`
	Attachment  string `json:"attachment,omitempty"`
	Name        string `json:"name"`
	ContentType string `json:"contentType,omitempty"`
	Size        int64  `json:"size"`
	ServerID    string `json:"serverId,omitempty"`
}

// MostAttached is the most bytes that a letter carries of files.
const MostAttached = 25 << 20

// Phase is how far a message has come.
type Phase string

// The phases, in order. A message found in Sending after a crash is looked up
// by its Message-ID before anything is sent again.
const (
	Writing Phase = "writing"
	Pending Phase = "pending"
	Sending Phase = "sending"
)

// Unfinished are the parts of recipient lines that are no addresses, by line.
type Unfinished map[string][]string

// Empty reports whether nothing was put into a new letter.
func (d *Draft) Empty() bool {
	return len(d.Unfinished)+len(d.To)+len(d.Cc)+len(d.Bcc)+len(d.Files) == 0 && d.Subject == "" && strings.TrimSpace(d.Body) == ""
}

// Recipients counts everyone the message goes to.
func (d *Draft) Recipients() int { return len(d.To) + len(d.Cc) + len(d.Bcc) }

// Renew has the message begin anew in the mailbox, where its draft was thrown
// away: what lay with that is taken from there, but for what comes with the
// message that is forwarded.
func (d *Draft) Renew() {
	d.Files = slices.Clone(d.Files)
	for i := range d.Files {
		f := &d.Files[i]
		if f.ServerID != "" && (f.Source == "" || f.Source != d.SourceID) {
			f.Source, f.Attachment = d.ServerID, f.ServerID
		}
		f.ServerID = ""
	}
	d.ServerID = ""
}

// carriedBy lists what a message carries, as files of a draft.
func carriedBy(m model.Message) (files []File) {
	for _, a := range m.Attachments {
		files = append(files, File{Source: m.ID, Attachment: a.ID, Name: a.Name, ContentType: a.ContentType, Size: int64(a.Size)})
	}
	return files
}

// Message is the message as the interface has it, files apart.
func (d *Draft) Message() model.Message {
	importance := d.Importance
	if importance == "" {
		importance = model.ImportanceNormal
	}
	var from *model.Recipient
	if d.From != nil {
		from = &model.Recipient{EmailAddress: *d.From}
	}
	return model.Message{
		From:                       from,
		Subject:                    d.Subject,
		Body:                       &model.ItemBody{ContentType: "text", Content: d.Body},
		ToRecipients:               recipients(d.To),
		CcRecipients:               recipients(d.Cc),
		BccRecipients:              recipients(d.Bcc),
		Importance:                 importance,
		IsReadReceiptRequested:     d.ReadReceipt,
		IsDeliveryReceiptRequested: d.DeliveryReceipt,
		InternetMessageID:          d.MessageID,
	}
}

// Patch is the message as a change of the draft that the mailbox has.
func (d *Draft) Patch() model.MessagePatch {
	m := d.Message()
	to, cc, bcc := emptyNotNil(m.ToRecipients), emptyNotNil(m.CcRecipients), emptyNotNil(m.BccRecipients)
	return model.MessagePatch{
		Subject: &m.Subject, Body: m.Body, Importance: &m.Importance,
		ToRecipients: &to, CcRecipients: &cc, BccRecipients: &bcc, From: m.From,
		IsReadReceiptRequested: &m.IsReadReceiptRequested, IsDeliveryReceiptRequested: &m.IsDeliveryReceiptRequested,
	}
}

func emptyNotNil(r []model.Recipient) []model.Recipient {
	if r == nil {
		return []model.Recipient{}
	}
	return r
}

// ofMessage makes a message of a draft in the mailbox.
func ofMessage(m model.Message, body, localID string) Draft {
	d := Draft{
		LocalID: localID, Kind: kindOf(m.Subject), ServerID: m.ID, MessageID: m.InternetMessageID,
		To: addresses(m.ToRecipients), Cc: addresses(m.CcRecipients), Bcc: addresses(m.BccRecipients),
		Subject: m.Subject, Body: body, Importance: m.Importance,
		ReadReceipt: m.IsReadReceiptRequested, DeliveryReceipt: m.IsDeliveryReceiptRequested,
		Phase: Writing,
	}
	for _, a := range m.Attachments {
		d.Files = append(d.Files, File{Name: a.Name, ContentType: a.ContentType, Size: int64(a.Size), ServerID: a.ID})
	}
	return d
}

// kindOf is what a draft of the mailbox answers by its subject, as answerTo makes
// it: the mailbox does not say.
func kindOf(subject string) Kind {
	switch subject {
	case withPrefix("Re: ", subject, replies...):
		return Reply
	case withPrefix("Fw: ", subject, forwards...):
		return Forward
	}
	return New
}

func recipients(list []model.EmailAddress) []model.Recipient {
	var out []model.Recipient
	for _, a := range list {
		out = append(out, model.Recipient{EmailAddress: a})
	}
	return out
}

func addresses(list []model.Recipient) []model.EmailAddress {
	var out []model.EmailAddress
	for _, r := range list {
		out = append(out, r.EmailAddress)
	}
	return out
}

// parseRecipients reads what stands in a recipient line: addresses with or
// without names, with commas or semicolons between. What is not an address is
// returned apart, in the order typed.
func parseRecipients(line string) (good []model.EmailAddress, bad []string) {
	for _, part := range splitRecipients(line) {
		a, err := mail.ParseAddress(part)
		if err != nil {
			bad = append(bad, part)
			continue
		}
		good = append(good, model.EmailAddress{Name: a.Name, Address: a.Address})
	}
	return good, bad
}

// splitRecipients cuts at commas and semicolons outside quotes and angles.
func splitRecipients(line string) []string {
	var parts []string
	start, quoted, angle := 0, false, false
	for i, r := range line {
		switch {
		case r == '"':
			quoted = !quoted
		case quoted:
		case r == '<':
			angle = true
		case r == '>':
			angle = false
		case (r == ',' || r == ';') && !angle:
			parts = append(parts, line[start:i])
			start = i + 1
		}
	}
	parts = append(parts, line[start:])
	var out []string
	for _, p := range parts {
		if p = strings.TrimSpace(p); p != "" {
			out = append(out, p)
		}
	}
	return out
}

// recipientAt is the recipient of a line that the cursor, counted in runes, is
// in or behind: its bytes, without the commas around it. What follows an
// address in angles is another recipient, as a comma is easily left out.
func recipientAt(line string, cursor int) (from, to int) {
	quoted, angle, runes := false, false, 0
	to = len(line)
	for i, r := range line {
		end := (r == ',' || r == ';') && !quoted && !angle
		switch {
		case r == '"':
			quoted = !quoted
		case quoted:
		case r == '<':
			angle = true
		}
		switch {
		case end && runes >= cursor:
			return from, i
		case end:
			from = i + 1
		case r == '>' && !quoted:
			if angle = false; runes+1 < cursor && afterAddress(line[i+1:]) {
				from = i + 1
			}
		}
		runes++
	}
	return from, to
}

// afterAddress says that something is typed behind an address before a comma.
func afterAddress(rest string) bool {
	rest = strings.TrimLeft(rest, " ")
	return rest != "" && rest[0] != ',' && rest[0] != ';'
}

// withRecipient is a line with a recipient in the place of the one that the
// cursor is in, and the cursor, in runes, behind it.
func withRecipient(line string, cursor int, choice string) (string, int) {
	from, to := recipientAt(line, cursor)
	before, after := strings.TrimRight(line[:from], " "), strings.TrimLeft(line[to:], " ")
	switch {
	case before == "":
	case strings.HasSuffix(before, ",") || strings.HasSuffix(before, ";"):
		before += " "
	default:
		before += ", "
	}
	if after == "" {
		choice += ", "
	}
	return before + choice + after, utf8.RuneCountInString(before + choice)
}

// formatRecipients writes addresses as a recipient line.
func formatRecipients(list []model.EmailAddress) string {
	var parts []string
	for _, a := range list {
		parts = append(parts, formatAddress(a))
	}
	return strings.Join(parts, ", ")
}

// formatAddress is "Name <address>", the name quoted where it has to be.
func formatAddress(a model.EmailAddress) string {
	if a.Name == "" || strings.EqualFold(a.Name, a.Address) {
		return a.Address
	}
	name := strings.NewReplacer("\r", " ", "\n", " ").Replace(a.Name)
	if strings.ContainsAny(name, `,;<>@"()[]:\.`) {
		name = `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(name) + `"`
	}
	return name + " <" + a.Address + ">"
}
