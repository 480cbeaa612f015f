package invite

import (
	"fmt"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/theme"
	"daybook/views"
	"daybook/views/week/eventform"
	"daybook/widget/dialog"
	"daybook/widget/form"
	"daybook/widget/text"
)

// Reply is an answer with what goes along with it: words for the organizer, and
// another time.
type Reply struct {
	Says string // a value of model.ResponseStatus
	With model.EventResponse
}

// answers are the choices of an answer.
var answers = []form.Option{
	{ID: model.ResponseAccepted, Label: text.Literal("accept")},
	{ID: model.ResponseTentative, Label: text.Literal("tentative")},
	{ID: model.ResponseDeclined, Label: text.Literal("decline")},
}

// NoProposal says why no other time can be proposed for a meeting, nothing when
// one can: services take proposals for one event at a time of the day.
func NoProposal(e *model.Event) text.Text {
	switch {
	case !e.AllowNewTimeProposals:
		return text.Literal("The organizer takes no proposals of another time.")
	case e.Recurrence != nil || e.Type == model.SeriesMaster:
		return text.Literal("Another time is proposed for one event of a series, from the week.")
	case e.IsAllDay:
		return text.Literal("It lasts all day: no other time can be proposed.")
	}
	return text.Text{}
}

// AskReply is the box in which an answer is given with a comment, and with
// another time where the meeting takes proposals. Now is in the reader's zone.
func AskReply(th *theme.Theme, now time.Time, e *model.Event, take func(Reply) tea.Cmd) dialog.Box {
	const answer, starts, ends, comment = "answer", "starts", "ends", "comment"
	m := Meeting{Event: *e}
	from, to, timed := m.times()
	from, to = from.In(now.Location()), to.In(now.Location())
	no := NoProposal(e)
	if !timed {
		no = text.Literal("Its time cannot be read: no other one can be proposed.")
	}
	says := form.NewChoice(th, answers, model.ResponseTentative)
	if was := m.Answer(); was != model.ResponseNotResponded && was != model.ResponseNone {
		says.SetValue(was)
	}
	begin, until := form.NewText(th, "", text.Literal("none; tue 16:00 proposes it")), form.NewText(th, "", text.Literal("as long as now; 45 min"))
	proposed := func() (*model.TimeSlot, time.Time, time.Time, string, error) {
		if says.Value() == model.ResponseAccepted || strings.TrimSpace(begin.Value()) == "" || !no.Empty() {
			return nil, from, to, "", nil
		}
		start, err := eventform.Start(begin.Value(), now, from)
		if err != nil {
			return nil, from, to, starts, err
		}
		end := start.Add(to.Sub(from))
		if strings.TrimSpace(until.Value()) != "" {
			if end, err = eventform.End(until.Value(), start, start.Location(), 0, model.ClockIn(to)); err != nil {
				return nil, from, to, ends, err
			}
		}
		switch {
		case start.Equal(from) && end.Equal(to):
			return nil, from, to, starts, fmt.Errorf("that is when it is: another time, or none")
		case !start.After(now):
			return nil, from, to, starts, fmt.Errorf("that time is past")
		}
		slot, err := slotOf(start, end)
		return &slot, start, end, starts, err
	}
	check := func(key string) func(string) (text.Text, error) {
		return func(words string) (text.Text, error) {
			slot, start, end, field, err := proposed()
			switch {
			case err != nil && field == key:
				return text.Text{}, err
			case slot == nil || err != nil || key != ends && strings.TrimSpace(until.Value()) != "" || key == ends && words == "":
				return text.Text{}, nil
			}
			return text.Clean(views.Span(start, end, now.In(start.Location()))), nil
		}
	}
	area := form.NewArea(th, "", 3)
	f := form.New(th,
		form.Field{Key: answer, Label: text.Literal("Answer"), Control: says},
		form.Field{Key: starts, Label: text.Literal("New time"), Control: begin, Check: check(starts)},
		form.Field{Key: ends, Label: text.Literal("  until"), Control: until, Check: check(ends)},
		form.Field{Key: comment, Label: text.Literal("Comment"), Control: area},
	)
	o := dialog.Filling{Title: text.Concat(text.Literal("Answer: "), text.Clean(e.Subject)), Form: f, Verb: "send the answer",
		Lines: []string{comment}, Width: 70, Height: 14,
		Arrange: func() {
			without := says.Value() == model.ResponseAccepted || !no.Empty()
			f.SetHidden(starts, without)
			f.SetHidden(ends, without)
		},
		Refuse: func() (string, error) {
			_, _, _, field, err := proposed()
			if over := model.Beyond(&model.EventResponse{Comment: area.Value()}); err == nil && len(over) > 0 {
				return comment, fmt.Errorf("%s", over[0].Words())
			}
			return field, err
		},
		Wrong: views.NotSaved,
		Take: func() tea.Cmd {
			slot, _, _, _, _ := proposed()
			return take(Reply{Says: says.Value(), With: model.EventResponse{Comment: strings.TrimSpace(area.Value()), ProposedNewTime: slot}})
		}}
	if !no.Empty() {
		o.Above = func(width int) string {
			var lines []string
			for _, line := range no.Wrap(width) {
				lines = append(lines, th.Muted.Render(line.String()))
			}
			return strings.Join(lines, "\n")
		}
	}
	return dialog.Fill(th, o)
}

