package finder

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/colorprofile"

	"daybook/theme"
	"daybook/views/viewtest"
)

// write goes down the form to a field and writes it anew.
func (b *bench) write(label, words string) {
	for range 40 {
		if strings.Contains(b.focused(), "▌"+label) {
			b.Keys("ctrl+u")
			b.Type(words)
			return
		}
		b.Keys("tab")
	}
	b.T.Fatalf("there is no field %q:\n%s", label, b.Screen())
}

// focused is the line with the cursor.
func (b *bench) focused() string {
	c := viewtest.Cursor(b.Model)
	if lines := b.Lines(); c != nil && c.Y < len(lines) {
		return lines[c.Y]
	}
	return ""
}

func TestTheFormHasTheSlotThePeopleAndAFreeRoom(t *testing.T) {
	b := sit(t, 120, 40, viewtest.Dark)
	b.ask("bo@contoso.example", "cy@contoso.example", "hood@contoso.example")
	b.row = 2
	b.Do("optional", "best-suggestion", "book")
	b.See("Design review", "16 Nov 2026 12:00", "Mon 16 Nov 12:00-13:00 (1 h)", "nothing else then",
		"Online", "Privacy", "Categories", "Reminder", "Show as", "Repeats", "Files")
	b.DontSee("Calendar")
	b.Keys("ctrl+s")
	e := b.service.booked[0]
	var got []string
	for _, a := range e.Attendees {
		got = append(got, a.EmailAddress.Address+" "+a.Type)
	}
	want := []string{"bo@contoso.example required", "cy@contoso.example optional", "hood@contoso.example resource"}
	if !slices.Equal(got, want) || e.Location == nil || e.Location.DisplayName != "Hood" {
		t.Errorf("booked for %q at %v, want %q in Hood", got, e.Location, want)
	}
}

func TestAllThatTheFormHasIsBooked(t *testing.T) {
	b := sit(t, 120, 40, viewtest.Dark)
	b.ask("bo@contoso.example")
	b.Do("best-suggestion", "book")
	b.write("Repeats", "every monday, 3 times")
	b.write("Online", "https://meet.contoso.example/1")
	b.write("Categories", "Green,")
	b.write("Files", "/plan.pdf,")
	b.write("Notes", "Bring the plan")
	b.Keys("ctrl+s")
	if len(b.service.booked) != 1 {
		t.Fatalf("not booked, %q:\n%s", b.Notices, b.Screen())
	}
	e := b.service.booked[0]
	if e.Recurrence == nil || e.Recurrence.Range.NumberOfOccurrences != 3 || e.OnlineMeetingURL != "https://meet.contoso.example/1" ||
		!slices.Equal(e.Categories, []string{"Green"}) || e.Body == nil || e.Body.Content != "Bring the plan" {
		t.Errorf("booked %+v", e)
	}
	if want := []string{"event1 /plan.pdf"}; !slices.Equal(b.service.attached, want) {
		t.Errorf("attached %q, want %q", b.service.attached, want)
	}
}

func TestAMeetingNeedsATitle(t *testing.T) {
	b := sit(t, 120, 40, viewtest.Dark)
	b.Do("book")
	b.Keys("ctrl+s")
	b.See("say what it is about")
	if len(b.service.booked) > 0 || !b.dialog.IsOpen() {
		t.Error("booked without one")
	}
}

// The last look is at the people and at the time that the form has, not at
// those of the grid.
func TestTheSlotIsLookedAtAsItIsInTheForm(t *testing.T) {
	b := sit(t, 120, 40, viewtest.Dark)
	b.ask("bo@contoso.example")
	b.Do("best-suggestion", "book")
	b.write("Starts", "16 nov 13:00")
	b.write("Required", "cy@contoso.example,")
	b.Keys("ctrl+s")
	want := []string{"ann@contoso.example", "bo@contoso.example", "cy@contoso.example", "16 Nov 13:00", "16 Nov 14:00"}
	if len(b.service.booked) != 0 || len(b.Asked) != 1 || !strings.Contains(b.Asked[0].Detail.String(), "cy@contoso.example has another appointment") {
		t.Fatalf("booked %d, asked %+v\n%s", len(b.service.booked), b.Asked, b.Screen())
	}
	if got := b.Asked[0].Detail.String(); strings.Contains(got, "Bo") || !strings.HasPrefix(got, "At Mon 16 Nov 13:00") {
		t.Errorf("asked %q", got)
	}
	b.service.looked = nil
	b.Keys("ctrl+s") // not agreed to: the form is there as it was
	if !slices.ContainsFunc(b.service.looked, func(l []string) bool { return slices.Equal(l, want) }) || len(b.Asked) != 2 {
		t.Fatalf("looked at %q, want %q", b.service.looked, want)
	}
	b.Run(b.Asked[1].Yes())
	if len(b.service.booked) != 1 || len(b.service.booked[0].Attendees) != 2 || b.dialog.IsOpen() {
		t.Errorf("booked %+v", b.service.booked)
	}
}

