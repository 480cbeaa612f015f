package ui

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"daybook/views"
	"daybook/views/persist"
	"daybook/widget/text"
)

func back(l *undoLog) (views.Step, bool) {
	s, ok := l.last()
	if ok {
		l.At--
	}
	return s, ok
}

func forward(l *undoLog) (views.Step, bool) {
	s, ok := l.next()
	if ok {
		l.At++
	}
	return s, ok
}

func step(n int) views.Step {
	return views.Step{Owner: views.Inbox, Label: fmt.Sprint("Archived ", n), Payload: json.RawMessage(fmt.Sprint(n))}
}

func TestUndoLogGoesBackAndForth(t *testing.T) {
	var l undoLog
	l.push(step(1))
	l.push(step(2))
	if s, _ := back(&l); s.Label != "Archived 2" {
		t.Errorf("back: got %q", s.Label)
	}
	if s, _ := forward(&l); s.Label != "Archived 2" {
		t.Errorf("forward: got %q", s.Label)
	}
	back(&l)
	l.push(step(3))
	if _, ok := forward(&l); ok {
		t.Error("forward after a new step: got one, want none")
	}
	back(&l)
	back(&l)
	if _, ok := back(&l); ok {
		t.Error("back at the beginning: got a step, want none")
	}
}

func TestUndoLogDropsTheOldestFirst(t *testing.T) {
	var l undoLog
	for i := range undoSteps + 5 {
		l.push(step(i))
	}
	if len(l.Steps) != undoSteps || l.At != undoSteps || l.Steps[0].Label != "Archived 5" {
		t.Errorf("got %d steps at %d from %q", len(l.Steps), l.At, l.Steps[0].Label)
	}
	big := views.Step{Payload: make(json.RawMessage, undoBytes+1)}
	l.push(big)
	if len(l.Steps) != 1 || l.At != 1 {
		t.Errorf("a step over the limit: got %d steps at %d, want it alone", len(l.Steps), l.At)
	}
}

func TestUndoLogPutsAStepIntoThePlaceOfAnother(t *testing.T) {
	var l undoLog
	l.push(step(1))
	l.push(step(2))
	l.push(step(3))
	back(&l)
	if !l.replace(step(2), step(20)) || !l.replace(step(3), step(30)) || l.replace(step(9), step(90)) {
		t.Error("replaced what is not there, or not what is")
	}
	if s, _ := forward(&l); s.Label != "Archived 30" {
		t.Errorf("forward is %q", s.Label)
	}
	back(&l)
	if s, _ := back(&l); s.Label != "Archived 20" {
		t.Errorf("back is %q", s.Label)
	}
}

func TestUndoLogForgetsWhatTheServiceRefused(t *testing.T) {
	var l undoLog
	l.push(step(1))
	l.push(step(2))
	l.forget(step(1))
	if s, ok := back(&l); !ok || s.Label != "Archived 2" {
		t.Errorf("got %q, %v", s.Label, ok)
	}
	if _, ok := back(&l); ok {
		t.Error("the refused step is still there")
	}
}

func TestWhatFollowsAStepWaitsForItsSave(t *testing.T) {
	disk := memoryState{}
	h := history{common: &common{env: &views.Env{State: disk}}, document: persist.Document[undoLog]{Name: "undo"}}
	h.work.Screen = rootScreen
	first, second := step(1), step(2)
	seen := ""
	follows := func() tea.Cmd { seen = string(disk["undo"]); return nil }
	saves := h.did(views.Did{Step: first})
	if cmd := h.did(views.Did{Step: second, Saved: follows}); cmd != nil {
		t.Fatal("two saves are under way")
	}
	next := saves().(views.Result).Apply() // the first save has ended, and the next begins
	if seen != "" {
		t.Error("the step was not saved yet")
	}
	next().(views.Result).Apply()
	if !strings.Contains(seen, second.Label) {
		t.Errorf("the log on the disk is %q", seen)
	}
}

