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
	d.see("Leave the form?", "Save the event", "Throw away")
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
