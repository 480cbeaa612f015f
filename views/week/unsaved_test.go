package week

import (
	"maps"
	"strings"
	"testing"

	"daybook/model"
	"daybook/views/persist"
)

// killed starts the program anew on what is on the disk at this moment.
func (d *driver) killed() *driver {
	return startWith(d.T, d.f, 120, 34, maps.Clone(d.State))
}

func (d *driver) wantNoForms() {
	d.T.Helper()
	if names, _ := d.State.Left(formPrefix); len(names) > 0 {
		d.T.Errorf("on the disk are %q, want no form", names)
	}
}

func TestAFormThatWasOpenIsOpenAgainAfterAKill(t *testing.T) {
	d := start(t, busyWeek(), 120, 34)
	d.Press("n")
	d.Type("Review")
	for range 6 { // starts, zone, ends, zone, all day, repeats
		d.Press("tab")
	}
	d.Type("every thursday")
	for range 2 { // where, required
		d.Press("tab")
	}
	d.Type("bo@contoso.example, cy@con")
	d.Pass(persist.DraftPause)

	again := d.killed()
	again.SaysLast("\u201cReview\u201d is open again")
	again.See("New event", "Review", "every thursday", "bo@contoso.example", "cy@con")
	for range len("cy@con") {
		again.Press("backspace")
	}
	again.Press("ctrl+s")
	again.SaysLast("Created \u201cReview\u201d")
	again.wantLog("create Review in /own")
	again.wantNoForms()
	again.killed().DontSee("New event")
}

func TestAFormOfTheRestOfASeriesIsOpenAgainAfterAKill(t *testing.T) {
	d := start(t, busyWeek(), 120, 34)
	d.on("standup/2026-10-22")
	d.Press("e", "down", "enter")
	d.See("Edit this and the following")
	d.Type("!")
	d.Pass(persist.DraftPause)

	again := d.killed()
	again.See("Edit this and the following", "Stand-up!")
	again.Press("ctrl+s")
	again.SaysLast("Changed \u201cStand-up\u201d from Thu 22 Oct on")
	again.wantLog("update standup", "create Stand-up! in /own")
	again.wantNoForms()
}

func TestAFormThatWasLeftOrHasNothingInItDoesNotComeBack(t *testing.T) {
	d := start(t, busyWeek(), 120, 34)
	d.Press("n")
	d.Type("Second thoughts")
	d.Pass(persist.DraftPause)
	d.Press("esc", "down", "enter")
	d.wantNoForms()
	d.Press("n")
	d.Pass(persist.DraftPause)
	d.wantNoForms()
}

func TestWhatWasWrittenInARefusedFormIsNotLost(t *testing.T) {
	f := busyWeek()
	d := start(t, f, 120, 34)
	f.refuse = model.Errorf(model.CodeConflict, "the room is taken")
	d.Press("n")
	d.Type("Review")
	d.Press("ctrl+s")
	d.See("New event", "Review")
	f.refuse = nil
	d.Press("ctrl+s")
	d.DontSee("New event")
	d.SaysLast("Created \u201cReview\u201d")
	d.wantLog("create Review in /own", "create Review in /own")
	d.wantNoForms()
}

// toFiles goes to the field of files of a new event's form, and writes a path.
func (d *driver) toFiles(path string) {
	d.T.Helper()
	d.Press("n")
	d.Type("Filetest")
	for range 20 {
		if d.m.forms.form.Saved().Place.Field == "files" {
			d.Type(path)
			return
		}
		d.Press("tab")
	}
	d.T.Fatal("there is no field of files")
}

func TestAFileThatIsNotThereMakesNoEvent(t *testing.T) {
	d := start(t, busyWeek(), 120, 34)
	d.toFiles("/nope/file.txt")
	d.Press("ctrl+s")
	d.SaysLast("there is no file /nope/file.txt")
	d.wantLog()
	d.See("New event", "Filetest")
}

func TestAnEventStaysWhoseFileIsRefused(t *testing.T) {
	f := busyWeek()
	f.unattached = model.Errorf(model.CodeConflict, "the disk is full")
	d := start(t, f, 120, 34)
	d.toFiles("/home/plan.pdf")
	d.Press("ctrl+s")
	said := strings.Join(d.Said, "\n")
	if !strings.Contains(said, "\u201cFiletest\u201d is in the calendar, but") || !strings.Contains(said, "the disk is full") || strings.Contains(said, "Not done") {
		t.Errorf("said %q, want that the event is there without its file", d.Said)
	}
	d.wantLog("create Filetest in /own")
	d.DontSee("New event")
	if len(d.Steps) != 1 {
		t.Errorf("on the log are %v, want the event's step", d.Steps)
	}
	d.wantNoForms()
}
