package week

import (
	"testing"

	"daybook/views/viewtest"
)

func TestASmallMonthStandsBesideTheDays(t *testing.T) {
	state := viewtest.Memory{}
	d := startWith(t, busyWeek(), 160, 48, state)
	d.StyledGolden("mini-160x50-dark")
	viewtest.CheckFrame(t, d.Frame(), 160, 48)
	d.Press("L", "L")
	d.See("November 2026")
	d.Press("B")
	d.DontSee("November 2026")

	d = startWith(t, busyWeek(), 160, 48, state) // as it was left
	d.DontSee("October 2026")
	d.Resize(120, 34)
	d.Press("B")
	d.See("October 2026", "Calendars", "Atlas")
	viewtest.CheckFrame(t, d.Frame(), 120, 34)
	x, y := d.cell("29 30 31")
	d.Click(x, y)
	d.wantDay("2026-10-29")
	x, y = d.cell("Stand-up")
	d.Click(x, y)
	if it := d.m.days.selected(); it == nil || it.Subject != "Stand-up" {
		t.Errorf("a click beside it selects %+v", it)
	}
	d.Press("enter")
	viewtest.CheckFrame(t, d.Frame(), 120, 34)
	d.Press("esc", "M", "M")
	viewtest.CheckFrame(t, d.Frame(), 120, 34)

	d = start(t, busyWeek(), 80, 22)
	d.Press("B")
	d.SaysLast("There is no room for a small month")
}
