package bigtext

import (
	"strings"
	"testing"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	"daybook/theme"
	"daybook/widget/text"
)

func plain(t *testing.T, ascii bool) *theme.Theme {
	t.Helper()
	th, err := theme.New(theme.Options{Profile: colorprofile.NoTTY, ASCII: ascii})
	if err != nil {
		t.Fatal(err)
	}
	return th
}

func TestCodeIsDrawnAsLargeAsItFits(t *testing.T) {
	code := text.Clean("BDFH-JLNP")
	for _, c := range []struct {
		cells, lines int
		ascii        bool
		wide, high   int
	}{
		{120, 20, false, 106, 7}, {120, 20, true, 106, 7},
		{80, 20, false, 53, 4}, {80, 20, true, 53, 7},
		{120, 5, false, 53, 4}, {120, 5, true, 17, 1},
		{40, 20, false, 17, 1}, {10, 20, false, 9, 1}, {80, 1, false, 17, 1},
	} {
		drawn := Draw(plain(t, c.ascii), code, c.cells, c.lines)
		lines := strings.Split(drawn, "\n")
		widest := 0
		for _, l := range lines {
			widest = max(widest, text.Width(l))
		}
		if widest != c.wide || len(lines) != c.high {
			t.Errorf("in %dx%d, ascii %v: %dx%d, want %dx%d\n%s", c.cells, c.lines, c.ascii, widest, len(lines), c.wide, c.high, drawn)
		}
		for _, r := range drawn {
			if c.ascii && r > '~' {
				t.Errorf("ascii shows %q", r)
			}
		}
	}
}

func TestNothingOfACodeIsMissing(t *testing.T) {
	for _, code := range []string{"AB_1", "ÄB", "a.b", "x y"} {
		drawn := ansi.Strip(Draw(plain(t, false), text.Clean(code), 120, 20))
		if strings.Join(strings.Fields(drawn), "") != strings.Join(strings.Fields(code), "") {
			t.Errorf("%q is shown as %q", code, drawn)
		}
	}
	if got := ansi.Strip(Draw(plain(t, false), text.Text{}, 120, 20)); strings.TrimSpace(got) != "" {
		t.Errorf("nothing is shown as %q", got)
	}
}

func TestEveryGlyphIsItsOwn(t *testing.T) {
	seen := map[[height]string]rune{}
	for r, g := range glyphs {
		for _, row := range g {
			if len(row) != 5 || strings.Trim(row, "#.") != "" {
				t.Errorf("%q has a row %q", r, row)
			}
		}
		if other, ok := seen[g]; ok {
			t.Errorf("%q and %q look the same", r, other)
		}
		seen[g] = r
	}
}
