package change

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"daybook/model"
)

func london(t testing.TB) *time.Location {
	t.Helper()
	loc, err := model.LoadZone("Europe/London")
	if err != nil {
		t.Fatal(err)
	}
	return loc
}

func wall(s string) *model.DateTimeTimeZone {
	return &model.DateTimeTimeZone{DateTime: s, TimeZone: "Europe/London"}
}

func series(pattern model.RecurrencePattern) model.Event {
	return model.Event{Subject: "Stand-up", Start: wall("2026-09-01T09:00:00"), End: wall("2026-09-01T09:30:00"),
		Recurrence: &model.PatternedRecurrence{Pattern: pattern,
			Range: model.RecurrenceRange{Type: model.RangeNoEnd, StartDate: "2026-09-01", RecurrenceTimeZone: "Europe/London"}}}
}

func at(t testing.TB, s string) time.Time {
	t.Helper()
	when, err := model.ParseTime(s, london(t))
	if err != nil {
		t.Fatal(err)
	}
	return when
}

func TestInverseOfInverseIsTheChange(t *testing.T) {
	a, b := model.Event{Subject: "a"}, model.Event{Subject: "b"}
	c := Change{Edits: []Edit{{Before: &a, After: &b}, {After: &b}, {Answer: &Answer{ID: "1", Was: "none", Says: "accepted", With: &model.EventResponse{Comment: "Gladly"}}}}}
	if got := c.Inverse().Inverse(); !reflect.DeepEqual(got, c) {
		t.Errorf("got %+v, want %+v", got, c)
	}
	back := c.Inverse()
	if back.Edits[0].Answer.Says != "none" || back.Edits[1].Before != &b || back.Edits[2].After != &a {
		t.Errorf("the inverse is %+v", back)
	}
}

func TestPatchHasWhatDiffersAlone(t *testing.T) {
	e := series(model.RecurrencePattern{Type: model.Daily, Interval: 1})
	if p, differ := Patch(e, e); differ {
		t.Errorf("no change gives %+v", p)
	}
	after := e
	after.End = wall("2026-09-01T10:00:00")
	after.Attendees = []model.Attendee{}
	p, differ := Patch(e, after)
	if !differ || p.Start == nil || p.End.DateTime != "2026-09-01T10:00:00" || p.Subject != nil || p.Attendees != nil || p.Recurrence != nil {
		t.Errorf("a longer event gives %+v", p)
	}
}

func TestAMovedEventKeepsTheZoneItWasWrittenIn(t *testing.T) {
	in := func(clock string) *model.DateTimeTimeZone {
		return &model.DateTimeTimeZone{DateTime: "2026-10-23T" + clock + ":00", TimeZone: "UTC"}
	}
	before := model.Event{Start: in("14:00"), End: in("14:45"), OriginalStartTimeZone: "America/New_York", OriginalEndTimeZone: "Asia/Tokyo"}
	after := before
	after.Start, after.End = in("15:00"), in("15:45")
	p, _ := Patch(before, after)
	if got, want := p.Start.DateTime+" "+p.Start.TimeZone, "2026-10-23T11:00:00 America/New_York"; !strings.HasPrefix(got, want[:19]) || p.Start.TimeZone != "America/New_York" {
		t.Errorf("it starts %s, want %s", got, want)
	}
	if got, want := p.End.DateTime+" "+p.End.TimeZone, "2026-10-24T00:45:00 Asia/Tokyo"; !strings.HasPrefix(got, want[:19]) || p.End.TimeZone != "Asia/Tokyo" {
		t.Errorf("it ends %s, want %s", got, want)
	}
}

func TestShiftMovesTheDaysOfThePattern(t *testing.T) {
	for name, c := range map[string]struct {
		pattern model.RecurrencePattern
		to      string
		want    string
	}{
		"weekly, a day on":    {model.RecurrencePattern{Type: model.Weekly, Interval: 1, DaysOfWeek: []string{"tuesday", "saturday"}}, "2026-09-02T10:00", "every Wednesday and Sunday"},
		"monthly":             {model.RecurrencePattern{Type: model.AbsoluteMonthly, Interval: 1, DayOfMonth: 1}, "2026-09-03T10:00", "monthly on the 3rd"},
		"first Tuesday":       {model.RecurrencePattern{Type: model.RelativeMonthly, Interval: 1, Index: "first", DaysOfWeek: []string{"tuesday"}}, "2026-09-09T10:00", "monthly on the second Wednesday"},
		"the same day, later": {model.RecurrencePattern{Type: model.Weekly, Interval: 1, DaysOfWeek: []string{"tuesday"}}, "2026-09-01T15:00", "every Tuesday"},
	} {
		to := at(t, c.to)
		got, err := Shift(series(c.pattern), at(t, "2026-09-01T09:00"), to, to.Add(45*time.Minute))
		if err != nil {
			t.Fatal(err)
		}
		if words := got.Recurrence.Words(); words != c.want {
			t.Errorf("%s: recurs %s, want %s", name, words, c.want)
		}
		if _, err := model.NewSeries(*got.Recurrence, *got.Start, *got.End); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		start, _ := got.Start.Time()
		end, _ := got.End.Time()
		if !start.Equal(to) || end.Sub(start) != 45*time.Minute {
			t.Errorf("%s: it is %v to %v, want from %v, 45 min", name, start, end, to)
		}
	}
}

