package ui

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"daybook/views"
	"daybook/widget/dialog"
	"daybook/widget/text"
)

// browse is a box whose keys are actions, as the panel of custom data is.
type browse struct{ box }

func (*browse) Capturing() bool { return false }

func question(r *root, answers *[]string) {
	r.inbox.boxes.Ask(r.env.Theme, dialog.Question{Title: text.Literal("Go to"), Answer: func(typed string) (tea.Cmd, error) {
		*answers = append(*answers, typed)
		return nil, nil
	}})
}

func TestTheBoxOfAScreenHasItsKeysAndItsActionsRest(t *testing.T) {
	r := newTestRoot(t, 80, 24)
	r.inbox.boxes.Now = r.env.Now
	var answers []string
	question(r, &answers)
	r.press("e", "j", "ctrl+s") // text, text, and an action that says it works while typing
	r.see(t, "Go to", "› ej", "enter save  esc cancel")
	if got := strings.Join(r.did, " "); got != "send" {
		t.Errorf("did %q behind the box, want what works while typing alone", got)
	}
	if c := r.View().Cursor; c == nil || c.Y == 0 {
		t.Errorf("the cursor is at %v, want it in the box", c)
	}
	r.press("ctrl+p", "a", "r", "c", "h")
	if strings.Contains(r.screen(), "Archive") {
		t.Errorf("the palette offers what rests:\n%s", r.screen())
	}
	r.press("esc")
	r.see(t, "› ej")
	r.press("enter")
	if strings.Join(answers, " ") != "ej" || r.inbox.boxes.IsOpen() {
		t.Errorf("answered %q, open %v", answers, r.inbox.boxes.IsOpen())
	}
	r.press("e")
	if got := strings.Join(r.did, " "); got != "send archive" {
		t.Errorf("did %q after the box", got)
	}
}

func TestTheBoxOfAScreenStaysWithIt(t *testing.T) {
	r := newTestRoot(t, 80, 24)
	var answers []string
	question(r, &answers)
	r.show(1)
	r.dontSee(t, "Go to  ", "enter save")
	r.press("1")
	r.see(t, "enter save")
	r.Update(tea.MouseClickMsg{X: 1, Y: 20, Button: tea.MouseLeft})
	if r.inbox.boxes.IsOpen() {
		t.Error("a click outside leaves the box open")
	}
	question(r, &answers)
	if r.press("ctrl+c"); r.departure.gone || r.inbox.boxes.IsOpen() {
		t.Errorf("ctrl+c: quitting %v, open %v; want the box left", r.departure.gone, r.inbox.boxes.IsOpen())
	}
}

func TestTheActionsWorkUnderABoxThatTakesNoText(t *testing.T) {
	r := newTestRoot(t, 80, 24)
	b := &browse{}
	r.inbox.boxes.Open(b)
	r.press("e", "x")
	if got := strings.Join(r.did, " "); got != "archive" || len(b.got) != 1 {
		t.Errorf("did %q, the box has %d messages; want an action, and the key that is none's in the box", got, len(b.got))
	}
}

func TestAQuestionOfTheRootStandsAboveABoxOfTheScreen(t *testing.T) {
	r := newTestRoot(t, 80, 24)
	var answers []string
	question(r, &answers)
	agreed := false
	r.env.Ask(views.Confirm{Title: text.Literal("Delete for good?"), Verb: "Delete", Yes: func() tea.Cmd { agreed = true; return nil }})
	r.Update(tea.MouseClickMsg{X: 1, Y: 20, Button: tea.MouseLeft})
	r.see(t, "Delete for good?", "enter, y Delete  esc, n cancel")
	r.press("y")
	if !agreed || !r.inbox.boxes.IsOpen() || len(answers) != 0 {
		t.Errorf("agreed %v, the screen's box open %v, answers %q", agreed, r.inbox.boxes.IsOpen(), answers)
	}
}
