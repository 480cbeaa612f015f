package invite

import (
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	"daybook/model"
	"daybook/theme"
	"daybook/widget/text"
)

func zone(t testing.TB, name string) *time.Location {
	t.Helper()
	loc, err := model.LoadZone(name)
	if err != nil {
		t.Fatal(err)
	}
	return loc
}

// now is in London, before the day of the meetings.
func now(t testing.TB) time.Time {
	return time.Date(2026, 10, 21, 9, 0, 0, 0, zone(t, "Europe/London"))
}

func meeting(subject, from, to string) model.Event {
	return model.Event{
		Item: model.Item{Entity: model.Entity{ID: subject}}, Subject: subject, ShowAs: model.ShowBusy,
		Start:     &model.DateTimeTimeZone{DateTime: "2026-10-22T" + from + ":00", TimeZone: "Europe/Berlin"},
		End:       &model.DateTimeTimeZone{DateTime: "2026-10-22T" + to + ":00", TimeZone: "Europe/Berlin"},
		Organizer: &model.Recipient{EmailAddress: model.EmailAddress{Name: "Bo Berg", Address: "bo@contoso.example"}},
		Attendees: []model.Attendee{
			{Type: model.AttendeeRequired, EmailAddress: model.EmailAddress{Name: "Ann Ek", Address: "ann@contoso.example"}},
			{Type: model.AttendeeResource, EmailAddress: model.EmailAddress{Name: "Hood", Address: "hood@contoso.example"}},
		},
	}
}

// drawn is the panel without its styles.
func drawn(t *testing.T, m *Meeting, width int) string {
	t.Helper()
	th, err := theme.New(theme.Options{Dark: true, Profile: colorprofile.TrueColor})
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, line := range m.Lines(now(t), Keys{"+", "~", "-", "="}, width) {
		s := line.Draw(th)
		if got := text.Width(s); got > width {
			t.Errorf("a line takes %d cells of %d: %q", got, width, ansi.Strip(s))
		}
		b.WriteString(ansi.Strip(s) + "\n")
	}
	return b.String()
}

func TestAnInvitationSaysWhenWhoAndWhatElseIsThen(t *testing.T) {
	e := meeting("Review", "16:00", "17:00")
	day := []model.Event{e, meeting("Budget", "16:30", "18:00"), meeting("Lunch", "13:00", "14:00")}
	free := meeting("Walk", "16:00", "17:00")
	free.ShowAs = model.ShowFree
	declined := meeting("Legal", "16:00", "17:00")
	declined.ResponseStatus = &model.ResponseStatus{Response: model.ResponseDeclined}
	m := &Meeting{Event: e, Day: BusyOf(append(day, free, declined), e)}
	got := drawn(t, m, 60)
	for _, want := range []string{
		"Thu 22 Oct 15:00-16:00", "16:00-17:00 for the sender, in Europe/Berlin",
		"Bo Berg (organizer), Ann Ek, Hood (room)", "at the same time: Budget", "not answered yet", "+ accept   ~ tentative   - decline",
		"8   10  12  14  16  18",
		"········██·····███······", // 12:00-13:00 and 15:30-17:00 in London
		"              ^^",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("the panel does not say %q:\n%s", want, got)
		}
	}
	for _, unwanted := range []string{"Walk", "Legal"} {
		if strings.Contains(got, unwanted) {
			t.Errorf("the panel names %q, which takes no time:\n%s", unwanted, got)
		}
	}
	m.SetAnswer(model.ResponseAccepted)
	if got := drawn(t, m, 60); !strings.Contains(got, "accepted") || strings.Contains(got, "not answered") {
		t.Errorf("after the answer the panel is\n%s", got)
	}
}

func TestTheStripReachesAMeetingAtNight(t *testing.T) {
	m := &Meeting{Event: meeting("Batch", "05:00", "06:00")}
	if got := drawn(t, m, 60); !strings.Contains(got, "4   6   8") || !strings.Contains(got, "nothing else then") {
		t.Errorf("the panel is\n%s", got)
	}
}

func TestEveryWidthHoldsIt(t *testing.T) {
	e := meeting("Review", "16:00", "17:00")
	m := &Meeting{Event: e, Day: BusyOf([]model.Event{meeting("Budget", "16:30", "18:00")}, e)}
	for width := 16; width < 90; width++ {
		drawn(t, m, width)
	}
}

func TestAMeetingThatIsCalledOffOffersNoAnswer(t *testing.T) {
	e := meeting("Review", "16:00", "17:00")
	e.IsCancelled = true
	m := &Meeting{Event: e}
	got := drawn(t, m, 80)
	if !strings.Contains(got, "cancelled by the organizer") || strings.Contains(got, "accept") || m.Open(now(t)) {
		t.Errorf("got\n%s", got)
	}
}

