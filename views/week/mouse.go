package week

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views/week/grid"
)

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
	if m.dialog.IsOpen() {
		return m.dialog.Mouse(msg)
	}
	at := msg.Mouse()
	switch msg := msg.(type) {
	case tea.MouseWheelMsg:
		return m.wheel(msg)
	case tea.MouseClickMsg:
		if at.Button == tea.MouseLeft {
			return m.click(at.X, at.Y)
		}
	case tea.MouseMotionMsg:
		if m.drag != nil {
			return m.dragTo(at.X, at.Y)
		}
	case tea.MouseReleaseMsg:
		return m.release()
	}
	return nil
}

func (m *Model) wheel(msg tea.MouseWheelMsg) tea.Cmd {
	rows := 3
	if msg.Button == tea.MouseWheelUp {
		rows = -3
	}
	switch {
	case m.editor != nil:
	case m.card != nil:
		m.card.scroll(rows)
	case m.inAgenda():
		return m.byEvent(sign(rows))
	default:
		s := m.sheetNow()
		m.layout.top = max(min(m.layout.top+rows, len(s.axis.Slots)-m.rows(s)), 0)
	}
	return nil
}

// click is the left button going down.
func (m *Model) click(x, y int) tea.Cmd {
	switch {
	case m.editor != nil:
		m.editor.form.Click(x-m.editor.x-1, y-m.editor.y-1)
		return m.formWritten()
	case m.card != nil:
		if !m.frame.card.has(x, y) {
			m.card = nil
		}
		return nil
	case m.inAgenda():
		return m.clickAgenda(y - 1)
	}
	day, ok := m.dayAt(x)
	if !ok {
		return nil
	}
	s := m.sheetNow()
	m.cursor.date = s.key.first + model.Date(day)
	switch row := y - m.frame.top + m.layout.top; {
	case y >= m.frame.top && row < len(s.axis.Slots):
		m.cursor.lane, m.cursor.slot = false, s.axis.Slots[row]
		was := m.cursor.id
		m.cursor.id = m.idAt(s, day, row, x)
		if m.cursor.id != "" && m.cursor.id == was {
			m.drag = &drag{day: day, row: row, id: was, edge: m.lastRow(s, day, was) == row}
			return nil
		}
		m.drag = &drag{day: day, row: row, id: m.cursor.id, edge: m.cursor.id != "" && m.lastRow(s, day, m.cursor.id) == row}
	case y >= m.frame.lane && y < m.frame.top-1:
		m.clickLane(s, day, y-m.frame.lane)
	}
	m.anchor = time.Time{}
	return m.loadWindow()
}

func (m *Model) clickLane(s *sheet, day, row int) {
	for _, b := range s.bars {
		if b.Row == row && b.From <= day && day <= b.To {
			m.cursor.lane, m.cursor.id = true, b.ID
			m.drag = &drag{day: day, lane: true, id: b.ID}
		}
	}
}

func (m *Model) clickAgenda(y int) tea.Cmd {
	if y < 0 || y >= len(m.frame.list) {
		return nil
	}
	line := m.frame.list[y]
	again := line.id != "" && line.id == m.cursor.id
	m.cursor.date, m.cursor.id = line.date, line.id
	if again {
		return m.openCard()
	}
	return nil
}

// dayAt is the day drawn at a column.
func (m *Model) dayAt(x int) (int, bool) {
	for d := range len(m.frame.edges) - 1 {
		if x > m.frame.edges[d] && x < m.frame.edges[d+1] {
			return d, true
		}
	}
	return 0, false
}

// idAt is the event drawn at a cell.
func (m *Model) idAt(s *sheet, day, row, x int) string {
	width := m.frame.edges[day+1] - m.frame.edges[day] - 1
	cell := x - m.frame.edges[day] - 1
	for _, b := range s.days[day] {
		if from, to := b.Cells(width); b.From <= row && row < b.To && from <= cell && cell < to {
			return b.ID
		}
	}
	for _, more := range s.more[day] {
		if from, _ := more.Cells(width); more.From <= row && row < more.To && cell >= from {
			return more.IDs[0]
		}
	}
	return ""
}

// lastRow is the last row of an event on a day that has more than one, -1
// otherwise: an event of one row is moved, not stretched.
func (m *Model) lastRow(s *sheet, day int, id string) int {
	for _, b := range s.days[day] {
		if b.ID == id && b.To-b.From > 1 {
			return b.To - 1
		}
	}
	return -1
}

// dragTo is the mouse moving with the button down.
func (m *Model) dragTo(x, y int) tea.Cmd {
	s, d := m.sheetNow(), m.drag
	row := max(min(y-m.frame.top+m.layout.top, len(s.axis.Slots)-1), 0)
	lane := y < m.frame.top-1 && d.id != "" && !d.edge
	day, ok := m.dayAt(x)
	if !ok {
		day = d.day
	}
	if day == d.day && lane == d.lane && (lane || row == d.row) {
		return nil
	}
	d.moved = true
	if d.id == "" {
		if m.anchor.IsZero() {
			m.anchor, _ = s.axis.At(d.day, d.row)
		}
		m.cursor.slot = s.axis.Slots[row]
		d.row = row
		return nil
	}
	rows, days := row-d.row, day-d.day
	across := lane != d.lane
	d.row, d.day, d.lane = row, day, lane
	var cmd tea.Cmd
	switch {
	case across:
		cmd = m.dragAcross(s, lane, day, row)
	case d.edge:
		cmd = m.resize(rows)
	case lane:
		cmd = m.grabBy(days, 0)
	default:
		cmd = m.grabBy(days, rows)
	}
	if m.grab == nil { // it may not be moved
		m.drag = nil
	}
	return cmd
}

// dragAcross takes the held event from the hours up into the lane, or down.
func (m *Model) dragAcross(s *sheet, lane bool, day, row int) tea.Cmd {
	return m.carry(func(it *item) {
		if lane {
			m.lift(s.key.first + model.Date(day))
		} else if at, kind := s.axis.At(day, row); kind != grid.Skipped {
			m.lower(it, at.In(m.zone()))
		}
	})
}

// release is the button going up: what was drawn becomes a new event, what
// was carried is let go.
func (m *Model) release() tea.Cmd {
	d := m.drag
	m.drag = nil
	switch {
	case d == nil || m.dialog.IsOpen() || m.editor != nil:
		return nil
	case m.grab != nil:
		return m.drop()
	case d.moved && !m.anchor.IsZero():
		return m.newEvent()
	}
	return nil
}
