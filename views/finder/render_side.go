package finder

import (
	"fmt"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/theme"
	"daybook/views"
	"daybook/widget/text"
)

// list draws the suggestions, the chosen one in sight.
func (m *Model) list(r rect) []string {
	th := m.env.Theme
	if r.h < 1 {
		return nil
	}
	if len(m.found.list) == 0 {
		return m.emptyList(r)
	}
	rows := r.h - 1
	top := max(0, min(m.found.chosen-rows/2, len(m.found.list)-rows))
	end := min(top+rows, len(m.found.list))
	lines := []string{th.Muted.Render(fmt.Sprintf(" Suggestions %d-%d of %d", top+1, end, max(m.found.total, len(m.found.list))))}
	for i := top; i < end; i++ {
		lines = append(lines, m.suggestionLine(i, r.w))
	}
	return lines
}

// suggestionLine is a time with its chance and whom it leaves out.
func (m *Model) suggestionLine(i, width int) string {
	th, s := m.env.Theme, m.found.list[i]
	st := th.Row(theme.RowState{Cursor: i == m.found.chosen, Focused: true})
	mark := " "
	if i == m.found.chosen {
		mark = string(th.Glyphs.Collapsed)
	}
	const barCells = 6
	full := int(s.Confidence*barCells+50) / 100
	levels := th.Glyphs.Levels
	bar := strings.Repeat(string(levels[len(levels)-3]), full) + strings.Repeat(string(levels[1]), barCells-full)
	head := st.Accent.Render(fmt.Sprintf("%s%2d ", mark, i+1)) +
		st.Text.Render(m.suggested(i)) +
		st.Accent.Render(bar) + st.Text.Render(fmt.Sprintf(" %3.0f%% ", s.Confidence))
	missing, style := string(th.Glyphs.Check), st.Success
	if who := m.missing(s); who != "" {
		missing, style = string(th.Glyphs.Cross)+who, st.Warning
	}
	rest := max(0, width-text.Width(head))
	return head + style.Render(text.Clean(missing).Fit(rest, text.Glyph(th.Glyphs.Ellipsis)).String())
}

// suggested says when a suggestion begins: with the month where there are
// several, as "Fri 04" below "Mon 30" is of another one.
func (m *Model) suggested(i int) string {
	at := func(i int) time.Time { return m.found.list[i].Start.In(m.zone()) }
	for j := range m.found.list {
		if at(j).Month() != m.now().Month() {
			return at(i).Format("Mon 02 Jan 15:04 ")
		}
	}
	return at(i).Format("Mon 02 15:04 ")
}

// missing names the first of the required who is not free, and counts the
// others.
func (m *Model) missing(s model.Suggestion) string {
	first, more := "", 0
	for _, p := range m.meeting.people {
		if p.kind != required || p.calendar.During(s.Start, s.Start.Add(m.meeting.length)) < model.StatusUnknown {
			continue
		}
		if first == "" {
			first = short(p.address)
		} else {
			more++
		}
	}
	if more > 0 {
		return fmt.Sprintf("%s+%d", first, more)
	}
	return first
}

// emptyList says why there is no suggestion, and the keys that would help.
func (m *Model) emptyList(r rect) []string {
	th := m.env.Theme
	if m.schedules.Busy() && m.found.grid == nil {
		return []string{th.Muted.Render(" Reading calendars" + string(th.Glyphs.Ellipsis))}
	}
	if m.errorText != nil {
		if says, missing := views.Missing(m.env, m.errorText); missing {
			return m.wrapped(th.Muted, r.w, says.String())
		}
		return m.wrapped(th.Error, r.w, "The calendars could not be read: "+m.errorText.Error(), "ctrl+r tries again")
	}
	if m.meeting.attendees() == 0 {
		return m.wrapped(th.Muted, r.w, "Add people with + to see when they are free. Alone you are free at the times marked in the grid.")
	}
	lines := m.wrapped(th.Warning, r.w, "No time fits: "+m.reason()+".")
	lines = append(lines, "")
	for _, way := range m.waysOut() {
		lines = append(lines, " "+th.Key.Render(way.key)+th.Text.Render(" "+way.words))
	}
	return lines
}

