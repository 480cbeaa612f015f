package week

import (
	"slices"
	"strings"
	"time"

	"daybook/model"
	"daybook/views"
	"daybook/widget/row"
	"daybook/widget/text"
)

// agendaLine is a line of the list: a day, or an event on it.
type agendaLine struct {
	date model.Date
	id   string
}

// lines lists the days shown that have events, and today.
func (p *painter) lines() []agendaLine {
	var lines []agendaLine
	items := slices.Clone(p.s.items)
	p.inDayOrder(items)
	for d := range model.Date(p.s.axis.Days()) {
		date := p.s.key.first + d
		head := len(lines)
		lines = append(lines, agendaLine{date: date})
		for _, it := range items {
			if it.on(date, p.zone()) {
				lines = append(lines, agendaLine{date, it.ID})
			}
		}
		if len(lines) == head+1 && date != p.cursor.date && date != p.today() {
			lines = lines[:head]
		}
	}
	return lines
}

// agenda draws the list. The cursor's day is its first.
func (p *painter) agenda(b *strings.Builder) {
	lines, height := p.lines(), p.height-1
	at := 0
	for i, line := range lines {
		if line.date == p.cursor.date && (line.id == p.cursor.id || line.id == "") {
			at = i
		}
	}
	lines = lines[max(at-height+2, 0):]
	p.frame = frame{list: lines}
	for y := range height {
		if y > 0 {
			b.WriteByte('\n')
		}
		switch {
		case y >= len(lines):
			b.WriteString(text.Blanks(p.width))
		case lines[y].id == "":
			b.WriteString(p.agendaDay(lines[y].date))
		default:
			b.WriteString(p.agendaEvent(p.s.find(lines[y].id), lines[y].date))
		}
	}
}

func (p *painter) agendaDay(date model.Date) string {
	th := p.th
	name := " " + views.Day(date.At(0, time.UTC), p.now())
	style, note := th.Heading, ""
	switch date - p.today() {
	case 0:
		note = "  today"
	case 1:
		note = "  tomorrow"
	}
	if len(p.s.on(date)) == 0 {
		note += "  nothing"
	}
	line := style.Render(name) + th.Muted.Render(note) + " "
	used := text.Width(line)
	if used < p.width-1 {
		line += th.Border.Render(strings.Repeat(string(th.Glyphs.Border.Horizontal), p.width-1-used))
	}
	return text.FitStyled(line, p.width)
}

func (p *painter) agendaEvent(it *item, date model.Date) string {
	th, c := p.th, it.calendar.colour
	edge, edgeStyle, style := eventLook(th, it, it.ID == p.cursor.id)
	clock := th.Accent
	if it.ID != p.cursor.id || date != p.cursor.date {
		clock, edgeStyle, style = th.Muted, th.Calendar[c], th.Text
		if it.gone() {
			style = th.Struck
		}
	}
	place := it.place
	if it.calendar.Person != "" { // which has no column here
		place = it.calendar.name
	}
	line := row.New(th)
	line.Columns(p.width,
		row.Column{Text: text.Clean(" " + p.whenOn(it, date)), Style: clock, Width: 13, Own: true},
		row.Column{Text: text.Glyph(it.calendar.sign(th)), Style: th.Calendar[c], Own: true},
		row.Column{Text: text.Glyph(edge), Style: edgeStyle, Own: true},
		row.Column{Text: text.Concat(marks(th, it), it.title), Style: style, Most: max(p.width-16, 1)},
		row.Column{Text: place, Style: th.Muted, Gap: 2, Least: 8, Order: 1})
	return line.String()
}

// whenOn is when an event takes place on a day: "09:00-10:00", "all day",
// "until 12:00" on the last day of several.
func (p *painter) whenOn(it *item, date model.Date) string {
	if it.allDay {
		return "all day"
	}
	start, end := it.start.In(p.zone()), it.end.In(p.zone())
	from, to := model.DateIn(start) == date, model.DateIn(end) == date
	switch {
	case from && to:
		return views.Clocks(start, end)
	case from:
		return "from " + views.Clock(start)
	case to:
		return "until " + views.Clock(end)
	}
	return "all day"
}
