package week

import (
	"slices"
	"strconv"
	"strings"

	"daybook/model"
	"daybook/views/week/grid"
	"daybook/widget/text"
)

// laneView draws the events of whole days above the hours, each row ended
// with a line break.
func (m *Model) laneView(b *strings.Builder, s *sheet) {
	th := &m.theme
	separator := th.Border.Render(string(th.Glyphs.Border.Vertical))
	for row := range s.laneRows {
		label := text.Text{}
		if row == 0 {
			label = text.Literal(" all")
		}
		th.Muted.Write(b, label.Fit(m.frame.edges[0], text.Text{}).String())
		bars := rowOfBars(s.bars, row)
		for d := 0; d < s.axis.Days(); {
			b.WriteString(separator)
			if len(bars) > 0 && bars[0].From == d {
				width := m.frame.edges[bars[0].To+1] - m.frame.edges[d] - 1
				b.WriteString(m.bar(s.find(bars[0].ID), bars[0], width))
				d = bars[0].To + 1
				bars = bars[1:]
				continue
			}
			width := m.frame.edges[d+1] - m.frame.edges[d] - 1
			words := text.Text{}
			if n := s.hidden[d]; n > 0 && row == s.laneRows-1 {
				words = text.Clean(" +" + strconv.Itoa(n))
			}
			th.Accent.Write(b, words.Fit(width, text.Text{}).String())
			d++
		}
		b.WriteByte('\n')
	}
}

func rowOfBars(bars []grid.Bar, row int) []grid.Bar {
	var out []grid.Bar
	for _, b := range bars {
		if b.Row == row {
			out = append(out, b)
		}
	}
	slices.SortFunc(out, func(a, b grid.Bar) int { return a.From - b.From })
	return out
}

// bar draws an event across days; arrows say that it begins before them or
// goes on after them.
func (m *Model) bar(it *item, bar grid.Bar, width int) string {
	g := &m.theme.Glyphs
	edge, edgeStyle, style := m.look(it)
	if c := it.calendar.colour; it.ShowAs == model.ShowFree && !it.gone() && it.ID != m.cursor.id {
		// A bar without a ground could not be told from the blank after it.
		edgeStyle, style = m.theme.CalendarEdge[c], m.theme.CalendarBlock[c]
	}
	if bar.Before {
		edge = g.ArrowLeft
	}
	room := max(width-1, 0)
	words := text.Concat(m.marks(it), m.shape(it, width), it.title)
	if !it.allDay {
		words = text.Concat(text.Clean(it.start.In(m.zone()).Format("15:04 ")), words)
	}
	after := ""
	if bar.After && room > 2 {
		room--
		after = string(g.ArrowRight)
	}
	fitted := words.Truncate(room, text.Glyph(g.Ellipsis)).String()
	if left := room - text.Width(fitted); bar.To > bar.From && left > 2 {
		fitted += " " + strings.Repeat(string(g.NowLine), left-2) + " " // how far it goes, also without colours
	} else {
		fitted += text.Blanks(left)
	}
	return edgeStyle.Render(text.Glyph(edge).Fit(min(width, 1), text.Text{}).String()) + style.Render(fitted+after)
}