func (m *Model) wrapped(style theme.Style, width int, paragraphs ...string) []string {
	var out []string
	for _, p := range paragraphs {
		for _, l := range text.Clean(p).Wrap(max(10, width-2)) {
			out = append(out, " "+style.Render(l.String()))
		}
	}
	return out
}

// way is a key that would bring suggestions, and what it would bring.
type way struct{ key, words string }

func (m *Model) waysOut() []way {
	w := m.found.ways
	var out []way
	if w.BestStart >= 0 && w.Best < m.meeting.minimum && m.found.grid != nil {
		at := m.found.grid.Start(w.BestStart, m.zone())
		out = append(out, way{"m", fmt.Sprintf("lower to %d%%: %s", int(w.Best), at.Format("Mon 2 Jan 15:04"))})
	}
	if w.OffHours > 0 {
		out = append(out, way{"w", fmt.Sprintf("+%d outside working hours", w.OffHours)})
	}
	attendees := m.attendeeRows()
	for _, g := range w.Optional[:min(2, len(w.Optional))] {
		if g.Attendee < len(attendees) {
			p := m.meeting.people[attendees[g.Attendee]]
			out = append(out, way{"o", fmt.Sprintf("+%d if %s is optional", g.More, short(p.address))})
		}
	}
	return append(out, way{"[", "a shorter meeting"})
}

// attendeeRows are the rows of those whom the rules count as attendees.
func (m *Model) attendeeRows() []int {
	var rows []int
	for i, p := range m.meeting.people {
		if p.kind == required || p.kind == optional {
			rows = append(rows, i)
		}
	}
	return rows
}

// short is a first name, or what stands before the @ of an address.
func short(a model.EmailAddress) string {
	first, _, _ := strings.Cut(strings.TrimSpace(nameOf(a)), " ")
	first, _, _ = strings.Cut(first, "@")
	return first
}

// slotInWords is the meeting at a start, here and where somebody's clocks
// show another time.
func (m *Model) slotInWords(at time.Time) string {
	here := at.In(m.zone())
	return here.Format("Mon 2 Jan 15:04") + "–" + here.Add(m.meeting.length).Format("15:04")
}

// sumRoom is what the sum of a chance has where there is room, so that it keeps its place from slot to slot.
const sumRoom = 48

// foot says of the slot at the cursor who is free, and how its chance comes
// about. Where the line is short the sum gives way to the time.
func (m *Model) foot(r rect) []string {
	th := m.env.Theme
	if r.h < 2 {
		return nil
	}
	at, zone := text.Clean(" "+m.slotInWords(m.at)), text.Clean(" "+m.zone().String()+m.elsewhere())
	percent, terms := m.sum()
	room := r.w - sumRoom
	if at.Width()+zone.Width() > room {
		room = r.w - text.Width(percent+terms) - 1
	}
	if at.Width() > room {
		terms, room = "", r.w-text.Width(percent)-1
	}
	zone = zone.Truncate(room-at.Width(), text.Glyph(th.Glyphs.Ellipsis))
	slot := th.Strong.Render(at.String()) + th.Muted.Render(zone.String())
	return []string{m.line(r.w), text.FitStyled(slot, max(0, room)) + percent + terms, m.who()}
}

// elsewhere is the start on the clocks of those in other zones, each zone once.
func (m *Model) elsewhere() string {
	var b strings.Builder
	seen := map[string]bool{}
	for _, p := range m.meeting.people {
		if p.hours == nil || p.kind == room {
			continue
		}
		loc := p.hours.Location()
		if m.offset(loc) == "" || seen[loc.String()] {
			continue
		}
		seen[loc.String()] = true
		b.WriteString(" · " + m.at.In(loc).Format("15:04") + " " + short(p.address))
	}
	return text.Clean(b.String()).String()
}

