package ui

import (
	"fmt"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"daybook/views"
	"daybook/widget/text"
)

func (r *root) tell(level views.Level, words string) {
	r.Update(views.Notify{Text: text.Clean(words), Level: level})
}

func (r *root) see(t *testing.T, texts ...string) {
	t.Helper()
	for _, want := range texts {
		if !strings.Contains(r.screen(), want) {
			t.Errorf("not on the screen: %q\n%s", want, r.screen())
		}
	}
}

func (r *root) dontSee(t *testing.T, texts ...string) {
	t.Helper()
	for _, unwanted := range texts {
		if strings.Contains(r.screen(), unwanted) {
			t.Errorf("on the screen: %q\n%s", unwanted, r.screen())
		}
	}
}

// later lets the time pass of what is on the screen: all pauses are over.
func (r *root) later() {
	pauses := r.pauses
	r.pauses = nil
	for _, over := range pauses {
		r.Update(over)
	}
}

func TestANoticeGoesWithTimeOrTheNextChange(t *testing.T) {
	r := newTestRoot(t, 80, 24)
	r.tell(views.Success, "Saved")
	r.press("j")
	r.see(t, "Saved")
	r.press("e")
	r.dontSee(t, "Saved")
	r.inbox.capturing = true
	r.tell(views.Warning, "Not saved")
	r.Update(tea.PasteMsg{Content: "a correction"})
	r.dontSee(t, "Not saved")
	r.inbox.capturing = false
	r.tell(views.Warning, "Too early")
	old := r.pauses[len(r.pauses)-1]
	r.tell(views.Info, "Newer")
	r.Update(old)
	r.see(t, "Newer")
	r.later()
	r.dontSee(t, "Newer")
	r.see(t, "12 unread")
}

func TestAFailureStaysInItsOwnPlaceUntilItWasSeen(t *testing.T) {
	r := newTestRoot(t, 80, 24)
	r.inbox.status.Selected = "3 selected"
	height := r.inbox.height
	r.tell(views.Failure, "Could not keep it")
	r.tell(views.Failure, "Nor this")
	r.tell(views.Success, "Saved")
	r.see(t, "Nor this", "3 selected", "Saved", "e archive")
	if r.inbox.height != height-1 || len(strings.Split(r.screen(), "\n")) != 24 {
		t.Errorf("the screen has %d rows of %d", r.inbox.height, height)
	}
	r.press("e", "j") // at once: nobody can have read it
	r.see(t, "Nor this")
	r.later()
	r.see(t, "Nor this")
	r.press("j")
	r.dontSee(t, "Nor this")
	r.see(t, "Could not keep it")
	r.later()
	r.press("j")
	r.dontSee(t, "Could not keep it")
	if r.inbox.height != height {
		t.Errorf("the screen has %d rows, want %d again", r.inbox.height, height)
	}
}

func TestTheSelectionAndAFormsKeysKeepTheirPlace(t *testing.T) {
	for _, size := range [][2]int{{120, 36}, {80, 24}, {40, 12}} {
		r := newTestRoot(t, size[0], size[1])
		r.inbox.status.Selected = "3 selected"
		r.tell(views.Info, "A message that is as long as the whole line and longer than that")
		r.see(t, "3 selected")
		r.inbox.status.Selected, r.inbox.capturing = "", true
		r.inbox.status.Hints = []string{"send"}
		r.tell(views.Info, "Another message that is as long as the whole line")
		r.see(t, "ctrl+s send", "Another message that is as long")
		if lines := strings.Split(r.screen(), "\n"); len(lines) != size[1] {
			t.Errorf("%v: %d lines", size, len(lines))
		}
	}
}

