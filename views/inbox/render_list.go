package inbox

import (
	"fmt"
	"strings"

	"daybook/theme"
	"daybook/views"
	"daybook/widget/panes"
	"daybook/widget/row"
	"daybook/widget/text"
)

// View draws the pane; above draws the line above the list.
func (l *listPane) View(above func(p *row.Painter, room int)) string {
	r := l.rect
	p := row.New(&l.theme)
	p.Blank(1)
	above(p, r.W-2)
	p.Blank(1)
	head := p.String()
	r.H--
	switch {
	case l.rows.Len() > 0:
		return head + "\n" + l.view.View()
	case l.search.Void():
		return head + "\n" + l.notUnderstood(r)
	case l.err != nil:
		return head + "\n" + panes.Message(&l.theme, r.W, r.H, l.couldNot("the messages", l.err))
	case !l.rows.Loaded():
		return head + "\n" + panes.Message(&l.theme, r.W, r.H, text.Literal("Loading messages"))
	}
	return head + "\n" + panes.Message(&l.theme, r.W, r.H, l.nothing())
}

// notUnderstood says under the line of a search what in it means nothing, and
// what would.
func (l *listPane) notUnderstood(r panes.Rect) string {
	var lines []string
	for _, problem := range l.search.Problems {
		for _, line := range text.Clean(problem).Wrap(max(r.W-2, 1)) {
			line = line.Truncate(max(r.W-2, 0), text.Text{})
			if len(lines) < r.H {
				warning := l.theme.Warning.Render(line.String())
				lines = append(lines, text.Blanks(1)+warning+text.Blanks(r.W-1-line.Width()))
			}
		}
	}
	if r.H -= len(lines); r.H > 0 {
		lines = append(lines, panes.Message(&l.theme, r.W, r.H, l.nothing()))
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
		return text.Of("All done here. Most mail is in \u201c", l.folders.path(most.ID), "\u201d, ",
			views.Count(most.TotalItemCount, "message", "messages"), ": tab goes to the folders.")
	case l.folder == l.folders.inbox():
		return text.Literal("All done. New mail appears here by itself.")
	}
	return text.Literal("No messages in this folder.")
}

// head draws what is listed: the folder, or the inbox's lens with what is
// unread on both sides.
func (l *listPane) head(p *row.Painter, room int) {
	right := "newest first"
	switch {
	case l.refreshing:
		right = "refreshing"
	case l.rows.OldestFirst():
		right = "oldest first"
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
		return text.Of("Could not load more: ", views.Reason(l.drawer.gapError, noLongerThere), ". ctrl+r tries again.")
	case l.rows.OnGap():
		return text.Of("loading", string(l.theme.Glyphs.Ellipsis))
	case left > 0:
		return text.Of(string(l.theme.Glyphs.Ellipsis), " ", left, " more")
	}
	return text.Of(string(l.theme.Glyphs.Ellipsis), " more")
}
