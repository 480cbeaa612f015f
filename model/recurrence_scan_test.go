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

func scan(r PatternedRecurrence, startClock, endClock time.Duration, endDays int, loc *time.Location, to time.Time) []scannedDay {
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
			start := scanWall(day, startClock, loc)
			end := scanWall(day.AddDate(0, 0, endDays), endClock, loc)
			found = append(found, scannedDay{day, start, end})
		}
	}
	return found
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
		days := scan(r, startClock, endClock, endDays, loc, to)
		s, err := NewSeries(r, at(0, startClock), at(endDays, endClock))
		if err != nil {
			if len(days) > 0 {
				t.Fatalf("%v, but the scanner found %v", err, days)
			}
			t.Skip(err)
		}
		var want []string
		for n, d := range days {
			end := d.end
			if end.Before(d.start) {
				end = d.start.Add(s.length)
			}
			inside := end.After(from) && d.start.Before(to) || end.Equal(d.start) && !d.start.Before(from) && d.start.Before(to)
			if inside {
				want = append(want, fmt.Sprint(n, d.date.Format(" 2006-01-02 "), d.start.UTC(), end.UTC()))
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
