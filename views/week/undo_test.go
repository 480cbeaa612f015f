package week

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"daybook/model"
	"daybook/views"
	"daybook/views/extensions"
)

func TestADeletedOccurrenceComesBackIntoItsSeries(t *testing.T) {
	d := start(t, busyWeek(), 120, 34)
	d.on("standup/2026-10-22")
	d.Press("D", "enter")
	d.wantTimes("standup/2026-10-22", "gone")
	d.Press("u")
	d.wantTimes("standup/2026-10-22", "Thu 09:00-09:30")
	d.wantLog("delete standup/2026-10-22", "restore standup/2026-10-22")
	if it := d.m.events.find("standup/2026-10-22"); it == nil || it.SeriesMasterID != "standup" {
		t.Errorf("it is %+v, want an occurrence of the stand-up", it)
	}
}

func meeting(f *fake) {
	tea := event("tea", "Tea", "2026-10-22T16:00", "2026-10-22T17:00")
	tea.Attendees = []model.Attendee{{Type: model.AttendeeRequired, EmailAddress: person("Bo Berg")}}
	f.add("/own", tea)
	f.deleted = nil
}

func TestWhereDeletedMeetingsAreNotKeptANewOneIsAskedAbout(t *testing.T) {
	f := busyWeek()
	meeting(f)
	d := start(t, f, 120, 34)
	d.on("tea")
	d.Press("D", "u")
	d.See("keeps no deleted events", "Make a new meeting", "everybody is invited again", "Leave it deleted")
	d.wantTimes("tea", "gone")
	d.SaysLast("Not taken back yet: Deleted")
	d.Press("down", "enter")
	d.wantTimes("tea", "gone")
	d.wantLog("delete tea", "restore tea")

	d.Press("U", "u", "enter")
	d.wantTimes("tea", "Thu 16:00-17:00")
	d.SaysLast("came back as a new event")
	d.wantLog("delete tea", "restore tea", "delete tea", "restore tea", "restore tea", "create Tea in /own")
}

func TestTheQuestionAboutADeletedMeetingIsWholeInEightyColumns(t *testing.T) {
	f := busyWeek()
	meeting(f)
	f.get("tea").IsOrganizer = false
	d := start(t, f, 80, 22)
	d.on("tea")
	d.Press("D", "u")
	d.See("The provider keeps no deleted events: Tea", "Make an appointment of your own", "the organizer hears nothing: you declined")
}

func TestARefusalNamesTheEventThatIsGoneAndNotItsID(t *testing.T) {
	for what, keys := range map[string][]string{
		"deleted": {"D"},
		"moved":   {"shift+down", "enter"},
		"opened":  {"e"},
	} {
		f := busyWeek()
		d := start(t, f, 120, 34)
		f.events["/own"] = slices.DeleteFunc(f.events["/own"], func(e model.Event) bool { return e.ID == "demo" })
		d.on("demo")
		d.Press(keys...)
		said := strings.Join(d.Said, "\n")
		if !strings.Contains(said, "is no longer there") || strings.Contains(said, "demo") {
			t.Errorf("%s: the notices are %q, want what is no longer there by its subject", what, d.Said)
		}
	}
}

func TestWhatNobodyElseHearsOfIsMadeAnewWithAWord(t *testing.T) {
	f := busyWeek()
	f.deleted = nil
	d := start(t, f, 120, 34)
	d.on("demo")
	d.Press("D", "u")
	d.wantTimes("demo", "Thu 14:00-15:00")
	d.SaysLast("came back as a new event")
}

func TestAnAnswerIsTakenBackToSilence(t *testing.T) {
	d := start(t, busyWeek(), 120, 34)
	d.Clock = now.AddDate(0, 0, -3) // before it
	d.on("hiring")
	d.Press("a", "u")
	d.wantLog("respond hiring accepted tell=true", "unanswer hiring")
	if got := d.m.events.find("hiring").answer(); got != model.ResponseNotResponded {
		t.Errorf("after undo it is %s, want notResponded", got)
	}
}

func TestWhereAnAnswerStaysItIsTentativeAndThatIsSaid(t *testing.T) {
	f := busyWeek()
	f.loud = true
	d := start(t, f, 120, 34)
	d.Clock = now.AddDate(0, 0, -3) // before it
	d.on("hiring")
	d.Press("a", "u")
	d.wantLog("respond hiring accepted tell=true", "unanswer hiring", "respond hiring tentativelyAccepted tell=false")
	d.SaysLast("tentative now, and nobody was told")
}

func TestWhatWasMadeIsKnownByItsNameAfterARestart(t *testing.T) {
	f := busyWeek()
	d := start(t, f, 120, 34)
	d.Press("n")
	d.Type("Review")
	d.Press("ctrl+s", "u", "U")
	d.wantTimes("new2", "Thu 11:00-12:00")

	again := startWith(t, f, 120, 34, d.State)
	again.Steps = append([]views.Step(nil), d.Steps...)
	again.Press("u")
	again.wantTimes("new2", "gone")
	again.Press("U")
	again.wantTimes("new2", "Thu 11:00-12:00")
	again.wantLog("create Review in /own", "delete made1", "restore made1", "delete made1", "restore made1")
}

