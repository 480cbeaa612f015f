package htmltext

import (
	"strings"

	"daybook/widget/text"
)

// state is what the open elements say about the text in them. Opening an element saves it, closing restores it.
type state struct {
	attr   Attr
	link   int
	quote  int
	indent int
	margin int // the indent outside of the open list
	pre    bool
	hidden bool
	list   *listing
}

// listing is an open list; ordered ones count.
type listing struct {
	ordered bool
	next    int
}

// builder collects blocks from the events of the parser.
type builder struct {
	state
	links  *links
	images int

	blocks  []block
	gap     bool   // an empty line goes before the next block
	mark    string // the bullet that the next block begins with
	markGap bool   // and whether an empty line goes before it

	parts     []text.Text // the open block
	spans     []Span
	size      int  // bytes in parts
	space     bool // a blank goes before the next word
	lineStart bool // at the beginning of a line, where blanks do not count

	wide  bool // the open block has preformatted text
	label label
}

// label is the words of the open link.
type label struct {
	words []text.Text
	spans int  // where its spans begin in the open block
	image bool // it has an image without a description
}

func newBuilder(l *links) *builder { return &builder{links: l, lineStart: true} }

var newline = text.CleanBlock("\n")

// text adds characters of the source, entities decoded.
func (b *builder) text(s string) {
	switch {
	case b.hidden || s == "":
	case b.pre:
		b.wide = true
		b.write(text.CleanBlock(s))
	default:
		b.flow(s)
	}
}

// flow adds text in which a run of white space is one blank, none at the beginning of a line.
func (b *builder) flow(s string) {
	words := strings.FieldsFunc(s, isBlank)
	leading := isBlank(rune(s[0]))
	b.space = b.space || leading
	if len(words) == 0 {
		return
	}
	b.owedBlank()
	b.write(text.Clean(strings.ReplaceAll(strings.Join(words, " "), "\u00a0", " ")))
	b.space = isBlank(rune(s[len(s)-1]))
}

// owedBlank writes the blank before a word. It is underlined or bold only in the middle of words that are.
func (b *builder) owedBlank() {
	if !b.space || b.lineStart {
		return
	}
	n := len(b.spans)
	if n > 0 && b.spans[n-1].To == b.size && b.spans[n-1].Attr == b.attr && b.spans[n-1].Link == b.link {
		b.write(text.Literal(" "))
		return
	}
	b.parts = append(b.parts, text.Literal(" "))
	b.size++
	b.space = false
	b.labelBlank()
}

// labelBlank parts the words of a link's label where the text has a blank or a break that is not part of them.
func (b *builder) labelBlank() {
	if b.link > 0 && len(b.label.words) > 0 {
		b.label.words = append(b.label.words, text.Literal(" "))
	}
}

// isBlank is HTML's ASCII white space: the no-break space does not collapse.
func isBlank(r rune) bool { return r == ' ' || r == '\t' || r == '\n' || r == '\r' || r == '\f' }

// write adds clean text in the current state.
func (b *builder) write(t text.Text) {
	n := len(t.String())
	if n == 0 {
		return
	}
	b.span(Span{Range: text.Range{From: b.size, To: b.size + n}, Attr: b.attr, Link: b.link})
	b.parts = append(b.parts, t)
	b.size += n
	b.space, b.lineStart = false, false
	if b.link > 0 {
		b.label.words = append(b.label.words, t)
	}
}

// span adds a span, joined to the one before when nothing lies between.
func (b *builder) span(s Span) {
	if s.Attr == 0 && s.Link == 0 {
		return
	}
	if n := len(b.spans); n > b.label.spans && b.spans[n-1].To == s.From && b.spans[n-1].Attr == s.Attr && b.spans[n-1].Link == s.Link {
		b.spans[n-1].To = s.To
		return
	}
	b.spans = append(b.spans, s)
}

func (b *builder) lineBreak() {
	if b.hidden {
		return
	}
	attr, link := b.attr, b.link
	b.attr, b.link = 0, 0
	b.write(newline)
	b.attr, b.link = attr, link
	b.lineStart = true
	b.labelBlank()
}

// flush ends the open block. One of blanks alone is nothing.
func (b *builder) flush() {
	t := text.Concat(b.parts...)
	trimmed := strings.TrimRight(t.String(), " \n")
	if trimmed != "" {
		t = t.Slice(text.Range{From: 0, To: len(trimmed)})
		b.add(block{text: t, spans: clip(b.spans, len(trimmed)), wide: b.wide})
	}
	b.parts, b.spans, b.size, b.space, b.lineStart, b.wide = nil, nil, 0, false, true, false
	b.label.spans = 0
}

// add appends a block in the current state.
func (b *builder) add(bl block) {
	bl.quote, bl.indent, bl.gap, bl.mark = b.quote, min(b.indent, maxIndent), b.gap, b.mark
	if b.mark != "" {
		bl.gap = b.markGap
	}
	b.blocks = append(b.blocks, bl)
	b.gap, b.mark = false, ""
}

// clip cuts spans at the end of a text.
func clip(spans []Span, end int) []Span {
	for len(spans) > 0 && spans[len(spans)-1].From >= end {
		spans = spans[:len(spans)-1]
	}
	if n := len(spans); n > 0 {
		spans[n-1].To = min(spans[n-1].To, end)
	}
	return spans
}

// openLink begins a link; a target that may not be opened leaves plain text.
func (b *builder) openLink(href string) {
	if b.hidden || b.link > 0 {
		return
	}
	if n := b.links.add(href); n > 0 {
		b.link, b.attr = n, b.attr|InLink
		b.label = label{spans: len(b.spans)}
	}
}

// closeLink writes the link's number behind its words.
func (b *builder) closeLink() {
	if b.link == 0 || b.hidden {
		return
	}
	l := b.label
	if len(l.words) == 0 {
		if !l.image {
			return
		}
		b.write(text.Literal("[image]"))
	}
	if b.links.label(b.link, text.Clean(text.Concat(b.label.words...).String())) {
		for i := range b.spans[min(l.spans, len(b.spans)):] {
			b.spans[l.spans+i].Attr |= Suspicious
		}
	}
	b.write(numeral(b.link))
	b.label = label{}
}

func (b *builder) image(alt, src string, pixel bool) {
	if b.hidden {
		return
	}
	if strings.HasPrefix(src, "http") {
		b.images++
	}
	alt = strings.Join(strings.Fields(alt), " ")
	switch {
	case pixel:
	case alt == "":
		b.label.image = true
	default:
		b.owedBlank()
		before := b.attr
		b.attr |= Image
		b.write(text.Concat(text.Literal("["), text.Clean(alt), text.Literal("]")))
		b.attr = before
	}
}