// slotOf is a span in UTC, which all services read alike.
func slotOf(start, end time.Time) (slot model.TimeSlot, err error) {
	if slot.Start, err = model.NewDateTime(start, "UTC"); err == nil {
		slot.End, err = model.NewDateTime(end, "UTC")
	}
	return slot, err
}

// Proposal is another time that somebody who is invited has proposed.
type Proposal struct {
	By         model.EmailAddress
	Start, End time.Time
}

// Proposals lists the times that are proposed for a meeting, in a zone.
func Proposals(e *model.Event, zone *time.Location) []Proposal {
	var out []Proposal
	for _, a := range e.Attendees {
		if a.ProposedNewTime == nil {
			continue
		}
		start, err := a.ProposedNewTime.Start.Time()
		end, err2 := a.ProposedNewTime.End.Time()
		if err == nil && err2 == nil && start.Before(end) {
			out = append(out, Proposal{a.EmailAddress, start.In(zone), end.In(zone)})
		}
	}
	return out
}

// Words is when it is proposed: "Tue 27 Oct 16:00-17:00".
func (p Proposal) Words(now time.Time) text.Text { return text.Clean(views.Span(p.Start, p.End, now)) }

// Declined says that rooms have declined a meeting as soon as it was made or
// changed; nothing where none has. A room takes all dates of a series or none.
func Declined(e *model.Event) text.Text {
	var rooms []text.Text
	for _, a := range e.Attendees {
		if a.Type == model.AttendeeResource && a.Status != nil && a.Status.Response == model.ResponseDeclined {
			rooms = append(rooms, nameOf(a.EmailAddress))
		}
	}
	if len(rooms) == 0 {
		return text.Text{}
	}
	why := ": not free then"
	if e.Recurrence != nil || e.RecurrenceRule != "" {
		why = ": not free on all its dates"
	}
	return text.Of("\u201c", e.Subject, "\u201d is in the calendar, but declined by ", text.Join(text.Literal(", "), rooms...), why)
}

// Tally counts the answers of those invited, rooms left out: "2 yes, 1 maybe,
// 4 silent". It is nothing where nobody is invited, and where the reader is a
// guest to whom the answers of others are not told.
func Tally(e *model.Event) text.Text {
	var yes, maybe, no, silent int
	for _, a := range e.Attendees {
		response := ""
		if a.Status != nil {
			response = a.Status.Response
		}
		switch {
		case a.Type == model.AttendeeResource, response == model.ResponseOrganizer,
			e.Organizer != nil && strings.EqualFold(a.EmailAddress.Address, e.Organizer.EmailAddress.Address):
		case response == model.ResponseAccepted:
			yes++
		case response == model.ResponseTentative:
			maybe++
		case response == model.ResponseDeclined:
			no++
		default:
			silent++
		}
	}
	if !e.IsOrganizer && yes+maybe+no == 0 {
		return text.Text{}
	}
	var parts []text.Text
	for _, one := range []struct {
		n    int
		word string
	}{{yes, "yes"}, {maybe, "maybe"}, {no, "no"}, {silent, "silent"}} {
		if one.n > 0 {
			parts = append(parts, text.Of(one.n, " ", one.word))
		}
	}
	return text.Join(text.Literal(", "), parts...)
}
