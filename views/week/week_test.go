package week

import (
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views"
	"daybook/views/viewtest"
)

// on puts the cursor on an event.
func (d *driver) on(id string) {
	d.T.Helper()
	it := d.m.events.find(id)
	if it == nil {
		d.T.Fatalf("no event %s is loaded", id)
	}
	d.Run(d.m.goTo(it))
	d.m.days.cursor.id = id
}

// times is when an event is on the screen: "Thu 10:00-11:00".
func (d *driver) times(id string) string {
	it := d.m.events.find(d.m.changes.edits.Now(id))
	if it == nil {
		return "gone"
	}
	return it.start.In(london).Format("Mon 15:04") + "-" + it.end.In(london).Format("15:04")
}

func (d *driver) wantTimes(id, want string) {
	d.T.Helper()
	if got := d.times(id); got != want {
		d.T.Errorf("%s is on %s, want %s\n%s", id, got, want, d.Screen())
	}
}

func (d *driver) wantLog(want ...string) {
	d.T.Helper()
	if !slices.Equal(d.f.log, want) {
		d.T.Errorf("the service was told %q, want %q", d.f.log, want)
	}
}

func TestTheTitleSaysWhichWeekAndThatClocksChange(t *testing.T) {
	d := start(t, busyWeek(), 120, 34)
	d.See("Week 43", "19-25 Oct 2026", "Europe/London", "3 calendars", "clocks go back Sun 02:00", "Sun 25 25h", "Thu 22", "today")
	d.Press("L")
	d.See("Week 44", "26 Oct to 1 Nov 2026")
	d.DontSee("clocks go")
	d.Press("t")
	d.See("Week 43")
}

func TestSkippedHoursAreDrawn(t *testing.T) {
	d := start(t, newFake(), 120, 34)
	d.Press("g t")
	d.Type("29 march 2027")
	d.Press("enter", "h", "g g")
	d.See("Sun 28 23h", "skipped", "clocks go forward Sun 01:00")
}

func TestMovingByDayTimeAndEvent(t *testing.T) {
	d := start(t, busyWeek(), 120, 34)
	d.wantSelected("press")
	d.Press("j")
	d.wantSelected("")
	d.Press("l", "k")
	d.wantSelected("desk")
	d.Press("K", "K")
	d.wantSelected("choir")
	d.Press("tab", "tab", "tab")
	d.wantSelected("away")
	d.Press("t", "g g", "k")
	d.wantSelected("leave") // in the lane above
	d.Press("j")
	d.wantSelected("")
}

func TestGoToADateInWords(t *testing.T) {
	d := start(t, busyWeek(), 120, 34)
	for words, want := range map[string]string{"next fri": "2026-10-23", "+3w": "2026-11-12", "14 mar": "2027-03-14"} {
		d.Press("t", "g t")
		d.Type(words)
		d.Press("enter")
		if got := d.m.days.cursor.date.String(); got != want {
			t.Errorf("%q goes to %s, want %s", words, got, want)
		}
	}
}

func TestAnEventIsCarriedAndDropped(t *testing.T) {
	d := start(t, busyWeek(), 120, 34)
	d.on("demo")
	d.Press("m", "j", "j", "l")
	d.wantTimes("demo", "Thu 14:00-15:00") // not before it is let go
	d.Press("+", "enter")
	d.wantTimes("demo", "Fri 15:00-16:30")
	d.SaysLast("Moved \u201cDemo\u201d to Fri 23 Oct 15:00")
	d.wantLog("update demo")
	d.Press("u")
	d.wantTimes("demo", "Thu 14:00-15:00")
	d.Press("U")
	d.wantTimes("demo", "Fri 15:00-16:30")
	if got := d.f.get("demo").Start.DateTime; !strings.HasPrefix(got, "2026-10-23T15:00") {
		t.Errorf("the service has %s", got)
	}
}

