package week

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"daybook/model"
	"daybook/theme"
	"daybook/views/week/grid"
	"daybook/widget/text"
)

// piece is what a block or a count draws on one row of a day.
type piece struct {
	from, to int // cells of the day
	drawn    string
}

// column draws one day: a line for each row in sight.
func (m *Model) column(s *sheet, day, rows int) []string {
	width := m.frame.edges[day+1] - m.frame.edges[day] - 1
	pieces := make([][]piece, rows)
	put := func(row int, p piece) {
		if y := row - m.layout.top; y >= 0 && y < rows && p.to > p.from {
			pieces[y] = append(pieces[y], p)
		}
	}
	for _, block := range s.days[day] {
		it := s.find(block.ID)
		from, to := block.Cells(width)
		if to < width && to-from > eventWidth {
			to-- // a gap between neighbours
		}
		// A block that begins above what is in sight has its title where it can
		// be read.
		top := min(max(block.From, m.layout.top), block.To-1)
		for i, line := range m.block(it, to-from, block.To-top, m.hint(s, day, block, it), followed(s.days[day], block)) {
			put(top+i, piece{from, to, line})
		}
	}
	for _, more := range s.more[day] {
		from, to := more.Cells(width)
		for row := more.From; row < more.To; row++ {
			words := text.Text{}
			if row == more.From {
				words = text.Clean("+" + strconv.Itoa(len(more.IDs)))
			}
			put(row, piece{from, to, m.theme.Accent.Render(words.Fit(to-from, text.Text{}).String())})
		}
	}
	lines := make([]string, rows)
	for y := range lines {
		slices.SortFunc(pieces[y], func(a, b piece) int { return a.from - b.from })
		var b strings.Builder
		at, row := 0, m.layout.top+y
		for _, p := range pieces[y] {
			m.blank(&b, s, day, row, p.from-at, at == 0 && len(pieces[y]) == 0)
			b.WriteString(p.drawn)
			at = p.to
		}
		m.blank(&b, s, day, row, width-at, at == 0)
		lines[y] = b.String()
	}
	return lines
}

// hint is the clock time that an event begins at, when its row does not tell.
func (m *Model) hint(s *sheet, day int, b grid.Block, it *item) string {
	at, _ := s.axis.At(day, b.From)
	if it.start.After(at) {
		return it.start.In(m.zone()).Format("15:04")
	}
	return ""
}

// blank draws cells of a day that no event has: the now line, the cursor, a
// selected span, hours that are not there, or nothing. Alone says that the
// whole row is free, so that there is room for words.
func (m *Model) blank(b *strings.Builder, s *sheet, day, row, width int, alone bool) {
	if width <= 0 {
		return
	}
	if row >= len(s.axis.Slots) {
		b.WriteString(text.Blanks(width))
		return
	}
	th := &m.theme
	at, kind := s.axis.At(day, row)
	nowDay, nowRow := m.nowAt(s)
	switch {
	case kind == grid.Skipped:
		th.Faint.Write(b, m.skipped(s, day, row, width))
	case kind == grid.Single:
		th.Faint.Write(b, strings.Repeat(string(th.Glyphs.Dashed), width))
	case m.spanned(at):
		label := ""
		if from, to := m.spanTimes(); alone && at.Equal(from) {
			label = " " + from.Format("15:04") + "-" + to.In(m.zone()).Format("15:04")
		}
		th.Selection.Write(b, text.Clean(label).Fit(width, m.ellipsis()).String())
	case m.onCursor(s, day, row):
		label := ""
		if alone {
			label = " " + at.Format("15:04")
		}
		th.Selection.Write(b, text.Clean(label).Fit(width, m.ellipsis()).String())
	case day == nowDay && row == nowRow:
		th.Now.Write(b, strings.Repeat(string(th.Glyphs.NowLine), width))
	case m.offHours(s, day, row):
		th.OffHours.Write(b, m.dots(s, row, width))
	default:
		b.WriteString(text.Blanks(width))
	}
}

// onCursor says that the cursor is on a row and on no event there.
func (m *Model) onCursor(s *sheet, day, row int) bool {
	return day == m.day() && !m.cursor.lane && m.grab == nil && m.cursor.id == "" && row == m.rowOf(s, m.cursor.slot)
}

// dotsApart is how far the dots of off hours are from each other, in cells.
const dotsApart = 4

// dots is how hours outside work are told from the others without a colour:
// sparsely dotted, on the hour.
func (m *Model) dots(s *sheet, row, width int) string {
	if s.axis.Slots[row].Clock%time.Hour != 0 {
		return text.Blanks(width)
	}
	dot := text.Glyph(m.theme.Glyphs.Free).String()
	line := strings.Repeat(strings.Repeat(" ", dotsApart-1)+dot, width/dotsApart)
	return line + text.Blanks(width-width/dotsApart*dotsApart)
}

// offHours says that a row is before the morning or after the evening, or on
// a day of rest.
func (m *Model) offHours(s *sheet, day, row int) bool {
	clock := s.axis.Slots[row].Clock
	return !m.works(s.key.first+model.Date(day)) || clock < m.options.Morning || clock >= m.options.Evening
}

