package ics

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/teambition/rrule-go"
	"pgregory.net/rapid"

	_ "daybook/internal/seed"
	"daybook/model"
)

// byRRuleGo is a rule as rrule-go understands it, from a start in UTC.
func byRRuleGo(t interface{ Fatal(...any) }, text string, start time.Time) *rrule.RRule {
	option, err := rrule.StrToROption(text)
	if err != nil {
		t.Fatal(err)
	}
	option.Dtstart = start
	rule, err := rrule.NewRRule(*option)
	if err != nil {
		t.Fatal(err)
	}
	return rule
}

func mustRule(t interface{ Fatal(...any) }, text string, start time.Time) *Rule {
	at := model.DateTimeTimeZone{DateTime: start.Format("2006-01-02T15:04:05"), TimeZone: "UTC"}
	rule, err := ParseRule(text, at, at)
	if err != nil {
		t.Fatal(text, err)
	}
	return rule
}

// starting lists when the first occurrences of a rule start.
func starting(r *Rule, count int) (list []time.Time) {
	for wall := range r.walls(r.begin) {
		if len(list) == count {
			break
		}
		list = append(list, r.at(wall).Start)
	}
	return list
}

// drawRule draws a rule of any frequency, with any parts that go with it. Those
// that fall on nothing are left out: rrule-go walks to the year 9999 for them.
func drawRule(t *rapid.T, frequencies ...string) string {
	freq := rapid.SampledFrom(frequencies).Draw(t, "freq")
	text := "FREQ=" + freq
	maybe := func(name string, values ...string) {
		if rapid.IntRange(0, 3).Draw(t, "with "+name) == 0 {
			text += ";" + name + "=" + rapid.SampledFrom(values).Draw(t, name)
		}
	}
	if short := freq == "HOURLY" || freq == "MINUTELY"; !short || rapid.Bool().Draw(t, "all") {
		maybe("INTERVAL", "1", "2", "3", "5")
		if short {
			return text
		}
		maybe("BYMONTH", "1", "2,11", "3,6,9,12")
		if freq != "WEEKLY" && (freq != "DAILY" || !strings.Contains(text, "BYMONTH")) {
			maybe("BYMONTHDAY", "1", "15,-1", "29", "31", "13,14,15")
		}
	}
	if freq == "YEARLY" {
		maybe("BYYEARDAY", "1", "100,-1", "366")
	}
	if freq == "YEARLY" || freq == "MONTHLY" {
		maybe("BYDAY", "MO", "TU,SA", "1FR", "-1SU,2WE", "MO,TU,WE,TH,FR")
	} else {
		maybe("BYDAY", "MO", "TU,SA", "MO,TU,WE,TH,FR")
	}
	maybe("BYHOUR", "9,15", "0", "8,9,10")
	maybe("BYMINUTE", "0,30", "15")
	maybe("COUNT", "1", "7", "40")
	maybe("UNTIL", "20271224T000000Z", "20260301")
	return text
}

