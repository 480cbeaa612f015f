package week

import (
	"testing"
	"time"

	"daybook/model"
	"daybook/views/week/change"
)

// only31 is a rule of two occurrences, the second twice that day.
type only31 struct{ says string }

func (o only31) Words() string { return o.says }

func (only31) Occurrences(from, to time.Time) (all []model.Instance) {
	for _, d := range []time.Time{moment("2026-10-31T09:00"), moment("2026-12-31T09:00"), moment("2026-12-31T15:00")} {
		if d.Before(to) && d.Add(time.Hour).After(from) {
			all = append(all, model.Instance{Date: model.DateIn(d), Clock: model.ClockIn(d), Start: d, End: d.Add(time.Hour)})
		}
	}
	return all
}

func moment(s string) time.Time {
	d, _ := at(s, "Europe/London").Time()
	return d
}

func ruled(says string) (*events, model.Event) {
	e := &events{window: window{moment("2026-10-01T00:00"), moment("2027-01-01T00:00")},
		calendars: []*calendar{{Calendar: Calendar{ID: "own", Default: true}}},
		rules:     func(string, model.DateTimeTimeZone, model.DateTimeTimeZone) (Rule, error) { return only31{says}, nil }}
	series := event("new1", "Rent", "2026-10-31T09:00", "2026-10-31T10:00")
	series.RecurrenceRule = "FREQ=MONTHLY;BYMONTHDAY=31"
	return e, series
}

// A series with a rule is there at all its dates at once, and goes at all.
func TestASeriesWithARuleIsExpandedAtOnce(t *testing.T) {
	e, series := ruled("")
	e.apply(change.Edit{Calendar: e.calendars[0].Key(), After: &series})
	if len(e.items) != 3 {
		t.Fatalf("%d occurrences are shown, want 3", len(e.items))
	}
	ids := map[string]bool{}
	for _, it := range e.items {
		ids[it.ID] = true
		if it.SeriesMasterID != "new1" || it.RecurrenceRule != "" || !it.recurs() || it.end.Sub(it.start) != time.Hour {
			t.Errorf("an occurrence is %+v", it.Event)
		}
	}
	if last := e.items[2]; len(ids) != 3 || !last.start.Equal(moment("2026-12-31T15:00")) {
		t.Errorf("ids %v, the last begins at %v", ids, last.start)
	}
	e.apply(change.Edit{Calendar: e.calendars[0].Key(), Before: &series})
	if len(e.items) != 0 {
		t.Errorf("%d occurrences are left", len(e.items))
	}
}

func TestTheCardSaysARuleInWords(t *testing.T) {
	for says, want := range map[string]string{
		"monthly on the 31st, where there is one": "monthly on the 31st, where there is one",
		"": "by the rule FREQ=MONTHLY;BYMONTHDAY=31",
	} {
		e, series := ruled(says)
		if got := e.rules.words(series); got != want {
			t.Errorf("it recurs %q, want %q", got, want)
		}
	}
	if got := (&events{}).rules.words(model.Event{}); got != "" {
		t.Errorf("a single event recurs %q", got)
	}
}
