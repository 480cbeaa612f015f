package week

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/charmbracelet/colorprofile"

	"daybook/model"
	"daybook/theme"
	"daybook/views"
	"daybook/views/week/grid"
	"daybook/widget/text"
)

// painter draws the days as they are in one frame.
type painter struct {
	*days
	th             *theme.Theme
	s              *sheet // nil for the month, which has one of its own
	nowDay, nowRow int    // where the present is, day -1 when it is not shown
}

func (d *days) painter() *painter {
	p := &painter{days: d, th: d.env.Theme, nowDay: -1}
	if d.inMonth() {
		return p
	}
	p.s = d.sheetNow()
	now := d.now()
	if day := int(model.DateIn(now) - p.s.key.first); day >= 0 && day < p.s.axis.Days() {
		p.nowDay, p.nowRow = day, p.s.axis.Row(day, now)
	}
	return p
}

// view draws the grid, the agenda or the month below the title line, in all of the height.
func (p *painter) view(b *strings.Builder) {
	switch {
	case p.inMonth():
		p.month(b)
	case p.inAgenda():
		p.agenda(b)
	default:
		p.grid(b)
	}
}

func (p *painter) ellipsis() text.Text { return text.Glyph(p.th.Glyphs.Ellipsis) }

func (p *painter) grid(b *strings.Builder) {
	p.frame = frame{edges: make([]int, p.s.axis.Days()+1), lane: 2, top: 3 + p.s.laneRows}
	left := p.gutter()
	for i := range p.frame.edges { // what is left over goes to the first days
		p.frame.edges[i] = left + (p.width-left)*i/p.s.axis.Days()
	}
	p.header(b)
	b.WriteByte('\n')
	p.lane(b)
	p.rule(b)
	columns := make([][]string, p.s.axis.Days())
	rows := p.rows()
	for d := range columns {
		columns[d] = p.column(d, rows)
	}
	line := p.th.Border.Render(string(p.th.Glyphs.Border.Vertical))
	for y := range rows {
		b.WriteByte('\n')
		row := p.layout.top + y
		if row >= len(p.s.axis.Slots) {
			b.WriteString(text.Blanks(p.width))
			continue
		}
		p.hour(b, row)
		for d := range columns {
			b.WriteString(line)
			b.WriteString(columns[d][y])
		}
	}
}

// dayRoom is how many cells a day has, or days beside each other.
func (p *painter) dayRoom(from, to int) int { return p.frame.edges[to+1] - p.frame.edges[from] - 1 }

// header names the zones and the days.
func (p *painter) header(b *strings.Builder) {
	th := p.th
	noon := p.cursor.date.At(12*time.Hour, p.zone())
	zones := text.Clean(" "+abbreviation(noon)).Fit(clockCells, text.Text{})
	if p.second != nil {
		zones = text.Concat(zones, text.Clean(p.secondName(noon)).Fit(p.secondCells(), text.Text{}), text.Literal(" "))
	}
	th.Muted.Write(b, zones.String())
	today := p.today()
	for d := range p.s.axis.Days() {
		th.Border.Write(b, string(th.Glyphs.Border.Vertical))
		_, room := p.s.part(0, p.dayRoom(d, d))
		date := p.s.key.first + model.Date(d)
		_, _, day := date.Civil()
		name := fmt.Sprintf("%s %d", date.Weekday().String()[:3], day)
		style, note := th.Muted, ""
		if date == p.cursor.date {
			style = th.Strong
		}
		used := 1 + len(name)
		label := " " + style.Render(name)
		if date == today {
			label = th.TabActive.Render(" " + name + " ")
			used++
			note = " today"
		}
		start, end := p.s.axis.Bounds(d)
		if length := end.Sub(start); length != 24*time.Hour {
			note = " " + strconv.Itoa(int(length.Hours())) + "h"
		}
		if used+len(note) <= room {
			label += th.Accent.Render(note)
		}
		b.WriteString(text.FitStyled(label, room))
		for i, c := range p.s.beside {
			from, to := p.s.part(1+i, p.dayRoom(d, d))
			b.WriteString(p.divider())
			th.Calendar[c.colour].Write(b, text.Concat(text.Glyph(" "+c.sign(th)+" "), c.name).Fit(to-from, p.ellipsis()).String())
		}
	}
}

