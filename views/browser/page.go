package browser

import (
	"strings"

	"daybook/theme"
	"daybook/widget/text"
)

// Page is what a detail says, written from the top: words, facts with a label,
// and parts under a heading.
type Page struct {
	Theme  *theme.Theme
	Width  int // of the words, in cells
	Margin int // the cells before them
	Label  int // the cells of a fact's name
	Lines  []string
}

// PageMargin is the cells before and after the words of a detail.
const PageMargin = 2

// NewPage is an empty page for a pane of that width.
func NewPage(th *theme.Theme, width, label int) Page {
	return Page{Theme: th, Width: max(width-2*PageMargin, 1), Margin: PageMargin, Label: label}
}

// Add adds a styled line.
func (p *Page) Add(line string) { p.Lines = append(p.Lines, text.Blanks(p.Margin)+line) }

// Blank adds an empty line.
func (p *Page) Blank() { p.Lines = append(p.Lines, "") }

// Cut is as much of a text as goes into so many cells.
func (p *Page) Cut(t text.Text, cells int) string {
	return t.Truncate(max(cells, 1), text.Glyph(p.Theme.Glyphs.Ellipsis)).String()
}

// Line adds words in one line, cut where they have to be.
func (p *Page) Line(style theme.Style, t text.Text) { p.Add(style.Render(p.Cut(t, p.Width))) }

// Words adds words, wrapped.
func (p *Page) Words(style theme.Style, t text.Text) {
	for _, l := range t.Wrap(max(p.Width, 1)) {
		p.Line(style, l)
	}
}

// Fact adds a value with its name; nothing where there is no value.
func (p *Page) Fact(label string, value text.Text) {
	if value.Empty() {
		return
	}
	for i, l := range value.Wrap(max(p.Width-p.Label, 8)) {
		if i > 0 {
			label = ""
		}
		p.Add(p.Theme.Muted.Render(text.Clean(label).Fit(p.Label, text.Text{}).String()) + p.Theme.Text.Render(l.String()))
	}
}

// Section begins a part under a heading.
func (p *Page) Section(name string) {
	t := text.Clean(name)
	p.Blank()
	p.Add(p.Theme.Strong.Render(t.String()) + " " + p.Theme.Border.Render(strings.Repeat(string(p.Theme.Glyphs.Border.Horizontal), max(0, p.Width-t.Width()-1))))
}
