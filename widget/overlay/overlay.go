// Package overlay puts a box over what is already drawn.
//
// Invariants: the result has the lines and widths of the background; a wide character cut in half by an edge becomes
// a blank; the box's styles and the background's do not run into each other.
package overlay

import (
	"strings"

	"daybook/theme"
	"daybook/widget/text"
)

// reset ends whatever style the background was in where the box begins.
const reset = "\x1b[m"

// Place draws box over background with its upper left cell at (x, y). Background is lines of width cells; what the box
// has outside of it is not drawn.
func Place(background, box string, x, y, width int) string {
	lines := strings.Split(background, "\n")
	for i, boxLine := range strings.Split(box, "\n") {
		at := y + i
		if at < 0 || at >= len(lines) {
			continue
		}
		from, to := max(x, 0), min(x+text.Width(boxLine), width)
		if from >= to {
			continue
		}
		lines[at] = text.CutStyled(lines[at], 0, from) + reset +
			text.CutStyled(boxLine, from-x, to-x) + reset + text.CutStyled(lines[at], to, width)
	}
	return strings.Join(lines, "\n")
}

// Centre draws box in the middle of a background of that size, and returns where it put it, for the mouse.
func Centre(background, box string, width, height int) (drawn string, x, y int) {
	boxWidth, boxHeight := Size(box)
	x, y = max((width-boxWidth)/2, 0), max((height-boxHeight)/2, 0)
	return Place(background, box, x, y, width), x, y
}

// Size is the cells that a drawn box takes.
func Size(box string) (width, height int) {
	for line := range strings.SplitSeq(box, "\n") {
		width = max(width, text.Width(line))
		height++
	}
	return width, height
}

// Frame draws a border with a title around body, fitted to the inside: width and height are those of the whole box.
// Footer is drawn into the lower border, already styled or empty.
func Frame(th *theme.Theme, title text.Text, body, footer string, width, height int) string {
	inner := max(width-2, 0)
	b := th.Glyphs.Border
	edge := th.BorderActive
	lines := make([]string, 0, height)
	head := ""
	if !title.Empty() && inner > 4 {
		head = th.Title.Render(" " + title.Truncate(inner-4, text.Glyph(th.Glyphs.Ellipsis)).String() + " ")
	}
	corner := min(inner, 1) // the cell of border between a corner and what is written into the border
	lines = append(lines, edge.Render(string(b.TopLeft)+rule(b.Horizontal, corner))+head+
		edge.Render(rule(b.Horizontal, inner-1-text.Width(head))+string(b.TopRight)))
	side := edge.Render(string(b.Vertical))
	rest := body
	for range max(height-2, 0) {
		var line string
		line, rest, _ = strings.Cut(rest, "\n")
		lines = append(lines, side+text.FitStyled(line, inner)+side)
	}
	foot := footer
	if text.Width(foot) > inner-2 {
		foot = text.CutStyled(foot, 0, max(inner-2, 0))
	}
	lines = append(lines, edge.Render(string(b.BottomLeft)+rule(b.Horizontal, inner-1-text.Width(foot)))+foot+
		edge.Render(rule(b.Horizontal, corner)+string(b.BottomRight)))
	return strings.Join(lines, "\n")
}

func rule(g theme.Glyph, n int) string { return strings.Repeat(string(g), max(n, 0)) }
