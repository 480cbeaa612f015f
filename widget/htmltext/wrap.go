package htmltext

import (
	"strings"

	"daybook/theme"
	"daybook/widget/text"
)

// hardWrapped is the longest line that is taken for one that its writer has wrapped, in cells.
const hardWrapped = 80

// Wrap lays the document out in lines of at most width cells, with the signs of a glyph set.
func (d *Document) Wrap(width int, glyphs theme.Glyphs) *Page {
	return d.WrapText(width, width, glyphs)
}

// WrapText is Wrap with running text in lines of at most measure cells, which are easier to read than those of a wide
// screen. What was set in lines by its writer stays as it was where there is room: patches, columns, preformatted and
// indented text, tables, and text that was wrapped at up to 80 cells.
func (d *Document) WrapText(width, measure int, glyphs theme.Glyphs) *Page {
	w := layout{width: max(width, 1), measure: max(measure, 1), glyphs: glyphs, page: &Page{Truncated: d.Truncated}}
	for _, b := range d.blocks {
		if w.block(b); len(w.page.Lines) > MaxLines {
			w.page.Lines = w.page.Lines[:MaxLines]
			w.page.Truncated = true
			break
		}
	}
	return w.page
}

// leastMarked is the room in which what goes on of a line that its writer has set is marked, so that it is not taken
// for a line of its own: another line of a patch.
const leastMarked = 20

func marked(line Line, sign theme.Glyph) Line {
	mark := text.Concat(text.Glyph(sign), text.Literal(" "))
	n := len(mark.String())
	spans := []Span{{Range: text.Range{From: 0, To: n}, Attr: QuoteMark}}
	for _, s := range line.Spans {
		s.From, s.To = s.From+n, s.To+n
		spans = append(spans, s)
	}
	line.Text, line.Spans = text.Concat(mark, line.Text), spans
	return line
}

type layout struct {
	width   int
	measure int // of running text
	glyphs  theme.Glyphs
	page    *Page
	quoted  int // the depth of the block before
}

func (w *layout) block(b block) {
	if b.gap && len(w.page.Lines) > 0 {
		depth := min(b.quote, w.quoted)
		w.emit(Line{}, prefix{quote: depth})
	}
	w.quoted = b.quote
	p := prefix{quote: b.quote, indent: b.indent, mark: b.mark}
	if p.mark == bullet {
		p.mark = string(w.glyphs.Bullet) + " "
	}
	room := w.width - p.cells(w.width)
	switch {
	case b.rule:
		w.emit(ruling(room, w.glyphs), p)
	case b.table != nil:
		for _, line := range b.table.lay(room, w.glyphs) {
			w.emit(line, p)
			p.mark = ""
		}
	default:
		measure, rest := room, room
		if !b.wide {
			measure = min(room, w.measure)
		} else if room >= leastMarked {
			rest = room - 2
		}
		for _, line := range wrapSpans(b.text, b.spans, room, measure, rest) {
			if line.goesOn && rest < room {
				line = marked(line, w.glyphs.Wrapped)
			}
			w.emit(line, p)
			p.mark = ""
		}
	}
}

// emit adds a line behind its prefix.
func (w *layout) emit(line Line, p prefix) {
	head, spans := p.draw(w.width)
	n := len(head.String())
	for _, s := range line.Spans {
		s.From, s.To = s.From+n, s.To+n
		spans = append(spans, s)
	}
	line.Text, line.Spans, line.Quote = text.Concat(head, line.Text), spans, p.quote
	if line.Text.Width() > w.width { // one character wider than the line
		line.Text, line.Spans = line.Text.Truncate(w.width, text.Text{}), nil
	}
	w.page.Lines = append(w.page.Lines, line)
}

// prefix is what stands before the words of a line.
type prefix struct {
	quote, indent int
	mark          string
}

// levels is the quotation that is drawn: as deep as leaves half of the width to the words.
func (p prefix) levels(width int) int { return min(p.quote, width/4) }

func (p prefix) space(width int) int { return min(p.indent, max(width/2-2*p.levels(width), 0)) }

func (p prefix) cells(width int) int { return 2*p.levels(width) + p.space(width) }

func (p prefix) draw(width int) (text.Text, []Span) {
	quote := strings.Repeat("> ", p.levels(width))
	space := p.space(width)
	mark := p.mark
	if text.Width(mark) > space {
		mark = ""
	}
	head := quote + text.Blanks(space-text.Width(mark)) + mark
	var spans []Span
	if quote != "" {
		spans = append(spans, Span{Range: text.Range{From: 0, To: len(quote)}, Attr: QuoteMark})
	}
	if mark != "" {
		spans = append(spans, Span{Range: text.Range{From: len(head) - len(mark), To: len(head)}, Attr: Bulleted})
	}
	return text.Clean(head), spans
}

func ruling(room int, glyphs theme.Glyphs) Line {
	t := text.Clean(strings.Repeat(string(glyphs.Border.Horizontal), min(room, 72)))
	return Line{Text: t, Spans: []Span{{Range: text.Range{From: 0, To: len(t.String())}, Attr: Rule}}}
}

// wrapSpans wraps a block of lines, each span cut to the lines it runs over: to the measure what is longer than a line
// that was wrapped before, and to the rest what goes on of a line.
func wrapSpans(t text.Text, spans []Span, width, measure, rest int) []Line {
	var out []Line
	from := 0
	for _, source := range t.Lines() {
		to, after := width, rest
		if measure < width && len(source.String()) > measure && source.Width() > min(hardWrapped, width) {
			to, after = measure, measure
		}
		for i, r := range source.WrapRanges(to, after) {
			whole := text.Range{From: from + r.From, To: from + r.To}
			var on []Span
			on, spans = spansIn(spans, whole)
			out = append(out, Line{Text: source.Slice(r), Spans: on, goesOn: i > 0})
		}
		from += len(source.String()) + 1
	}
	return out
}

// spansIn is the parts of ordered spans in a stretch, counted from its beginning, and the spans that may go on behind it.
func spansIn(spans []Span, r text.Range) (in, rest []Span) {
	for len(spans) > 0 && spans[0].To <= r.From {
		spans = spans[1:]
	}
	for _, s := range spans {
		if s.From >= r.To {
			break
		}
		s.From, s.To = max(s.From, r.From)-r.From, min(s.To, r.To)-r.From
		in = append(in, s)
	}
	return in, spans
}