func TestEscPutsACarriedEventBack(t *testing.T) {
	d := start(t, busyWeek(), 120, 34)
	d.on("demo")
	d.Press("shift+down", "esc")
	d.wantTimes("demo", "Thu 14:00-15:00")
	d.wantLog()
}

func TestARefusedChangeIsTakenBackAndSaid(t *testing.T) {
	f := busyWeek()
	f.refuse = model.Errorf(model.CodeConflict, "the room is taken")
	d := start(t, f, 120, 34)
	d.on("demo")
	d.Press("m", "j", "enter")
	d.wantTimes("demo", "Thu 14:00-15:00")
	if last := d.Said[len(d.Said)-1]; !strings.Contains(last, "the room is taken") || !strings.Contains(last, "Taken back") {
		t.Errorf("the notice is %q", last)
	}
	if len(d.Steps) != 0 {
		t.Errorf("the undo log still has %v", d.Steps)
	}
}

func TestOnlyTheOrganizerMovesAMeeting(t *testing.T) {
	d := start(t, busyWeek(), 120, 34)
	d.on("budget")
	d.Press("m")
	d.SaysLast("Cannot move it")
	d.on("planning")
	d.Press("m")
	d.SaysLast("can be read only")
	d.wantLog()
}

func TestOneOccurrenceOrTheSeriesIsAskedOnce(t *testing.T) {
	d := start(t, busyWeek(), 120, 34)
	d.on("standup/2026-10-22")
	d.Press("m", "j", "enter")
	d.See("This event alone", "This and the following", "The whole series")
	d.Press("enter")
	d.wantTimes("standup/2026-10-21", "Wed 09:00-09:30")
	d.wantLog("update standup/2026-10-22")

	d = start(t, busyWeek(), 120, 34)
	d.on("standup/2026-10-22")
	d.Press("m", "j", "enter")
	d.Type("whole")
	d.Press("enter")
	d.wantTimes("standup/2026-10-21", "Wed 09:30-10:00")
	d.wantTimes("standup/2026-10-23", "Fri 09:30-10:00")
	d.wantLog("update standup")
	d.Press("u")
	d.wantTimes("standup/2026-10-23", "Fri 09:00-09:30")
}

func TestTheFootOfACardNamesWhatCanBeDoneWithItsEvent(t *testing.T) {
	f := busyWeek()
	meeting(f)
	d := start(t, f, 120, 34)
	d.on("tea")
	d.Press("enter")
	d.See("e edit", "D delete", "c write", "f find", "esc back")
}

func TestThisAndTheFollowingDividesTheSeries(t *testing.T) {
	d := start(t, busyWeek(), 120, 34)
	d.on("standup/2026-10-22")
	d.Press("m", "j", "enter")
	d.Type("following")
	d.Press("enter")
	d.wantTimes("standup/2026-10-21", "Wed 09:00-09:30")
	d.wantTimes("standup/2026-10-22", "gone")
	d.wantTimes("made1/2026-10-22", "Thu 09:30-10:00")
	d.wantLog("update standup", "create Stand-up in /own")
	d.Press("u")
	d.wantTimes("made1/2026-10-22", "gone")
	d.wantTimes("standup/2026-10-22", "Thu 09:00-09:30")
}

func TestDeletingIsTakenBack(t *testing.T) {
	d := start(t, busyWeek(), 120, 34)
	d.on("demo")
	d.Press("D")
	d.wantTimes("demo", "gone")
	d.SaysLast("Deleted \u201cDemo\u201d")
	d.Press("u")
	d.wantTimes("demo", "Thu 14:00-15:00")
	d.Press("U")
	d.wantTimes("demo", "gone")
	d.wantLog("delete demo", "restore demo", "delete demo")
}

func TestAnInvitationIsAnsweredWithOneKey(t *testing.T) {
	d := start(t, busyWeek(), 120, 34)
	d.Clock = now.AddDate(0, 0, -3) // before it
	d.on("hiring")
	d.See("?Hir")
	d.Press("a")
	d.SaysLast("Accepted \u201cHiring loop\u201d")
	d.Press("d")
	d.See("✗Hir")
	d.Press("u")
	if got := d.m.events.find("hiring").answer(); got != model.ResponseAccepted {
		t.Errorf("after undo it is %s, want accepted", got)
	}
	d.wantLog("respond hiring accepted tell=true", "respond hiring declined tell=true", "respond hiring accepted tell=true")
}

