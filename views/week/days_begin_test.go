package week

import (
	"testing"
	"time"

	"daybook/views/viewtest"
)

// startAt is the screen opened at another time, by somebody with other settings.
func startAt(t *testing.T, f *fake, at time.Time, o Options, state viewtest.Memory) *driver {
	t.Helper()
	d := &driver{Driver: viewtest.New(t, viewtest.Options{Theme: looks[0].Options, Now: at, Zone: london, State: state, ID: "new"}), f: f}
	o.Me = person("Ann Ek")
	d.m = New(d.Env, f, o)
	d.m.work.Later = d.Later
	d.Rest = func(time.Duration) viewtest.Pause { return viewtest.Endless }
	d.Show(d.m, 120, 34)
	return d
}

func TestOpenedOnAWeekendItShowsTheWeekToCome(t *testing.T) {
	saturday := time.Date(2026, 10, 24, 15, 0, 0, 0, london)
	d := startAt(t, busyWeek(), saturday, Options{}, viewtest.Memory{})
	d.See("26 Oct", "the week to come, t is today")
	d.wantDay("2026-10-26")
	d.Press("t")
	d.wantDay("2026-10-24")
	d.DontSee("the week to come")

	// Where weeks begin on Sunday, that has its week before it.
	d = startAt(t, busyWeek(), saturday.AddDate(0, 0, 1), Options{FirstDay: 7}, viewtest.Memory{})
	d.wantDay("2026-10-25")
	// A list, a month and single days begin with today anyhow.
	for _, left := range []string{`{"agenda":true}`, `{"month":true}`, `{"days":3}`} {
		d = startAt(t, busyWeek(), saturday, Options{}, viewtest.Memory{savedDocument: []byte(left)})
		d.wantDay("2026-10-24")
	}
}

func TestTheWorkWeekIsThePersonsDays(t *testing.T) {
	for _, test := range []struct {
		works       []time.Weekday
		first, last string
		shown       int
	}{
		{[]time.Weekday{1, 2, 3, 4, 5}, "Mon 19", "Fri 23", 5},
		{[]time.Weekday{0, 1, 2, 3, 4}, "Sun 18", "Thu 22", 5},
		{[]time.Weekday{1, 2, 3, 4}, "Mon 19", "Thu 22", 4},
		{[]time.Weekday{2, 3, 4, 5, 6}, "Tue 20", "Sat 24", 5},
		{[]time.Weekday{1, 2, 4, 5}, "Mon 19", "Fri 23", 5}, // a day of rest among them is shown
		{[]time.Weekday{1, 2, 3, 4, 5, 6}, "Mon 19", "Sat 24", 6},
		{[]time.Weekday{4}, "Thu 22", "Thu 22", 1},
	} {
		var o Options
		for _, day := range test.works {
			o.WorkDays[day] = true
		}
		d := startAt(t, busyWeek(), now, o, viewtest.Memory{})
		d.Press("v")
		if got := d.m.days.shown(); got != test.shown {
			t.Errorf("%v: %d days are shown, want %d", test.works, got, test.shown)
		}
		d.See(test.first, test.last)
		for range 9 { // the days of rest beyond are passed over
			d.Press("l")
			if day := d.m.days.cursor.date.Weekday(); test.shown > 1 && d.m.days.day() >= test.shown {
				t.Errorf("%v: the cursor is on %s, which is not shown", test.works, day)
			}
		}
	}
}

func TestOpenedInTheNightItShowsTheDay(t *testing.T) {
	d := startAt(t, busyWeek(), time.Date(2026, 10, 22, 0, 5, 0, 0, london), Options{}, viewtest.Memory{})
	d.See("08:00", "Stand-up", "Demo")
	d.DontSee(" 03:00")
	d.wantDay("2026-10-22")
	d.Press("t") // the present is a key away
	d.See("00:05")
}

// A key that can do nothing now says what it would need.
func TestEveryKeySaysWhatItNeeds(t *testing.T) {
	d := start(t, busyWeek(), 120, 34)
	lacks := func(id string) string {
		for _, a := range d.m.Actions() {
			if a.ID == id {
				return a.Lacks()
			}
		}
		t.Fatalf("no action %s", id)
		return ""
	}
	want := func(when string, needs map[string]string) {
		t.Helper()
		for id, words := range needs {
			if got := lacks(id); got != words {
				t.Errorf("%s: %s needs %q, want %q", when, id, got, words)
			}
		}
	}
	d.Press("G", "esc")
	want("on an empty hour", map[string]string{"answer-with": "an invitation to what is still to come", "proposals": "a proposed time", "span": "",
		"all-day": "an event that is carried (m)", "edit": "an event"})
	d.on("demo")
	want("on one's own meeting", map[string]string{"answer-with": "", "proposals": "a proposed time"})
	d.Press("m")
	want("carrying", map[string]string{"edit": carriedFirst, "span": carriedFirst, "accept": carriedFirst, "all-day": ""})
	d.Press("esc", "enter")
	want("in details", map[string]string{"move-later": "its details closed (esc)"})
	d.Press("esc", "v", "v", "v", "v")
	want("in the agenda", map[string]string{"span": "days with their hours (v)", "carry": "days with their hours (v)"})
	d.Press("v")
	want("in the month", map[string]string{"span": "days with their hours (v)", "mini-month": "days instead of a month (M)"})
}