func TestRulesFallWhereRRuleGoPutsThem(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := drawRule(t, "YEARLY", "MONTHLY", "WEEKLY", "DAILY", "HOURLY", "MINUTELY")
		if strings.Contains(text, "COUNT") && strings.Contains(text, "UNTIL") {
			t.Skip("not both")
		}
		if strings.HasPrefix(text, "FREQ=WEEKLY") { // it counts from a week that begins on this day
			text += ";WKST=" + rapid.SampledFrom(ruleDays).Draw(t, "week")
		} else if strings.HasPrefix(text, "FREQ=MONTHLY") || strings.HasPrefix(text, "FREQ=YEARLY") {
			if rapid.IntRange(0, 2).Draw(t, "with BYSETPOS") == 0 {
				text += ";BYSETPOS=" + rapid.SampledFrom([]string{"1", "-1", "2,-1", "1,-2"}).Draw(t, "position")
			}
		}
		start := time.Date(2026, 1, rapid.IntRange(1, 400).Draw(t, "day"), rapid.SampledFrom([]int{0, 9, 15}).Draw(t, "hour"), 30, 0, 0, time.UTC)
		horizon := start.AddDate(6, 0, 0)
		if strings.HasPrefix(text, "FREQ=MINUTELY") || strings.HasPrefix(text, "FREQ=HOURLY") {
			horizon = start.AddDate(0, 0, 40)
		}
		judge := byRRuleGo(t, strings.Replace(text, "UNTIL=20260301", "UNTIL=20260301T235959Z", 1), start)
		var want []time.Time
		next := judge.Iterator()
		for at, ok := next(); ok && len(want) < 30 && at.Before(horizon); at, ok = next() {
			want = append(want, at)
		}
		rule := mustRule(t, text, start)
		got := slices.DeleteFunc(starting(rule, 30), func(at time.Time) bool { return !at.Before(horizon) })
		if !slices.EqualFunc(got, want, time.Time.Equal) {
			t.Fatalf("%s from %s:\ngot  %v\nwant %v", text, start, got, want)
		}
		// A window that lies later has the same ones, without the walk from the start.
		if len(want) > 12 {
			list := rule.Occurrences(want[10], want[12])
			if len(list) != 2 || !list[0].Start.Equal(want[10]) || !list[1].Start.Equal(want[11]) {
				t.Fatalf("%s from %s, in the window %s to %s: %v", text, start, want[10], want[12], list)
			}
		}
	})
}

// scanRule is a second opinion on what rrule-go does otherwise: a whole week for
// BYSETPOS, and BYWEEKNO without days. It looks at one day after the other with
// package time and gathers those of a period.
func scanRule(freq string, interval, wkst, weekNo, weekday, position int, start time.Time, count int) (list []time.Time) {
	weekOf := func(d time.Time) time.Time { return d.AddDate(0, 0, -(int(d.Weekday())-wkst+7)%7) }
	first := time.Date(start.Year(), start.Month(), start.Day(), 0, 0, 0, 0, time.UTC)
	clock := start.Sub(first)
	groups, order := map[int][]time.Time{}, []int{}
	for d := first.AddDate(0, 0, -7); d.Before(first.AddDate(40, 0, 0)); d = d.AddDate(0, 0, 1) {
		key := d.Year() - first.Year()
		if freq == "WEEKLY" {
			key = int(weekOf(d).Sub(weekOf(first)).Hours()) / (7 * 24)
		}
		_, isoWeek := d.ISOWeek()
		if key < 0 || key%interval != 0 || weekNo != 0 && isoWeek != weekNo || weekday >= 0 && int(d.Weekday()) != weekday {
			continue
		}
		if freq == "WEEKLY" && d.Weekday() != time.Monday && d.Weekday() != time.Wednesday && d.Weekday() != time.Saturday {
			continue
		}
		if groups[key] == nil {
			order = append(order, key)
		}
		groups[key] = append(groups[key], d.Add(clock))
	}
	for _, key := range order {
		g := groups[key]
		if position > 0 {
			g = g[min(position-1, len(g)):min(position, len(g))]
		} else if position < 0 && len(g) >= -position {
			g = g[len(g)+position : len(g)+position+1]
		}
		for _, at := range g {
			if !at.Before(start) && len(list) < count {
				list = append(list, at)
			}
		}
	}
	return list
}

