// Package invite draws an invitation where it is read: when it is on the
// reader's clock and on the sender's, who comes, what else the reader has that
// day, and what was answered. It has the box in which an answer gets a comment
// or another time, and counts the answers of others.
//
// Invariants: it asks no service; what it draws is as wide as asked for at most; every word
// from outside is a text.Text.
package invite

import (
	"strings"
	"time"

	"daybook/model"
	"daybook/theme"
	"daybook/views"
	"daybook/widget/text"
)

// Meeting is an invitation with what the answer depends on. Event has the id
// by which the reader's calendar knows it, empty when it is no longer there;
// Day is what else takes place on its day.
type Meeting struct {
	Event model.Event
	Day   []Busy
}

// Busy is a span of the reader's day.
type Busy struct {
	Title      text.Text
	ShowAs     string
	Start, End time.Time
}

// DayOf is the day of an event in a zone, for which Day is to be read.
func DayOf(e model.Event, zone *time.Location) (from, to time.Time, err error) {
	start, err := e.Start.Time()
	if err != nil {
		return from, to, err
	}
	date := model.DateIn(start.In(zone))
	return date.At(0, zone), (date + 1).At(0, zone), nil
}

// BusyOf reads the events of a day, those of the meeting itself left out.
func BusyOf(events []model.Event, meeting model.Event) []Busy {
	var out []Busy
	for _, e := range events {
		mine := e.ID == meeting.ID || e.SeriesMasterID != "" && e.SeriesMasterID == meeting.ID || e.ICalUID != "" && e.ICalUID == meeting.ICalUID
		declined := e.ResponseStatus != nil && e.ResponseStatus.Response == model.ResponseDeclined
		if mine || declined || e.IsCancelled || e.IsAllDay || e.ShowAs == model.ShowFree || e.Start == nil || e.End == nil {
			continue
		}
		start, err := e.Start.Time()
		end, err2 := e.End.Time()
		if err == nil && err2 == nil {
			out = append(out, Busy{text.Clean(e.Subject), e.ShowAs, start, end})
		}
	}
	return out
}

// Answer is what the reader has said so far.
func (m *Meeting) Answer() string {
	if m.Event.ResponseStatus == nil {
		return model.ResponseNone
	}
	return m.Event.ResponseStatus.Response
}

// Own says that the reader is the one who invites.
func (m *Meeting) Own() bool { return m.Event.IsOrganizer || m.Answer() == model.ResponseOrganizer }

// Open says that the reader can answer: not to a meeting of their own, nor to
// one that is called off or over.
func (m *Meeting) Open(now time.Time) bool {
	return !m.Own() && !m.Event.IsCancelled && !Over(&m.Event, now)
}

// Over says that nothing of a meeting is to come: of a series no date either.
// Now is in the reader's zone. A meeting whose dates cannot be told is not over.
func Over(e *model.Event, now time.Time) bool {
	m := Meeting{Event: *e}
	_, end, ok := m.times()
	switch {
	case !ok || e.RecurrenceRule != "" || e.Type == model.SeriesMaster && e.Recurrence == nil:
		return false
	case e.Recurrence != nil:
		series, err := model.NewSeries(*e.Recurrence, *e.Start, *e.End)
		if err != nil {
			return false
		}
		for range series.Occurrences(now, model.MaxDate.At(0, time.UTC)) {
			return false
		}
		return true
	case e.IsAllDay:
		end = model.DateIn(end).At(0, now.Location())
	}
	return !end.After(now)
}

// SetAnswer shows another answer.
func (m *Meeting) SetAnswer(says string) {
	m.Event.ResponseStatus = &model.ResponseStatus{Response: says}
}

// Conflicts lists what takes place at the same time.
func (m *Meeting) Conflicts() []Busy {
	start, end, ok := m.times()
	var out []Busy
	for _, b := range m.Day {
		if ok && b.Start.Before(end) && b.End.After(start) {
			out = append(out, b)
		}
	}
	return out
}

func (m *Meeting) times() (start, end time.Time, ok bool) {
	if m.Event.Start == nil || m.Event.End == nil {
		return start, end, false
	}
	start, err := m.Event.Start.Time()
	end, err2 := m.Event.End.Time()
	return start, end, err == nil && err2 == nil
}

// IsOver says of a meeting that it is over.
var IsOver = text.Literal("it is over: nothing to answer")

// Line is one line: its words, for searching, and how it is drawn.
type Line struct {
	Text text.Text
	Draw func(*theme.Theme) string
}

// Keys name the keys of the answers, as they are mapped; More answers with a
// comment or a new time.
type Keys struct{ Accept, Tentative, Decline, More string }

// label is the cells of the column of names.
const label = 9

