package model

import (
	"math/rand/v2"
	"testing"
	"time"
)

func TestAvailabilityKeepsTheWorstOfWhatOverlaps(t *testing.T) {
	at := func(clock string) time.Time { return mustTime("2026-11-23T" + clock + ":00Z") }
	a := NewAvailability([]BusySpan{
		{at("11:00"), at("12:00"), StatusBusy},
		{at("09:00"), at("13:00"), StatusTentative},
		{at("11:30"), at("12:30"), StatusOOF},
		{at("13:00"), at("14:00"), StatusTentative},
		{at("14:00"), at("15:00"), StatusWorkingElsewhere},
		{at("15:00"), at("16:00"), StatusFree},
		{at("15:00"), at("15:00"), StatusBusy},
	})
	if got, want := a.View(at("08:00"), at("16:00"), 30*time.Minute), "0011112331114400"; got != want {
		t.Errorf("view = %s, want %s", got, want)
	}
	if got := len(a.Spans(time.UTC)); got != 5 {
		t.Errorf("%d merged entries, want 5: %v", got, a.Spans(time.UTC))
	}
	if got := a.View(at("08:00"), at("09:10"), time.Hour); got != "01" {
		t.Errorf("view of 70 minutes by the hour = %s, want 01", got)
	}
	for _, c := range []struct {
		from, to string
		want     Status
	}{
		{"08:00", "09:00", StatusFree}, // ends as the entry starts
		{"12:30", "12:31", StatusTentative}, {"14:30", "16:00", StatusWorkingElsewhere}, {"08:00", "16:00", StatusOOF},
	} {
		if got := a.During(at(c.from), at(c.to)); got != c.want {
			t.Errorf("from %s to %s: %v, want %v", c.from, c.to, got, c.want)
		}
	}
}

func TestACalendarThatCannotBeReadIsUnknownNeverFree(t *testing.T) {
	var a Availability
	from := mustTime("2026-11-23T09:00:00Z")
	if got := a.During(from, from.Add(time.Hour)); got != StatusUnknown || got.Chance() != 49 {
		t.Errorf("status = %v with chance %d, want unknown with 49", got, got.Chance())
	}
	if got := a.View(from, from.Add(time.Hour), 30*time.Minute); got != "??" {
		t.Errorf("view = %s, want ??", got)
	}
	if got := ParseStatus("whatever"); got != StatusUnknown {
		t.Errorf("ParseStatus(whatever) = %v, want unknown", got)
	}
}

func TestMergingAgreesWithLookingAtEveryEntry(t *testing.T) {
	for seed := range uint64(500) {
		r := rand.New(rand.NewPCG(seed, 3))
		base := mustTime("2026-11-23T00:00:00Z")
		var spans []BusySpan
		for range r.IntN(30) {
			from := base.Add(time.Duration(r.IntN(600)) * time.Minute)
			spans = append(spans, BusySpan{from, from.Add(time.Duration(r.IntN(120)) * time.Minute), Status(r.IntN(6))})
		}
		a := NewAvailability(spans)
		for minute := range 800 {
			at := base.Add(time.Duration(minute) * time.Minute)
			want := StatusFree
			for _, s := range spans {
				if !s.Start.After(at) && s.End.After(at) {
					want = max(want, s.Status)
				}
			}
			if got := a.During(at, at.Add(time.Minute)); got != want {
				t.Fatalf("seed %d at %v: %v, want %v\n%v\n%v", seed, at, got, want, spans, a.Spans(time.UTC))
			}
		}
	}
}

func TestHours(t *testing.T) {
	night, err := NewHours(WorkingHours{DaysOfWeek: []string{"Friday", "saturday"}, StartTime: "22:00", EndTime: "06:00:00", TimeZone: TimeZoneBase{"Europe/London"}})
	if err != nil {
		t.Fatal(err)
	}
	round, err := NewHours(WorkingHours{DaysOfWeek: weekdayList, StartTime: "00:00:00", EndTime: "00:00:00"})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name     string
		h        *Hours
		from, to string
		want     bool
	}{
		{"over midnight", night, "2026-11-20T23:00:00Z", "2026-11-21T05:00:00Z", true},
		{"into the morning after", night, "2026-11-22T05:00:00Z", "2026-11-22T06:00:00Z", true},
		{"past the end", night, "2026-11-22T05:30:00Z", "2026-11-22T06:30:00Z", false},
		{"on another day", night, "2026-11-22T22:00:00Z", "2026-11-22T23:00:00Z", false},
		{"round the clock", round, "2026-11-20T23:00:00Z", "2026-11-24T05:00:00Z", true},
		{"summer time", night, "2026-07-03T21:00:00Z", "2026-07-04T05:00:00Z", true},
	} {
		if got := c.h.Contains(mustTime(c.from), mustTime(c.to)); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
	for _, w := range []WorkingHours{
		{DaysOfWeek: []string{"mon"}, StartTime: "09:00", EndTime: "17:00"},
		{StartTime: "9", EndTime: "17:00"}, {StartTime: "09:00", EndTime: "25:00"},
		{StartTime: "09:00", EndTime: "17:00", TimeZone: TimeZoneBase{"Moon"}},
	} {
		if _, err := NewHours(w); err == nil {
			t.Errorf("%+v gave no error", w)
		}
	}
}
