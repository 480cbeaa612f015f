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
	if m.writing() {
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
		if p == m.focus || m.writing() && p == listFocus {
			style = m.theme.BorderActive
		}
		style.Write(b, strings.Repeat(string(g.Horizontal), l.rect(p).w))
	}
}

func (m *Model) pane(p pane, r rect) string {
	switch {
	case p != folderFocus && m.writing():
		return m.options.Desk.View()
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

// View draws the pane; above draws the line above the list.
func (l *listPane) View(above func(p *row.Painter, room int)) string {
	r := l.rect
	p := row.New(&l.theme)
	p.Blank(1)
	above(p, r.w-2)
	p.Blank(1)
	head := p.String()
	r.h--
	switch {
	case l.rows.Len() > 0:
		return head + "\n" + l.view.View()
	case l.search.Void():
		return head + "\n" + l.notUnderstood(r)
	case l.err != nil:
		return head + "\n" + l.message(r, l.couldNot("the messages", l.err))
	case !l.rows.Loaded():
		return head + "\n" + l.message(r, text.Literal("Loading messages"))
	}
	return head + "\n" + l.message(r, l.nothing())
}

// notUnderstood says under the line of a search what in it means nothing, and
// what would.
func (l *listPane) notUnderstood(r rect) string {
	var lines []string
	for _, problem := range l.search.Problems {
		for _, line := range text.Clean(problem).Wrap(max(r.w-2, 1)) {
			line = line.Truncate(max(r.w-2, 0), text.Text{})
			if len(lines) < r.h {
				lines = append(lines, text.Blanks(1)+l.theme.Warning.Render(line.String())+text.Blanks(r.w-1-line.Width()))
			}
		}
	}
	if r.h -= len(lines); r.h > 0 {
		lines = append(lines, l.message(r, l.nothing()))
	}
	return strings.Join(lines, "\n")
}

// nothing says why the list is empty.
func (l *listPane) nothing() text.Text {
	switch {
	case l.search.Void():
		return text.Literal("Nothing is found until that is put right. / goes on typing, esc goes back.")
	case l.found:
		return l.nothingFound()
	case l.class != "" && l.unread.focused+l.unread.other > 0:
		return text.Literal("All done here. F shows the other mail.")
	case l.folder == l.folders.inbox() && l.folders.elsewhere():
		return text.Literal("All done here. tab goes to the other folders.")
	case l.folder == l.folders.inbox() && l.folders.most() != nil:
		most := l.folders.most()
		return say("All done here. Most mail is in \u201c", l.folders.path(most.ID), "\u201d, ",
			plural(most.TotalItemCount, "message"), ": tab goes to the folders.")
	case l.folder == l.folders.inbox():
		return text.Literal("All done. New mail appears here by itself.")
	}
	return text.Literal("No messages in this folder.")
}

// nothingFound says where else to look.
func (l *listPane) nothingFound() text.Text {
	switch {
	case l.filtered:
		return text.Literal("Nothing matches in this list. / looks in all folders, esc goes back.")
	case l.folder != "":
		return say("Nothing matches in \u201c", l.folders.path(l.folder), "\u201d. Without in: all folders are searched; / goes on typing, esc goes back.")
	}
	return text.Literal("Nothing matches in any folder. Try fewer words: / goes on typing, esc goes back.")
}

// head draws what is listed: the folder, or the inbox's lens with what is
// unread on both sides.
func (l *listPane) head(p *row.Painter, room int) {
	right := "newest first"
	if l.refreshing {
		right = "refreshing"
	}
	left := l.lensWords(p, room)
	if left+len(right)+2 <= room {
		p.Blank(room - left - len(right))
		p.Words(right, p.Styles.Faint)
	} else {
		p.Blank(room - left)
	}
}

// lensWords writes what is listed and returns its width.
func (l *listPane) lensWords(p *row.Painter, room int) int {
	type part struct {
		words string
		style theme.Style
	}
	var parts []part
	if l.folder == l.folders.inbox() && l.folder != "" {
		for _, s := range []struct {
			name, class string
			n           int
		}{{"Focused", "focused", l.unread.focused}, {"Other", "other", l.unread.other}} {
			style := p.Styles.Muted
			if l.class == "" || l.class == s.class {
				style = p.Styles.Strong
			}
			words := s.name
			if s.n > 0 {
				words = fmt.Sprintf("%s %d", s.name, s.n)
			}
			parts = append(parts, part{words, style})
		}
		if room < 24 && l.class != "" {
			parts = parts[:1]
		}
	} else {
		name := l.folders.label(l.folder).Truncate(max(room-14, 1), p.Ellipsis())
		parts = append(parts, part{name.String(), p.Styles.Strong})
		if l.total > 0 {
			parts = append(parts, part{fmt.Sprint(l.total), p.Styles.Muted})
		}
	}
	used := 0
	for i, part := range parts {
		if i > 0 {
			if used+4 > room {
				break
			}
			p.Words(" "+string(p.Glyphs.Separator)+" ", p.Styles.Faint)
			used += 3
		}
		words := text.Clean(part.words).Truncate(room-used, p.Ellipsis())
		p.Words(words.String(), part.style)
		used += words.Width()
	}
	return used
}

// gapText says how much is not loaded.
func (l *listPane) gapText() text.Text {
	switch left := l.total - l.rows.Known(); {
	case l.drawer.gapError != nil:
		return say("Could not load more: ", l.drawer.gapError, ". ctrl+r tries again.")
	case l.rows.OnGap():
		return say("loading", string(l.theme.Glyphs.Ellipsis))
	case left > 0:
		return say(string(l.theme.Glyphs.Ellipsis), " ", left, " more")
	}
	return say(string(l.theme.Glyphs.Ellipsis), " more")
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
