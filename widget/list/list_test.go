package list

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/colorprofile"
	"pgregory.net/rapid"

	_ "daybook/internal/seed"
	"daybook/theme"
	"daybook/widget/text"
)

// rows is a source whose row i is named by ids[i] and as high as its ID says.
type rows struct {
	ids   []string
	drawn int
}

func (r *rows) Len() int           { return len(r.ids) }
func (r *rows) ID(i int) string    { return r.ids[i] }
func (r *rows) Version(int) uint64 { return 1 }
func (r *rows) Height(i int) int   { return 1 + len(r.ids[i])%2 }
func (r *rows) Row(i, w int, s theme.RowState) string {
	r.drawn++
	mark := " "
	if s.Cursor {
		mark = ">"
	}
	if s.Marked {
		mark += "x"
	}
	lines := make([]string, r.Height(i))
	for n := range lines {
		lines[n] = text.Clean(mark+r.ids[i]).Fit(w, text.Text{}).String()
	}
	return strings.Join(lines, "\n")
}

func numbered(n int) *rows {
	r := &rows{}
	for i := range n {
		r.ids = append(r.ids, fmt.Sprintf("row%d", i))
	}
	return r
}

func plain(t testing.TB) *theme.Theme {
	t.Helper()
	th, err := theme.New(theme.Options{Profile: colorprofile.ASCII, ASCII: true})
	if err != nil {
		t.Fatal(err)
	}
	return th
}

func TestCursorStaysOnItsRowWhenRowsArriveAbove(t *testing.T) {
	src := numbered(100)
	l := New(src, plain(t))
	l.SetSize(20, 10)
	l.Select("row50")
	top := l.RowAt(0)
	src.ids = slices.Insert(src.ids, 0, "new1", "new2")
	l.Reload()
	if got := l.Cursor(); got != "row50" {
		t.Errorf("cursor is on %q, want row50", got)
	}
	if got := l.RowAt(0); got != top+2 {
		t.Errorf("window begins at %d, want %d: the cursor must not move on screen", got, top+2)
	}
}

func TestCursorGoesToTheNextRowWhenItsOwnIsRemoved(t *testing.T) {
	for _, tt := range []struct {
		at     string
		remove []string
		want   string
	}{
		{"row5", []string{"row5"}, "row6"},
		{"row5", []string{"row2", "row5", "row6", "row7"}, "row8"},
		{"row9", []string{"row9"}, "row8"},
		{"row9", []string{"row9", "row8", "row0"}, "row7"},
	} {
		src := numbered(10)
		l := New(src, plain(t))
		l.SetSize(20, 10)
		l.Select(tt.at)
		src.ids = slices.DeleteFunc(src.ids, func(id string) bool { return slices.Contains(tt.remove, id) })
		l.Reload()
		if got := l.Cursor(); got != tt.want {
			t.Errorf("cursor at %s, removed %v: got %q, want %q", tt.at, tt.remove, got, tt.want)
		}
	}
}

func TestRowsAreDrawnOnce(t *testing.T) {
	src := numbered(1000)
	l := New(src, plain(t))
	l.SetSize(20, 10)
	l.View()
	src.drawn = 0
	l.View()
	if src.drawn != 0 {
		t.Errorf("a second frame drew %d rows, want 0", src.drawn)
	}
	l.Move(1)
	l.View()
	if src.drawn > 3 { // the row left, the row reached, one scrolled in
		t.Errorf("a step drew %d rows, want at most 3", src.drawn)
	}
}

// Whatever happens to list and rows, the frame has its size and the cursor is in it.
func TestFrameHoldsItsSizeAndCursor(t *testing.T) {
	th := plain(t)
	rapid.Check(t, func(t *rapid.T) {
		src := numbered(rapid.IntRange(0, 40).Draw(t, "rows"))
		l := New(src, th)
		w, h := rapid.IntRange(1, 20).Draw(t, "width"), rapid.IntRange(2, 12).Draw(t, "height")
		l.SetSize(w, h)
		for range rapid.IntRange(1, 30).Draw(t, "steps") {
			switch rapid.IntRange(0, 7).Draw(t, "step") {
			case 0:
				l.Move(rapid.IntRange(-50, 50).Draw(t, "by"))
			case 1:
				l.Scroll(rapid.IntRange(-50, 50).Draw(t, "by"))
			case 2:
				l.Bottom()
			case 3:
				l.HalfPage(rapid.IntRange(-2, 2).Draw(t, "by"))
			case 4:
				if n := src.Len(); n > 0 {
					i := rapid.IntRange(0, n-1).Draw(t, "remove")
					src.ids = slices.Delete(src.ids, i, i+1)
					l.Reload()
				}
			case 5:
				slices.Reverse(src.ids)
				l.Reload()
			case 6:
				l.Click(rapid.IntRange(0, 20).Draw(t, "x"), rapid.IntRange(0, 12).Draw(t, "y"))
			case 7:
				l.ToggleMark()
			}
			checkFrame(t, l, src, w, h)
		}
	})
}

func checkFrame(t *rapid.T, l *List, src *rows, w, h int) {
	lines := strings.Split(l.View(), "\n")
	if len(lines) != h {
		t.Fatalf("frame has %d lines, want %d", len(lines), h)
	}
	shown := false
	for _, line := range lines {
		if got := text.Width(line); got != w {
			t.Fatalf("line %q takes %d cells, want %d", line, got, w)
		}
		shown = shown || strings.HasPrefix(line, ">")
	}
	if src.Len() > 0 && !shown {
		t.Fatalf("cursor row %d is not in the frame:\n%s", l.CursorIndex(), l.View())
	}
	if src.Len() > 0 && l.Cursor() != src.ids[l.CursorIndex()] {
		t.Fatalf("cursor ID %q is not that of row %d", l.Cursor(), l.CursorIndex())
	}
	for _, id := range l.Marked() {
		if !slices.Contains(src.ids, id) {
			t.Fatalf("%q is marked but gone", id)
		}
	}
}

func BenchmarkFrame(b *testing.B) {
	for _, n := range []int{1_000, 100_000, 1_000_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			l := New(numbered(n), plain(b))
			l.SetSize(160, 50)
			l.Goto(n / 2)
			for b.Loop() {
				l.View()
			}
		})
	}
}

func BenchmarkStepAndFrame(b *testing.B) {
	l := New(numbered(100_000), plain(b))
	l.SetSize(160, 50)
	for b.Loop() {
		if !l.Move(1) {
			l.Top()
		}
		l.View()
	}
}

func BenchmarkReloadWhenTheCursorIsGone(b *testing.B) {
	src := numbered(100_000)
	l := New(src, plain(b))
	l.SetSize(160, 50)
	l.Goto(50_000)
	for b.Loop() {
		l.id = "gone"
		l.Reload()
	}
}
