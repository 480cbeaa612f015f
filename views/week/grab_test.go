package week

import "testing"

func TestACarriedEventIsSeenOnTheDaysItIsCarriedTo(t *testing.T) {
	d := start(t, busyWeek(), 120, 34)
	d.on("demo")
	d.press("m", "L", "j")
	d.see("Week 44", "Demo")
	d.press("enter")
	d.see("Week 44", "Demo")
	if at := d.f.get("demo").Start.DateTime[:16]; at != "2026-10-29T14:30" {
		t.Errorf("the service has it on %s, want 2026-10-29T14:30", at)
	}
}
