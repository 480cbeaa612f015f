package model

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// The scanner below is a second opinion on recurrences: it looks at one day
// after the other, from the start of the range, and asks whether the pattern
// falls on it. It uses package time's calendar and shares no code with Series.

type scannedDay struct{ date, start, end time.Time }

func scan(r PatternedRecurrence, clock, length time.Duration, loc *time.Location, to time.Time) []scannedDay {
	begin, _ := time.Parse(time.DateOnly, r.Range.StartDate)
	var found []scannedDay
	for day := begin; !day.After(to.AddDate(0, 0, 2)); day = day.AddDate(0, 0, 1) {
		if r.Range.Type == "endDate" && day.Format(time.DateOnly) > r.Range.EndDate {
			break
		}
		if r.Range.Type == "numbered" && len(found) == r.Range.NumberOfOccurrences {
			break
		}
		if fallsOn(r.Pattern, begin, day) {
			start := scanWall(day, clock, loc)
			found = append(found, scannedDay{day, start, scanEnd(start, day, clock, length, loc)})
		}
	}
	return found
}

// scanEnd is as long after the start as the event is written, whatever the
// clocks do in between; whole days are counted on the calendar.
func scanEnd(start, day time.Time, clock, length time.Duration, loc *time.Location) time.Time {
	if days := int(length.Hours()) / 24; days > 0 && length == time.Duration(days)*24*time.Hour {
		if end := scanWall(day.AddDate(0, 0, days), clock, loc); end.After(start) {
			return end
		}
	}
	return start.Add(length)
}

func fallsOn(p RecurrencePattern, begin, day time.Time) bool {
	has := func(d time.Time) bool {
		return slices.Contains(p.DaysOfWeek, strings.ToLower(d.Weekday().String()))
	}
	months := (day.Year()-begin.Year())*12 + int(day.Month()-begin.Month())
	monthEnd := time.Date(day.Year(), day.Month()+1, 0, 0, 0, 0, 0, time.UTC).Day()
	clamped := day.Day() == p.DayOfMonth || day.Day() == monthEnd && p.DayOfMonth > monthEnd
	switch p.Type {
	case "daily":
		return int(day.Sub(begin).Hours()/24)%p.Interval == 0
	case "weekly":
		week := begin
		for strings.ToLower(week.Weekday().String()) != p.FirstDayOfWeek {
			week = week.AddDate(0, 0, -1)
		}
		return has(day) && int(day.Sub(week).Hours()/24)/7%p.Interval == 0
	case "absoluteMonthly":
		return months%p.Interval == 0 && clamped
	case "absoluteYearly":
		return (day.Year()-begin.Year())%p.Interval == 0 && int(day.Month()) == p.Month && clamped
	case "relativeYearly":
		if (day.Year()-begin.Year())%p.Interval != 0 || int(day.Month()) != p.Month {
			return false
		}
	default:
		if months%p.Interval != 0 {
			return false
		}
	}
	if !has(day) {
		return false
	}
	before, after := 0, 0
	for d := 1; d <= monthEnd; d++ {
		other := time.Date(day.Year(), day.Month(), d, 0, 0, 0, 0, time.UTC)
		if has(other) && d < day.Day() {
			before++
		}
		if has(other) && d > day.Day() {
			after++
		}
	}
	if p.Index == "last" {
		return after == 0
	}
	return before == slices.Index([]string{"first", "second", "third", "fourth"}, p.Index)
}

// scanWall finds the instant of a wall time by trying: the first instant, in
// steps, that shows it; in a gap, the instant that is as far after the last
// minute before the gap as the clock says.
func scanWall(day time.Time, clock time.Duration, loc *time.Location) time.Time {
	want := day.Add(clock)
	shows := func(t time.Time) time.Time {
		_, offset := t.In(loc).Zone()
		return t.Add(time.Duration(offset) * time.Second)
	}
	var before time.Time
	for t := want.Add(-16 * time.Hour); ; t = t.Add(15 * time.Minute) {
		switch at := shows(t); {
		case at.Equal(want):
			return t
		case at.After(want):
			return before.Add(want.Sub(shows(before)))
		}
		before = t
	}
}

