package week

import (
	"fmt"
	"strings"
	"time"

	"daybook/model"
	"daybook/views"
	"daybook/widget/panes"
	"daybook/widget/text"
)

// View draws the screen: exactly height lines of exactly width cells.
func (m *Model) View() string {
	if m.width <= 0 || m.height <= 0 {
		return ""
	}
	if m.width < minWidth || m.height < minHeight {
		return panes.TooSmall(m.width, m.height)
	}
	var b strings.Builder
	b.Grow(m.width * m.height * 4)
	p := m.days.painter()
	b.WriteString(p.titleLine())
	b.WriteByte('\n')
	switch {
	case m.reading.failed != nil && m.events.to.IsZero():
		b.WriteString(m.message(m.couldNotRead()...))
	case m.events.to.IsZero():
		b.WriteString(m.message(text.Concat(text.Literal("Opening the calendars"), p.ellipsis())))
	default:
		p.view(&b)
	}
	drawn := b.String()
	if m.beside() > 0 {
		lines := strings.Split(drawn, "\n")
		for i, line := range m.mini.lines(m.height) {
			lines[i] = line + lines[i]
		}
		drawn = strings.Join(lines, "\n")
	}
	if m.card != nil && m.forms.form == nil {
		drawn = m.card.view(drawn, m.width, m.height, m.cardKeys())
	}
	return drawn
}

// message is lines of words in the middle of an empty screen.
func (m *Model) message(words ...text.Text) string {
	th, width, height := m.env.Theme, m.days.width, m.height-1
	lines := make([]string, height)
	top := max((height-len(words))/2, 0)
	for i := range lines {
		lines[i] = text.Blanks(width)
		if at := i - top; at >= 0 && at < len(words) {
			style := th.Muted
			if at == 0 {
				style = th.Strong
			}
			said := words[at].Truncate(width, text.Glyph(th.Glyphs.Ellipsis))
			left := (width - said.Width()) / 2
			lines[i] = text.FitStyled(text.Blanks(left)+style.Render(said.String()), width)
		}
	}
	return strings.Join(lines, "\n")
}

// couldNotRead says why there are no calendars.
func (m *Model) couldNotRead() []text.Text {
	room := max(m.days.width-4, 1)
	if says, missing := views.Missing(m.env, m.reading.failed); missing {
		return append([]text.Text{text.Literal("No calendars to show")}, says.Wrap(room)...)
	}
	words := append([]text.Text{text.Literal("The calendars could not be read")}, text.Of(views.Reason(m.reading.failed, oneIsGone)).Wrap(room)...)
	return append(words, text.Literal("ctrl+r tries again"))
}

// titleLine says which days, in which zone, from which calendars, and what
// the clocks do.
func (p *painter) titleLine() string {
	th := p.th
	left := text.Concat(text.Literal(" "), p.datesShown())
	if p.ahead != 0 && p.ahead == p.cursor.date && p.first() > p.today() {
		left = text.Concat(left, text.Glyph(" "+th.Glyphs.Separator+" "), text.Literal("the week to come, t is today"))
	}
	if _, folded := p.colleagues(); len(folded) > 0 {
		names := make([]text.Text, len(folded))
		for i, c := range folded {
			names[i] = c.name
		}
		left = text.Concat(left, text.Glyph(" "+th.Glyphs.Separator+" "), text.Literal("no room for "), text.Join(text.Literal(", "), names...))
	}
	right, style := p.calendarsShown(), th.Muted
	note := p.clockNote()
	warn := ""
	if !note.Empty() {
		warn = th.Warning.Render("  " + string(th.Glyphs.Warning) + " " + note.String())
	}
	room := p.width - text.Width(warn) - 1
	if room < left.Width() {
		warn, room = "", p.width-1
	}
	zone := text.Concat(text.Glyph(" "+th.Glyphs.Separator+" "), text.Clean(p.zoneName()))
	line := th.Title.Render(left.Truncate(room, p.ellipsis()).String())
	used := min(left.Width(), room)
	if used+zone.Width() <= room {
		line += th.Muted.Render(zone.String())
		used += zone.Width()
	}
	if right.Width()+2 <= room-used {
		line += text.Blanks(room-used-right.Width()) + style.Render(right.String())
	} else {
		line += text.Blanks(room - used)
	}
	return text.FitStyled(line+warn, p.width)
}

func (p *painter) zoneName() string {
	if name := p.zone().String(); name != "Local" {
		return name
	}
	return abbreviation(p.cursor.date.At(12*time.Hour, p.zone()))
}

// datesShown is "Week 43 · 19-25 Oct 2026".
func (p *painter) datesShown() text.Text {
	if p.inMonth() {
		year, month, _ := p.cursor.date.Civil()
		return text.Of(month, " ", year)
	}
	first := p.first()
	last := first + model.Date(p.shown()-1)
	y1, m1, d1 := first.Civil()
	y2, m2, d2 := last.Civil()
	var s string
	switch {
	case first == last:
		s = views.Day(first.At(0, time.UTC), time.Time{})
	case y1 != y2:
		s = fmt.Sprintf("%d %s %d to %d %s %d", d1, short(m1), y1, d2, short(m2), y2)
	case m1 != m2:
		s = fmt.Sprintf("%d %s to %d %s %d", d1, short(m1), d2, short(m2), y2)
	default:
		s = fmt.Sprintf("%d-%d %s %d", d1, d2, short(m1), y1)
	}
	_, isoWeek := p.cursor.date.At(12*time.Hour, time.UTC).ISOWeek()
	return text.Of("Week ", isoWeek, " ", p.th.Glyphs.Separator, " ", s)
}

func short(month time.Month) string { return month.String()[:3] }

// calendarsShown is "3 calendars", with how many are hidden.
func (p *painter) calendarsShown() text.Text {
	shown, all := p.events.shown(), len(p.events.calendars)
	switch {
	case all == 0:
		return text.Text{}
	case p.second != nil && shown == all:
		return text.Of(views.Count(shown, "calendar", "calendars"), " + ", p.second)
	case shown < all:
		return text.Of(shown, " of ", views.Count(all, "calendar", "calendars"))
	}
	return text.Of(views.Count(shown, "calendar", "calendars"))
}

// clockNote says on which of the days shown the clocks change, and how.
func (p *painter) clockNote() text.Text {
	if p.inAgenda() || p.inMonth() {
		return text.Text{}
	}
	for d := range p.s.axis.Days() {
		start, end := p.s.axis.Bounds(d)
		length := end.Sub(start)
		if length == 24*time.Hour {
			continue
		}
		_, change := start.ZoneBounds()
		_, before := start.Zone()
		// The clock that is still on the wall names the moment.
		at := change.In(time.FixedZone("", before))
		way := "forward"
		if length > 24*time.Hour {
			way = "back"
		}
		on := (p.s.key.first + model.Date(d)).Weekday().String()[:3]
		return text.Of("clocks go ", way, " ", on, " ", views.Clock(at))
	}
	return text.Text{}
}