func TestAMeetingThatIsOverOffersNoAnswer(t *testing.T) {
	london := zone(t, "Europe/London")
	at := func(day, hour int) time.Time { return time.Date(2026, 10, day, hour, 0, 0, 0, london) }
	single := meeting("Review", "16:00", "17:00") // until 16:00 in London
	weekly := single
	weekly.Recurrence = &model.PatternedRecurrence{
		Pattern: model.RecurrencePattern{Type: "weekly", Interval: 1, DaysOfWeek: []string{"thursday"}, FirstDayOfWeek: "monday"},
		Range:   model.RecurrenceRange{Type: model.RangeNumbered, StartDate: "2026-10-22", NumberOfOccurrences: 2, RecurrenceTimeZone: "Europe/Berlin"}}
	unknown, all := single, single
	unknown.Type = model.SeriesMaster
	all.IsAllDay = true
	all.Start = &model.DateTimeTimeZone{DateTime: "2026-10-22T00:00:00", TimeZone: "UTC"}
	all.End = &model.DateTimeTimeZone{DateTime: "2026-10-23T00:00:00", TimeZone: "UTC"}
	for _, c := range []struct {
		name string
		e    model.Event
		now  time.Time
		over bool
	}{
		{"a meeting that is on", single, at(22, 15), false}, {"a meeting", single, at(22, 16), true},
		{"a series with a date to come", weekly, at(23, 9), false}, {"a series", weekly, at(29, 17), true},
		{"a series whose dates are not known", unknown, at(30, 9), false},
		{"whole days", all, at(22, 23), false}, {"whole days", all, at(23, 0), true},
	} {
		if got := Over(&c.e, c.now); got != c.over {
			t.Errorf("%s at %v: over %t, want %t", c.name, c.now, got, c.over)
		}
		m := &Meeting{Event: c.e}
		var lines []string
		for _, line := range m.Lines(c.now, Keys{"+", "~", "-", "="}, 80) {
			lines = append(lines, line.Text.String())
		}
		got := strings.Join(lines, "\n")
		if strings.Contains(got, "+ accept") == c.over || strings.Contains(got, "it is over") != c.over || m.Open(c.now) == c.over {
			t.Errorf("%s at %v: open %t and drawn\n%s", c.name, c.now, m.Open(c.now), got)
		}
	}
}

func TestTheAnswersOfOthersAreCounted(t *testing.T) {
	e := meeting("Review", "16:00", "17:00")
	if got := Tally(&e); !got.Empty() {
		t.Errorf("a guest who is told nothing reads %q", got)
	}
	e.IsOrganizer = true
	says := func(response string, n int) {
		for range n {
			e.Attendees = append(e.Attendees, model.Attendee{Status: &model.ResponseStatus{Response: response}})
		}
	}
	says(model.ResponseAccepted, 2)
	says(model.ResponseTentative, 1)
	says(model.ResponseNone, 3)
	says(model.ResponseOrganizer, 1)
	if got := Tally(&e).String(); got != "2 yes, 1 maybe, 4 silent" {
		t.Errorf("got %q", got)
	}
	says(model.ResponseDeclined, 1)
	if got := Tally(&e).String(); got != "2 yes, 1 maybe, 1 no, 4 silent" {
		t.Errorf("got %q", got)
	}
}

// A meeting of one's own says who proposes what; no key is cut at any width.
func TestAProposedTimeIsShownToWhoInvites(t *testing.T) {
	e := meeting("Review", "16:00", "17:00")
	e.IsOrganizer = true
	slot := model.TimeSlot{Start: model.DateTimeTimeZone{DateTime: "2026-10-23T09:00:00", TimeZone: "UTC"},
		End: model.DateTimeTimeZone{DateTime: "2026-10-23T10:00:00", TimeZone: "UTC"}}
	e.Attendees[0].ProposedNewTime = &slot
	m := &Meeting{Event: e}
	got := drawn(t, m, 80)
	if !strings.Contains(got, "Fri 23 Oct 10:00-11:00, by Ann Ek") || !strings.Contains(got, "= take or decline") || strings.Contains(got, "accept") {
		t.Errorf("got\n%s", got)
	}
	e.IsOrganizer, m.Event = false, e
	m.Event.IsOrganizer = false
	if got := drawn(t, m, 36); strings.Count(got, "= comment, new time") != 1 || !strings.Contains(got, "- decline") {
		t.Errorf("got\n%s", got)
	}
}
