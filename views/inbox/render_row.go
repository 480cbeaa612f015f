package inbox

import (
	"strconv"
	"strings"
	"time"

	"daybook/theme"
	"daybook/views/inbox/rows"
	"daybook/widget/text"
)

// denseWidth is the width under which the subject goes to the second line,
// before the preview: the words that decide are cut last.
const denseWidth = 60

// rowDrawer draws the rows of the list; it is the list's Source. A row is
// drawn once for its version, width and state.
type rowDrawer struct {
	list *listPane

	epoch    uint64 // changes with what all rows share: the day, the terms
	day      [3]int
	terms    text.Query
	gapError error
}

// Len implements list.Source.
func (d *rowDrawer) Len() int { return d.list.rows.Len() }

// ID implements list.Source.
func (d *rowDrawer) ID(i int) string {
	if r := d.list.rows.At(i); r != nil {
		return r.Key
	}
	return ""
}

// Index implements list.Finder: the rows know where their selection is, and
// the window asks for no other.
func (d *rowDrawer) Index(id string) int {
	if r := d.list.rows.Selected(); r != nil && r.Key == id {
		return d.list.rows.Cursor()
	}
	return d.list.rows.Place(id)
}

// Height implements list.Source.
func (d *rowDrawer) Height(i int) int {
	if i == d.list.rows.Gap() {
		return 1
	}
	return 2
}

// Version implements list.Source.
func (d *rowDrawer) Version(i int) uint64 { return d.list.rows.At(i).Version + d.epoch<<40 }

// Row implements list.Source.
func (d *rowDrawer) Row(i, width int, state theme.RowState) string {
	r := d.list.rows.At(i)
	if r == nil {
		return d.gap(width, state)
	}
	state.Marked = d.list.rows.Marked(r)
	p := painter{styles: d.list.theme.Row(state), glyphs: &d.list.theme.Glyphs, terms: d.terms}
	p.b.Grow(4 * width)
	if width < denseWidth {
		d.dense(&p, r, width, state)
	} else {
		d.wide(&p, r, width, state)
	}
	return p.b.String()
}

// wide is sender, subject and date on the first line, marks and preview on
// the second.
func (d *rowDrawer) wide(p *painter, r *rows.Row, width int, state theme.RowState) {
	newest := r.Newest()
	date := relative(newest.Received, d.list.today())
	senders := min(max((width-12)*2/5, 14), 28)
	subject := width - 5 - senders - 1 - dateWidth - 1
	d.head(p, r, state)
	d.senders(p, r, senders)
	p.blank(1)
	p.fit(d.subject(newest), subject, d.weight(p, r))
	p.blank(1)
	p.right(date, dateWidth, p.styles.Muted)
	p.blank(1)
	p.newline()
	d.second(p, r, state)
	marks := d.marks(r)
	where := d.where(newest).Truncate(width/4, text.Glyph(p.glyphs.Ellipsis))
	p.fit(newest.Preview, width-6-len(marks)*2-where.Width(), p.styles.Muted)
	p.blank(1)
	p.text(where, p.styles.Faint)
	for _, m := range marks {
		p.blank(1)
		p.glyph(m.glyph, m.style(p.styles))
	}
	p.blank(1)
}

// dense is sender and date on the first line; subject, what room leaves of the
// preview, and marks on the second.
func (d *rowDrawer) dense(p *painter, r *rows.Row, width int, state theme.RowState) {
	newest := r.Newest()
	d.head(p, r, state)
	where := d.where(newest).Truncate(max(width/4, 1), text.Glyph(p.glyphs.Ellipsis))
	d.senders(p, r, width-7-dateWidth-where.Width())
	p.blank(1)
	p.text(where, p.styles.Faint)
	p.blank(1)
	p.right(relative(newest.Received, d.list.today()), dateWidth, p.styles.Muted)
	p.blank(1)
	p.newline()
	d.second(p, r, state)
	marks := d.marks(r)
	room := width - 5 - len(marks)*2
	subject := d.subject(newest).Truncate(room, text.Glyph(p.glyphs.Ellipsis))
	p.text(subject, d.weight(p, r))
	if left := room - subject.Width(); left > 8 {
		p.blank(2)
		p.fit(newest.Preview, left-2, p.styles.Faint)
	} else {
		p.blank(left)
	}
	for _, m := range marks {
		p.blank(1)
		p.glyph(m.glyph, m.style(p.styles))
	}
	p.blank(1)
}

// head is the four cells before the sender: cursor, selection or unread,
// importance.
func (d *rowDrawer) head(p *painter, r *rows.Row, state theme.RowState) {
	g := p.glyphs
	p.bar(state)
	switch {
	case state.Marked:
		p.glyph(g.Marked, p.styles.Mark)
	case r.Unread():
		p.glyph(g.Unread, p.styles.Accent)
	default:
		p.blank(1)
	}
	if r.Important() {
		p.glyph(g.High, p.styles.High)
	} else {
		p.blank(1)
	}
	p.blank(1)
}

// second is the four cells that begin the second line: cursor and flag.
func (d *rowDrawer) second(p *painter, r *rows.Row, state theme.RowState) {
	g := p.glyphs
	p.bar(state)
	switch {
	case r.Flagged():
		p.glyph(g.Flag, p.styles.Flag)
	case r.Pinned:
		p.glyph(g.Snoozed, p.styles.Accent)
	case state.Marked && r.Unread():
		p.glyph(g.Unread, p.styles.Accent)
	default:
		p.blank(1)
	}
	p.blank(2)
}