// skipped is a row of hours that a day jumps over; the first says which.
func (m *Model) skipped(s *sheet, day, row, width int) string {
	dash := string(m.theme.Glyphs.Dashed)
	if row > 0 {
		if _, before := s.axis.At(day, row-1); before == grid.Skipped {
			return strings.Repeat(dash, width)
		}
	}
	last := row
	for last+1 < len(s.axis.Slots) {
		if _, kind := s.axis.At(day, last+1); kind != grid.Skipped {
			break
		}
		last++
	}
	from, to := s.axis.Slots[row].Clock, s.axis.Slots[last].Clock+s.axis.Step
	words := text.Clean(" " + hours(from) + "-" + hours(to) + " skipped ")
	if words.Width() > width {
		words = text.Literal(" skipped ").Truncate(width, text.Text{})
	}
	left := (width - words.Width()) / 2
	return strings.Repeat(dash, left) + words.String() + strings.Repeat(dash, width-left-words.Width())
}

// hours is a clock time without its minutes when there are none.
func hours(clock time.Duration) string { return strings.TrimSuffix(clockText(clock), ":00") }

// block draws an event: its edge tells what kind it is, the first line its
// title, and the following ones the rest of it and the place. A line is drawn
// under an event that another one follows without a gap.
func (m *Model) block(it *item, width, height int, hint string, followed bool) []string {
	th := &m.theme
	edge, edgeStyle, style := m.look(it)
	lines := make([]string, height)
	room := max(width-1, 0)
	words := m.words(it, room, height, hint)
	for i := range lines {
		var line text.Text
		if i < len(words) {
			line = words[i]
		}
		if i == height-1 && followed && it.ID != m.cursor.id && !it.gone() {
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
		return next.From == b.To && next.Column*b.Columns < (b.Column+b.Width)*next.Columns && b.Column*next.Columns < (next.Column+next.Width)*b.Columns
	})
}

// look is how an event's state is drawn: shape first, colour too.
func (m *Model) look(it *item) (edge theme.Glyph, edgeStyle, style theme.Style) {
	th, g, c := &m.theme, &m.theme.Glyphs, it.calendar.colour
	edge, edgeStyle, style = g.BlockLeft, th.CalendarEdge[c], th.CalendarBlock[c]
	switch {
	case it.gone():
		edge, edgeStyle, style = g.BlockGone, th.Calendar[c], th.Struck
	case it.tentative():
		edge = g.BlockTentative
	case it.ShowAs == model.ShowOOF:
		edge = g.BlockAway
	case it.ShowAs == model.ShowWorkingElsewhere:
		edge = g.BlockElsewhere
	case it.ShowAs == model.ShowFree:
		edge, edgeStyle, style = g.BlockFree, th.Calendar[c], th.Calendar[c]
	}
	if it.ID == m.cursor.id {
		edgeStyle, style = th.CalendarActive[c], th.CalendarActive[c]
	}
	return edge, edgeStyle, style
}

// words are the lines of a block: the title, wrapped while there is height
// for it, and the place.
func (m *Model) words(it *item, width, height int, hint string) []text.Text {
	title := text.Concat(m.marks(it), m.shape(it, width), it.title)
	if hint != "" && width >= 12 {
		title = text.Concat(text.Clean(hint+" "), title)
	}
	lines := m.titleLines(title, width, height)
	if len(lines) < height && !it.place.Empty() {
		lines = append(lines, it.place)
	}
	return lines
}

// narrow is the width below which a title that has no room for all of itself
// is not wrapped but set a word a line, each cut where it has to be: that reads
// better than the first words in pieces.
const narrow = 10

// titleLines is a title in so many lines at most.
func (m *Model) titleLines(title text.Text, width, height int) []text.Text {
	if height == 1 || width < 3 || title.Width() <= width {
		return []text.Text{title}
	}
	lines := title.Wrap(width)
	if width < narrow && len(lines) > height {
		lines = nil
		for word := range strings.FieldsSeq(title.String()) {
			lines = append(lines, text.Clean(word))
		}
	}
	if len(lines) > height {
		// The last line in sight keeps what is left, cut with an ellipsis.
		rest := text.Join(text.Literal(" "), lines[height-1:]...)
		lines = append(lines[:height-1:height-1], rest)
	}
	return lines
}

// shape is the sign of a calendar other than the person's main one, where
// there is room for it: colours alone do not tell calendars apart.
func (m *Model) shape(it *item, width int) text.Text {
	if it.calendar.Default || width < narrow {
		return text.Text{}
	}
	return text.Glyph(m.theme.Glyphs.Calendar[it.calendar.colour] + " ")
}

// marks stand before a title: an invitation without an answer, an event that
// is off.
func (m *Model) marks(it *item) text.Text {
	g := &m.theme.Glyphs
	switch {
	case it.gone():
		return text.Glyph(g.Cross)
	case it.open():
		return text.Glyph(g.Unknown)
	}
	return text.Text{}
}
