package ui

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"daybook/views"
	"daybook/widget/dialog"
	"daybook/widget/text"
)

// box is one that esc closes.
type box struct {
	begun int
	got   []tea.Msg
}

func (b *box) ID() views.Screen     { return "sign-in" }
func (b *box) Init() tea.Cmd        { b.begun++; return nil }
func (b *box) View(int, int) string { return "the box" }
func (b *box) Cursor() *tea.Cursor  { return nil }
func (b *box) Update(msg tea.Msg) dialog.Outcome {
	b.got = append(b.got, msg)
	return dialog.Outcome{}
}

type forBox struct{}

func (forBox) To() views.Screen { return "sign-in" }

func TestSignInIsOfferedAndCanBeLeftAndOpenedAgain(t *testing.T) {
	r, _ := newLinkedRoot(t)
	b := &box{}
	needed := views.SignInNeeded{Reason: text.Literal("it has ended."), Box: b}
	r.Update(needed)
	r.Update(needed) // by another request
	if b.begun != 1 || len(r.boxes.All()) != 1 {
		t.Fatalf("begun %d times, %d boxes; want one", b.begun, len(r.boxes.All()))
	}
	r.Update(tea.KeyPressMsg{Code: tea.KeyEscape})
	if len(r.boxes.All()) != 0 {
		t.Fatal("esc does not close the box")
	}
	r.Update(forBox{}) // for a box that is closed: dropped
	r.signIn.open(0)
	r.openHelp(0)
	before := len(b.got)
	r.Update(forBox{})
	if len(b.got) != before+1 {
		t.Error("a message for the box does not reach it below another")
	}
	r.Update(views.SignedIn{})
	if r.signIn.box != nil {
		t.Error("signing in is still offered afterwards")
	}
}

func TestSignInDoesNotComeBetweenAPersonAndAnotherBox(t *testing.T) {
	r, _ := newLinkedRoot(t)
	r.openHelp(0)
	b := &box{}
	r.Update(views.SignInNeeded{Reason: text.Literal("it has ended."), Box: b})
	if b.begun != 0 || len(r.boxes.All()) != 1 {
		t.Errorf("begun %d times over another box", b.begun)
	}
	if got := r.status(); !strings.Contains(got, "it has ended.") {
		t.Errorf("status = %q, want the reason", got)
	}
	for _, a := range r.keys.globals {
		if a.ID == "sign-in" && !a.Can() {
			t.Error("the action is not there")
		}
	}
}

func TestSigningInForMoreIsNoFault(t *testing.T) {
	r, _ := newLinkedRoot(t)
	b := &box{}
	r.Update(views.SignInOffered{Box: b})
	if got := r.status(); b.begun != 1 || strings.Contains(got, "signed out") {
		t.Errorf("begun %d times, status %q; want the box and nothing wrong", b.begun, got)
	}
	r.Update(views.SignedIn{})
	if r.refreshed() != 1 {
		t.Errorf("%d fresh looks, want one: there is more to read now", r.refreshed())
	}
}
