package model

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// Saturday; its month has 30 days.
var wordsStart = DateOf(2026, 11, 21)

func TestParseRecurrenceUnderstandsPeople(t *testing.T) {
	for _, c := range []struct{ text, words string }{
		{"daily", "every day"},
		{"every day", "every day"},
		{"Every 3 days, 10 times", "every 3 days, 10 times"},
		{"every other day", "every second day"},
		{"every weekday", "every weekday"},
		{"weekdays until 1 mar", "every weekday until 1 Mar 2027"},
		{"every weekend", "every weekend day"},
		{"weekly", "every Saturday"},
		{"every week on mon", "every Monday"},
		{"every 2 weeks on tue, thu until 1 mar", "every second Tuesday and Thursday until 1 Mar 2027"},
		{"every second Tuesday and Thursday until 3 Mar 2027", "every second Tuesday and Thursday until 3 Mar 2027"},
		{"tuesdays and thursdays", "every Tuesday and Thursday"},
		{"biweekly on fri", "every second Friday"},
		{"every fortnight", "every second Saturday"},
		{"every day of the week", "every day of the week"},
		{"every 3 weeks on mon, wed, weeks from monday", "every 3 weeks on Monday and Wednesday, weeks from Monday"},
		{"monthly", "monthly on the 21st"},
		{"every month on the 15th", "monthly on the 15th"},
		{"monthly on day 3", "monthly on the 3rd"},
		{"monthly on the last day", "monthly on the last day"},
		{"last day of every month", "monthly on the last day"},
		{"monthly on the last friday", "monthly on the last Friday"},
		{"every last friday", "monthly on the last Friday"},
		{"the last friday of every month", "monthly on the last Friday"},
		{"last friday of the month", "monthly on the last Friday"},
		{"first weekday every 2 months", "every second month on the first weekday"},
		{"every 2 months on the first tue or thu", "every second month on the first Tuesday or Thursday"},
		{"quarterly on the 1st", "every 3 months on the 1st"},
		{"monthly 10 times", "monthly on the 21st, 10 times"},
		{"yearly", "yearly on 21 Nov"},
		{"yearly on 29 feb", "yearly on 29 Feb"},
		{"every 4 years on feb 29th", "every 4 years on 29 Feb"},
		{"annually on the second sunday of may", "yearly on the second Sunday of May"},
		{"yearly 5 times", "yearly on 21 Nov, 5 times"},
		{"daily until 2027-01-31", "every day until 31 Jan 2027"},
		{"daily until dec 24", "every day until 24 Dec 2026"},
		{"daily until 20 nov", "every day until 20 Nov 2027"},
		{"every day forever", "every day"},
		{"every 31st", "monthly on the last day"},
		{"every 15th until 1 mar", "monthly on the 15th until 1 Mar 2027"},
		{"every 2nd of the month", "monthly on the 2nd"},
		{"every first of the month", "monthly on the 1st"},
		{"monthly on the 15th of the month", "monthly on the 15th"},
		{"every 2nd month", "every second month on the 21st"},
		{"every 29 feb", "yearly on 29 Feb"},
		{"every dec 24th until 2030-12-31", "yearly on 24 Dec until 31 Dec 2030"},
		{"weekly for 3 weeks", "every Saturday until 11 Dec 2026"},
		{"every tue for 3 weeks", "every Tuesday until 14 Dec 2026"}, // from the first of them on
		{"every day for 10 days", "every day until 30 Nov 2026"},
		{"monthly for 3 months", "monthly on the 21st until 20 Feb 2027"},
		{"monthly on the 31st for 3 months", "monthly on the last day until 27 Feb 2027"},
		{"yearly for 2 years", "yearly on 21 Nov until 20 Nov 2028"},
	} {
		r, err := ParseRecurrence(c.text, wordsStart)
		if err != nil || r == nil {
			t.Errorf("ParseRecurrence(%q) = %v, %v", c.text, r, err)
			continue
		}
		if got := r.Words(); got != c.words {
			t.Errorf("ParseRecurrence(%q) is %q, want %q", c.text, got, c.words)
		}
	}
	for _, text := range []string{"", " ", "never", "no", "does not repeat", "once"} {
		if r, err := ParseRecurrence(text, wordsStart); r != nil || err != nil {
			t.Errorf("ParseRecurrence(%q) = %v, %v; want nothing", text, r, err)
		}
	}
}

func TestParseRecurrenceQuotesWhatItCannotRead(t *testing.T) {
	for text, word := range map[string]string{
		"every blue moon": `"blue"`, "sometimes": `"sometimes"`, "every": "its end", "monthly on the 32nd": `"32nd"`,
		"monthly on the fifth friday": `"fifth"`, "weekly until": "its end", "daily until 31 feb": "its end",
		"every day until 1 mar banana": `"banana"`, "every day 10 times 5 times": `"5"`, "every last": `"last"`,
		"daily until 2026-01-01": "before it starts", "every 0 days": `"0"`, "yearly on 32 feb": `"32"`,
	} {
		r, err := ParseRecurrence(text, wordsStart)
		if err == nil || !strings.Contains(err.Error(), word) {
			t.Errorf("ParseRecurrence(%q) = %v, %v; want an error that says %s", text, r, err, word)
		}
	}
}