func TestRulesFallWhereAScannerFindsThem(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		start := time.Date(2026, 1, rapid.IntRange(1, 1500).Draw(t, "day"), 9, 0, 0, 0, time.UTC)
		interval := rapid.IntRange(1, 3).Draw(t, "interval")
		position := rapid.SampledFrom([]int{1, 2, 3, -1, -2}).Draw(t, "position")
		wkst := rapid.IntRange(0, 6).Draw(t, "week")
		text := fmt.Sprintf("FREQ=WEEKLY;INTERVAL=%d;WKST=%s;BYDAY=MO,WE,SA;BYSETPOS=%d", interval, ruleDays[wkst], position)
		want := scanRule("WEEKLY", interval, wkst, 0, -1, position, start, 20)
		if got := starting(mustRule(t, text, start), 20); !slices.EqualFunc(got, want, time.Time.Equal) {
			t.Fatalf("%s from %s:\ngot  %v\nwant %v", text, start, got, want)
		}
		week := rapid.SampledFrom([]int{1, 2, 20, 52, 53}).Draw(t, "number")
		text = fmt.Sprintf("FREQ=YEARLY;BYWEEKNO=%d", week)
		want = scanRule("YEARLY", 1, 1, week, int(start.Weekday()), 0, start, 4)
		if got := starting(mustRule(t, text, start), 4); !slices.EqualFunc(got, want, time.Time.Equal) {
			t.Fatalf("%s from %s:\ngot  %v\nwant %v", text, start, got, want)
		}
	})
}

// What a rule costs is bounded, also where it falls on nothing, is long past its
// start, or falls on every second; and how much of it is shown is said.
func TestRulesAreBounded(t *testing.T) {
	start := time.Date(1990, 1, 1, 9, 0, 0, 0, time.UTC)
	at := time.Date(2026, 11, 2, 0, 0, 0, 0, time.UTC)
	for text, want := range map[string]int{
		"FREQ=SECONDLY":                                 MaxShown,
		"FREQ=MINUTELY":                                 MaxShown,
		"FREQ=HOURLY":                                   7 * 24,
		"FREQ=HOURLY;COUNT=10000000":                    7 * 24,
		"FREQ=HOURLY;INTERVAL=5;BYHOUR=9":               1 + 7*24/(24*5),
		"FREQ=SECONDLY;BYHOUR=9;BYMINUTE=0;BYSECOND=30": 7,
		"FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30":         0,
		"FREQ=MINUTELY;INTERVAL=60;BYMINUTE=30":         0,
		"FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30":            0,
		"FREQ=DAILY;BYHOUR=9,15":                        14,
		"FREQ=DAILY;BYHOUR=15,9;BYSETPOS=-1":            7,
	} {
		got := mustRule(t, text, start).Occurrences(at, at.AddDate(0, 0, 7))
		if text == "FREQ=HOURLY;INTERVAL=5;BYHOUR=9" {
			if len(got) < 1 || len(got) > 2 {
				t.Errorf("%s: %d, want one or two", text, len(got))
			}
			continue
		}
		if len(got) != want {
			t.Errorf("%s has %d in a week, want %d", text, len(got), want)
		}
	}
	i, problems := one(t, file(event("UID:h", "DTSTART:20260101T090000Z", "DURATION:PT5M", "RRULE:FREQ=HOURLY")))
	expectProblem(t, problems, fmt.Sprint("the first ", MaxShown, " are shown"))
	if i.Event.RecurrenceRule != "FREQ=HOURLY" {
		t.Errorf("an hourly event is %+v", i.Event)
	}
}

func TestTwoTimesADay(t *testing.T) {
	i, _ := one(t, file(event("UID:d", "DTSTART;TZID=Europe/London:20260327T090000", "DURATION:PT30M", "RRULE:FREQ=DAILY;BYHOUR=9,15;COUNT=5",
		"EXDATE;VALUE=DATE:20260328")))
	expect(t, times(t, i), "03-27T09:00Z 30m0s", "03-27T15:00Z 30m0s", "03-29T09:00+01:00 30m0s")
}

