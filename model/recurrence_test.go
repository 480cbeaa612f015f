package model

import (
	"errors"
	"slices"
	"testing"
	"time"
)

func mustSeries(t testing.TB, r PatternedRecurrence, start, end DateTimeTimeZone) *Series {
	t.Helper()
	s, err := NewSeries(r, start, end)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func inZone(zone, dateTime string) DateTimeTimeZone {
	return DateTimeTimeZone{DateTime: dateTime, TimeZone: zone}
}

func forever(p RecurrencePattern) PatternedRecurrence {
	p.Interval = max(1, p.Interval)
	return PatternedRecurrence{Pattern: p, Range: RecurrenceRange{Type: RangeNoEnd}}
}

// window expands a series and writes each occurrence in the zone of its ends.
func window(s *Series, from, to string) []string {
	var got []string
	for i := range s.Occurrences(mustTime(from), mustTime(to)) {
		got = append(got, i.Start.Format(time.RFC3339)+" "+i.End.Format(time.RFC3339))
	}
	return got
}

func mustTime(s string) time.Time {
	t, err := time.Parse(time.RFC3339, s)
	if err != nil {
		panic(err)
	}
	return t
}

func expect(t *testing.T, got []string, want ...string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

func TestSeriesKeepsItsHoursAcrossChangesOfTheClocks(t *testing.T) {
	s := mustSeries(t, forever(RecurrencePattern{Type: Weekly, DaysOfWeek: []string{"Sunday"}}),
		inZone("Europe/London", "2026-03-22T01:30:00"), inZone("Europe/London", "2026-03-22T02:15:00"))
	expect(t, window(s, "2026-03-22T00:00:00Z", "2026-04-06T00:00:00Z"),
		"2026-03-22T01:30:00Z 2026-03-22T02:15:00Z",
		"2026-03-29T02:30:00+01:00 2026-03-29T03:15:00+01:00", // 01:30 is in the gap
		"2026-04-05T01:30:00+01:00 2026-04-05T02:15:00+01:00")
}

func TestSeriesEndsInAZoneOfItsOwn(t *testing.T) {
	s := mustSeries(t, forever(RecurrencePattern{Type: Weekly, DaysOfWeek: []string{"monday"}}),
		inZone("Europe/London", "2026-03-02T17:00:00"), inZone("Eastern Standard Time", "2026-03-02T20:00:00"))
	expect(t, window(s, "2026-03-01T00:00:00Z", "2026-03-31T00:00:00Z"),
		"2026-03-02T17:00:00Z 2026-03-02T20:00:00-05:00",
		"2026-03-09T17:00:00Z 2026-03-09T21:00:00-04:00", // New York changes first: a flight is as long as it was
		"2026-03-16T17:00:00Z 2026-03-16T21:00:00-04:00",
		"2026-03-23T17:00:00Z 2026-03-23T21:00:00-04:00",
		"2026-03-30T17:00:00+01:00 2026-03-30T20:00:00-04:00")
}

// A service that answers in UTC names the series' own zone in the range.
func TestSeriesRecursInTheZoneOfItsRange(t *testing.T) {
	r := forever(RecurrencePattern{Type: Weekly, DaysOfWeek: []string{"monday"}})
	r.Range.RecurrenceTimeZone = "Pacific Standard Time"
	s := mustSeries(t, r, inZone("UTC", "2026-03-03T01:00:00"), inZone("UTC", "2026-03-03T02:00:00"))
	expect(t, window(s, "2026-03-01T00:00:00Z", "2026-03-11T00:00:00Z"),
		"2026-03-02T17:00:00-08:00 2026-03-02T18:00:00-08:00",
		"2026-03-09T17:00:00-07:00 2026-03-09T18:00:00-07:00")
	if got := s.Recurrence().Range.StartDate; got != "2026-03-02" {
		t.Errorf("start date = %s, want 2026-03-02: the date in Pacific time", got)
	}
}

// The zone of the range says nothing of an event that has a clock of its own.
func TestSeriesGoesByItsOwnClock(t *testing.T) {
	for _, zone := range []string{"UTC", "Europe/London", "Asia/Tokyo"} {
		r := forever(RecurrencePattern{Type: Weekly, DaysOfWeek: []string{"tuesday"}})
		r.Range.RecurrenceTimeZone = zone
		s := mustSeries(t, r, inZone("America/New_York", "2026-03-03T22:00:00"), inZone("America/New_York", "2026-03-03T23:00:00"))
		expect(t, window(s, "2026-03-01T00:00:00Z", "2026-03-12T00:00:00Z"),
			"2026-03-03T22:00:00-05:00 2026-03-03T23:00:00-05:00", "2026-03-10T22:00:00-04:00 2026-03-10T23:00:00-04:00")
	}
}

func TestWindowHoldsWhatOverlapsIt(t *testing.T) {
	days := mustSeries(t, forever(RecurrencePattern{Type: Daily, Interval: 7}),
		inZone("UTC", "2026-11-02"), inZone("UTC", "2026-11-05")) // all day, three days
	for _, c := range []struct {
		from, to string
		want     int
	}{
		{"2026-11-04T12:00:00Z", "2026-11-04T13:00:00Z", 1}, // began before the window
		{"2026-11-05T00:00:00Z", "2026-11-09T00:00:00Z", 0}, // ends as it begins, starts as it ends
		{"2026-11-04T23:59:59Z", "2026-11-09T00:00:01Z", 2},
	} {
		if got := window(days, c.from, c.to); len(got) != c.want {
			t.Errorf("%s to %s: %q, want %d", c.from, c.to, got, c.want)
		}
	}
	point := mustSeries(t, forever(RecurrencePattern{Type: Daily}), inZone("UTC", "2026-11-02T09:00:00"), inZone("UTC", "2026-11-02T09:00:00"))
	expect(t, window(point, "2026-11-03T09:00:00Z", "2026-11-04T09:00:00Z"), "2026-11-03T09:00:00Z 2026-11-03T09:00:00Z")
}

func TestDay29To31ClampsToTheMonthsEnd(t *testing.T) {
	r := forever(RecurrencePattern{Type: AbsoluteMonthly, DayOfMonth: 31})
	r.Range = RecurrenceRange{Type: RangeNumbered, StartDate: "2027-12-31", NumberOfOccurrences: 5}
	expect(t, seriesDates(t, r, "09:00"), "2027-12-31", "2028-01-31", "2028-02-29", "2028-03-31", "2028-04-30")
	r = forever(RecurrencePattern{Type: AbsoluteYearly, DayOfMonth: 29, Month: 2})
	r.Range = RecurrenceRange{Type: RangeNumbered, StartDate: "2026-03-01", NumberOfOccurrences: 3}
	expect(t, seriesDates(t, r, "09:00"), "2027-02-28", "2028-02-29", "2029-02-28")
}

func TestEditedOccurrences(t *testing.T) {
	r := forever(RecurrencePattern{Type: Daily})
	r.Range = RecurrenceRange{Type: RangeNumbered, NumberOfOccurrences: 4}
	s := mustSeries(t, r, inZone("UTC", "2026-11-02T09:00:00"), inZone("UTC", "2026-11-02T10:00:00"))
	second, third := DateOf(2026, 11, 3), DateOf(2026, 11, 4)
	edited := s.With(
		Override{Date: second, Cancelled: true},
		Override{Date: third, Start: mustTime("2026-11-02T08:00:00Z"), End: mustTime("2026-11-02T08:30:00Z")},
		Override{Date: DateOf(2026, 12, 1), Cancelled: true}) // not of the series
	expect(t, window(edited, "2026-11-01T00:00:00Z", "2026-12-01T00:00:00Z"),
		"2026-11-02T08:00:00Z 2026-11-02T08:30:00Z",
		"2026-11-02T09:00:00Z 2026-11-02T10:00:00Z",
		"2026-11-05T09:00:00Z 2026-11-05T10:00:00Z")
	expect(t, window(edited, "2026-11-04T00:00:00Z", "2026-11-05T00:00:00Z")) // it moved out of this day
	if edited.Contains(second) || edited.Contains(third) || !s.Contains(second) {
		t.Error("an edited date is still contained, or the original series was changed")
	}
	if i, ok := s.At(mustTime("2026-11-04T09:00:00Z")); !ok || i.Date != third || i.N != 2 {
		t.Errorf("At(its original start) = %+v, %v; want occurrence 2 of %s", i, ok, third)
	}
	back := edited.With(Override{Date: third, Start: mustTime("2026-11-20T09:00:00Z"), End: mustTime("2026-11-20T10:00:00Z")})
	expect(t, window(back, "2026-11-06T00:00:00Z", "2026-12-01T00:00:00Z"), "2026-11-20T09:00:00Z 2026-11-20T10:00:00Z")
}

func TestSplitLosesNoOccurrence(t *testing.T) {
	r := forever(RecurrencePattern{Type: Weekly, Interval: 2, DaysOfWeek: []string{"tuesday", "thursday"}})
	r.Range = RecurrenceRange{Type: RangeNumbered, StartDate: "2026-11-03", NumberOfOccurrences: 9}
	start := inZone("America/New_York", "2026-11-03T09:00:00")
	s := mustSeries(t, r, start, start)
	all := seriesDates(t, r, "09:00")
	for n := 1; n < 9; n++ {
		d, err := ParseDate(all[n])
		if err != nil {
			t.Fatal(err)
		}
		head, tail, err := s.Split(d - 1)
		if err != nil {
			t.Fatal(err)
		}
		got := append(seriesDates(t, head, "09:00"), seriesDates(t, tail, "09:00")...)
		if tail.Range.StartDate != all[n] && all[n-1] != (d-1).String() || !slices.Equal(got, all) {
			t.Errorf("split before %s: got %v, want %v", all[n], got, all)
		}
	}
	if _, _, err := s.Split(DateOf(2026, 11, 3)); err == nil {
		t.Error("splitting at the first occurrence gave no error")
	}
}

func TestNextAndNth(t *testing.T) {
	s := mustSeries(t, forever(RecurrencePattern{Type: AbsoluteMonthly, DayOfMonth: 15}),
		inZone("UTC", "2000-01-20T09:00:00"), inZone("UTC", "2000-01-20T10:00:00"))
	next := s.Next(2, mustTime("2026-11-15T09:00:01Z"))
	if len(next) != 2 || next[0].Date != DateOf(2026, 12, 15) || next[1].Date != DateOf(2027, 1, 15) {
		t.Errorf("Next = %+v, want 15 Dec and 15 Jan", next)
	}
	if i, ok := s.Nth(12); !ok || i.Date != DateOf(2001, 2, 15) {
		t.Errorf("Nth(12) = %+v, %v; want 2001-02-15", i, ok)
	}
	if n, ok := s.Len(); ok || n < 90000 {
		t.Errorf("Len = %d, %v; want no end", n, ok)
	}
}

func TestSeriesRefusesByName(t *testing.T) {
	daily := forever(RecurrencePattern{Type: Daily})
	edit := func(change func(*PatternedRecurrence)) PatternedRecurrence {
		r := daily
		change(&r)
		return r
	}
	pattern := func(p RecurrencePattern) PatternedRecurrence { return forever(p) }
	start, end := inZone("UTC", "2026-11-02T09:00:00"), inZone("UTC", "2026-11-02T10:00:00")
	for _, c := range []struct {
		target     string
		r          PatternedRecurrence
		start, end DateTimeTimeZone
	}{
		{"recurrence.pattern.type", pattern(RecurrencePattern{Type: "hourly"}), start, end},
		{"recurrence.pattern.interval", edit(func(r *PatternedRecurrence) { r.Pattern.Interval = 0 }), start, end},
		{"recurrence.pattern.interval", edit(func(r *PatternedRecurrence) { r.Pattern.Interval = -1 }), start, end},
		{"recurrence.pattern.daysOfWeek", pattern(RecurrencePattern{Type: Weekly}), start, end},
		{"recurrence.pattern.daysOfWeek", pattern(RecurrencePattern{Type: Weekly, DaysOfWeek: []string{"mo"}}), start, end},
		{"recurrence.pattern.firstDayOfWeek", pattern(RecurrencePattern{Type: Weekly, DaysOfWeek: []string{"monday"}, FirstDayOfWeek: "x"}), start, end},
		{"recurrence.pattern.dayOfMonth", pattern(RecurrencePattern{Type: AbsoluteMonthly, DayOfMonth: 32}), start, end},
		{"recurrence.pattern.month", pattern(RecurrencePattern{Type: AbsoluteYearly, DayOfMonth: 1}), start, end},
		{"recurrence.pattern.index", pattern(RecurrencePattern{Type: RelativeMonthly, Index: "fifth", DaysOfWeek: []string{"monday"}}), start, end},
		{"recurrence.range.type", edit(func(r *PatternedRecurrence) { r.Range.Type = "" }), start, end},
		{"recurrence.range.startDate", edit(func(r *PatternedRecurrence) { r.Range.StartDate = "02/11/2026" }), start, end},
		{"recurrence.range.endDate", edit(func(r *PatternedRecurrence) { r.Range.Type = RangeEndDate }), start, end},
		{"recurrence.range.endDate", edit(func(r *PatternedRecurrence) { r.Range = RecurrenceRange{Type: RangeEndDate, EndDate: "2026-11-01"} }), start, end},
		{"recurrence.range.numberOfOccurrences", edit(func(r *PatternedRecurrence) { r.Range.Type = RangeNumbered }), start, end},
		{"recurrence.range.recurrenceTimeZone", edit(func(r *PatternedRecurrence) { r.Range.RecurrenceTimeZone = "Moon" }), start, end},
		{"recurrence.range", PatternedRecurrence{
			Pattern: RecurrencePattern{Type: Weekly, Interval: 1, DaysOfWeek: []string{"monday"}},
			Range:   RecurrenceRange{Type: RangeEndDate, StartDate: "2026-11-03", EndDate: "2026-11-08"}}, start, end},
		{"end", daily, end, start},
		{"start", daily, inZone("Moon", "2026-11-02T09:00:00"), end},
		{"end", daily, start, inZone("UTC", "later")},
	} {
		_, err := NewSeries(c.r, c.start, c.end)
		var e *Error
		if !errors.As(err, &e) || e.Code != CodeInvalidRequest || e.Target != c.target {
			t.Errorf("%+v: %v, want an ErrorInvalidRequest about %s", c.r, err, c.target)
		}
	}
}

func TestRecurrenceIsAnsweredInCanonicalForm(t *testing.T) {
	r := PatternedRecurrence{
		Pattern: RecurrencePattern{Type: "WEEKLY", Interval: 1, DaysOfWeek: []string{"Friday", "monday", "FRIDAY"}, DayOfMonth: 3, Index: "first"},
		Range:   RecurrenceRange{Type: "NoEnd", EndDate: "0001-01-01"},
	}
	start := inZone("GMT Standard Time", "2026-11-02T09:00:00")
	got := mustSeries(t, r, start, start).Recurrence()
	if p := got.Pattern; p.Type != Weekly || !slices.Equal(p.DaysOfWeek, []string{"monday", "friday"}) || p.FirstDayOfWeek != "sunday" || p.DayOfMonth != 0 || p.Index != "" {
		t.Errorf("pattern = %+v", p)
	}
	want := RecurrenceRange{Type: RangeNoEnd, StartDate: "2026-11-02", RecurrenceTimeZone: "GMT Standard Time"}
	if got.Range != want {
		t.Errorf("range = %+v, want %+v", got.Range, want)
	}
}