func TestUndoPutsTheCursorOnWhatItBroughtBack(t *testing.T) {
	d := start(t, busyWeek(), 120, 34)
	d.on("demo")
	d.Press("m", "l", "l", "j", "enter", "t", "u")
	d.wantSelected("demo")
	d.wantTimes("demo", "Thu 14:00-15:00")
	d.Press("U")
	d.wantSelected("demo")
	d.Press("u", "m", "l", "enter")
	d.wantTimes("demo", "Fri 14:00-15:00")
	d.Press("u", "t", "D", "t", "k", "k", "k")
	d.on("demo")
	d.Press("D", "L", "u")
	d.wantSelected("demo")
	d.See("Week 43")
	d.on("standup/2026-10-22")
	d.Press("m", "j", "enter", "down", "down", "enter", "t", "u")
	if it := d.m.days.selected(); it == nil || it.SeriesMasterID != "standup" {
		t.Errorf("a series was brought back, and %q is selected", d.selected())
	}
}

func TestTheFootOfTheFormHasWholeKeys(t *testing.T) {
	d := start(t, busyWeek(), 40, 12)
	d.m.options.Custom = struct{ extensions.Service }{}
	d.Press("n")
	d.See("ctrl+s save  esc cancel ─╯")
	d.DontSee("alt+,")
	d.m.SetSize(80, 24)
	d.See("alt+, custom data  esc cancel ─╯")
}

// A moved series is listed under other ids than it is shown under at first, among
// events that begin earlier or are longer.
func TestTheCursorStaysOnWhatWasMovedOrComesBack(t *testing.T) {
	f := busyWeek()
	f.add("/own", event("early", "Breakfast", "2026-10-22T08:30", "2026-10-22T10:00"))
	d := start(t, f, 120, 34)
	want := func(when, at string) {
		t.Helper()
		it := d.m.days.selected()
		if it == nil || it.SeriesMasterID != "standup" || it.start.In(london).Format("Mon 15:04") != at {
			t.Errorf("%s the cursor is on %q, want the stand-up of %s\n%s", when, d.selected(), at, d.Screen())
		}
	}
	d.on("standup/2026-10-22")
	d.Press("m", "j", "j", "enter", "down", "down", "enter")
	want("moved", "Thu 10:00")
	d.Press("u")
	want("taken back", "Thu 09:00")
	d.Press("U")
	want("moved again", "Thu 10:00")
	d.Press("u")
	f.refuse = model.Errorf(model.CodeUnavailable, "not now")
	d.Press("m", "j", "j", "enter", "down", "down", "enter")
	want("refused", "Thu 09:00")
}

func TestAnEventIsCarriedOnWhileItsSeriesIsReadAnew(t *testing.T) {
	d := start(t, busyWeek(), 120, 34)
	d.on("standup/2026-10-22")
	d.Press("m", "j", "enter", "down", "down")
	d.Hold()
	d.Press("enter")
	d.Answer(func(v any) bool { _, ok := v.(model.Event); return ok })
	d.Press("m", "j", "j")
	d.Release()
	if d.m.days.grab == nil || d.m.days.carriedWords() != "Thu 22 Oct 10:30-11:00" {
		t.Errorf("it is carried to %+v", d.m.days.grab)
	}
	d.Press("u", "enter", "enter")
	d.wantTimes("standup/2026-10-22", "Thu 10:00-10:30")
}

func TestAfterADeleteTheCursorStaysWhereItWas(t *testing.T) {
	d := start(t, busyWeek(), 120, 34)
	d.on("demo")
	d.Press("D")
	d.wantSelected("")
	if got := d.m.days.instant().In(london).Format("Mon 15:04"); got != "Thu 14:00" {
		t.Errorf("the cursor is on %s", got)
	}
	d = start(t, busyWeek(), 40, 12) // a list: what comes next is there
	d.on("press")
	d.Press("D")
	d.wantSelected("legal")
	d.on("choir")
	d.Press("D")
	d.wantSelected("demo")
}

// TestWhatWasCutOffIsTakenBackWhereItWasDone: the program is killed before it
// has the answer.
func TestWhatWasCutOffIsTakenBackWhereItWasDone(t *testing.T) {
	for name, keys := range map[string][]string{"deletion": {"D"}, "move": {"m", "l", "enter"}} {
		for _, refuse := range []error{nil, errors.New("cut off")} {
			f := busyWeek()
			f.add("/own", event("tea", "Tea", "2026-10-22T16:00", "2026-10-22T17:00"))
			d := start(t, f, 120, 34)
			d.on("tea")
			f.refuse = refuse
			d.Hold()
			d.Press(keys...)
			f.refuse = nil
			again := start(t, f, 120, 34)
			again.Steps = d.Steps
			if len(again.Steps) != 1 || again.m.Expired(again.Steps[0]) {
				t.Fatalf("%s, failing %v: nothing takes the step back", name, refuse)
			}
			again.Press("u")
			if e := f.get("tea"); e == nil || e.Start.DateTime[:16] != "2026-10-22T16:00" {
				t.Errorf("%s, failing %v: taken back, it is %+v", name, refuse, e)
			}
			if refuse != nil {
				again.SaysLast("Nothing of it was done before the program ended")
			}
		}
	}
}
