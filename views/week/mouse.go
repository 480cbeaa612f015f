package week

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views/week/grid"
	"daybook/widget/panes"
)

// frame is where the days were last drawn, for the mouse: the day at x begins
// at the edge before it, and rows of the grid begin at top.
type frame struct {
	edges []int // x of the separator before each day, and the width at last
	lane  int   // y of the lane
	top   int   // y of the first row of the grid
	list  []agendaLine
	weeks []int // y of each week of a month, and below the last
}

// drag is what the mouse holds: a span that is being drawn, an event, or the
// lower edge of one.
type drag struct {
	day, row int // where it was taken, or is now
	lane     bool
	id       string
	edge     bool
	moved    bool
}

func (m *Model) updateMouse(msg tea.MouseMsg) tea.Cmd {
	at := msg.Mouse()
	if at.X -= m.beside(); at.X < 0 && m.card == nil {
		date, ok := m.mini.date(at.X+miniWidth, at.Y)
		if _, click := msg.(tea.MouseClickMsg); click && ok && m.days.grab == nil {
			m.days.goDate(date.At(0, m.zone()), false)
			return m.reading.follow()
		}
		if _, moves := msg.(tea.MouseMotionMsg); !moves {
			return nil
		}
	}
	switch msg := msg.(type) {
	case tea.MouseWheelMsg:
		return m.wheel(panes.Wheel(msg))
	case tea.MouseClickMsg:
		if at.Button == tea.MouseLeft {
			return m.click(at.X, at.Y)
		}
	case tea.MouseMotionMsg:
		if m.days.drag != nil {
			return m.moved(m.days.dragTo(at.X, at.Y))
		}
	case tea.MouseReleaseMsg:
		return m.release()
	}
	return nil
}

func (m *Model) wheel(rows int) tea.Cmd {
	switch {
	case m.card != nil:
		m.card.scroll(rows)
	case m.days.inAgenda():
		return m.moved(m.days.byEvent(sign(rows)))
	case m.days.inMonth():
		return m.moved(m.days.byTime(sign(rows)))
	default:
		m.days.scroll(rows)
	}
	return nil
}

// click is the left button going down.
func (m *Model) click(x, y int) tea.Cmd {
	switch {
	case m.card != nil:
		if !m.card.at.Has(x+m.beside(), y) {
			m.card = nil
		}
		return nil
	case m.days.inAgenda():
		if m.days.pressLine(y - 1) {
			return m.openCard()
		}
		return nil
	}
	if m.days.inMonth() {
		if m.days.pressMonth(x, y) {
			return m.openHere()
		}
		return m.reading.follow()
	}
	if m.days.press(x, y) {
		return tea.Batch(m.listHour(), m.reading.follow())
	}
	return m.reading.follow()
}

// release is the button going up: what was drawn becomes a new event, what
// was carried is let go.
func (m *Model) release() tea.Cmd {
	d := m.days.drag
	m.days.drag = nil
	switch {
	case d == nil:
		return nil
	case m.days.grab != nil:
		return m.drop()
	case d.moved && !m.days.anchor.IsZero():
		return m.newEvent()
	}
	return nil
}

// press takes what is at a cell of the grid, and says that it is a count.
func (d *days) press(x, y int) (count bool) {
	d.drag = nil // a box has taken its release
	day, ok := d.dayAt(x)
	if !ok {
		return false
	}
	s := d.sheetNow()
	d.cursor.date = s.key.first + model.Date(day)
	switch row := d.rowAt(y); {
	case y >= d.frame.top && row < len(s.axis.Slots):
		var id string
		was := d.cursor.id
		id, count = d.idAt(day, row, x)
		d.cursor.lane, d.cursor.slot, d.cursor.id = false, s.axis.Slots[row], id
		if count {
			return true
		}
		d.drag = &drag{day: day, row: row, id: id, edge: id != "" && s.lastRow(day, id) == row}
		if id != "" && id == was {
			return false
		}
	case y >= d.frame.lane && y < d.frame.top-1:
		for _, b := range s.bars {
			if b.Row == y-d.frame.lane && b.From <= day && day <= b.To {
				d.cursor.lane, d.cursor.id = true, b.ID
				d.drag = &drag{day: day, lane: true, id: b.ID}
			}
		}
	}
	d.anchor = time.Time{}
	return false
}

