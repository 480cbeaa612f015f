package overlay

import (
	"strings"
	"testing"

	"github.com/charmbracelet/colorprofile"
	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	_ "daybook/internal/seed"
	"daybook/theme"
	"daybook/widget/text"
)

// cells is a drawing as the renderer's own screen has it: the content of each cell.
func cells(drawn string, width, height int) [][]string {
	screen := uv.NewScreenBuffer(width, height)
	uv.NewStyledString(drawn).Draw(screen, screen.Bounds())
	out := make([][]string, height)
	for y := range out {
		for x := range width {
			c := screen.CellAt(x, y)
			switch {
			case c == nil || c.Content == " ":
				out[y] = append(out[y], "")
			default:
				out[y] = append(out[y], c.Content)
			}
		}
	}
	return out
}

// Outside of the box every cell of the background stays, but for the halves of wide characters at its edges.
func TestBoxCoversItsCellsAndNoOther(t *testing.T) {
	const width, height = 24, 6
	word := rapid.SampledFrom([]string{"a", "bc", "日本", "\x1b[1mbold\x1b[m", "e\u0301", "\x1b[31m赤\x1b[m", " "})
	row := rapid.Custom(func(t *rapid.T) string {
		return text.FitStyled(strings.Join(rapid.SliceOfN(word, 0, 14).Draw(t, "words"), ""), width)
	})
	rapid.Check(t, func(t *rapid.T) {
		background := strings.Join(rapid.SliceOfN(row, height, height).Draw(t, "background"), "\n")
		boxWidth, boxHeight := rapid.IntRange(1, 12).Draw(t, "width"), rapid.IntRange(1, 4).Draw(t, "height")
		box := strings.TrimSuffix(strings.Repeat(strings.Repeat("#", boxWidth)+"\n", boxHeight), "\n")
		x, y := rapid.IntRange(-5, width).Draw(t, "x"), rapid.IntRange(-2, height).Draw(t, "y")
		drawn := Place(background, box, x, y, width)
		for _, line := range strings.Split(drawn, "\n") {
			if got := text.Width(line); got != width {
				t.Fatalf("line %q takes %d cells, want %d", line, got, width)
			}
		}
		before, after := cells(background, width, height), cells(drawn, width, height)
		for cy := range height {
			for cx := range width {
				inside := cx >= x && cx < x+boxWidth && cy >= y && cy < y+boxHeight
				got, was := after[cy][cx], before[cy][cx]
				switch {
				case inside && got != "#":
					t.Fatalf("cell %d,%d shows %q, want the box", cx, cy, got)
				case !inside && got != was && got != "":
					t.Fatalf("cell %d,%d shows %q, before %q", cx, cy, got, was)
				case !inside && got == "" && was != "" && ansi.StringWidth(was) < 2:
					t.Fatalf("cell %d,%d lost %q", cx, cy, was)
				}
			}
		}
	})
}

func TestStylesDoNotRunIntoEachOther(t *testing.T) {
	screen := uv.NewScreenBuffer(10, 1)
	uv.NewStyledString(Place("\x1b[1mbbbbbbbbbb\x1b[m", "xx", 4, 0, 10)).Draw(screen, screen.Bounds())
	for x := range 10 {
		inside := x == 4 || x == 5
		if got := screen.CellAt(x, 0).Style.Attrs&uv.AttrBold != 0; got == inside {
			t.Errorf("cell %d is bold: %v", x, got)
		}
	}
}

func TestFrameHasItsSizeWhateverIsInIt(t *testing.T) {
	th, err := theme.New(theme.Options{Name: "dark", Profile: colorprofile.TrueColor})
	if err != nil {
		t.Fatal(err)
	}
	for _, size := range [][2]int{{2, 2}, {5, 3}, {20, 4}, {60, 10}} {
		box := Frame(th, text.Literal("日本語 a title that is long"), "one\n日本語の長い行です。とても長い行です。\nthree\nfour\nfive", th.Muted.Render(" 3 of 4 "), size[0], size[1])
		lines := strings.Split(box, "\n")
		if len(lines) != size[1] {
			t.Errorf("%v: %d lines", size, len(lines))
		}
		for _, line := range lines {
			if got := text.Width(line); got != size[0] {
				t.Errorf("%v: line %q takes %d cells", size, line, got)
			}
		}
	}
}

func TestCentreSaysWhereTheBoxIs(t *testing.T) {
	drawn, x, y := Centre("......\n......\n......", "##", 6, 3)
	if x != 2 || y != 1 || ansi.Strip(drawn) != "......\n..##..\n......" {
		t.Errorf("at %d,%d:\n%s", x, y, ansi.Strip(drawn))
	}
}
