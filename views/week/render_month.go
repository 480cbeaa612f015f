package week

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"daybook/model"
	"daybook/theme"
	"daybook/widget/text"
)

// numbersWidth is the least width at which weeks have their numbers.
const numbersWidth = 60

// month draws the six weeks below the title line, in all of the height.
func (p *painter) month(b *strings.Builder) {
	s := p.days.month.sheetNow()
	left := 0
	if p.width >= numbersWidth {
		left = 3
	}
	p.frame = frame{edges: make([]int, week+1), weeks: make([]int, 0, monthWeeks+1)}
	for i := range p.frame.edges {
		p.frame.edges[i] = left + (p.width-left)*i/week
	}
	p.monthHeader(b, left)
	y := 2
	for w := range s.weeks {
		p.frame.weeks = append(p.frame.weeks, y)
		y += 1 + s.weeks[w].rows
		if s.weeks[w].rows == 0 {
			b.WriteByte('\n')
			p.counts(b, s, w, left)
			continue
		}
		p.dates(b, s, w, left)
		p.weekRows(b, s, w, left)
	}
	p.frame.weeks = append(p.frame.weeks, y)
	if y < p.height {
		p.onDay(b, s, p.height-y)
	}
}

// monthHeader names the days of the week.
func (p *painter) monthHeader(b *strings.Builder, left int) {
	b.WriteString(text.Blanks(left))
	for d := range week {
		name := (p.first() + model.Date(d)).Weekday().String()
		room := p.frame.edges[d+1] - p.frame.edges[d]
		switch {
		case room >= 14:
		case room >= 5:
			name = name[:3]
		default:
			name = name[:2]
		}
		style := p.th.Muted
		if p.cursor.date.Weekday().String() == (p.first() + model.Date(d)).Weekday().String() {
			style = p.th.Strong
		}
		style.Write(b, text.Clean(" "+name).Fit(room, text.Text{}).String())
	}
}

// dateLook is the style of a date in the month, and of what stands beside it.
func (p *painter) dateLook(date model.Date) (style theme.Style, cursor bool) {
	_, shown, _ := p.cursor.date.Civil()
	_, month, _ := date.Civil()
	cursor = date == p.cursor.date
	switch {
	case cursor && p.cursor.id == "":
		return p.th.Selection, true
	case date == p.today():
		return p.th.TabActive, cursor
	case cursor:
		return p.th.Strong, true
	case month != shown:
		return p.th.Faint, false
	}
	return p.th.Text, false
}

// dates is the first row of a week: its days' numbers in a rule, and how many
// events found no room below.
func (p *painter) dates(b *strings.Builder, s *monthSheet, w, left int) {
	th := p.th
	b.WriteByte('\n')
	if left > 0 {
		_, number := (s.key.first + model.Date(w*week+3)).At(12*time.Hour, time.UTC).ISOWeek()
		th.Faint.Write(b, fmt.Sprintf("%2d ", number))
	}
	line := string(th.Glyphs.Border.Horizontal)
	for d := range week {
		date := s.key.first + model.Date(w*week+d)
		_, month, day := date.Civil()
		room := p.dayRoom(d, d)
		label := " " + strconv.Itoa(day) + " "
		if long := label + short(month) + " "; day == 1 && len(long)+4 <= room {
			label = long
		}
		more := ""
		if n := s.weeks[w].hidden[d]; n > 0 {
			more = "+" + strconv.Itoa(n)
		}
		style, cursor := p.dateLook(date)
		rule := th.Border
		if cursor {
			rule = th.BorderActive
		}
		rule.Write(b, string(th.Glyphs.Border.Cross))
		label = text.Clean(label).Truncate(room, text.Text{}).String()
		style.Write(b, label)
		if len(more)+len(label) > room {
			more = ""
		}
		rule.Write(b, strings.Repeat(line, room-len(label)-len(more)))
		th.Accent.Write(b, more)
	}
}

