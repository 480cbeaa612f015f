package dateparse

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"daybook/model"
)

// spelled is a number with a unit in one of the ways that people write it.
func spelled(t *rapid.T, n int, units ...string) string {
	return fmt.Sprint(n) + rapid.SampledFrom([]string{"", " "}).Draw(t, "gap") + rapid.SampledFrom(units).Draw(t, "unit")
}

// What is written of numbers is read as their sum.
func TestALengthIsTheSumOfItsParts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 400)
		var parts []string
		days, rest := 0, time.Duration(0)
		add := func(name string, units ...string) int {
			if !rapid.Bool().Draw(t, name) {
				return 0
			}
			v := n.Draw(t, name)
			parts = append(parts, spelled(t, v, units...))
			return v
		}
		days += 7 * add("weeks", "w", "week", "weeks")
		days += add("days", "d", "day", "days")
		rest += time.Duration(add("hours", "h", "hour", "hours")) * time.Hour
		rest += time.Duration(add("minutes", "m", "min", "mins", "minute", "minutes")) * time.Minute
		words := strings.Join(parts, rapid.SampledFrom([]string{"", " ", "  "}).Draw(t, "between"))
		words = rapid.SampledFrom([]string{"", "+", "for ", " "}).Draw(t, "before") + words
		if rapid.Bool().Draw(t, "loud") {
			words = strings.ToUpper(words)
		}
		gotDays, gotRest, ok := Length(words)
		if ok != (len(parts) > 0) || ok && (gotDays != days || gotRest != rest) {
			t.Fatalf("%q is %d days and %v (%v), want %d and %v", words, gotDays, gotRest, ok, days, rest)
		}
	})
}

// Signs that say nothing of a length are never read as one: whatever is, is
// made of numbers, each followed by a unit but the minutes behind an hour.
func TestNothingButNumbersAndUnitsIsALength(t *testing.T) {
	pieces := []string{"1", "30", "90", "2.5", "h", "m", "min", "d", "day", "w", "hours", " ", ":", "-", "x", "pm", ".", "1h30"}
	rapid.Check(t, func(t *rapid.T) {
		words := strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 6).Draw(t, "pieces"), "")
		days, rest, ok := Length(words)
		want, wantOK := counted(words)
		if ok != wantOK || ok && time.Duration(days)*24*time.Hour+rest != want {
			t.Fatalf("%q is %d days and %v (%v), counted by hand %v (%v)", words, days, rest, ok, want, wantOK)
		}
	})
}

// counted reads a length sign by sign, days as 24 hours: the other way to do it.
func counted(words string) (sum time.Duration, ok bool) {
	rank := map[string]int{"w": 4, "week": 4, "weeks": 4, "d": 3, "day": 3, "days": 3, "h": 2, "hour": 2, "hours": 2,
		"m": 1, "min": 1, "mins": 1, "minute": 1, "minutes": 1}
	worth := []time.Duration{0, time.Minute, time.Hour, 24 * time.Hour, 7 * 24 * time.Hour}
	rest, last := strings.TrimSpace(words), 5
	if rest == "" {
		return 0, false
	}
	for rest = strings.TrimSpace(rest); rest != ""; rest = strings.TrimLeft(rest, " ") {
		number := rest[:len(rest)-len(strings.TrimLeft(rest, "0123456789."))]
		rest = rest[len(number):]
		spaced := strings.TrimLeft(rest, " ")
		unit := spaced[:len(spaced)-len(strings.TrimLeft(spaced, "abcdefghijklmnopqrstuvwxyz"))]
		whole, fraction, broken := strings.Cut(number, ".")
		var n, f int
		if whole == "" || broken && (fraction == "" || len(fraction) > 2 || strings.Contains(fraction, ".")) {
			return 0, false
		}
		fmt.Sscan(strings.TrimLeft(whole, "0"), &n)
		fmt.Sscan(strings.TrimLeft(fraction, "0"), &f)
		n = min(n, lengthMost)
		if unit == "" && last == 2 && spaced == "" && len(whole) <= 2 && !broken { // 1h30
			return sum + time.Duration(n)*time.Minute, true
		}
		r := rank[unit]
		if r == 0 || r >= last || broken && r != 2 {
			return 0, false
		}
		exact := time.Duration(n) * worth[r]
		if broken && n < lengthMost {
			part := time.Duration(f) * time.Hour
			for range fraction {
				part /= 10
			}
			exact += part.Round(time.Minute)
		}
		sum, last, rest = sum+exact, r, spaced[len(unit):]
	}
	return sum, true
}

// A day and a clock that are written out are read back, whatever the order and
// the layout, in any zone.
func TestAMomentThatIsWrittenOutIsReadBack(t *testing.T) {
	zones := []string{"UTC", "Europe/Berlin", "America/New_York", "Asia/Kolkata", "Pacific/Auckland"}
	days := []string{"2006-01-02", "2 Jan 2006", "Jan 2 2006", "2 January 2006", "January 2, 2006", "02.01.2006", "2.1.2006"}
	clocks := []string{"15:04", "3:04pm", "3:04 PM", "at 15:04", "15.04"}
	rapid.Check(t, func(t *rapid.T) {
		zone, err := model.LoadZone(rapid.SampledFrom(zones).Draw(t, "zone"))
		if err != nil {
			t.Fatal(err)
		}
		minute := rapid.Int64Range(-1_000_000_000/60, 4_000_000_000/60).Draw(t, "minute")
		want := time.Unix(minute*60, 0).In(zone)
		words := want.Format(rapid.SampledFrom(days).Draw(t, "day") + " " + rapid.SampledFrom(clocks).Draw(t, "clock"))
		for _, sense := range []Sense{Ahead, Back} {
			got, err := Parse(words, now.In(zone), sense, 8*time.Hour)
			if err != nil || got.Format(time.DateTime) != want.Format(time.DateTime) {
				t.Fatalf("%q is %v, %v, want %v", words, got, err, want)
			}
		}
	})
}

// Days that are counted or named from now on are those that counting day by day
// comes to.
func TestDaysInWordsAreThoseThatCountingFinds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		now := now.AddDate(0, 0, rapid.IntRange(0, 3000).Draw(t, "now"))
		n := rapid.IntRange(1, 400).Draw(t, "n")
		weekday := time.Weekday(rapid.IntRange(0, 6).Draw(t, "weekday"))
		name := strings.ToLower(weekday.String())
		name = name[:rapid.IntRange(3, len(name)).Draw(t, "letters")]
		next := now.AddDate(0, 0, 1)
		for next.Weekday() != weekday {
			next = next.AddDate(0, 0, 1)
		}
		last := now.AddDate(0, 0, -1)
		for last.Weekday() != weekday {
			last = last.AddDate(0, 0, -1)
		}
		for words, want := range map[string]struct {
			day   time.Time
			sense Sense
		}{
			fmt.Sprintf("in %d days", n): {now.AddDate(0, 0, n), Ahead}, fmt.Sprintf("%d days ago", n): {now.AddDate(0, 0, -n), Ahead},
			fmt.Sprintf("%dw", n): {now.AddDate(0, 0, 7*n), Ahead}, name: {next, Ahead}, "last " + name: {last, Ahead},
			"on " + name: {last, Back},
		} {
			got, err := Parse(words, now, want.sense, 8*time.Hour)
			if err != nil || got.Format(time.DateOnly) != want.day.Format(time.DateOnly) {
				t.Fatalf("%q at %s is %v, %v, want %s", words, now.Format(time.DateOnly), got, err, want.day.Format(time.DateOnly))
			}
		}
	})
}
