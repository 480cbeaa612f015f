package progress

import (
	"math"
	"strings"
	"testing"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	"daybook/theme"
	"daybook/widget/text"
)

func set(t *testing.T, ascii bool) *theme.Theme {
	t.Helper()
	th, err := theme.New(theme.Options{Profile: colorprofile.NoTTY, ASCII: ascii})
	if err != nil {
		t.Fatal(err)
	}
	return th
}

func TestBarGrowsWithTheShare(t *testing.T) {
	for _, tt := range []struct {
		ascii bool
		share float64
		want  string
	}{
		{true, 0, "...."}, {true, 0.5, "##.."}, {true, 1, "####"}, {true, 7, "####"}, {true, -1, "...."}, {true, math.NaN(), "...."},
		{false, 0.5, "██░░"}, {false, 0.53125, "██▏░"}, {false, 0.99, "████"}, {false, 0.9, "███▋"},
	} {
		if got := ansi.Strip(Bar(set(t, tt.ascii), 4, tt.share)); got != tt.want {
			t.Errorf("share %v: got %q, want %q", tt.share, got, tt.want)
		}
	}
}

func TestCountedFitsItsWidth(t *testing.T) {
	th := set(t, true)
	for width := 1; width < 60; width++ {
		for _, total := range []int{0, 3, 3_000_000} {
			if got := Counted(th, width, 1204, total); text.Width(got) != width {
				t.Errorf("%d of %d in %d cells: %q takes %d", 1204, total, width, got, text.Width(got))
			}
		}
	}
	if got := ansi.Strip(Counted(th, 40, 1204, 3000)); !strings.HasSuffix(got, " 1,204 of 3,000") {
		t.Errorf("got %q, want the numbers at the end", got)
	}
}

func TestSpinnerTurnsRound(t *testing.T) {
	th := set(t, true)
	if Spinner(th, 0) == Spinner(th, 1) || Spinner(th, 0) != Spinner(th, 4) || Spinner(th, -1) != Spinner(th, 3) {
		t.Errorf("frames: %q %q %q %q", Spinner(th, 0), Spinner(th, 1), Spinner(th, 4), Spinner(th, -1))
	}
}
