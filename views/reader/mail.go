package reader

import (
	"fmt"
	"hash/fnv"
	"slices"
	"strings"
	"time"
	"unicode"

	"daybook/model"
	"daybook/theme"
	"daybook/views"
	"daybook/views/avatar"
	"daybook/views/invite"
	"daybook/widget/row"
	"daybook/widget/text"
)

// How mail is folded.
const (
	foldedLines = 5 // folded messages that get a line each
	quotesLong  = 8
	quotesTail  = 3

	subjectLines = 2  // of a long subject
	leastAddress = 14 // cells of an address beside a long name
)

// Mail lays out a conversation of mail: its subject, then the messages, folded
// or with who wrote to whom, what is suspicious, an invitation, text and
// attachments.
type Mail struct {
	*Page
	Messages []*Message
	Now      time.Time // in the reader's zone
	Faces    *avatar.Book
	Answers  invite.Keys // the keys of answers to invitations
	Older    bool        // every folded message has a line
	Whole    bool        // a long subject is shown to its end
}

// Lay adds the whole conversation.
func (p *Mail) Lay() {
	p.subject()
	for i := 0; i < len(p.Messages); {
		if p.Messages[i].Open {
			p.message(i, p.Messages[i])
			i++
			continue
		}
		from := i
		for i < len(p.Messages) && !p.Messages[i].Open {
			i++
		}
		p.folded(from, i)
	}
}

// subject is the conversation's subject and the date of its newest message.
func (p *Mail) subject() {
	last := len(p.Messages) - 1
	newest := p.Messages[last]
	subject := newest.Subject
	if subject.Empty() {
		subject = text.Literal("(no subject)")
	}
	date := text.Clean(views.NearDateTime(newest.Received, p.Now))
	room := max(p.Width()-date.Width()-2, 8)
	lines, kind := subject.Wrap(room), Subject
	if len(lines) > subjectLines && !p.Whole {
		kind = Longer
		lines = append(lines[:subjectLines-1], text.Concat(lines[subjectLines-1], text.Literal(" "), lines[subjectLines]))
	}
	for i, line := range lines {
		is := Subject
		if i == len(lines)-1 {
			is = kind // its Text is cut as it is drawn
			line = line.Truncate(room, text.Glyph(p.Theme.Glyphs.Ellipsis))
		}
		p.Add(is, last, line, func(d *row.Painter) {
			columns := []row.Column{{Text: line, Style: d.Styles.Title, Fill: true}, {Text: date, Style: d.Styles.Muted, Gap: 1, Order: 1}}
			d.Columns(p.Width(), columns[:2-min(i, 1)]...)
		})
	}
}

// folded is the messages from a place to another, which are folded, one line
// each; when there are many, one line for the oldest of them.
func (p *Mail) folded(from, to int) {
	if hidden := to - from - foldedLines + 1; !p.Older && hidden > 1 {
		words := fmt.Sprint(hidden, " earlier messages")
		unread := 0
		for _, m := range p.Messages[from : from+hidden] {
			if m.Unseen {
				unread++
			}
		}
		if unread > 0 {
			words += fmt.Sprintf(", %d unread", unread)
		}
		p.Fold(Older, from, text.Clean(words), p.Theme.Muted)
		from += hidden
	}
	for i := from; i < to; i++ {
		m, date := p.Messages[i], text.Clean(views.Date(p.Messages[i].Received, p.Now))
		words, look := m.Preview, p.Theme.Faint
		if own := p.ownSubject(m); !own.Empty() {
			words, look = own, p.Theme.Text
		}
		p.Add(Folded, i, text.Concat(m.From.Short(), text.Literal(" "), words), func(d *row.Painter) {
			sign, name, draft := text.Text{}, d.Styles.Text, text.Text{}
			if d.Glyph(d.Glyphs.Collapsed, d.Styles.Accent); m.Unseen {
				sign, name = text.Glyph(d.Glyphs.Unread), d.Styles.Unread
			}
			if m.Draft {
				draft = p.draft()
			}
			d.Columns(p.Width()-1, row.Column{Text: sign, Style: name, Gap: min(sign.Width(), 1), Width: sign.Width(), Own: true},
				row.Column{Text: m.From.Short(), Style: name, Gap: 1, Width: min(max(p.Width()/4, 10), 20)},
				row.Column{Text: draft, Style: d.Styles.Accent, Gap: min(draft.Width(), 1), Own: true},
				row.Column{Text: words, Style: look, Gap: 1, Fill: true},
				row.Column{Text: date, Style: d.Styles.Muted, Gap: 1, Width: max(views.DateWidth, date.Width()), Right: true})
		})
	}
}

