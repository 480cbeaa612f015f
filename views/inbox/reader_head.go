package inbox

import (
	"fmt"
	"hash/fnv"
	"slices"
	"strings"
	"time"
	"unicode"

	"daybook/model"
	"daybook/theme"
	"daybook/views/avatar"
	"daybook/widget/text"
)

// portraitWidth is the cells of the face, or of the frame with the initials.
const portraitWidth = avatar.Cols

// head is who wrote to whom, two lines beside their face.
func (r *readerLines) head(t *thread, i int, l *letter) {
	width := r.width
	seed := l.from.Address
	initials := initials(l.from)
	from := l.from.Text()
	right := ""
	if date := full(l.received, r.today); i < len(t.letters)-1 {
		right = date
	}
	r.add(headLine, i, from, func(th *theme.Theme) string {
		p := painter{styles: &th.Styles, glyphs: &th.Glyphs}
		r.mark(&p, t, i)
		if face := r.faces.Lines(l.sender.Address, th); face != nil {
			p.b.WriteString(face[0])
		} else {
			p.glyph(p.glyphs.Border.TopLeft, p.tint(seed))
			p.fit(initials, portraitWidth-2, p.tint(seed))
			p.glyph(p.glyphs.Border.TopRight, p.tint(seed))
		}
		p.blank(2)
		room := width - portraitWidth - 2 - len(right) - 1
		p.address(l.from, room)
		p.right(right, len(right)+1, p.styles.Muted)
		return p.b.String()
	})
	to := recipients(l)
	r.add(headLine, i, to, func(th *theme.Theme) string {
		p := painter{styles: &th.Styles, glyphs: &th.Glyphs}
		r.mark(&p, t, i)
		if face := r.faces.Lines(l.sender.Address, th); face != nil {
			p.b.WriteString(face[1])
		} else {
			g := p.glyphs.Border
			p.glyph(g.BottomLeft, p.tint(seed))
			p.glyph(theme.Glyph(strings.Repeat(string(g.Horizontal), portraitWidth-2)), p.tint(seed))
			p.glyph(g.BottomRight, p.tint(seed))
		}
		p.blank(2)
		var notes []string
		if l.high {
			notes = append(notes, string(p.glyphs.High)+" high")
		}
		if l.draft {
			notes = append(notes, string(p.glyphs.Draft)+" draft")
		}
		if l.custom > 0 {
			notes = append(notes, fmt.Sprintf("{} %d custom", l.custom))
		}
		if l.form != asText {
			notes = append(notes, strings.ToLower(l.form.String()))
		}
		if n := len(t.letters); n > 1 && i == n-1 {
			notes = append(notes, fmt.Sprintf("%s %d in thread", p.glyphs.Thread, n))
		}
		note := strings.Join(notes, "  ")
		room := width - portraitWidth - 2 - text.Width(note)
		if room < 12 {
			note, room = "", width-portraitWidth-2
		}
		if note != "" {
			room--
			note = " " + note
		}
		p.fit(to, room, p.styles.Muted)
		p.right(note, text.Width(note), p.styles.Accent)
		return p.b.String()
	})
}

// mark is the first cell of a letter's head: in a thread of several it says
// which one the keys act on.
func (r *readerLines) mark(p *painter, t *thread, i int) {
	if len(t.letters) < 2 || r.at == nil || *r.at != i {
		p.blank(1)
		return
	}
	p.glyph(p.glyphs.Bar, p.styles.Bar)
}

// address writes a name and always the address behind it; when there is no
// room for both, the name gives way.
func (p *painter) address(a text.Addressed, room int) {
	style := p.styles.Muted
	if len(a.Warnings) > 0 {
		style = p.styles.Warning
	}
	if a.Name.Empty() {
		p.fit(a.Address, room, p.styles.Strong)
		return
	}
	whole := text.Concat(text.Literal("<"), a.Address, text.Literal(">"))
	name := a.Name.Truncate(max(room-whole.Width()-1, min(room/3, a.Name.Width())), text.Glyph(p.glyphs.Ellipsis))
	p.text(name, p.styles.Strong)
	p.blank(1)
	p.fit(whole, room-name.Width()-1, style)
}