func TestZonesAreComparedUnescaped(t *testing.T) {
	zone := "BEGIN:VTIMEZONE\r\nTZID:A\\, B\r\nBEGIN:STANDARD\r\nDTSTART:19700101T000000\r\nTZOFFSETFROM:+0900\r\nTZOFFSETTO:+0900\r\nEND:STANDARD\r\nEND:VTIMEZONE"
	for _, start := range []string{`DTSTART;TZID="A, B":20260701T090000`, `DTSTART;TZID=A\, B:20260701T090000`} {
		i, _ := one(t, file(zone, event("UID:z", start)))
		if got := i.Event.Start; got.TimeZone != "Asia/Tokyo" || got.DateTime != "2026-07-01T09:00:00.0000000" {
			t.Errorf("%s is %v, want 09:00 in Tokyo", start, got)
		}
	}
}

func TestAnExceptionGoesBeforeAnExcludedDate(t *testing.T) {
	i, problems := one(t, file(
		event("UID:s", "DTSTART:20260301T090000Z", "DURATION:PT1H", "RRULE:FREQ=DAILY;COUNT=3", "EXDATE:20260302T090000Z"),
		event("UID:s", "RECURRENCE-ID:20260302T090000Z", "DTSTART:20260302T110000Z", "DURATION:PT1H", "SUMMARY:Moved")))
	expectProblem(t, problems)
	expect(t, times(t, i), "03-01T09:00Z 1h0m0s", "03-02T11:00Z 1h0m0s", "03-03T09:00Z 1h0m0s")
	if len(i.Cancelled) != 0 || len(i.Exceptions) != 1 {
		t.Errorf("cancelled %v, exceptions %v", i.Cancelled, i.Exceptions)
	}
}

func TestPeriodsKeepTheirLength(t *testing.T) {
	i, problems := one(t, file(event("UID:p", "DTSTART:20260301T090000Z", "DURATION:PT1H", "RRULE:FREQ=DAILY;COUNT=2",
		"RDATE;VALUE=PERIOD:20260310T090000Z/PT3H,20260311T090000Z/20260311T093000Z", "RDATE:20260312T090000Z")))
	expectProblem(t, problems)
	expect(t, times(t, i), "03-01T09:00Z 1h0m0s", "03-02T09:00Z 1h0m0s", "03-10T09:00Z 3h0m0s", "03-11T09:00Z 30m0s", "03-12T09:00Z 1h0m0s")
}

func TestExcludingRules(t *testing.T) {
	start := []string{"UID:x", "DTSTART:20260302T090000Z", "DURATION:PT1H"}
	for _, c := range []struct {
		rule, exrule string
		want         int
		problem      string
	}{
		{"FREQ=DAILY;COUNT=14", "FREQ=WEEKLY;BYDAY=SA,SU", 10, ""},
		{"FREQ=DAILY", "FREQ=WEEKLY;BYDAY=SA,SU;UNTIL=20260331T000000Z", 305 - 8, ""},
		{"FREQ=MONTHLY;BYDAY=MO;BYMONTHDAY=2,3,4,5,6,7,8;COUNT=6", "FREQ=MONTHLY;BYMONTHDAY=2", 5, "the rule is kept"},
		{"FREQ=DAILY", "FREQ=WEEKLY;BYDAY=SA,SU", 305, "EXRULE FREQ=WEEKLY;BYDAY=SA,SU is not applied: it has no end"},
		{"FREQ=DAILY", "FREQ=NEVER", 305, "EXRULE FREQ=NEVER is not applied"},
	} {
		i, problems := one(t, file(event(append(start[:3:3], "RRULE:"+c.rule, "EXRULE:"+c.exrule)...)))
		if got := len(times(t, i)); got != c.want {
			t.Errorf("%s without %s: %d in the year, want %d; %v", c.rule, c.exrule, got, c.want, problems)
		}
		if c.problem != "" {
			expectProblem(t, problems, c.problem)
		} else {
			expectProblem(t, problems)
		}
	}
}

