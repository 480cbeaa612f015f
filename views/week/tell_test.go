package week

import (
	"strings"
	"testing"

	"daybook/model"
	"daybook/views/week/change"
)

// withGuests is the week in which one meeting, of Tuesday 9:30, has guests.
func withGuests(who ...string) *fake {
	f := busyWeek()
	e := f.get("oneone")
	for _, name := range who {
		a := model.EmailAddress{Address: "eve@contoso.example"}
		if name != "" {
			a = person(name)
		}
		e.Attendees = append(e.Attendees, model.Attendee{Type: model.AttendeeRequired, EmailAddress: a})
	}
	e.Attendees = append(e.Attendees, model.Attendee{Type: model.AttendeeResource, EmailAddress: person("Hood")})
	return f
}

func TestAMeetingOfOthersMovesToAnotherDayOnlyWhenItWasSaid(t *testing.T) {
	for name, c := range map[string]struct {
		guests []string
		begins string // what is written into the field, empty for carrying it a day on
		ends   string
		said   string
	}{
		"another day":        {[]string{"Bo Berg", "Cy Chan"}, "21 oct 15:30", "", "Moves from Tue 20 Oct 09:30 to Wed 21 Oct 15:30, tells 2 people"},
		"carried":            {[]string{"Bo Berg"}, "", "", "Moves from Tue 20 Oct 09:30 to Wed 21 Oct 09:30, tells Bo Berg"},
		"longer than a day":  {[]string{"Bo Berg"}, "9:30", "22 oct 10:00", "Lasts from Tue 20 Oct 09:30 to Thu 22 Oct 10:00, 48 h 30 min, tells Bo Berg"},
		"both":               {[]string{"Bo Berg"}, "21 oct", "22 oct 10:00", "Moves from Tue 20 Oct 09:30 to Wed 21 Oct 09:30, 24 h 30 min, tells Bo Berg"},
		"another year":       {[]string{"Bo Berg"}, "20 oct 2027", "", "Moves from Tue 20 Oct 09:30 to Wed 20 Oct 2027 09:30, tells Bo Berg"},
		"an address alone":   {[]string{""}, "21 oct", "", "Moves from Tue 20 Oct 09:30 to Wed 21 Oct 09:30, tells eve@contoso.example"},
		"on its day":         {[]string{"Bo Berg"}, "15:30", "", ""},
		"nobody but oneself": {nil, "21 oct 15:30", "", ""},
	} {
		f := withGuests(c.guests...)
		d := start(t, f, 120, 34)
		d.Run(d.m.goTo(d.m.events.find("oneone")))
		if c.begins == "" {
			d.Press("m", "l", "enter")
		} else {
			d.Press("e")
			d.write(1, c.begins)
			if c.ends != "" {
				d.write(1, c.ends)
			}
			d.Press("ctrl+s")
		}
		if c.said == "" {
			if len(d.Asked) > 0 || len(f.log) == 0 {
				t.Errorf("%s: asked %v, told the service %q", name, d.Asked, f.log)
			}
			continue
		}
		if len(d.Asked) != 1 || d.Asked[0].Detail.String() != c.said {
			t.Errorf("%s: asked %+v, want %q", name, d.Asked, c.said)
			continue
		}
		if len(f.log) > 0 {
			t.Errorf("%s: told the service before it was said: %q", name, f.log)
		}
		d.Run(d.Asked[0].Yes())
		if len(f.log) != 1 || !strings.HasPrefix(f.log[0], "update oneone") {
			t.Errorf("%s: told the service %q", name, f.log)
		}
	}
}

// write goes on by as many fields and writes in the place of what is there.
func (d *driver) write(tabs int, words string) {
	for range tabs {
		d.Press("tab")
	}
	for range 30 {
		d.Press("backspace")
	}
	d.Type(words)
}

func TestAFormWaitsBehindTheQuestion(t *testing.T) {
	f := withGuests("Bo Berg")
	d := start(t, f, 120, 34)
	d.Run(d.m.goTo(d.m.events.find("oneone")))
	d.Press("e")
	d.write(1, "21 oct")
	d.Press("ctrl+s") // and esc in the question
	d.See("21 Oct 2026 09:30", "Wed 21 Oct 09:30-10:30")
	d.write(0, "11:00")
	d.Press("ctrl+s")
	if len(d.Asked) != 2 || d.Asked[1].Detail.String() != "Moves from Tue 20 Oct 09:30 to Wed 21 Oct 11:00, tells Bo Berg" {
		t.Errorf("asked %+v", d.Asked)
	}
}

