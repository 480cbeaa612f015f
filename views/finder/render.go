package finder

import (
	"fmt"
	"strings"
	"time"

	"daybook/model"
	"daybook/theme"
	"daybook/widget/text"
)

// View implements views.View.
func (m *Model) View() string {
	if m.width < 1 || m.height < 1 {
		return ""
	}
	l := m.layout()
	rows := make([]string, m.height)
	put := func(r rect, lines []string) {
		for i := range min(r.h, len(lines)) {
			if y := r.y + i; y < len(rows) {
				rows[y] = text.FitStyled(rows[y], r.x) + lines[i]
			}
		}
	}
	rows[0] = m.title()
	if m.height > 1 {
		rows[1] = m.rule(l)
	}
	put(l.grid, m.grid(l.grid))
	if l.grid.w > 0 && l.list.y == l.grid.y {
		put(rect{l.grid.w, l.grid.y, 1, l.grid.h}, m.vertical(l.grid.h))
	} else if l.grid.w > 0 && l.list.y > 0 && l.list.y-1 < len(rows) {
		rows[l.list.y-1] = m.line(m.width)
	}
	put(l.list, m.list(l.list))
	put(l.foot, m.foot(l.foot))
	for i := range rows {
		rows[i] = text.FitStyled(rows[i], m.width)
	}
	return m.dialog.Over(strings.Join(rows, "\n"), m.width, m.height)
}

func (m *Model) line(width int) string {
	th := m.env.Theme
	return th.Border.Render(strings.Repeat(string(th.Glyphs.Border.Horizontal), max(0, width)))
}

func (m *Model) rule(l layout) string {
	th := m.env.Theme
	if l.grid.w == 0 || l.list.y != l.grid.y {
		return m.line(m.width)
	}
	return m.line(l.grid.w) + th.Border.Render(string(th.Glyphs.Border.TeeTop)) + m.line(m.width-l.grid.w-1)
}

func (m *Model) vertical(height int) []string {
	th := m.env.Theme
	out := make([]string, height)
	for i := range out {
		out[i] = th.Border.Render(string(th.Glyphs.Border.Vertical))
	}
	return out
}

// title says what is looked for.
func (m *Model) title() string {
	th := m.env.Theme
	people, rooms := 0, 0
	for _, p := range m.meeting.people {
		if p.kind == room {
			rooms++
		} else {
			people++
		}
	}
	who := fmt.Sprintf("%d people", people)
	if people == 1 {
		who = "you alone"
	}
	if rooms > 0 {
		who += fmt.Sprintf(" + %d room", rooms)
		if rooms > 1 {
			who += "s"
		}
	}
	span := "work hours"
	if m.look.off {
		span = "any hour"
	}
	parts := []string{who, lengthInWords(m.meeting.length), m.zone().String(), fmt.Sprintf("at least %g%%", m.meeting.minimum), span}
	head := th.Title.Render(" Find a time") + "  "
	if m.subject != "" {
		head += th.Strong.Render(text.Clean(m.subject).Truncate(30, text.Glyph(th.Glyphs.Ellipsis)).String()) + "  "
	}
	rest := text.Clean(strings.Join(parts, "   ")).Truncate(m.width-text.Width(head), text.Glyph(th.Glyphs.Ellipsis))
	return head + th.Muted.Render(rest.String())
}

func lengthInWords(d time.Duration) string {
	if d >= time.Hour && d%time.Hour == 0 {
		return fmt.Sprintf("%d h", d/time.Hour)
	}
	if d > time.Hour {
		return fmt.Sprintf("%d h %d min", d/time.Hour, d%time.Hour/time.Minute)
	}
	return fmt.Sprintf("%d min", d/time.Minute)
}

// grid draws the people over the days.
func (m *Model) grid(r rect) []string {
	if r.w == 0 {
		return nil
	}
	days := m.shown(r.w - namesWidth)
	lines := []string{m.dayNames(days), m.hourNames(days)}
	room := max(1, r.h-gridFrame)
	top := max(0, min(m.row-room/2, len(m.meeting.people)-room))
	for i := top; i < min(top+room, len(m.meeting.people)); i++ {
		lines = append(lines, m.personLine(i, days))
	}
	lines = append(lines, m.line(r.w), m.chanceLine(days), m.freeLine(days), m.spanLine(days))
	for i := range lines {
		lines[i] = text.FitStyled(lines[i], r.w)
	}
	return lines
}

