package htmltext

import (
	"regexp"
	"strings"

	"daybook/widget/text"
)

// Plain reads a plain text body, decoded to UTF-8: quotations by their marks, addresses numbered, the signature and the
// lines of patches told apart.
func Plain(src string) *Document {
	d := &Document{}
	if len(src) > MaxInput {
		src, d.Truncated = src[:MaxInput], true
	}
	l := &links{}
	var lines scanner
	for _, line := range text.CleanBlock(strings.TrimRight(src, "\r\n ")).Lines() {
		if len(d.blocks) >= MaxLines {
			d.Truncated = true
			break
		}
		d.blocks = append(d.blocks, lines.block(line, l))
	}
	d.Links = l.all
	return d
}

// scanner knows what the lines before say about the next.
type scanner struct {
	signature bool
	patch     patch
}

func (s *scanner) block(line text.Text, l *links) block {
	marks := text.QuotePrefix(line.String())
	depth := min(strings.Count(marks, ">"), maxQuote)
	words := line.Slice(text.Range{From: len(marks), To: len(line.String())})
	if depth == 0 && !s.patch.open() && (line.String() == "-- " || line.String() == "--") {
		s.signature = true
	}
	var attr Attr
	switch {
	case depth > 0:
	case s.signature:
		attr = Signature
	default:
		attr = s.patch.line(line.String())
	}
	b := block{quote: depth, wide: attr&(Bold|Added|Removed|Hunk) != 0 || s.patch.open() || setInColumns(words.String())}
	b.text, b.spans = l.inPlain(words, attr)
	return b
}

// setInColumns says that a line is no running text: it is indented, has columns, or is a quoted patch's.
func setInColumns(line string) bool {
	return line != "" && strings.IndexByte(" \t+-@|", line[0]) >= 0 || strings.Contains(line, "   ") || strings.Contains(line, "\t")
}

// address finds what looks like an address of the web in running text.
var address = regexp.MustCompile(`(?i)\b(?:https?://|www\.)[^\s<>"]+|\bmailto:[^\s<>"]+`)

// inPlain numbers the addresses in a line.
func (l *links) inPlain(line text.Text, attr Attr) (text.Text, []Span) {
	whole := line.String()
	var found [][]int
	if strings.Contains(whole, ":") || strings.Contains(whole, "ww.") || strings.Contains(whole, "WW.") { // cheaper than the expression
		found = address.FindAllStringIndex(whole, -1)
	}
	if len(found) == 0 {
		if attr == 0 || whole == "" {
			return line, nil
		}
		return line, []Span{{Range: text.Range{From: 0, To: len(whole)}, Attr: attr}}
	}
	var parts []text.Text
	var spans []Span
	size := 0
	add := func(t text.Text, attr Attr, link int) {
		n := len(t.String())
		if n > 0 && attr != 0 {
			spans = append(spans, Span{Range: text.Range{From: size, To: size + n}, Attr: attr, Link: link})
		}
		parts = append(parts, t)
		size += n
	}
	at := 0
	for _, place := range found {
		from, to := place[0], place[0]+len(trimAddress(whole[place[0]:place[1]]))
		target := whole[from:to]
		if strings.HasPrefix(strings.ToLower(target), "www.") {
			target = "https://" + target
		}
		number := l.add(target)
		if number == 0 {
			continue
		}
		words := line.Slice(text.Range{From: from, To: to})
		add(line.Slice(text.Range{From: at, To: from}), attr, 0)
		linked := attr | InLink
		if l.label(number, words) {
			linked |= Suspicious
		}
		add(words, linked, number)
		add(numeral(number), attr|InLink, number)
		at = to
	}
	add(line.Slice(text.Range{From: at, To: len(whole)}), attr, 0)
	return text.Concat(parts...), spans
}

// trimAddress takes off the punctuation of the sentence around an address; a closing bracket stays when it was opened
// inside.
func trimAddress(s string) string {
	for s != "" {
		last := s[len(s)-1]
		switch {
		case strings.IndexByte(".,;:!?'*_", last) >= 0:
		case last == ')' && strings.Count(s, "(") < strings.Count(s, ")"):
		case last == ']' && strings.Count(s, "[") < strings.Count(s, "]"):
		case last == '}' || last == '|':
		default:
			return s
		}
		s = s[:len(s)-1]
	}
	return s
}