func TestNothingIsTakenBackBeforeTheLogOnTheDiskHasIt(t *testing.T) {
	r := newTestRoot(t, 80, 24)
	told := ""
	r.inbox.tells = func() tea.Msg {
		told = string(r.env.State.(memoryState)["undo"])
		return nil
	}
	run := func(cmd tea.Cmd) {
		for cmds := []tea.Cmd{cmd}; len(cmds) > 0; cmds = cmds[1:] {
			if cmds[0] == nil {
				continue
			}
			switch msg := cmds[0]().(type) {
			case tea.BatchMsg:
				cmds = append(cmds, msg...)
			case views.Result:
				_, next := r.Update(msg)
				cmds = append(cmds, next)
			}
		}
	}
	run(r.history.did(views.Did{Step: step(1)}))
	if run(r.history.takeBack(0)); !strings.Contains(told, `"at":0`) {
		t.Errorf("the service was told when the log was %q", told)
	}
}

func TestUndoLogOfTheLastRunLiesUnderThisOne(t *testing.T) {
	var old, l undoLog
	old.push(step(1))
	old.push(step(2))
	back(&old)
	l.push(step(3))
	l.merge(old)
	var got []string
	for {
		s, ok := back(&l)
		if !ok {
			break
		}
		got = append(got, s.Label)
	}
	if fmt.Sprint(got) != "[Archived 3 Archived 1]" {
		t.Errorf("got %v", got)
	}
}

func TestUndoMeansTheNewestStepInTheOrderOfTheKeys(t *testing.T) {
	r := newTestRoot(t, 80, 24)
	n := 0
	r.inbox.actions[0].Do = func(int) tea.Cmd { n++; return r.env.Did(views.Did{Step: step(n)}) }
	r.press("e", "e", "e", "u", "e", "u", "u") // no command has run
	if got := fmt.Sprint(labels(r.inbox.reverted)); got != "[Archived 3 Archived 4 Archived 2]" {
		t.Errorf("taken back: %v", got)
	}
}

func TestTheRestOfABurstOfUndosIsNotTyped(t *testing.T) {
	r := newTestRoot(t, 80, 24)
	r.Update(views.Did{Step: step(1)})
	r.Update(views.Did{Step: step(2)})
	after := func(pause time.Duration, key string) {
		r.now = r.now.Add(pause)
		r.press(key)
	}
	typed := func() (keys string) {
		for _, msg := range r.inbox.got {
			if press, ok := msg.(tea.KeyPressMsg); ok {
				keys += press.String()
			}
		}
		return keys
	}
	after(time.Second, "u")
	r.inbox.opens = true
	for range 3 { // the first opens
		after(100*time.Millisecond, "u")
	}
	if len(r.inbox.reverted) != 2 || typed() != "" {
		t.Fatalf("%d steps taken back, typed %q; want two, and nothing in what they opened", len(r.inbox.reverted), typed())
	}
	after(300*time.Millisecond, "ctrl+s") // no text, and meant
	if len(r.did) != 1 {
		t.Errorf("did %q, want it sent", r.did)
	}
	after(500*time.Millisecond, "a")
	after(50*time.Millisecond, "b")
	if typed() != "ab" {
		t.Errorf("typed %q once the keys were quiet, want ab", typed())
	}
	// What a key opened that is no undo takes all that is typed at once.
	r.inbox.capturing, r.inbox.opens, r.inbox.got = false, false, nil
	r.press("U")
	after(50*time.Millisecond, "e")
	r.inbox.capturing = true
	after(50*time.Millisecond, "c")
	if typed() != "c" {
		t.Errorf("typed %q, want c", typed())
	}
}

// begun is a view in which something is begun.
type begun struct {
	*fakeView
	steps, undone int
}

func (v *begun) StepBack() (tea.Cmd, bool) {
	if v.steps == 0 {
		return nil, false
	}
	v.steps, v.undone = v.steps-1, v.undone+1
	return nil, true
}

func (v *begun) StepAgain() (tea.Cmd, bool) {
	if v.undone == 0 {
		return nil, false
	}
	v.steps, v.undone = v.steps+1, v.undone-1
	return nil, true
}

func TestUndoMeansWhatIsBegunBeforeTheLog(t *testing.T) {
	r := newTestRoot(t, 80, 24)
	b := &begun{fakeView: r.inbox, steps: 2}
	r.screens.tabs[0].View = b
	r.Update(views.Did{Step: step(1)})
	r.press("u", "u", "U", "u")
	if b.steps != 0 || len(r.inbox.reverted) > 0 {
		t.Fatalf("%d steps are left of what is begun, taken back of the log: %v", b.steps, labels(r.inbox.reverted))
	}
	r.press("u")
	if got := fmt.Sprint(labels(r.inbox.reverted)); got != "[Archived 1]" {
		t.Errorf("with nothing begun: %v", got)
	}
}

