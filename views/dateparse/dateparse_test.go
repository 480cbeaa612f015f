package dateparse

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	_ "daybook/internal/seed"
	"daybook/model"
)

// now is a Thursday.
var now = time.Date(2026, 10, 22, 9, 50, 0, 0, time.UTC)

func TestParseAhead(t *testing.T) {
	for words, want := range map[string]string{
		"today":              "2026-10-22 08:00",
		"today evening":      "2026-10-22 18:00",
		"tonight":            "2026-10-22 18:00",
		"tomorrow morning":   "2026-10-23 08:00",
		"tomorrow":           "2026-10-23 08:00",
		"Tomorrow, 9:30":     "2026-10-23 09:30",
		"mon":                "2026-10-26 08:00",
		"thu":                "2026-10-29 08:00",
		"next friday at 5pm": "2026-10-23 17:00",
		"next week":          "2026-10-26 08:00",
		"next month":         "2026-11-01 08:00",
		"weekend":            "2026-10-24 08:00",
		"in 3 days":          "2026-10-25 08:00",
		"3d":                 "2026-10-25 08:00",
		"2 weeks":            "2026-11-05 08:00",
		"in 4 months":        "2027-02-22 08:00",
		"in 2 hours":         "2026-10-22 11:50",
		"14 march":           "2027-03-14 08:00",
		"March 14th 2028":    "2028-03-14 08:00",
		"2026-12-24 17:00":   "2026-12-24 17:00",
		"1.11.2026":          "2026-11-01 08:00",
		"9:30":               "2026-10-23 09:30",
		"11:00":              "2026-10-22 11:00",
		"12 am tomorrow":     "2026-10-23 00:00",
		"24.12. 18:00":       "2026-12-24 18:00",
		"18:00 1.12.":        "2026-12-01 18:00",
		"18:00 1.12":         "2026-12-01 18:00",
		"31.12":              "2026-12-31 08:00",
		"3.5":                "2027-05-03 08:00",
		"tomorrow 9.10":      "2026-10-23 09:10",
		"9.10 pm":            "2026-10-22 21:10",
		"9.30":               "2026-10-23 09:30",
		"17.00":              "2026-10-22 17:00",
		"mo 9":               "2026-10-26 09:00",
		"3 mo":               "2027-01-22 08:00",
		"in half an hour":    "2026-10-22 10:20",
		"in an hour":         "2026-10-22 10:50",
		"in two weeks":       "2026-11-05 08:00",
		"end of the month":   "2026-10-31 08:00",
		"end of year":        "2026-12-31 08:00",
	} {
		check(t, words, Ahead, want)
	}
}

func TestParseBack(t *testing.T) {
	for words, want := range map[string]string{
		"yesterday":   "2026-10-21 08:00",
		"monday":      "2026-10-19 08:00",
		"thursday":    "2026-10-15 08:00",
		"last week":   "2026-10-12 08:00",
		"3 days ago":  "2026-10-19 08:00",
		"2w":          "2026-10-08 08:00",
		"14 march":    "2026-03-14 08:00",
		"24 december": "2025-12-24 08:00",
		"march":       "2026-03-01 08:00",
		"2024":        "2024-01-01 08:00",
	} {
		check(t, words, Back, want)
	}
}

func check(t *testing.T, words string, sense Sense, want string) {
	t.Helper()
	got, err := Parse(words, now, sense, 8*time.Hour)
	if err != nil {
		t.Errorf("%q: %v", words, err)
	} else if s := got.Format("2006-01-02 15:04"); s != want {
		t.Errorf("%q: got %s, want %s", words, s, want)
	}
}

