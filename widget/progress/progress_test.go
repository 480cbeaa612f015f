package progress

import (
	"math"
	"testing"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	"daybook/theme"
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