var weekdayList = []string{"sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"}

// drawRecurrence draws any of the six patterns with any of the three ranges.
func drawRecurrence(t *rapid.T) PatternedRecurrence {
	begin := time.Date(rapid.IntRange(1995, 2030).Draw(t, "year"), time.Month(rapid.IntRange(1, 12).Draw(t, "month")), rapid.IntRange(1, 31).Draw(t, "day"), 0, 0, 0, 0, time.UTC)
	p := RecurrencePattern{
		Type:     rapid.SampledFrom([]string{"daily", "weekly", "absoluteMonthly", "relativeMonthly", "absoluteYearly", "relativeYearly"}).Draw(t, "type"),
		Interval: rapid.SampledFrom([]int{1, 1, 1, 2, 2, 3, 4, 7, 18}).Draw(t, "interval"),
	}
	if p.Type == "weekly" || strings.HasPrefix(p.Type, "relative") {
		p.DaysOfWeek = rapid.SliceOfNDistinct(rapid.SampledFrom(weekdayList), 1, 7, rapid.ID).Draw(t, "days")
	}
	switch p.Type {
	case "weekly":
		p.FirstDayOfWeek = rapid.SampledFrom(weekdayList).Draw(t, "first day")
	case "relativeMonthly", "relativeYearly":
		p.Index = rapid.SampledFrom([]string{"first", "second", "third", "fourth", "last"}).Draw(t, "index")
	case "absoluteMonthly", "absoluteYearly":
		p.DayOfMonth = rapid.OneOf(rapid.IntRange(1, 31), rapid.IntRange(28, 31)).Draw(t, "day of month")
	}
	if strings.HasSuffix(p.Type, "Yearly") {
		p.Month = rapid.IntRange(1, 12).Draw(t, "month of pattern")
	}
	r := RecurrenceRange{
		Type:      rapid.SampledFrom([]string{"noEnd", "endDate", "numbered"}).Draw(t, "range"),
		StartDate: begin.Format(time.DateOnly),
	}
	switch r.Type {
	case "endDate":
		r.EndDate = begin.AddDate(0, 0, rapid.IntRange(0, 4000).Draw(t, "range days")).Format(time.DateOnly)
	case "numbered":
		r.NumberOfOccurrences = rapid.IntRange(1, 200).Draw(t, "count")
	}
	return PatternedRecurrence{Pattern: p, Range: r}
}

