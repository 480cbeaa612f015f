package browser

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"daybook/theme"
	"daybook/widget/panes"
	"daybook/widget/text"
)

// HeadHeight is the lines above the panes: the title and what stands under it.
const HeadHeight = 2

// Frame is two panes beside each other, or where there is no room for both the one that has the keys.
type Frame struct {
	// Least is the width from which on there is room for both.
	Least int
	// Split is the cells of the left pane in such a width.
	Split func(width int) int
	// OnRight says that the right pane has the keys.
	OnRight bool

	width, height int
}

// SetSize gives the frame its cells.
func (f *Frame) SetSize(width, height int) { f.width, f.height = width, height }

// Size is the cells of the frame.
func (f *Frame) Size() (width, height int) { return f.width, f.height }

// Beside says that both panes are shown.
func (f *Frame) Beside() bool { return f.width >= f.Least }

// LeftWidth is the cells of the left pane: all where the other is not beside it.
func (f *Frame) LeftWidth() int {
	if f.Beside() {
		return f.Split(f.width)
	}
	return f.width
}

// RightWidth is the cells of the right pane.
func (f *Frame) RightWidth() int {
	if f.Beside() {
		return f.width - f.Split(f.width) - 1
	}
	return f.width
}

// Rows is the lines of a pane.
func (f *Frame) Rows() int { return max(f.height-HeadHeight, 0) }

// overRight says that a column is of the right pane.
func (f *Frame) overRight(x int) bool {
	if f.Beside() {
		return x > f.LeftWidth()
	}
	return f.OnRight
}

// Mouse says what the mouse did and over which pane: rows of the wheel, or a click of the left button on a cell of the
// panes; y is negative on what stands above them.
func (f *Frame) Mouse(msg tea.MouseMsg, wheel func(right bool, rows int) tea.Cmd, click func(right bool, x, y int) tea.Cmd) tea.Cmd {
	at := msg.Mouse()
	if rows := panes.Wheel(msg); rows != 0 {
		return wheel(f.overRight(at.X), rows)
	}
	if _, pressed := msg.(tea.MouseClickMsg); pressed && at.Button == tea.MouseLeft {
		return click(f.overRight(at.X), at.X, at.Y-HeadHeight)
	}
	return nil
}

// Panes draws the title, the line under it, and the panes that there is room for.
func (f *Frame) Panes(th *theme.Theme, title, under string, left, right func(width, rows int) []string) []string {
	lines := []string{title, under}
	rows := f.Rows()
	switch {
	case f.Beside():
		l, r := left(f.LeftWidth(), rows), right(f.RightWidth(), rows)
		rule := th.Border.Render(string(th.Glyphs.Border.Vertical))
		for i := range rows {
			lines = append(lines, text.FitStyled(At(l, i), f.LeftWidth())+rule+At(r, i))
		}
	case f.OnRight:
		lines = append(lines, right(f.width, rows)...)
	default:
		lines = append(lines, left(f.width, rows)...)
	}
	return lines
}

// Fit makes lines exactly as many, and each as wide, as the frame is.
func (f *Frame) Fit(lines []string) string {
	out := make([]string, f.height)
	for i := range out {
		out[i] = text.FitStyled(At(lines, i), f.width)
	}
	return strings.Join(out, "\n")
}

// Rule is the line between the title and the panes; the part over the one of two that has the keys is lit.
func (f *Frame) Rule(th *theme.Theme) string {
	tee := th.Glyphs.Border.TeeTop
	if !f.Beside() {
		return panes.Rule(th, tee, panes.Pane{Rect: panes.Rect{W: f.width}})
	}
	return panes.Rule(th, tee, panes.Pane{Rect: panes.Rect{W: f.LeftWidth()}, Lit: !f.OnRight}, panes.Pane{Rect: panes.Rect{W: f.RightWidth()}, Lit: f.OnRight})
}

// At is a line, or an empty one.
func At(lines []string, i int) string {
	if i < len(lines) {
		return lines[i]
	}
	return ""
}

// Words are a few sentences, wrapped, under a blank line.
func Words(t text.Text, style theme.Style, width int) []string {
	out := []string{""}
	for _, l := range t.Wrap(max(width-4, 1)) {
		out = append(out, "  "+style.Render(l.String()))
	}
	return out
}