// A day of the week alone is never today; with a time it is, where that is ahead,
// or behind for who looks back.
func TestADayOfTheWeekWithATimeMayBeToday(t *testing.T) {
	for words, want := range map[string]string{
		"thu 16:00": "2026-10-22 16:00", "on thursday at 4pm": "2026-10-22 16:00", "16:00 thu": "2026-10-22 16:00", "thu evening": "2026-10-22 18:00",
		"thu": "2026-10-29 08:00", "thu 9:00": "2026-10-29 09:00", "thu 9:50": "2026-10-29 09:50", "thu morning": "2026-10-29 08:00",
		"next thu 16:00": "2026-10-29 16:00", "last thu 16:00": "2026-10-15 16:00", "thu 29 oct 16:00": "2026-10-29 16:00", "fri 16:00": "2026-10-23 16:00",
	} {
		check(t, words, Ahead, want)
		at, err := ParseOn(words, now, now.AddDate(0, 2, 0), Ahead, 8*time.Hour)
		if got := at.Format("2006-01-02 15:04"); err != nil || got != want {
			t.Errorf("%q in a form is %s, %v, want %s", words, got, err, want)
		}
	}
	for words, want := range map[string]string{"thu 9:00": "2026-10-22 09:00", "thu 16:00": "2026-10-15 16:00", "next thu 9:00": "2026-10-29 09:00"} {
		check(t, words, Back, want)
	}
	saturday := time.Date(2026, 10, 24, 9, 0, 0, 0, time.UTC)
	if at, err := Parse("weekend 14:00", saturday, Ahead, 0); err != nil || !at.Equal(saturday.Add(5*time.Hour)) {
		t.Errorf("the weekend on a Saturday is %v, %v", at, err)
	}
	if at, err := ParseEnd("thu 16:00", now, now, 0); err != nil || at.Format("2006-01-02 15:04") != "2026-10-22 16:00" {
		t.Errorf("an end is %v, %v", at, err)
	}
}

func TestTonightIsThisEveningAndInAnHourWhenThatHasBegun(t *testing.T) {
	late := time.Date(2026, 10, 22, 19, 10, 30, 0, time.UTC)
	for words, want := range map[string]string{"tonight": "20:10", "today evening": "20:10", "tonight 21:30": "21:30", "today 18:00": "18:00"} {
		if at, err := Parse(words, late, Ahead, 0); err != nil || at.Format("2006-01-02 15:04") != "2026-10-22 "+want {
			t.Errorf("%q is %v, %v, want %s", words, at, err, want)
		}
	}
	if at, err := ParseOn("tonight", late, late, Ahead, 0); err != nil || at.Hour() != 18 {
		t.Errorf("tonight in a form is %v, %v", at, err)
	}
}

func TestParseSaysWhatItCannotRead(t *testing.T) {
	for _, words := range []string{"", "soon", "31 april", "25:00", "13pm", "in days", "tomorrow soon", "at", "32.12.", "1.13.", "31.4.",
		"1.12", "08.05", "half a day", "in half", "end", "end of time", "a", "in two", "m 9"} {
		if got, err := Parse(words, now, Ahead, 0); err == nil {
			t.Errorf("%q: got %v, want an error", words, got)
		}
	}
}

func TestAMonthFromTheLastDayStaysInTheMonth(t *testing.T) {
	end := time.Date(2026, 1, 31, 12, 0, 0, 0, time.UTC)
	got, err := Parse("in 1 month", end, Ahead, 0)
	if err != nil || got.Format(time.DateOnly) != "2026-02-28" {
		t.Errorf("got %v, %v, want 2026-02-28", got, err)
	}
}

func TestTwoDaysOrTwoTimesAreNoDate(t *testing.T) {
	now := time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)
	for _, words := range []string{"2026-12-04 08:0032 feb", "2026-12-04 08:00 32 feb", "2026-12-04 08:00 3 feb", "2026-12-04 08:00yesterday",
		"2026-12-04 tomorrow", "tomorrow 24 dec", "24 dec mon", "9:00 10:00", "9:001", "9:00 2026-12-04 8:00", "in 2 hours tomorrow", "in 2 hours 9:00",
		"next week 24 dec", "in 3 days 24 dec", "today tomorrow"} {
		if at, err := Parse(words, now, Ahead, 0); err == nil {
			t.Errorf("%q is %v", words, at)
		}
	}
	for words, want := range map[string]string{"thu 24 dec": "2026-12-24 00:00", "tomorrow evening 19:30": "2026-11-23 19:30", "24 dec 9:05": "2026-12-24 09:05",
		"mon 9:00": "2026-11-23 09:00", "tonight 20:30": "2026-11-22 20:30", "fri 2026-12-04 8:00": "2026-12-04 08:00"} {
		if at, err := Parse(words, now, Ahead, 0); err != nil || at.Format("2006-01-02 15:04") != want {
			t.Errorf("%q is %v, %v; want %s", words, at, err, want)
		}
	}
}

func TestParseNeverPanics(t *testing.T) {
	words := rapid.SliceOfN(rapid.SampledFrom([]string{"in", "3", "days", "ago", "next", "last", "week", "mon",
		"march", "14", "2026", "9:30", "pm", "at", "st", "\u00e9", "99999999999", ":", "."}), 0, 6)
	rapid.Check(t, func(t *rapid.T) {
		text := ""
		for _, w := range words.Draw(t, "words") {
			text += w + " "
		}
		Parse(text, now, Ahead, 0)
		Parse(text, now, Back, 0)
	})
}