// secondName is the second zone's abbreviation; an offset without its colon
// where there is no room for it.
func (p *painter) secondName(at time.Time) string {
	name := abbreviation(at.In(p.second))
	if len(name) > p.secondCells() {
		name = strings.ReplaceAll(name, ":", "")
	}
	return name
}

// rule stands between the lane and the hours.
func (p *painter) rule(b *strings.Builder) {
	g := p.th.Glyphs.Border
	var line strings.Builder
	line.WriteString(strings.Repeat(string(g.Horizontal), p.frame.edges[0]))
	for d := range len(p.frame.edges) - 1 {
		line.WriteString(string(g.Cross))
		line.WriteString(strings.Repeat(string(g.Horizontal), p.dayRoom(d, d)))
	}
	p.th.Border.Write(b, line.String())
}

// hour is the gutter of a row: the hour, or the present, or the cursor's time.
func (p *painter) hour(b *strings.Builder, row int) {
	th, slot := p.th, p.s.axis.Slots[row]
	cursor, now := !p.cursor.lane && p.row() == row, p.nowDay >= 0 && row == p.nowRow
	label, style, mark := "", th.Muted, " "
	if slot.Second {
		mark = string(th.Glyphs.Second)
	}
	switch {
	case now:
		label, style, mark = views.Clock(p.now()), th.Now, string(eventMarks.now.Sign(&th.Glyphs))
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
	if p.second == nil {
		return
	}
	other := ""
	if slot.Clock%time.Hour == 0 {
		other = p.clockElsewhere(row)
	}
	th.Faint.Write(b, text.Clean(other).Fit(p.secondCells(), text.Text{}).String()+" ")
}

// clockElsewhere is what the second zone's clock shows at a row: on the
// cursor's day, as the zones need not change on the same day.
func (p *painter) clockElsewhere(row int) string {
	at, kind := p.s.axis.At(p.day(), row)
	if kind != grid.Ordinary {
		return ""
	}
	if p.secondCells() == 5 {
		return views.Clock(at.In(p.second))
	}
	return at.In(p.second).Format("15")
}

// piece is what a block or a count draws on one row of a day.
type piece struct {
	from, to int // cells of the day
	drawn    string
}

// column draws one day, with the parts of colleagues in it: a line for each row
// in sight.
func (p *painter) column(day, rows int) []string {
	lines := make([]string, rows)
	for part := range p.s.key.parts {
		from, to := p.s.part(part, p.dayRoom(day, day))
		for y, drawn := range p.part(day, part, to-from, rows) {
			if part > 0 {
				lines[y] += p.divider()
			}
			lines[y] += drawn
		}
	}
	return lines
}

// divider stands before a colleague's part of a day.
func (p *painter) divider() string {
	style, glyph := eventMarks.divider.Look(&p.th.Styles), eventMarks.divider.Sign(&p.th.Glyphs)
	return style.Render(string(glyph))
}

func (p *painter) part(day, part, width, rows int) []string {
	blocks, counts := p.s.days[p.s.column(day, part)], p.s.more[p.s.column(day, part)]
	pieces := make([][]piece, rows)
	put := func(row int, drawn piece) {
		if y := row - p.layout.top; y >= 0 && y < rows && drawn.to > drawn.from {
			pieces[y] = append(pieces[y], drawn)
		}
	}
	for _, span := range blocks {
		it := p.s.find(span.ID)
		from, to := span.Cells(width)
		if to < width && to-from > eventWidth {
			to-- // a gap between neighbours
		}
		// A block that begins above what is in sight has its title where it can
		// be read.
		top := min(max(span.From, p.layout.top), span.To-1)
		selected, next := it.ID == p.cursor.id, followed(blocks, span)
		clock := views.Clock(it.start.In(p.zone()))
		for i, line := range block(p.th, it, to-from, span.To-top, p.hint(day, span, it), clock, selected, next) {
			put(top+i, piece{from, to, line})
		}
	}
	for _, more := range counts {
		from, to := more.Cells(width)
		for row := more.From; row < more.To; row++ {
			words := text.Text{}
			if row == more.From {
				words = text.Clean("+" + strconv.Itoa(len(more.IDs)))
			}
			put(row, piece{from, to, p.th.Accent.Render(words.Fit(to-from, text.Text{}).String())})
		}
	}
	lines := make([]string, rows)
	for y := range lines {
		slices.SortFunc(pieces[y], func(a, b piece) int { return a.from - b.from })
		var b strings.Builder
		at, row := 0, p.layout.top+y
		for _, next := range pieces[y] {
			p.blank(&b, day, row, next.from-at, part, at == 0 && len(pieces[y]) == 0)
			b.WriteString(next.drawn)
			at = next.to
		}
		p.blank(&b, day, row, width-at, part, at == 0)
		lines[y] = b.String()
	}
	return lines
}

// hint is the clock time that an event begins at, when its row does not tell.
func (p *painter) hint(day int, b grid.Block, it *item) string {
	at, _ := p.s.axis.At(day, b.From)
	if it.start.After(at) {
		return views.Clock(it.start.In(p.zone()))
	}
	return ""
}

// blank draws cells of a day that no event has: the now line, the cursor, a
// selected span, hours that are not there, or nothing. The cursor and a span are
// in the person's own part, 0. Alone says that the whole row is free, so that
// there is room for words.
func (p *painter) blank(b *strings.Builder, day, row, width, part int, alone bool) {
	if width <= 0 {
		return
	}
	if row >= len(p.s.axis.Slots) {
		b.WriteString(text.Blanks(width))
		return
	}
	th := p.th
	at, kind := p.s.axis.At(day, row)
	switch {
	case kind == grid.Skipped:
		th.Faint.Write(b, p.skipped(day, row, width))
	case kind == grid.Single:
		th.Faint.Write(b, strings.Repeat(string(th.Glyphs.Dashed), width))
	case part == 0 && p.spanned(at):
		label := ""
		if from, to := p.span(); alone && at.Equal(from) {
			label = " " + views.Clocks(from, to.In(p.zone()))
		}
		th.Selection.Write(b, text.Clean(label).Fit(width, p.ellipsis()).String())
	case part == 0 && p.onCursor(day, row):
		label := ""
		if alone {
			label = " " + views.Clock(at)
		}
		th.Selection.Write(b, text.Clean(label).Fit(width, p.ellipsis()).String())
	case day == p.nowDay && row == p.nowRow:
		th.Now.Write(b, strings.Repeat(string(th.Glyphs.NowLine), width))
	case p.offHours(day, row):
		th.OffHours.Write(b, p.dots(row, width))
	default:
		b.WriteString(text.Blanks(width))
	}
}

// spanned says that a row is in the span that was begun.
func (p *painter) spanned(at time.Time) bool {
	if p.anchor.IsZero() {
		return false
	}
	from, to := p.span()
	return !at.Before(from) && at.Before(to)
}

// onCursor says that the cursor is on a row and on no event there.
func (p *painter) onCursor(day, row int) bool {
	return day == p.day() && !p.cursor.lane && p.grab == nil && p.cursor.id == "" && row == p.row()
}

// dotsApart is how far the dots of off hours are from each other, in cells.
const dotsApart = 4

// dots is how hours outside work are told from the others without a colour:
// sparsely dotted, on the hour.
func (p *painter) dots(row, width int) string {
	if p.s.axis.Slots[row].Clock%time.Hour != 0 {
		return text.Blanks(width)
	}
	dot := text.Glyph(p.th.Glyphs.Free).String()
	line := strings.Repeat(strings.Repeat(" ", dotsApart-1)+dot, width/dotsApart)
	return line + text.Blanks(width-width/dotsApart*dotsApart)
}

// offHours says that a row is before the morning or after the evening, or on
// a day of rest.
func (p *painter) offHours(day, row int) bool {
	clock := p.s.axis.Slots[row].Clock
	weekday := (p.s.key.first + model.Date(day)).Weekday()
	return !p.options.WorkDays[weekday] || clock < p.options.Morning || clock >= p.options.Evening
}

// skipped is a row of hours that a day jumps over; the first says which.
func (p *painter) skipped(day, row, width int) string {
	dash := string(p.th.Glyphs.Dashed)
	if row > 0 {
		if _, before := p.s.axis.At(day, row-1); before == grid.Skipped {
			return strings.Repeat(dash, width)
		}
	}
	last := row
	for last+1 < len(p.s.axis.Slots) {
		if _, kind := p.s.axis.At(day, last+1); kind != grid.Skipped {
			break
		}
		last++
	}
	from, to := p.s.axis.Slots[row].Clock, p.s.axis.Slots[last].Clock+p.s.axis.Step
	words := text.Clean(" " + hours(from) + "-" + hours(to) + " skipped ")
	if words.Width() > width {
		words = text.Literal(" skipped ").Truncate(width, text.Text{})
	}
	left := (width - words.Width()) / 2
	return strings.Repeat(dash, left) + words.String() + strings.Repeat(dash, width-left-words.Width())
}

// lane draws the events of whole days above the hours, each row ended
// with a line break.
func (p *painter) lane(b *strings.Builder) {
	th := p.th
	separator := th.Border.Render(string(th.Glyphs.Border.Vertical))
	for row := range p.s.laneRows {
		label := text.Text{}
		if row == 0 {
			label = text.Literal(" all")
		}
		th.Muted.Write(b, label.Fit(p.frame.edges[0], text.Text{}).String())
		bars := rowOfBars(p.s.bars, row)
		for d := 0; d < p.s.axis.Days(); {
			b.WriteString(separator)
			if len(bars) > 0 && bars[0].From == d {
				width := p.dayRoom(d, bars[0].To)
				b.WriteString(p.bar(p.s.find(bars[0].ID), bars[0], width))
				d = bars[0].To + 1
				bars = bars[1:]
				continue
			}
			width := p.dayRoom(d, d)
			words := text.Text{}
			if n := p.s.hidden[d]; n > 0 && row == p.s.laneRows-1 {
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
func (p *painter) bar(it *item, bar grid.Bar, width int) string {
	g := &p.th.Glyphs
	selected := p.isSelected(it)
	edge, edgeStyle, style := eventLook(p.th, it, selected)
	if c := it.calendar.colour; it.ShowAs == model.ShowFree && !it.gone() && !selected {
		// A bar without a ground could not be told from the blank after it.
		edgeStyle, style = p.th.CalendarEdge[c], p.th.CalendarBlock[c]
	}
	if bar.Before {
		edge = g.ArrowLeft
	}
	room := max(width-1, 0)
	words := text.Concat(marks(p.th, it), shape(p.th, it, width), it.title)
	if !it.allDay {
		words = text.Concat(text.Clean(views.Clock(it.start.In(p.zone()))+" "), words)
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

// block draws an event: its edge tells what kind it is, the first line its
// title, and the following ones the rest of it and the place. A line is drawn
// under an event that another one follows without a gap.
func block(th *theme.Theme, it *item, width, height int, hint, clock string, selected, followed bool) []string {
	edge, edgeStyle, style := eventLook(th, it, selected)
	lines := make([]string, height)
	room := max(width-1, 0)
	words := blockWords(th, it, room, height, hint, clock)
	for i := range lines {
		var line text.Text
		if i < len(words) {
			line = words[i]
		}
		if i == height-1 && followed && !selected && !it.gone() {
			style = th.CalendarLast[it.calendar.colour]
		}
		lines[i] = edgeStyle.Render(text.Glyph(edge).Fit(min(width, 1), text.Text{}).String()) +
			style.Render(line.Fit(room, text.Glyph(th.Glyphs.Ellipsis)).String())
	}
	return lines
}

// followed says that another block begins where this one ends.
func followed(blocks []grid.Block, b grid.Block) bool {
	return slices.ContainsFunc(blocks, func(next grid.Block) bool {
		return next.From == b.To && next.Column*b.Columns < (b.Column+b.Width)*next.Columns &&
			b.Column*next.Columns < (next.Column+next.Width)*b.Columns
	})
}

// eventLook is how an event's state is drawn: shape first, colour too.
func eventLook(th *theme.Theme, it *item, selected bool) (edge theme.Glyph, edgeStyle, style theme.Style) {
	c, mark := it.calendar.colour, eventMarks.busy
	edgeStyle, style = th.CalendarEdge[c], th.CalendarBlock[c]
	switch {
	case it.gone():
		mark, edgeStyle, style = eventMarks.gone, th.Calendar[c], th.Struck
	case it.tentative():
		mark = eventMarks.tentative
	case it.ShowAs == model.ShowOOF:
		mark = eventMarks.away
	case it.ShowAs == model.ShowWorkingElsewhere:
		mark = eventMarks.elsewhere
	case it.ShowAs == model.ShowFree:
		mark, edgeStyle, style = eventMarks.free, th.Calendar[c], th.Calendar[c]
	}
	if selected {
		edgeStyle, style = th.CalendarActive[c], th.CalendarActive[c]
	}
	return mark.Sign(&th.Glyphs), edgeStyle, style
}

// hinted is the width from which a title has its time before it where the row
// does not tell it. A narrower event has it on a line of its own.
const hinted = 12

// blockWords are the lines of a block: the title, wrapped while there is height
// for it, when it begins where the block is narrow, and the place.
func blockWords(th *theme.Theme, it *item, width, height int, hint, clock string) []text.Text {
	title := text.Concat(marks(th, it), it.title)
	if it.calendar.Person == "" { // theirs are in a part of their own, which has the sign
		title = text.Concat(marks(th, it), shape(th, it, width), it.title)
	}
	if hint != "" && width >= hinted {
		title = text.Concat(text.Clean(hint+" "), title)
	}
	lines := titleLines(title, width, height)
	if width < hinted && width >= len("15:04") && len(lines) < height {
		lines = append(lines, text.Clean(clock))
	}
	if len(lines) < height && !it.place.Empty() {
		lines = append(lines, it.place)
	}
	return lines
}

// narrow is the width below which there is no room for signs before a title.
const narrow = 10

// titleLines is a title in so many lines at most, cut once, at its end.
func titleLines(title text.Text, width, height int) []text.Text {
	if height == 1 || width < 3 || title.Width() <= width {
		return []text.Text{title}
	}
	lines := title.Wrap(width)
	if len(lines) > height {
		// The last line in sight keeps what is left, cut with an ellipsis.
		rest := text.Join(text.Literal(" "), lines[height-1:]...)
		lines = append(lines[:height-1:height-1], rest)
	}
	return lines
}

// shape is the sign of a calendar other than the person's main one, where
// there is room for it: colours alone do not tell calendars apart. Where there
// are none it is all that does, and needs less room.
func shape(th *theme.Theme, it *item, width int) text.Text {
	colourless := th.Profile <= colorprofile.ASCII
	switch {
	case it.calendar.Default:
	case width >= narrow:
		return text.Glyph(it.calendar.sign(th) + " ")
	case colourless && width >= 4:
		return text.Glyph(it.calendar.sign(th))
	}
	return text.Text{}
}

// marks stand before a title: an invitation without an answer, an event that
// is off.
func marks(th *theme.Theme, it *item) text.Text {
	switch {
	case it.gone():
		return text.Glyph(eventMarks.off.Sign(&th.Glyphs))
	case it.open():
		return text.Glyph(eventMarks.open.Sign(&th.Glyphs))
	}
	return text.Text{}
}
