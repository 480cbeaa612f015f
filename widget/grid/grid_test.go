package grid

import (
	"fmt"
	"strings"
	"testing"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	_ "daybook/internal/seed"
	"daybook/theme"
	"daybook/widget/text"
)

// numbers is a grid whose cells say where they are.
type numbers struct{ rows, columns int }

func (n numbers) Size() (int, int)        { return n.rows, n.columns }
func (n numbers) Heading(c int) text.Text { return text.Clean(fmt.Sprintf("C%d", c)) }
func (n numbers) Cell(r, c int) (Cell, bool) {
	switch c % 5 {
	case 1:
		return Cell{text.Clean(fmt.Sprint(r * c)), Number}, true
	case 2:
		return Cell{text.Literal("2026-11-22"), Date}, true
	case 3:
		return Cell{text.Literal("FALSE"), Truth}, true
	case 4:
		return Cell{text.Literal("#DIV/0!"), Failure}, true
	}
	return Cell{text.Clean(fmt.Sprintf("r%d c%d", r, c)), Words}, r != 7
}

func plain(t testing.TB) *theme.Theme {
	t.Helper()
	th, err := theme.New(theme.Options{Name: "mono", Profile: colorprofile.ASCII})
	if err != nil {
		t.Fatal(err)
	}
	return th
}

func seen(g *Grid) []string { return strings.Split(ansi.Strip(g.View()), "\n") }

func TestKindsAreToldApartWithoutColour(t *testing.T) {
	g := New(numbers{3, 5}, plain(t))
	g.SetSize(70, 5)
	g.Measure(Area{0, 0, 2, 4})
	got := seen(g)[3]
	for _, want := range []string{"│ r1 c0 │", "│     1 │", "│ 2026-11-22 │", "│ ✗ FALSE │", "│ ▲ #DIV/0! │"} {
		if !strings.Contains(got, want) {
			t.Errorf("row 2 is %q, want %q in it", got, want)
		}
	}
}

func TestANumberWithoutRoomIsNoOtherNumber(t *testing.T) {
	g := New(numbers{100000, 5}, plain(t))
	g.SetSize(20, 5)
	g.widths = map[int]int{0: 5, 1: 3}
	g.Goto(99999, 1)
	if got := seen(g)[4]; !strings.Contains(got, "▌###") {
		t.Errorf("got %q, want the number 99999 in three cells as ###", got)
	}
}

func TestCellsThatWereNotReadAreDots(t *testing.T) {
	g := New(numbers{9, 2}, plain(t))
	g.SetSize(40, 12)
	if got := seen(g)[2+7]; !strings.Contains(got, "│ ·") {
		t.Errorf("got %q, want a dot in the first column", got)
	}
}

func TestTheCursorStaysInTheGridAndInSight(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		src := numbers{rapid.IntRange(1, 2000).Draw(t, "rows"), rapid.IntRange(1, 80).Draw(t, "columns")}
		th, _ := theme.New(theme.Options{Name: "mono"})
		g := New(src, th)
		w, h := rapid.IntRange(0, 130).Draw(t, "width"), rapid.IntRange(0, 40).Draw(t, "height")
		g.SetSize(w, h)
		for range rapid.IntRange(1, 12).Draw(t, "steps") {
			switch rapid.IntRange(0, 6).Draw(t, "what") {
			case 0:
				g.Move(rapid.IntRange(-3000, 3000).Draw(t, "down"), rapid.IntRange(-90, 90).Draw(t, "right"))
			case 1:
				g.HalfPage(rapid.IntRange(-4, 4).Draw(t, "halves"))
			case 2:
				g.Scroll(rapid.IntRange(-50, 50).Draw(t, "lines"))
			case 3:
				g.StartSelecting()
			case 4:
				g.Click(rapid.IntRange(-1, 130).Draw(t, "x"), rapid.IntRange(-1, 40).Draw(t, "y"))
			case 5:
				g.Drag(rapid.IntRange(-1, 130).Draw(t, "x"), rapid.IntRange(-1, 40).Draw(t, "y"))
			case 6:
				g.Measure(g.Visible())
			}
			check(t, g, src, w, h)
		}
	})
}

func check(t *rapid.T, g *Grid, src numbers, w, h int) {
	row, column := g.Cursor()
	a := g.Visible()
	if row < 0 || row >= src.rows || column < 0 || column >= src.columns {
		t.Fatalf("the cursor is at %d,%d of %v", row, column, src)
	}
	if row < a.Top || row > a.Bottom || column < a.Left || column > a.Right {
		t.Fatalf("the cursor at %d,%d is not within %v", row, column, a)
	}
	if s := g.Selection(); s.Top > row || s.Bottom < row || s.Left > column || s.Right < column || s.Bottom >= src.rows || s.Right >= src.columns {
		t.Fatalf("the selection %v does not hold the cursor at %d,%d of %v", s, row, column, src)
	}
	if w == 0 || h == 0 {
		return
	}
	lines := strings.Split(g.View(), "\n")
	if len(lines) != h {
		t.Fatalf("%d lines, want %d", len(lines), h)
	}
	for _, l := range lines {
		if got := text.Width(l); got != w {
			t.Fatalf("a line of %d cells, want %d: %q", got, w, ansi.Strip(l))
		}
	}
}

func TestWhereAClickLandsIsWhereTheCellIsDrawn(t *testing.T) {
	g := New(numbers{60, 20}, plain(t))
	g.SetSize(70, 20)
	g.Measure(Area{0, 0, 59, 19})
	g.Goto(40, 10)
	a := g.Visible()
	for row := a.Top; row <= a.Bottom; row++ {
		for column := a.Left; column <= a.Right; column++ {
			x := g.gutter() + 2
			for c := a.Left; c < column; c++ {
				x += g.taken(c)
			}
			if r, c, ok := g.At(x, headHeight+row-a.Top); !ok || r != row || c != column {
				t.Fatalf("the cell %d,%d is found as %d,%d (%v)", row, column, r, c, ok)
			}
		}
	}
}

func TestHeadingsAndRowNumbersSelectWhole(t *testing.T) {
	g := New(numbers{60, 20}, plain(t))
	g.SetSize(70, 20)
	g.Click(8, 0)
	if got, want := g.Selection(), (Area{0, 0, 59, 0}); got != want {
		t.Errorf("a click on a heading selects %v, want %v", got, want)
	}
	g.Click(1, 4)
	if got, want := g.Selection(), (Area{2, 0, 2, 19}); got != want {
		t.Errorf("a click on a row number selects %v, want %v", got, want)
	}
}

func BenchmarkKeyToFrame100000x50(b *testing.B) {
	th, err := theme.New(theme.Options{Name: "dark"})
	if err != nil {
		b.Fatal(err)
	}
	g := New(numbers{100_000, 50}, th)
	g.SetSize(200, 60)
	for i := 0; b.Loop(); i++ {
		g.HalfPage(1 - 2*(i/3000%2))
		if g.View() == "" {
			b.Fatal("nothing drawn")
		}
	}
}
