package sheet

import (
	"fmt"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/theme"
	"daybook/widget/dialog"
	"daybook/widget/grid"
	"daybook/widget/overlay"
	"daybook/widget/progress"
	"daybook/widget/text"
)

// The parts of the screen, in cells.
const (
	headLines   = 2 // title and sheets
	footLines   = 2 // a rule and the cell
	sideWidth   = 30
	leastBeside = 100 // narrower, tables and names are a list that opens
)

func (b *Book) hasSide() bool {
	return b.width >= leastBeside && (len(b.places.entries) > 0 || b.places.missing != "")
}

func (b *Book) gridWidth() int {
	if b.hasSide() {
		return b.width - sideWidth - 1
	}
	return b.width
}

func (b *Book) gridHeight() int { return max(b.height-headLines-footLines, 0) }

// place gives the grid and the list their cells. A list that there is no room
// for does not have the keys.
func (b *Book) place() {
	b.places.focused = b.places.focused && b.hasSide()
	if p := b.page(); p != nil {
		p.place(b.gridWidth(), b.gridHeight(), !b.places.focused)
	}
	b.places.place(b.gridHeight())
}

// View draws the book.
func (b *Book) View() string {
	if b.width < 1 || b.height < 1 {
		return ""
	}
	b.retheme()
	b.place()
	lines := []string{b.head(), b.tabLine()}
	lines = append(lines, b.body()...)
	lines = append(lines, b.rule(), b.foot())
	lines = lines[:min(len(lines), b.height)]
	for i := range lines {
		lines[i] = text.FitStyled(lines[i], b.width)
	}
	return strings.Join(lines, "\n")
}

func (b *Book) rule() string {
	th := b.env.Theme
	return th.Border.Render(strings.Repeat(string(th.Glyphs.Border.Horizontal), b.width))
}

// head names the workbook, and at the right how far the sheet goes.
func (b *Book) head() string {
	th := b.env.Theme
	room := b.width - 2
	right := text.Text{}
	if p := b.page(); p != nil && p.known {
		rows, columns := p.Size()
		right = text.Clean(fmt.Sprintf("%s rows, %d columns", progress.Number(rows), columns))
	}
	if right.Width() > room/2 {
		right = text.Text{}
	}
	name := b.title.Truncate(max(room-right.Width()-2, 1), text.Glyph(th.Glyphs.Ellipsis))
	path := b.path.Truncate(max(room-right.Width()-name.Width()-4, 0), text.Glyph(th.Glyphs.Ellipsis))
	gap := max(b.width-1-name.Width()-2-path.Width()-right.Width()-1, 1)
	return " " + th.Title.Render(name.String()) + "  " + th.Muted.Render(path.String()) + text.Blanks(gap) + th.Muted.Render(right.String())
}

// tab is where a sheet's name stands.
type tab struct{ page, from, to int }

// tabs are the sheets that there is room for; the one that is shown is always
// among them.
func (b *Book) tabs() []tab {
	first := 0
	for {
		var out []tab
		x := 1
		for i := first; i < len(b.pages); i++ {
			w := min(b.pages[i].title.Width(), max(b.width/2, 1)) + 2
			if x+w > b.width {
				break
			}
			out = append(out, tab{i, x, x + w})
			x += w
		}
		if first >= b.at || len(out) > 0 && out[len(out)-1].page >= b.at {
			return out
		}
		first++
	}
}

func (b *Book) tabLine() string {
	th := b.env.Theme
	line := " "
	tabs := b.tabs()
	for _, t := range tabs {
		style := th.Tab
		if t.page == b.at {
			style = th.TabActive
		}
		line += style.Render(" " + b.pages[t.page].title.Truncate(t.to-t.from-2, text.Glyph(th.Glyphs.Ellipsis)).String() + " ")
	}
	if len(tabs) > 0 && len(tabs) < len(b.pages) {
		line += th.Muted.Render(fmt.Sprintf(" %d of %d", b.at+1, len(b.pages)))
	}
	return line
}

// body is the grid, with the list beside it, or why there is none.
func (b *Book) body() []string {
	p, h := b.page(), b.gridHeight()
	var lines []string
	switch {
	case p == nil || !p.known:
		lines = b.nothing(p)
	default:
		lines = strings.Split(p.grid.View(), "\n")
	}
	var side []string
	if b.hasSide() {
		side = b.places.lines(h)
	}
	out := make([]string, h)
	for i := range out {
		if i < len(lines) {
			out[i] = lines[i]
		}
		if side != nil {
			out[i] = text.FitStyled(out[i], b.gridWidth()) + b.env.Theme.Border.Render(string(b.env.Theme.Glyphs.Border.Vertical)) + side[i]
		}
	}
	return out
}

// nothing says why there are no cells.
func (b *Book) nothing(p *page) []string {
	th := b.env.Theme
	err := b.err
	if p != nil && err == nil {
		err = p.err
	}
	words, style := text.Concat(text.Literal("Opening the workbook"), text.Glyph(th.Glyphs.Ellipsis)), th.Muted
	switch {
	case err != nil:
		words, style = text.Clean("The workbook could not be read: "+Why(err)+". ctrl+r tries again, esc goes back to the files."), th.Error
	case p == nil && !b.sheets.Busy():
		words = text.Literal("The workbook has no sheet that is shown. esc goes back to the files.")
	}
	out := []string{""}
	for _, l := range words.Wrap(max(b.gridWidth()-4, 1)) {
		out = append(out, "  "+style.Render(l.String()))
	}
	return out
}

