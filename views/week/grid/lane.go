package grid

import "slices"

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
