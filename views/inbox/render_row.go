package inbox

import (
	"strconv"
	"strings"
	"time"

	"daybook/model"
	"daybook/theme"
	"daybook/views"
	"daybook/views/inbox/rows"
	"daybook/widget/row"
	"daybook/widget/text"
)

// denseWidth is the width under which the subject goes to the second line,
// before the preview, where it has room: the words that decide are cut last.
const denseWidth = 76

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
	if d.list.options.Lines == 1 || i == d.list.rows.Gap() {
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
	p := row.For(&d.list.theme, state)
	p.Terms = d.terms
	p.Grow(4 * width)
	switch {
	case d.list.options.Lines == 1:
		d.single(p, r, width, state)
	case width < denseWidth:
		d.dense(p, r, width, state)
	default:
		d.wide(p, r, width, state)
	}
	return p.String()
}

// single is all on one line: sender, subject, what room leaves of the preview,
// marks and date.
func (d *rowDrawer) single(p *row.Painter, r *rows.Row, width int, state theme.RowState) {
	newest := r.Newest()
	senders := min(max((width-14)/4, 9), 24)
	p.Bar(state)
	d.unread(p, r, state)
	d.importance(p, r)
	d.flag(p, r, state)
	p.Blank(1)
	d.senders(p, r, senders)
	var columns [11]row.Column
	p.Columns(width-6-senders, append(d.marks(p, r, append(columns[:0],
		row.Column{Text: d.subject(newest), Style: d.weight(p, r), Gap: 1, Least: 1, Order: 1},
		row.Column{Text: newest.Preview, Style: p.Styles.Faint, Gap: 2, Fill: true, Least: 7, Order: 2})),
		row.Column{Text: d.where(newest), Style: p.Styles.Faint, Gap: 1, Most: width / 5}, d.date(p, newest))...)
	p.Blank(1)
}

// wide is sender, subject and date on the first line, marks and preview on
// the second.
func (d *rowDrawer) wide(p *row.Painter, r *rows.Row, width int, state theme.RowState) {
	newest := r.Newest()
	senders := min(max((width-12)*2/5, 14), 28)
	d.head(p, r, state)
	d.senders(p, r, senders)
	p.Columns(width-5-senders, row.Column{Text: d.subject(newest), Style: d.weight(p, r), Gap: 1, Fill: true}, d.date(p, newest))
	p.Blank(1)
	p.Newline()
	d.second(p, r, state)
	var columns [10]row.Column
	p.Columns(width-5, d.marks(p, r, append(columns[:0],
		row.Column{Text: newest.Preview, Style: p.Styles.Muted, Fill: true},
		row.Column{Text: d.where(newest), Style: p.Styles.Faint, Gap: 1, Most: width / 4}))...)
	p.Blank(1)
}

// dense is sender and date on the first line; subject, what room leaves of the
// preview, and marks on the second.
func (d *rowDrawer) dense(p *row.Painter, r *rows.Row, width int, state theme.RowState) {
	newest := r.Newest()
	where := d.where(newest).Truncate(max(width/4, 1), p.Ellipsis())
	date := d.date(p, newest)
	senders := width - 7 - date.Width - where.Width()
	d.head(p, r, state)
	d.senders(p, r, senders)
	p.Columns(width-5-senders, row.Column{Text: where, Style: p.Styles.Faint, Gap: 1}, date)
	p.Blank(1)
	p.Newline()
	d.second(p, r, state)
	var columns [10]row.Column
	p.Columns(width-5, d.marks(p, r, append(columns[:0],
		row.Column{Text: d.subject(newest), Style: d.weight(p, r), Least: 1, Order: 1},
		row.Column{Text: newest.Preview, Style: p.Styles.Faint, Gap: 2, Fill: true, Least: 7, Order: 2}))...)
	p.Blank(1)
}

// date is the last column of a row's first line.
func (d *rowDrawer) date(p *row.Painter, m *rows.Message) row.Column {
	date := text.Clean(views.Date(m.Received, d.list.today()))
	return row.Column{Text: date, Style: p.Styles.Muted, Gap: 1, Width: max(date.Width(), views.DateWidth), Right: true, Own: true}
}

// head is the four cells before the sender: cursor, selection or unread,
// importance.
func (d *rowDrawer) head(p *row.Painter, r *rows.Row, state theme.RowState) {
	p.Bar(state)
	d.unread(p, r, state)
	d.importance(p, r)
	p.Blank(1)
}

// unread is the cell that says whether a row is selected, else unread.
func (d *rowDrawer) unread(p *row.Painter, r *rows.Row, state theme.RowState) {
	switch {
	case state.Marked:
		p.Mark(rowMarks.selected)
	case r.Unread():
		p.Mark(rowMarks.unread)
	default:
		p.Blank(1)
	}
}