func TestUndoIsNotOfferedBehindWhatIsWritten(t *testing.T) {
	r := newTestRoot(t, 80, 24)
	r.Update(views.Did{Step: step(1)})
	r.inbox.capturing = true
	for _, a := range r.keys.globals {
		if (a.ID == "undo" || a.ID == "redo") && a.Can() {
			t.Errorf("%s can be done behind a form", a.ID)
		}
	}
}

func TestUndoWaitsForStepsThatTheServiceHasNotAnswered(t *testing.T) {
	r := newTestRoot(t, 80, 24)
	r.Update(views.Did{Step: step(1)})
	r.inbox.pending = 1
	r.press("u", "e", "U")
	if len(r.inbox.reverted) > 0 || len(r.did) > 0 {
		t.Fatalf("did not wait: took back %v, did %v", labels(r.inbox.reverted), r.did)
	}
	r.inbox.pending = 0
	r.Update(views.Did{Step: step(2)})
	if got := fmt.Sprint(labels(r.inbox.reverted), r.did); got != "[Archived 2] [archive]" {
		t.Errorf("after the answer: %v", got)
	}
	r.inbox.pending = 1
	r.press("u", "ctrl+c", "e")
	r.inbox.pending = 0
	r.Update(fakeResult{views.Inbox})
	if got := fmt.Sprint(len(r.inbox.reverted), len(r.did)); got != "1 2" {
		t.Errorf("ctrl+c gives the undo up and keys work again: %v", got)
	}
}

func TestWhatIsTypedBeforeALetterIsOpenIsTheLetters(t *testing.T) {
	r := newTestRoot(t, 80, 24)
	answered := func(capturing bool) string {
		r.inbox.opening, r.inbox.capturing = false, capturing
		r.inbox.got = nil
		r.Update(fakeResult{views.Inbox})
		return fmt.Sprint(len(r.inbox.got), r.did)
	}
	r.inbox.opening = true
	if r.press("e", "e", "j"); len(r.did) > 0 {
		t.Fatalf("did %v before the letter was open", r.did)
	}
	if got := answered(true); got != "4 []" { // the result, and three keys
		t.Errorf("opened: %v", got)
	}
	r.inbox.opening, r.inbox.capturing = true, false
	r.press("e")
	if got := answered(false); got != "1 []" {
		t.Errorf("not opened: %v", got)
	}
	if r.press("e", "e"); len(r.did) > 0 {
		t.Errorf("the rest of what was typed for it did %v", r.did)
	}
	r.Update(r.quiet)
	if !strings.Contains(r.screen(), "What was typed after it was dropped.") {
		t.Errorf("dropped without a word:\n%s", r.screen())
	}
	r.inbox.opening = true
	r.press("e", "ctrl+c", "j")
	if got := fmt.Sprint(r.inbox.opening, r.did); got != "false [down]" {
		t.Errorf("given up: %v", got)
	}
}