func TestAMeetingThatIsOverTakesNoAnswer(t *testing.T) {
	d := start(t, busyWeek(), 120, 34)
	d.on("hiring")
	for _, key := range []string{"a", "y", "d", "r"} {
		if d.Action(key) != nil {
			t.Errorf("%s answers what is over", key)
		}
	}
	d.DontSee("accept")
	d.Press("enter")
	d.See("not answered yet", "it is over: nothing to answer")
	d.Press("esc")
	d.on("standup/2026-10-20")
	it := d.m.days.selected()
	it.IsOrganizer, it.Attendees = false, []model.Attendee{{EmailAddress: person("Ann Ek")}}
	if d.Action("a") == nil {
		t.Error("a date of a series that goes on takes no answer")
	}
}

func TestANewEventFromASpan(t *testing.T) {
	d := start(t, busyWeek(), 120, 34)
	d.on("demo")
	d.Press("j", "j", "j", "x", "j", "j")
	d.See("15:30-17:00")
	d.Press("n")
	d.See("New event", "Thu 22 Oct 15:30-17:00 (1 h 30 min)", "nothing else then")
	d.Type("Review with Bo")
	d.Press("ctrl+s")
	d.SaysLast("Created \u201cReview with Bo\u201d")
	d.wantTimes("new2", "Thu 15:30-17:00")
	d.wantLog("create Review with Bo in /own")
	d.Press("u")
	d.wantTimes("new2", "gone")
	d.Press("U")
	d.wantTimes("new2", "Thu 15:30-17:00")
}

func TestTheFormReadsWordsZonesAndRecurrence(t *testing.T) {
	d := start(t, busyWeek(), 120, 34)
	d.Press("n")
	d.Type("Call")
	d.Press("tab")
	d.retype("fri 9:00")
	d.Press("tab")
	d.retype("45 min")
	d.Press("tab", "tab")
	d.Type("new york")
	d.Press("tab", "tab")
	d.Type("every second friday, 6 times")
	d.See("Fri 23 Oct 14:00-14:45 (45 min)", "09:00 New York",
		"every second Friday, 6 times", "Fri 23 Oct, Fri 6 Nov, Fri 20 Nov, Fri 4 Dec, Fri 18 Dec")
	d.Press("tab", "tab")
	d.Type("Bo")
	d.See("bo@contoso.example")
	d.Press("enter", "ctrl+s")
	e := d.f.get("made1")
	if e == nil {
		t.Fatalf("nothing was created: %q", d.Said)
	}
	if e.Start.TimeZone != "America/New_York" || !strings.HasPrefix(e.Start.DateTime, "2026-10-23T09:00") {
		t.Errorf("it starts %+v", *e.Start)
	}
	if e.Recurrence == nil || e.Recurrence.Range.NumberOfOccurrences != 6 {
		t.Errorf("it recurs %+v", e.Recurrence)
	}
	if len(e.Attendees) != 1 || e.Attendees[0].EmailAddress.Address != "bo@contoso.example" || e.Attendees[0].Type != model.AttendeeRequired {
		t.Errorf("invited are %+v", e.Attendees)
	}
	if !e.ResponseRequested || !e.AllowNewTimeProposals {
		t.Errorf("answers are asked for: %t, other times allowed: %t, want both", e.ResponseRequested, e.AllowNewTimeProposals)
	}
}

// retype replaces what a field has.
func (d *driver) retype(words string) {
	d.Press("ctrl+a", "ctrl+k")
	d.Type(words)
}

