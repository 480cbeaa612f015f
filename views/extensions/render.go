package extensions

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"daybook/theme"
	"daybook/widget/dialog"
	"daybook/widget/overlay"
	"daybook/widget/text"
)

// The box's cells: it is as wide as there is room for, and as high as what is
// in it, between these.
const (
	widest                  = 84
	lowest, highest         = 14, 26
	leastWidth, leastHeight = 8, 3 // narrower or lower there is no box
)

// View draws the panel for a screen of that size.
func (p *Panel) View(width, height int) string {
	p.retheme()
	if p.measure(width, height); p.w < leastWidth || p.h < leastHeight {
		return ""
	}
	inner, foot := p.w-2, p.foot(p.w-2)
	rows := max(p.h-2-len(foot), 0)
	p.tree.SetSize(inner, rows)
	p.tree.SetFocused(!p.Capturing())
	body := p.tree.View()
	if words, style := p.instead(); !words.Empty() {
		body = paragraph(words, style, inner, rows)
	}
	if rows == 0 {
		body = ""
	} else if len(foot) > 0 {
		body += "\n"
	}
	body += strings.Join(foot, "\n")
	title := text.Literal("Custom data")
	if !p.title.Empty() {
		title = text.Join(text.Glyph(" "+p.env.Theme.Glyphs.Separator+" "), title, p.title)
	}
	return overlay.Frame(p.env.Theme, title, body, dialog.Foot(p.env.Theme, inner-2, p.hints()...), p.w, p.h)
}

// measure is the size of the box.
func (p *Panel) measure(width, height int) {
	p.w = min(widest, width-4)
	if width < 60 {
		p.w = width
	}
	most := height - 2
	if height < 16 {
		most = height
	}
	p.h = min(max(p.tree.Len()+3+p.footRows(), lowest), highest, most)
}

// retheme draws the rows anew when the root has chosen another theme.
func (p *Panel) retheme() {
	now := *p.env.Theme
	if now.Name == p.drawn.Name && now.Text == p.drawn.Text && now.Glyphs.Bar == p.drawn.Glyphs.Bar {
		return
	}
	p.drawn = now
	p.tree.SetTheme(p.env.Theme)
	p.filter.SetTheme(p.env.Theme)
	if p.prompt != nil {
		p.prompt.control().SetTheme(p.env.Theme)
	}
}

// instead is what is said where there are no rows.
func (p *Panel) instead() (text.Text, theme.Style) {
	th := p.env.Theme
	switch {
	case p.data.loaded && p.tree.Len() == 0 && p.filter.Value() != "":
		return text.Literal("Nothing here has these words. esc shows all of it."), th.Muted
	case p.data.loaded && p.tree.Len() == 0:
		return text.Literal("No custom data yet. n begins an extension: a unique name, and values of your own under it."), th.Muted
	case p.data.loaded:
		return text.Text{}, th.Text
	case p.err != nil && unlisted(p.err):
		return text.Literal("This service does not list custom data. o opens an extension by its name."), th.Muted
	case p.err != nil:
		return text.Concat(text.Literal("The custom data could not be read: "), text.Clean(refusals.Why(p.err)), text.Literal(". ctrl+r tries again.")), th.Error
	}
	return text.Concat(text.Literal("Reading custom data"), text.Glyph(th.Glyphs.Ellipsis)), th.Muted
}

// paragraph is words in exactly that many lines.
func paragraph(words text.Text, style theme.Style, width, rows int) string {
	lines := make([]string, 0, rows)
	if rows > 4 {
		lines = append(lines, "")
	}
	for _, l := range words.Wrap(max(width-4, 1)) {
		lines = append(lines, "  "+style.Render(l.String()))
	}
	for len(lines) < rows {
		lines = append(lines, "")
	}
	return strings.Join(lines[:rows], "\n")
}

// footRows is how many lines are asked at the foot.
func (p *Panel) footRows() int {
	switch {
	case p.prompt != nil:
		return p.prompt.rows()
	case p.filtering || p.filter.Value() != "":
		return 2
	}
	return 0
}

// foot is the line that is typed into, under a rule.
func (p *Panel) foot(width int) []string {
	th := p.env.Theme
	rows := min(p.footRows(), max(p.h-2, 0))
	if rows == 0 {
		return nil
	}
	lines := []string{th.Border.Render(strings.Repeat(string(th.Glyphs.Border.Horizontal), width))}
	if p.prompt == nil {
		line, _ := p.filter.View(max(width-4, 1))
		return append(lines, " "+th.Accent.Render(string(th.Glyphs.Search))+" "+line)[2-min(rows, 2):]
	}
	lines = append(lines, p.prompt.view(width)...)
	if rows < len(lines) { // lower than what is asked: the line itself stays
		return lines[1 : 1+rows]
	}
	return lines
}

// hints are the keys of the moment, the last the one that leaves.
func (p *Panel) hints() []dialog.Key {
	l, on := p.here()
	switch {
	case p.prompt != nil:
		return p.prompt.hints()
	case p.filtering:
		return dialog.Keys("enter", "keep the filter", "esc", "show all")
	case p.err != nil && unlisted(p.err) && !p.data.loaded:
		return dialog.Keys("o", "open by name", "esc", "back")
	case !p.data.loaded:
		return dialog.Keys("esc", "back")
	case !on:
		return dialog.Keys("n", "new", "esc", "back")
	}
	out := dialog.Keys("enter", "edit", "a", "add property", "n", "new extension", "d", "delete", "u", "undo", "y", "copy", "/", "filter", "esc", "back")
	e := p.data.find(l.extension)
	if !l.inside || l.at < 0 && e != nil && kindOf(e.data[l.property]) == List {
		out[0].Does = "fold"
		if !p.tree.IsExpanded(p.tree.Cursor()) {
			out[0].Does = "unfold"
		}
	}
	if e != nil && l.inside && kindOf(e.data[l.property]) == List {
		out[1].Does = "add element"
	}
	return out
}

// Cursor is the text cursor of what is typed, relative to the box; nil for none.
func (p *Panel) Cursor() *tea.Cursor {
	width := p.w - 2
	rows := min(p.footRows(), max(p.h-2, 0))
	y := p.h - rows
	switch {
	case rows == 0:
		return nil
	case p.prompt != nil:
		x, row := p.prompt.cursor(width)
		return tea.NewCursor(1+x, y+row)
	case p.filtering:
		_, x := p.filter.View(max(width-4, 1))
		return tea.NewCursor(4+x, y)
	}
	return nil
}
