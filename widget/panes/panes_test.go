package panes

import (
	"fmt"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"daybook/theme"
	"daybook/widget/text"
)

func TestPanesStandBesideEachOther(t *testing.T) {
	th, err := theme.New(theme.Options{Profile: colorprofile.NoTTY})
	if err != nil {
		t.Fatal(err)
	}
	want := "───┬──\nabc│de\nfgh│ij\n───┴──"
	got := Draw(th, 6, 4, Pane{Rect: Rect{Y: 1, W: 3, H: 2}, View: "abc\nfgh"}, Pane{Rect: Rect{X: 4, Y: 1, W: 2, H: 2}, View: "de\nij"})
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if r := (Rect{X: 4, Y: 1, W: 2, H: 2}); !r.Has(5, 2) || r.Has(6, 2) || r.Has(3, 1) || r.Has(4, 3) {
		t.Error("a cell of the edge is on the wrong side")
	}
}

func TestWordsAreInTheMiddle(t *testing.T) {
	th, err := theme.New(theme.Options{Profile: colorprofile.NoTTY})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := Message(th, 8, 3, text.Literal("none")), "        \n  none  \n        "; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := TooSmall(6, 1), "window"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestTheMouseIsOfThePaneUnderIt(t *testing.T) {
	type part int
	places := []Rect{{X: 0, Y: 1, W: 10, H: 5}, {}, {X: 11, Y: 1, W: 10, H: 5}}
	var got string
	tell := func(what string) func(p part, x, y int) tea.Cmd {
		return func(p part, x, y int) tea.Cmd { got = fmt.Sprint(what, " ", int(p), " ", x, ",", y); return nil }
	}
	at := tea.Mouse{X: 13, Y: 2}
	with := func(b tea.MouseButton) tea.Mouse { m := at; m.Button = b; return m }
	for want, msg := range map[string]tea.MouseMsg{
		"click 2 2,1":  tea.MouseClickMsg(with(tea.MouseLeft)),
		"":             tea.MouseClickMsg(with(tea.MouseRight)),
		"wheel 2 3,0":  tea.MouseWheelMsg(with(tea.MouseWheelDown)),
		"wheel 2 -3,0": tea.MouseWheelMsg(with(tea.MouseWheelUp)),
	} {
		got = ""
		Mouse(msg, places, func(p part, rows int) tea.Cmd { return tell("wheel")(p, rows, 0) }, tell("click"))
		if got != want {
			t.Errorf("%v came to %q, want %q", msg, got, want)
		}
	}
	at.Y, got = 0, ""
	if Mouse(tea.MouseClickMsg(with(tea.MouseLeft)), places, func(part, int) tea.Cmd { return nil }, tell("click")); got != "" {
		t.Errorf("a click on the rule came to %q", got)
	}
}