func TestAFormSavedUntouchedChangesNothing(t *testing.T) {
	d := start(t, busyWeek(), 120, 34)
	d.on("review")
	d.Press("e", "ctrl+s")
	d.SaysLast("Nothing was changed")
	d.wantLog()
}

func TestAWrongDateKeepsTheFormOpen(t *testing.T) {
	d := start(t, busyWeek(), 120, 34)
	d.Press("n", "tab")
	d.retype("someday")
	d.Press("ctrl+s")
	d.See("New event", "is no date")
	d.wantLog()
}

func TestDetailsShowEverything(t *testing.T) {
	f := busyWeek()
	e := f.get("hiring")
	e.Location = &model.Location{DisplayName: "Room Hood"}
	e.Body = &model.ItemBody{ContentType: "text", Content: "Bring the notes."}
	e.OriginalStartTimeZone, e.OriginalEndTimeZone = "Europe/Berlin", "Europe/Berlin"
	e.Attendees[1].Status.Response = model.ResponseDeclined
	d := start(t, f, 120, 34)
	d.on("hiring")
	d.Press("enter")
	d.See("Hiring loop", "Tue 20 Oct 09:30-11:00 (1 h 30 min)", "10:30 Europe/Berlin", "Room Hood", "Dee Diaz",
		"✓ Ann Ek", "✗ Bo Berg", "not answered yet", "Bring the notes.")
	d.Press("esc")
	d.DontSee("Bring the notes.")
}

func TestCalendarsAreShownAndHidden(t *testing.T) {
	d := start(t, busyWeek(), 120, 34)
	d.See("Planning")
	d.Press("C")
	d.See("Atlas", "group")
	d.Press("down", "down")
	d.Run(viewtest.Update(d.m, tea.KeyPressMsg{Code: tea.KeySpace, Text: " "}))
	d.Press("enter")
	d.DontSee("Planning")
	d.See("2 of 3 calendars")

	again := startWith(t, busyWeek(), 120, 34, d.State)
	again.DontSee("Planning")
	again.See("2 of 3 calendars")
}

func TestASecondZone(t *testing.T) {
	d := start(t, busyWeek(), 120, 34)
	d.Press("Z")
	d.Type("new_york")
	d.Press("enter")
	d.See("BST   EDT", "09:00 04")
	d.Press("Z")
	d.Type("kolkata")
	d.Press("enter")
	d.See("09:00 13:30")
}

func TestSearchGoesToTheEvent(t *testing.T) {
	f := busyWeek()
	f.add("/own", event("far", "Far away review", "2027-02-03T10:00", "2027-02-03T11:00"))
	d := start(t, f, 120, 34)
	d.Press("/")
	d.Type("review")
	d.Press("enter")
	d.See("2 events with \u201creview\u201d", "Far away review")
	d.Type("far")
	d.Press("enter")
	d.wantSelected("far")
	d.See("Week 5 ", "Far away")
}

func TestInstancesOfASeries(t *testing.T) {
	d := start(t, busyWeek(), 120, 34)
	d.on("standup/2026-10-22")
	d.Press("I")
	d.See("times within a year", "Fri 23 Oct 09:00")
	d.Type("30 nov")
	d.Press("enter")
	d.DontSee("times within a year")
}

func TestOtherScreensAreAskedFor(t *testing.T) {
	d := start(t, busyWeek(), 120, 34)
	d.on("hiring")
	d.Press("c", "f")
	if len(d.Opened) != 2 {
		t.Fatalf("asked for %+v", d.Opened)
	}
	want := []string{"dee@contoso.example", "bo@contoso.example"}
	if to := d.Opened[0].Item.(views.ComposeTo).To; d.Opened[0].Screen != views.Inbox || !slices.Equal(to, want) {
		t.Errorf("writes to %v on %s, want %v", to, d.Opened[0].Screen, want)
	}
	if with := d.Opened[1].Item.(views.FindTime).With; d.Opened[1].Screen != views.Finder || !slices.Equal(with, want) {
		t.Errorf("finds a time with %v on %s, want %v", with, d.Opened[1].Screen, want)
	}
}

