package reader

import (
	"fmt"
	"strings"

	"daybook/theme"
	"daybook/views"
	"daybook/widget/htmltext"
	"daybook/widget/row"
	"daybook/widget/text"
)

// Kind says what a line is, and so what a click on it does.
type Kind int

// The kinds of lines.
const (
	Words    Kind = iota // of our own
	Text                 // of a body
	Subject              // of the conversation
	Longer               // the last line shown of a subject that goes on: unfolds it
	Head                 // of a message: folds it
	Folded               // a folded message: unfolds it
	Older                // many folded messages: unfolds the list of them
	Quote                // a folded quotation: unfolds it
	Attached             // attachments
	Link                 // goes somewhere
)

// Line is one line of a page.
type Line struct {
	Kind    Kind
	Message int       // which of the conversation, -1 for none
	Link    int       // which of the page's links, counted from 1; 0 for none
	Text    text.Text // what is searched and, for most kinds, shown

	body *htmltext.Line
	draw func(*row.Painter)
}

// Page is the lines of a conversation, or of a card, for one width. They are
// added from the top.
type Page struct {
	Theme *theme.Theme
	Shape Shape
	Lines []Line
}

// NewPage is an empty page, its texts as many cells wide.
func NewPage(th *theme.Theme, width int) *Page { return &Page{Theme: th, Shape: ShapeOf(th, width)} }

// ShapeOf is what bodies are wrapped for in a theme.
func ShapeOf(th *theme.Theme, width int) Shape {
	return Shape{Width: max(width, 1), ASCII: th.Glyphs.Bar == theme.ASCII().Bar}
}

// Width is the cells of a line.
func (p *Page) Width() int { return p.Shape.Width }

// Add adds a line that draw draws, nothing for nil.
func (p *Page) Add(kind Kind, message int, words text.Text, draw func(*row.Painter)) {
	p.Lines = append(p.Lines, Line{Kind: kind, Message: message, Text: words, draw: draw})
}

// Line adds words in one line, cut where they have to be.
func (p *Page) Line(kind Kind, message int, words text.Text, look theme.Style) {
	words = words.Truncate(p.Width(), text.Glyph(p.Theme.Glyphs.Ellipsis))
	p.Add(kind, message, words, func(d *row.Painter) { d.Text(words, look) })
}

// Blank adds an empty line.
func (p *Page) Blank(message int) { p.Add(Words, message, text.Text{}, nil) }

// Words adds words, wrapped.
func (p *Page) Words(message int, words text.Text, look theme.Style) {
	for _, part := range words.Wrap(p.Width()) {
		p.Line(Words, message, part, look)
	}
}

// Warn adds words with the sign of a warning, wrapped.
func (p *Page) Warn(message int, words text.Text) {
	for i, part := range words.Wrap(max(p.Width()-2, 1)) {
		p.Add(Words, message, part, func(d *row.Painter) {
			sign := "  "
			if i == 0 {
				sign = string(d.Glyphs.Warning) + " "
			}
			d.Words(sign+part.String(), d.Styles.Warning)
		})
	}
}

// Fold adds a line that stands for what is folded.
func (p *Page) Fold(kind Kind, message int, words text.Text, look theme.Style) {
	p.Add(kind, message, words, func(d *row.Painter) {
		d.Glyph(d.Glyphs.Collapsed, d.Styles.Accent)
		d.Blank(1)
		d.Text(words, look)
	})
}

// Rule adds a line across the page.
func (p *Page) Rule(message int) {
	p.Add(Words, message, text.Text{}, func(d *row.Painter) {
		d.Words(strings.Repeat(string(d.Glyphs.Border.Horizontal), p.Width()), d.Styles.Border)
	})
}

// linkColumn is the cells of the left words of links.
const linkColumn = 24

// Link adds a line that goes somewhere, the link counted from 1: words in a
// column, and others beside it.
func (p *Page) Link(link int, left, right text.Text, leftLook, rightLook theme.Style) {
	p.Add(Link, -1, text.Concat(left, text.Literal("  "), right), func(d *row.Painter) {
		d.Columns(p.Width(), row.Column{Text: left, Style: leftLook, Width: min(linkColumn, p.Width())},
			row.Column{Text: right, Style: rightLook, Gap: 2, Fill: true})
	})
	p.Lines[len(p.Lines)-1].Link = link
}

// Beside adds a picture of so many cells, with the lines of another page at its
// right.
func (p *Page) Beside(picture []string, cols int, right *Page) {
	for i := range max(len(picture), len(right.Lines)) {
		var line Line
		if i < len(right.Lines) {
			line = right.Lines[i]
		}
		p.Add(Words, -1, line.Text, func(d *row.Painter) {
			if i < len(picture) {
				d.Drawn(picture[i])
			} else {
				d.Blank(cols)
			}
			if line.draw != nil {
				d.Blank(2)
				line.draw(d)
			}
		})
	}
}

// Folding is how a text folds its quotations, and what is said where it is not
// whole.
type Folding struct {
	Long int       // quoted lines that are shown unfolded
	Tail int       // of a longer quotation that is answered below, so many stay
	Cut  text.Text // the service had more
	Full text.Text // it is longer than what is shown
}

// Body adds the text of a message, long quotations folded.
func (p *Page) Body(i int, m *Message, f Folding) {
	b := m.Body()
	page := b.Wrap(p.Shape)
	for at := 0; at < len(page.Lines); {
		end := at
		for end < len(page.Lines) && page.Lines[end].Quote > 0 {
			end++
		}
		hidden := end - at
		if end < len(page.Lines) {
			hidden -= f.Tail
		}
		if end-at > f.Long && !m.Quotes && m.Form != AsSource {
			p.Fold(Quote, i, text.Clean(fmt.Sprint(hidden, " quoted lines")), p.Theme.QuoteLevel(1))
			at += hidden
		}
		for end = min(end+1, len(page.Lines)); at < end; at++ {
			p.Lines = append(p.Lines, Line{Kind: Text, Message: i, Text: page.Lines[at].Text, body: &page.Lines[at]})
		}
	}
	switch {
	case b.Cut:
		p.Warn(i, f.Cut)
	case page.Truncated:
		p.Warn(i, f.Full)
	}
}

// Files adds the attachments of a message, as many on a line as fit.
func (p *Page) Files(i int, files []File) {
	var line []text.Text
	used := 2
	flush := func() {
		words := text.Join(text.Literal("   "), line...)
		p.Add(Attached, i, words, func(d *row.Painter) {
			d.Glyph(d.Glyphs.Attachment, d.Styles.Accent)
			d.Blank(1)
			d.Text(words, d.Styles.Text)
		})
		line, used = nil, 2
	}
	for _, f := range files {
		words := text.Concat(f.Name, text.Literal(" "), text.Clean(views.Size(f.Size)))
		if used+words.Width() > p.Width() && len(line) > 0 {
			flush()
		}
		line = append(line, words.Truncate(max(p.Width()-2, 1), text.Text{}))
		used += words.Width() + 3
	}
	if len(line) > 0 {
		flush()
	}
}
