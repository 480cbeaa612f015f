package inbox

import (
	"fmt"
	"strings"
	"time"

	"daybook/theme"
	"daybook/views/avatar"
	"daybook/widget/htmltext"
	"daybook/widget/text"
)

// readerMargin is the cells beside the text: one at the left, one at the
// right, and the scrollbar.
const readerMargin = 3

// longQuote is how many quoted lines are shown unfolded; of a longer
// quotation that is answered below, quoteTail lines stay.
const (
	longQuote = 8
	quoteTail = 3
)

// foldedLetters is how many folded letters get a line each.
const foldedLetters = 5

// lineKind says what a line of the reader is, and so what a click on it does.
type lineKind int

const (
	bodyLine    lineKind = iota
	subjectLine          // of the thread
	headLine             // of a letter: folds it
	foldLine             // a folded letter: unfolds it
	olderLine            // many folded letters: unfolds the list of them
	quoteLine            // a folded quotation
	fileLine             // the attachments
	plainLine            // words of our own
	wrongLine            // a warning
)

// readerLine is one line. Text is what is searched and, for most kinds, shown.
type readerLine struct {
	kind   lineKind
	letter int
	text   text.Text
	body   *htmltext.Line
	draw   func(*theme.Theme) string // kinds other than bodyLine
}

// readerLines is the lines of a thread; it is the pager's source.
type readerLines struct {
	theme *theme.Theme
	today time.Time
	lines []readerLine
	older bool // all folded letters have a line
	of    *thread
	width int
	at    *int // the letter that keys act on, which is marked in a thread of several
	flag  int  // the line that is marked because the head of that letter is above the window, -1 for none
	faces *avatar.Book

	visible int // lines of the window
}

// Len implements pager.Source.
func (r *readerLines) Len() int { return len(r.lines) }

// Text implements pager.Source.
func (r *readerLines) Text(i int) text.Text { return r.lines[i].text }

// Draw implements pager.Source.
func (r *readerLines) Draw(i int, found []text.Range, current int) string {
	l := &r.lines[i]
	if l.body != nil {
		margin := " "
		if i == r.flag {
			margin = r.theme.Bar.Render(string(r.theme.Glyphs.Bar))
		}
		return margin + l.body.Draw(&r.theme.Styles, found, current)
	}
	if l.draw != nil {
		return l.draw(r.theme)
	}
	return ""
}

// show lays out a thread, nil for none.
func (r *readerLines) show(t *thread, s shape) {
	r.lines = r.lines[:0]
	if t != r.of {
		r.of, r.older = t, false
	}
	if t == nil {
		return
	}
	r.width = s.width
	r.subject(t)
	for i := 0; i < len(t.letters); {
		if t.letters[i].open {
			r.letter(t, i, t.letters[i], s)
			i++
			continue
		}
		from := i
		for i < len(t.letters) && !t.letters[i].open {
			i++
		}
		r.folded(t, from, i)
	}
}

func (r *readerLines) add(kind lineKind, letter int, words text.Text, draw func(*theme.Theme) string) {
	r.lines = append(r.lines, readerLine{kind: kind, letter: letter, text: words, draw: draw})
}

func (r *readerLines) blank(letter int) { r.add(plainLine, letter, text.Text{}, nil) }

// subject is the thread's subject and the date of its newest letter.
func (r *readerLines) subject(t *thread) {
	newest := t.letters[len(t.letters)-1]
	subject := newest.subject
	if subject.Empty() {
		subject = text.Literal("(no subject)")
	}
	date := full(newest.received, r.today)
	width := r.width
	for i, line := range subject.Wrap(max(width-len(date)-2, 8)) {
		r.add(subjectLine, len(t.letters)-1, line, func(th *theme.Theme) string {
			p := painter{styles: &th.Styles, glyphs: &th.Glyphs}
			p.blank(1)
			if i > 0 {
				p.fit(line, width, p.styles.Title)
				return p.b.String()
			}
			p.fit(line, width-len(date)-1, p.styles.Title)
			p.right(date, len(date)+1, p.styles.Muted)
			return p.b.String()
		})
	}
}

// folded is the letters from a place to another, which are folded, one line
// each; when there are many, one line for the oldest of them.
func (r *readerLines) folded(t *thread, from, to int) {
	if hidden := to - from - foldedLetters + 1; !r.older && hidden > 1 {
		words := say(hidden, " earlier messages")
		r.add(olderLine, from, words, func(th *theme.Theme) string {
			p := painter{styles: &th.Styles, glyphs: &th.Glyphs}
			p.blank(1)
			p.glyph(p.glyphs.Collapsed, p.styles.Accent)
			p.blank(1)
			p.text(words, p.styles.Muted)
			return p.b.String()
		})
		from += hidden
	}
	for i := from; i < to; i++ {
		r.foldedLetter(t.letters[i], i)
	}
}

