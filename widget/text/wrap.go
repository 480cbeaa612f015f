package text

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// Wrap breaks a block into lines of at most width cells: between words, after a hyphen inside a word, beside wide
// (CJK) clusters by their rules of what may not begin or end a line, and anywhere in a word or URL longer than
// a line. The quote marks of a line ("> > ") are repeated on the lines it continues on. Indents are kept.
func (t Text) Wrap(width int) []Text {
	var out []Text
	for _, line := range t.Lines() {
		out = append(out, line.wrapLine(max(width, 1))...)
	}
	return out
}

func (t Text) wrapLine(width int) []Text {
	quote := QuotePrefix(t.s)
	hang := len(quote)
	if hang > width/2 { // no room to repeat them
		quote, hang = "", 0
	}
	body := t.with(t.s[len(quote):])
	ranges := body.WrapRanges(width-hang, width-hang)
	lines := make([]Text, len(ranges))
	for i, r := range ranges {
		lines[i] = t.with(strings.TrimRight(quote+body.Slice(r).s, " "))
		if lines[i].Width() > width { // one cluster wider than the line
			lines[i] = t.with(string(utf8.RuneError))
		}
	}
	return lines
}

// QuotePrefix is the run of quote marks a line of a mail begins with, with the blank behind: "> > ".
func QuotePrefix(line string) string {
	end := 0
	for end < len(line) && line[end] == '>' {
		end++
		if end < len(line) && line[end] == ' ' {
			end++
		}
	}
	return line[:end]
}

// WrapRanges is Wrap for a single line whose lines carry more than text (styles, links): the stretches to show,
// the first within first cells and the others within rest. Blanks at a break belong to no stretch. There is always
// at least one; a single cluster wider than the line is a stretch of its own.
func (t Text) WrapRanges(first, rest int) []Range {
	w := wrapper{s: t.s, method: t.method(), room: max(first, 1), rest: max(rest, 1)}
	if printableASCII(t.s) && len(t.s) <= w.room {
		return []Range{{0, len(t.s)}}
	}
	return w.run()
}

// wrapper walks once over the clusters and remembers the last place where the line may break.
type wrapper struct {
	s          string
	method     ansi.Method
	room, rest int // cells of this line and of the following ones
	out        []Range

	from       int // where the line begins
	used       int // cells since from
	solid      int // end of the last cluster that is not blank
	breakEnd   int // where the line ends if it breaks at the last opportunity
	breakNext  int // where the next one begins then
	breakCells int // cells from from to breakNext
}

func (w *wrapper) run() []Range {
	var before, prev sign
	for at := 0; at < len(w.s); {
		next := w.next(at)
		if !next.blank() {
			if at > w.from && mayBreak(before, prev, next) {
				w.breakEnd, w.breakNext, w.breakCells = w.solid, at, w.used
			}
			for w.used+next.cells > w.room && at > w.from {
				w.breakLine(at)
			}
			w.solid = at + next.size
		}
		w.used += next.cells
		at += next.size
		before, prev = prev, next
	}
	w.out = append(w.out, Range{w.from, max(w.solid, w.from)})
	return w.out
}

// sign is a cluster, by its first rune.
type sign struct {
	r           rune
	size, cells int
}

func (s sign) blank() bool { return s.r == ' ' && s.size == 1 }

func (w *wrapper) next(at int) sign {
	size, cells := cluster(w.s[at:], w.method)
	r, _ := utf8.DecodeRuneInString(w.s[at:])
	return sign{r, size, cells}
}

// breakLine ends the line at the last opportunity, or right before the cluster at when there is none.
func (w *wrapper) breakLine(at int) {
	if w.breakNext <= w.from || w.breakEnd <= w.from {
		w.breakEnd, w.breakNext, w.breakCells = max(w.solid, w.from), at, w.used
	}
	w.out = append(w.out, Range{w.from, w.breakEnd})
	w.used -= w.breakCells
	w.from, w.room = w.breakNext, w.rest
	w.breakEnd, w.breakNext, w.breakCells = 0, 0, 0
}

// mayBreak says whether a line may end between two neighbours, of which the second is not a blank; before is what
// stands in front of them.
func mayBreak(before, prev, next sign) bool {
	switch {
	case prev.blank():
		return true
	case prev.r == '-':
		return unicode.IsLetter(before.r) && unicode.IsLetter(next.r)
	case prev.cells < 2 && next.cells < 2:
		return false
	}
	return !strings.ContainsRune(noLineStart, next.r) && !strings.ContainsRune(noLineEnd, prev.r)
}

// What may not begin and not end a line, from the kinsoku rules (JIS X 4051) in brief.
const (
	noLineStart = "、。，．・：；？！ー々ゝゞヽヾっゃゅょぁぃぅぇぉッャュョァィゥェォ）］｝〉》」』】〕〗’”!%),.:;?]}…‥"
	noLineEnd   = "（［｛〈《「『【〔〖‘“([{￥＄"
)
