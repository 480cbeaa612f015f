package account

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"daybook/theme"
	"daybook/views/browser"
	paint "daybook/widget/row"
	"daybook/widget/text"
)

// section is one part of the screen: a name at the left, rows at the right. It
// has its own state, and is one of the types of this package that embed base.
type section interface {
	// facts are what is always so of the section.
	facts() *facts
	// place is where its cursor is.
	place() *page
	// brief says in a few words how it stands.
	brief() text.Text
	// rows are what it shows in that width.
	rows(width int) []row
}

// What a section may let one do, each with what its cursor is on.
type (
	opener  interface{ open() tea.Cmd } // beside editing it
	editor  interface{ edit() tea.Cmd }
	adder   interface{ add() tea.Cmd }
	remover interface{ remove() tea.Cmd }
	copier  interface{ copied() string } // what to copy of the row, empty for nothing
)

// facts are what is always so of a section.
type facts struct {
	id, name string
	about    string   // stands above the rows
	hints    []string // the ids of the actions most useful in it
	parts    []reader // what it shows
	again    []reader // what reading it again reads, parts if nil
}

// all are the parts of which trouble is said.
func (f *facts) all() []reader { return slices.Concat(f.parts, f.again) }

// base is what sections have alike.
type base struct {
	*host
	page
	is facts
}

func (b *base) facts() *facts { return &b.is }

func (b *base) place() *page { return &b.page }

// keyIn is the key of the row of the section that the cursor is on, "" where none can have it.
func (b *base) keyIn(s section) string {
	return b.cursor(s.rows(b.frame.RightWidth()), b.frame.Rows())
}

// row is a few lines of a section. One with a key can have the cursor.
type row struct {
	key    string
	height int
	draw   func(state theme.RowState) []string
}

// keysOf are those of the rows that can have the cursor.
func keysOf(rows []row) []string {
	var out []string
	for _, r := range rows {
		if r.key != "" {
			out = append(out, r.key)
		}
	}
	return out
}

// page is where the cursor is in a section, and what is shown of it.
type page struct {
	key   string
	index int  // of the key among those of the rows, for when its row is gone
	top   int  // the first line shown
	free  bool // it was scrolled, so the cursor need not be in sight
}

// cursor is the key of the row that the cursor is on, "" where none can have
// it.
func (p *page) cursor(rows []row, height int) string {
	p.settle(rows, height)
	if len(keysOf(rows)) == 0 {
		return ""
	}
	return p.key
}

// goTo puts the cursor on a row.
func (p *page) goTo(key string) { p.key, p.free = key, false }

// scroll shows other lines; the drawing bounds them below.
func (p *page) scroll(by int) { p.top, p.free = max(0, p.top+by), true }

// step moves the cursor by rows; where it cannot go on, what stands above the
// first and below the last is shown.
func (p *page) step(rows []row, by int) {
	keys := keysOf(rows)
	if len(keys) == 0 {
		p.top = max(0, p.top+by)
		return
	}
	i := max(slices.Index(keys, p.key), 0)
	if next := min(max(i+by, 0), len(keys)-1); next != i {
		p.goTo(keys[next])
		return
	}
	p.scroll(by)
}

// draw draws the rows of the section in exactly height lines.
func (p *page) draw(rows []row, width, height int, focused bool) []string {
	p.settle(rows, height)
	out := make([]string, 0, height)
	line := 0
	for _, r := range rows {
		if from := p.top - line; from < r.height && len(out) < height {
			drawn := r.draw(theme.RowState{Cursor: r.key != "" && r.key == p.key, Focused: focused})
			for _, l := range drawn[max(from, 0):] {
				if len(out) < height {
					out = append(out, text.FitStyled(l, width))
				}
			}
		}
		line += r.height
	}
	for len(out) < height {
		out = append(out, text.Blanks(width))
	}
	return out
}

// settle puts the cursor on a row that is there, and shows that row, whole
// where there is room, and what stands above the first.
func (p *page) settle(rows []row, height int) {
	keys := keysOf(rows)
	if len(keys) > 0 && !slices.Contains(keys, p.key) {
		p.key = keys[0]
		if n := len(keys); p.index >= n {
			p.key = keys[n-1]
		} else if p.index > 0 {
			p.key = keys[p.index]
		}
	}
	p.index = max(slices.Index(keys, p.key), 0)
	total, from, to := 0, 0, 0
	for _, r := range rows {
		if r.key != "" && r.key == p.key {
			from, to = total, total+r.height
		}
		total += r.height
	}
	if !p.free && len(keys) > 0 {
		if p.index == 0 && to <= height {
			from = 0
		}
		p.top = max(min(p.top, from), min(to-height, from))
	}
	p.top = max(0, min(p.top, total-height))
}

// rowAt is the key of the row drawn at a line of the page, "" for none.
func (p *page) rowAt(rows []row, y int) string {
	line := -p.top
	for _, r := range rows {
		if y >= line && y < line+r.height {
			return r.key
		}
		line += r.height
	}
	return ""
}

// words are a few sentences, wrapped, with a blank line above and below.
func words(t text.Text, style theme.Style, width int) []string {
	return append(browser.Words(t, style, width), "")
}

// wordsRow is a few sentences as a row.
func (h *host) wordsRow(says string, width int) row {
	lines := words(text.Clean(says), h.env.Theme.Muted, width)
	return row{height: len(lines), draw: func(theme.RowState) []string { return lines }}
}

// plain is a row of one line that the cursor passes.
func plain(line string) row {
	return row{height: 1, draw: func(theme.RowState) []string { return []string{line} }}
}

// heading begins a part of a section.
func (h *host) heading(name string, width int) []row {
	th := h.env.Theme
	rule := strings.Repeat(string(th.Glyphs.Border.Horizontal), max(0, width-text.Clean(name).Width()-5))
	return []row{plain(""), plain("  " + th.Strong.Render(text.Clean(name).String()) + " " + th.Border.Render(rule))}
}

// labelWidth is the cells of a field's name.
const labelWidth = 20

// field is a named value that can have the cursor, on as many lines as it
// takes.
func (h *host) field(key, label string, value text.Text, width int) row {
	lw := min(labelWidth, max(width/3, 8))
	wrapped := value.Wrap(max(width-lw-4, 4))
	return row{key: key, height: len(wrapped), draw: h.columns(width, func(st *theme.Styles) (lines [][]paint.Column) {
		name := text.Clean(label)
		for _, l := range wrapped {
			lines = append(lines, []paint.Column{{Text: name, Style: st.Muted, Width: lw}, {Text: l, Style: st.Text, Fill: true}})
			name = text.Text{}
		}
		return lines
	})}
}

// columns draws a row of lines, each behind the bar of the cursor.
func (h *host) columns(width int, lines func(*theme.Styles) [][]paint.Column) func(theme.RowState) []string {
	return func(state theme.RowState) []string {
		var out []string
		for _, l := range lines(h.env.Theme.Row(state)) {
			p := paint.For(h.env.Theme, state)
			p.Bar(state)
			p.Blank(1)
			p.Columns(max(width-2, 0), l...)
			out = append(out, text.FitStyled(p.String(), width))
		}
		return out
	}
}