// pressMonth puts the cursor on a day of the month or an event of it, and says
// that it stood there already.
func (d *days) pressMonth(x, y int) (again bool) {
	date, it, ok := d.monthAt(x, y)
	if !ok {
		return false
	}
	was := d.cursor
	d.cursor.date, d.cursor.id = date, ""
	if it != nil {
		d.cursor.id = it.ID
	}
	d.touch()
	return d.cursor.date == was.date && d.cursor.id == was.id
}

// pressLine puts the cursor on a line of the list, and says that it stood on
// that event already.
func (d *days) pressLine(y int) (again bool) {
	if y < 0 || y >= len(d.frame.list) {
		return false
	}
	line := d.frame.list[y]
	again = line.id != "" && line.id == d.cursor.id
	d.cursor.date, d.cursor.id = line.date, line.id
	return again
}

// dayAt is the day drawn at a column, rowAt the row at a line.
func (d *days) dayAt(x int) (int, bool) {
	for day := range len(d.frame.edges) - 1 {
		if x > d.frame.edges[day] && x < d.frame.edges[day+1] {
			return day, true
		}
	}
	return 0, false
}

func (d *days) rowAt(y int) int { return y - d.frame.top + d.layout.top }

// idAt is the event drawn at a cell; where there is a count, the first of those.
func (d *days) idAt(day, row, x int) (id string, count bool) {
	s := d.sheetNow()
	width := d.frame.edges[day+1] - d.frame.edges[day] - 1
	for part := range s.key.parts {
		left, right := s.part(part, width)
		at, cell := s.column(day, part), x-d.frame.edges[day]-1-left
		if cell < 0 || cell >= right-left {
			continue
		}
		for _, b := range s.days[at] {
			if from, to := b.Cells(right - left); b.From <= row && row < b.To && from <= cell && cell < to {
				return b.ID, false
			}
		}
		for _, more := range s.more[at] {
			if from, _ := more.Cells(right - left); more.From <= row && row < more.To && cell >= from {
				return more.IDs[0], true
			}
		}
	}
	return "", false
}

// dragTo is the mouse moving with the button down.
func (d *days) dragTo(x, y int) error {
	s, held := d.sheetNow(), d.drag
	row := max(min(d.rowAt(y), len(s.axis.Slots)-1), 0)
	lane := y < d.frame.top-1 && held.id != "" && !held.edge
	day, ok := d.dayAt(x)
	if !ok {
		day = held.day
	}
	if day == held.day && lane == held.lane && (lane || row == held.row) {
		return nil
	}
	held.moved = true
	if held.id == "" {
		if d.anchor.IsZero() {
			d.anchor, _ = s.axis.At(held.day, held.row)
		}
		d.cursor.slot = s.axis.Slots[row]
		held.row = row
		return nil
	}
	rows, across := row-held.row, lane != held.lane
	byDays := day - held.day
	held.row, held.day, held.lane = row, day, lane
	var err error
	switch {
	case across:
		err = d.carry(func(g *grab, it *item) {
			if at, kind := s.axis.At(day, row); lane {
				g.lift(s.key.first+model.Date(day), d.zone())
			} else if kind != grid.Skipped {
				g.lower(it, at.In(d.zone()), d.zone())
			}
		})
	case held.edge:
		err = d.resize(rows)
	case lane:
		err = d.carryBy(byDays, 0)
	default:
		err = d.carryBy(byDays, rows)
	}
	if d.grab == nil { // it may not be moved
		d.drag = nil
	}
	return err
}
