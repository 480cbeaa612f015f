package week

import (
	"fmt"
	"strings"
	"time"

	"daybook/model"
	"daybook/theme"
	"daybook/widget/text"
)

// mini is the month beside the days, and below it which calendars there are.
// Where there is much room it is there by itself.
type mini struct {
	*days
	wanted *bool // as the person chose; nil for as there is room
	at     int   // y of its first week when it was last drawn
}

const (
	miniWidth  = 22  // the separator included
	miniLeast  = 100 // the least width that has room for it
	miniItself = 150 // the width from which it is there by itself
)

// shows says that it is drawn beside the days of a screen so large.
func (m *mini) shows(width, height int) bool {
	on := width >= miniItself
	if m.wanted != nil {
		on = *m.wanted
	}
	return on && !m.layout.month && width >= miniLeast && height >= 12
}

// toggle shows or hides it; false where there is no room for it.
func (m *mini) toggle(width, height int) bool {
	on := !m.shows(width, height)
	m.wanted = &on
	return on == m.shows(width, height)
}

// date is the day drawn at a cell.
func (m *mini) date(x, y int) (model.Date, bool) {
	w := y - m.at
	if w < 0 || w >= monthWeeks || x < 0 || x >= week*3 {
		return 0, false
	}
	return monthFirst(m.cursor.date, m.options.FirstDay) + model.Date(w*week+x/3), true
}

// lines are the pane, each of miniWidth cells with the separator.
func (m *mini) lines(height int) []string {
	th := m.env.Theme
	room := miniWidth - 1
	first := monthFirst(m.cursor.date, m.options.FirstDay)
	year, month, _ := m.cursor.date.Civil()
	out := []string{th.Title.Render(text.Of(" ", month, " ", year).Fit(room, text.Text{}).String())}
	var b strings.Builder
	for d := range week {
		b.WriteString(" " + (first + model.Date(d)).Weekday().String()[:2])
	}
	out = append(out, th.Muted.Render(b.String()))
	m.at = len(out)
	for w := range monthWeeks {
		b.Reset()
		for d := range week {
			m.day(&b, th, first+model.Date(w*week+d), month)
		}
		out = append(out, b.String())
	}
	out = append(out, text.Blanks(room), th.Heading.Render(text.Literal(" Calendars").Fit(room, text.Text{}).String()))
	for _, c := range m.events.calendars {
		style, sign := th.Calendar[c.colour], text.Glyph(" "+c.sign(th)+" ")
		name := th.Text
		if c.hidden {
			style, name = th.Faint, th.Faint
		}
		label := c.name.Fit(room-3, text.Glyph(th.Glyphs.Ellipsis)).String()
		out = append(out, style.Render(sign.String())+name.Render(label))
	}
	if len(out) > height {
		out = out[:height]
		if hidden := len(m.events.calendars) - (height - monthWeeks - 4); hidden > 0 {
			out[height-1] = th.Accent.Render(text.Of("   +", hidden, " more").Fit(room, text.Text{}).String())
		}
	}
	line := th.Border.Render(string(th.Glyphs.Border.Vertical))
	for i := range height {
		if i >= len(out) {
			out = append(out, text.Blanks(room))
		}
		out[i] += line
	}
	return out
}

// day is one of its days: the cursor's, today, those that are in sight beside it.
func (m *mini) day(b *strings.Builder, th *theme.Theme, date model.Date, month time.Month) {
	_, of, n := date.Civil()
	style := th.Text
	inSight := date >= m.first() && date < m.first()+model.Date(m.shown())
	switch {
	case date == m.cursor.date:
		style = th.Selection
	case date == m.today():
		style = th.TabActive
	case inSight:
		style = th.Strong
	case of != month:
		style = th.Faint
	}
	b.WriteByte(' ')
	style.Write(b, fmt.Sprintf("%2d", n))
}