// Lines draws the invitation in lines of width cells at most. Now is in the
// reader's zone.
func (m *Meeting) Lines(now time.Time, keys Keys, width int) []Line {
	zone := now.Location()
	b := &builder{width: max(width, label+1)}
	start, end, ok := m.times()
	if ok {
		b.when(m.Event, start.In(zone), end.In(zone), now)
	}
	if r := m.Event.Recurrence; r != nil {
		b.add("recurs", plain, text.Clean(r.Words()))
	}
	if m.Event.Location != nil {
		b.add("where", plain, text.Clean(m.Event.Location.DisplayName))
	}
	b.add("who", plain, who(&m.Event))
	b.add("answers", plain, Tally(&m.Event))
	if m.Event.IsCancelled {
		b.add("", warning, text.Literal("cancelled by the organizer: there is nothing to answer"))
		return b.lines
	}
	if proposals := Proposals(&m.Event, zone); m.Own() {
		for i, p := range proposals {
			name := ""
			if i == 0 {
				name = "proposed"
			}
			b.add(name, warning, text.Concat(p.Words(now), text.Literal(", by "), nameOf(p.By)))
		}
		if len(proposals) > 0 {
			b.keys(keyed{keys.More, "take or decline"})
		}
	}
	over := Over(&m.Event, now)
	if ok && !m.Event.IsAllDay && !over {
		b.strip(m, start.In(zone), end.In(zone))
	}
	if !m.Own() {
		b.said(m.Answer())
	}
	switch {
	case over:
		b.add("", muted, IsOver)
	case m.Open(now):
		b.keys(keyed{keys.Accept, "accept"}, keyed{keys.Tentative, "tentative"}, keyed{keys.Decline, "decline"}, keyed{keys.More, "comment, new time"})
	}
	return b.lines
}

type builder struct {
	width int
	lines []Line
}

// styles of a line's words.
type styled func(*theme.Theme) theme.Style

func plain(th *theme.Theme) theme.Style   { return th.Text }
func strong(th *theme.Theme) theme.Style  { return th.Strong }
func muted(th *theme.Theme) theme.Style   { return th.Muted }
func warning(th *theme.Theme) theme.Style { return th.Warning }
func success(th *theme.Theme) theme.Style { return th.Success }

// add writes a name and words, wrapped.
func (b *builder) add(name string, style styled, words text.Text) {
	if words.Empty() {
		return
	}
	for i, line := range words.Wrap(b.width - label) {
		head := ""
		if i == 0 {
			head = name
		}
		b.lines = append(b.lines, Line{Text: line, Draw: func(th *theme.Theme) string {
			return th.Muted.Render(text.Clean(head).Fit(label, text.Text{}).String()) + style(th).Render(line.String())
		}})
	}
}

// when writes the times on the reader's clock, and on the sender's where it
// shows something else.
func (b *builder) when(e model.Event, start, end, now time.Time) {
	words := views.EventTime(e.Start, e.End, e.IsAllDay, now)
	if e.IsAllDay {
		b.add("when", strong, text.Clean(words+", all day"))
		return
	}
	b.add("when", strong, text.Clean(words))
	sender := e.OriginalStartTimeZone
	if sender == "" {
		sender = e.Start.TimeZone
	}
	zone, err := model.LoadZone(sender)
	if err != nil || sender == "" {
		return
	}
	_, mine := start.Zone()
	if _, theirs := start.In(zone).Zone(); mine != theirs && zone != time.UTC {
		b.add("", muted, text.Clean(views.Clocks(start.In(zone), end.In(zone))+" for the sender, in "+zone.String()))
	}
}

// who is the organizer and the others, by name.
func who(e *model.Event) text.Text {
	var names []text.Text
	if e.Organizer != nil {
		names = append(names, text.Concat(nameOf(e.Organizer.EmailAddress), text.Literal(" (organizer)")))
	}
	for _, a := range e.Attendees {
		if e.Organizer != nil && strings.EqualFold(a.EmailAddress.Address, e.Organizer.EmailAddress.Address) {
			continue
		}
		named := nameOf(a.EmailAddress)
		switch a.Type {
		case model.AttendeeOptional:
			named = text.Concat(named, text.Literal(" (optional)"))
		case model.AttendeeResource:
			named = text.Concat(named, text.Literal(" (room)"))
		}
		names = append(names, named)
	}
	return text.Join(text.Literal(", "), names...)
}

func nameOf(a model.EmailAddress) text.Text { return text.Address(a.Name, a.Address).Short() }

// said writes what the reader has answered.
func (b *builder) said(answer string) {
	words, style := text.Literal("not answered yet"), styled(warning)
	switch answer {
	case model.ResponseAccepted:
		words, style = text.Literal("accepted"), success
	case model.ResponseTentative:
		words, style = text.Literal("tentatively accepted"), plain
	case model.ResponseDeclined:
		words, style = text.Literal("declined"), muted
	}
	b.add("you", style, words)
}

// keyed is a key with what it does.
type keyed struct{ key, does string }

// keys writes keys on one line, and on the next those that it has no room for.
func (b *builder) keys(all ...keyed) {
	for len(all) > 0 {
		n, width := 0, label
		for n < len(all) && (n == 0 || width+text.Width(all[n].key+" "+all[n].does) <= b.width) {
			width += text.Width(all[n].key+" "+all[n].does) + len("   ")
			n++
		}
		row := all[:n]
		all = all[n:]
		var words []string
		for _, k := range row {
			words = append(words, k.key+" "+k.does)
		}
		b.lines = append(b.lines, Line{Text: text.Clean(strings.Join(words, "   ")), Draw: func(th *theme.Theme) string {
			drawn := text.Blanks(label)
			for i, k := range row {
				if i > 0 {
					drawn += text.Blanks(len("   "))
				}
				drawn += th.Key.Render(text.Clean(k.key).String()) + th.KeyText.Render(" "+k.does)
			}
			return text.FitStyled(drawn, min(text.Width(drawn), b.width))
		}})
	}
}
