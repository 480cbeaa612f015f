package week

import "testing"

func TestTheFormIsNotLeftWithoutAWordWhenSomethingWasWritten(t *testing.T) {
	d := start(t, busyWeek(), 120, 34)
	d.press("n")
	d.press("tab", "esc") // nothing was written
	d.dontSee("New event")

	d.press("n")
	d.typed("Review")
	d.press("esc")
	if hints := d.m.Status().Hints; len(hints) > 0 {
		t.Errorf("under the box the status line offers %q", hints)
	}
	d.see("Leave the form?", "Save what was changed", "Throw away")
	d.press("esc")
	d.see("New event", "Review")
	d.press("esc", "enter")
	d.wantNotice("Created \u201cReview\u201d")
	d.dontSee("New event")

	d.press("n")
	d.typed("Second thoughts")
	d.press("esc", "down", "enter")
	d.dontSee("New event", "Second thoughts")
	d.wantLog("create Review in /own")
}

func TestEditingKeysDoNotReachTheWeekBehindAForm(t *testing.T) {
	d := start(t, busyWeek(), 120, 34)
	d.on("demo")
	top := d.m.days.layout.top
	d.press("e")
	for _, key := range []string{"ctrl+u", "ctrl+d", "alt+j", "ctrl+r"} {
		if a := d.action(key); a != nil {
			t.Errorf("%s is %q while the form is open, want it left to the form", key, a.Name)
		}
	}
	d.press("ctrl+u")
	d.typed("Show")
	if d.m.days.layout.top != top {
		t.Errorf("the week scrolled to row %d behind the form, want %d", d.m.days.layout.top, top)
	}
	d.press("ctrl+s")
	d.wantNotice("Changed \u201cDemo\u201d")
	d.see("Show")
	d.dontSee("Demo")
}