func TestSeriesAgreesWithADayByDayScanner(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := drawRecurrence(t)
		zone := rapid.SampledFrom([]string{
			"UTC", "Europe/London", "America/New_York", "Australia/Lord_Howe", "America/Sao_Paulo", "Asia/Kolkata",
			"Pacific/Apia", "Africa/Casablanca", "Asia/Tehran", "America/St_Johns", "Antarctica/Troll", "Asia/Gaza",
		}).Draw(t, "zone")
		loc, err := LoadZone(zone)
		if err != nil {
			t.Fatal(err)
		}
		quarter := 15 * time.Minute
		startClock := time.Duration(rapid.IntRange(0, 95).Draw(t, "start quarter")) * quarter
		endDays := rapid.SampledFrom([]int{0, 0, 0, 1, 2, 9}).Draw(t, "days")
		endClock := time.Duration(rapid.IntRange(0, 95).Draw(t, "end quarter")) * quarter
		if endDays == 0 {
			endClock = max(startClock, endClock)
		}
		begin, _ := time.Parse(time.DateOnly, r.Range.StartDate)
		from := begin.Add(time.Duration(rapid.IntRange(-60*96, 3000*96).Draw(t, "window")) * quarter)
		to := from.Add(time.Duration(rapid.IntRange(0, 60*96).Draw(t, "length")) * quarter)

		at := func(days int, clock time.Duration) DateTimeTimeZone {
			return DateTimeTimeZone{DateTime: begin.AddDate(0, 0, days).Add(clock).Format("2006-01-02T15:04:05"), TimeZone: zone}
		}
		if !strings.Contains(zone, "UTC") { // the event's own clock rules, whatever the range names
			r.Range.RecurrenceTimeZone = rapid.SampledFrom([]string{"", zone, "UTC", "Asia/Tokyo", "America/New_York"}).Draw(t, "zone of the range")
		}
		days := scan(r, startClock, time.Duration(endDays)*24*time.Hour+endClock-startClock, loc, to)
		s, err := NewSeries(r, at(0, startClock), at(endDays, endClock))
		if err != nil {
			if len(days) > 0 {
				t.Fatalf("%v, but the scanner found %v", err, days)
			}
			t.Skip(err)
		}
		var want []string
		for n, d := range days {
			inside := d.end.After(from) && d.start.Before(to) || d.end.Equal(d.start) && !d.start.Before(from) && d.start.Before(to)
			if inside {
				want = append(want, fmt.Sprint(n, d.date.Format(" 2006-01-02 "), d.start.UTC(), d.end.UTC()))
			}
			if !s.Contains(DateIn(d.date)) {
				t.Fatalf("Contains(%s) = false", d.date.Format(time.DateOnly))
			}
		}
		var got []string
		for i := range s.Occurrences(from, to) {
			got = append(got, fmt.Sprint(i.N, " ", i.Date, " ", i.Start.UTC(), i.End.UTC()))
		}
		if !slices.Equal(got, want) {
			t.Fatalf("%+v %s, window %v to %v:\ngot  %v\nwant %v", r, zone, from, to, strings.Join(got, "\n     "), strings.Join(want, "\n     "))
		}
	})
}

// changingZones change their clocks at midnight, at other hours, by half an
// hour, by a day, twice a year more than others, or did.
var changingZones = []string{
	"Europe/London", "America/New_York", "Australia/Lord_Howe", "America/Sao_Paulo", "Africa/Cairo", "America/Santiago", "Asia/Tehran",
	"America/Asuncion", "Asia/Beirut", "Pacific/Apia", "Africa/Casablanca", "America/St_Johns", "Antarctica/Troll", "Asia/Gaza", "Europe/Dublin",
}

// changesOf lists the days, as midnights of UTC, on which a zone changes its
// clocks: those on which noon is not 24 hours after the noon before.
func changesOf(loc *time.Location, from, to int) []time.Time {
	var days []time.Time
	for day := time.Date(from, 1, 1, 0, 0, 0, 0, time.UTC); day.Year() <= to; day = day.AddDate(0, 0, 1) {
		y, m, d := day.Date()
		_, before := time.Date(y, m, d-1, 12, 0, 0, 0, loc).Zone()
		_, after := time.Date(y, m, d, 12, 0, 0, 0, loc).Zone()
		if before != after {
			days = append(days, day)
		}
	}
	return days
}