// inDays draws a label and then a cell for each column.
func (m *Model) inDays(label string, days []day, cells func(b *strings.Builder, d day)) string {
	th := m.env.Theme
	var b strings.Builder
	b.WriteString(text.FitStyled(label, namesWidth))
	for _, d := range days {
		th.Border.Write(&b, string(th.Glyphs.Border.Vertical))
		cells(&b, d)
	}
	return b.String()
}

func (m *Model) dayNames(days []day) string {
	th := m.env.Theme
	today := model.DateIn(m.now())
	return m.inDays("", days, func(b *strings.Builder, d day) {
		layout, style := "Mon 2 Jan", th.Strong
		if dayWidth(d) < 10 {
			layout = "Mon 2"
		}
		if d.date == today {
			style = th.Today
		}
		name := text.Clean(d.date.At(12*time.Hour, m.zone()).Format(layout))
		if extra := m.clockChange(d); extra != "" && dayWidth(d) > 14 {
			name = text.Concat(name, text.Clean(" "+extra))
		}
		b.WriteString(style.Render(name.Truncate(dayWidth(d), text.Text{}).String()))
		b.WriteString(text.Blanks(dayWidth(d) - min(dayWidth(d), name.Width())))
	})
}

// clockChange says of a day on which the clocks change how long it is.
func (m *Model) clockChange(d day) string {
	long := (d.date + 1).At(0, m.zone()).Sub(d.date.At(0, m.zone()))
	if long == 24*time.Hour {
		return ""
	}
	return fmt.Sprintf("%gh", long.Hours())
}

// hourNames names every hour that has room for its number: two cells.
func (m *Model) hourNames(days []day) string {
	th := m.env.Theme
	return m.inDays("", days, func(b *strings.Builder, d day) {
		var names strings.Builder
		used := 0
		for i, c := range d.columns {
			if at := c.from.In(m.zone()); at.Minute() == 0 && used <= i && len(d.columns) > 1 {
				name := fmt.Sprint(at.Hour())
				if m.look.zoom == hours && at.Hour()%2 == 1 {
					continue
				}
				names.WriteString(strings.Repeat(" ", i-used) + name)
				used = i + len(name)
			}
		}
		label := names.String()
		b.WriteString(th.Muted.Render(text.Clean(label).Fit(dayWidth(d), text.Text{}).String()))
	})
}

// personLine is a row of the grid.
func (m *Model) personLine(i int, days []day) string {
	p := &m.meeting.people[i]
	return m.inDays(m.nameCell(i), days, func(b *strings.Builder, d day) {
		for _, c := range d.columns {
			m.cell(b, p, c, dayWidth(d)/len(d.columns))
		}
	})
}

// nameCell is who a row is: a mark, the name, and what is worth saying.
func (m *Model) nameCell(i int) string {
	th, p := m.env.Theme, m.meeting.people[i]
	mark, note := th.Glyphs.Person, ""
	switch {
	case p.kind == organizer:
		note = "you"
	case p.kind == optional:
		mark, note = th.Glyphs.Optional, "optional"
	case p.kind == room && !p.needed:
		mark, note = th.Glyphs.Room, "if free"
	case p.kind == room:
		mark = th.Glyphs.Room
	}
	switch {
	case p.loaded && !p.calendar.Readable():
		note = "unknown"
	case note == "" && p.hours != nil:
		note = m.offset(p.hours.Location())
	}
	st := th.Row(theme.RowState{Cursor: i == m.row, Focused: true})
	name := text.Clean(nameOf(p.address)).Fit(namesWidth-4-len(note), text.Glyph(th.Glyphs.Ellipsis))
	return st.Accent.Render(" "+string(mark)+" ") + st.Text.Render(name.String()) + st.Muted.Render(note+" ")
}

