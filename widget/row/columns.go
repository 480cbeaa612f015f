package row

import (
	"daybook/theme"
	"daybook/widget/text"
)

// Column is a part of a line. It wants Width cells; without that what its text takes, and Most at most; or with Fill
// all that the others leave.
type Column struct {
	Text  text.Text
	Style theme.Style
	Gap   int // blanks before it, while it is there

	Width int
	Most  int
	Fill  bool

	// Least is the fewest cells it is of use with; without it a column is whole, or not there. Of Fill so many are
	// kept free.
	Least int
	// Order is when a column gets its cells where there are too few: the lowest first. Those of order 0 are there always,
	// cut where they have to be; the others go when less than Least is left for them.
	Order int
	// Right puts the text at the right of its cells.
	Right bool
	// Own is words or a sign of our own, in which no terms are marked.
	Own bool
}

// Sign is a column with a mark, behind a blank.
func (p *Painter) Sign(m theme.Mark) Column {
	return Column{Text: text.Glyph(m.Sign(p.Glyphs)), Style: m.Look(p.Styles), Gap: 1, Own: true}
}

// most is how many columns a line has that costs no allocation.
const most = 12

// Columns writes a line of columns in exactly width cells. What none of them takes is blank, at the place of the
// first Fill, or at the end.
func (p *Painter) Columns(width int, columns ...Column) {
	var room [most]int
	cells := share(width, columns, room[:0])
	used := 0
	for i, c := range columns {
		if cells[i] >= 0 {
			used += c.Gap + cells[i]
		}
	}
	rest := max(width-used, 0)
	for i, c := range columns {
		if n := cells[i]; n >= 0 {
			p.column(c, n)
		}
		if c.Fill {
			p.Blank(rest)
			rest = 0
		}
	}
	p.Blank(rest)
}

func (p *Painter) column(c Column, cells int) {
	p.Blank(c.Gap)
	t := c.Text.Truncate(cells, p.Ellipsis())
	pad := cells - t.Width()
	if c.Right {
		p.Blank(pad)
		pad = 0
	}
	if c.Own {
		p.Words(t.String(), c.Style)
	} else {
		p.Text(t, c.Style)
	}
	p.Blank(pad)
}

// share is the cells of each column, -1 for one that is not there.
func share(width int, columns []Column, cells []int) []int {
	last := 0
	for _, c := range columns {
		want := c.Width
		switch {
		case c.Fill:
			want = c.Least
		case want == 0:
			if want = c.Text.Width(); c.Most > 0 {
				want = min(want, c.Most)
			}
		}
		cells = append(cells, want)
		last = max(last, c.Order)
	}
	left, fill := width, -1
	for order := range last + 1 {
		for i, c := range columns {
			if c.Order != order {
				continue
			}
			room, least := left-c.Gap, c.Least
			if least == 0 || least > cells[i] {
				least = cells[i]
			}
			if order > 0 && room < least {
				cells[i] = -1
				continue
			}
			cells[i] = max(min(cells[i], room), 0)
			left -= c.Gap + cells[i]
			if c.Fill && fill < 0 {
				fill = i
			}
		}
	}
	if fill >= 0 {
		cells[fill] = max(cells[fill]+left, 0)
	}
	return cells
}
