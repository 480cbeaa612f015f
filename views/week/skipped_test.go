package week

import (
	"testing"
	"time"

	"daybook/model"
)

// inZone opens the week of somebody who lives in a zone, at a time.
func inZone(t *testing.T, f *fake, zone, at string) *driver {
	t.Helper()
	d := start(t, f, 120, 34)
	loc := mustZone(zone)
	there, err := model.ParseTime(at, loc)
	if err != nil {
		t.Fatal(err)
	}
	later := d.m.work.Later
	env := d.m.env
	env.Now, env.Zone = func() time.Time { return there }, func() *time.Location { return loc }
	d.m = New(env, d.f, Options{Me: d.m.options.Me})
	d.m.work.Later = later
	d.Show(d.m, 120, 34)
	return d
}

// The days of a zone begin at midnight, but for those on which the clocks skip it.
func TestWholeDaysWhereTheDayHasNoMidnight(t *testing.T) {
	for _, c := range []struct{ zone, before, day, after string }{
		{"Africa/Cairo", "2026-04-23", "2026-04-24", "2026-04-25"},
		{"America/Santiago", "2026-09-05", "2026-09-06", "2026-09-07"},
		{"Asia/Tehran", "2021-03-21", "2021-03-22", "2021-03-23"},
		{"America/Asuncion", "2023-09-30", "2023-10-01", "2023-10-02"},
		{"Asia/Beirut", "2026-03-28", "2026-03-29", "2026-03-30"},
		{"America/Sao_Paulo", "2018-11-03", "2018-11-04", "2018-11-05"},
	} {
		f := newFake()
		e := allDay("fair", "Fair", c.before, c.day)
		e.Start.TimeZone, e.End.TimeZone = c.zone, c.zone
		f.add("/own", e)
		d := inZone(t, f, c.zone, c.before+"T12:00:00")
		want := func(what, from, until string) {
			t.Helper()
			got := d.f.get("fair")
			if !got.IsAllDay || got.Start.DateTime[:10] != from || got.Start.DateTime[11:16] != "00:00" || got.End.DateTime[:10] != until {
				t.Errorf("%s: %s, it is %v to %v, want %s to %s", c.zone, what, *got.Start, *got.End, from, until)
			}
		}
		d.on("fair")
		d.See("Fair")
		d.Press("m", "l", "enter")
		want("a day on", c.day, c.after)
		d.Press("m", "l", "enter")
		want("two days on", c.after, nextDay(c.after))
		d.Press("m", "h", "enter")
		want("and back", c.day, c.after)
		d.Press("m", "l", "h", "enter") // there and back is no change
		if n := len(d.f.log); n != 3 {
			t.Errorf("%s: %d writes, want 3: %q", c.zone, n, d.f.log)
		}
		d.Press("e")
		if d.m.forms.form == nil {
			t.Fatalf("%s: no form", c.zone)
		}
		r, err := d.m.forms.form.Result()
		if err != nil || !r.Event.IsAllDay || r.Event.Start.DateTime[:10] != c.day || r.Event.End.DateTime[:10] != c.after {
			t.Errorf("%s: the form has %v to %v, %v", c.zone, r.Event.Start, r.Event.End, err)
		}
		d.Press("esc")
	}
}

func nextDay(s string) string {
	d, _ := model.ParseDate(s)
	return (d + 1).String()
}

// What is carried over a day that skips its hour is an hour later on that day
// alone.
func TestCarriedOverASkippedHour(t *testing.T) {
	f := newFake()
	f.add("/own", event("watch", "Watch", "2026-03-28T01:30", "2026-03-28T02:15"))
	d := inZone(t, f, "Europe/London", "2026-03-27T12:00:00")
	d.on("watch")
	d.Press("m", "l", "enter")
	if e := d.f.get("watch"); e.Start.DateTime[:16] != "2026-03-29T02:30" || e.End.DateTime[:16] != "2026-03-29T03:15" {
		t.Errorf("on the day it is %v to %v", *e.Start, *e.End)
	}
	d.Press("u")
	d.on("watch")
	d.Press("m", "l", "l", "enter")
	if e := d.f.get("watch"); e.Start.DateTime[:16] != "2026-03-30T01:30" || e.End.DateTime[:16] != "2026-03-30T02:15" {
		t.Errorf("behind it it is %v to %v", *e.Start, *e.End)
	}
}
