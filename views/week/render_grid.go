package week

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"daybook/model"
	"daybook/views/week/grid"
	"daybook/widget/text"
)

// frame is where the grid was last drawn, for the mouse: the day at x begins
// at the edge before it, and rows of the grid begin at top.
type frame struct {
	edges []int // x of the separator before each day, and the width at last
	lane  int   // y of the lane
	top   int   // y of the first row of the grid
	list  []agendaLine
	card  rect
}

type rect struct{ x, y, w, h int }

func (r rect) has(x, y int) bool { return x >= r.x && x < r.x+r.w && y >= r.y && y < r.y+r.h }

// clockCells is the column of clock times: a blank, the time, a mark.
const clockCells = 7

// gutter is the columns of clock times at the left.
func (m *Model) gutter() int {
	if m.second == nil {
		return clockCells
	}
	return clockCells + m.secondCells() + 1
}

// secondCells is the width of the second zone's times: whole hours, unless
// the zones are not whole hours apart.
func (m *Model) secondCells() int {
	at := m.cursor.date.At(12*time.Hour, m.zone())
	_, a := at.Zone()
	_, b := at.In(m.second).Zone()
	if (a-b)%3600 != 0 {
		return 5
	}
	return 3
}

// edges divides the width among the days; what is left over goes to the first.
func (m *Model) edges() []int {
	n, left := m.shownDays(), m.gutter()
	edges := make([]int, n+1)
	for i := range edges {
		edges[i] = left + (m.width-left)*i/n
	}
	return edges
}

func (m *Model) gridView(b *strings.Builder) {
	s := m.sheetNow()
	m.frame = frame{edges: m.edges(), lane: 2, top: 3 + s.laneRows}
	m.header(b, s)
	b.WriteByte('\n')
	m.laneView(b, s)
	m.rule(b)
	columns := make([][]string, s.axis.Days())
	rows := m.rows(s)
	for d := range columns {
		columns[d] = m.column(s, d, rows)
	}
	line := m.theme.Border.Render(string(m.theme.Glyphs.Border.Vertical))
	nowDay, nowRow := m.nowAt(s)
	for y := range rows {
		b.WriteByte('\n')
		row := m.layout.top + y
		if row >= len(s.axis.Slots) {
			b.WriteString(text.Blanks(m.width))
			continue
		}
		m.clock(b, s, row, nowDay >= 0 && row == nowRow)
		for d := range columns {
			b.WriteString(line)
			b.WriteString(columns[d][y])
		}
	}
}

// nowAt is the day and row of the present, day -1 when it is not shown.
func (m *Model) nowAt(s *sheet) (day, row int) {
	now := m.now()
	day = int(model.DateIn(now) - s.key.first)
	if day < 0 || day >= s.axis.Days() {
		return -1, 0
	}
	return day, s.axis.Row(day, now)
}

// header names the zones and the days.
func (m *Model) header(b *strings.Builder, s *sheet) {
	th := &m.theme
	noon := m.cursor.date.At(12*time.Hour, m.zone())
	zones := text.Clean(" "+abbreviation(noon)).Fit(clockCells, text.Text{})
	if m.second != nil {
		zones = text.Concat(zones, text.Clean(m.secondName(noon)).Fit(m.secondCells(), text.Text{}), text.Literal(" "))
	}
	th.Muted.Write(b, zones.String())
	today := m.today()
	for d := range s.axis.Days() {
		th.Border.Write(b, string(th.Glyphs.Border.Vertical))
		room := m.frame.edges[d+1] - m.frame.edges[d] - 1
		date := s.key.first + model.Date(d)
		_, _, day := date.Civil()
		name := fmt.Sprintf("%s %d", date.Weekday().String()[:3], day)
		style, note := th.Muted, ""
		if date == m.cursor.date {
			style = th.Strong
		}
		used := 1 + len(name)
		label := " " + style.Render(name)
		if date == today {
			label = th.TabActive.Render(" " + name + " ")
			used++
			note = " today"
		}
		start, end := s.axis.Bounds(d)
		if length := end.Sub(start); length != 24*time.Hour {
			note = " " + strconv.Itoa(int(length.Hours())) + "h"
		}
		if used+len(note) <= room {
			label += th.Accent.Render(note)
		}
		b.WriteString(text.FitStyled(label, room))
	}
}

// secondName is the second zone's abbreviation; an offset without its colon
// where there is no room for it.
func (m *Model) secondName(at time.Time) string {
	name := abbreviation(at.In(m.second))
	if len(name) > m.secondCells() {
		name = strings.ReplaceAll(name, ":", "")
	}
	return name
}

// rule stands between the lane and the hours.
func (m *Model) rule(b *strings.Builder) {
	g := m.theme.Glyphs.Border
	var line strings.Builder
	line.WriteString(strings.Repeat(string(g.Horizontal), m.frame.edges[0]))
	for d := range len(m.frame.edges) - 1 {
		line.WriteString(string(g.Cross))
		line.WriteString(strings.Repeat(string(g.Horizontal), m.frame.edges[d+1]-m.frame.edges[d]-1))
	}
	m.theme.Border.Write(b, line.String())
}

// clock is the gutter of a row: the hour, or the present, or the cursor's time.
func (m *Model) clock(b *strings.Builder, s *sheet, row int, now bool) {
	th, slot := &m.theme, s.axis.Slots[row]
	cursor := !m.cursor.lane && m.rowOf(s, m.cursor.slot) == row
	label, style, mark := "", th.Muted, " "
	if slot.Second {
		mark = string(th.Glyphs.Second)
	}
	switch {
	case now:
		label, style, mark = m.now().Format("15:04"), th.Now, string(th.Glyphs.Now)
	case slot.Clock%time.Hour == 0:
		label = clockText(slot.Clock)
	case cursor:
		label = clockText(slot.Clock)
	default:
		mark = " "
	}
	if cursor && !now {
		style = th.Accent
	}
	style.Write(b, " "+text.Clean(label).Fit(5, text.Text{}).String()+mark)
	if m.second == nil {
		return
	}
	other := ""
	if slot.Clock%time.Hour == 0 {
		other = m.clockElsewhere(s, row)
	}
	th.Faint.Write(b, text.Clean(other).Fit(m.secondCells(), text.Text{}).String()+" ")
}

// clockElsewhere is what the second zone's clock shows at a row: on the
// cursor's day, as the zones need not change on the same day.
func (m *Model) clockElsewhere(s *sheet, row int) string {
	at, kind := s.axis.At(m.day(), row)
	if kind != grid.Ordinary {
		return ""
	}
	if m.secondCells() == 5 {
		return at.In(m.second).Format("15:04")
	}
	return at.In(m.second).Format("15")
}

func clockText(clock time.Duration) string {
	return fmt.Sprintf("%02d:%02d", int(clock.Hours()), int(clock.Minutes())%60)
}
