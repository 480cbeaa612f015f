package text

import (
	"strings"

	"github.com/charmbracelet/x/ansi"

	"daybook/theme"
)

// FitStyled is a line of our own making, escape sequences and all, in exactly width cells.
func FitStyled(line string, width int) string {
	switch w := Width(line); {
	case w == width:
		return line
	case w < width:
		return line + Blanks(width-w)
	}
	return CutStyled(line, 0, width)
}

// CutStyled is the cells from..to (to excluded) of a styled line, with the styles that hold there, in exactly to-from
// cells: what is missing, or is half of a wide character, is blank.
func CutStyled(line string, from, to int) string {
	if to <= from {
		return ""
	}
	head := ansi.TruncateWc(line, to, "")
	cut := ansi.TruncateLeftWc(head, from, "")
	missing := to - from - Width(cut)
	if missing <= 0 {
		return cut
	}
	// The blank of a wide character cut at the left belongs to the left.
	left := 0
	if from > 0 {
		left = min(missing, max(Width(head)-from-Width(cut), 0))
	}
	return Blanks(left) + cut + Blanks(missing-left)
}

// Mark draws a line with the stretches that Find returned as matches; current is the one the search is at, or -1.
func (t Text) Mark(found []Range, current int, styles *theme.Styles) string {
	var b strings.Builder
	at := 0
	for i, r := range found {
		styles.Text.Write(&b, t.s[at:r.From])
		hit := styles.Match
		if i == current {
			hit = styles.MatchCurrent
		}
		hit.Write(&b, t.s[r.From:r.To])
		at = r.To
	}
	styles.Text.Write(&b, t.s[at:])
	return b.String()
}
