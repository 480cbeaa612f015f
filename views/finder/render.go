package finder

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"daybook/model"
	"daybook/theme"
	"daybook/widget/panes"
	"daybook/widget/row"
	"daybook/widget/text"
)

// The widths of the parts, in cells.
const (
	namesWidth  = 22
	sideWidth   = 34
	leastGrid   = 60 // narrower, there is the list alone
	leastBeside = 104
	footHeight  = 4
)

// painter draws the screen in one frame, each part in its place: a title line;
// the grid with the list beside it or under it; what is to be said of the slot at
// the bottom.
type painter struct {
	*shared
	th            *theme.Theme
	line          *timeline
	search        *search
	row           int // the person looked at
	width, height int

	gridAt, listAt, footAt panes.Rect

	// The days in sight stand in blocks of so many lines, a rule between them.
	days  [][]day
	block int
}

func (m *Model) painter() *painter {
	p := &painter{shared: m.shared, th: m.env.Theme, line: m.line, search: m.search, row: m.row,
		width: m.width, height: m.height}
	w, h := p.width, p.height
	foot := min(footHeight, max(0, h-8))
	body := h - 2 - foot
	p.footAt = panes.Rect{Y: h - foot, W: w, H: foot}
	switch {
	case w < leastGrid || body < 6:
		p.listAt = panes.Rect{Y: 2, W: w, H: body}
	case w < leastBeside:
		block := len(p.meeting.people) + gridFrame
		rows := min(body-4, block)
		for rows+1+block <= body/2 {
			rows += 1 + block // the list keeps half
		}
		p.gridAt = panes.Rect{Y: 2, W: w, H: rows}
		p.listAt = panes.Rect{Y: 3 + rows, W: w, H: body - rows - 1}
	default:
		p.gridAt = panes.Rect{Y: 2, W: w - sideWidth - 1, H: body}
		p.listAt = panes.Rect{X: w - sideWidth, Y: 2, W: sideWidth, H: body}
	}
	p.block = min(p.gridAt.H, len(p.meeting.people)+gridFrame)
	if p.gridAt.W > 0 {
		p.days = p.line.shown(p.gridAt.W-namesWidth, (p.gridAt.H+1)/(p.block+1))
	}
	return p
}

// gridFrame is the lines of the grid beside the people: two of heading, a
// rule, the chance, who is free, and the span of the meeting.
const gridFrame = 6

// View implements views.View.
func (m *Model) View() string {
	if m.width < 1 || m.height < 1 {
		return ""
	}
	return m.painter().view()
}

func (p *painter) view() string {
	rows := make([]string, p.height)
	put := func(r panes.Rect, lines []string) {
		for i := range min(r.H, len(lines)) {
			if y := r.Y + i; y < len(rows) {
				rows[y] = text.FitStyled(rows[y], r.X) + lines[i]
			}
		}
	}
	beside := p.gridAt.W > 0 && p.listAt.Y == p.gridAt.Y
	rows[0] = p.title()
	if p.height > 1 {
		rows[1] = p.rule(p.width)
		if beside {
			tee := p.th.Border.Render(string(p.th.Glyphs.Border.TeeTop))
			rows[1] = p.rule(p.gridAt.W) + tee + p.rule(p.width-p.gridAt.W-1)
		}
	}
	put(p.gridAt, p.grid())
	if beside {
		line := p.th.Border.Render(string(p.th.Glyphs.Border.Vertical))
		put(panes.Rect{X: p.gridAt.W, Y: p.gridAt.Y, W: 1, H: p.gridAt.H}, slices.Repeat([]string{line}, p.gridAt.H))
	} else if p.gridAt.W > 0 && p.listAt.Y > 0 && p.listAt.Y-1 < len(rows) {
		rows[p.listAt.Y-1] = p.rule(p.width)
	}
	put(p.listAt, p.list())
	put(p.footAt, p.foot())
	for i := range rows {
		rows[i] = text.FitStyled(rows[i], p.width)
	}
	return strings.Join(rows, "\n")
}

func (p *painter) rule(width int) string {
	return p.th.Border.Render(strings.Repeat(string(p.th.Glyphs.Border.Horizontal), max(0, width)))
}

