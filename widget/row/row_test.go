package row

import (
	"testing"

	"github.com/charmbracelet/colorprofile"

	"daybook/theme"
	"daybook/widget/text"
)

func plain(t *testing.T) *theme.Theme {
	t.Helper()
	th, err := theme.New(theme.Options{Profile: colorprofile.NoTTY})
	if err != nil {
		t.Fatal(err)
	}
	return th
}

func TestColumnsGiveWayInTheirOrder(t *testing.T) {
	th := plain(t)
	columns := []Column{
		{Text: text.Literal("Bo Berg"), Width: 7},
		{Text: text.Literal("The subject of it"), Gap: 1, Least: 4, Order: 1},
		{Text: text.Literal("how it goes on"), Gap: 2, Fill: true, Least: 6, Order: 2},
		{Text: text.Literal("2 notes"), Gap: 1, Order: 3},
		{Text: text.Literal("Mon"), Gap: 1, Width: 4, Right: true},
	}
	for width, want := range map[int]string{
		54: "Bo Berg The subject of it  how it goes on 2 notes  Mon",
		50: "Bo Berg The subject of it  how it go\u2026 2 notes  Mon",
		40: "Bo Berg The subject of it  how it \u2026  Mon",
		36: "Bo Berg The subject of it        Mon",
		28: "Bo Berg The subject of\u2026  Mon",
		20: "Bo Berg The su\u2026  Mon",
		14: "Bo Berg    Mon",
	} {
		p := New(th)
		p.Columns(width, columns...)
		if got := p.String(); text.Width(got) != width {
			t.Errorf("%d cells: %q has %d", width, got, text.Width(got))
		} else if got := text.Clean(got).String(); got != want {
			t.Errorf("%d cells: got %q, want %q", width, got, want)
		}
	}
}

// A column that nothing else is left for is cut, and nothing is drawn beside the line.
func TestColumnsOfNoWidth(t *testing.T) {
	p := New(plain(t))
	p.Columns(3, Column{Text: text.Literal("abcdef"), Fill: true}, Column{Text: text.Literal("x"), Order: 1, Gap: 1}, Column{Text: text.Literal("long"), Order: 1})
	if got := text.Clean(p.String()).String(); got != "\u2026 x" {
		t.Errorf("got %q", got)
	}
}
