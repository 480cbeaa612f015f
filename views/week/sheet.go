package week

import (
	"slices"
	"time"

	"daybook/model"
	"daybook/views/week/grid"
)

// sheet is the days shown, with their events in place. It is computed anew
// when something that it comes from has changed, and not at every frame.
type sheet struct {
	key      sheetKey
	axis     *grid.Axis
	items    []*item        // that touch the days, in order
	beside   []*calendar    // of colleagues, who have a part of each day beside the person's own
	days     [][]grid.Block // of each part of each day, see column
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
	room       int // cells of a day
	parts      int // of a day
	lane       int // rows it may have
	grabbed    string
	start, end time.Time // of the grabbed event
	allDay     bool
}

// eventWidth is the least that an event needs beside others, in cells.
const eventWidth = 6

// sheetNow is the sheet as things are.
func (d *days) sheetNow() *sheet {
	n := d.shown()
	beside, folded := d.colleagues()
	k := sheetKey{version: d.events.version, first: d.first(), days: n, step: d.step(), zone: d.zone(),
		room: (d.width-d.gutter())/n - 1, parts: 1 + len(beside), lane: min(max(d.height/6, 1), 6)}
	if d.grab != nil {
		k.grabbed, k.start, k.end, k.allDay = d.grab.id, d.grab.start, d.grab.end, d.grab.allDay
	}
	if d.sheet.axis == nil || d.sheet.key != k {
		last := k.first + model.Date(n-1)
		items := slices.DeleteFunc(d.events.visible(k.first, last, k.zone), func(it *item) bool { return slices.Contains(folded, it.calendar) })
		if d.grab != nil {
			items = d.grab.among(items, d.events.find(d.grab.id), k.first, last, k.zone)
		}
		d.sheet = newSheet(k, items, beside)
	}
	return &d.sheet
}

func newSheet(k sheetKey, items []*item, beside []*calendar) sheet {
	n := k.days * k.parts
	s := sheet{key: k, axis: grid.NewAxis(k.first, k.days, k.zone, k.step), items: items, beside: beside,
		days: make([][]grid.Block, n), more: make([][]grid.More, n)}
	last := k.first + model.Date(k.days-1)
	var bars []grid.Bar
	spans := make([][]grid.Span, n)
	for _, it := range s.items {
		if it.inLane() {
			from, to := it.days(k.zone)
			bars = append(bars, grid.Bar{ID: it.ID, From: int(max(from, k.first) - k.first), To: int(min(to, last) - k.first),
				Before: from < k.first, After: to > last})
			continue
		}
		part := 1 + slices.Index(beside, it.calendar)
		for d := range k.days {
			if from, to, ok := s.axis.Rows(d, it.start, it.end); ok {
				at := s.column(d, part)
				spans[at] = append(spans[at], grid.Span{ID: it.ID, From: from, To: to})
			}
		}
	}
	for at := range spans {
		from, to := s.part(at%k.parts, k.room)
		s.days[at], s.more[at] = grid.Arrange(spans[at], to-from, eventWidth)
	}
	s.bars, s.laneRows, s.hidden = grid.Lane(bars, k.days, k.lane)
	return s
}

// column is where the blocks of a part of a day are.
func (s *sheet) column(day, part int) int { return day*s.key.parts + part }

// part is the cells that a part has of a day of so many: the first, with what is
// left over, is the person's own; before each other one stands a line.
func (s *sheet) part(i, width int) (from, to int) {
	others := s.key.parts - 1
	if others == 0 {
		return 0, width
	}
	each := min(width/s.key.parts, (width-dayWidth+1)/others)
	from = width - (others-i+1)*each
	if i == 0 {
		return 0, from + each
	}
	return from + 1, from + each
}

// find is an event of the sheet.
func (s *sheet) find(id string) *item { return find(s.items, id) }

// ordinary says that a row is a time of a day like others.
func (s *sheet) ordinary(day, row int) bool {
	_, kind := s.axis.At(day, row)
	return kind == grid.Ordinary
}

// at lists the events at a row of a day: the person's own first, and of each part
// those that found no room last.
func (s *sheet) at(day, row int) []string {
	var ids []string
	for part := range s.key.parts {
		at := s.column(day, part)
		for _, b := range s.days[at] {
			if b.From <= row && row < b.To {
				ids = append(ids, b.ID)
			}
		}
		for _, more := range s.more[at] {
			if more.From <= row && row < more.To {
				ids = append(ids, more.IDs...)
			}
		}
	}
	return ids
}

// counts says that a row of a day has events that are counted and not drawn.
func (s *sheet) counts(day, row int) bool {
	for part := range s.key.parts {
		for _, more := range s.more[s.column(day, part)] {
			if more.From <= row && row < more.To {
				return true
			}
		}
	}
	return false
}

// on lists the events of a day.
func (s *sheet) on(date model.Date) []string {
	var ids []string
	for _, it := range s.items {
		if it.on(date, s.key.zone) {
			ids = append(ids, it.ID)
		}
	}
	return ids
}

// above lists the events of the lane on a day.
func (s *sheet) above(day int) []string {
	var ids []string
	for _, it := range s.items {
		if it.inLane() && it.on(s.key.first+model.Date(day), s.key.zone) {
			ids = append(ids, it.ID)
		}
	}
	return ids
}

// lastRow is the last row of an event on a day that has more than one, -1
// otherwise: an event of one row is moved, not stretched.
func (s *sheet) lastRow(day int, id string) int {
	for part := range s.key.parts {
		for _, b := range s.days[s.column(day, part)] {
			if b.ID == id && b.To-b.From > 1 {
				return b.To - 1
			}
		}
	}
	return -1
}
