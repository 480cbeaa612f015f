package week

import (
	"time"

	"daybook/model"
	"daybook/views/week/grid"
)

// sheet is the days shown, with their events in place. It is computed anew
// when something that it comes from has changed, and not at every frame.
type sheet struct {
	key      sheetKey
	axis     *grid.Axis
	items    []*item // that touch the days, in order
	days     [][]grid.Block
	more     [][]grid.More
	bars     []grid.Bar
	laneRows int
	hidden   []int // in the lane, by day
}

// sheetKey is what a sheet comes from.
type sheetKey struct {
	version    int
	first      model.Date
	days       int
	step       time.Duration
	zone       *time.Location
	columns    int // that fit in a day
	lane       int // rows it may have
	grabbed    string
	start, end time.Time // of the grabbed event
	allDay     bool
}

// eventWidth is the least that an event needs beside others, in cells.
const eventWidth = 4

// sheetNow is the sheet as things are.
func (m *Model) sheetNow() *sheet {
	n := m.shownDays()
	k := sheetKey{version: m.book.version, first: m.first(), days: n, step: m.step(), zone: m.zone(),
		columns: max((m.width-m.gutter())/n-1, eventWidth) / eventWidth, lane: min(max(m.height/6, 1), 6)}
	if m.grab != nil {
		k.grabbed, k.start, k.end, k.allDay = m.grab.id, m.grab.start, m.grab.end, m.grab.allDay
	}
	if m.sheet.axis == nil || m.sheet.key != k {
		m.sheet = m.newSheet(k)
	}
	return &m.sheet
}

func (m *Model) newSheet(k sheetKey) sheet {
	s := sheet{key: k, axis: grid.NewAxis(k.first, k.days, k.zone, k.step),
		days: make([][]grid.Block, k.days), more: make([][]grid.More, k.days)}
	last := k.first + model.Date(k.days-1)
	s.items = m.book.visible(k.first, last, k.zone)
	if m.grab != nil {
		s.items = m.grab.among(s.items, m.book.find(m.grab.id), k.first, last, k.zone)
	}
	var bars []grid.Bar
	spans := make([][]grid.Span, k.days)
	for _, it := range s.items {
		if it.inLane() {
			from, to := it.days(k.zone)
			bars = append(bars, grid.Bar{ID: it.ID, From: int(max(from, k.first) - k.first), To: int(min(to, last) - k.first),
				Before: from < k.first, After: to > last})
			continue
		}
		for d := range k.days {
			if from, to, ok := s.axis.Rows(d, it.start, it.end); ok {
				spans[d] = append(spans[d], grid.Span{ID: it.ID, From: from, To: to})
			}
		}
	}
	for d := range k.days {
		s.days[d], s.more[d] = grid.Arrange(spans[d], k.columns)
	}
	s.bars, s.laneRows, s.hidden = grid.Lane(bars, k.days, k.lane)
	return s
}

// find is an event of the sheet.
func (s *sheet) find(id string) *item {
	for _, it := range s.items {
		if it.ID == id {
			return it
		}
	}
	return nil
}

// at lists the events at a row of a day, those that found no room last.
func (s *sheet) at(day, row int) []string {
	var ids []string
	for _, b := range s.days[day] {
		if b.From <= row && row < b.To {
			ids = append(ids, b.ID)
		}
	}
	for _, more := range s.more[day] {
		if more.From <= row && row < more.To {
			ids = append(ids, more.IDs...)
		}
	}
	return ids
}

// above lists the events of the lane on a day.
func (s *sheet) above(day int) []string {
	var ids []string
	d := s.key.first + model.Date(day)
	for _, it := range s.items {
		if from, to := it.days(s.key.zone); it.inLane() && from <= d && d <= to {
			ids = append(ids, it.ID)
		}
	}
	return ids
}