func (r *readerLines) foldedLetter(l *letter, i int) {
	width, date := r.width, relative(l.received, r.today)
	r.add(foldLine, i, text.Concat(l.from.Short(), text.Literal(" "), l.preview), func(th *theme.Theme) string {
		p := painter{styles: &th.Styles, glyphs: &th.Glyphs}
		name := min(max(width/4, 10), 20)
		p.blank(1)
		p.glyph(p.glyphs.Collapsed, p.styles.Accent)
		p.blank(1)
		p.fit(l.from.Short(), name, p.styles.Text)
		p.blank(1)
		p.fit(l.preview, width-name-3-dateWidth-1, p.styles.Faint)
		p.right(date, dateWidth+1, p.styles.Muted)
		return p.b.String()
	})
}

// letter is an unfolded letter: head, warnings, body, attachments.
func (r *readerLines) letter(t *thread, i int, l *letter, s shape) {
	r.head(t, i, l)
	r.warnings(i, l)
	width := r.width
	r.add(plainLine, i, text.Text{}, func(th *theme.Theme) string {
		return " " + th.Border.Render(strings.Repeat(string(th.Glyphs.Border.Horizontal), width))
	})
	switch {
	case l.invite != nil:
		r.meetingPanel(i, l)
	case l.meeting != nil:
		r.invitation(i, l)
	}
	switch b := l.bodies[l.form]; {
	case l.err != nil:
		r.wrong(i, say("Could not load this message: ", l.err, ". ctrl+r tries again."))
	case b == nil:
		r.words(i, l.preview, func(s *theme.Styles) theme.Style { return s.Faint })
	default:
		b.wrap(s)
		r.body(i, l, b)
	}
	if len(l.files) > 0 {
		r.blank(i)
		r.files(i, l)
	}
	r.blank(i)
}

// body is the lines of a body, long quotations folded.
func (r *readerLines) body(letter int, l *letter, b *body) {
	lines := b.page.Lines
	for at := 0; at < len(lines); {
		end := at
		for end < len(lines) && lines[end].Quote > 0 {
			end++
		}
		hidden := end - at
		if end < len(lines) {
			hidden -= quoteTail
		}
		if end-at > longQuote && !l.quotes && l.form != asSource {
			r.quote(letter, hidden)
			at += hidden
		}
		for at < end {
			r.line(letter, &lines[at])
			at++
		}
		if at < len(lines) {
			r.line(letter, &lines[at])
			at++
		}
	}
	switch {
	case b.cut:
		r.wrong(letter, text.Literal("The rest of the message is too large to show. H shows its source, b saves what is attached."))
	case b.page.Truncated:
		r.wrong(letter, text.Literal("The message is longer than what is shown. H shows its source, b saves what is attached."))
	}
	if n := b.document.RemoteImages; n > 0 {
		r.words(letter, say(plural(n, "remote image"), " not loaded"), func(s *theme.Styles) theme.Style { return s.Faint })
	}
}

func (r *readerLines) line(letter int, l *htmltext.Line) {
	r.lines = append(r.lines, readerLine{kind: bodyLine, letter: letter, text: l.Text, body: l})
}

func (r *readerLines) quote(letter, n int) {
	words := say(n, " quoted lines")
	r.add(quoteLine, letter, words, func(th *theme.Theme) string {
		p := painter{styles: &th.Styles, glyphs: &th.Glyphs}
		p.blank(1)
		p.glyph(p.glyphs.Collapsed, p.styles.Accent)
		p.blank(1)
		p.text(words, p.styles.QuoteLevel(1))
		return p.b.String()
	})
}

// words are words of our own, wrapped.
func (r *readerLines) words(letter int, words text.Text, style func(*theme.Styles) theme.Style) {
	for _, line := range words.Wrap(r.width) {
		r.add(plainLine, letter, line, func(th *theme.Theme) string {
			return " " + style(&th.Styles).Render(line.String())
		})
	}
}

// wrong is a warning, with its sign.
func (r *readerLines) wrong(letter int, words text.Text) {
	for i, line := range words.Wrap(max(r.width-2, 1)) {
		r.add(wrongLine, letter, line, func(th *theme.Theme) string {
			sign := "  "
			if i == 0 {
				sign = string(th.Glyphs.Warning) + " "
			}
			return " " + th.Styles.Warning.Render(sign+line.String())
		})
	}
}

func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// full is a date where there is room: the weekday and the time, within the
// week; with the year when it is another.
func full(t, now time.Time) string {
	t = t.In(now.Location())
	switch days := now.Sub(t).Hours() / 24; {
	case t.IsZero():
		return ""
	case days > -1 && days < 6:
		return t.Format("Mon 15:04")
	case t.Year() == now.Year():
		return t.Format("Mon 2 Jan 15:04")
	}
	return t.Format("2 Jan 2006 15:04")
}
