package week

import (
	"maps"
	"testing"
	"time"

	"daybook/model"
)

// pass lets time go by and brings the messages that were for then, but those
// that come again and again.
func (d *driver) pass(length time.Duration) {
	d.now = d.now.Add(length)
	due := d.timers
	d.timers = nil
	for _, t := range due {
		switch form := t.pause == formPause; {
		case form && !t.at.After(d.now):
			d.run(d.m.Update(t.msg))
		default:
			d.timers = append(d.timers, t)
		}
	}
}

// killed starts the program anew on what is on the disk at this moment.
func (d *driver) killed() *driver {
	return startWith(d.t, d.f, 120, 34, maps.Clone(d.state))
}

func (d *driver) wantNoForms() {
	d.t.Helper()
	if names, _ := d.state.Names(formPrefix); len(names) > 0 {
		d.t.Errorf("on the disk are %q, want no form", names)
	}
}

func TestAFormThatWasOpenIsOpenAgainAfterAKill(t *testing.T) {
	d := start(t, busyWeek(), 120, 34)
	d.press("n")
	d.typed("Review")
	for range 6 { // starts, zone, ends, zone, all day, repeats
		d.press("tab")
	}
	d.typed("every thursday")
	for range 2 { // where, required
		d.press("tab")
	}
	d.typed("bo@contoso.example, cy@con")
	d.pass(formPause)

	again := d.killed()
	again.wantNotice("\u201cReview\u201d is open again")
	again.see("New event", "Review", "every thursday", "bo@contoso.example", "cy@con")
	for range len("cy@con") {
		again.press("backspace")
	}
	again.press("ctrl+s")
	again.wantNotice("Created \u201cReview\u201d")
	again.wantLog("create Review in /own")
	again.wantNoForms()
	again.killed().dontSee("New event")
}

func TestAFormOfTheRestOfASeriesIsOpenAgainAfterAKill(t *testing.T) {
	d := start(t, busyWeek(), 120, 34)
	d.on("standup/2026-10-22")
	d.press("e", "down", "enter")
	d.see("Edit this and the following")
	d.typed("!")
	d.pass(formPause)

	again := d.killed()
	again.see("Edit this and the following", "Stand-up!")
	again.press("ctrl+s")
	again.wantNotice("Changed \u201cStand-up\u201d from Thu 22 Oct on")
	again.wantLog("update standup", "create Stand-up! in /own")
	again.wantNoForms()
}

func TestAFormThatWasLeftOrHasNothingInItDoesNotComeBack(t *testing.T) {
	d := start(t, busyWeek(), 120, 34)
	d.press("n")
	d.typed("Second thoughts")
	d.pass(formPause)
	d.press("esc", "down", "enter")
	d.wantNoForms()
	d.press("n")
	d.pass(formPause)
	d.wantNoForms()
}

func TestWhatWasWrittenInARefusedFormIsNotLost(t *testing.T) {
	f := busyWeek()
	d := start(t, f, 120, 34)
	f.refuse = model.Errorf(model.CodeConflict, "the room is taken")
	d.press("n")
	d.typed("Review")
	d.press("ctrl+s")
	d.see("New event", "Review")
	f.refuse = nil
	d.press("ctrl+s")
	d.dontSee("New event")
	d.wantNotice("Created \u201cReview\u201d")
	d.wantLog("create Review in /own", "create Review in /own")
	d.wantNoForms()
}
