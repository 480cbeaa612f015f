package files

import (
	"fmt"
	"strings"

	"daybook/theme"
	"daybook/views"
	"daybook/widget/text"
)

// The widths of the parts, in cells, and the head's height.
const (
	leastBeside = 72 // narrower, there is the tree or the item
	headHeight  = 2
)

func (m *Model) beside() bool { return m.width >= leastBeside }

// treeWidth is the cells of the tree, all when the item is not beside it.
func (m *Model) treeWidth() int {
	switch {
	case !m.beside():
		return m.width
	case m.width < 100:
		return m.width * 55 / 100
	}
	return min(m.width*54/100, 90)
}

// itemWidth is the cells of the item's pane.
func (m *Model) itemWidth() int {
	if m.beside() {
		return m.width - m.treeWidth() - 1
	}
	return m.width
}

func (m *Model) filterWidth() int { return max(m.treeWidth()-4, 1) }

// View implements views.View.
func (m *Model) View() string {
	if m.width < 1 || m.height < 1 {
		return ""
	}
	if m.inBook {
		return m.overlaid(m.book.View())
	}
	m.retheme()
	rows := max(m.height-headHeight, 0)
	var lines []string
	switch {
	case m.beside():
		lines = m.both(rows)
	case m.onItem:
		lines = append([]string{m.title(), m.line(m.width)}, m.item(m.width, rows)...)
	default:
		lines = append([]string{m.title(), m.second(m.width)}, m.treeLines(m.width, rows)...)
	}
	for len(lines) < m.height {
		lines = append(lines, "")
	}
	lines = lines[:m.height]
	for i := range lines {
		lines[i] = text.FitStyled(lines[i], m.width)
	}
	return m.overlaid(strings.Join(lines, "\n"))
}

// second is the line under the title: a rule, or the filter.
func (m *Model) second(width int) string {
	if !m.filtering && m.query().Empty() {
		return m.line(width)
	}
	th := m.env.Theme
	line, _ := m.filter.View(m.filterWidth())
	return text.FitStyled(th.Accent.Render(" "+string(th.Glyphs.Search)+" ")+line, width)
}

func (m *Model) line(width int) string {
	th := m.env.Theme
	return th.Border.Render(strings.Repeat(string(th.Glyphs.Border.Horizontal), max(0, width)))
}

// both is the tree with the item at its right.
func (m *Model) both(rows int) []string {
	th := m.env.Theme
	left, right := m.treeWidth(), m.itemWidth()
	tree, item := m.treeLines(left, rows), m.item(right, rows)
	edge := func(g theme.Glyph) string { return th.Border.Render(string(g)) }
	out := []string{m.title(), text.FitStyled(m.second(left), left) + edge(th.Glyphs.Border.TeeTop) + m.line(right)}
	for i := range rows {
		out = append(out, text.FitStyled(at(tree, i), left)+edge(th.Glyphs.Border.Vertical)+text.FitStyled(at(item, i), right))
	}
	return out
}

func at(lines []string, i int) string {
	if i < len(lines) {
		return lines[i]
	}
	return ""
}

// title counts what is known.
func (m *Model) title() string {
	th := m.env.Theme
	files, folders := 0, 0
	for _, i := range m.shelf.items {
		if i.Folder != nil {
			folders++
		} else {
			files++
		}
	}
	parts := []string{}
	if n := m.tree.MarkCount(); n > 0 {
		parts = append(parts, count(n, "selected", "selected"))
	}
	if n := len(m.shelf.drives); n > 0 {
		parts = append(parts, count(n, "drive", "drives"))
	}
	if files+folders > 0 {
		parts = append(parts, fmt.Sprintf("%s, %s seen", count(files, "file", "files"), count(folders, "folder", "folders")))
	}
	return th.Title.Render(" Files") + "  " + th.Muted.Render(strings.Join(parts, "   "))
}

// treeLines is the tree, or why there is none.
func (m *Model) treeLines(width, height int) []string {
	th := m.env.Theme
	switch {
	case len(m.shelf.drives) == 0 && m.missing():
		says, _ := views.Missing(m.env, m.err)
		return m.words(says, th.Muted, width)
	case len(m.shelf.drives) == 0 && m.err != nil:
		return m.words(text.Clean("The drives could not be read: "+why(m.err)+". ctrl+r tries again."), th.Error, width)
	case len(m.shelf.drives) == 0 && (m.asking.Busy() || !m.begun):
		return m.words(text.Concat(text.Literal("Reading the drives"), text.Glyph(th.Glyphs.Ellipsis)), th.Muted, width)
	case len(m.shelf.drives) == 0:
		return m.words(text.Literal("There is no drive here."), th.Muted, width)
	case !m.query().Empty() && m.tree.Len() == 0:
		words := text.Literal("Nothing is called so. esc shows everything.")
		if len(m.reading) > 0 {
			words = text.Concat(text.Literal("Looking through all folders"), text.Glyph(th.Glyphs.Ellipsis))
		}
		return m.words(words, th.Muted, width)
	}
	m.tree.SetSize(width, height)
	m.tree.SetFocused(!m.onItem)
	return strings.Split(m.tree.View(), "\n")
}

// words are a few sentences, wrapped.
func (m *Model) words(t text.Text, style theme.Style, width int) []string {
	out := []string{""}
	for _, l := range t.Wrap(max(width-2*margin, 1)) {
		out = append(out, "  "+style.Render(l.String()))
	}
	return out
}