func TestOpenOnAnEventAndOnADay(t *testing.T) {
	d := start(t, busyWeek(), 120, 34)
	d.Run(d.m.Open(views.ShowEvent{ID: "demo"}))
	d.wantSelected("demo")
	d.See("Thu 22 Oct 14:00-15:00")
	d.Press("esc")
	d.Run(d.m.Open(views.ShowEvent{Day: "2027-01-04"}))
	d.See("Week 1 ", "4-10 Jan 2027")
}

func TestStatesOfLoading(t *testing.T) {
	d := open(t, busyWeek(), viewtest.Memory{})
	d.Drive(d.m)
	d.Resize(120, 34)
	d.See("Opening the calendars")
	f := newFake()
	f.fail = model.Errorf(model.CodeUnavailable, "the mailbox does not answer")
	d = start(t, f, 120, 34)
	d.See("The calendars could not be read", "the mailbox does not answer", "ctrl+r tries again")
	f.fail = nil
	d.Press("ctrl+r")
	d.See("Thu 22")
}

// cell finds words on the screen.
func (d *driver) cell(words string) (x, y int) {
	d.T.Helper()
	for y, line := range strings.Split(d.Screen(), "\n") {
		if at := strings.Index(line, words); at >= 0 {
			return len([]rune(line[:at])), y
		}
	}
	d.T.Fatalf("not on the screen: %q\n%s", words, d.Screen())
	return 0, 0
}

func (d *driver) dragging(fromX, fromY, toX, toY int) {
	d.Run(viewtest.Update(d.m, tea.MouseClickMsg{X: fromX, Y: fromY, Button: tea.MouseLeft}))
	d.Run(viewtest.Update(d.m, tea.MouseMotionMsg{X: toX, Y: toY, Button: tea.MouseLeft}))
	d.Run(viewtest.Update(d.m, tea.MouseReleaseMsg{X: toX, Y: toY, Button: tea.MouseLeft}))
}

func TestTheMouseMovesResizesAndMakes(t *testing.T) {
	d := start(t, busyWeek(), 120, 34)
	x, y := d.cell("Demo")
	d.dragging(x, y, x+16, y+2)
	d.wantTimes("demo", "Fri 15:00-16:00")
	d.Press("u")
	x, y = d.cell("Demo")
	d.dragging(x, y+1, x, y+3) // its lower edge
	d.wantTimes("demo", "Thu 14:00-16:00")
	d.dragging(x, y+5, x, y+7)
	d.See("New event", "Thu 22 Oct 16:30-18:00")
	d.Press("esc")
	d.wantLog("update demo", "update demo", "update demo")
}

func TestTheOffsetOfASecondZoneIsReadWhole(t *testing.T) {
	d := start(t, busyWeek(), 120, 34)
	d.Press("Z")
	d.Type("kathm")
	d.Press("enter")
	d.See("+0545", "13:45")
	d.DontSee("+05:4 ")
}

func TestWhoHasNoCalendarIsAskedForThemOnce(t *testing.T) {
	f := newFake()
	f.calendars = nil
	d := start(t, f, 120, 34)
	d.See("Thu")
	if f.listed != 1 {
		t.Errorf("the calendars were asked for %d times, want once", f.listed)
	}
	f.calendars = newFake().calendars
	f.add("/own", event("e", "Review", "2026-10-22T09:00", "2026-10-22T10:00"))
	d.Run(viewtest.Update(d.m, views.Refreshed{}))
	d.See("Review")
}