// title says what is looked for.
func (p *painter) title() string {
	th := p.th
	people, rooms := 0, 0
	for _, who := range p.meeting.people {
		if who.kind == room {
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
	if p.meeting.off {
		span = "any hour"
	}
	if p.line.asked.words != "" {
		span = p.line.asked.words + ", " + span
	}
	length, zone, least := lengthInWords(p.meeting.length), p.line.zone().String(), percentText(p.meeting.minimum)
	head := th.Title.Render(" Find a time") + "  "
	if p.meeting.subject != "" {
		subject := text.Clean(p.meeting.subject).Truncate(30, text.Glyph(th.Glyphs.Ellipsis))
		head += th.Strong.Render(subject.String()) + "  "
	}
	room := p.width - text.Width(head)
	// The zone is told again below, so it goes first where there is little room.
	rest := text.Clean(strings.Join([]string{who, length, zone, "at least " + least, span}, "   "))
	for _, shorter := range [][]string{{who, length, "at least " + least, span}, {length, "at least " + least, span}, {length, least, span}} {
		if rest.Width() > room {
			rest = text.Clean(strings.Join(shorter, "  "))
		}
	}
	return head + th.Muted.Render(rest.Truncate(room, text.Glyph(th.Glyphs.Ellipsis)).String())
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
func (p *painter) grid() []string {
	r := p.gridAt
	if r.W == 0 {
		return nil
	}
	var lines []string
	top, room := p.people()
	for n, days := range p.days {
		if n > 0 {
			lines = append(lines, p.rule(r.W))
		}
		lines = append(lines, p.dayNames(days), p.hourNames(days))
		for i := top; i < min(top+room, len(p.meeting.people)); i++ {
			lines = append(lines, p.personLine(i, days))
		}
		lines = append(lines, p.rule(r.W), p.chanceLine(days), p.freeLine(days), p.spanLine(days))
	}
	for i := range lines {
		lines[i] = text.FitStyled(lines[i], r.W)
	}
	return lines
}

// people is the first of them that is in sight, and of how many there is room for.
func (p *painter) people() (top, room int) {
	room = max(1, p.block-gridFrame)
	return max(0, min(p.row-room/2, len(p.meeting.people)-room)), room
}

// personAt is who stands in a line of the screen.
func (p *painter) personAt(y int) (i int, ok bool) {
	top, room := p.people()
	i = (y-p.gridAt.Y)%(p.block+1) - 2
	return top + i, i >= 0 && i < room && top+i < len(p.meeting.people)
}

// startAt is when the column begins that stands at a cell of the screen.
func (p *painter) startAt(x, y int) (time.Time, bool) {
	n := (y - p.gridAt.Y) / (p.block + 1)
	if n < 0 || n >= len(p.days) {
		return time.Time{}, false
	}
	left := namesWidth
	for _, d := range p.days[n] {
		left++
		cells := dayWidth(d)
		if x >= left && x < left+cells {
			return d.columns[(x-left)*len(d.columns)/cells].from, true
		}
		left += cells
	}
	return time.Time{}, false
}

// inDays draws a label and then a cell for each column.
func (p *painter) inDays(label string, days []day, cells func(b *strings.Builder, d day)) string {
	th := p.th
	var b strings.Builder
	b.WriteString(text.FitStyled(label, namesWidth))
	for _, d := range days {
		th.Border.Write(&b, string(th.Glyphs.Border.Vertical))
		cells(&b, d)
	}
	return b.String()
}

func (p *painter) dayNames(days []day) string {
	th := p.th
	today := model.DateIn(p.line.now())
	return p.inDays("", days, func(b *strings.Builder, d day) {
		layout, style := "Mon 2 Jan", th.Strong
		if dayWidth(d) < 10 {
			layout = "Mon 2"
		}
		if d.date == today {
			style = th.Today
		}
		name := text.Clean(d.date.At(12*time.Hour, p.line.zone()).Format(layout))
		if extra := p.clockChange(d); extra != "" && dayWidth(d) > 14 {
			name = text.Concat(name, text.Clean(" "+extra))
		}
		b.WriteString(style.Render(name.Truncate(dayWidth(d), text.Text{}).String()))
		b.WriteString(text.Blanks(dayWidth(d) - min(dayWidth(d), name.Width())))
	})
}

// clockChange says of a day on which the clocks change how long it is.
func (p *painter) clockChange(d day) string {
	long := (d.date + 1).At(0, p.line.zone()).Sub(d.date.At(0, p.line.zone()))
	if long == 24*time.Hour {
		return ""
	}
	return fmt.Sprintf("%gh", long.Hours())
}

// hourNames names as many hours as have room for two digits and a blank, from
// the first one of a day on.
func (p *painter) hourNames(days []day) string {
	th := p.th
	every := 1 // hour
	for every*int(hours/p.line.zoom) < 3 && p.line.zoom < wholeDays {
		every++
	}
	return p.inDays("", days, func(b *strings.Builder, d day) {
		var names strings.Builder
		used, passed := 0, 0
		for i, c := range d.columns {
			at := c.from.In(p.line.zone())
			if at.Minute() != 0 || len(d.columns) == 1 {
				continue
			}
			if passed%every == 0 && i+2 <= len(d.columns) {
				names.WriteString(text.Blanks(i-used) + fmt.Sprintf("%02d", at.Hour()))
				used = i + 2
			}
			passed++
		}
		label := names.String()
		b.WriteString(th.Muted.Render(text.Clean(label).Fit(dayWidth(d), text.Text{}).String()))
	})
}

// personLine is a row of the grid.
func (p *painter) personLine(i int, days []day) string {
	who := &p.meeting.people[i]
	return p.inDays(p.nameCell(i), days, func(b *strings.Builder, d day) {
		for _, c := range d.columns {
			width := dayWidth(d) / len(d.columns)
			if p.line.zoom != wholeDays {
				p.cell(b, who, c, width)
				continue
			}
			for i := range width { // a busy hour is no busy day
				p.cell(b, who, c.part(i, width), 1)
			}
		}
	})
}

// nameCell is who a row is: a mark, the name, and what is worth saying.
func (p *painter) nameCell(i int) string {
	th, who := p.th, p.meeting.people[i]
	mark, note := otherMarks.person, ""
	switch {
	case who.kind == organizer:
		note = "you"
	case who.kind == optional:
		mark, note = otherMarks.optional, "optional"
	case who.kind == room && !who.needed:
		mark, note = otherMarks.room, "if free"
	case who.kind == room:
		mark = otherMarks.room
	}
	switch {
	case who.loaded && !who.calendar.Readable():
		note = "unknown"
	case note == "" && who.hours != nil:
		note = p.offset(who.hours.Location())
	}
	line := row.For(th, theme.RowState{Cursor: i == p.row, Focused: true})
	line.Columns(namesWidth,
		row.Column{Text: text.Glyph(" " + mark.Sign(&th.Glyphs) + " "), Style: mark.Look(line.Styles), Own: true},
		row.Column{Text: text.Clean(nameOf(who.address)), Style: line.Styles.Text, Fill: true},
		row.Column{Text: text.Clean(note), Style: line.Styles.Muted, Own: true},
		row.Column{Text: text.Literal(" "), Style: line.Styles.Muted, Own: true})
	return line.String()
}

// offset is how far a zone's clocks are from ours, "" when they agree.
func (p *painter) offset(loc *time.Location) string {
	_, theirs := p.line.at.In(loc).Zone()
	_, ours := p.line.at.In(p.line.zone()).Zone()
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
func (p *painter) cell(b *strings.Builder, who *person, c column, width int) {
	th := p.th
	st := &th.Styles
	if p.within(c) {
		st = th.Row(theme.RowState{Cursor: true, Focused: true})
	}
	status := model.StatusUnknown
	if who.loaded {
		status = who.calendar.During(c.from, c.to)
	} else if who.problem == "" {
		st.Muted.Write(b, text.Blanks(width))
		return
	}
	mark := statusMarks[status]
	if status == model.StatusFree && who.hours != nil && !who.hours.Contains(c.from, c.to) {
		mark = otherMarks.offHours
	}
	mark.Look(st).Write(b, strings.Repeat(string(mark.Sign(&th.Glyphs)), width))
}

// within reports whether the meeting at the cursor takes a part of a column.
func (p *painter) within(c column) bool {
	return c.from.Before(p.meeting.end(p.line.at)) && c.to.After(p.line.at)
}

// chanceLine is the chance of a meeting that starts in each column.
func (p *painter) chanceLine(days []day) string {
	th := p.th
	levels := th.Glyphs.Levels
	return p.inDays(th.Muted.Render(" Chance, starting here"), days, func(b *strings.Builder, d day) {
		for _, c := range d.columns {
			percent, _, says := p.search.chance(c)
			style, glyph := th.Accent, theme.Glyph(" ")
			switch says {
			case offHours:
				style, glyph = drawn(th, otherMarks.offHours)
			case organizerAway:
				style, glyph = drawn(th, otherMarks.organizerAway)
			case possible:
				glyph = levels[max(int(percent)*(len(levels)-1)/100, 1)] // none is where nothing is searched
				if percent < p.meeting.minimum {
					style = th.Faint
				}
			}
			style.Write(b, strings.Repeat(string(glyph), dayWidth(d)/len(d.columns)))
		}
	})
}

func drawn(th *theme.Theme, m theme.Mark) (theme.Style, theme.Glyph) {
	return m.Look(&th.Styles), m.Sign(&th.Glyphs)
}

func (p *painter) freeLine(days []day) string {
	th := p.th
	return p.inDays(th.Muted.Render(" Required all free"), days, func(b *strings.Builder, d day) {
		for _, c := range d.columns {
			glyph := theme.Glyph(" ")
			if _, free, says := p.search.chance(c); says == possible && free {
				glyph = otherMarks.allFree.Sign(&th.Glyphs)
			}
			th.Success.Write(b, string(glyph)+text.Blanks(dayWidth(d)/len(d.columns)-1))
		}
	})
}

// spanLine brackets the meeting at the cursor.
func (p *painter) spanLine(days []day) string {
	th := p.th
	border := th.Glyphs.Border
	return p.inDays("", days, func(b *strings.Builder, d day) {
		for i, c := range d.columns {
			glyph := theme.Glyph(" ")
			if p.within(c) {
				first := i == 0 || !p.within(d.columns[i-1])
				last := i == len(d.columns)-1 || !p.within(d.columns[i+1])
				switch {
				case first && last:
					glyph = otherMarks.point.Sign(&th.Glyphs)
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
