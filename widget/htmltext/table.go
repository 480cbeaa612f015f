package htmltext

import (
	"strconv"
	"strings"

	"golang.org/x/net/html"

	"daybook/widget/text"
)

// table is a data table: its columns stay columns.
type table struct {
	rows    [][]cell
	columns int
}

// cell is the content of a cell. One that spans columns is followed by empty ones.
type cell struct {
	text   text.Text
	spans  []Span
	header bool
}

// data reads a data table into a block.
func (b *builder) data(n *html.Node) {
	t := &table{}
	for row := range rowsOf(n) {
		if len(t.rows) >= MaxLines {
			break
		}
		t.rows = append(t.rows, b.cells(row))
		t.columns = max(t.columns, len(t.rows[len(t.rows)-1]))
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c.Type == html.ElementNode && c.Data == "caption" {
			b.walk(c)
		}
	}
	b.gap = true
	b.add(block{table: t})
	b.gap = true
}

func (b *builder) cells(row *html.Node) []cell {
	var cells []cell
	for c := row.FirstChild; c != nil && len(cells) < maxColumns; c = c.NextSibling {
		if !isCell(c) {
			continue
		}
		inner := newBuilder(b.links)
		inner.attr, inner.link = b.attr, 0
		inner.children(c)
		inner.flush()
		b.images += inner.images
		one := joined(inner.blocks)
		one.header = c.Data == "th"
		cells = append(cells, one)
		span, _ := strconv.Atoi(attributeOf(c, "colspan"))
		for ; span > 1 && len(cells) < maxColumns; span-- {
			cells = append(cells, cell{header: one.header})
		}
	}
	return cells
}

// joined is the lines of blocks as one cell.
func joined(blocks []block) cell {
	var c cell
	var parts []text.Text
	size := 0
	for i, b := range blocks {
		if i > 0 {
			parts = append(parts, newline)
			size++
		}
		if b.mark != "" {
			parts = append(parts, text.Clean(b.mark))
			size += len(b.mark)
		}
		for _, s := range b.spans {
			s.From, s.To = s.From+size, s.To+size
			c.spans = append(c.spans, s)
		}
		parts = append(parts, b.text)
		size += len(b.text.String())
	}
	c.text = text.Concat(parts...)
	return c
}

// rowsOf walks over the rows of a table, not into tables inside.
func rowsOf(n *html.Node) func(yield func(*html.Node) bool) {
	return func(yield func(*html.Node) bool) {
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			switch {
			case c.Type != html.ElementNode:
			case c.Data == "tr":
				if !yield(c) {
					return
				}
			case c.Data == "thead" || c.Data == "tbody" || c.Data == "tfoot":
				for row := range rowsOf(c) {
					if !yield(row) {
						return
					}
				}
			}
		}
	}
}

func isCell(n *html.Node) bool {
	return n.Type == html.ElementNode && (n.Data == "td" || n.Data == "th")
}

// shape is what tells a table of data from one that only lays out a page.
type shape struct {
	rows, columns  int
	ragged, header bool
	words          int // the longest cell
	blocks, nested bool
}

// maxDataCell is the length of a cell beyond which it is a text and not data, in a table that has no headers.
const maxDataCell = 120

// isData says that a table is made of data: rows and columns of short cells, or headers.
func isData(n *html.Node) bool {
	if role := attributeOf(n, "role"); role == "presentation" || role == "none" {
		return false
	}
	var s shape
	for row := range rowsOf(n) {
		s.rows++
		columns := 0
		for c := row.FirstChild; c != nil; c = c.NextSibling {
			if !isCell(c) {
				continue
			}
			span, _ := strconv.Atoi(attributeOf(c, "colspan"))
			columns += min(max(span, 1), maxColumns)
			s.header = s.header || c.Data == "th"
			s.measure(c)
		}
		s.ragged = s.ragged || s.rows > 1 && columns != s.columns
		s.columns = max(s.columns, columns)
	}
	if s.nested || s.columns < 2 || s.columns > maxColumns {
		return false
	}
	return s.header || s.rows > 1 && !s.ragged && !s.blocks && s.words <= maxDataCell
}

// measure looks into a cell.
func (s *shape) measure(c *html.Node) {
	length := 0
	for d := range c.Descendants() {
		switch {
		case d.Type == html.TextNode:
			length += len(strings.TrimSpace(d.Data))
		case d.Type != html.ElementNode:
		case d.Data == "table":
			s.nested = true
		case d.Data != "p" && d.Data != "div" && elements[d.Data].kind >= blockKind, d.Data == "img":
			s.blocks = true
		}
	}
	s.words = max(s.words, length)
}

// maxLineCell is the length of a cell beyond which a layout row is not put on one line.
const maxLineCell = 40

// isOneLine says that the cells of a layout row are a few words each, without structure.
func isOneLine(row *html.Node) bool {
	var s shape
	cells := 0
	for c := row.FirstChild; c != nil; c = c.NextSibling {
		if !isCell(c) {
			continue
		}
		cells++
		for d := range c.Descendants() {
			if d.Type == html.ElementNode && (elements[d.Data].kind >= blockKind || d.Data == "br") {
				return false
			}
		}
		s.measure(c)
	}
	return cells > 1 && !s.nested && s.words <= maxLineCell
}
