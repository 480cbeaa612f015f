package week

import (
	"fmt"
	"slices"
	"strings"

	"daybook/model"
	"daybook/widget/text"
)

// agendaLine is a line of the list: a day, or an event on it.
type agendaLine struct {
	date model.Date
	id   string
}

// agendaLines lists the days shown that have events, and today.
func (m *Model) agendaLines(s *sheet) []agendaLine {
	var lines []agendaLine
	items := slices.Clone(s.items)
	m.byDays(items)
	for d := range model.Date(s.axis.Days()) {
		date := s.key.first + d
		head := len(lines)
		lines = append(lines, agendaLine{date: date})
		for _, it := range items {
			if from, to := it.days(m.zone()); from <= date && date <= to {
				lines = append(lines, agendaLine{date, it.ID})
			}
		}
		if len(lines) == head+1 && date != m.cursor.date && date != m.today() {
			lines = lines[:head]
		}
	}
	return lines
}

// agenda draws the list. The cursor's day is its first.
func (m *Model) agenda(height int) string {
	s := m.sheetNow()
	m.frame = frame{list: m.agendaLines(s)}
	at := 0
	for i, line := range m.frame.list {
		if line.date == m.cursor.date && (line.id == m.cursor.id || line.id == "") {
			at = i
		}
	}
	from := max(at-height+2, 0)
	m.frame.list = m.frame.list[from:]
	lines := make([]string, height)
	for y := range lines {
		switch {
		case y >= len(m.frame.list):
			lines[y] = text.Blanks(m.width)
		case m.frame.list[y].id == "":
			lines[y] = m.agendaDay(s, m.frame.list[y].date)
		default:
			lines[y] = m.agendaEvent(s.find(m.frame.list[y].id), m.frame.list[y].date)
		}
	}
	return strings.Join(lines, "\n")
}

func (m *Model) agendaDay(s *sheet, date model.Date) string {
	th := &m.theme
	_, month, day := date.Civil()
	name := fmt.Sprintf(" %s %d %s", date.Weekday().String()[:3], day, short(month))
	style, note := th.Heading, ""
	switch date - m.today() {
	case 0:
		note = "  today"
	case 1:
		note = "  tomorrow"
	}
	if len(s.above(int(date-s.key.first))) == 0 && !m.anyOn(s, date) {
		note += "  nothing"
	}
	line := style.Render(name) + th.Muted.Render(note) + " "
	used := text.Width(line)
	if used < m.width-1 {
		line += th.Border.Render(strings.Repeat(string(th.Glyphs.Border.Horizontal), m.width-1-used))
	}
	return text.FitStyled(line, m.width)
}

func (m *Model) anyOn(s *sheet, date model.Date) bool {
	for _, it := range s.items {
		if from, to := it.days(m.zone()); from <= date && date <= to {
			return true
		}
	}
	return false
}

func (m *Model) agendaEvent(it *item, date model.Date) string {
	th := &m.theme
	current := it.ID == m.cursor.id && date == m.cursor.date
	when := " " + m.whenOn(it, date)
	edge, edgeStyle, style := m.look(it)
	if !current {
		edgeStyle, style = th.Calendar[it.calendar.colour], th.Text
		if it.gone() {
			style = th.Struck
		}
	}
	clock := th.Muted
	if current {
		clock = th.Accent
	}
	shape := th.Calendar[it.calendar.colour].Render(string(th.Glyphs.Calendar[it.calendar.colour]))
	room := max(m.width-16, 1)
	words := text.Concat(m.marks(it), it.title)
	line := clock.Render(text.Clean(when).Fit(13, text.Text{}).String()) + shape + edgeStyle.Render(string(edge)) +
		style.Render(words.Truncate(room, m.ellipsis()).String())
	left := room - words.Width() - 2
	if !it.place.Empty() && left > 6 {
		line += "  " + th.Muted.Render(it.place.Truncate(left, m.ellipsis()).String())
	}
	return text.FitStyled(line, m.width)
}

// whenOn is when an event takes place on a day: "09:00-10:00", "all day",
// "until 12:00" on the last day of several.
func (m *Model) whenOn(it *item, date model.Date) string {
	if it.allDay {
		return "all day"
	}
	start, end := it.start.In(m.zone()), it.end.In(m.zone())
	from, to := model.DateIn(start) == date, model.DateIn(end) == date
	switch {
	case from && to:
		return start.Format("15:04") + "-" + end.Format("15:04")
	case from:
		return "from " + start.Format("15:04")
	case to:
		return "until " + end.Format("15:04")
	}
	return "all day"
}