// A daily event is written on the day on which the clocks change, or shortly
// before, at any time of the day: the scanner, which finds walls by trying, says
// where it is on the days around.
func TestSeriesOverChangesOfTheClocks(t *testing.T) {
	const quarter = 15 * time.Minute
	rapid.Check(t, func(t *rapid.T) {
		zone := rapid.SampledFrom(changingZones).Draw(t, "zone")
		loc, err := LoadZone(zone)
		if err != nil {
			t.Fatal(err)
		}
		year := rapid.IntRange(1996, 2030).Draw(t, "year")
		changes := changesOf(loc, year, year+1)
		if len(changes) == 0 {
			t.Skip("no change of the clocks")
		}
		day := rapid.SampledFrom(changes).Draw(t, "day").AddDate(0, 0, -rapid.IntRange(0, 2).Draw(t, "days before"))
		clock := time.Duration(rapid.OneOf(rapid.IntRange(0, 15), rapid.IntRange(0, 95)).Draw(t, "clock")) * quarter
		length := time.Duration(rapid.OneOf(rapid.IntRange(0, 20), rapid.SampledFrom([]int{96, 192, 100})).Draw(t, "length")) * quarter
		at := func(d time.Duration) DateTimeTimeZone { return inZone(zone, day.Add(d).Format("2006-01-02T15:04:05")) }
		s, err := NewSeries(forever(RecurrencePattern{Type: Daily}), at(clock), at(clock+length))
		if err != nil {
			t.Fatal(err)
		}
		for n := range 5 {
			d := day.AddDate(0, 0, n)
			want := Instance{N: n, Start: scanWall(d, clock, loc)}
			want.End = scanEnd(want.Start, d, clock, length, loc)
			i, _ := s.Nth(n)
			if !i.Start.Equal(want.Start) || !i.End.Equal(want.End) {
				t.Fatalf("%s %s from %s for %s, on %s: %s to %s, want %s to %s", zone, day.Format(time.DateOnly), clock, length, d.Format(time.DateOnly),
					i.Start, i.End, want.Start.In(loc), want.End.In(loc))
			}
			if back, ok := s.At(i.Start); !ok || !back.Start.Equal(i.Start) {
				t.Fatalf("At(%s) = %+v, %v", i.Start, back, ok)
			}
			// What is written for any of them says the same of all later ones.
			start, end := s.Written(i)
			again, err := NewSeries(forever(RecurrencePattern{Type: Daily}), start, end)
			if err != nil {
				t.Fatal(err)
			}
			a, _ := again.Nth(1)
			if b, _ := s.Nth(n + 1); a.Start != b.Start || !a.End.Equal(b.End) {
				t.Fatalf("written as %v to %v: then %s to %s, want %s to %s", start, end, a.Start, a.End, b.Start, b.End)
			}
		}
	})
}

// A single event, too, is as long as it is written, and its instants are read
// back as they were.
func TestSpanAndItsWallTimes(t *testing.T) {
	london := func(clock string) DateTimeTimeZone { return inZone("Europe/London", clock) }
	from, to, err := Span(london("2026-03-29T01:30:00"), london("2026-03-29T02:00:00"))
	if err != nil || !from.Equal(mustTime("2026-03-29T01:30:00Z")) || to.Sub(from) != 30*time.Minute {
		t.Errorf("half an hour in the gap is %s to %s, %v", from, to, err)
	}
	if _, _, err := Span(london("2026-03-29T04:00:00"), london("2026-03-29T03:00:00")); err == nil {
		t.Error("an end before its start is taken")
	}
	for _, at := range []string{"2026-10-25T00:30:00Z", "2026-10-25T01:30:00Z", "2026-03-29T01:00:00Z"} {
		d, err := NewDateTime(mustTime(at), "Europe/London")
		if err != nil {
			t.Fatal(err)
		}
		if back, err := d.Time(); err != nil || !back.Equal(mustTime(at)) {
			t.Errorf("%s is written as %v and read as %s, %v", at, d, back, err)
		}
	}
}

func TestWholeDaysWhereThereIsNoMidnight(t *testing.T) {
	for _, c := range []struct {
		zone, start, end string
		days             int
	}{
		{"Africa/Cairo", "2026-04-24T00:00:00", "2026-04-25T00:00:00", 1},
		{"Africa/Cairo", "2026-04-24T01:00:00", "2026-04-25T00:00:00", 1}, // the first moment of the day
		{"America/Sao_Paulo", "2018-11-03T00:00:00", "2018-11-04T00:00:00", 1},
		{"America/Sao_Paulo", "2018-11-03T00:00:00", "2018-11-04T01:00:00", 1},
		{"Asia/Tehran", "2021-03-22T00:00:00.0000000", "2021-03-24T00:00:00", 2},
		{"Africa/Cairo", "2026-04-25T01:00:00", "2026-04-26T00:00:00", 0},
		{"Africa/Cairo", "2026-04-24T00:00:00", "2026-04-24T01:00:00", 0},
	} {
		first, after, ok := WholeDays(inZone(c.zone, c.start), inZone(c.zone, c.end))
		if ok != (c.days > 0) || ok && int(after-first) != c.days {
			t.Errorf("%s %s to %s: %s, %s, %v; want %d days", c.zone, c.start, c.end, first, after, ok, c.days)
		}
	}
}
