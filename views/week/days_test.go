package week

import (
	"testing"
	"time"
)

// startWorking opens the week of somebody who works on some days.
func startWorking(t *testing.T, days ...time.Weekday) *driver {
	d := start(t, busyWeek(), 120, 34)
	o := Options{Me: d.m.options.Me, FirstDay: 7}
	for _, day := range days {
		o.WorkDays[day] = true
	}
	later := d.m.work.Later
	d.m = New(d.m.env, d.f, o)
	d.m.work.Later = later
	d.Show(d.m, 120, 34)
	return d
}

func TestTheWorkWeekIsThePersons(t *testing.T) {
	d := startWorking(t, time.Sunday, time.Monday, time.Tuesday, time.Wednesday, time.Thursday)
	d.Press("v") // five days
	d.See("Sun 18", "Thu 22")
	d.DontSee("Fri 23", "Sat 24")
	d.Press("l") // over the days of rest
	d.See("Sun 25", "Thu 29")
	d.Press("h")
	d.See("Sun 18", "Thu 22")

	d = startWorking(t, time.Monday, time.Tuesday, time.Wednesday, time.Thursday, time.Friday)
	d.See("Sun 18", "Sat 24") // weeks begin on Sunday, work on Monday
	d.Press("v")
	d.See("Mon 19", "Fri 23")
	d.DontSee("Sun 18", "Sat 24")
}

func TestDaysOfRestAreOffHours(t *testing.T) {
	d := startWorking(t, time.Tuesday, time.Thursday)
	s := d.m.days.sheetNow()
	noon := s.axis.RowOf(12 * time.Hour)
	for day, want := range []bool{true, true, false, true, false, true, true} { // from Sunday
		if got := d.m.days.painter().offHours(day, noon); got != want {
			t.Errorf("noon of day %d is off hours: %v, want %v", day, got, want)
		}
	}
}

func TestASecondZoneIsFoundByTheNameOfItsCity(t *testing.T) {
	d := start(t, busyWeek(), 120, 34)
	d.Press("Z")
	d.Type("new york")
	d.Press("enter")
	if d.m.days.second == nil || d.m.days.second.String() != "America/New_York" {
		t.Errorf("the second zone is %v, want America/New_York", d.m.days.second)
	}
}

func TestADaysWholeDayEventsComeBeforeItsNight(t *testing.T) {
	f := busyWeek()
	f.add("/own", allDay("clocks", "The clocks change", "2026-10-25", "2026-10-26"))
	d := start(t, f, 120, 34)
	d.Press("v", "v", "v", "v") // the agenda
	var list []string
	for _, line := range d.m.days.painter().lines() {
		if line.date == d.m.days.today()+3 && line.id != "" {
			list = append(list, line.id)
		}
	}
	if len(list) != 2 || list[0] != "clocks" || list[1] != "night" {
		t.Errorf("Sunday has %q, want the day's event, then the night's", list)
	}
	d.on("clocks")
	d.Press("J")
	d.wantSelected("night")
	d.Press("g t")
	d.Type("4 jan 2027")
	d.Press("enter")
	d.See("Mon 4 Jan 2027")
}

func TestSearchGoesToTheNextOfASeries(t *testing.T) {
	d := start(t, busyWeek(), 120, 34)
	d.Press("/")
	d.Type("stand-up")
	d.Press("enter")
	d.See("Fri 23 Oct 09:00") // now is Thursday, after it
	d.Press("enter")
	d.wantSelected("standup/2026-10-23")
}
