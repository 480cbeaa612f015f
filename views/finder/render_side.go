package finder

import (
	"fmt"
	"strings"
	"time"

	"daybook/model"
	"daybook/theme"
	"daybook/views"
	"daybook/widget/row"
	"daybook/widget/text"
)

// list draws the suggestions, the chosen one in sight.
func (p *painter) list() []string {
	th, r := p.th, p.listAt
	if r.H < 1 {
		return nil
	}
	if len(p.search.list) == 0 {
		return p.emptyList(r.W)
	}
	top := p.suggestionsTop()
	end := min(top+r.H-1, len(p.search.list))
	total := max(p.search.total, len(p.search.list))
	lines := []string{th.Muted.Render(fmt.Sprintf(" Suggestions %d-%d of %d", top+1, end, total))}
	for i := top; i < end; i++ {
		lines = append(lines, p.suggestionLine(i, r.W))
	}
	return lines
}

// suggestionsTop is the first suggestion in sight.
func (p *painter) suggestionsTop() int {
	rows := p.listAt.H - 1
	return max(0, min(p.search.chosen-rows/2, len(p.search.list)-rows))
}

// suggestionAt is the suggestion in a line of the screen, -1 for none.
func (p *painter) suggestionAt(y int) int {
	if i := p.suggestionsTop() + y - p.listAt.Y - 1; i < len(p.search.list) {
		return max(i, -1)
	}
	return -1
}

// nameRoom is what a suggestion's chart leaves for whom it leaves out.
const nameRoom = 5

// suggestionLine is a time with its chance and whom it leaves out.
func (p *painter) suggestionLine(i, width int) string {
	th, s := p.th, p.search.list[i]
	line := row.For(th, theme.RowState{Cursor: i == p.search.chosen, Focused: true})
	st, mark := line.Styles, " "
	if i == p.search.chosen {
		mark = string(th.Glyphs.Collapsed)
	}
	when, percent := text.Clean(p.suggested(i)), text.Clean(fmt.Sprintf(" %5s ", percentText(s.Confidence)))
	levels := th.Glyphs.Levels
	bar := string(levels[int(s.Confidence)*(len(levels)-1)/100])
	if cells := min(6, width-4-when.Width()-percent.Width()-nameRoom); cells > 2 {
		full := int(s.Confidence*float64(cells)+50) / 100
		solid, rest := levels[len(levels)-3], levels[1]
		if th.Glyphs.ASCIIOnly() { // whose levels are digits
			solid, rest = th.Glyphs.ProgressFull, th.Glyphs.ProgressEmpty
		}
		bar = strings.Repeat(string(solid), full) + strings.Repeat(string(rest), cells-full)
	}
	missing, style := string(otherMarks.allFree.Sign(&th.Glyphs)), otherMarks.allFree.Look(st)
	if who := p.missing(s); who != "" {
		missing, style = string(otherMarks.leavesOut.Sign(&th.Glyphs))+who, otherMarks.leavesOut.Look(st)
	}
	line.Columns(width,
		row.Column{Text: text.Clean(fmt.Sprintf("%s%2d ", mark, i+1)), Style: st.Accent, Own: true},
		row.Column{Text: when, Style: st.Text, Own: true},
		row.Column{Text: text.Clean(bar), Style: st.Accent, Own: true},
		row.Column{Text: percent, Style: st.Text, Own: true},
		row.Column{Text: text.Clean(missing), Style: style})
	return line.String()
}

// suggested says when a suggestion begins: with the month where there are
// several, as "Fri 04" below "Mon 30" is of another one.
func (p *painter) suggested(i int) string {
	at := func(i int) time.Time { return p.search.list[i].Start.In(p.line.zone()) }
	for j := range p.search.list {
		if at(j).Month() != p.line.now().Month() {
			return at(i).Format("Mon 02 Jan 15:04 ")
		}
	}
	return at(i).Format("Mon 02 15:04 ")
}