func TestWhatIsTypedForABoxThatDoesNotOpenDoesNothing(t *testing.T) {
	r := newTestRoot(t, 80, 24)
	var open func() tea.Cmd
	r.inbox.actions = append(r.inbox.actions, views.Action{ID: "files", Name: "Attachments", Keys: []string{"b"}, Opens: true,
		Do: func(int) tea.Cmd { return open() }})
	none := func() tea.Cmd { return nil }
	open = none
	r.press("b", "e", "g", "g", "e")
	r.Update(views.Notify{Text: text.Literal("There is nothing to open.")})
	r.Update(r.quiet)
	if len(r.did) > 0 || !strings.Contains(r.screen(), "There is nothing to open. What was typed after it was dropped.") {
		t.Errorf("did %v:\n%s", r.did, r.screen())
	}
	r.press("e")
	if fmt.Sprint(r.did) != "[archive]" {
		t.Errorf("after a pause the keys did %v", r.did)
	}
	r.press("b", "e", "esc", "e")
	if fmt.Sprint(r.did) != "[archive archive]" {
		t.Errorf("esc lets go of what was typed, then the keys did %v", r.did)
	}
	r.inbox.actions[len(r.inbox.actions)-1].Enabled = never
	r.press("b", "e")
	if r.Update(r.quiet); len(r.did) != 2 {
		t.Errorf("where it cannot be opened the keys did %v", r.did)
	}
	r.inbox.actions[len(r.inbox.actions)-1].Enabled = nil
	r.inbox.got = nil
	r.press("b", "e", "j") // a box that comes a little later gets them
	r.inbox.capturing = true
	r.Update(fakeResult{views.Inbox})
	if got := fmt.Sprint(len(r.inbox.got), len(r.did)); got != "3 2" {
		t.Errorf("opened late: %v", got)
	}
	r.inbox.capturing = false
	open = func() tea.Cmd { return r.show(1) }
	r.week.actions = r.inbox.actions[:1]
	r.press("b", "e")
	if len(r.did) != 3 {
		t.Errorf("on a screen that was opened the keys did %v", r.did)
	}
}

func labels(steps []views.Step) (out []string) {
	for _, s := range steps {
		out = append(out, s.Label)
	}
	return out
}

func TestUndoFromAnotherScreenWaitsForTheScreenOfTheStep(t *testing.T) {
	r := newTestRoot(t, 80, 24)
	r.Update(views.Did{Step: step(1)})
	r.press("2")
	r.inbox.pending = 1
	r.press("u", "u")
	if len(r.inbox.reverted) > 0 {
		t.Fatal("did not wait")
	}
	r.inbox.pending = 0
	r.Update(fakeResult{views.Inbox})
	if len(r.inbox.reverted) != 1 {
		t.Errorf("after the answer %d steps are taken back, want 1", len(r.inbox.reverted))
	}
}

func TestAStepThatWasDroppedDoesNotComeBackWhenTheServiceAnswers(t *testing.T) {
	r := newTestRoot(t, 80, 24)
	r.Update(views.Did{Step: step(1)})
	r.press("u")
	r.Update(views.Did{Step: step(2)})
	was, is := step(1), step(1)
	is.Payload = []byte(`"whole"`)
	r.Update(views.Did{Step: is, Instead: &was})
	r.press("u", "u")
	if got := fmt.Sprint(labels(r.inbox.reverted)); got != "[Archived 1 Archived 2]" {
		t.Errorf("taken back: %v", got)
	}
}

func TestAStepThatTheServiceDoesNotTakeBackIsPassedOverOnce(t *testing.T) {
	r := newTestRoot(t, 80, 24)
	for n := range 3 {
		r.Update(views.Did{Step: step(n)})
	}
	r.press("u", "u") // both go to the service before it answers
	r.Update(views.Stays{Step: step(2)})
	r.press("U") // that of 1: 2 was never undone
	r.press("u")
	r.see(t, "Taken back: Archived 1")
	r.press("u")
	r.see(t, "Could not be taken back: Archived 2. Before it: Archived 0. u again takes that")
	r.press("u")
	if got := fmt.Sprint(labels(r.inbox.reverted)); got != "[Archived 2 Archived 1 Archived 1 Archived 0]" {
		t.Errorf("taken back: %v", got)
	}
	r.press("U")
	r.Update(views.Stays{Step: step(0), Redo: true})
	if s, ok := r.history.log.next(); !ok || s.Label != "Archived 0" || r.history.log.At != 0 {
		t.Errorf("a redo that was refused: next is %q at %d", s.Label, r.history.log.At)
	}
}

func TestStepsOfOneKeyAreTakenBackAndDoneAgainTogether(t *testing.T) {
	r := newTestRoot(t, 80, 24)
	for n := range 3 {
		s := step(n)
		s.Part = n == 2
		r.Update(views.Did{Step: s})
	}
	r.press("u")
	r.see(t, "Taken back: Archived 2; Archived 1")
	r.press("U")
	r.see(t, "Done again: Archived 1; Archived 2")
	r.press("u", "u")
	if got := fmt.Sprint(labels(r.inbox.reverted)); got != "[Archived 2 Archived 1 Archived 2 Archived 1 Archived 0]" {
		t.Errorf("taken back: %v", got)
	}
}
