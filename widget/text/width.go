package text

import (
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// Width is the number of cells of one line of our own making, escape sequences not counted: styled rows, frames.
// It is the renderer's measure until the terminal confirms mode 2027. A Text knows its own Width.
func Width(line string) int { return width(line, ansi.WcWidth) }

func width(s string, m ansi.Method) int {
	if printableASCII(s) {
		return len(s)
	}
	return m.StringWidth(s)
}

func printableASCII(s string) bool {
	for i := range len(s) {
		if s[i]-0x20 > 0x7e-0x20 {
			return false
		}
	}
	return true
}

// cluster is the length in bytes and the width in cells of the first grapheme cluster of s, which is not empty.
// The common case, a printable ASCII byte with nothing to combine behind it, does not reach the segmenter.
func cluster(s string, m ansi.Method) (size, cells int) {
	if s[0]-0x20 <= 0x7e-0x20 && (len(s) == 1 || s[1] < utf8.RuneSelf) {
		return 1, 1
	}
	c, w := ansi.FirstGraphemeCluster(s, m)
	return len(c), w
}