// offset is how far a zone's clocks are from ours, "" when they agree.
func (m *Model) offset(loc *time.Location) string {
	_, theirs := m.at.In(loc).Zone()
	_, ours := m.at.In(m.zone()).Zone()
	switch d := time.Duration(theirs-ours) * time.Second; {
	case d == 0:
		return ""
	case d%time.Hour == 0:
		return fmt.Sprintf("%+dh", d/time.Hour)
	default:
		return fmt.Sprintf("%+.1fh", d.Hours())
	}
}

// cell draws what somebody's calendar says of a column: by shape first.
func (m *Model) cell(b *strings.Builder, p *person, c column, width int) {
	th := m.env.Theme
	st := &th.Styles
	if m.within(c) {
		st = th.Row(theme.RowState{Cursor: true, Focused: true})
	}
	glyph, style := th.Glyphs.Unknown, st.Unknown
	if p.loaded {
		glyph, style = statusLook(th, st, p.calendar.During(c.from, c.to))
		if glyph == th.Glyphs.Free && p.hours != nil && m.look.zoom != wholeDays && !p.hours.Contains(c.from, c.to) {
			glyph, style = th.Glyphs.OffHours, st.OffHours
		}
	} else if p.problem == "" {
		glyph, style = " ", st.Muted
	}
	style.Write(b, strings.Repeat(string(glyph), width))
}

// statusLook is the sign and the style of a status.
func statusLook(th *theme.Theme, st *theme.Styles, s model.Status) (theme.Glyph, theme.Style) {
	switch s {
	case model.StatusBusy:
		return th.Glyphs.Busy, st.Busy
	case model.StatusTentative:
		return th.Glyphs.Tentative, st.Tentative
	case model.StatusOOF:
		return th.Glyphs.Away, st.Away
	case model.StatusWorkingElsewhere:
		return th.Glyphs.Elsewhere, st.Elsewhere
	case model.StatusUnknown:
		return th.Glyphs.Unknown, st.Unknown
	}
	return th.Glyphs.Free, st.Free
}

// within reports whether the meeting at the cursor takes a part of a column.
func (m *Model) within(c column) bool {
	return c.from.Before(m.at.Add(m.meeting.length)) && c.to.After(m.at)
}

// chanceLine is the chance of a meeting that starts in each column.
func (m *Model) chanceLine(days []day) string {
	th := m.env.Theme
	levels := th.Glyphs.Levels
	return m.inDays(th.Muted.Render(" Chance, starting here"), days, func(b *strings.Builder, d day) {
		for _, c := range d.columns {
			percent, _, ok := m.chance(c)
			style, glyph := th.Accent, theme.Glyph(" ")
			if ok {
				glyph = levels[int(percent)*(len(levels)-1)/100]
				if percent < m.meeting.minimum {
					style = th.Faint
				}
			}
			style.Write(b, strings.Repeat(string(glyph), dayWidth(d)/len(d.columns)))
		}
	})
}

func (m *Model) freeLine(days []day) string {
	th := m.env.Theme
	return m.inDays(th.Muted.Render(" Required all free"), days, func(b *strings.Builder, d day) {
		for _, c := range d.columns {
			glyph := theme.Glyph(" ")
			if _, free, ok := m.chance(c); ok && free {
				glyph = th.Glyphs.Check
			}
			th.Success.Write(b, string(glyph)+text.Blanks(dayWidth(d)/len(d.columns)-1))
		}
	})
}

// spanLine brackets the meeting at the cursor.
func (m *Model) spanLine(days []day) string {
	th := m.env.Theme
	border := th.Glyphs.Border
	return m.inDays("", days, func(b *strings.Builder, d day) {
		for i, c := range d.columns {
			glyph := theme.Glyph(" ")
			if m.within(c) {
				first := i == 0 || !m.within(d.columns[i-1])
				last := i == len(d.columns)-1 || !m.within(d.columns[i+1])
				switch {
				case first && last:
					glyph = th.Glyphs.ArrowUp
				case first:
					glyph = border.BottomLeft
				case last:
					glyph = border.BottomRight
				default:
					glyph = border.Horizontal
				}
			}
			th.Accent.Write(b, strings.Repeat(string(glyph), dayWidth(d)/len(d.columns)))
		}
	})
}
