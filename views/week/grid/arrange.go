package grid

import "slices"

// Span is what an event takes of a day: rows From <= row < To.
type Span struct {
	ID       string
	From, To int
}

// Block is a placed span. Its cluster is divided into Columns of the same
// width, of which it takes Width from Column on. Counted is that a count stands
// beside them.
type Block struct {
	Span
	Column, Width, Columns int
	Counted                bool
}

// More stands beside a cluster for events that found no room. IDs are theirs, in
// order of start.
type More struct {
	From, To int
	IDs      []string
}

// moreCells is the width of a count.
const moreCells = 3

// Arrange places the spans of one day of so many cells in columns of least cells
// or more. Spans that share rows, directly or by others between them, are a
// cluster and share the width; those for which it has no room are counted.
func Arrange(spans []Span, width, least int) (blocks []Block, more []More) {
	most, counted := max(width/least, 1), max((width-moreCells)/least, 1)
	sorted := slices.Clone(spans)
	slices.SortStableFunc(sorted, func(a, b Span) int {
		if a.From != b.From {
			return a.From - b.From
		}
		return b.To - a.To
	})
	for len(sorted) > 0 {
		n, end := 1, sorted[0].To
		for n < len(sorted) && sorted[n].From < end {
			end = max(end, sorted[n].To)
			n++
		}
		placed, hidden := cluster(sorted[:n], most, counted)
		blocks, more = append(blocks, placed...), append(more, hidden...)
		sorted = sorted[n:]
	}
	return blocks, more
}

// cluster places overlapping spans, each in the first column that is free, of at
// most most, or of counted beside a count.
func cluster(spans []Span, most, counted int) (blocks []Block, more []More) {
	var ends []int // where each column is free again
	column := make([]int, len(spans))
	for i, s := range spans {
		at := slices.IndexFunc(ends, func(end int) bool { return end <= s.From })
		if at < 0 {
			at, ends = len(ends), append(ends, 0)
		}
		ends[at], column[i] = s.To, at
	}
	columns, beyond := len(ends), len(ends) > most
	if beyond {
		columns = counted
	}
	for i, s := range spans {
		if column[i] >= columns {
			more = count(more, s)
			continue
		}
		blocks = append(blocks, Block{s, column[i], 1, columns, beyond})
	}
	widen(blocks)
	return blocks, more
}

// count adds a span to the last group of those that found no room, or begins
// a new one where it shares no row with it.
func count(more []More, s Span) []More {
	if n := len(more) - 1; n >= 0 && s.From < more[n].To {
		more[n].To = max(more[n].To, s.To)
		more[n].IDs = append(more[n].IDs, s.ID)
		return more
	}
	return append(more, More{s.From, s.To, []string{s.ID}})
}

// widen lets blocks take the columns at their right that nobody needs.
func widen(blocks []Block) {
	for i := range blocks {
		b := &blocks[i]
		for b.Column+b.Width < b.Columns && free(blocks, b.Span, b.Column+b.Width) {
			b.Width++
		}
	}
}

func free(blocks []Block, s Span, column int) bool {
	for _, b := range blocks {
		if b.Column <= column && column < b.Column+b.Width && b.From < s.To && s.From < b.To {
			return false
		}
	}
	return true
}

// Cells is where a block begins and ends in a day of that many cells.
func (b Block) Cells(width int) (from, to int) {
	if b.Counted {
		width -= moreCells
	}
	return b.Column * width / b.Columns, (b.Column + b.Width) * width / b.Columns
}

// Cells is where the count stands in a day of that many cells.
func (m More) Cells(width int) (from, to int) {
	return width - moreCells, width
}

// Bar is what an event takes of the lane above the days: days From to To, both
// included, cut at the edges of what is shown; Before and After say that it
// began earlier or goes on.
type Bar struct {
	ID            string
	From, To      int
	Before, After bool
	Row           int
}

// Lane places bars in at most most rows, those that begin first above. Where
// there are more, the last row counts what each of the days hides.
func Lane(bars []Bar, days, most int) (placed []Bar, rows int, hidden []int) {
	sorted := slices.Clone(bars)
	slices.SortStableFunc(sorted, func(a, b Bar) int {
		if a.From != b.From {
			return a.From - b.From
		}
		return (b.To - b.From) - (a.To - a.From)
	})
	var ends []int // the first free day of each row
	for i := range sorted {
		b := &sorted[i]
		b.Row = slices.IndexFunc(ends, func(end int) bool { return end <= b.From })
		if b.Row < 0 {
			b.Row, ends = len(ends), append(ends, 0)
		}
		ends[b.Row] = b.To + 1
	}
	hidden = make([]int, days)
	if len(ends) <= most {
		return sorted, len(ends), hidden
	}
	if most <= 0 {
		return nil, 0, hidden
	}
	for _, b := range sorted {
		if b.Row < most-1 {
			placed = append(placed, b)
			continue
		}
		for d := b.From; d <= b.To; d++ {
			hidden[d]++
		}
	}
	return placed, most, hidden
}
