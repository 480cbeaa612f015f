// Package progress draws how far long work has come.
//
// Invariants: pure functions of their arguments; a bar is exactly as wide as asked; the frame of a spinner is counted by
// whoever owns the clock.
package progress

import (
	"fmt"
	"math"
	"strings"

	"daybook/theme"
)

// Bar is a bar of width cells for a share of the work from 0 to 1. Where the glyphs have parts of a cell it moves by
// those.
func Bar(th *theme.Theme, width int, share float64) string {
	if width <= 0 {
		return ""
	}
	if math.IsNaN(share) {
		share = 0
	}
	g := th.Glyphs
	steps := len(g.ProgressPart) + 1
	filled := int(math.Round(max(0, min(share, 1)) * float64(width*steps)))
	full, part := filled/steps, filled%steps
	bar := strings.Repeat(string(g.ProgressFull), full)
	if part > 0 {
		bar += string(g.ProgressPart[part-1])
		full++
	}
	return th.Accent.Render(bar) + th.Faint.Render(strings.Repeat(string(g.ProgressEmpty), width-full))
}

// Number is a count with its thousands parted by commas.
func Number(n int) string {
	if n < 0 {
		return "-" + Number(-n)
	}
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
