package inbox

import (
	"context"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views"
	"daybook/views/invite"
	"daybook/views/viewtest"
)

// calendar has the event of one meeting request.
type calendar struct {
	event model.Event
	day   []model.Event
	err   error
	asked []string
}

func (c *calendar) Invitation(_ context.Context, message string, _ *time.Location) (invite.Meeting, error) {
	c.asked = append(c.asked, message)
	return invite.Meeting{Event: c.event, Day: invite.BusyOf(c.day, c.event)}, c.err
}

func timed(id, subject, from, to string) model.Event {
	at := func(clock string) *model.DateTimeTimeZone {
		return &model.DateTimeTimeZone{DateTime: "2026-10-23T" + clock + ":00", TimeZone: "UTC"}
	}
	return model.Event{Item: model.Item{Entity: model.Entity{ID: id}}, Subject: subject, ShowAs: model.ShowBusy, Start: at(from), End: at(to)}
}

// inviting is a mailbox with one meeting request.
func inviting(t *testing.T, c *calendar) *driver {
	t.Helper()
	f := newFake()
	m := message("m1", "c1", "Bo Berg", "Review", "Please come", 5)
	e := timed("e1", "Review", "15:00", "16:00")
	m.MeetingMessageType, m.StartDateTime, m.EndDateTime = model.MeetingRequest, e.Start, e.End
	f.add(m)
	e.Attendees = c.event.Attendees
	c.event = e
	return startWith(t, f, 120, 34, viewtest.Memory{}, Options{Meetings: c})
}

func TestAnInvitationIsShownWholeAndAnswered(t *testing.T) {
	c := &calendar{day: []model.Event{timed("e2", "Budget", "15:30", "16:30")}}
	d := inviting(t, c)
	d.See("Invitation: Review", "Fri 23 Oct 15:00-16:00", "at the same time: Budget", "not answered yet")
	var sent []views.Answer
	d.Catch = func(msg tea.Msg) bool {
		a, ok := msg.(views.Answer)
		if ok {
			sent = append(sent, a)
		}
		return ok
	}
	d.Press("+")
	if len(sent) != 1 || sent[0].Event != "e1" || sent[0].Says != model.ResponseAccepted || sent[0].Was != model.ResponseNone {
		t.Fatalf("asked the week for %+v", sent)
	}
	d.Run(viewtest.Update(d.m, views.Answered{Event: "e1", Says: model.ResponseAccepted}))
	d.See("accepted")
	d.DontSee("not answered yet")
	if len(c.asked) != 1 {
		t.Errorf("the event was read %d times, want once", len(c.asked))
	}
}

// Both dialects' spellings of a tentative answer are read.
func TestEveryAnswerToAMeetingIsNamed(t *testing.T) {
	for kind, words := range map[string]string{
		model.MeetingAccepted: "Accepted:", model.MeetingDeclined: "Declined:", model.MeetingCancelled: "Cancelled:",
		model.MeetingTentative: "Tentatively accepted:", model.MeetingTentativePublic: "Tentatively accepted:",
	} {
		f := newFake()
		m := message("m1", "c1", "Bo Berg", "Review", "Perhaps", 5)
		e := timed("e1", "Review", "15:00", "16:00")
		m.MeetingMessageType, m.StartDateTime, m.EndDateTime = kind, e.Start, e.End
		f.add(m)
		d := startWith(t, f, 120, 34, viewtest.Memory{}, Options{})
		d.See(words + " Fri 23 Oct 15:00")
	}
}

func TestAnInvitationWithoutItsEventStillSaysWhen(t *testing.T) {
	d := inviting(t, &calendar{err: model.Errorf(model.CodeUnavailable, "no calendar today")})
	d.See("Invitation: Fri 23 Oct 15:00")
	if a := d.Action("+"); a != nil {
		t.Errorf("without an event %q is on offer", a.Name)
	}
}

func TestAMeetingThatIsCalledOffOrGoneOffersNoAnswer(t *testing.T) {
	c := &calendar{}
	d := inviting(t, c)
	if d.Action("+") == nil || d.Action("=") == nil {
		t.Fatal("an invitation offers no answer")
	}
	f := newFake()
	m := message("m1", "c1", "Bo Berg", "Review", "Please come", 5)
	e := timed("e1", "Review", "15:00", "16:00")
	m.MeetingMessageType, m.StartDateTime, m.EndDateTime = model.MeetingRequest, e.Start, e.End
	f.add(m)
	for _, words := range []string{"cancelled by the organizer", "no longer in your calendar"} {
		c := &calendar{event: e}
		if c.event.IsCancelled = true; words == "no longer in your calendar" {
			c.event = model.Event{}
		}
		d := startWith(t, f, 120, 34, viewtest.Memory{}, Options{Meetings: c})
		d.See(words)
		d.DontSee("accept")
		if d.Action("+") != nil || d.Action("=") != nil {
			t.Errorf("%s: an answer is on offer", words)
		}
	}
}

func TestAMeetingThatIsOverOffersNoAnswer(t *testing.T) {
	d := inviting(t, &calendar{})
	d.Clock = time.Date(2026, 10, 23, 16, 0, 0, 0, time.UTC)
	d.m.SetSize(110, 30) // it is laid out anew
	d.See("it is over: nothing to answer")
	d.DontSee("accept")
	if d.Action("+") != nil || d.Action("=") != nil {
		t.Error("an answer is on offer")
	}
}

func TestAnAnswerGetsACommentInABox(t *testing.T) {
	d := inviting(t, &calendar{})
	var sent []views.Answer
	d.Catch = func(msg tea.Msg) bool {
		a, ok := msg.(views.Answer)
		if ok {
			sent = append(sent, a)
		}
		return ok
	}
	d.Press("=")
	d.See("Answer: Review", "takes no proposals")
	d.Press("d", "tab")
	d.Type("Away then")
	d.Press("ctrl+s")
	if len(sent) != 1 || sent[0].Says != model.ResponseDeclined || sent[0].With.Comment != "Away then" || sent[0].With.ProposedNewTime != nil {
		t.Errorf("sent %+v", sent)
	}
}