// ownSubject is the subject of a message where it is not the conversation's.
func (p *Mail) ownSubject(m *Message) text.Text {
	return OwnSubject(m.Subject, p.Messages[len(p.Messages)-1].Subject)
}

// OwnSubject is a subject that says something else than another, as those of
// the patches of a series; empty for one that does not.
func OwnSubject(subject, other text.Text) text.Text {
	if bare(subject) == bare(other) {
		return text.Text{}
	}
	return subject
}

// bare is a subject without the signs of answers.
func bare(subject text.Text) string {
	s := strings.TrimSpace(subject.String())
	for {
		sign, rest, found := strings.Cut(s, ":")
		if !found || !slices.Contains([]string{"re", "fw", "fwd", "aw", "sv", "wg"}, strings.ToLower(sign)) {
			return s
		}
		s = strings.TrimSpace(rest)
	}
}

// draft says of a message that it is not sent yet.
func (p *Mail) draft() text.Text { return text.Of(string(p.Theme.Glyphs.Draft), " draft") }

// message is an unfolded one: head, warnings, text, attachments.
func (p *Mail) message(i int, m *Message) {
	p.head(i, m)
	if own := p.ownSubject(m); !own.Empty() {
		p.Words(i, own, p.Theme.Strong)
	}
	p.warnings(i, m)
	p.Rule(i)
	switch {
	case m.Invite != nil:
		p.invitation(i, m)
	case m.Meeting != nil:
		p.meeting(i, m.Meeting)
		if m.Gone {
			p.Words(i, text.Literal("It is no longer in your calendar, cancelled or deleted: there is nothing to answer."), p.Theme.Muted)
			p.Blank(i)
		}
	}
	switch b := m.Body(); {
	case m.Err != nil:
		p.Warn(i, text.Clean(fmt.Sprint("Could not load this message: ", views.Reason(m.Err, "it is no longer there"), ". ctrl+r tries again.")))
	case b == nil:
		p.Words(i, m.Preview, p.Theme.Faint)
	default:
		p.Body(i, m, Folding{Long: quotesLong, Tail: quotesTail,
			Cut:  text.Literal("The rest of the message is too large to show. H shows its source, b saves what is attached."),
			Full: text.Literal("The message is longer than what is shown. H shows its source, b saves what is attached.")})
		if n := b.Document.RemoteImages; n == 1 {
			p.Words(i, text.Literal("1 remote image not loaded"), p.Theme.Faint)
		} else if n > 1 {
			p.Words(i, text.Clean(fmt.Sprint(n, " remote images not loaded")), p.Theme.Faint)
		}
	}
	if len(m.Files) > 0 {
		p.Blank(i)
		p.Files(i, m.Files)
	}
	p.Blank(i)
}

// head is who wrote to whom, two lines beside their face.
func (p *Mail) head(i int, m *Message) {
	last := i == len(p.Messages)-1
	date := text.Text{} // of the last one it stands beside the subject
	if !last {
		date = text.Clean(views.NearDateTime(m.Received, p.Now))
	}
	from, to := m.From.Text(), recipients(m)
	p.Add(Head, i, from, func(d *row.Painter) {
		p.face(d, m, 0)
		d.Blank(2)
		address(d, m.From, p.Width()-avatar.Cols-2-date.Width()-1)
		d.Columns(date.Width()+1, row.Column{Text: date, Style: d.Styles.Muted, Gap: 1})
	})
	p.Add(Head, i, to, func(d *row.Painter) {
		p.face(d, m, 1)
		columns := []row.Column{{Text: to, Style: d.Styles.Muted, Gap: 2, Fill: true, Least: 11}}
		if notes := p.notes(m, last); notes != "" {
			columns = append(columns, row.Column{Text: text.Clean(notes), Style: d.Styles.Accent, Gap: 1, Order: 1})
		}
		d.Columns(p.Width()-avatar.Cols, columns...)
	})
}