// missing names the first of the required who is not free, and counts the
// others.
func (p *painter) missing(s model.Suggestion) string {
	first, more := "", 0
	for _, who := range p.meeting.people {
		if who.kind != required || p.meeting.status(&who, s.Start) < model.StatusUnknown {
			continue
		}
		if first == "" {
			first = short(who.address)
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
func (p *painter) emptyList(width int) []string {
	th := p.th
	if p.search.schedules.Busy() && p.search.grid == nil {
		return []string{th.Muted.Render(" Reading calendars" + string(th.Glyphs.Ellipsis))}
	}
	if p.search.failed != nil {
		if says, missing := views.Missing(p.env, p.search.failed); missing {
			return p.wrapped(th.Muted, width, says.String())
		}
		return p.wrapped(th.Error, width, "The calendars could not be read: "+p.search.failed.Error(), "ctrl+r tries again")
	}
	if p.meeting.attendees() == 0 {
		return p.wrapped(th.Muted, width, "Add people with + to see when they are free. "+
			"Alone you are free at the times marked in the grid.")
	}
	lines := p.wrapped(th.Warning, width, "No time fits: "+p.search.why()+".")
	lines = append(lines, "")
	for _, way := range p.waysOut() {
		lines = append(lines, " "+th.Key.Render(way.key)+th.Text.Render(" "+way.words))
	}
	return lines
}

func (p *painter) wrapped(style theme.Style, width int, paragraphs ...string) []string {
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

func (p *painter) waysOut() []way {
	w := p.search.ways
	var out []way
	if w.BestStart >= 0 && w.Best < p.meeting.minimum && p.search.grid != nil {
		at := p.search.grid.Start(w.BestStart, p.line.zone())
		out = append(out, way{"m", fmt.Sprintf("lower to %d%%: %s", int(w.Best), views.DateTime(at, p.line.now()))})
	}
	if w.OffHours > 0 {
		out = append(out, way{"w", fmt.Sprintf("+%d outside working hours", w.OffHours)})
	}
	attendees := p.attendeeRows()
	for _, g := range w.Optional[:min(2, len(w.Optional))] {
		if g.Attendee < len(attendees) {
			who := p.meeting.people[attendees[g.Attendee]]
			out = append(out, way{"o", fmt.Sprintf("+%d if %s is optional", g.More, short(who.address))})
		}
	}
	return append(out, way{"[", "a shorter meeting"})
}

// attendeeRows are the rows of those whom the rules count as attendees.
func (p *painter) attendeeRows() []int {
	var rows []int
	for i, who := range p.meeting.people {
		if who.kind == required || who.kind == optional {
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

// sumRoom is what the sum of a chance has where there is room, so that it keeps its place from slot to slot.
const sumRoom = 56

// foot says of the slot at the cursor who is free, and how its chance comes
// about. Where the line is short the zones have one of their own, and where it
// is shorter still the sum gives way to the time.
func (p *painter) foot() []string {
	th, r := p.th, p.footAt
	if r.H < 2 {
		return nil
	}
	at, zone := text.Clean(" "+p.line.slotInWords(p.line.at)), text.Clean(" "+p.line.zone().String()+p.elsewhere())
	percent, terms := p.sum()
	room := r.W - sumRoom
	var below []string
	if at.Width()+zone.Width() > room {
		room = r.W - text.Width(percent+terms) - 1
		if at.Width()+zone.Width() > room && r.H > 3 {
			fit := zone.Truncate(r.W, text.Glyph(th.Glyphs.Ellipsis))
			below, zone = []string{th.Muted.Render(fit.String())}, text.Text{}
		}
	}
	if at.Width() > room {
		terms, room = "", r.W-text.Width(percent)-1
	}
	zone = zone.Truncate(room-at.Width(), text.Glyph(th.Glyphs.Ellipsis))
	slot := th.Strong.Render(at.String()) + th.Muted.Render(zone.String())
	lines := []string{p.rule(r.W), text.FitStyled(slot, max(0, room)) + percent + terms}
	return append(append(lines, below...), p.who())
}

// elsewhere is the start on the clocks of those in other zones, each zone once.
func (p *painter) elsewhere() string {
	var b strings.Builder
	seen := map[string]bool{}
	for _, who := range p.meeting.people {
		if who.hours == nil || who.kind == room {
			continue
		}
		loc := who.hours.Location()
		if p.offset(loc) == "" || seen[loc.String()] {
			continue
		}
		seen[loc.String()] = true
		b.WriteString(" · " + views.Clock(p.line.at.In(loc)) + " " + short(who.address))
	}
	return text.Clean(b.String()).String()
}

// sum writes the confidence, and how the rules add it up.
func (p *painter) sum() (percent, terms string) {
	th := p.th
	free, unknown, busy := 0, 0, 0
	for _, who := range p.meeting.people {
		if who.kind != required && who.kind != optional {
			continue
		}
		switch chance := p.meeting.status(&who, p.line.at).Chance(); {
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
	switch p.search.at(p.line.at) {
	case offHours:
		return "", th.Muted.Render("outside working hours: w counts them in")
	case organizerAway:
		return "", th.Muted.Render("you are not free")
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
	return th.Accent.Render(fmt.Sprintf("%5s", percentText(float64(100*free+49*unknown)/float64(n)))),
		th.Muted.Render(fmt.Sprintf(" = (%s) / %d but you", strings.Join(parts, " + "), n))
}

// who names the people by what their calendars say of the slot.
func (p *painter) who() string {
	th := p.th
	groups := map[string][]string{}
	for _, who := range p.meeting.people {
		if !who.loaded {
			continue
		}
		name := short(who.address)
		if who.kind == room {
			groups["Room"] = append(groups["Room"], name+" "+p.meeting.status(&who, p.line.at).String())
			continue
		}
		label := map[model.Status]string{
			model.StatusFree: "Free", model.StatusWorkingElsewhere: "Elsewhere", model.StatusUnknown: "Unknown",
			model.StatusTentative: "Tentative", model.StatusBusy: "Busy", model.StatusOOF: "Away",
		}[p.meeting.status(&who, p.line.at)]
		if label == "Free" && who.hours != nil && !who.hours.Contains(p.line.at, p.meeting.end(p.line.at)) {
			label = "Off hours"
		}
		groups[label] = append(groups[label], name)
	}
	var b strings.Builder
	for _, label := range []string{"Free", "Elsewhere", "Unknown", "Tentative", "Busy", "Away", "Off hours", "Room"} {
		if names := groups[label]; len(names) > 0 {
			said := text.Clean(strings.Join(names, " "))
			b.WriteString(" " + th.Muted.Render(label+": ") + th.Text.Render(said.String()) + "  ")
		}
	}
	return b.String()
}