// tint is the colour that an address always has.
func (p *painter) tint(address text.Text) theme.Style {
	h := fnv.New32a()
	h.Write([]byte(strings.ToLower(address.String())))
	return p.styles.Calendar[h.Sum32()%uint32(len(p.styles.Calendar))]
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
		return text.Clean(letters).Truncate(portraitWidth-2, text.Text{})
	}
	for _, w := range slices.Compact([]int{0, max(len(words)-1, 0)}) {
		if w < len(words) {
			letters += string(unicode.ToUpper([]rune(words[w])[0]))
		}
	}
	return text.Clean(letters)
}

// recipients is "to Ann, Cy +2  cc Dee".
func recipients(l *letter) text.Text {
	var parts []text.Text
	for _, list := range []struct {
		name text.Text
		all  []text.Addressed
	}{{text.Literal("to "), l.to}, {text.Literal("cc "), l.cc}, {text.Literal("bcc "), l.bcc}} {
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
			part = text.Concat(part, say(" +", more))
		}
		parts = append(parts, part)
	}
	return text.Join(text.Literal("  "), parts...)
}

// warnings are what is suspicious about who wrote.
func (r *readerLines) warnings(i int, l *letter) {
	for _, w := range l.from.Warnings {
		r.wrong(i, say("Sender: ", w))
	}
	for _, a := range l.replyTo {
		r.wrong(i, text.Concat(text.Literal("Answers go to "), a.Text(), text.Literal(", not to the sender")))
	}
	if b := l.bodies[l.form]; b != nil {
		for _, link := range b.document.Links {
			if !link.Warning.Empty() {
				r.wrong(i, text.Concat(say("Link [", link.Number, "]: "), link.Warning))
			}
		}
	}
}

// files are the attachments, as many on a line as fit.
func (r *readerLines) files(i int, l *letter) {
	var line []text.Text
	used := 2
	flush := func() {
		words := text.Join(text.Literal("   "), line...)
		r.add(fileLine, i, words, func(th *theme.Theme) string {
			p := painter{styles: &th.Styles, glyphs: &th.Glyphs}
			p.blank(1)
			p.glyph(p.glyphs.Attachment, p.styles.Accent)
			p.blank(1)
			p.text(words, p.styles.Text)
			return p.b.String()
		})
		line, used = nil, 2
	}
	for _, f := range l.files {
		words := text.Concat(f.name, text.Literal(" "), text.Clean(size(f.size)))
		if used+words.Width() > r.width && len(line) > 0 {
			flush()
		}
		line = append(line, words.Truncate(max(r.width-2, 1), text.Text{}))
		used += words.Width() + 3
	}
	flush()
}

// size is a number of bytes in words.
func size(n int) string {
	switch {
	case n < 1000:
		return fmt.Sprintf("%d B", n)
	case n < 1_000_000:
		return fmt.Sprintf("%d kB", (n+500)/1000)
	}
	return fmt.Sprintf("%.1f MB", float64(n)/1_000_000)
}

// invitation is the panel of a meeting request or of an answer to one.
func (r *readerLines) invitation(i int, l *letter) {
	e := l.meeting
	words := map[string]string{
		model.MeetingRequest: "Invitation", model.MeetingCancelled: "Cancelled", model.MeetingAccepted: "Accepted",
		model.MeetingTentative: "Tentatively accepted", model.MeetingTentativePublic: "Tentatively accepted",
		model.MeetingDeclined: "Declined",
	}[e.MeetingMessageType]
	if words == "" {
		return
	}
	when := span(e.StartDateTime, e.EndDateTime, r.today.Location())
	place := ""
	if e.Location != nil && e.Location.DisplayName != "" {
		place = ", " + e.Location.DisplayName
	}
	line := say(words, when, place).Truncate(max(r.width-2, 1), text.Text{})
	r.add(plainLine, i, line, func(th *theme.Theme) string {
		return " " + th.Accent.Render(string(th.Glyphs.Invitation)+" ") + th.Strong.Render(line.String())
	})
	r.blank(i)
}

// span is when a meeting is, in the reader's zone.
func span(from, to *model.DateTimeTimeZone, zone *time.Location) string {
	if from == nil {
		return ""
	}
	start, err := from.Time()
	if err != nil {
		return ""
	}
	words := ": " + start.In(zone).Format("Mon 2 Jan 15:04")
	if to == nil {
		return words
	}
	end, err := to.Time()
	if err != nil {
		return words
	}
	layout := "15:04"
	if model.DateIn(end.In(zone)) != model.DateIn(start.In(zone)) {
		layout = "Mon 2 Jan 15:04"
	}
	return words + "\u2013" + end.In(zone).Format(layout)
}
