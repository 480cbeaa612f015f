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
	"daybook/widget/text"
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

// Counted is a bar with its numbers in width cells: "████░░░  1,204 of 3,000". An unknown total (0) shows the count alone.
func Counted(th *theme.Theme, width, done, total int) string {
	if total <= 0 {
		return th.Muted.Render(text.Clean(Number(done)).Fit(width, text.Text{}).String())
	}
	label := text.Clean(fmt.Sprintf(" %s of %s", Number(done), Number(total)))
	if label.Width() > width/2 {
		label = text.Clean(fmt.Sprintf(" %3d%%", 100*done/total))
	}
	bar := width - label.Width()
	if bar < 3 {
		return th.Muted.Render(label.Fit(width, text.Text{}).String())
	}
	return Bar(th, bar, float64(done)/float64(total)) + th.Muted.Render(label.String())
}

// Spinner is a frame of the spinner.
func Spinner(th *theme.Theme, frame int) string {
	frames := th.Glyphs.Spinner
	n := len(frames)
	return th.Accent.Render(string(frames[(frame%n+n)%n]))
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