func TestNoticesAreDrawnAtEverySizeWithoutWrapping(t *testing.T) {
	for _, size := range [][2]int{{1, 1}, {20, 4}, {20, 7}, {30, 8}, {40, 12}, {60, 15}, {200, 60}} {
		for _, capturing := range []bool{false, true} {
			r := newTestRoot(t, size[0], size[1])
			r.inbox.capturing, r.inbox.status.Selected = capturing, "12,345 selected"
			r.tell(views.Failure, strings.Repeat("could not be done ", 12))
			r.tell(views.Success, strings.Repeat("but this could ", 12))
			lines := strings.Split(r.View().Content, "\n")
			if len(lines) > size[1] {
				t.Errorf("%v: %d lines", size, len(lines))
			}
			for i, l := range lines {
				if w := text.Width(l); w > size[0] {
					t.Errorf("%v: line %d has %d cells", size, i, w)
				}
			}
		}
	}
}

func TestUndoIsHintedWhileItIsTrue(t *testing.T) {
	r := newTestRoot(t, 80, 24)
	r.Update(views.Did{Step: step(1)})
	r.see(t, "Archived 1", "u undo")
	r.inbox.expired = []views.Step{step(1)}
	r.see(t, "Archived 1")
	r.dontSee(t, "u undo")
	r.inbox.expired = nil
	r.press("u")
	r.see(t, "Taken back: Archived 1")
	r.dontSee(t, "u undo")
	r.press("u")
	r.see(t, "Nothing to undo")
}

func TestUndoOfAnotherScreenIsAskedOnce(t *testing.T) {
	r := newTestRoot(t, 80, 24)
	r.Update(views.Did{Step: step(1)})
	r.press("2")
	r.press("u")
	r.see(t, "Newest step is on Inbox: Archived 1. u again takes it back")
	if len(r.inbox.reverted) != 0 || r.screens.active != 1 {
		t.Fatalf("reverted %v on tab %d without asking", r.inbox.reverted, r.screens.active)
	}
	r.press("x", "u") // another key between: it asks anew
	if len(r.inbox.reverted) != 0 {
		t.Fatal("a key between two presses agreed")
	}
	r.press("u")
	if len(r.inbox.reverted) != 1 || r.screens.active != 0 {
		t.Errorf("reverted %v on tab %d", r.inbox.reverted, r.screens.active)
	}
	r.press("2", "U")
	r.see(t, "Step to redo is on Inbox")
	r.press("U")
	r.see(t, "Done again: Archived 1")
}

func TestAStepDoneOnAnotherScreenIsTakenBackThere(t *testing.T) {
	r := newTestRoot(t, 80, 24)
	r.Update(views.Did{Step: views.Step{Owner: views.Week, On: views.Inbox, Label: "Accepted: Standup"}})
	r.see(t, "u undo")
	r.press("u")
	if len(r.week.reverted) != 1 || r.screens.active != 0 {
		t.Errorf("reverted %v, on tab %d", r.week.reverted, r.screens.active)
	}
}

func TestWhatCanNoLongerBeTakenBackIsNamedAndNeverAnotherStepForIt(t *testing.T) {
	r := newTestRoot(t, 100, 24)
	r.Update(views.Did{Step: step(1)})
	r.Update(views.Did{Step: step(2)})
	r.inbox.expired = []views.Step{step(2)}
	r.press("u")
	r.see(t, "Too late for: Archived 2. Before it: Archived 1. u again takes that back")
	if len(r.inbox.reverted) != 0 {
		t.Fatalf("reverted %v", r.inbox.reverted)
	}
	r.press("u")
	if fmt.Sprint(r.inbox.reverted) != fmt.Sprint([]views.Step{step(1)}) {
		t.Errorf("reverted %v", r.inbox.reverted)
	}
	r.inbox.expired = []views.Step{step(3)}
	r.Update(views.Did{Step: step(3)})
	r.press("u")
	r.see(t, "Too late to take back: Archived 3")
}

func TestAfterARestartTheFirstUndoTakesWhatCanBeTaken(t *testing.T) {
	var old undoLog
	old.push(step(1))
	old.push(step(2))
	r := newTestRoot(t, 80, 24)
	r.history.onLoaded(old, nil)
	r.inbox.expired = []views.Step{step(2)}
	r.press("u")
	if fmt.Sprint(r.inbox.reverted) != fmt.Sprint([]views.Step{step(1)}) {
		t.Errorf("reverted %v, want the older step at once\n%s", r.inbox.reverted, r.screen())
	}
}

