package contacts

import (
	"fmt"
	"strings"

	"daybook/theme"
	"daybook/views"
	"daybook/widget/text"
)

// The widths of the parts, in cells.
const (
	leastBeside = 72 // narrower, there is the tree or the card
	widestTree  = 46
)

// treeWidth is the cells of the tree, all when the card is not beside it.
func (m *Model) treeWidth() int {
	if m.width < leastBeside {
		return m.width
	}
	return min(widestTree, m.width*2/5)
}

func (m *Model) beside() bool { return m.width >= leastBeside }

func (m *Model) filterWidth() int { return max(m.treeWidth()-4, 1) }

// headHeight is the title and what stands under it.
const headHeight = 2

// View implements views.View.
func (m *Model) View() string {
	if m.width < 1 || m.height < 1 {
		return ""
	}
	m.retheme()
	var lines []string
	switch {
	case m.large && m.known[m.current().node] != nil:
		lines = m.largePhoto()
	case m.beside():
		lines = m.both()
	case m.onCard:
		lines = m.framed(m.width, m.card(m.width, max(m.height-headHeight, 0)), m.title())
	default:
		lines = m.framed(m.width, m.treeLines(m.width, max(m.height-headHeight, 0)), m.title())
	}
	for len(lines) < m.height {
		lines = append(lines, "")
	}
	lines = lines[:m.height]
	for i := range lines {
		lines[i] = text.FitStyled(lines[i], m.width)
	}
	return m.custom.Over(m.overlaid(strings.Join(lines, "\n")), m.width, m.height)
}

// framed is a pane under the title.
func (m *Model) framed(width int, body []string, title string) []string {
	second := m.line(width)
	if m.filtering || !m.query().Empty() {
		second = m.filterLine(width)
	}
	return append([]string{title, second}, body...)
}

// both is the tree with the card at its right.
func (m *Model) both() []string {
	th := m.env.Theme
	left := m.treeWidth()
	right := m.width - left - 1
	rows := max(m.height-headHeight, 0)
	treeLines := m.framed(left, m.treeLines(left, rows), "")
	card := append([]string{"", m.line(right)}, m.card(right, rows)...)
	out := append(make([]string, 0, m.height), m.title())
	for i := 1; i < m.height; i++ {
		rule := string(th.Glyphs.Border.Vertical)
		if i == 1 {
			rule = string(th.Glyphs.Border.TeeTop)
		}
		out = append(out, text.FitStyled(at(treeLines, i), left)+th.Border.Render(rule)+text.FitStyled(at(card, i), right))
	}
	return out
}

func at(lines []string, i int) string {
	if i < len(lines) {
		return lines[i]
	}
	return ""
}

func (m *Model) line(width int) string {
	th := m.env.Theme
	return th.Border.Render(strings.Repeat(string(th.Glyphs.Border.Horizontal), max(0, width)))
}

// title counts what is known.
func (m *Model) title() string {
	th := m.env.Theme
	parts := []string{}
	if n := len(m.book.folders); n > 0 {
		if m.book.complete() {
			parts = append(parts, count(len(m.book.cards), "contact", "contacts"))
		}
		parts = append(parts, count(n, "folder", "folders"))
	}
	if m.book.people != nil {
		parts = append(parts, fmt.Sprintf("%d in the directory", len(m.book.people)))
	}
	if m.tree.MarkCount() > 0 {
		parts = append([]string{m.selectedWords()}, parts...)
	}
	return th.Title.Render(" People") + "  " + th.Muted.Render(strings.Join(parts, "   "))
}

func (m *Model) filterLine(width int) string {
	th := m.env.Theme
	line, _ := m.filter.View(m.filterWidth())
	sign := th.Accent.Render(" " + string(th.Glyphs.Search) + " ")
	return text.FitStyled(sign+line, width)
}

// treeLines is the tree, or why there is none.
func (m *Model) treeLines(width, height int) []string {
	if len(m.book.folders) == 0 {
		return m.nothing(width)
	}
	if !m.query().Empty() && m.tree.Len() == 0 {
		words := text.Literal("Nobody is called so. esc shows everybody.")
		if m.everybody.Busy() {
			words = text.Literal("Looking through all folders")
		}
		return m.words(words, m.env.Theme.Muted, width)
	}
	m.tree.SetSize(width, height)
	m.tree.SetFocused(!m.onCard)
	return strings.Split(m.tree.View(), "\n")
}

// nothing says why there is nothing to show yet.
func (m *Model) nothing(width int) []string {
	th := m.env.Theme
	switch {
	case m.err != nil:
		if says, missing := views.Missing(m.env, m.err); missing {
			return m.words(says, th.Muted, width)
		}
		return m.words(text.Clean("The contacts could not be read: "+m.err.Error()+". ctrl+r tries again."), th.Error, width)
	case m.folders.Busy():
		return m.words(text.Concat(text.Literal("Reading contacts"), text.Glyph(th.Glyphs.Ellipsis)), th.Muted, width)
	}
	return nil
}

// words are a few sentences, wrapped.
func (m *Model) words(t text.Text, style theme.Style, width int) []string {
	out := []string{""}
	for _, l := range t.Wrap(max(width-4, 1)) {
		out = append(out, "  "+style.Render(l.String()))
	}
	return out
}
