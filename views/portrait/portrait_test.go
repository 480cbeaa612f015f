package portrait

import (
	"bytes"
	"errors"
	"image"
	"image/png"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	"daybook/theme"
	"daybook/views"
	"daybook/widget/picture"
	"daybook/widget/text"
)

func gallery(t *testing.T) *Gallery {
	t.Helper()
	th, err := theme.New(theme.Options{Name: "dark", Profile: colorprofile.TrueColor})
	if err != nil {
		t.Fatal(err)
	}
	return New(&views.Env{Theme: th}, &views.Work{Screen: views.People}, 1<<20)
}

func run(cmd tea.Cmd) {
	if cmd != nil {
		if r, ok := cmd().(views.Result); ok {
			r.Apply()
		}
	}
}

func TestAPictureIsDrawnOnceForASizeAndAnID(t *testing.T) {
	g := gallery(t)
	var file bytes.Buffer
	if err := png.Encode(&file, image.NewGray(image.Rect(0, 0, 8, 8))); err != nil {
		t.Fatal(err)
	}
	grey, err := picture.Decode(file.Bytes(), picture.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	decoded := 0
	decode := func() (picture.Picture, error) { decoded++; return grey, nil }
	initials := g.Of("a 1", text.Literal("Ann Avery"), 14, 7)
	if !strings.Contains(ansi.Strip(strings.Join(initials, "\n")), "AA") {
		t.Errorf("before it is drawn: %q, want initials", initials)
	}
	run(g.Draw("a 1", 14, 7, decode, nil))
	run(g.Draw("a 1", 14, 7, decode, nil))
	if lines, drawn := g.Lines("a 1", 14, 7); decoded != 1 || !drawn || len(lines) != 7 || slices.Equal(lines, initials) {
		t.Errorf("decoded %d times, drawn %v in %d lines", decoded, drawn, len(lines))
	}
	drawing := g.Draw("a 1", 24, 12, decode, nil) // the screen has another size
	for _, size := range [][2]int{{24, 12}, {10, 5}, {0, 0}} {
		got := g.Of("a 1", text.Literal("Ann Avery"), size[0], size[1])
		if len(got) != size[1] || strings.Contains(ansi.Strip(strings.Join(got, "\n")), "AA") {
			t.Errorf("until it is drawn in %v: %q, want what there was", size, got)
		}
		for _, line := range got {
			if text.Width(line) != size[0] {
				t.Errorf("%q takes %d cells, want %d", line, text.Width(line), size[0])
			}
		}
	}
	run(drawing)
	run(g.Draw("a 2", 14, 7, decode, nil))
	if g.Draw("a 1", 0, 7, decode, nil) != nil || decoded != 3 {
		t.Errorf("decoded %d times for three, want once each and none without cells", decoded)
	}
}

func TestWhatCannotBeDecodedIsToldAndHasInitials(t *testing.T) {
	g := gallery(t)
	var told error
	run(g.Draw("a", 14, 7, func() (picture.Picture, error) { return picture.Picture{}, errors.New("no image") }, func(err error) tea.Cmd { told = err; return nil }))
	if _, drawn := g.Lines("a", 14, 7); drawn || told == nil {
		t.Errorf("drawn %v, told %v", drawn, told)
	}
}

func TestLinesStandInTheMiddleBesideAPhoto(t *testing.T) {
	photo := []string{"aa", "bb", "cc", "dd"}
	got := Beside(photo, 2, 4, []string{"x", "y"})
	if want := []string{"  aa   ", "  bb   x", "  cc   y", "  dd   "}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := Beside(nil, 0, 0, []string{"x"}); !slices.Equal(got, []string{"  x"}) {
		t.Errorf("without a photo: %q", got)
	}
	for width, want := range map[int]int{0: 0, 29: 0, 30: 14, 61: 14, 62: 24, 200: 24} {
		if cols, _ := Size(width); cols != want {
			t.Errorf("in %d cells the photo has %d, want %d", width, cols, want)
		}
	}
}
