package week

import (
	"testing"
	"time"

	"daybook/model"
	"daybook/views/viewtest"
)

// withColleague is a busy week in which Bo has something on.
func withColleague() *fake {
	f := busyWeek()
	review := event("bos", "Bo's review", "2026-10-22T10:00", "2026-10-22T11:00")
	review.IsOrganizer = false
	review.Attendees = []model.Attendee{{EmailAddress: person("Cy Chan")}}
	f.add("@bo@contoso.example", review)
	return f
}

func TestAColleaguesCalendarIsBesideOnesOwn(t *testing.T) {
	state := viewtest.Memory{}
	d := startWith(t, withColleague(), 120, 34, state)
	d.DontSee("Bo's")
	d.Press("P")
	d.Type("bo")
	d.Press("tab", "enter")
	if it := d.m.events.find("bos"); it == nil {
		t.Fatalf("Bo's calendar is not read\n%s", d.Screen())
	}
	d.See("4 calendars")
	d.on("bos")
	for _, key := range []string{"a", "I"} { // it is not the person's to answer
		if a := d.Action(key); a != nil && a.Can() {
			t.Errorf("%s can be done to a colleague's event", a.ID)
		}
	}
	d.Press("e")
	d.SaysLast("the calendar Bo Berg can be read only")
	d.Press("enter")
	d.See("Bo's review")
	d.Press("esc", "C")
	d.See("Bo Berg", "a colleague")
	d.Press("esc")

	// It is there again after a restart, and goes when it is taken off.
	d = startWith(t, withColleague(), 120, 34, state)
	d.See("4 calendars")
	d.Press("P", "backspace", "enter")
	d.See("3 calendars")
	d.DontSee("Bo's")
}

func TestAColleaguesEventsAreNoConflict(t *testing.T) {
	d := start(t, withColleague(), 120, 34)
	d.Run(d.m.reading.setColleagues([]model.EmailAddress{person("Bo Berg")}))
	from := time.Date(2026, 10, 22, 10, 0, 0, 0, london)
	for _, title := range d.m.events.busy(from, from.Add(30*time.Minute), "") {
		if title.String() == "Bo's review" {
			t.Error("a colleague's event is said to be in the way")
		}
	}
}