func TestAClockAloneIsOnTheDayThatIsWrittenAbout(t *testing.T) {
	tokyo, err := time.LoadLocation("Asia/Tokyo")
	if err != nil {
		t.Fatal(err)
	}
	day := time.Date(2026, 12, 8, 15, 0, 0, 0, tokyo)
	for words, want := range map[string]string{
		"15:30": "2026-12-08 15:30", "3pm": "2026-12-08 15:00", "at 9": "2026-12-08 09:00", "0:15": "2026-12-08 00:15", "noon": "2026-12-08 12:00",
		"9 dec": "2026-12-09 08:00", "9 dec 15:30": "2026-12-09 15:30", "tomorrow 10:00": "2026-10-23 10:00", "in 2 hours": "2026-10-22 20:50",
	} {
		got, err := ParseOn(words, now, day, Ahead, 8*time.Hour)
		if err != nil || got.Format("2006-01-02 15:04") != want || got.Location() != tokyo {
			t.Errorf("%q is %v, %v, want %s", words, got, err, want)
		}
	}
}

func TestADateWithoutAYearIsNearTheDayThatIsWrittenAbout(t *testing.T) {
	for _, c := range []struct{ day, words, want string }{
		{"2026-10-20", "21 oct", "2026-10-21"}, {"2026-10-20", "5 jan", "2027-01-05"}, {"2026-12-08", "7 dec", "2026-12-07"}, {"2026-12-08", "5 jan", "2027-01-05"},
		{"2026-10-22", "1 jun", "2027-06-01"}, {"2026-10-22", "21 oct", "2027-10-21"}, {"2027-01-02", "30 dec", "2026-12-30"}, {"2025-03-01", "28 feb", "2025-02-28"},
		{"2027-12-08", "9 dec", "2027-12-09"}, {"2028-02-28", "29 feb", "2028-02-29"}, {"2026-12-08", "9 dec 2030", "2030-12-09"},
	} {
		day, _ := time.Parse(time.DateOnly, c.day)
		if got, err := ParseOn(c.words, now, day, Ahead, 0); err != nil || got.Format(time.DateOnly) != c.want {
			t.Errorf("%q about %s is %v, %v, want %s", c.words, c.day, got, err, c.want)
		}
	}
	if got, err := ParseOn("29 feb", now, now, Ahead, 0); err == nil {
		t.Errorf("29 feb near 2026 is %v", got)
	}
}

func TestAnEndWithoutAYearIsTheNearestAlsoBeforeTheStart(t *testing.T) {
	for _, c := range []struct{ start, words, want string }{
		{"2026-12-08", "7 dec", "2026-12-07"}, {"2026-12-08", "8 dec", "2026-12-08"}, {"2026-12-08", "5 jan", "2027-01-05"},
		{"2027-01-02", "30 dec", "2026-12-30"}, {"2026-12-08", "tomorrow", "2026-12-09"}, {"2026-12-08", "7 dec 2027", "2027-12-07"},
	} {
		start, _ := time.Parse(time.DateOnly, c.start)
		if got, err := ParseEnd(c.words, start, start, 0); err != nil || got.Format(time.DateOnly) != c.want {
			t.Errorf("%q from %s is %v, %v, want %s", c.words, c.start, got, err, c.want)
		}
	}
}

func TestDatesOfTheLastCenturyAreRead(t *testing.T) {
	for words, want := range map[string]string{"1 jan 1900": "1900-01-01", "march 14 1969": "1969-03-14", "14.3.1950": "1950-03-14"} {
		for _, sense := range []Sense{Ahead, Back} {
			if got, err := Parse(words, now, sense, 0); err != nil || got.Format(time.DateOnly) != want {
				t.Errorf("%q is %v, %v, want %s", words, got, err, want)
			}
		}
	}
	for _, words := range []string{"tomorrow 2015", "1930"} { // a time without its colon
		if got, err := Parse(words, now, Ahead, 0); err == nil {
			t.Errorf("%q is %v", words, got)
		}
	}
	if from, until, err := Span("march 1950", now, Back); err != nil || until.Sub(from) != 31*24*time.Hour {
		t.Errorf("march 1950 is %v to %v, %v", from, until, err)
	}
}

