package threads

import (
	"strings"

	"daybook/theme"
	"daybook/views"
	"daybook/widget/text"
)

// View draws the screen: exactly height lines of exactly width cells.
func (m *Model) View() string {
	if m.width <= 0 || m.height <= 0 {
		return ""
	}
	m.followTheme()
	if m.width < minWidth || m.height < minHeight {
		return m.tooSmall()
	}
	l := m.layout()
	shown := l.panes()
	columns := make([][]string, len(shown))
	for i, p := range shown {
		columns[i] = strings.Split(m.pane(p, l.rect(p)), "\n")
	}
	th := m.env.Theme
	vertical := th.Border.Render(string(th.Glyphs.Border.Vertical))
	var b strings.Builder
	m.rule(&b, l, th.Glyphs.Border.TeeTop)
	for y := range m.height - 2 {
		b.WriteByte('\n')
		for i := range columns {
			if i > 0 {
				b.WriteString(vertical)
			}
			b.WriteString(columns[i][y])
		}
	}
	b.WriteByte('\n')
	m.rule(&b, l, th.Glyphs.Border.TeeBottom)
	return m.overlaid(b.String())
}

// followTheme draws rows and lines anew when the theme has changed.
func (m *Model) followTheme() {
	if m.env.Theme.Row(theme.RowState{}) == m.drawn.Row(theme.RowState{}) {
		return
	}
	m.drawn = *m.env.Theme
	m.groupList.SetTheme(m.env.Theme)
	m.list.SetTheme(m.env.Theme)
	m.filter.SetTheme(m.env.Theme)
	m.reader.pager.SetTheme(m.env.Theme)
	m.layReader(true)
}

// rule is the line above or below the panes; the part of the pane that has
// the keys is lit.
func (m *Model) rule(b *strings.Builder, l layout, tee theme.Glyph) {
	th := m.env.Theme
	for i, p := range l.panes() {
		if i > 0 {
			th.Border.Write(b, string(tee))
		}
		style := th.Border
		if p == m.focus {
			style = th.BorderActive
		}
		style.Write(b, strings.Repeat(string(th.Glyphs.Border.Horizontal), l.rect(p).w))
	}
}

func (m *Model) pane(p pane, r rect) string {
	below := rect{w: r.w, h: r.h - 1}
	switch p {
	case groupFocus:
		return m.heading(text.Literal("Groups"), text.Text{}, r.w) + "\n" + m.groupPane(below)
	case threadFocus:
		name, end := text.Literal("Threads"), text.Text{}
		if g := m.group(); g != nil {
			if name = g.name; g.loaded {
				end = joined(len(g.threads))
			}
		}
		if m.filtering || m.narrowed() {
			return m.filterLine(r.w) + "\n" + m.threadPane(below)
		}
		return m.heading(name, end, r.w) + "\n" + m.threadPane(below)
	}
	if len(m.reader.lines) == 0 {
		return m.message(r, text.Literal("Nothing is selected"))
	}
	return m.reader.pager.View()
}

// heading is the line above a list.
func (m *Model) heading(name, end text.Text, width int) string {
	th := m.env.Theme
	room := max(width-3-end.Width(), 0)
	return text.FitStyled("  "+th.Heading.Render(name.Fit(room, m.ellipsis()).String())+th.Muted.Render(end.String()), width)
}

func (m *Model) groupPane(r rect) string {
	switch {
	case len(m.groups) > 0:
		return m.groupList.View()
	case m.groupsErr != nil:
		if says, missing := m.missing(); missing {
			if r.w < column { // beside the threads, where there is room to say why
				says = text.Literal("Not permitted")
			}
			return m.message(r, says)
		}
		return m.message(r, joined("The groups could not be read: ", m.groupsErr, ". ctrl+r tries again."))
	case !m.loaded:
		return m.message(r, text.Literal("Loading groups"))
	}
	return m.message(r, text.Literal("You are in no group."))
}

// column is from where on a pane has room for a sentence.
const column = 30

// missing is the line about the right to read groups, where that is missing.
func (m *Model) missing() (text.Text, bool) {
	return views.Missing(m.env, m.groupsErr)
}

func (m *Model) threadPane(r rect) string {
	switch g := m.group(); {
	case g == nil && m.groupsErr != nil:
		if says, missing := m.missing(); missing {
			return m.message(r, says)
		}
		return m.message(r, joined("The groups could not be read: ", m.groupsErr, ". ctrl+r tries again."))
	case g == nil:
		return m.message(r, text.Text{})
	case len(m.listed) > 0:
		return m.list.View()
	case len(g.threads) > 0:
		return m.message(r, text.Literal("No thread here has these words. esc shows all."))
	case g.err != nil:
		if says, missing := views.Missing(m.env, g.err); missing {
			return m.message(r, says)
		}
		return m.message(r, joined("The threads could not be read: ", g.err, ". ctrl+r tries again."))
	case !g.loaded:
		return m.message(r, text.Literal("Loading threads"))
	}
	return m.message(r, text.Literal("No conversations yet. n begins one."))
}

// message is words in the middle of an empty pane.
func (m *Model) message(r rect, words text.Text) string {
	rows := make([]string, max(r.h, 0))
	wrapped := words.Wrap(max(r.w-4, 1))
	from := max((len(rows)-len(wrapped))/2, 0)
	for y := range rows {
		part := text.Text{}
		if i := y - from; i >= 0 && i < len(wrapped) {
			part = wrapped[i].Truncate(r.w, text.Text{})
		}
		left := max((r.w-part.Width())/2, 0)
		rows[y] = text.FitStyled(text.Blanks(left)+m.env.Theme.Muted.Render(part.String()), r.w)
	}
	return strings.Join(rows, "\n")
}

// tooSmall is one line for a terminal that has no room for a list.
func (m *Model) tooSmall() string {
	rows := make([]string, m.height)
	for y := range rows {
		rows[y] = text.Blanks(m.width)
	}
	rows[m.height/2] = text.Literal("window too small").Fit(m.width, text.Text{}).String()
	return strings.Join(rows, "\n")
}

// overlaid draws what is open over the screen.
func (m *Model) overlaid(background string) string {
	return m.custom.Over(m.boxed(background), m.width, m.height)
}

// boxed draws the letter, and the box, over the screen.
func (m *Model) boxed(background string) string {
	if m.letter != nil {
		background = m.letter.over(m, background)
	}
	return m.dialog.Over(background, m.width, m.height)
}