// weekRows are a week's events below its dates.
func (p *painter) weekRows(b *strings.Builder, s *monthSheet, w, left int) {
	here := &s.weeks[w]
	separator := p.th.Border.Render(string(p.th.Glyphs.Border.Vertical))
	for row := range here.rows {
		b.WriteByte('\n')
		b.WriteString(text.Blanks(left))
		bars := rowOfBars(here.bars, row)
		for d := 0; d < week; {
			b.WriteString(separator)
			if len(bars) > 0 && bars[0].From == d {
				b.WriteString(p.bar(here.of[bars[0].ID], bars[0], p.dayRoom(d, bars[0].To)))
				d = bars[0].To + 1
				bars = bars[1:]
				continue
			}
			if it := here.timed[d][row]; it != nil {
				b.WriteString(p.monthLine(it, p.dayRoom(d, d)))
			} else {
				b.WriteString(text.Blanks(p.dayRoom(d, d)))
			}
			d++
		}
	}
}

// monthLine is an event of a day in the month: when it begins, and what it is.
func (p *painter) monthLine(it *item, width int) string {
	edge, edgeStyle, style := eventLook(p.th, it, p.isSelected(it))
	clock := hours(model.ClockIn(it.start.In(p.zone())))
	if (p.width-p.frame.edges[0])/week >= 15 { // in all columns alike
		clock = clockText(model.ClockIn(it.start.In(p.zone())))
	}
	words := text.Concat(marks(p.th, it), shape(p.th, it, width), text.Clean(clock+" "), it.title)
	return edgeStyle.Render(text.Glyph(edge).Fit(min(width, 1), text.Text{}).String()) +
		style.Render(words.Fit(max(width-1, 0), p.ellipsis()).String())
}

// isSelected says that the cursor is on an event.
func (p *painter) isSelected(it *item) bool { return it.ID == p.cursor.id }

// counts is a week where there is room for one row: the dates, and how many
// events each has.
func (p *painter) counts(b *strings.Builder, s *monthSheet, w, left int) {
	th := p.th
	b.WriteString(text.Blanks(left))
	for d := range week {
		date := s.key.first + model.Date(w*week+d)
		_, _, day := date.Civil()
		room := p.frame.edges[d+1] - p.frame.edges[d]
		number := fmt.Sprintf("%2d", day)
		style, cursor := p.dateLook(date)
		if cursor {
			style = th.Selection
		}
		much := ""
		if n := len(s.of(date)); n > 0 {
			much = string(th.Glyphs.Free) + strconv.Itoa(n)
			if len(strconv.Itoa(n))+3 >= room { // the next date follows without a blank
				much = string(th.Glyphs.Free) + "+"
			}
		}
		style.Write(b, number)
		th.Accent.Write(b, text.Clean(much).Fit(room-2, text.Text{}).String())
	}
}

// onDay lists what is on the cursor's day, the event that the cursor is on among
// it, in so many lines.
func (p *painter) onDay(b *strings.Builder, s *monthSheet, lines int) {
	on, at := s.of(p.cursor.date), 0
	for i, it := range on {
		if p.isSelected(it) {
			at = max(i-lines+1, 0)
		}
	}
	for i := range lines {
		b.WriteByte('\n')
		switch {
		case at+i < len(on):
			b.WriteString(p.agendaEvent(on[at+i], p.cursor.date))
		case i == 0:
			p.th.Muted.Write(b, text.Clean(" "+p.days.month.words()).Fit(p.width, p.ellipsis()).String())
		default:
			b.WriteString(text.Blanks(p.width))
		}
	}
}

// monthAt is the day, and the event if there is one, that is drawn at a cell of
// the month; false beside them.
func (d *days) monthAt(x, y int) (date model.Date, it *item, ok bool) {
	s := d.month.sheetNow()
	for w := 0; w+1 < len(d.frame.weeks); w++ {
		if y < d.frame.weeks[w] || y >= d.frame.weeks[w+1] {
			continue
		}
		for day := range week {
			if x < d.frame.edges[day] || x >= d.frame.edges[day+1] {
				continue
			}
			here, row := &s.weeks[w], y-d.frame.weeks[w]-1
			if row >= 0 {
				it = here.timed[day][row]
				for _, b := range rowOfBars(here.bars, row) {
					if b.From <= day && day <= b.To {
						it = here.of[b.ID]
					}
				}
			}
			return s.key.first + model.Date(w*week+day), it, true
		}
	}
	return 0, nil, false
}