// What Words says of a series that begins on one of its days, ParseRecurrence
// reads as the same dates.
func TestWordsAreReadBackAsTheSameDates(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := drawRecurrence(t)
		start := DateTimeTimeZone{DateTime: r.Range.StartDate, TimeZone: "UTC"}
		want, err := NewSeries(r, start, start)
		if err != nil {
			t.Skip(err)
		}
		first := want.seq.at(0)
		r.Range.StartDate = first.String()
		if want, err = NewSeries(r, start, start); err != nil {
			t.Fatal(err)
		}
		words := want.Recurrence().Words()
		read, err := ParseRecurrence(words, first)
		if err != nil {
			t.Fatal(err)
		}
		got, err := NewSeries(*read, start, start)
		if err != nil {
			t.Fatalf("%q: %v", words, err)
		}
		from := MinDate.At(0, got.Zone())
		if a, b := want.Next(30, from), got.Next(30, from); !slices.Equal(a, b) || got.last != want.last {
			t.Fatalf("%q falls on\n%v, the recurrence on\n%v", words, b, a)
		}
	})
}

// An interval counts from the first day on or after the start that the words name.
func TestAnIntervalCountsFromTheFirstDayThatIsNamed(t *testing.T) {
	for _, c := range []struct{ start, words, dates string }{
		{"2026-11-27", "every second tuesday", "2026-12-01 2026-12-15 2026-12-29"}, // a Friday
		{"2026-11-27", "every second tue and fri", "2026-11-27 2026-12-08 2026-12-11"},
		{"2026-11-29", "every 3 weeks on sat", "2026-12-05 2026-12-26 2027-01-16"},
		{"2026-11-27", "every second week", "2026-11-27 2026-12-11 2026-12-25"},
		{"2026-11-27", "every third day", "2026-11-27 2026-11-30 2026-12-03"},
		{"2026-11-27", "every other month on the 31st", "2026-11-30 2027-01-31 2027-03-31"},
		{"2026-11-27", "every other month on the 15th", "2026-12-15 2027-02-15 2027-04-15"},
		{"2026-11-27", "every 2 months on the first mon", "2026-12-07 2027-02-01 2027-04-05"},
		{"2026-11-27", "every 2 years on 1 mar", "2027-03-01 2029-03-01 2031-03-01"},
	} {
		start, err := ParseDate(c.start)
		if err != nil {
			t.Fatal(err)
		}
		r, err := ParseRecurrence(c.words, start)
		if err != nil {
			t.Fatal(err)
		}
		at := DateTimeTimeZone{DateTime: c.start + "T09:00:00", TimeZone: "UTC"}
		s, err := NewSeries(*r, at, at)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, o := range s.Next(3, start.At(0, time.UTC)) {
			got = append(got, o.Date.String())
		}
		if strings.Join(got, " ") != c.dates {
			t.Errorf("%q from %s: %v, want %s", c.words, c.start, got, c.dates)
		}
	}
}

func FuzzParseRecurrence(f *testing.F) {
	for _, s := range []string{"every 2 weeks on tue, thu until 1 mar", "last friday of every month", "yearly on 29 feb, 10 times"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		r, err := ParseRecurrence(text, wordsStart)
		if err != nil || r == nil {
			return
		}
		at := DateTimeTimeZone{DateTime: wordsStart.String()}
		if _, err := NewSeries(*r, at, at); err != nil && r.Pattern.Interval <= maxInterval && r.Range.Type != RangeEndDate {
			t.Errorf("%q gives a recurrence that is refused: %v", text, err)
		}
	})
}

// However long a series is said to last, it has the occurrences that people count.
func TestASeriesForSoLongHasAsManyOccurrences(t *testing.T) {
	for n := 1; n <= 14; n++ {
		for text, want := range map[string]int{"daily for %d days": n, "daily for %d weeks": 7 * n, "weekly for %d weeks": n,
			"every fri for %d weeks": n, "weekdays for %d weeks": 5 * n, "monthly on the 5th for %d months": n, "yearly for %d years": n} {
			text = fmt.Sprintf(text, n)
			r, err := ParseRecurrence(text, wordsStart)
			if err != nil {
				t.Fatalf("%q: %v", text, err)
			}
			r.Range.RecurrenceTimeZone = "UTC"
			at := wordsStart.At(9*time.Hour, time.UTC)
			from, _ := NewDateTime(at, "UTC")
			to, _ := NewDateTime(at.Add(time.Hour), "UTC")
			series, err := NewSeries(*r, from, to)
			if err != nil {
				t.Fatalf("%q: %v", text, err)
			}
			if got := len(series.Next(200, at)); got != want {
				t.Errorf("%q takes place %d times, want %d", text, got, want)
			}
		}
	}
}