// sum writes the confidence, and how the rules add it up.
func (m *Model) sum() (percent, terms string) {
	th := m.env.Theme
	free, unknown, busy := 0, 0, 0
	for _, p := range m.meeting.people {
		if p.kind != required && p.kind != optional {
			continue
		}
		switch chance := p.calendar.During(m.at, m.at.Add(m.meeting.length)).Chance(); {
		case chance == 100:
			free++
		case chance > 0:
			unknown++
		default:
			busy++
		}
	}
	n := free + unknown + busy
	if n == 0 {
		return "", ""
	}
	var parts []string
	for _, t := range []struct {
		n     int
		words string
	}{{free, "free×100"}, {unknown, "unknown×49"}, {busy, "busy×0"}} {
		if t.n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", t.n, t.words))
		}
	}
	return th.Accent.Render(fmt.Sprintf("%3.0f%%", float64(100*free+49*unknown)/float64(n))),
		th.Muted.Render(fmt.Sprintf(" = (%s) / %d", strings.Join(parts, " + "), n))
}

// who names the people by what their calendars say of the slot.
func (m *Model) who() string {
	th := m.env.Theme
	groups := map[string][]string{}
	for _, p := range m.meeting.people {
		if !p.loaded {
			continue
		}
		name := short(p.address)
		if p.kind == room {
			groups["Room"] = append(groups["Room"], name+" "+p.calendar.During(m.at, m.at.Add(m.meeting.length)).String())
			continue
		}
		label := map[model.Status]string{
			model.StatusFree: "Free", model.StatusWorkingElsewhere: "Elsewhere", model.StatusUnknown: "Unknown",
			model.StatusTentative: "Tentative", model.StatusBusy: "Busy", model.StatusOOF: "Away",
		}[p.calendar.During(m.at, m.at.Add(m.meeting.length))]
		if label == "Free" && p.hours != nil && !p.hours.Contains(m.at, m.at.Add(m.meeting.length)) {
			label = "Off hours"
		}
		groups[label] = append(groups[label], name)
	}
	var b strings.Builder
	for _, label := range []string{"Free", "Elsewhere", "Unknown", "Tentative", "Busy", "Away", "Off hours", "Room"} {
		if names := groups[label]; len(names) > 0 {
			b.WriteString(" " + th.Muted.Render(label+": ") + th.Text.Render(text.Clean(strings.Join(names, " ")).String()) + "  ")
		}
	}
	return b.String()
}

// mouse chooses a row, a start or a suggestion by a click, and scrolls.
func (m *Model) mouse(msg tea.MouseMsg) tea.Cmd {
	if m.dialog.IsOpen() {
		return m.dialog.Mouse(msg)
	}
	at, l := msg.Mouse(), m.layout()
	switch msg := msg.(type) {
	case tea.MouseWheelMsg:
		by := 1
		if msg.Button == tea.MouseWheelUp {
			by = -1
		}
		if l.list.has(at.X, at.Y) {
			return m.moveSuggestion(by)
		}
		return m.moveDays(by)
	case tea.MouseClickMsg:
		m.click(at.X, at.Y, l)
	}
	return nil
}

func (m *Model) click(x, y int, l layout) {
	if l.list.has(x, y) && len(m.found.list) > 0 {
		rows := l.list.h - 1
		top := max(0, min(m.found.chosen-rows/2, len(m.found.list)-rows))
		if i := top + y - l.list.y - 1; i >= 0 && i < len(m.found.list) {
			m.toSuggestion(i)
		}
		return
	}
	if !l.grid.has(x, y) {
		return
	}
	if i := y - l.grid.y - 2; i >= 0 && i < len(m.meeting.people) {
		m.row = i
	}
	left := namesWidth
	for _, d := range m.shown(l.grid.w - namesWidth) {
		left++
		if cells := dayWidth(d); x >= left && x < left+cells {
			m.at = d.columns[(x-left)*len(d.columns)/cells].from
			m.settle()
			return
		}
		left += dayWidth(d)
	}
}