func TestRoomsAreOfferedToTheFieldOfRoomsAlone(t *testing.T) {
	f := busyWeek()
	f.rooms = []model.EmailAddress{person("Bollard")}
	d := start(t, f, 120, 34)
	d.Press("n")
	d.write(8, "bo")
	d.See("Bo Berg")
	d.DontSee("Bollard")
	d.Press("enter")
	d.write(2, "bo")
	d.See("Bollard")
	d.See("[Bo Berg]")
	d.Press("enter", "ctrl+s")
	own := f.events["/own"]
	made := own[len(own)-1].Attendees
	if len(made) != 2 || made[0].EmailAddress != person("Bo Berg") || made[1].EmailAddress != person("Bollard") || made[1].Type != model.AttendeeResource {
		t.Errorf("invited are %+v: %q\n%s", made, d.Said, d.Screen())
	}
}

func TestATimeAloneGoesToTheDayThatIsLookedAt(t *testing.T) {
	d := start(t, busyWeek(), 120, 34)
	for _, c := range []struct{ words, date, clock string }{{"26 dec", "2026-12-26", ""}, {"15:30", "2026-12-26", "15:30"}, {"3pm", "2026-12-26", "15:00"}, {"tomorrow", "2026-10-23", ""}} {
		d.Press("g t")
		d.Type(c.words)
		d.Press("enter")
		if got := d.m.days.cursor.date.String(); got != c.date {
			t.Errorf("%q goes to %s, want %s", c.words, got, c.date)
		}
		if got := d.m.days.instant().In(london).Format("15:04"); c.clock != "" && got != c.clock {
			t.Errorf("%q goes to %s, want %s", c.words, got, c.clock)
		}
	}
}

func TestADeletedMeetingSaysWhomThatTells(t *testing.T) {
	for _, c := range []struct {
		guests []string
		mine   bool
		said   string
	}{
		{[]string{"Bo Berg", "Cy Chan"}, true, ", tells 2 people"},
		{[]string{"Bo Berg"}, true, ", tells Bo Berg"},
		{nil, true, ""},
		{[]string{"Bo Berg", "Cy Chan"}, false, ""},
	} {
		f := withGuests(c.guests...)
		f.get("oneone").IsOrganizer = c.mine
		d := start(t, f, 120, 34)
		d.Run(d.m.goTo(d.m.events.find("oneone")))
		subject := d.m.events.find("oneone").quoted()
		d.Press("D")
		d.SaysLast("Deleted " + subject + c.said)
	}
}

// A room answers at once, for all dates of a series: what it says is not left to
// be found on the card.
func TestARoomThatDeclinesIsSaidWhenAMeetingIsMadeOrMoved(t *testing.T) {
	d := start(t, busyWeek(), 120, 34)
	e := event("", "Choir", "2026-10-22T16:00", "2026-10-22T17:00")
	e.Attendees = []model.Attendee{{Type: model.AttendeeResource, EmailAddress: person("Hood"), Status: &model.ResponseStatus{Response: model.ResponseDeclined}}}
	weekly := weekly(e, "thursday")
	weekly.Type, weekly.ID = "", "draft"
	d.Run(d.m.changes.edits.Do("Created", writeOf(change.Edit{Calendar: "/own", After: &weekly})))
	d.Says("\u201cChoir\u201d is in the calendar, but declined by Hood: not free on all its dates")
	e.ID = "draft2"
	d.Run(d.m.changes.edits.Do("Created", writeOf(change.Edit{Calendar: "/own", After: &e})))
	d.Says("\u201cChoir\u201d is in the calendar, but declined by Hood: not free then")
	made := d.f.get("made2")
	d.Notices = nil
	renamed := *made
	renamed.Subject = "Singing"
	d.Run(d.m.changes.edits.Do("Renamed", writeOf(change.Edit{Calendar: "/own", Before: made, After: &renamed})))
	if d.Noticed("declined") {
		t.Errorf("a new subject says %q", d.Notices)
	}
	d.on("made2")
	d.Press("m", "j", "enter")
	d.Says("\u201cSinging\u201d is in the calendar, but declined by Hood: not free then")
}