func TestAFileThatCannotGoAlongIsSaidBeforeAnythingIsBooked(t *testing.T) {
	b := sit(t, 120, 40, viewtest.Dark)
	b.ask("bo@contoso.example")
	b.Do("best-suggestion", "book")
	b.write("Files", "/gone.pdf,")
	b.Keys("ctrl+s")
	if len(b.service.booked) != 0 || !b.Noticed("Not booked: /gone.pdf is not there") {
		t.Errorf("booked %d, notices %q", len(b.service.booked), b.Notices)
	}
	b.See("Design review", "gone.pdf")
}

func TestAFileThatIsRefusedLeavesTheMeetingBooked(t *testing.T) {
	b := sit(t, 120, 40, viewtest.Dark)
	b.ask("bo@contoso.example")
	b.Do("best-suggestion", "book")
	b.write("Files", "/large.pdf,")
	b.Keys("ctrl+s")
	if len(b.service.booked) != 1 || len(b.Steps) != 1 || b.dialog.IsOpen() {
		t.Fatalf("booked %d, %d steps", len(b.service.booked), len(b.Steps))
	}
	b.Says("“Design review” is booked, but not all its files are attached: large.pdf is too large")
}

func TestARoomThatDeclinesAtOnceIsSaidWhenItIsBooked(t *testing.T) {
	b := sit(t, 120, 40, viewtest.Dark)
	b.service.declines = "hood@contoso.example"
	b.ask("bo@contoso.example", "hood@contoso.example")
	b.Do("best-suggestion", "book")
	b.write("Repeats", "every week")
	b.write("Files", "/large.pdf,")
	b.Keys("ctrl+s")
	b.Says("“Design review” is in the calendar, but declined by Hood: not free on all its dates. " +
		"“Design review” is booked, but not all its files are attached: large.pdf is too large")
	b.Do("best-suggestion", "book")
	b.Keys("ctrl+s")
	b.Says("“Design review” is in the calendar, but declined by Hood: not free then")
}

// A form that comes to nothing while another box is open is the next to be
// opened, so that what was written is not lost.
func TestAFormThatCameToNothingUnderABoxIsOpenedNext(t *testing.T) {
	b := sit(t, 120, 40, viewtest.Dark)
	b.ask("bo@contoso.example")
	b.service.refuse = errors.New("the calendar is full")
	b.Do("best-suggestion", "book")
	b.Type(" of it all")
	b.Hold()
	b.Keys("ctrl+s")
	b.Do("add-people")
	b.Release()
	b.Keys("esc")
	b.DontSee("Design review of it all")
	b.Do("book")
	b.See("Design review of it all")
}

func TestAProviderOfThePublicProtocolMakesTheLink(t *testing.T) {
	b := sit(t, 120, 40, viewtest.Dark)
	b.service.public = true
	b.ask("bo@contoso.example")
	b.Do("best-suggestion", "book")
	b.See("the service makes a link to join")
}

func TestTheFormIsDrawn(t *testing.T) {
	for _, size := range [][2]int{{120, 36}, {80, 24}, {40, 12}} {
		b := sit(t, size[0], size[1], theme.Options{Profile: colorprofile.ASCII})
		b.ask("bo@contoso.example", "hood@contoso.example", "fay@elsewhere.example")
		b.line.at = at(17, 10, 0)
		b.Do("book")
		b.Golden(fmt.Sprintf("form-%dx%d", size[0], size[1]))
	}
}

func TestTheFormSaysWhoIsNotFree(t *testing.T) {
	b := sit(t, 120, 40, viewtest.Dark)
	b.ask("bo@contoso.example", "cy@contoso.example", "fay@elsewhere.example")
	for _, p := range []struct {
		from, to int
		want     string
	}{{9, 10, "Bo Berg is busy, fay@elsewhere.example is unknown"}, {12, 13, "fay@elsewhere.example is unknown"}} {
		names, known := b.booking.busy(at(16, p.from, 0), at(16, p.to, 0))
		var got []string
		for _, n := range names {
			got = append(got, n.String())
		}
		if words := strings.Join(got, ", "); words != p.want || !known {
			t.Errorf("from %d: %q, want %q", p.from, words, p.want)
		}
	}
	if _, known := b.booking.busy(at(16, 0, 0).AddDate(1, 0, 0), at(16, 1, 0).AddDate(1, 0, 0)); known {
		t.Error("it is known of a year that was not read")
	}
}