func TestSuspendWorksWhileWritingAndSaysWhyItCannot(t *testing.T) {
	r := newTestRoot(t, 80, 24)
	z := tea.KeyPressMsg{Code: 'z', Mod: tea.ModCtrl}
	r.stays = func() string { return "" }
	suspends := func() bool {
		_, cmd := r.Update(z)
		return yields(cmd, tea.SuspendMsg{})
	}
	if !suspends() {
		t.Error("not suspended")
	}
	r.inbox.capturing = true
	if !suspends() {
		t.Error("not suspended while keys are text")
	}
	r.inbox.capturing = false
	r.press("ctrl+p")
	if !suspends() {
		t.Error("not suspended below a box")
	}
	r.press("esc")
	r.stays = func() string { return "There is no shell" }
	_, cmd := r.Update(z)
	if yields(cmd, tea.SuspendMsg{}) || !yields(cmd, views.Notify{Text: text.Literal("There is no shell"), Level: views.Warning}) {
		t.Error("it was suspended with nobody to continue it, or that was not said")
	}
}

// yields says that a command, or one of its batch, brings a message.
func yields(cmd tea.Cmd, want tea.Msg) bool {
	if cmd == nil {
		return false
	}
	got := cmd()
	if batch, ok := got.(tea.BatchMsg); ok {
		for _, c := range batch {
			if yields(c, want) {
				return true
			}
		}
		return false
	}
	return got == want
}

func TestKeysThatEditTextReachItThoughAnActionHasThem(t *testing.T) {
	r := newTestRoot(t, 80, 24)
	r.inbox.actions = append(r.inbox.actions, views.Action{ID: "half-up", Keys: []string{"ctrl+u"}, Motion: true,
		Do: func(int) tea.Cmd { r.did = append(r.did, "half-up"); return nil }})
	u := tea.KeyPressMsg{Code: 'u', Mod: tea.ModCtrl}
	r.inbox.capturing = true
	r.Update(u)
	if len(r.did) != 0 || len(r.inbox.got) != 1 {
		t.Errorf("did %v, the view got %v", r.did, r.inbox.got)
	}
	r.inbox.capturing = false
	r.Update(u)
	if len(r.did) != 1 {
		t.Error("nor is it an action without text")
	}
}

func TestWhatIsSelectedStandsAloneWithoutASign(t *testing.T) {
	r := newTestRoot(t, 80, 24)
	r.inbox.status.Text, r.inbox.status.Selected = "", "3 selected"
	r.see(t, "3 selected")
	r.dontSee(t, "3 selected ·")
	r.inbox.status.Text = "on the way"
	r.see(t, "3 selected · on the way")
}

func TestAStepThatTheServiceHasMadeCompleteIsNotSaidAgain(t *testing.T) {
	r := newTestRoot(t, 80, 24)
	whole := func(n int) views.Did {
		s, was := step(n), step(n)
		s.Payload = []byte(`"whole"`)
		return views.Did{Step: s, Instead: &was}
	}
	r.Update(views.Did{Step: step(1)})
	r.Update(whole(1))
	r.see(t, "Archived 1", "u undo")
	r.Update(views.Did{Step: step(2)})
	r.Update(views.Did{Step: step(3)})
	r.Update(whole(2))
	r.see(t, "Archived 3", "u undo")
	r.press("u", "u")
	if last := r.inbox.reverted[1]; string(last.Payload) != `"whole"` {
		t.Errorf("took back %s", last.Payload)
	}
}

func TestAFailureOfWhatIsWrittenGoesWithIt(t *testing.T) {
	r := newTestRoot(t, 80, 24)
	r.inbox.capturing = true
	r.tell(views.Failure, "Could not read the calendars")
	r.Update(views.NotTaken("Not an address: nonsense")())
	r.see(t, "Not an address: nonsense")
	r.inbox.capturing = false
	r.tell(views.Success, "Draft saved")
	r.dontSee(t, "Not an address")
	r.see(t, "Could not read the calendars")
}
