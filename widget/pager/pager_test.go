package pager

import (
	"fmt"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"daybook/theme"
	"daybook/widget/text"
)

func plain(t testing.TB) *theme.Theme {
	t.Helper()
	th, err := theme.New(theme.Options{Profile: colorprofile.NoTTY, ASCII: true})
	if err != nil {
		t.Fatal(err)
	}
	return th
}

func numbered(n int) Lines {
	var l Lines
	for i := range n {
		l = append(l, text.Clean(fmt.Sprintf("line %d", i)))
	}
	return l
}

func reading(t testing.TB, src Source) *Pager {
	p := New(plain(t))
	p.SetSize(20, 10)
	p.SetSource(src)
	return p
}

func TestScrollingStopsAtTheEnds(t *testing.T) {
	p := reading(t, numbered(25))
	for _, step := range []struct {
		what string
		do   func()
		want int
	}{
		{"up at the top", func() { p.Scroll(-3) }, 0},
		{"a page", func() { p.Page(1) }, 9},
		{"half a page", func() { p.HalfPage(1) }, 14},
		{"beyond the end", func() { p.Page(5) }, 15},
		{"one key up", func() { p.Update(tea.KeyPressMsg{Code: 'k', Text: "k"}) }, 14},
		{"to the end", func() { p.Update(tea.KeyPressMsg{Code: 'G', Text: "G"}) }, 15},
	} {
		step.do()
		if got := p.Top(); got != step.want {
			t.Errorf("%s: the first line is %d, want %d", step.what, got, step.want)
		}
	}
	if !p.AtEnd() {
		t.Error("at the end, but AtEnd says no")
	}
}

func TestSearchGoesFromMatchToMatchAndRound(t *testing.T) {
	p := reading(t, numbered(100))
	if got := p.Search(text.NewQuery("line 5")); got != 11 { // 5 and 50 to 59
		t.Fatalf("%d matches, want 11", got)
	}
	for _, want := range []struct{ nth, line int }{{2, 50}, {3, 51}} {
		if nth, of := p.NextMatch(1); nth != want.nth || of != 11 || want.line < p.Top() || want.line >= p.Top()+10 {
			t.Errorf("at %d of %d, window from %d; want match %d on line %d", nth, of, p.Top(), want.nth, want.line)
		}
	}
	p.NextMatch(-2)
	if nth, _ := p.NextMatch(-1); nth != 11 || p.Top() > 59 || p.Top()+10 <= 59 {
		t.Errorf("before the first comes match %d with the window from %d, want the last, on line 59", nth, p.Top())
	}
	if p.Search(text.Query{}) != 0 {
		t.Error("an empty query finds something")
	}
}

func TestSearchBeginsAtTheWindow(t *testing.T) {
	p := reading(t, numbered(100))
	p.ScrollTo(30)
	p.Search(text.NewQuery("line"))
	if nth, _ := p.NextMatch(0); nth != 31 {
		t.Errorf("the search began at match %d, want the first in the window, 31", nth)
	}
}

// marks draws matches in brackets, the current one in braces.
type marks struct{ Lines }

func (m marks) Draw(i int, found []text.Range, current int) string {
	s := m.Lines[i].String()
	for n := len(found) - 1; n >= 0; n-- {
		left, right := "[", "]"
		if n == current {
			left, right = "{", "}"
		}
		s = s[:found[n].From] + left + s[found[n].From:found[n].To] + right + s[found[n].To:]
	}
	return s
}

func TestMatchesAndTheCurrentOneAreDrawn(t *testing.T) {
	p := reading(t, marks{Lines{text.Literal("a b a"), text.Literal("b a")}})
	p.Search(text.NewQuery("a"))
	p.NextMatch(1)
	if got, want := strings.Fields(p.View())[:5], "[a] b {a} b [a]"; strings.Join(got, " ") != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestRewrapStaysAtAboutTheSamePlace(t *testing.T) {
	p := reading(t, numbered(100))
	p.ScrollTo(50)
	p.Rewrap(numbered(200))
	if got := p.Top(); got != 100 {
		t.Errorf("after rewrapping to twice the lines the window begins at %d, want 100", got)
	}
}

func TestFrameHasItsSize(t *testing.T) {
	for _, n := range []int{0, 3, 10, 11, 1000} {
		p := reading(t, append(numbered(n), text.Literal("日本語の長い行です。とても長い行です。")))
		for _, size := range [][2]int{{20, 10}, {1, 1}, {7, 3}} {
			p.SetSize(size[0], size[1])
			lines := strings.Split(p.View(), "\n")
			if len(lines) != size[1] {
				t.Errorf("%d lines, want %d", len(lines), size[1])
			}
			for _, line := range lines {
				if got := text.Width(line); got != size[0] {
					t.Errorf("line %q takes %d cells, want %d", line, got, size[0])
				}
			}
		}
	}
}

func BenchmarkFrame(b *testing.B) {
	p := reading(b, numbered(20_000))
	p.SetSize(100, 50)
	p.Search(text.NewQuery("9"))
	p.ScrollTo(9_000)
	for b.Loop() {
		p.View()
	}
}
