package picture

import (
	"slices"
	"strings"
	"testing"

	"daybook/widget/text"
)

func TestCacheForgetsWhatWasNotUsedForLongest(t *testing.T) {
	c := NewCache(30)
	key := func(id string) Key { return Key{ID: id, Cols: 9, Rows: 1} }
	for _, id := range []string{"a", "b", "c"} {
		c.Put(key(id), []string{"123456789"})
	}
	c.Get(key("a"))
	c.Put(key("d"), []string{"123456789"})
	for id, want := range map[string]bool{"a": true, "b": false, "c": true, "d": true} {
		if _, got := c.Get(key(id)); got != want {
			t.Errorf("%s is kept: %v, want %v", id, got, want)
		}
	}
}

func TestCacheKeepsSizesAndStylesApart(t *testing.T) {
	c := NewCache(1000)
	small, large := Key{ID: "a", Cols: 10, Rows: 5}, Key{ID: "a", Cols: 20, Rows: 10}
	blocks := small
	blocks.Options.Style = Blocks
	c.Put(small, []string{"small"})
	c.Put(large, []string{"large"})
	c.Put(small, []string{"again"})
	if got, ok := c.Get(small); !ok || got[0] != "again" {
		t.Errorf("got %q, want the last that was put", got)
	}
	if _, ok := c.Get(blocks); ok {
		t.Error("another style was found that was never put")
	}
	c.Put(Key{ID: "huge"}, []string{strings.Repeat("x", 2000)})
	if _, ok := c.Get(large); !ok {
		t.Error("what does not fit drove out what does")
	}
}

func TestInitialsFillExactlyTheCells(t *testing.T) {
	for cols := 1; cols < 14; cols++ {
		for rows := 1; rows < 8; rows++ {
			lines := Initials(text.Clean("\x1b[31m山田 Zoë"), cols, rows, RoundFrame())
			if len(lines) != rows {
				t.Fatalf("%dx%d: got %d lines", cols, rows, len(lines))
			}
			for _, l := range lines {
				if text.Width(l) != cols || strings.Contains(l, "\x1b") {
					t.Fatalf("%dx%d: got %q, %d cells", cols, rows, l, text.Width(l))
				}
			}
		}
	}
	want := []string{"+------+", "|  BB  |", "+------+"}
	if got := Initials(text.Clean("Bo Berg"), 8, 3, ASCIIFrame()); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestShortTakesFirstAndLastWord(t *testing.T) {
	for name, want := range map[string]string{
		"Ann Avery": "AA", "Jean-Baptiste N'Diaye-O'Connor": "JN", "cher": "C", "Berg, Bo": "BB", "Dr Ines Falésia (Tides)": "DF",
		"élodie de la tour": "ÉT", "": "?", "🌻 !!": "?", "Room 42": "R4",
	} {
		if got := Short(text.Clean(name)).String(); got != want {
			t.Errorf("%q: got %q, want %q", name, got, want)
		}
	}
}