func (d *rowDrawer) importance(p *row.Painter, r *rows.Row) {
	if r.Important() {
		p.Mark(rowMarks.important)
	} else {
		p.Blank(1)
	}
}

// second is the four cells that begin the second line: cursor and flag.
func (d *rowDrawer) second(p *row.Painter, r *rows.Row, state theme.RowState) {
	p.Bar(state)
	d.flag(p, r, state)
	p.Blank(2)
}

// flag is the cell that says what a row waits for: a follow-up, or to be handled
// as it came back from snooze.
func (d *rowDrawer) flag(p *row.Painter, r *rows.Row, state theme.RowState) {
	switch {
	case r.Flagged():
		p.Mark(rowMarks.flagged)
	case r.Pinned:
		p.Mark(rowMarks.back)
	case state.Marked && r.Unread():
		p.Mark(rowMarks.unread)
	default:
		p.Blank(1)
	}
}

func (d *rowDrawer) weight(p *row.Painter, r *rows.Row) theme.Style {
	if r.Unread() {
		return p.Styles.Unread
	}
	return p.Styles.Text
}

// senders is who wrote, "Bo Berg, me", and how many messages there are.
func (d *rowDrawer) senders(p *row.Painter, r *rows.Row, width int) {
	names, count := d.correspondents(r)
	columns := [2]row.Column{{Text: names, Style: d.weight(p, r), Least: 1, Order: 1}}
	if count < 2 {
		p.Columns(width, columns[:1]...)
		return
	}
	columns[1] = row.Column{Text: text.Clean(strconv.Itoa(count)), Style: p.Styles.Muted, Gap: 1, Own: true}
	p.Columns(width, columns[:]...)
}

// correspondents is who wrote the messages of a row, the first one first, and
// how many messages there are. Mail of our own shows whom it went to.
func (d *rowDrawer) correspondents(r *rows.Row) (names text.Text, count int) {
	l, ours := d.list, 0
	me := l.options.Me.Address
	var seen []string
	var parts []text.Text
	add := func(id string, name text.Text) {
		for _, s := range seen {
			if s == id {
				return
			}
		}
		seen = append(seen, id)
		parts = append(parts, name)
	}
	for i := len(r.Messages) - 1; i >= 0; i-- {
		e := r.Messages[i]
		if e.From.Address != "" && strings.EqualFold(e.From.Address, me) {
			ours++
			continue
		}
		add(strings.ToLower(e.Sender.String()), e.Sender)
	}
	count = len(r.Messages)
	sent := d.sent(r).count
	ours += sent
	count += sent
	switch {
	case ours > 0 && len(parts) > 0:
		parts = append(parts, text.Literal("me"))
	case len(parts) == 0 && !r.Newest().To.Empty():
		parts = append(parts, text.Concat(text.Literal("to "), r.Newest().To))
	case len(parts) == 0:
		parts = append(parts, text.Literal("me"))
	}
	names = text.Join(text.Literal(", "), parts...)
	if names.Empty() {
		names = text.Literal("(unknown sender)")
	}
	return names, count
}

// sent is what we wrote in the thread of a row and what it does not have itself.
func (d *rowDrawer) sent(r *rows.Row) sentMail {
	l := d.list
	if !l.rows.Threaded() || l.found || l.folder == l.folders.wellKnown(model.FolderSentItems) {
		return sentMail{}
	}
	return l.sent[r.Key]
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

// marks adds the categories, and what the message carries.
func (d *rowDrawer) marks(p *row.Painter, r *rows.Row, columns []row.Column) []row.Column {
	categories := r.Categories()
	for _, name := range categories[:min(len(categories), 3)] {
		sign, colour := d.list.categories.marks.Sign(&d.list.theme, name)
		columns = append(columns, row.Column{Text: text.Glyph(sign), Style: p.Styles.Category[colour], Gap: 1, Own: true})
	}
	if d.muted(r) {
		columns = append(columns, p.Sign(rowMarks.muted))
	}
	if d.sent(r).newest.After(r.Newest().Received) {
		columns = append(columns, p.Sign(rowMarks.answered))
	}
	if r.Newest().Meeting {
		columns = append(columns, p.Sign(rowMarks.invitation))
	}
	if r.Attachments() {
		columns = append(columns, p.Sign(rowMarks.attachment))
	}
	return columns
}

// gap is the row that stands for what is not loaded.
func (d *rowDrawer) gap(width int, state theme.RowState) string {
	p := row.For(&d.list.theme, state)
	p.Bar(state)
	p.Blank(3)
	p.Fit(d.list.gapText(), width-4, p.Styles.Faint)
	return p.String()
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
