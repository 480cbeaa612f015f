package week

import "testing"

func TestACarriedEventIsSeenOnTheDaysItIsCarriedTo(t *testing.T) {
	d := start(t, busyWeek(), 120, 34)
	d.on("demo")
	d.Press("m", "L", "j")
	d.See("Week 44", "Demo")
	d.Press("enter")
	d.See("Week 44", "Demo")
	if at := d.f.get("demo").Start.DateTime[:16]; at != "2026-10-29T14:30" {
		t.Errorf("the service has it on %s, want 2026-10-29T14:30", at)
	}
}

func TestTheMouseCarriesBetweenTheHoursAndTheDaysAbove(t *testing.T) {
	d := start(t, busyWeek(), 120, 34)
	x, y := d.cell("Demo")
	d.dragging(x, y, x, 2)
	demo := d.f.get("demo")
	if !demo.IsAllDay || demo.Start.DateTime[:10] != "2026-10-22" || demo.End.DateTime[:10] != "2026-10-23" {
		t.Errorf("up in the lane it is %v %v-%v, want all of 22 October", demo.IsAllDay, demo.Start, demo.End)
	}
	d.Press("u")
	d.wantTimes("demo", "Thu 14:00-15:00")

	x, y = d.cell("Birthday")
	d.dragging(x, y, x, 12)
	at := d.m.events.find("birthday")
	if at.allDay || at.start.In(london).Format("Mon") != "Sat" || at.end.Sub(at.start).Hours() != 1 {
		t.Errorf("down among the hours it is %v %v-%v, want an hour of Saturday", at.allDay, at.start, at.end)
	}
	d.Press("u")
	if at := d.m.events.find("birthday"); !at.allDay || at.first != at.last {
		t.Errorf("taken back it is %v %v-%v, want the one day", at.allDay, at.first, at.last)
	}
}

func TestTheKeyLiftsAnOccurrenceOrTheSeries(t *testing.T) {
	d := start(t, busyWeek(), 120, 34)
	d.on("standup/2026-10-22")
	d.Press("m", "A", "enter")
	d.See("This event alone")
	d.Press("down", "down", "enter")
	master := d.f.get("standup")
	if !master.IsAllDay || master.Start.DateTime != "2026-09-01T00:00:00" || master.End.DateTime != "2026-09-02T00:00:00" {
		t.Errorf("the series is %v %v-%v, want all day from 1 September", master.IsAllDay, master.Start, master.End)
	}
	d.Press("u")
	d.wantTimes("standup/2026-10-22", "Thu 09:00-09:30")
	d.on("standup/2026-10-22")
	d.Press("m", "A", "A")
	d.Press("enter")
	d.wantTimes("standup/2026-10-22", "Thu 09:00-09:30")
	d.wantLog("update standup", "update standup")
}

func TestUndoTakesBackWhatIsCarriedAndNothingOlder(t *testing.T) {
	d := start(t, busyWeek(), 120, 34)
	d.on("lunch")
	d.Press("m", "j", "enter")
	older := len(d.Steps)
	d.on("demo")
	for _, keys := range [][]string{
		{"+", "+", "+", "-", "-", "u", "u", "u", "u", "u"},
		{"m", "j", "l", "A", "u", "u", "u", "u"},
		{"m", "u"},
		{"x", "j", "j", "u"},
	} {
		d.Press(keys...)
		if d.m.days.grab != nil || !d.m.days.anchor.IsZero() || len(d.Steps) != older || len(d.Undone) > 0 {
			t.Errorf("after %q: carried %+v, span %v, %d steps on the log of %d", keys, d.m.days.grab, d.m.days.anchor, len(d.Steps), older)
		}
		d.wantTimes("demo", "Thu 14:00-15:00")
		d.on("demo")
	}
	d.Press("m", "j", "l", "u")
	if got := d.m.days.carriedWords(); got != "Thu 22 Oct 14:30-15:30" {
		t.Errorf("a step back it is carried to %s", got)
	}
	d.Press("U")
	if got := d.m.days.carriedWords(); got != "Fri 23 Oct 14:30-15:30" {
		t.Errorf("done again it is carried to %s", got)
	}
	d.Press("U", "u", "u", "u", "U", "U", "U", "enter")
	d.wantTimes("demo", "Fri 14:30-15:30")
	d.Press("u", "u")
	d.wantTimes("demo", "Thu 14:00-15:00")
	if len(d.Steps) != older-1 {
		t.Errorf("with nothing carried the log has %d steps, want %d", len(d.Steps), older-1)
	}
}
