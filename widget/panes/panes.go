// Package panes draws the parts of a screen beside each other, between a rule above and one below.
//
// Invariants: what is drawn is exactly as large as asked for, if every pane's view is as large as its place.
package panes

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"daybook/theme"
	"daybook/widget/text"
)

// Rect is cells of a view.
type Rect struct{ X, Y, W, H int }

// Has reports whether a cell is in it.
func (r Rect) Has(x, y int) bool { return x >= r.X && x < r.X+r.W && y >= r.Y && y < r.Y+r.H }

// wheelRows is how far a notch of the wheel goes.
const wheelRows = 3

// Wheel is the rows that a message of the mouse scrolls, 0 for another.
func Wheel(msg tea.Msg) int {
	if turned, ok := msg.(tea.MouseWheelMsg); ok {
		switch turned.Button {
		case tea.MouseWheelUp:
			return -wheelRows
		case tea.MouseWheelDown:
			return wheelRows
		}
	}
	return 0
}

// Mouse says what the mouse did, and in which of the places: rows of the wheel, or a press of the left button on a cell
// of the place.
func Mouse[P ~int](msg tea.MouseMsg, places []Rect, wheel func(p P, rows int) tea.Cmd, click func(p P, x, y int) tea.Cmd) tea.Cmd {
	at := msg.Mouse()
	i := slices.IndexFunc(places, func(r Rect) bool { return r.Has(at.X, at.Y) })
	if i < 0 {
		return nil
	}
	if rows := Wheel(msg); rows != 0 {
		return wheel(P(i), rows)
	}
	if _, pressed := msg.(tea.MouseClickMsg); pressed && at.Button == tea.MouseLeft {
		return click(P(i), at.X-places[i].X, at.Y-places[i].Y)
	}
	return nil
}

// Pane is a part of a screen. Lit is that it has the keys.
type Pane struct {
	Rect
	Lit  bool
	View string
}

// Draw draws panes from the left; their heights are two less than height.
func Draw(th *theme.Theme, width, height int, panes ...Pane) string {
	columns := make([][]string, len(panes))
	for i, p := range panes {
		columns[i] = strings.Split(p.View, "\n")
	}
	between := th.Border.Render(string(th.Glyphs.Border.Vertical))
	var b strings.Builder
	b.Grow(width * height * 3)
	rule(&b, th, th.Glyphs.Border.TeeTop, panes)
	for y := range height - 2 {
		b.WriteByte('\n')
		for i := range columns {
			if i > 0 {
				b.WriteString(between)
			}
			if y < len(columns[i]) { // a mistake is no reason to lose the screen
				b.WriteString(columns[i][y])
			}
		}
	}
	b.WriteByte('\n')
	rule(&b, th, th.Glyphs.Border.TeeBottom, panes)
	return b.String()
}

// Rule is the line above panes, or with another tee below them; the part of the one that has the keys is lit.
func Rule(th *theme.Theme, tee theme.Glyph, panes ...Pane) string {
	var b strings.Builder
	rule(&b, th, tee, panes)
	return b.String()
}

func rule(b *strings.Builder, th *theme.Theme, tee theme.Glyph, panes []Pane) {
	for i, p := range panes {
		if i > 0 {
			th.Border.Write(b, string(tee))
		}
		style := th.Border
		if p.Lit {
			style = th.BorderActive
		}
		style.Write(b, strings.Repeat(string(th.Glyphs.Border.Horizontal), p.W))
	}
}

// Message is words in the middle of an empty pane.
func Message(th *theme.Theme, width, height int, words text.Text) string {
	lines := make([]string, max(height, 0))
	wrapped := words.Wrap(max(width-4, 1))
	from := max((len(lines)-len(wrapped))/2, 0)
	for y := range lines {
		line := text.Text{}
		if i := y - from; i >= 0 && i < len(wrapped) {
			line = wrapped[i].Truncate(width, text.Text{})
		}
		left := max((width-line.Width())/2, 0)
		lines[y] = text.Blanks(left) + th.Muted.Render(line.String()) + text.Blanks(width-left-line.Width())
	}
	return strings.Join(lines, "\n")
}

// TooSmall is one line for a terminal that has no room for a list.
func TooSmall(width, height int) string {
	lines := make([]string, height)
	for y := range lines {
		lines[y] = text.Blanks(width)
	}
	lines[height/2] = text.Literal("window too small").Fit(width, text.Text{}).String()
	return strings.Join(lines, "\n")
}