// face is a line of the portrait, or of the frame with the initials.
func (p *Mail) face(d *row.Painter, m *Message, line int) {
	if face := p.Faces.Lines(m.Sender.Address, p.Theme); face != nil {
		d.Drawn(face[line])
		return
	}
	g, tint := d.Glyphs.Border, tint(d.Styles, m.From.Address)
	if line == 0 {
		d.Glyph(g.TopLeft, tint)
		d.Fit(initials(m.From), avatar.Cols-2, tint)
		d.Glyph(g.TopRight, tint)
		return
	}
	d.Glyph(g.BottomLeft, tint)
	d.Words(strings.Repeat(string(g.Horizontal), avatar.Cols-2), tint)
	d.Glyph(g.BottomRight, tint)
}

// notes are what is to be known of a message at a glance.
func (p *Mail) notes(m *Message, last bool) string {
	var notes []string
	g := p.Theme.Glyphs
	if m.High {
		notes = append(notes, string(g.High)+" high")
	}
	if m.Draft {
		notes = append(notes, p.draft().String())
	}
	if n := len(m.Custom); n > 0 {
		notes = append(notes, fmt.Sprintf("{} %d custom", n))
	}
	if m.Form != AsText {
		notes = append(notes, strings.ToLower(m.Form.String()))
	}
	if n := len(p.Messages); n > 1 && last {
		notes = append(notes, fmt.Sprintf("%s %d in thread", g.Thread, n))
	}
	return strings.Join(notes, "  ")
}

// address writes a name and always something of the address behind it, in
// exactly room cells; when there is no room for both, the address gives way.
func address(d *row.Painter, a text.Addressed, room int) {
	style := d.Styles.Muted
	if len(a.Warnings) > 0 {
		style = d.Styles.Warning
	}
	if a.Name.Empty() {
		d.Fit(shortened(a.Address, room, d.Ellipsis()), room, d.Styles.Strong)
		return
	}
	least := min(a.Address.Width()+2, leastAddress, room/2)
	name := a.Name.Truncate(max(room-least-1, 1), d.Ellipsis())
	d.Text(name, d.Styles.Strong)
	d.Blank(1)
	room -= name.Width() + 1
	d.Fit(text.Concat(text.Literal("<"), shortened(a.Address, room-2, d.Ellipsis()), text.Literal(">")), room, style)
}

// shortened is an address in so many cells. What it keeps is its end: who has
// the domain says more of who wrote than what stands before.
func shortened(a text.Text, room int, ellipsis text.Text) text.Text {
	if room < 1 || a.Width() <= room {
		return a
	}
	user, domain := a, text.Text{}
	if at := strings.LastIndexByte(a.String(), '@'); at >= 0 {
		user, domain = a.Slice(text.Range{To: at}), a.Slice(text.Range{From: at, To: len(a.String())})
	}
	if left := room - domain.Width() - ellipsis.Width(); left >= 0 {
		return text.Concat(user.Truncate(left, text.Text{}), ellipsis, domain)
	}
	from := domain.Width() - room + ellipsis.Width()
	return text.Concat(ellipsis, domain.Cut(from, domain.Width()))
}

// tint is the colour that an address always has.
func tint(s *theme.Styles, address text.Text) theme.Style {
	h := fnv.New32a()
	h.Write([]byte(strings.ToLower(address.String())))
	return s.Calendar[h.Sum32()%uint32(len(s.Calendar))]
}