// foot is the address line, or the cell of the cursor in full.
func (b *Book) foot() string {
	th := b.env.Theme
	p := b.page()
	switch {
	case b.address.line != nil:
		return b.address.view(b.width, b.completions())
	case p == nil || !p.known:
		return ""
	case p.err != nil:
		return " " + th.Error.Render(text.Clean("These cells could not be read: "+Why(p.err)+". ctrl+r tries again.").Truncate(b.width-2, text.Glyph(th.Glyphs.Ellipsis)).String())
	case p.grid.Selecting():
		return " " + b.total(p)
	}
	row, column := p.grid.Cursor()
	line := " " + th.Key.Render(model.CellName(column+1, row+1)) + "  "
	c, known := p.cell(row, column)
	if !known {
		return line + th.Muted.Render(string(th.Glyphs.Ellipsis))
	}
	return line + b.cellWords(c)
}

// kindWords are what a cell holds, for the line under the grid.
var kindWords = [...]string{grid.Blank: "empty", grid.Words: "text", grid.Number: "number", grid.Date: "date", grid.Truth: "true or false", grid.Failure: "error"}

// cellWords are a cell's kind, text, formula, and the value where the text
// rounds it.
func (b *Book) cellWords(c cell) string {
	th := b.env.Theme
	out := th.Muted.Render(kindWords[c.shown.Kind])
	style := th.Text
	if c.shown.Kind == grid.Failure {
		style = th.Error
	}
	out += "  " + style.Render(c.shown.Text.String())
	if c.formula != "" {
		out += "   " + th.Code.Render(text.Clean(c.formula).String())
	}
	if v := text.Clean(plain(c.value)); rounded(c) {
		out += "   " + th.Muted.Render("value "+v.String())
	}
	return out
}

// rounded says that a number's text is not all of it: a date, a percentage, a
// figure with fewer digits.
func rounded(c cell) bool {
	if c.shown.Kind == grid.Date {
		return true
	}
	shown, err := strconv.ParseFloat(c.shown.Text.String(), 64)
	value, failed := strconv.ParseFloat(plain(c.value), 64)
	return c.shown.Kind == grid.Number && failed == nil && (err != nil || shown != value)
}

// total is the size of the selection and, as far as all of it was read, what
// its numbers come to.
func (b *Book) total(p *page) string {
	th := b.env.Theme
	s := p.grid.Selection()
	at := model.Cells{Top: s.Top + 1, Left: s.Left + 1, Bottom: s.Bottom + 1, Right: s.Right + 1}
	out := th.Key.Render(at.Address("")) + "  " + th.Muted.Render(progress.Number(at.Rows()*at.Columns())+" cells")
	if at.Rows()*at.Columns() > blockRows*blockColumns*4 {
		return out
	}
	sum, n := 0.0, 0
	for row := s.Top; row <= s.Bottom; row++ {
		for column := s.Left; column <= s.Right; column++ {
			c, known := p.cell(row, column)
			if !known {
				return out
			}
			if v, err := strconv.ParseFloat(string(c.value), 64); err == nil && c.shown.Kind == grid.Number {
				sum, n = sum+v, n+1
			}
		}
	}
	if n < 2 {
		return out
	}
	figure := func(v float64) string { return strconv.FormatFloat(v, 'g', 12, 64) }
	return out + "   " + th.Muted.Render("sum ") + th.Text.Render(figure(sum)) + th.Muted.Render("   average ") + th.Text.Render(figure(sum/float64(n)))
}

// cellBox shows all that a cell holds, until a key.
type cellBox struct {
	theme *theme.Theme
	title text.Text
	cell  cell
}

// Update closes it.
func (c *cellBox) Update(msg tea.Msg) dialog.Outcome {
	switch msg.(type) {
	case tea.KeyPressMsg, tea.MouseClickMsg:
		return dialog.Outcome{Done: true}
	}
	return dialog.Outcome{}
}

// Cursor: there is none.
func (c *cellBox) Cursor() *tea.Cursor { return nil }

// View draws the value, above it the text where that is another, and the formula.
func (c *cellBox) View(width, height int) string {
	th, w := c.theme, min(72, width)
	var lines []string
	add := func(style theme.Style, words string) {
		for _, l := range text.CleanBlock(words).Wrap(max(w-4, 1)) {
			lines = append(lines, " "+style.Render(l.String()))
		}
	}
	add(th.Text, plain(c.cell.value))
	if shown := c.cell.shown.Text.String(); shown != plain(c.cell.value) && c.cell.shown.Kind != grid.Words {
		lines = append([]string{" " + th.Strong.Render(shown), ""}, lines...)
	}
	if c.cell.formula != "" {
		lines = append(lines, "")
		add(th.Code, c.cell.formula)
	}
	keys := dialog.Foot(th, w-4, dialog.Keys("esc", "back")...)
	return overlay.Frame(th, c.title, "\n"+strings.Join(lines, "\n"), keys, w, min(len(lines)+4, height))
}

// openCell shows the whole of the cell of the cursor.
func (b *Book) openCell() {
	p := b.page()
	if p == nil {
		return
	}
	row, column := p.grid.Cursor()
	c, _ := p.cell(row, column)
	b.boxes.Open(&cellBox{theme: b.env.Theme, cell: c, title: text.Clean(model.CellName(column+1, row+1) + " " + kindWords[c.shown.Kind])})
}
