package week

import (
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views"
)

// on puts the cursor on an event.
func (d *driver) on(id string) {
	d.t.Helper()
	it := d.m.events.find(id)
	if it == nil {
		d.t.Fatalf("no event %s is loaded", id)
	}
	d.run(d.m.goTo(it))
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
	d.t.Helper()
	if got := d.times(id); got != want {
		d.t.Errorf("%s is on %s, want %s\n%s", id, got, want, d.screen())
	}
}

func (d *driver) wantLog(want ...string) {
	d.t.Helper()
	if !slices.Equal(d.f.log, want) {
		d.t.Errorf("the service was told %q, want %q", d.f.log, want)
	}
}

func TestTheTitleSaysWhichWeekAndThatClocksChange(t *testing.T) {
	d := start(t, busyWeek(), 120, 34)
	d.see("Week 43", "19–25 Oct 2026", "Europe/London", "3 calendars", "clocks go back Sun 02:00", "Sun 25 25h", "Thu 22", "today")
	d.press("L")
	d.see("Week 44", "26 Oct – 1 Nov 2026")
	d.dontSee("clocks go")
	d.press("t")
	d.see("Week 43")
}

func TestSkippedHoursAreDrawn(t *testing.T) {
	d := start(t, newFake(), 120, 34)
	d.press("g t")
	d.typed("29 march 2027")
	d.press("enter", "h", "g g")
	d.see("Sun 28 23h", "skipped", "clocks go forward Sun 01:00")
}

func TestMovingByDayTimeAndEvent(t *testing.T) {
	d := start(t, busyWeek(), 120, 34)
	d.wantSelected("press")
	d.press("j")
	d.wantSelected("")
	d.press("l", "k")
	d.wantSelected("desk")
	d.press("K", "K")
	d.wantSelected("choir")
	d.press("tab", "tab", "tab")
	d.wantSelected("away")
	d.press("t", "g g", "k")
	d.wantSelected("leave") // in the lane above
	d.press("j")
	d.wantSelected("")
}

func TestGoToADateInWords(t *testing.T) {
	d := start(t, busyWeek(), 120, 34)
	for words, want := range map[string]string{"next fri": "2026-10-23", "+3w": "2026-11-12", "14 mar": "2027-03-14"} {
		d.press("t", "g t")
		d.typed(words)
		d.press("enter")
		if got := d.m.days.cursor.date.String(); got != want {
			t.Errorf("%q goes to %s, want %s", words, got, want)
		}
	}
}

func TestAnEventIsCarriedAndDropped(t *testing.T) {
	d := start(t, busyWeek(), 120, 34)
	d.on("demo")
	d.press("m", "j", "j", "l")
	d.wantTimes("demo", "Thu 14:00-15:00") // not before it is let go
	d.press("+", "enter")
	d.wantTimes("demo", "Fri 15:00-16:30")
	d.wantNotice("Moved \u201cDemo\u201d to Fri 23 Oct 15:00")
	d.wantLog("update demo")
	d.press("u")
	d.wantTimes("demo", "Thu 14:00-15:00")
	d.press("U")
	d.wantTimes("demo", "Fri 15:00-16:30")
	if got := d.f.get("demo").Start.DateTime; !strings.HasPrefix(got, "2026-10-23T15:00") {
		t.Errorf("the service has %s", got)
	}
}

func TestEscPutsACarriedEventBack(t *testing.T) {
	d := start(t, busyWeek(), 120, 34)
	d.on("demo")
	d.press("shift+down", "esc")
	d.wantTimes("demo", "Thu 14:00-15:00")
	d.wantLog()
}

func TestARefusedChangeIsTakenBackAndSaid(t *testing.T) {
	f := busyWeek()
	f.refuse = model.Errorf(model.CodeConflict, "the room is taken")
	d := start(t, f, 120, 34)
	d.on("demo")
	d.press("m", "j", "enter")
	d.wantTimes("demo", "Thu 14:00-15:00")
	if last := d.notices[len(d.notices)-1]; !strings.Contains(last, "the room is taken") || !strings.Contains(last, "Taken back") {
		t.Errorf("the notice is %q", last)
	}
	if len(d.done) != 0 {
		t.Errorf("the undo log still has %v", d.done)
	}
}

