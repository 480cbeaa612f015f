package week

import (
	"strings"
	"testing"

	"daybook/model"
	"daybook/views/week/change"
)

func TestAfterSavingTheCursorIsOnTheEvent(t *testing.T) {
	d := start(t, busyWeek(), 120, 34)
	d.on("review")
	d.Press("e")
	d.write(1, "5 nov 2026 15:00")
	d.Press("ctrl+s")
	d.wantDay("2026-11-05")
	d.wantSelected("review")
	d.See("Design review")

	d.Press("n") // and one that is made
	d.Type("Retro")
	d.write(1, "3 dec 2026 10:00")
	d.Press("ctrl+s")
	d.wantDay("2026-12-03")
	d.wantSelected("made1")

	d.Press("t", "n") // of a series the occurrence that is next
	d.Type("Choir")
	d.write(1, "10 dec 2026 19:00")
	d.Press("tab", "tab", "tab", "tab", "tab")
	d.Type("every thursday")
	d.Press("ctrl+s")
	d.wantDay("2026-12-10")
	if it := d.m.days.selected(); it == nil || it.Subject != "Choir" {
		t.Errorf("the cursor is on %+v\n%s", it, d.Screen())
	}
	d.Press("t") // whatever comes in later, it stays there
	d.Press("ctrl+r")
	d.wantDay("2026-10-22")
}

func TestAnEventSavedInACalendarThatIsNotShownSaysSo(t *testing.T) {
	d := start(t, busyWeek(), 120, 34)
	d.m.events.calendars[1].hidden = true
	d.m.events.version++
	e := event("new", "Swim", "2026-10-22T19:00", "2026-10-22T20:00")
	w := writeOf(change.Edit{Calendar: "/home", After: &e})
	w.form = &savedForm{Document: "event-form:x"}
	d.Run(d.m.changes.edits.Do("Created", w))
	if !d.Noticed("\u201cSwim\u201d is in Home, which is not shown: C shows it") {
		t.Error("it is not said where the event is")
	}
}

func TestANarrowEventIsCutOnceAndSaysWhenItBegins(t *testing.T) {
	d := start(t, busyWeek(), 120, 34)
	it := d.m.events.find("review")
	for _, test := range []struct {
		width, height int
		want          string
	}{
		{6, 2, "Design|review"}, {6, 3, "Design|review|10:00"}, {6, 4, "Design|review|10:00|Room \u2026"}, {4, 3, "Desi|gn|rev\u2026"},
		{13, 3, "Design review|Room Hood"},
	} {
		var lines []string
		for _, line := range blockWords(d.Env.Theme, it, test.width, test.height, "", "10:00") {
			lines = append(lines, strings.TrimRight(line.Fit(test.width, d.m.days.painter().ellipsis()).String(), " "))
		}
		if got := strings.Join(lines, "|"); got != test.want {
			t.Errorf("%dx%d: %q, want %q", test.width, test.height, got, test.want)
		}
	}
}

func TestSharingACalendarThatIsGoneIsRefusedInWords(t *testing.T) {
	f := sharing()
	d := start(t, f, 120, 34)
	f.refuse = model.Errorf(model.CodeNotFound, "no calendar has the id %q here", "AAMk7")
	d.Press("s", "down", "down", "enter")
	d.Type("change")
	d.Press("enter")
	said := strings.Join(d.Said, "\n")
	if strings.Contains(said, "AAMk7") || !strings.Contains(said, "the calendar is not there any more") {
		t.Errorf("said %q", said)
	}
}

func TestACalendarKeepsItsColourAndSignWhenOthersComeAndGo(t *testing.T) {
	all := []Calendar{{ID: "own", Default: true, Color: "auto"}, {ID: "home", Color: "lightGreen"}}
	for _, id := range []string{"choir", "school", "garden"} {
		all = append(all, Calendar{ID: id, Color: "auto"})
	}
	look := func(all []Calendar) map[string][2]int {
		out := map[string][2]int{}
		for _, c := range newCalendars(all) {
			out[c.ID] = [2]int{c.colour, c.mark}
		}
		return out
	}
	whole := look(all)
	seen := map[int]string{}
	for id, l := range whole {
		if other, twice := seen[l[0]]; twice {
			t.Errorf("%s and %s have one colour", id, other)
		}
		seen[l[0]] = id
	}
	if whole["home"][0] != 1 || whole["own"][0] != 0 {
		t.Errorf("colours of their own are not kept: %v", whole)
	}
	turned := []Calendar{all[3], all[1], all[4], all[0], all[2]}
	for id, l := range look(turned) {
		if whole[id] != l {
			t.Errorf("%s has %v in another order, else %v", id, l, whole[id])
		}
	}
	// Two of one colour are told apart by their signs.
	same := look([]Calendar{{ID: "a", Color: "lightRed"}, {ID: "b", Color: "lightRed"}, {ID: "c", Color: "lightRed"}})
	if same["a"][1] == same["b"][1] || same["b"][1] == same["c"][1] || same["a"][0] != same["c"][0] {
		t.Errorf("three of one colour are %v", same)
	}
	var many []Calendar
	for i := range 40 {
		many = append(many, Calendar{ID: string(rune('a' + i)), Color: "auto"})
	}
	look(many)
}
