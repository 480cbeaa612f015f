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
	var b strings.Builder
	var state byte
	x, in := 0, false // in: the last cluster was kept, so its marks are too
	for len(line) > 0 {
		seq, cells, n, next := ansi.WcWidth.DecodeSequenceInString(line, state, nil)
		switch end := x + cells; {
		case cells == 0 && seq[0] >= 0x80: // a mark that the decoder took off its base
			if in {
				b.WriteString(seq)
			}
		case cells == 0: // styles hold on both sides of the cut
			b.WriteString(seq)
		case x >= from && end <= to:
			b.WriteString(seq)
			in = true
		default:
			b.WriteString(Blanks(min(end, to) - max(x, from)))
			in = false
		}
		x += cells
		line, state = line[n:], next
	}
	b.WriteString(Blanks(to - max(x, from)))
	return b.String()
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