func TestOnlyTheOrganizerMovesAMeeting(t *testing.T) {
	d := start(t, busyWeek(), 120, 34)
	d.on("budget")
	d.press("m")
	d.wantNotice("Cannot move it")
	d.on("planning")
	d.press("m")
	d.wantNotice("can be read only")
	d.wantLog()
}

func TestOneOccurrenceOrTheSeriesIsAskedOnce(t *testing.T) {
	d := start(t, busyWeek(), 120, 34)
	d.on("standup/2026-10-22")
	d.press("m", "j", "enter")
	d.see("This event alone", "This and the following", "The whole series")
	d.press("enter")
	d.wantTimes("standup/2026-10-21", "Wed 09:00-09:30")
	d.wantLog("update standup/2026-10-22")

	d = start(t, busyWeek(), 120, 34)
	d.on("standup/2026-10-22")
	d.press("m", "j", "enter")
	d.typed("whole")
	d.press("enter")
	d.wantTimes("standup/2026-10-21", "Wed 09:30-10:00")
	d.wantTimes("standup/2026-10-23", "Fri 09:30-10:00")
	d.wantLog("update standup")
	d.press("u")
	d.wantTimes("standup/2026-10-23", "Fri 09:00-09:30")
}

func TestTheFootOfACardNamesWhatCanBeDoneWithItsEvent(t *testing.T) {
	f := busyWeek()
	meeting(f)
	d := start(t, f, 120, 34)
	d.on("tea")
	d.press("enter")
	d.see("e edit", "D delete", "c write", "f find", "esc back")
}

func TestThisAndTheFollowingDividesTheSeries(t *testing.T) {
	d := start(t, busyWeek(), 120, 34)
	d.on("standup/2026-10-22")
	d.press("m", "j", "enter")
	d.typed("following")
	d.press("enter")
	d.wantTimes("standup/2026-10-21", "Wed 09:00-09:30")
	d.wantTimes("standup/2026-10-22", "gone")
	d.wantTimes("made1/2026-10-22", "Thu 09:30-10:00")
	d.wantLog("update standup", "create Stand-up in /own")
	d.press("u")
	d.wantTimes("made1/2026-10-22", "gone")
	d.wantTimes("standup/2026-10-22", "Thu 09:00-09:30")
}

func TestDeletingIsTakenBack(t *testing.T) {
	d := start(t, busyWeek(), 120, 34)
	d.on("demo")
	d.press("D")
	d.wantTimes("demo", "gone")
	d.wantNotice("Deleted \u201cDemo\u201d")
	d.press("u")
	d.wantTimes("demo", "Thu 14:00-15:00")
	d.press("U")
	d.wantTimes("demo", "gone")
	d.wantLog("delete demo", "restore demo", "delete demo")
}

func TestAnInvitationIsAnsweredWithOneKey(t *testing.T) {
	d := start(t, busyWeek(), 120, 34)
	d.on("hiring")
	d.see("?Hir")
	d.press("a")
	d.wantNotice("Accepted \u201cHiring loop\u201d")
	d.press("d")
	d.see("✗Hir")
	d.press("u")
	if got := d.m.events.find("hiring").answer(); got != model.ResponseAccepted {
		t.Errorf("after undo it is %s, want accepted", got)
	}
	d.wantLog("respond hiring accepted tell=true", "respond hiring declined tell=true", "respond hiring accepted tell=true")
}

func TestANewEventFromASpan(t *testing.T) {
	d := start(t, busyWeek(), 120, 34)
	d.on("demo")
	d.press("j", "j", "j", "x", "j", "j")
	d.see("15:30-17:00")
	d.press("n")
	d.see("New event", "Thursday 22 October 2026, 15:30-17:00 (1 h 30 min)", "nothing else then")
	d.typed("Review with Bo")
	d.press("ctrl+s")
	d.wantNotice("Created \u201cReview with Bo\u201d")
	d.wantTimes("new2", "Thu 15:30-17:00")
	d.wantLog("create Review with Bo in /own")
	d.press("u")
	d.wantTimes("new2", "gone")
	d.press("U")
	d.wantTimes("new2", "Thu 15:30-17:00")
}

