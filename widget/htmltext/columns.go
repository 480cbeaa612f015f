package htmltext

import (
	"strings"

	"daybook/theme"
	"daybook/widget/text"
)

const (
	// columnGap is the cells between columns.
	columnGap = 2
	// minColumn is how far a column may shrink before the table is laid out as records.
	minColumn = 5
)

// lay draws the table in a width: its columns as wide as they need, else the widest narrowed and their cells wrapped,
// else row by row as "header: value".
func (t *table) lay(width int, glyphs theme.Glyphs) []Line {
	natural := t.natural(width)
	widths := shrink(natural, width-columnGap*(t.columns-1))
	if widths == nil {
		return t.records(width)
	}
	right := t.numeric()
	var out []Line
	for i, row := range t.rows {
		out = append(out, layRow(row, widths, right)...)
		if i == 0 && len(t.rows) > 1 && isHeader(row) {
			total := columnGap * (len(widths) - 1)
			for _, w := range widths {
				total += w
			}
			out = append(out, ruling(total, glyphs))
		}
	}
	return out
}

func isHeader(row []cell) bool {
	for _, c := range row {
		if !c.header {
			return false
		}
	}
	return len(row) > 0
}

// natural is the widths that no cell has to be wrapped in, none above the whole.
func (t *table) natural(width int) []int {
	widths := make([]int, t.columns)
	for _, row := range t.rows {
		for i, c := range row {
			widths[i] = max(widths[i], min(c.text.Width(), width), 1)
		}
	}
	return widths
}

// shrink narrows the widest columns until all fit; nil when they would have to be too narrow.
func shrink(natural []int, room int) []int {
	total := 0
	for _, w := range natural {
		total += w
	}
	for total > room {
		widest := 0
		for i, w := range natural {
			if w > natural[widest] {
				widest = i
			}
		}
		if natural[widest] <= minColumn {
			return nil
		}
		natural[widest]--
		total--
	}
	return natural
}

// numeric says which columns hold numbers, to align them at the right.
func (t *table) numeric() []bool {
	right := make([]bool, t.columns)
	for column := range right {
		numbers := 0
		for _, row := range t.rows {
			if column >= len(row) || row[column].header || row[column].text.Empty() {
				continue
			}
			if !isNumber(row[column].text.String()) {
				numbers = 0
				break
			}
			numbers++
		}
		right[column] = numbers > 0
	}
	return right
}

func isNumber(s string) bool {
	digits := 0
	for _, r := range s {
		switch {
		case r >= '0' && r <= '9':
			digits++
		case !strings.ContainsRune(" .,'+-−()%£$€¥", r):
			return false
		}
	}
	return digits > 0
}

// layRow draws one row, as many lines as its longest cell takes.
func layRow(row []cell, widths []int, right []bool) []Line {
	columns := make([][]Line, len(widths))
	height := 1
	for i := range widths {
		if i < len(row) {
			columns[i] = wrapSpans(row[i].text, row[i].spans, widths[i], widths[i], widths[i])
			height = max(height, len(columns[i]))
		}
	}
	out := make([]Line, height)
	for y := range out {
		out[y] = layLine(columns, row, widths, right, y)
	}
	return out
}

func layLine(columns [][]Line, row []cell, widths []int, right []bool, y int) Line {
	var parts []text.Text
	var line Line
	size, owed := 0, 0 // owed: blanks before the next words
	for i, width := range widths {
		if i > 0 {
			owed += columnGap
		}
		if y >= len(columns[i]) || columns[i][y].Text.Empty() {
			owed += width
			continue
		}
		part := columns[i][y]
		slack := max(width-part.Text.Width(), 0)
		if right[i] {
			owed, slack = owed+slack, 0
		}
		parts = append(parts, text.Clean(text.Blanks(owed)), part.Text)
		size += owed
		for _, s := range part.Spans {
			line.Spans = append(line.Spans, Span{text.Range{From: s.From + size, To: s.To + size}, s.Attr, s.Link})
		}
		if n := len(part.Text.String()); row[i].header && len(part.Spans) == 0 {
			line.Spans = append(line.Spans, Span{Range: text.Range{From: size, To: size + n}, Attr: Bold})
		}
		size += len(part.Text.String())
		owed = slack
	}
	line.Text = text.Concat(parts...)
	return line
}

// records lays the rows out one below the other, each value behind its column's header.
func (t *table) records(width int) []Line {
	var header []cell
	rows := t.rows
	if len(rows) > 1 && isHeader(rows[0]) {
		header, rows = rows[0], rows[1:]
	}
	var out []Line
	for i, row := range rows {
		if i > 0 {
			out = append(out, Line{})
		}
		for j, c := range row {
			if c.text.Empty() {
				continue
			}
			value := c
			if j < len(header) && !header[j].text.Empty() {
				value = labelled(header[j].text, c)
			}
			out = append(out, wrapSpans(value.text, value.spans, width, width, width)...)
		}
	}
	return out
}

func labelled(name text.Text, c cell) cell {
	head := text.Concat(text.Clean(name.String()), text.Literal(": "))
	n := len(head.String())
	spans := []Span{{Range: text.Range{From: 0, To: n}, Attr: Bold}}
	for _, s := range c.spans {
		spans = append(spans, Span{text.Range{From: s.From + n, To: s.To + n}, s.Attr, s.Link})
	}
	return cell{text: text.Concat(head, c.text), spans: spans}
}
