package text

import "strings"

// Truncate is the text in at most width cells: whole when it fits, otherwise cut between clusters and ended with
// tail (an ellipsis of the glyph set, or empty).
func (t Text) Truncate(width int, tail Text) Text {
	if width <= 0 {
		return t.with("")
	}
	tailWidth := tail.Width()
	if tailWidth > width {
		tail, tailWidth = Text{}, 0
	}
	if printableASCII(t.s) {
		if len(t.s) <= width {
			return t
		}
		return t.with(t.s[:width-tailWidth] + tail.s)
	}
	m := t.method()
	cut, used, at := 0, 0, 0 // cut: where the text ends if the tail has to follow
	for at < len(t.s) {
		size, cells := cluster(t.s[at:], m)
		used += cells
		if used > width {
			return t.with(t.s[:cut] + tail.s)
		}
		at += size
		if used <= width-tailWidth {
			cut = at
		}
	}
	return t
}

// Pad adds blanks at the right until the text takes width cells. Longer text stays as it is.
func (t Text) Pad(width int) Text { return t.with(t.s + Blanks(width-t.Width())) }

// PadLeft adds blanks at the left until the text takes width cells, for numbers and times.
func (t Text) PadLeft(width int) Text { return t.with(Blanks(width-t.Width()) + t.s) }

// Fit is the text in exactly width cells: truncated with tail or padded at the right.
func (t Text) Fit(width int, tail Text) Text {
	if printableASCII(t.s) && len(t.s) <= width {
		return t.with(t.s + Blanks(width-len(t.s)))
	}
	return t.Truncate(width, tail).Pad(max(width, 0))
}

// Cut is what the cells from..to (to excluded) show. A wide cluster that straddles an edge becomes a blank in
// the cell that is inside, so that the result is aligned.
func (t Text) Cut(from, to int) Text {
	from = max(from, 0)
	var b strings.Builder
	m := t.method()
	for at, x := 0, 0; at < len(t.s) && x < to; {
		size, cells := cluster(t.s[at:], m)
		switch end := x + cells; {
		case x >= from && end <= to:
			b.WriteString(t.s[at : at+size])
		case end > from:
			b.WriteString(Blanks(min(end, to) - max(x, from)))
		}
		at, x = at+size, x+cells
	}
	return t.with(b.String())
}

const blanks = "                                                                                                                                "

// Blanks is n spaces, without an allocation for the widths that occur; none when n is not positive.
func Blanks(n int) string {
	switch {
	case n <= 0:
		return ""
	case n <= len(blanks):
		return blanks[:n]
	}
	return strings.Repeat(" ", n)
}
