package grid

import (
	"strconv"
	"strings"

	"daybook/theme"
	"daybook/widget/text"
)

// View draws the window.
func (g *Grid) View() string {
	if g.width <= 0 || g.height <= 0 {
		return ""
	}
	a := g.Visible()
	f := frame{Grid: g, seen: a, chosen: g.Selection(), gutter: g.gutter()}
	lines := make([]string, 0, g.height)
	lines = append(lines, f.headings(), f.rule())
	for row := a.Top; row <= a.Bottom; row++ {
		lines = append(lines, f.row(row))
	}
	for len(lines) < g.height {
		lines = append(lines, f.empty())
	}
	lines = lines[:g.height]
	f.scrollbar(lines)
	return strings.Join(lines, "\n")
}

// frame is what the lines of one drawing share.
type frame struct {
	*Grid
	seen, chosen Area
	gutter       int
}

// edge is the line behind the row numbers, or behind a column.
func (f frame) edge() string { return f.theme.Border.Render(string(f.theme.Glyphs.Border.Vertical)) }

// headings are the columns' names, those of the selection in the accent.
func (f frame) headings() string {
	th := f.theme
	var b strings.Builder
	b.WriteString(text.Blanks(f.gutter + 1))
	b.WriteString(f.edge())
	for c := f.seen.Left; c <= f.seen.Right; c++ {
		style := th.Muted
		if c >= f.chosen.Left && c <= f.chosen.Right {
			style = th.Heading
		}
		w := f.taken(c) - 1
		name := f.src.Heading(c).Truncate(w, text.Text{})
		left := (w - name.Width()) / 2
		style.Write(&b, text.Blanks(left)+name.String()+text.Blanks(w-left-name.Width()))
		b.WriteString(f.edge())
	}
	if _, columns := f.src.Size(); f.seen.Right < columns-1 {
		th.Muted.Write(&b, " "+string(th.Glyphs.ArrowRight))
	}
	return f.fitted(b.String())
}

func (f frame) rule() string {
	g := f.theme.Glyphs.Border
	var b strings.Builder
	b.WriteString(strings.Repeat(string(g.Horizontal), f.gutter+1) + string(g.Cross))
	for c := f.seen.Left; c <= f.seen.Right; c++ {
		b.WriteString(strings.Repeat(string(g.Horizontal), f.taken(c)-1) + string(g.Cross))
	}
	return f.fitted(f.theme.Border.Render(b.String()))
}

func (f frame) empty() string {
	return f.fitted(text.Blanks(f.gutter+1) + f.edge())
}

// fitted leaves the last cell to the scrollbar.
func (f frame) fitted(line string) string { return text.FitStyled(line, f.width-1) + " " }

// padded is fitted for a line whose width is known, which most are.
func (f frame) padded(line string) string {
	used := f.gutter + 2
	for c := f.seen.Left; c <= f.seen.Right; c++ {
		used += f.taken(c)
	}
	if used > f.width-1 {
		return f.fitted(line)
	}
	return line + text.Blanks(f.width-used)
}

// row is a number and the cells beside it.
func (f frame) row(row int) string {
	th := f.theme
	var b strings.Builder
	style := th.Muted
	if row >= f.chosen.Top && row <= f.chosen.Bottom {
		style = th.Heading
	}
	number := strconv.Itoa(row + 1)
	style.Write(&b, text.Blanks(f.gutter-len(number))+number+" ")
	edge := f.edge()
	b.WriteString(edge)
	for c := f.seen.Left; c <= f.seen.Right; c++ {
		f.cell(&b, row, c)
		b.WriteString(edge)
	}
	return f.padded(b.String())
}

// cell is one cell with its blanks.
func (f frame) cell(b *strings.Builder, row, column int) {
	th := f.theme
	s := &th.Styles
	chosen := f.selecting && row >= f.chosen.Top && row <= f.chosen.Bottom && column >= f.chosen.Left && column <= f.chosen.Right
	here := row == f.Grid.row && column == f.column
	switch {
	case here:
		s = th.Row(theme.RowState{Cursor: true, Focused: f.focused})
	case chosen:
		s = th.Row(theme.RowState{Marked: true})
	}
	w := f.taken(column) - 3
	c, known := f.src.Cell(row, column)
	if !known {
		s.Faint.Write(b, " "+text.Glyph(th.Glyphs.Separator).Fit(w, text.Text{}).String()+" ")
		return
	}
	left, right := " ", " "
	if here {
		left = string(th.Glyphs.Bar)
	} else if chosen {
		left = string(th.Glyphs.Bullet)
	}
	lead := s.Text
	if here {
		lead = s.Bar
	} else if chosen {
		lead = s.Mark
	}
	lead.Write(b, left)
	f.value(b, s, c, w)
	s.Text.Write(b, right)
}

// value is a cell's text where its kind stands.
func (f frame) value(b *strings.Builder, s *theme.Styles, c Cell, w int) {
	g := f.theme.Glyphs
	t, style := c.Text, s.Text
	tail := text.Glyph(g.Ellipsis)
	before := 0
	switch c.Kind {
	case Number:
		if t.Width() > w {
			s.Muted.Write(b, strings.Repeat("#", w))
			return
		}
		before = w - t.Width()
	case Date:
		style = s.Info
		before = (w - t.Width()) / 2
	case Truth, Failure:
		sign := g.Check
		style = s.Success
		if c.Kind == Failure {
			sign, style = g.Warning, s.Error
		} else if isFalse(t) {
			sign, style = g.Cross, s.Muted
		}
		t = text.Join(text.Literal(" "), text.Glyph(sign), t)
		before = (w - t.Width()) / 2
	}
	t = t.Truncate(w, tail)
	before = max(0, min(before, w-t.Width()))
	s.Text.Write(b, text.Blanks(before))
	style.Write(b, t.String())
	s.Text.Write(b, text.Blanks(w-before-t.Width()))
}

// isFalse tells the two truths apart, which every program writes so.
func isFalse(t text.Text) bool { return strings.EqualFold(t.String(), "false") }

// scrollbar is drawn over the last cells of the lines with rows.
func (f frame) scrollbar(lines []string) {
	rows, _ := f.src.Size()
	shown := f.rowsShown()
	if rows <= shown || len(lines) <= headHeight {
		return
	}
	th, high := f.theme, len(lines)-headHeight
	size := max(high*shown/rows, 1)
	from := (high - size) * f.top / max(rows-shown, 1)
	track, thumb := th.Scrollbar.Render(string(th.Glyphs.ScrollTrack)), th.Styles.ScrollThumb.Render(string(th.Glyphs.ScrollThumb))
	for y := range high {
		mark := track
		if y >= from && y < from+size {
			mark = thumb
		}
		line := lines[headHeight+y]
		lines[headHeight+y] = line[:len(line)-1] + mark
	}
}