func TestTheFormReadsWordsZonesAndRecurrence(t *testing.T) {
	d := start(t, busyWeek(), 120, 34)
	d.press("n")
	d.typed("Call")
	d.press("tab")
	d.retype("fri 9:00")
	d.press("tab")
	d.typed("new york")
	d.press("tab")
	d.retype("45 min")
	d.press("tab", "tab", "tab")
	d.typed("every second friday, 6 times")
	d.see("Friday 23 October 2026, 14:00-14:45 (45 min)", "09:00 New York",
		"every second Friday, 6 times", "Fri 23 Oct, Fri 6 Nov, Fri 20 Nov, Fri 4 Dec, Fri 18 Dec")
	d.press("tab", "tab")
	d.typed("Bo")
	d.see("bo@contoso.example")
	d.press("enter", "ctrl+s")
	e := d.f.get("made1")
	if e == nil {
		t.Fatalf("nothing was created: %q", d.notices)
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
	d.press("ctrl+a", "ctrl+k")
	d.typed(words)
}

func TestAFormSavedUntouchedChangesNothing(t *testing.T) {
	d := start(t, busyWeek(), 120, 34)
	d.on("review")
	d.press("e", "ctrl+s")
	d.wantNotice("Nothing was changed")
	d.wantLog()
}

func TestAWrongDateKeepsTheFormOpen(t *testing.T) {
	d := start(t, busyWeek(), 120, 34)
	d.press("n", "tab")
	d.retype("someday")
	d.press("ctrl+s")
	d.see("New event", "is no date")
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
	d.press("enter")
	d.see("Hiring loop", "Tuesday 20 October 2026, 09:30-11:00 (1 h 30 min)", "10:30 Europe/Berlin", "Room Hood", "Dee Diaz",
		"✓ Ann Ek", "✗ Bo Berg", "not answered yet", "Bring the notes.")
	d.press("esc")
	d.dontSee("Bring the notes.")
}

func TestCalendarsAreShownAndHidden(t *testing.T) {
	d := start(t, busyWeek(), 120, 34)
	d.see("Planning")
	d.press("C")
	d.see("Atlas", "group")
	d.press("down", "down")
	d.run(d.m.Update(tea.KeyPressMsg{Code: tea.KeySpace, Text: " "}))
	d.press("enter")
	d.dontSee("Planning")
	d.see("2 of 3 calendars")

	again := startWith(t, busyWeek(), 120, 34, d.state)
	again.dontSee("Planning")
	again.see("2 of 3 calendars")
}

func TestASecondZone(t *testing.T) {
	d := start(t, busyWeek(), 120, 34)
	d.press("Z")
	d.typed("new_york")
	d.press("enter")
	d.see("BST   EDT", "09:00 04")
	d.press("Z")
	d.typed("kolkata")
	d.press("enter")
	d.see("09:00 13:30")
}

func TestSearchGoesToTheEvent(t *testing.T) {
	f := busyWeek()
	f.add("/own", event("far", "Far away review", "2027-02-03T10:00", "2027-02-03T11:00"))
	d := start(t, f, 120, 34)
	d.press("/")
	d.typed("review")
	d.press("enter")
	d.see("2 events with \u201creview\u201d", "Far away review")
	d.typed("far")
	d.press("enter")
	d.wantSelected("far")
	d.see("Week 5 ", "Far away")
}

func TestInstancesOfASeries(t *testing.T) {
	d := start(t, busyWeek(), 120, 34)
	d.on("standup/2026-10-22")
	d.press("I")
	d.see("times within a year", "Fri 23 Oct 2026 09:00")
	d.typed("30 nov")
	d.press("enter")
	d.dontSee("times within a year")
}

func TestOtherScreensAreAskedFor(t *testing.T) {
	d := start(t, busyWeek(), 120, 34)
	d.on("hiring")
	d.press("c", "f")
	if len(d.shown) != 2 {
		t.Fatalf("asked for %+v", d.shown)
	}
	want := []string{"dee@contoso.example", "bo@contoso.example"}
	if to := d.shown[0].Item.(views.ComposeTo).To; d.shown[0].Screen != views.Inbox || !slices.Equal(to, want) {
		t.Errorf("writes to %v on %s, want %v", to, d.shown[0].Screen, want)
	}
	if with := d.shown[1].Item.(views.FindTime).With; d.shown[1].Screen != views.Finder || !slices.Equal(with, want) {
		t.Errorf("finds a time with %v on %s, want %v", with, d.shown[1].Screen, want)
	}
}

func TestOpenOnAnEventAndOnADay(t *testing.T) {
	d := start(t, busyWeek(), 120, 34)
	d.run(d.m.Open(views.ShowEvent{ID: "demo"}))
	d.wantSelected("demo")
	d.see("Thursday 22 October 2026, 14:00-15:00")
	d.press("esc")
	d.run(d.m.Open(views.ShowEvent{Day: "2027-01-04"}))
	d.see("Week 1 ", "4–10 Jan 2027")
}

func TestStatesOfLoading(t *testing.T) {
	d := &driver{t: t, f: busyWeek(), state: memory{}, theme: newTheme(t, looks[0]), now: now}
	startHeld(d)
	d.see("Opening the calendars")
	f := newFake()
	f.fail = model.Errorf(model.CodeUnavailable, "the mailbox does not answer")
	d = start(t, f, 120, 34)
	d.see("The calendars could not be read", "the mailbox does not answer", "ctrl+r tries again")
	f.fail = nil
	d.press("ctrl+r")
	d.see("Thu 22")
}

// cell finds words on the screen.
func (d *driver) cell(words string) (x, y int) {
	d.t.Helper()
	for y, line := range strings.Split(d.screen(), "\n") {
		if at := strings.Index(line, words); at >= 0 {
			return len([]rune(line[:at])), y
		}
	}
	d.t.Fatalf("not on the screen: %q\n%s", words, d.screen())
	return 0, 0
}

func (d *driver) dragging(fromX, fromY, toX, toY int) {
	d.run(d.m.Update(tea.MouseClickMsg{X: fromX, Y: fromY, Button: tea.MouseLeft}))
	d.run(d.m.Update(tea.MouseMotionMsg{X: toX, Y: toY, Button: tea.MouseLeft}))
	d.run(d.m.Update(tea.MouseReleaseMsg{X: toX, Y: toY, Button: tea.MouseLeft}))
}

func TestTheMouseMovesResizesAndMakes(t *testing.T) {
	d := start(t, busyWeek(), 120, 34)
	x, y := d.cell("Demo")
	d.dragging(x, y, x+16, y+2)
	d.wantTimes("demo", "Fri 15:00-16:00")
	d.press("u")
	x, y = d.cell("Demo")
	d.dragging(x, y+1, x, y+3) // its lower edge
	d.wantTimes("demo", "Thu 14:00-16:00")
	d.dragging(x, y+5, x, y+7)
	d.see("New event", "Thursday 22 October 2026, 16:30-18:00")
	d.press("esc")
	d.wantLog("update demo", "update demo", "update demo")
}

func TestTheOffsetOfASecondZoneIsReadWhole(t *testing.T) {
	d := start(t, busyWeek(), 120, 34)
	d.press("Z")
	d.typed("kathm")
	d.press("enter")
	d.see("+0545", "13:45")
	d.dontSee("+05:4 ")
}

func TestWhoHasNoCalendarIsAskedForThemOnce(t *testing.T) {
	f := newFake()
	f.calendars = nil
	d := start(t, f, 120, 34)
	d.see("Thu")
	if f.listed != 1 {
		t.Errorf("the calendars were asked for %d times, want once", f.listed)
	}
	f.calendars = newFake().calendars
	f.add("/own", event("e", "Review", "2026-10-22T09:00", "2026-10-22T10:00"))
	d.run(d.m.Update(views.Refreshed{}))
	d.see("Review")
}
