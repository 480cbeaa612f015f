package picture

import (
	"strconv"
	"unicode/utf8"
)

// paint writes the cells as lines of text, changing colours only where they
// change.
func paint(cells []cell, cols int, o Options) []string {
	lines := make([]string, 0, len(cells)/cols)
	var b []byte
	for len(cells) > 0 {
		b = paintLine(b[:0], cells[:cols], o.Profile == Palette)
		lines = append(lines, string(b))
		cells = cells[cols:]
	}
	return lines
}

func paintLine(b []byte, cells []cell, paletted bool) []byte {
	var now cell
	for _, next := range cells {
		if next.glyph == ' ' && now.paper == next.paper && now.bg == next.bg && now.bgIndex == next.bgIndex {
			next.ink, next.fg, next.fgIndex = now.ink, now.fg, now.fgIndex // a blank shows no ink
		}
		b = change(b, now, next, paletted)
		b = utf8.AppendRune(b, next.glyph)
		now = next
	}
	return change(b, now, cell{}, paletted)
}

// change writes the sequence (SGR, ECMA-48 8.3.117) that leads from one cell's
// colours to another's.
func change(b []byte, from, to cell, paletted bool) []byte {
	from.glyph, to.glyph = 0, 0
	if from == to {
		return b
	}
	b = append(b, "\x1b["...)
	start := len(b)
	param := func(s string) {
		if len(b) > start {
			b = append(b, ';')
		}
		b = append(b, s...)
	}
	if to == (cell{}) {
		return append(b, 'm')
	}
	switch {
	case to.reverse && !from.reverse:
		param("7")
	case from.reverse && !to.reverse:
		param("27")
	}
	color := func(base int, was, is bool, old, c rgb, oldIndex, index uint8) {
		switch {
		case was && !is:
			param(strconv.Itoa(base + 9))
		case !is || was && old == c && oldIndex == index:
		case paletted:
			param(strconv.Itoa(base+8) + ";5;" + strconv.Itoa(int(index)))
		default:
			param(strconv.Itoa(base+8) + ";2")
			for _, v := range c {
				b = strconv.AppendInt(append(b, ';'), int64(v), 10)
			}
		}
	}
	color(30, from.ink, to.ink, from.fg, to.fg, from.fgIndex, to.fgIndex)
	color(40, from.paper, to.paper, from.bg, to.bg, from.bgIndex, to.bgIndex)
	return append(b, 'm')
}