func (d *rowDrawer) weight(p *painter, r *rows.Row) theme.Style {
	if r.Unread() {
		return p.styles.Unread
	}
	return p.styles.Text
}

// senders is who wrote, "Bo Berg, me", and how many messages there are.
func (d *rowDrawer) senders(p *painter, r *rows.Row, width int) {
	names, count := d.list.correspondents(r)
	style := d.weight(p, r)
	if count < 2 {
		p.fit(names, width, style)
		return
	}
	n := strconv.Itoa(count)
	names = names.Truncate(width-len(n)-1, text.Glyph(p.glyphs.Ellipsis))
	p.text(names, style)
	p.blank(1)
	p.styles.Muted.Write(&p.b, n)
	p.blank(width - names.Width() - 1 - len(n))
}

// where is the folder of a message found elsewhere than in the inbox.
func (d *rowDrawer) where(m *rows.Message) text.Text {
	if l := d.list; !l.found || l.folder != "" || m.Folder == l.folders.inbox() {
		return text.Text{}
	}
	return d.list.folders.label(m.Folder)
}

func (d *rowDrawer) subject(m *rows.Message) text.Text {
	if m.Subject.Empty() {
		return text.Literal("(no subject)")
	}
	return m.Subject
}

// mark is a sign at the end of a row.
type mark struct {
	glyph    theme.Glyph
	category int // preset, -1 for none
}

func (m mark) style(s *theme.Styles) theme.Style {
	if m.category < 0 {
		return s.Muted
	}
	return s.Category[m.category]
}

// marks are the categories, by shape and colour, and what the message carries.
func (d *rowDrawer) marks(r *rows.Row) []mark {
	var out []mark
	for _, name := range r.Categories() {
		if len(out) == 3 {
			break
		}
		preset := d.list.categories.preset(name)
		out = append(out, mark{d.list.theme.Glyphs.Calendar[preset%len(d.list.theme.Glyphs.Calendar)], preset})
	}
	if r.Newest().Meeting {
		out = append(out, mark{d.list.theme.Glyphs.Invitation, -1})
	}
	if r.Attachments() {
		out = append(out, mark{d.list.theme.Glyphs.Attachment, -1})
	}
	return out
}

// gap is the row that stands for what is not loaded.
func (d *rowDrawer) gap(width int, state theme.RowState) string {
	p := painter{styles: d.list.theme.Row(state), glyphs: &d.list.theme.Glyphs}
	p.bar(state)
	p.blank(3)
	p.fit(d.list.gapText(), width-4, p.styles.Faint)
	return p.b.String()
}

const dateWidth = 6

// relative is a date as it is said at the time of now: the time today, the
// weekday within a week, day and month within the year, else the year.
func relative(t, now time.Time) string {
	t = t.In(now.Location())
	today := time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, now.Location())
	switch {
	case t.IsZero():
		return ""
	case !t.Before(today) && t.Before(today.AddDate(0, 0, 1)):
		return t.Format("15:04")
	case t.Before(today) && t.After(today.AddDate(0, 0, -6)):
		return t.Format("Mon")
	case t.Year() == now.Year():
		return t.Format("2 Jan")
	}
	return t.Format("2006")
}

// painter writes the runs of a row.
type painter struct {
	b      strings.Builder
	styles *theme.Styles
	glyphs *theme.Glyphs
	terms  text.Query
}

func (p *painter) newline() { p.b.WriteByte('\n') }

func (p *painter) blank(n int) { p.styles.Text.Write(&p.b, text.Blanks(n)) }

func (p *painter) glyph(g theme.Glyph, s theme.Style) { s.Write(&p.b, string(g)) }

// bar is the cursor's mark at the left edge.
func (p *painter) bar(state theme.RowState) {
	if state.Cursor {
		p.glyph(p.glyphs.Bar, p.styles.Bar)
	} else {
		p.blank(1)
	}
}

// text writes a text with the search's matches marked.
func (p *painter) text(t text.Text, s theme.Style) {
	at := 0
	for _, r := range p.terms.Find(t) {
		s.Write(&p.b, t.Slice(text.Range{From: at, To: r.From}).String())
		p.styles.Match.Write(&p.b, t.Slice(r).String())
		at = r.To
	}
	s.Write(&p.b, t.Slice(text.Range{From: at, To: len(t.String())}).String())
}

// fit writes a text in exactly width cells.
func (p *painter) fit(t text.Text, width int, s theme.Style) {
	if width <= 0 {
		return
	}
	t = t.Truncate(width, text.Glyph(p.glyphs.Ellipsis))
	p.text(t, s)
	p.blank(width - t.Width())
}

func (p *painter) right(s string, width int, style theme.Style) {
	p.blank(width - text.Width(s))
	style.Write(&p.b, s)
}

// followDay draws all dates anew when the day has changed.
func (d *rowDrawer) followDay(today time.Time) {
	if y, m, day := today.Date(); d.day != [3]int{y, int(m), day} {
		d.day = [3]int{y, int(m), day}
		d.epoch++
	}
}

// changed draws all rows anew.
func (d *rowDrawer) changed() { d.epoch++ }

// setTerms marks the terms of a search in every row.
func (d *rowDrawer) setTerms(q text.Query) {
	d.terms = q
	d.epoch++
}
