package inbox

import (
	"fmt"
	"strings"

	"daybook/theme"
	"daybook/views"
	"daybook/widget/row"
	"daybook/widget/text"
)

// View draws the screen: exactly height lines of exactly width cells.
func (m *Model) View() string {
	if m.width <= 0 || m.height <= 0 {
		return ""
	}
	m.followTheme()
	m.list.drawer.followDay(m.today())
	if m.width < minWidth || m.height < minHeight {
		return m.tooSmall()
	}
	l := arrange(m.width, m.height, m.focus)
	if m.composer.IsOpen() {
		l = m.deskLayout()
	}
	shown := l.panes()
	columns := make([][]string, len(shown))
	for i, p := range shown {
		columns[i] = strings.Split(m.pane(p, l.rect(p)), "\n")
	}
	rule := m.theme.Border.Render(string(m.theme.Glyphs.Border.Vertical))
	var b strings.Builder
	b.Grow(m.width * m.height * 3)
	m.rule(&b, l, m.theme.Glyphs.Border.TeeTop)
	for y := range m.height - 2 {
		b.WriteByte('\n')
		for i := range columns {
			if i > 0 {
				b.WriteString(rule)
			}
			b.WriteString(columns[i][y])
		}
	}
	b.WriteByte('\n')
	m.rule(&b, l, m.theme.Glyphs.Border.TeeBottom)
	return m.custom.Over(m.overlaid(b.String()), m.width, m.height)
}

// overlaid draws the open box, or the suggestions of the search, over the
// panes.
func (m *Model) overlaid(background string) string {
	if !m.dialog.IsOpen() {
		return m.search.Over(background, arrange(m.width, m.height, m.focus).list, m.width)
	}
	return m.dialog.Over(background, m.width, m.height)
}

// rule is the line above or below the panes; the part of the pane that has
// the keys is lit.
func (m *Model) rule(b *strings.Builder, l layout, tee theme.Glyph) {
	g := m.theme.Glyphs.Border
	for i, p := range l.panes() {
		if i > 0 {
			m.theme.Border.Write(b, string(tee))
		}
		style := m.theme.Border
		if p == m.focus || m.composer.IsOpen() && p == listFocus {
			style = m.theme.BorderActive
		}
		style.Write(b, strings.Repeat(string(g.Horizontal), l.rect(p).w))
	}
}

func (m *Model) pane(p pane, r rect) string {
	switch {
	case p != folderFocus && m.composer.IsOpen():
		return m.composer.View()
	case p == folderFocus:
		return m.folders.View(m.openItem())
	case p == listFocus && m.search.shown():
		return m.list.View(func(p *row.Painter, room int) { m.search.draw(p, room, m.list.first.Busy(), m.list.total) })
	case p == listFocus:
		return m.list.View(m.list.head)
	}
	return m.readerView(r)
}

// couldNot says why something is not there: a right that is missing is no fault.
func (s *shared) couldNot(load string, err error) text.Text {
	if says, missing := views.Missing(s.env, err); missing {
		return says
	}
	return say("Could not load "+load+": ", err, ". ctrl+r tries again.")
}

// message is words in the middle of an empty pane.
func (s *shared) message(r rect, words text.Text) string {
	lines := make([]string, max(r.h, 0))
	wrapped := words.Wrap(max(r.w-4, 1))
	from := max((len(lines)-len(wrapped))/2, 0)
	for y := range lines {
		line := text.Text{}
		if i := y - from; i >= 0 && i < len(wrapped) {
			line = wrapped[i].Truncate(r.w, text.Text{})
		}
		left := max((r.w-line.Width())/2, 0)
		lines[y] = text.Blanks(left) + s.theme.Muted.Render(line.String()) + text.Blanks(r.w-left-line.Width())
	}
	return strings.Join(lines, "\n")
}

// tooSmall is one line for a terminal that has no room for a list.
func (m *Model) tooSmall() string {
	lines := make([]string, m.height)
	for y := range lines {
		lines[y] = text.Blanks(m.width)
	}
	lines[m.height/2] = text.Literal("window too small").Fit(m.width, text.Text{}).String()
	return strings.Join(lines, "\n")
}

func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// say joins words, names and errors into text for the screen.
func say(words ...any) text.Text {
	var b strings.Builder
	for _, w := range words {
		fmt.Fprint(&b, w)
	}
	return text.Clean(b.String())
}

func (m *Model) readerView(r rect) string {
	if m.reader.thread == nil {
		words := text.Text{}
		if m.list.rows.Loaded() && m.list.rows.Len() > 0 {
			words = text.Literal("Nothing is selected")
		}
		return m.message(r, words)
	}
	return m.reader.View()
}

// Status implements views.View.
func (m *Model) Status() views.Status {
	if m.custom.Open() {
		return m.custom.Status()
	}
	s := views.Status{Progress: -1}
	if m.composer.IsOpen() {
		s.Hints = m.composer.hints()
		return s
	}
	s.Selected = m.list.marked()
	stop := ", esc stops"
	if !m.triage.asking() && (m.focus != listFocus || m.list.rows.Selecting() || m.search.shown()) {
		stop = "" // it would do something else before
	}
	s.Text, s.Progress = m.triage.progress(stop)
	switch {
	case s.Text != "":
	case m.composer.Waiting() > 0:
		s.Text = say(m.composer.Waiting(), " on the way").String()
	case m.watch.offline != nil:
		s.Text = say("not up to date: ", m.watch.offline).String()
	}
	s.Busy = m.list.first.Busy() || m.list.pages.Busy() || m.triage.edits.Busy()
	switch m.focus {
	case folderFocus:
		s.Hints = []string{"open", "fold-folder", "search"}
	case readerFocus:
		s.Hints = []string{"archive", "reply", "reply-all", "links", "attachments", "form"}
	default:
		s.Hints = []string{"archive", "delete", "move", "categorize", "reply", "reply-all", "compose"}
	}
	return s
}
