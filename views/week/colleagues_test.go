package week

import (
	"strings"
	"testing"
	"time"

	"daybook/model"
	"daybook/views/viewtest"
	"daybook/widget/text"
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

func besideBo(t *testing.T, width, height int, l look) *driver {
	d := start(t, withColleague(), width, height)
	*d.Env.Theme = *viewtest.Theme(t, l.Options)
	d.Run(d.m.reading.setColleagues([]model.EmailAddress{person("Bo Berg")}))
	return d
}

func TestAColleaguesDayStandsBesideOnesOwn(t *testing.T) {
	for _, size := range sizes {
		for _, l := range looks {
			d := besideBo(t, size.w, size.h, l)
			d.StyledGolden("colleague-" + size.name + "-" + l.name)
			viewtest.CheckFrame(t, d.Frame(), size.w, size.h)
		}
	}
	d := besideBo(t, 120, 34, looks[0])
	d.See("Thu 22     ╎ ○ Bo Be", "╎▌Bo's", "▌Budget")
	d.on("bos")
	s, day := d.m.days.sheetNow(), d.m.days.day()
	if n := len(s.days[s.column(day, 1)]); n != 1 {
		t.Errorf("Bo's part of the day has %d events", n)
	}
	for _, b := range s.days[s.column(day, 0)] {
		if b.ID == "bos" {
			t.Error("Bo's event is among the person's own")
		}
	}
	legend := ""
	for _, m := range d.m.Legend() {
		legend += m.Means + "\n"
	}
	if !strings.Contains(legend, "of Bo Berg, to be read only") || !strings.Contains(legend, "a colleague's day") {
		t.Errorf("the legend does not name Bo:\n%s", legend)
	}

	// A click in a part is on the event that is drawn there.
	x, y := d.find("▌Bo's")
	d.m.days.cursor.id = ""
	d.Click(x+2, y)
	d.wantSelected("bos")
}

// Whoever has no room is named; a wider window, or fewer days, has it.
func TestColleaguesFoldAwayWhereThereIsNoRoom(t *testing.T) {
	people := []model.EmailAddress{person("Cy Chan"), person("Dee Dahl"), person("Ed Eng"), person("Fay Fox"), person("Bo Berg")}
	for _, test := range []struct{ width, days, folded int }{{160, 1, 0}, {120, 1, 0}, {80, 1, 0}, {62, 1, 1}, {60, 1, 1}} {
		d := start(t, withColleague(), test.width, 22)
		d.Run(d.m.reading.setColleagues(people))
		beside, folded := d.m.days.colleagues()
		if len(folded) != test.folded || len(beside)+len(folded) != 5 {
			t.Errorf("%d: %d are beside, %d folded, want %d", test.width, len(beside), len(folded), test.folded)
		}
		if test.folded > 0 {
			d.See("no room for Bo Berg")
			for range 30 { // what is not drawn is not gone to, and is in nobody's way
				d.Press("tab")
				if d.selected() == "bos" {
					t.Fatal("the cursor is on an event that is not drawn")
				}
			}
		} else {
			d.DontSee("no room for")
		}
	}
	// Fewer days are shown, so that each has its parts.
	for people, want := range map[int]int{0: 7, 1: 5, 2: 3} {
		d := start(t, withColleague(), 120, 34)
		d.Run(d.m.reading.setColleagues([]model.EmailAddress{person("Bo Berg"), person("Cy Chan")}[:people]))
		if got := d.m.days.shown(); got != want {
			t.Errorf("with %d colleagues %d days are shown, want %d", people, got, want)
		}
	}
}

func TestEventsThatAreCountedAreListed(t *testing.T) {
	d := start(t, crowded(), 120, 34)
	d.on("o2")
	if n := len(d.m.days.here()); n < 3 {
		t.Fatalf("%d events are here", n)
	}
	d.Press("E")
	d.See("events at this hour", "Overlap 0", "Overlap 2")
	d.Type("overlap 2")
	d.Press("enter")
	d.wantSelected("o2")

	x, y := d.find("+7")
	d.Click(x, y)
	d.See("events at this hour")
	d.Press("esc", "g g", "esc")
	for _, a := range d.m.Actions() {
		if a.ID == "list-hour" && a.Lacks() != "several events at one hour" {
			t.Errorf("on an empty hour it needs %q", a.Lacks())
		}
	}
}

// find is the cell where words begin.
func (d *driver) find(words string) (x, y int) {
	d.T.Helper()
	for y, line := range d.Lines() {
		if before, _, ok := strings.Cut(line, words); ok {
			return text.Width(before), y
		}
	}
	d.T.Fatalf("%q is not on the screen\n%s", words, d.Screen())
	return 0, 0
}
