// Package bigtext draws a short code in large letters, to be read across a
// desk and typed on another device.
//
// Invariants: pure; what it draws fits the cells given, in the largest of its
// sizes that does; a code that cannot be drawn large is spelled out in
// ordinary characters, so that nothing of it is ever missing.
package bigtext

import (
	"strings"

	"daybook/theme"
	"daybook/widget/text"
)

const (
	height = 7 // of a glyph, in points
	gap    = 1 // between two
)

// Draw draws code, of which lower case shows as upper case, in at most these
// cells; the style is th.Strong.
func Draw(th *theme.Theme, code text.Text, cells, lines int) string {
	points, ok := grid(code.String())
	ascii := th.Glyphs.ASCIIOnly()
	var rows []string
	switch across := len(points[0]); {
	case ok && 2*across <= cells && height <= lines:
		rows = wide(points, ascii)
	case ok && ascii && across <= cells && height <= lines:
		rows = narrow(points)
	case ok && !ascii && across <= cells && (height+1)/2 <= lines:
		rows = halved(points)
	default:
		return th.Strong.Render(spelled(code, cells).String())
	}
	for i, row := range rows {
		rows[i] = th.Strong.Render(row)
	}
	return strings.Join(rows, "\n")
}

// spelled parts the characters by blanks where there is room for it.
func spelled(code text.Text, cells int) text.Text {
	var parts []text.Text
	for _, r := range code.String() {
		parts = append(parts, text.Clean(string(r)))
	}
	if wide := text.Join(text.Literal(" "), parts...); wide.Width() <= cells {
		return wide
	}
	return code
}

// grid is the points of a code; ok is false when a character has no glyph.
func grid(code string) (points [height][]bool, ok bool) {
	for i, r := range strings.ToUpper(code) {
		glyph, known := glyphs[r]
		if !known {
			return points, false
		}
		for y := range points {
			if i > 0 {
				points[y] = append(points[y], make([]bool, gap)...)
			}
			for _, c := range glyph[y] {
				points[y] = append(points[y], c == '#')
			}
		}
	}
	return points, code != ""
}

// wide takes two cells for a point, which makes it about square.
func wide(points [height][]bool, ascii bool) []string {
	full := "██"
	if ascii {
		full = "##"
	}
	return each(points, full, "  ")
}

func narrow(points [height][]bool) []string { return each(points, "#", " ") }

func each(points [height][]bool, on, off string) []string {
	rows := make([]string, height)
	for y, row := range points {
		var b strings.Builder
		for _, lit := range row {
			if lit {
				b.WriteString(on)
			} else {
				b.WriteString(off)
			}
		}
		rows[y] = b.String()
	}
	return rows
}

// halved takes a cell for two points above each other.
func halved(points [height][]bool) []string {
	var rows []string
	for y := 0; y < height; y += 2 {
		var b strings.Builder
		for x := range points[y] {
			upper, lower := points[y][x], y+1 < height && points[y+1][x]
			b.WriteString(map[[2]bool]string{{true, true}: "█", {true, false}: "▀", {false, true}: "▄"}[[2]bool{upper, lower}])
			if !upper && !lower {
				b.WriteByte(' ')
			}
		}
		rows = append(rows, b.String())
	}
	return rows
}
