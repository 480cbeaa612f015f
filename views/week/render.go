package week

import (
	"fmt"
	"strings"
	"time"

	"daybook/model"
	"daybook/theme"
	"daybook/views"
	"daybook/widget/text"
)

// View draws the screen: exactly height lines of exactly width cells.
func (m *Model) View() string {
	if m.width <= 0 || m.height <= 0 {
		return ""
	}
	m.followTheme()
	if m.width < minWidth || m.height < minHeight {
		return m.tooSmall()
	}
	var b strings.Builder
	b.Grow(m.width * m.height * 4)
	b.WriteString(m.titleLine())
	b.WriteByte('\n')
	switch {
	case m.failed != nil && m.book.to.IsZero():
		b.WriteString(m.message(m.height-1, m.couldNotRead()...))
	case m.book.to.IsZero():
		b.WriteString(m.message(m.height-1, text.Concat(text.Literal("Opening the calendars"), m.ellipsis())))
	case m.inAgenda():
		b.WriteString(m.agenda(m.height - 1))
	default:
		m.gridView(&b)
	}
	drawn := b.String()
	if m.editor != nil {
		drawn = m.editorView(drawn)
	}
	return m.custom.Over(m.overlaid(drawn), m.width, m.height)
}

// followTheme takes the root's theme when it has changed.
func (m *Model) followTheme() { m.theme = *m.env.Theme }

func (m *Model) ellipsis() text.Text { return text.Glyph(m.theme.Glyphs.Ellipsis) }

// tooSmall fills what is no screen with a word.
func (m *Model) tooSmall() string {
	lines := make([]string, m.height)
	for i := range lines {
		lines[i] = text.Blanks(m.width)
	}
	lines[m.height/2] = text.Literal("window too small").Fit(m.width, text.Text{}).String()
	return strings.Join(lines, "\n")
}

// message is lines of words in the middle of an empty screen.
func (m *Model) message(height int, words ...text.Text) string {
	lines := make([]string, height)
	top := max((height-len(words))/2, 0)
	for i := range lines {
		lines[i] = text.Blanks(m.width)
		if at := i - top; at >= 0 && at < len(words) {
			style := m.theme.Muted
			if at == 0 {
				style = m.theme.Strong
			}
			said := words[at].Truncate(m.width, m.ellipsis())
			left := (m.width - said.Width()) / 2
			lines[i] = text.FitStyled(text.Blanks(left)+style.Render(said.String()), m.width)
		}
	}
	return strings.Join(lines, "\n")
}

// couldNotRead says why there are no calendars.
func (m *Model) couldNotRead() []text.Text {
	room := max(m.width-4, 1)
	if says, missing := views.Missing(m.env, m.failed); missing {
		return append([]text.Text{text.Literal("No calendars to show")}, says.Wrap(room)...)
	}
	words := append([]text.Text{text.Literal("The calendars could not be read")}, text.Clean(m.failed.Error()).Wrap(room)...)
	return append(words, text.Literal("ctrl+r tries again"))
}

// titleLine says which days, in which zone, from which calendars, and what
// the clocks do.
func (m *Model) titleLine() string {
	th := &m.theme
	left := text.Concat(text.Literal(" "), m.span())
	right, style := m.calendarsShown(), th.Muted
	note := m.clockNote()
	warn := ""
	if !note.Empty() {
		warn = th.Warning.Render("  " + string(th.Glyphs.Warning) + " " + note.String())
	}
	room := m.width - text.Width(warn) - 1
	if room < left.Width() {
		warn, room = "", m.width-1
	}
	zone := text.Concat(text.Glyph(" "+th.Glyphs.Separator+" "), text.Clean(m.zoneName()))
	line := th.Title.Render(left.Truncate(room, m.ellipsis()).String())
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
	return text.FitStyled(line+warn, m.width)
}

func (m *Model) zoneName() string {
	if name := m.zone().String(); name != "Local" {
		return name
	}
	return abbreviation(m.cursor.date.At(12*time.Hour, m.zone()))
}

// span is "Week 43 · 19–25 Oct 2026".
func (m *Model) span() text.Text {
	dash := "–"
	if m.theme.Glyphs.Ellipsis == theme.ASCII().Ellipsis {
		dash = "-"
	}
	first := m.first()
	last := first + model.Date(m.shownDays()-1)
	y1, m1, d1 := first.Civil()
	y2, m2, d2 := last.Civil()
	var s string
	switch {
	case first == last:
		s = fmt.Sprintf("%s %d %s %d", first.Weekday(), d1, m1, y1)
	case y1 != y2:
		s = fmt.Sprintf("%d %s %d %s %d %s %d", d1, short(m1), y1, dash, d2, short(m2), y2)
	case m1 != m2:
		s = fmt.Sprintf("%d %s %s %d %s %d", d1, short(m1), dash, d2, short(m2), y2)
	default:
		s = fmt.Sprintf("%d%s%d %s %d", d1, dash, d2, short(m1), y1)
	}
	_, isoWeek := m.cursor.date.At(12*time.Hour, time.UTC).ISOWeek()
	return say("Week ", isoWeek, " ", m.theme.Glyphs.Separator, " ", s)
}

func short(month time.Month) string { return month.String()[:3] }

// calendarsShown is "3 calendars", with how many are hidden.
func (m *Model) calendarsShown() text.Text {
	shown, all := m.book.shown(), len(m.book.calendars)
	switch {
	case all == 0:
		return text.Text{}
	case m.second != nil && shown == all:
		return say(plural(shown, "calendar"), " + ", m.second)
	case shown < all:
		return say(shown, " of ", plural(all, "calendar"))
	}
	return say(plural(shown, "calendar"))
}

func plural(n int, unit string) string {
	if n == 1 {
		return "1 " + unit
	}
	return fmt.Sprintf("%d %ss", n, unit)
}

// clockNote says on which of the days shown the clocks change, and how.
func (m *Model) clockNote() text.Text {
	if m.inAgenda() {
		return text.Text{}
	}
	s := m.sheetNow()
	for d := range s.axis.Days() {
		start, end := s.axis.Bounds(d)
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
		return say("clocks go ", way, " ", (s.key.first + model.Date(d)).Weekday().String()[:3], " ", at.Format("15:04"))
	}
	return text.Text{}
}

// abbreviation is a zone as clocks call it: "BST", or its offset.
func abbreviation(t time.Time) string {
	name, offset := t.Zone()
	if name != "" && name[0] != '+' && name[0] != '-' {
		return name
	}
	s := fmt.Sprintf("%+03d", offset/3600)
	if minutes := abs(offset) % 3600 / 60; minutes != 0 {
		s += fmt.Sprintf(":%02d", minutes)
	}
	return s
}

// say makes one clean line of words.
func say(words ...any) text.Text {
	var b strings.Builder
	for _, w := range words {
		fmt.Fprint(&b, w)
	}
	return text.Clean(b.String())
}
