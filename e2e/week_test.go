package e2e

import (
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestAnEventIsMadeMovedAndTakenBack(t *testing.T) {
	journey(t, setup{}, func(d *driver) {
		d.Press("g", "w")
		d.See("Week 43", "Stand-up", "Design review")
		d.Press("g", "t")
		d.Type("sat 14:00")
		d.Press("enter", "n")
		d.See("New event", "Sat 24 Oct 14:00-15:00")
		d.Type("Paint the fence")
		d.Press("ctrl+s")
		d.See("Created \u201cPaint the fence\u201d")
		d.Pass(time.Second)
		d.at("Paint", "14:00")
		d.Press("m", "j", "j", "l", "enter")
		d.See("Moved \u201cPaint the fence\u201d to Sun 25 Oct 15:00")
		d.Pass(time.Second)
		d.at("Paint", "15:00")
		d.Press("u")
		d.Pass(time.Second)
		d.at("Paint", "14:00")
		d.Press("u")
		d.Pass(time.Second)
		d.DontSee("▌Paint")
		d.Press("U")
		d.Pass(time.Second)
		d.Press("g", "t")
		d.Type("sat 14:00")
		d.Press("enter")
		d.at("Paint", "14:00")
	})
}

func TestAMonthIsWalkedAndAnEventIsMadeInIt(t *testing.T) {
	journey(t, setup{}, func(d *driver) {
		d.Press("g", "w", "M")
		d.Pass(time.Second)
		d.See("October 2026", "Stand-up", "┼ 31 ")
		d.Press("L")
		d.Pass(time.Second)
		d.See("November 2026")
		d.Press("H", "G", "n")
		d.Type("Paint the fence")
		d.Press("ctrl+s")
		d.Pass(time.Second)
		d.See("October 2026", "Paint the")
		d.Press("m", "k", "enter")
		d.See("Moved \u201cPaint the fence\u201d to Sat 24 Oct")
		d.Pass(time.Second)
		d.Press("u")
		d.Pass(time.Second)
		d.Press("l", "h", "enter")
		d.See("Sat 31 Oct", "Paint the fence")
		d.Press("esc")
		d.See("1 Nov", "October 2026")
		d.Press("h", "?")
		d.See("needs an")
	})
}

// at fails unless an event begins in the row of that time.
func (d *driver) at(event, clock string) {
	d.t.Helper()
	got, want := d.Row("▌"+event), d.Row(" "+clock+" │")
	if got < 0 || got != want {
		d.t.Errorf("%s begins in line %d, %s is line %d\n%s", event, got, clock, want, d.Screen())
	}
}

func TestAnInvitationTravelsAndSoDoesItsAnswer(t *testing.T) {
	data := filepath.Join(t.TempDir(), "data")
	journey(t, setup{Data: data}, func(d *driver) {
		d.inviteBoToPaint()
		d.See("Created")
		d.Pass(time.Second)
	})
	journey(t, setup{Data: data, User: "bo@contoso.example"}, func(d *driver) {
		d.Press("/")
		d.Type("subject:fence")
		d.Press("enter")
		d.Pass(time.Second)
		d.See("Invitation: Paint the fence", "Mon 26 Oct 15:00-16:00", "your day", "not answered yet")
		d.Press("+")
		d.Pass(time.Second)
		d.See("Accepted \u201cPaint the fence\u201d", "accepted")
		d.DontSee("not answered yet")
	})
	journey(t, setup{Data: data}, func(d *driver) {
		d.Press("/")
		d.Type("subject:fence")
		d.Press("enter")
		d.Pass(time.Second)
		d.See("Bo Berg", "Accepted: Paint the fence")
		d.Press("g", "w", "/")
		d.Type("fence")
		d.Press("enter")
		d.Pass(time.Second)
		d.Press("enter")
		d.Pass(time.Second)
		d.Press("enter")
		d.Pass(time.Second)
		if row := d.Row("who"); row < 0 || !strings.Contains(strings.Split(d.Screen(), "\n")[row], "✓ bo@contoso.example") {
			t.Errorf("the event does not show Bo's answer:\n%s", d.Screen())
		}
	})
}

func TestADeletedMeetingComesBackAfterARestartAndNobodyIsAskedAgain(t *testing.T) {
	data := filepath.Join(t.TempDir(), "data")
	journey(t, setup{Data: data}, func(d *driver) {
		d.inviteBoToPaint()
		d.Pass(time.Second)
		d.See("▌Paint")
		d.Press("D")
		d.See("Deleted \u201cPaint the fence\u201d")
		d.Pass(time.Second)
		d.DontSee("▌Paint")
	})
	journey(t, setup{Data: data}, func(d *driver) {
		d.Press("g", "w", "g", "t")
		d.Type("26 oct 2026 15:00")
		d.Press("enter", "u")
		d.Pass(time.Second)
		d.at("Paint", "15:00")
		d.Press("u") // the making of it
		d.Pass(time.Second)
		d.DontSee("▌Paint")
		d.Press("U")
		d.Pass(time.Second)
		d.at("Paint", "15:00")
	})
	journey(t, setup{Data: data, User: "bo@contoso.example"}, func(d *driver) {
		d.Press("/")
		d.Type("subject:fence")
		d.Press("enter")
		d.Pass(time.Second)
		d.See("Invitation: Paint the fence", "not answered yet")
		d.DontSee("Canceled", "Back on", "2 Paint")
	})
}

// inviteBoToPaint makes a meeting with Bo on the week, on 26 October at 15:00.
func (d *driver) inviteBoToPaint() {
	d.Press("g", "w", "g", "t")
	d.Type("26 oct 2026 15:00")
	d.Press("enter", "n")
	d.Type("Paint the fence")
	d.Press("tab", "tab", "tab", "tab", "tab", "tab", "tab", "tab")
	d.Type("bo@contoso.example")
	d.Press("ctrl+s")
}

func TestAnotherTimeIsProposedWithACommentAndTaken(t *testing.T) {
	data := filepath.Join(t.TempDir(), "data")
	journey(t, setup{Data: data}, func(d *driver) {
		d.inviteBoToPaint()
		d.Pass(time.Second)
	})
	journey(t, setup{Data: data, User: "bo@contoso.example", Network: badLine(7)}, func(d *driver) {
		d.Pass(30 * time.Second)
		d.Press("/")
		d.Type("subject:fence")
		d.Press("enter")
		d.wait("not answered yet")
		d.Press("=")
		d.See("Answer: Paint the fence", "New time", "send the answer")
		d.Press("tab")
		d.Type("26 oct 17:00")
		d.Press("tab")
		d.Type("45m")
		d.Press("tab")
		d.See("Mon 26 Oct 17:00-17:45")
		d.Type("The sun is lower then")
		d.Press("ctrl+s")
		d.See("Tentatively accepted \u201cPaint the fence\u201d, with another time proposed")
		d.Pass(time.Minute)
		d.heal()
		d.See("tentatively accepted")
	})
	journey(t, setup{Data: data}, func(d *driver) {
		d.Press("/")
		d.Type("subject:fence")
		d.Press("enter")
		d.Pass(time.Second)
		d.See("Tentatively accepted: Paint the fence", "1 maybe", "proposed Mon 26 Oct 17:00-17:45, by", "The sun is lower then")
		if n := strings.Count(d.Screen(), "The sun is lower then"); n > 2 { // the list and the reader
			t.Errorf("the answer came %d times:\n%s", n, d.Screen())
		}
		d.Press("=")
		d.Pass(time.Second)
		d.See("Move to Mon 26 Oct 17:00-17:45, as bo@contoso.example proposes", "Keep the time, and write so to bo@contoso.example")
		d.Press("enter")
		d.See("as bo@contoso.example proposed")
		d.Pass(time.Second)
		d.Press("esc")
		d.at("Paint", "17:00")
		d.Press("r") // nothing is proposed any more
		d.DontSee("Keep the time")
		d.Pass(time.Second)
		d.Press("D")
		d.Pass(time.Second)
	})
	journey(t, setup{Data: data, User: "bo@contoso.example"}, func(d *driver) {
		d.Press("/")
		d.Type("subject:fence")
		d.Press("enter")
		d.Pass(time.Second)
		d.See("Cancelled", "Paint the fence")
		d.DontSee("+ accept")
		d.Press("[", "[", "[", "enter")
		d.Pass(time.Second)
		d.DontSee("+ accept", "not answered yet")
	})
}

func TestAnEventHasALinkAPrivacyAndTheDaysThatWereChosen(t *testing.T) {
	data := filepath.Join(t.TempDir(), "data")
	journey(t, setup{Data: data}, func(d *driver) {
		d.Press("g", "w", "g", "t")
		d.Type("31 oct 2026 15:00")
		d.Press("enter", "n")
		d.Type("Count the till")
		d.Press("tab", "tab", "tab", "tab", "tab", "tab")
		d.Type("31st of every month")
		d.Press("ctrl+s")
		d.See("the 31st only, or the last day of each month?")
		d.Press("right", "right")
		d.See("monthly on the 31st only", "Sat 31 Oct, Thu 31 Dec, Sun 31 Jan 2027, Wed 31 Mar, Mon 31 May")
		d.Press("tab", "tab", "tab", "tab", "tab", "tab", "tab", "p") // privacy
		d.Press("tab")
		d.Type("Money,")
		d.Press("tab")
		d.Type("https://meet.contoso.example/till")
		d.Press("ctrl+s")
		d.See("Created")
		d.Pass(2 * time.Second)
	})
	journey(t, setup{Data: data}, func(d *driver) {
		d.Press("g", "w", "g", "t")
		d.Type("30 nov 2026 15:00")
		d.Press("enter")
		d.Pass(time.Second)
		d.DontSee("Count")
		d.Press("g", "t")
		d.Type("31 dec 2026 15:00")
		d.Press("enter")
		d.Pass(time.Second)
		d.See("Count")
		d.Press("enter")
		d.Pass(time.Second)
		d.See("https://meet.contoso.example/till", "private", "Money", "monthly on the 31st")
	})
}

func TestAColleaguesDayIsSeenBesideOnesOwn(t *testing.T) {
	journey(t, setup{}, func(d *driver) {
		d.Press("g", "w")
		d.Pass(time.Second)
		d.Press("P")
		d.Type("bo berg")
		d.Pass(time.Second)
		d.Press("tab", "enter")
		d.Pass(time.Second)
		d.See("╎", " Bo B")
		d.Press("?", "pgdown", "pgdown")
		d.See("of Bo Berg, to be read only")
		d.Press("esc", "P", "backspace", "enter")
		d.Pass(time.Second)
		d.DontSee("╎")
	})
}
