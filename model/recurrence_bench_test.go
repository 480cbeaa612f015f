package model

import (
	"testing"
	"time"

	"github.com/teambition/rrule-go"
)

// One week of a daily meeting that began in 2000, by this package and by
// rrule-go, which walks from the start:
//
//	go test -bench=Week -benchmem ./model
func BenchmarkWeekOfADailySeries(b *testing.B) {
	s := mustSeries(b, forever(RecurrencePattern{Type: Daily}),
		inZone("Europe/London", "2000-01-03T09:00:00"), inZone("Europe/London", "2000-01-03T09:15:00"))
	from := mustTime("2026-11-16T00:00:00Z")
	to := from.AddDate(0, 0, 7)
	b.ReportAllocs()
	for b.Loop() {
		n := 0
		for range s.Occurrences(from, to) {
			n++
		}
		if n != 7 {
			b.Fatalf("%d occurrences, want 7", n)
		}
	}
}

func BenchmarkWeekOfADailySeriesByRRule(b *testing.B) {
	loc, err := LoadZone("Europe/London")
	if err != nil {
		b.Fatal(err)
	}
	rule, err := rrule.NewRRule(rrule.ROption{Freq: rrule.DAILY, Dtstart: time.Date(2000, 1, 3, 9, 0, 0, 0, loc)})
	if err != nil {
		b.Fatal(err)
	}
	from := mustTime("2026-11-16T00:00:00Z")
	to := from.AddDate(0, 0, 7)
	b.ReportAllocs()
	for b.Loop() {
		if n := len(rule.Between(from, to, true)); n != 7 {
			b.Fatalf("%d occurrences, want 7", n)
		}
	}
}

// A month over 2,000 series of all patterns, made ready and expanded.
func BenchmarkMonthOfManySeries(b *testing.B) {
	patterns := []RecurrencePattern{
		{Type: Daily, Interval: 1},
		{Type: Weekly, Interval: 1, DaysOfWeek: []string{"monday", "wednesday", "friday"}},
		{Type: Weekly, Interval: 2, DaysOfWeek: []string{"tuesday"}},
		{Type: AbsoluteMonthly, Interval: 1, DayOfMonth: 31},
		{Type: RelativeMonthly, Interval: 1, Index: "last", DaysOfWeek: []string{"friday"}},
		{Type: AbsoluteYearly, Interval: 1, Month: 11, DayOfMonth: 5},
		{Type: RelativeYearly, Interval: 1, Month: 11, Index: "fourth", DaysOfWeek: []string{"thursday"}},
	}
	from := mustTime("2026-11-01T00:00:00Z")
	to := from.AddDate(0, 1, 0)
	b.ReportAllocs()
	for b.Loop() {
		n := 0
		for i := range 2000 {
			s := mustSeries(b, forever(patterns[i%len(patterns)]),
				inZone("Europe/London", "2005-01-03T09:00:00"), inZone("Europe/London", "2005-01-03T09:15:00"))
			for range s.Occurrences(from, to) {
				n++
			}
		}
		if n < 10000 {
			b.Fatalf("%d occurrences, want over 10000", n)
		}
	}
}