// initials are the first letters of the first and last name.
func initials(a text.Addressed) text.Text {
	words := strings.FieldsFunc(a.Short().String(), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	if i := strings.IndexByte(a.Short().String(), '@'); i > 0 && len(words) > 0 {
		words = words[:1]
	}
	letters := ""
	if len(words) == 1 {
		letters = strings.ToUpper(words[0])
		return text.Clean(letters).Truncate(avatar.Cols-2, text.Text{})
	}
	for _, w := range slices.Compact([]int{0, max(len(words)-1, 0)}) {
		if w < len(words) {
			letters += string(unicode.ToUpper([]rune(words[w])[0]))
		}
	}
	return text.Clean(letters)
}

// recipients is "to Ann, Cy +2  cc Dee".
func recipients(m *Message) text.Text {
	var parts []text.Text
	for _, list := range []struct {
		name text.Text
		all  []text.Addressed
	}{{text.Literal("to "), m.To}, {text.Literal("cc "), m.Cc}, {text.Literal("bcc "), m.Bcc}} {
		if len(list.all) == 0 {
			continue
		}
		const named = 3
		names := make([]text.Text, 0, named)
		for _, a := range list.all[:min(len(list.all), named)] {
			names = append(names, a.Short())
		}
		part := text.Concat(list.name, text.Join(text.Literal(", "), names...))
		if more := len(list.all) - named; more > 0 {
			part = text.Concat(part, text.Clean(fmt.Sprint(" +", more)))
		}
		parts = append(parts, part)
	}
	return text.Join(text.Literal("  "), parts...)
}

// warnings are what is suspicious about who wrote.
func (p *Mail) warnings(i int, m *Message) {
	for _, w := range m.From.Warnings {
		p.Warn(i, text.Clean(fmt.Sprint("Sender: ", w)))
	}
	for _, a := range m.ReplyTo {
		p.Warn(i, text.Concat(text.Literal("Answers go to "), a.Text(), text.Literal(", not to the sender")))
	}
	if b := m.Body(); b != nil {
		for _, link := range b.Document.Links {
			if !link.Warning.Empty() {
				p.Warn(i, text.Concat(text.Clean(fmt.Sprint("Link [", link.Number, "]: ")), link.Warning))
			}
		}
	}
}

// invitation is the panel of a meeting whose event is known.
func (p *Mail) invitation(i int, m *Message) {
	heading := "Invitation"
	if m.Meeting != nil && meetingWords[m.Meeting.MeetingMessageType] != "" {
		heading = meetingWords[m.Meeting.MeetingMessageType]
	}
	p.invited(i, text.Of(heading, ": ", m.Invite.Event.Subject))
	for _, line := range m.Invite.Lines(p.Now, p.Answers, p.Width()-3) {
		p.Add(Words, i, line.Text, func(d *row.Painter) { d.Drawn("  " + line.Draw(d.Theme)) })
	}
	p.Blank(i)
}

// meetingWords say what a message about a meeting is.
var meetingWords = map[string]string{
	model.MeetingRequest: "Invitation", model.MeetingCancelled: "Cancelled", model.MeetingAccepted: "Accepted",
	model.MeetingTentative: "Tentatively accepted", model.MeetingTentativePublic: "Tentatively accepted",
	model.MeetingDeclined: "Declined",
}

// meeting is what a meeting request, or an answer to one, says itself.
func (p *Mail) meeting(i int, e *model.Message) {
	words := meetingWords[e.MeetingMessageType]
	if words == "" {
		return
	}
	if at := views.EventTime(e.StartDateTime, e.EndDateTime, false, p.Now); at != "" {
		words += ": " + at
	}
	if e.Location != nil && e.Location.DisplayName != "" {
		words += ", " + e.Location.DisplayName
	}
	p.invited(i, text.Clean(words))
	p.Blank(i)
}

// invited is the heading of an invitation.
func (p *Mail) invited(i int, words text.Text) {
	words = words.Truncate(max(p.Width()-2, 1), text.Text{})
	p.Add(Words, i, words, func(d *row.Painter) {
		d.Words(string(d.Glyphs.Invitation)+" ", d.Styles.Accent)
		d.Words(words.String(), d.Styles.Strong)
	})
}
