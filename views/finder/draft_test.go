package finder

import (
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"

	"daybook/model"
	"daybook/views/persist"
	"daybook/views/viewtest"
)

// killed starts the program anew on what is on the disk at this moment.
func (b *bench) killed() *bench {
	again := &bench{Driver: viewtest.New(b.T, viewtest.Options{Theme: viewtest.Dark, Now: now, Zone: london, ID: "other", State: maps.Clone(b.State)}), service: b.service}
	again.Model = New(again.Env, again.service, Options{Me: model.EmailAddress{Name: "Ann Avery", Address: "ann@contoso.example"}, Weeks: 2})
	again.work.Later = again.Later
	again.Show(again.Model, 120, 40)
	again.Run(again.Focus())
	return again
}

func (b *bench) wantNoDrafts() {
	b.T.Helper()
	if names, _ := b.State.Left(draftPrefix); len(names) > 0 {
		b.T.Errorf("on the disk are %q, want no form", names)
	}
}

func TestABookingThatWasOpenIsOpenAgainAfterAKill(t *testing.T) {
	b := sit(t, 120, 40, viewtest.Dark)
	b.ask("bo@contoso.example")
	b.Do("best-suggestion", "book")
	b.Type(" of it all")
	b.write("Required", "cy@contoso.example,fay@el")
	b.Pass(persist.DraftPause)

	again := b.killed()
	again.SaysLast("“Design review of it all” is open again where a time is found, as you left it")
	again.See("Book a meeting", "Design review of it all", "cy@contoso.example", "fay@el")
	for range len("fay@el") {
		again.Press("backspace")
	}
	again.Keys("ctrl+s")
	if len(again.Asked) == 1 { // whoever is not in the grid is looked at all the same
		again.Run(again.Asked[0].Yes())
	}
	if n := len(again.service.booked); n != 1 || again.service.booked[0].Subject != "Design review of it all" || len(again.service.booked[0].Attendees) != 2 {
		t.Fatalf("booked %+v", again.service.booked)
	}
	again.wantNoDrafts()
	again.killed().DontSee("Book a meeting")
}

func TestABookingThatWasLeftOrIsUntouchedDoesNotComeBack(t *testing.T) {
	b := sit(t, 120, 40, viewtest.Dark)
	b.ask("bo@contoso.example")
	b.Do("best-suggestion", "book")
	b.Pass(persist.DraftPause)
	b.wantNoDrafts()
	b.Type(" of it all")
	b.Pass(persist.DraftPause)
	if names, _ := b.State.Left(draftPrefix); len(names) != 1 {
		t.Fatalf("on the disk are %q", names)
	}
	b.Keys("esc", "down", "enter")
	b.wantNoDrafts()
	b.DontSee("Book a meeting")
}

// Of two bookings each that comes to nothing is filled in once more.
func TestARefusedBookingIsNotLostBehindAnother(t *testing.T) {
	b := sit(t, 120, 40, viewtest.Dark)
	b.ask("bo@contoso.example")
	b.service.refuse = errors.New("the calendar is full")
	b.Do("best-suggestion", "book")
	b.Type(" first")
	b.Hold()
	b.Keys("ctrl+s")
	b.Do("book")
	b.Type(" second")
	b.Release()
	b.See("Design review second")
	b.Pass(persist.DraftPause)
	b.Keys("esc", "down", "enter")
	b.Do("book")
	b.See("Design review first")
	b.Pass(persist.DraftPause)
	b.killed().See("Design review first")
}

// The last look is at the dates of a series that the form shows.
func TestAllDatesThatAreShownAreLookedAt(t *testing.T) {
	b := sit(t, 120, 40, viewtest.Dark)
	s := b.service.schedules["bo@contoso.example"]
	clash := schedule("bo@contoso.example", "Europe/Berlin", busy(30, 11, 13))
	s.ScheduleItems = append(s.ScheduleItems, clash.ScheduleItems...)
	b.service.schedules["bo@contoso.example"] = s
	b.ask("bo@contoso.example")
	b.Do("best-suggestion", "book")
	b.write("Starts", "16 nov 12:00")
	b.write("Repeats", "every monday")
	b.service.looked = nil
	b.Keys("ctrl+s")
	var at []string
	for _, l := range b.service.looked {
		if slices.Contains(l[:len(l)-2], "bo@contoso.example") && strings.HasSuffix(l[len(l)-2], "12:00") {
			at = append(at, l[len(l)-2])
		}
	}
	if want := []string{"16 Nov 12:00", "23 Nov 12:00", "30 Nov 12:00", "7 Dec 12:00", "14 Dec 12:00"}; !slices.Equal(at, want) {
		t.Errorf("looked at %q, want %q", at, want)
	}
	if len(b.service.booked) != 0 || len(b.Asked) != 1 || !strings.Contains(b.Asked[0].Detail.String(), "At Mon 30 Nov 12:00 Bo") {
		t.Fatalf("booked %d, asked %+v", len(b.service.booked), b.Asked)
	}
	b.Run(b.Asked[0].Yes())
	if len(b.service.booked) != 1 || b.service.booked[0].Recurrence == nil || b.dialog.IsOpen() {
		t.Errorf("booked %+v", b.service.booked)
	}
	b.wantNoDrafts()
}
