package week

import "testing"

func TestTheFormIsNotLeftWithoutAWordWhenSomethingWasWritten(t *testing.T) {
	d := start(t, busyWeek(), 120, 34)
	d.Press("n")
	d.Press("tab", "esc") // nothing was written
	d.DontSee("New event")

	d.Press("n")
	d.Type("Review")
	d.Press("esc")
	if hints := d.m.Status().Hints; len(hints) > 0 {
		t.Errorf("under the box the status line offers %q", hints)
	}
	d.See("Leave the form?", "Save what was changed", "Throw away")
	for _, key := range []string{"ctrl+s", "alt+,"} {
		if a := d.Action(key); a != nil {
			t.Errorf("%s is %q under the question, want nothing", key, a.Name)
		}
	}
	d.Press("esc")
	d.See("New event", "Review")
	d.Press("esc", "enter") // goes back: a key too many sends nothing
	d.See("New event", "Review")
	d.Press("esc", "up", "enter")
	d.SaysLast("Created \u201cReview\u201d")
	d.DontSee("New event")

	d.Press("n")
	d.Type("Second thoughts")
	d.Press("esc", "down", "enter")
	d.DontSee("New event", "Second thoughts")
	d.wantLog("create Review in /own")
}

func TestEditingKeysDoNotReachTheWeekBehindAForm(t *testing.T) {
	d := start(t, busyWeek(), 120, 34)
	d.on("demo")
	top := d.m.days.layout.top
	d.Press("e")
	for _, key := range []string{"ctrl+u", "ctrl+d", "alt+j", "ctrl+r"} {
		if a := d.Action(key); a != nil {
			t.Errorf("%s is %q while the form is open, want it left to the form", key, a.Name)
		}
	}
	d.Press("ctrl+u")
	d.Type("Show")
	if d.m.days.layout.top != top {
		t.Errorf("the week scrolled to row %d behind the form, want %d", d.m.days.layout.top, top)
	}
	d.Press("ctrl+s")
	d.SaysLast("Changed \u201cDemo\u201d")
	d.See("Show")
	d.DontSee("Demo")
}