func TestASeriesIsDividedWithoutLosingOrDoublingAnOccurrence(t *testing.T) {
	master := series(model.RecurrencePattern{Type: model.Daily, Interval: 3})
	master.Recurrence.Range.Type, master.Recurrence.Range.NumberOfOccurrences = model.RangeNumbered, 10
	whole, err := model.NewSeries(*master.Recurrence, *master.Start, *master.End)
	if err != nil {
		t.Fatal(err)
	}
	all := whole.Next(20, at(t, "2026-08-01T00:00"))
	cut := all[4]
	before, ok := Until(master, cut.Date)
	rest, err := From(master, cut.Date, cut.N)
	if !ok || err != nil {
		t.Fatalf("not divided: %v, %v", ok, err)
	}
	var got []model.Instance
	for _, part := range []model.Event{before, rest} {
		s, err := model.NewSeries(*part.Recurrence, *part.Start, *part.End)
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, s.Next(20, at(t, "2026-08-01T00:00"))...)
	}
	if len(got) != len(all) {
		t.Fatalf("%d occurrences, want %d", len(got), len(all))
	}
	for i := range all {
		if !got[i].Start.Equal(all[i].Start) {
			t.Errorf("occurrence %d is at %v, want %v", i, got[i].Start, all[i].Start)
		}
	}
	if _, ok := Until(master, all[0].Date); ok {
		t.Error("a series is divided at its first occurrence, which leaves nothing before it")
	}
}

// Whole days have dates and no clock: those of a series move by days, also where
// the clock of its zone has changed since it began, or skips a midnight.
func TestWholeDaysMoveByDays(t *testing.T) {
	cairo := func(s string) *model.DateTimeTimeZone {
		return &model.DateTimeTimeZone{DateTime: s, TimeZone: "Africa/Cairo"}
	}
	e := series(model.RecurrencePattern{Type: model.Weekly, Interval: 1, DaysOfWeek: []string{"thursday"}})
	e.IsAllDay, e.Start, e.End = true, cairo("2026-01-01T00:00:00"), cairo("2026-01-02T00:00:00")
	e.Recurrence.Range.StartDate, e.Recurrence.Range.RecurrenceTimeZone = "2026-01-01", "Africa/Cairo"
	day := func(d int) time.Time { return time.Date(2026, 4, d, 0, 0, 0, 0, time.UTC) }
	got, err := Shift(e, day(23), day(24), day(26))
	if err != nil || got.Start.DateTime != "2026-01-02T00:00:00" || got.End.DateTime != "2026-01-04T00:00:00" || got.Recurrence.Pattern.DaysOfWeek[0] != "friday" {
		t.Errorf("it is %v to %v on %v, %v", got.Start, got.End, got.Recurrence, err)
	}
	rest, err := From(got, model.DateOf(2026, 4, 24), 1)
	if err != nil || rest.Start.DateTime != "2026-04-24T00:00:00" || rest.End.DateTime != "2026-04-26T00:00:00" {
		t.Errorf("the rest is %v to %v, %v", rest.Start, rest.End, err)
	}
}

// A series of which the occurrence in a skipped hour is carried keeps its hour.
func TestASeriesKeepsItsHourWhenItsLateOccurrenceIsCarried(t *testing.T) {
	e := series(model.RecurrencePattern{Type: model.Daily, Interval: 1})
	e.Start, e.End = wall("2026-03-01T01:30:00"), wall("2026-03-01T02:15:00")
	e.Recurrence.Range.StartDate = "2026-03-01"
	late := at(t, "2026-03-29T02:30:00")
	got, err := Shift(e, late, at(t, "2026-03-30T02:30:00"), at(t, "2026-03-30T03:15:00"))
	if err != nil || got.Start.DateTime[:16] != "2026-03-02T01:30" || got.End.DateTime[:16] != "2026-03-02T02:15" {
		t.Errorf("it is %v to %v, %v", got.Start, got.End, err)
	}
	rest, err := From(e, model.DateOf(2026, 3, 29), 28)
	if err != nil || rest.Start.DateTime[:16] != "2026-03-29T01:30" || rest.End.DateTime[:16] != "2026-03-29T02:15" {
		t.Errorf("the rest is %v to %v, %v", rest.Start, rest.End, err)
	}
}
