package text

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// MaxMarks is how many combining marks a base may carry. Real languages need up to five; thousands of them
// paint over the rows around.
const MaxMarks = 8

// tabStop is the distance of tab stops in a block, the terminal's own.
const tabStop = 8

// Cleaner turns foreign strings into Text. The zero value suits every terminal.
type Cleaner struct {
	// Clusters says that the terminal confirmed mode 2027 (and so the renderer measures by cluster): emoji keep
	// their joiners, variation selectors and skin tones.
	Clusters bool
}

// Clean makes one line of a foreign string: decoded, never still encoded. Line breaks and tabs become one space a run.
func Clean(s string) Text { return Cleaner{}.Clean(s) }

// Of makes one line of words, names, numbers and errors, foreign ones too, with nothing between them.
func Of(words ...any) Text {
	var b strings.Builder
	for _, w := range words {
		fmt.Fprint(&b, w)
	}
	return Clean(b.String())
}

// CleanBlock makes lines of a foreign string: line breaks stay as "\n", tabs are expanded to stops of eight.
func CleanBlock(s string) Text { return Cleaner{}.CleanBlock(s) }

// Tabbed are the lines of a foreign string as they were written, cleaned but for their tabs: to be quoted, or to leave
// the program, not for a screen.
func Tabbed(s string) string {
	parts := strings.Split(strings.ReplaceAll(s, "\r\n", "\n"), "\t")
	for i, part := range parts {
		parts[i] = CleanBlock(part).String()
	}
	return strings.Join(parts, "\t")
}

// Clean is like the function Clean, with the cleaner's option.
func (c Cleaner) Clean(s string) Text { return Text{s: c.clean(s, false), clusters: c.Clusters} }

// CleanBlock is like the function CleanBlock, with the cleaner's option.
func (c Cleaner) CleanBlock(s string) Text { return Text{s: c.clean(s, true), clusters: c.Clusters} }

func (c Cleaner) clean(s string, block bool) string {
	if cleanAlready(s, block) {
		return s
	}
	w := washer{Cleaner: c, block: block}
	w.out.Grow(len(s) + 8)
	for at := 0; at < len(s); {
		r, size := utf8.DecodeRuneInString(s[at:])
		if r == '\r' && strings.HasPrefix(s[at:], "\r\n") {
			size = 2
		}
		if isRegional(r) {
			if next, n := utf8.DecodeRuneInString(s[at+size:]); isRegional(next) {
				w.flag(r, next)
				at += size + n
				continue
			}
		}
		at += size
		w.rune(r, size, s[at:])
	}
	return w.out.String()
}

// cleanAlready recognises the common case: plain ASCII, which is returned without a copy.
func cleanAlready(s string, block bool) bool {
	for i := range len(s) {
		if b := s[i]; b-0x20 > 0x7e-0x20 && (b != '\n' || !block) {
			return false
		}
	}
	return true
}

// washer is one cleaning run.
type washer struct {
	Cleaner
	block bool
	out   strings.Builder
	line  int  // where the current line begins in out, for tab stops
	marks int  // zero-width runes on the current base
	base  bool // whether there is a base for a mark to sit on
	last  rune // the last rune written
	space bool // the last thing written stands for a run of line breaks and tabs
}

func (w *washer) rune(r rune, size int, rest string) {
	switch {
	case r == '\n' || r == '\r' || r == '\u2028' || r == '\u2029':
		w.lineBreak()
	case r == '\t':
		w.tab()
	case r < 0x20:
		w.put(0x2400 + r)
	case r < 0x7f:
		w.put(r)
	case r == 0x7f:
		w.put('\u2421')
	case r < 0xa0, r == utf8.RuneError && size == 1:
		w.put(utf8.RuneError)
	case isJoiner(r):
		if w.Clusters && w.joins(r, rest) {
			w.mark(r)
		}
	case isHidden(r):
	case r&0xfffe == 0xfffe || r >= 0xfdd0 && r <= 0xfdef:
		w.put(utf8.RuneError)
	case isRegional(r):
		w.put('A' + r - firstRegional) // half a flag: its letter
	case decomposed[r] != [2]rune{}:
		w.mark(decomposed[r][0])
		if decomposed[r][1] != 0 {
			w.put(decomposed[r][1])
		}
	case unicode.Is(unsettled, r), isConjoining(r) && !isHangul(w.last):
		w.put(utf8.RuneError)
	case isMark(r):
		w.mark(r)
	default:
		w.put(r)
	}
}

func (w *washer) put(r rune) {
	w.out.WriteRune(r)
	w.marks, w.base, w.last, w.space = 0, true, r, false
}

// mark writes a rune that shares the cell of the one before. Without one it would land on a neighbour's cell,
// so it gets the dotted circle that Unicode shows lone marks on.
func (w *washer) mark(r rune) {
	if !w.base {
		w.put('\u25cc')
	}
	if w.marks++; w.marks > MaxMarks {
		return
	}
	w.out.WriteRune(r)
	w.last, w.space = r, false
}

func (w *washer) flag(a, b rune) {
	w.put(a)
	w.put(b)
}

func (w *washer) lineBreak() {
	if !w.block {
		w.blank()
		return
	}
	w.out.WriteByte('\n')
	w.line, w.base, w.last = w.out.Len(), false, 0
}

func (w *washer) tab() {
	if !w.block {
		w.blank()
		return
	}
	line := Text{s: w.out.String()[w.line:], clusters: w.Clusters}
	w.out.WriteString(Blanks(tabStop - line.Width()%tabStop))
	w.base, w.last, w.marks = true, ' ', 0
}

// blank stands for a run of breaks and tabs in one line.
func (w *washer) blank() {
	if !w.space {
		w.put(' ')
		w.space = true
	}
}

// joins says whether an emoji joiner has something to join on both sides.
func (w *washer) joins(r rune, rest string) bool {
	if !w.base || w.last < 0x203c {
		return false
	}
	if r != zeroWidthJoiner {
		return true
	}
	next, size := utf8.DecodeRuneInString(rest)
	return size > 1 && unicode.Is(unicode.So, next)
}