func TestTheClockThatWordsName(t *testing.T) {
	for words, want := range map[string]time.Duration{"28 mar 2027 01:30": 90 * time.Minute, "9pm": 21 * time.Hour, "8 dec": -1, "in 2 hours": -1, "soon": -1} {
		if got, ok := Clock(words); ok != (want >= 0) || ok && got != want {
			t.Errorf("%q: %v, %t, want %v", words, got, ok, want)
		}
	}
}

func TestWordsNameATimeOfTheDayOrNot(t *testing.T) {
	for words, want := range map[string][2]bool{ // timed, and without a day
		"15:30": {true, true}, "3pm": {true, true}, "noon": {true, true}, "today 15:30": {true, false}, "mon 9": {true, false},
		"in 2 hours": {true, false}, "monday": {false, false}, "8 dec": {false, false}, "soon": {false, false}, "": {false, false},
	} {
		if got := [2]bool{Timed(words), ClockAlone(words)}; got != want {
			t.Errorf("%q: %v, want %v", words, got, want)
		}
	}
}

func TestZonesAreFoundByNameAndByCity(t *testing.T) {
	london, err := Zone("london", nil)
	if err != nil {
		t.Fatal(err)
	}
	for words, want := range map[string]string{"new york": "America/New_York", "New_York": "America/New_York", "Europe/Paris": "Europe/Paris",
		"GMT Standard Time": "Europe/London", "tokyo": "Asia/Tokyo", "tok": "Asia/Tokyo", "dili": "Asia/Dili", "": "Europe/London",
		"pacific standard": "America/Los_Angeles", "pacific": "America/Los_Angeles", "berlin": "Europe/Berlin"} {
		got, err := Zone(words, london)
		if err != nil || got.String() != want {
			t.Errorf("%q is %v, %v, want %s", words, got, err, want)
		}
	}
	if got, err := Zone("atlantis", nil); err == nil {
		t.Errorf("atlantis is %v", got)
	}
}

// A day is a day, also where its midnight, or the time that it is now, is left out.
func TestDaysWithoutAMidnight(t *testing.T) {
	for zone, eve := range map[string]string{"Africa/Cairo": "2026-04-23", "America/Sao_Paulo": "2018-11-03", "America/Santiago": "2026-09-05"} {
		loc, err := model.LoadZone(zone)
		if err != nil {
			t.Fatal(err)
		}
		d, err := model.ParseDate(eve)
		if err != nil {
			t.Fatal(err)
		}
		now := d.At(30*time.Minute, loc)
		if got, err := Parse("tomorrow", now, Ahead, 9*time.Hour); err != nil || !got.Equal((d+1).At(9*time.Hour, loc)) {
			t.Errorf("%s: tomorrow is %s, %v", zone, got, err)
		}
		if from, until, err := Span("today", now, Back); err != nil || !from.Equal(d.At(0, loc)) || !until.Equal((d+1).At(0, loc)) {
			t.Errorf("%s: today is %s to %s, %v", zone, from, until, err)
		}
	}
}

func TestADayThatMayBeAMonthIsAskedAbout(t *testing.T) {
	for words, said := range map[string]string{"1/2/2027": "1/2/2027 may be 1 feb or 2 jan: write the month as a word",
		"tomorrow 3/4": "3/4 may be 3 apr or 4 mar: write the month as a word"} {
		if at, err := Parse(words, now, Ahead, 0); err == nil || err.Error() != said {
			t.Errorf("%q is %v, %v; want %s", words, at, err, said)
		}
	}
	for words, want := range map[string]string{"14/3/2027 9:30": "2027-03-14 09:30", "3/14/2027": "2027-03-14 00:00", "2/2/2027": "2027-02-02 00:00",
		"24/12": "2026-12-24 00:00", "5/5": "2027-05-05 00:00"} {
		if at, err := Parse(words, now, Ahead, 0); err != nil || at.Format("2006-01-02 15:04") != want {
			t.Errorf("%q is %v, %v; want %s", words, at, err, want)
		}
	}
	for _, words := range []string{"31/4/2027", "14/15", "0/3", "1/2/3/4", "13/", "/", "1/2/27"} {
		if at, err := Parse(words, now, Ahead, 0); err == nil {
			t.Errorf("%q is %v", words, at)
		}
	}
}

func TestNow(t *testing.T) {
	if at, err := Parse("now", now, Ahead, 0); err != nil || !at.Equal(now) {
		t.Errorf("now is %v, %v", at, err)
	}
	if at, err := Parse("now 9:00", now, Ahead, 0); err == nil {
		t.Errorf("now at nine is %v", at)
	}
}
