// Package row draws lines of a list or a page: runs of styled text, and columns of which some give way, in an order,
// where it is narrow.
//
// Invariants: columns take exactly the width that they are given; every text is measured once for a line.
package row

import (
	"strings"

	"daybook/theme"
	"daybook/widget/text"
)

// Painter writes a line, or several. Make it with New.
type Painter struct {
	b      strings.Builder
	Theme  *theme.Theme
	Styles *theme.Styles // on the background of the row
	Glyphs *theme.Glyphs
	Terms  text.Query // what is marked in texts
}

// New is a painter on the plain background.
func New(th *theme.Theme) *Painter {
	return &Painter{Theme: th, Styles: &th.Styles, Glyphs: &th.Glyphs}
}

// For is a painter on the background of a row's state.
func For(th *theme.Theme, state theme.RowState) *Painter {
	return &Painter{Theme: th, Styles: th.Row(state), Glyphs: &th.Glyphs}
}

// String is what was written.
func (p *Painter) String() string { return p.b.String() }

// Grow makes room for so many bytes.
func (p *Painter) Grow(n int) { p.b.Grow(n) }

// Newline begins another line.
func (p *Painter) Newline() { p.b.WriteByte('\n') }

// Drawn writes what is styled already.
func (p *Painter) Drawn(s string) { p.b.WriteString(s) }

// Blank writes n blanks; none when n is not positive.
func (p *Painter) Blank(n int) { p.styled(text.Blanks(n), p.Styles.Text) }

// Words writes words of our own.
func (p *Painter) Words(words string, s theme.Style) { p.styled(words, s) }

// Glyph writes a sign.
func (p *Painter) Glyph(g theme.Glyph, s theme.Style) { p.styled(string(g), s) }

// Mark writes a mark.
func (p *Painter) Mark(m theme.Mark) { p.Glyph(m.Sign(p.Glyphs), m.Look(p.Styles)) }

func (p *Painter) styled(s string, look theme.Style) { look.Write(&p.b, s) }

// Bar is the cursor's mark at the left edge, one cell.
func (p *Painter) Bar(state theme.RowState) {
	if state.Cursor {
		p.Glyph(p.Glyphs.Bar, p.Styles.Bar)
	} else {
		p.Blank(1)
	}
}

// Text writes a text with the terms in it marked.
func (p *Painter) Text(t text.Text, s theme.Style) {
	at := 0
	for _, r := range p.Terms.Find(t) {
		p.styled(t.Slice(text.Range{From: at, To: r.From}).String(), s)
		p.styled(t.Slice(r).String(), p.Styles.Match)
		at = r.To
	}
	p.styled(t.Slice(text.Range{From: at, To: len(t.String())}).String(), s)
}

// Fit writes a text in exactly width cells.
func (p *Painter) Fit(t text.Text, width int, s theme.Style) {
	if width <= 0 {
		return
	}
	t = t.Truncate(width, p.Ellipsis())
	p.Text(t, s)
	p.Blank(width - t.Width())
}

// Ellipsis ends what is cut.
func (p *Painter) Ellipsis() text.Text { return text.Glyph(p.Glyphs.Ellipsis) }