// A day of DURATION is one of the calendar: over a change of the clocks it has
// 23 or 25 hours, and the hours beside it are hours.
func TestADayIsOneOfTheCalendar(t *testing.T) {
	for duration, want := range map[string]string{
		"P1D": "2026-03-29T09:00:00.0000000", "P1W": "2026-04-04T09:00:00.0000000", "PT24H": "2026-03-29T10:00:00.0000000",
		"P1DT2H": "2026-03-29T11:00:00.0000000", "P0D": "2026-03-28T09:00:00.0000000", "PT0S": "2026-03-28T09:00:00.0000000",
	} {
		i, problems := one(t, file(event("UID:d", "DTSTART;TZID=Europe/London:20260328T090000", "DURATION:"+duration)))
		if got := i.Event.End.DateTime; got != want || len(problems) > 0 {
			t.Errorf("%s ends %s, want %s; %v", duration, got, want, problems)
		}
	}
	i, _ := one(t, file(event("UID:d", "DTSTART;TZID=Europe/London:20260327T090000", "DURATION:P1D", "RRULE:FREQ=DAILY;COUNT=3")))
	expect(t, times(t, i), "03-27T09:00Z 24h0m0s", "03-28T09:00Z 23h0m0s", "03-29T09:00+01:00 24h0m0s")
}

func TestTheStartOfASeriesInAGapIsWrittenAsItIs(t *testing.T) {
	i, problems := one(t, file(event("UID:g", "DTSTART;TZID=Europe/London:20260329T013000", "DTEND;TZID=Europe/London:20260329T021500", "RRULE:FREQ=DAILY;COUNT=3")))
	expectProblem(t, problems)
	want := []string{"03-29T02:30+01:00 45m0s", "03-30T01:30+01:00 45m0s", "03-31T01:30+01:00 45m0s"}
	expect(t, times(t, i), want...)
	text := writeAll(t, i)
	if !strings.Contains(text, "DTSTART;TZID=Europe/London:20260329T013000") || !strings.Contains(text, "DTEND;TZID=Europe/London:20260329T021500") {
		t.Errorf("written as\n%s", text)
	}
	again, _ := one(t, text)
	expect(t, times(t, again), want...)
}

func TestThePlainestRuleIsWritten(t *testing.T) {
	start := model.DateTimeTimeZone{DateTime: "2026-01-01T09:00:00", TimeZone: "UTC"}
	for _, c := range []struct {
		pattern model.RecurrencePattern
		want    string
	}{
		{model.RecurrencePattern{Type: model.AbsoluteYearly, Month: 3, DayOfMonth: 29}, "FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=29"},
		{model.RecurrencePattern{Type: model.AbsoluteYearly, Month: 12, DayOfMonth: 31}, "FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=31"},
		{model.RecurrencePattern{Type: model.AbsoluteYearly, Month: 4, DayOfMonth: 31}, "FREQ=YEARLY;BYMONTH=4;BYMONTHDAY=30"},
		{model.RecurrencePattern{Type: model.AbsoluteYearly, Month: 2, DayOfMonth: 29}, "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=-1"},
		{model.RecurrencePattern{Type: model.AbsoluteMonthly, DayOfMonth: 28}, "FREQ=MONTHLY;BYMONTHDAY=28"},
		{model.RecurrencePattern{Type: model.AbsoluteMonthly, DayOfMonth: 29}, "FREQ=MONTHLY;BYMONTHDAY=28,29;BYSETPOS=-1"},
		{model.RecurrencePattern{Type: model.AbsoluteMonthly, DayOfMonth: 31}, "FREQ=MONTHLY;BYMONTHDAY=-1"},
		{model.RecurrencePattern{Type: model.RelativeMonthly, Index: "last", DaysOfWeek: []string{"friday"}}, "FREQ=MONTHLY;BYDAY=-1FR"},
	} {
		c.pattern.Interval = 1
		got, err := FormatRule(model.PatternedRecurrence{Pattern: c.pattern, Range: model.RecurrenceRange{Type: model.RangeNoEnd}}, start, false)
		if err != nil || got != c.want {
			t.Errorf("%+v is written %s, %v; want %s", c.pattern, got, err, c.want)
		}
	}
}
