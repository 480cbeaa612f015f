package list

import (
	"strings"

	"daybook/theme"
	"daybook/widget/text"
)

// View draws the window.
func (l *List) View() string {
	if l.width <= 0 || l.height <= 0 {
		return ""
	}
	rowWidth := l.width
	bar := l.hasScrollbar()
	if bar {
		rowWidth--
	}
	var thumbFrom, thumbTo int
	var track, thumb string
	if bar {
		thumbFrom, thumbTo = l.thumb()
		track = l.theme.Scrollbar.Render(string(l.theme.Glyphs.ScrollTrack))
		thumb = l.theme.Styles.ScrollThumb.Render(string(l.theme.Glyphs.ScrollThumb))
	}
	var b strings.Builder
	b.Grow(l.height * (l.width + 64))
	y := 0
	line := func(s string) {
		if y > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(s)
		switch {
		case !bar:
		case y >= thumbFrom && y < thumbTo:
			b.WriteString(thumb)
		default:
			b.WriteString(track)
		}
		y++
	}
	for i := l.top; i < l.src.Len() && y < l.height; i++ {
		rest := l.row(i, rowWidth)
		for range max(l.src.Height(i), 1) {
			if y == l.height {
				break
			}
			var first string
			first, rest, _ = strings.Cut(rest, "\n")
			line(first)
		}
	}
	for y < l.height {
		line(text.Blanks(rowWidth))
	}
	return b.String()
}

// row is a drawn row, from the cache where it is known.
func (l *List) row(i, width int) string {
	id := l.src.ID(i)
	state := theme.RowState{Cursor: i == l.cursor, Focused: l.focused, Marked: l.IsMarked(id)}
	if !state.Cursor {
		state.Focused = true // the focus shows on the cursor alone, so changing it draws one row
	}
	if id == "" {
		return l.src.Row(i, width, state)
	}
	key := rowKey{id: id, version: l.src.Version(i), width: width, state: state}
	if drawn, ok := l.cache.get(key); ok {
		return drawn
	}
	drawn := l.src.Row(i, width, state)
	l.cache.put(key, drawn, 4*l.height+64)
	return drawn
}

// hasScrollbar says that there is more than the window shows.
func (l *List) hasScrollbar() bool {
	if l.width < 4 {
		return false
	}
	_, to := l.Visible()
	return l.top > 0 || to < l.src.Len() || l.overflows(to)
}

// overflows says that the last visible row is cut.
func (l *List) overflows(to int) bool {
	lines := 0
	for i := l.top; i < to; i++ {
		lines += max(l.src.Height(i), 1)
	}
	return lines > l.height
}

// thumb is the lines of the scrollbar's thumb, counted in rows.
func (l *List) thumb() (from, to int) {
	n := l.src.Len()
	first, last := l.Visible()
	size := max(l.height*(last-first)/max(n, 1), 1)
	free := max(n-(last-first), 1)
	from = clamp((l.height-size)*first/free, 0, l.height-size)
	return from, from + size
}
