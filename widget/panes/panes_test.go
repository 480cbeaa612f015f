package panes

import (
	"testing"

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