func TestAnInvitationIsAnsweredWithACommentAndAnotherTime(t *testing.T) {
	f := newFake()
	e := invited(event("hiring", "Hiring loop", "2026-10-23T09:30", "2026-10-23T11:00"), model.ResponseNotResponded, "Dee Diaz", "Ann Ek", "Bo Berg")
	e.AllowNewTimeProposals = true
	f.add("/own", e)
	d := start(t, f, 120, 36)
	d.Press("tab", "r")
	d.See("Answer: Hiring loop", "tentative", "New time", "Comment")
	d.Press("tab")
	d.Type("fri 14:00")
	d.Press("tab")
	d.See("Fri 23 Oct 14:00-15:30")
	d.Press("shift+tab", "ctrl+a", "ctrl+k")
	d.Type("14:00")
	d.Press("tab")
	d.Type("45m")
	d.See("Fri 23 Oct 14:00-14:45")
	d.Press("tab")
	d.Type("I teach until then")
	d.Press("ctrl+s")
	if want := "respond hiring tentativelyAccepted tell=true at 2026-10-23T13:00 saying I teach until then"; len(f.log) != 1 || f.log[0] != want {
		t.Fatalf("told %q, want %q", f.log, want)
	}
	d.Press("u")
	d.Press("U")
	if len(f.log) != 3 || f.log[2] != f.log[0] {
		t.Errorf("undone and done again: %q", f.log)
	}
	d.Press("r", "d") // decline
	d.Press("tab")
	d.Type("yesterday 10:00")
	d.Press("ctrl+s")
	d.See("that time is past")
	d.Press("esc")
	d.See("Leave the form?")
}

func TestWhereNoTimeCanBeProposedTheAnswerHasNoFieldForIt(t *testing.T) {
	f := newFake()
	f.add("/own", invited(event("hiring", "Hiring loop", "2026-10-23T09:30", "2026-10-23T11:00"), model.ResponseNotResponded, "Dee Diaz", "Ann Ek"))
	d := start(t, f, 120, 36)
	d.Press("tab", "r")
	d.See("takes no proposals", "Comment")
	d.DontSee("New time")
}

func TestAProposedTimeIsTakenOrAnsweredByLetter(t *testing.T) {
	f := newFake()
	e := event("demo", "Demo", "2026-10-23T14:00", "2026-10-23T15:00")
	from, to := at("2026-10-23T15:00", "UTC"), at("2026-10-23T16:00", "UTC")
	e.Attendees = []model.Attendee{
		{EmailAddress: person("Bo Berg"), Status: &model.ResponseStatus{Response: model.ResponseTentative}, ProposedNewTime: &model.TimeSlot{Start: *from, End: *to}},
		{EmailAddress: person("Cy Chan"), Status: &model.ResponseStatus{Response: model.ResponseAccepted}}, {EmailAddress: person("Dee Diaz")},
		{EmailAddress: person("Hood"), Type: model.AttendeeResource, Status: &model.ResponseStatus{Response: model.ResponseAccepted}}}
	f.add("/own", e, event("talk", "Talk", "2026-10-23T16:30", "2026-10-23T17:30"))
	d := start(t, f, 120, 36)
	d.Press("tab", "enter")
	d.See("1 yes, 1 maybe, 1 silent", "proposes Fri 23 Oct 16:00-17:00")
	d.Press("r")
	d.See("Move to Fri 23 Oct 16:00-17:00, as Bo Berg proposes", "at the same time: Talk", "Keep the time, and write so to Bo Berg")
	var letter views.ComposeTo
	d.Catch = func(msg tea.Msg) bool {
		open, ok := msg.(views.Open)
		if ok {
			letter, _ = open.Item.(views.ComposeTo)
		}
		return ok
	}
	d.Press("down", "enter")
	if len(letter.To) != 1 || letter.To[0] != "bo@contoso.example" || letter.Subject != "The time stays: Demo" {
		t.Errorf("wrote %+v", letter)
	}
	d.Press("r", "enter")
	if got := f.get("demo").Start; len(f.log) != 1 || f.log[0] != "update demo" || got.DateTime[:16] != "2026-10-23T16:00" || got.TimeZone != "Europe/London" {
		t.Errorf("told %q, it begins at %+v", f.log, got)
	}
	d.Press("u")
	if got := f.get("demo").Start; got.DateTime[:16] != "2026-10-23T14:00" {
		t.Errorf("taken back it begins at %+v", got)
	}
}
