package text

import (
	"fmt"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	_ "daybook/internal/seed"
	"github.com/charmbracelet/x/ansi"

	"pgregory.net/rapid"
)

// hostile draws strings of what terminals and renderers stumble over, between ordinary words.
func hostile() *rapid.Generator[string] {
	pieces := []string{
		"word", "wörter", " ", "  ", "\t", "\n", "\r\n", "\r", "日本語", "한국어", "한", "العربية", "שלום", "ไทย กำ", "ກຳ",
		"\x1b[31m", "\x1b]8;;http://x\x07", "\x9b31m", "\u009b", "\u0085", "\x00", "\x7f", "\xff\xfe", "\xe2\x82", "\ufffd",
		"\u202e", "\u2066", "\u200b", "\u200d", "\ufeff", "\u00ad", "\u2028", "\u2029", "\U000e0041", "\ufe0f", "\ufe0e", "\u034f",
		"👨\u200d👩\u200d👧", "👍🏽", "🏽", "❤\ufe0f", "1\ufe0f\u20e3", "🇬🇧", "🇬", "🇬🇧🇬", "e\u0301", "\u0301", strings.Repeat("\u0300", 50),
		"\u1acf", "\U0001d165", "\u1160", "ᄒ", "ㅤ", "-", "--", "> ", ">>> ", "https://example.com/a/long/path?with=query&and=more", "。", "「", "」",
		"\U0010ffff", "\ufdd0", "\ue000", "…", "—",
	}
	piece := rapid.OneOf(rapid.SampledFrom(pieces), rapid.String(), rapid.StringN(0, 3, -1))
	return rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOfN(piece, 0, 20).Draw(t, "pieces"), "")
	})
}

// safe reports the first thing in s that must not reach a terminal.
func safe(s string, block bool) (bad rune, ok bool) {
	if !utf8.ValidString(s) {
		return utf8.RuneError, false
	}
	for _, r := range s {
		switch {
		case r == '\n' && block:
		case r < 0x20, r >= 0x7f && r < 0xa0, unicode.Is(unicode.Cf, r), r == '\u2028', r == '\u2029', r == '\ufe0f', isHidden(r):
			return r, false
		}
	}
	return 0, true
}

func TestCleanedTextHasNothingThatSteersATerminal(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := hostile().Draw(t, "in")
		for _, block := range []bool{false, true} {
			got := Clean(in).String()
			if block {
				got = CleanBlock(in).String()
			}
			if bad, ok := safe(got, block); !ok {
				t.Fatalf("%q cleaned to %q, which has %U", in, got, bad)
			}
			if n := mostMarks(got); n > MaxMarks {
				t.Fatalf("%q cleaned to %q with %d marks on a base", in, got, n)
			}
		}
	})
}

func mostMarks(s string) int {
	most, run := 0, 0
	for _, r := range s {
		if run++; !isMark(r) {
			run = 0
		}
		most = max(most, run)
	}
	return most
}

func TestCleaningTwiceChangesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := hostile().Draw(t, "in")
		once, block := Clean(in), CleanBlock(in)
		if twice := Clean(once.String()); twice != once {
			t.Fatalf("%q: once %q, twice %q", in, once, twice)
		}
		if twice := CleanBlock(block.String()); twice != block {
			t.Fatalf("block %q: once %q, twice %q", in, block, twice)
		}
	})
}

// The renderer sums code points, or takes clusters once the terminal confirmed mode 2027. Outside of the scripts with
// spacing marks and conjuncts cleaned text is measured the same both ways.
func TestBothMeasuresOfTheRendererAgree(t *testing.T) {
	spaced := func(r rune) bool {
		return unicode.In(r, unicode.Mc, unicode.Devanagari, unicode.Bengali, unicode.Gujarati, unicode.Oriya, unicode.Telugu, unicode.Malayalam) || joinsAhead(r)
	}
	agree := func(in string) error {
		got := Clean(in)
		sum, clusters := ansi.WcWidth.StringWidth(got.String()), ansi.GraphemeWidth.StringWidth(got.String())
		if sum != clusters || got.Width() != sum {
			return fmt.Errorf("%q: %q: by code points %d, by clusters %d, Width %d", in, got, sum, clusters, got.Width())
		}
		return nil
	}
	for r := rune(0x80); r <= unicode.MaxRune; r++ {
		if spaced(r) {
			continue
		}
		for _, in := range []string{"a" + string(r) + "b", "日" + string(r) + string(r)} {
			if err := agree(in); err != nil {
				t.Error(err)
			}
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		in := strings.Map(func(r rune) rune {
			if spaced(r) {
				return 'x'
			}
			return r
		}, hostile().Draw(t, "in"))
		if err := agree(in); err != nil {
			t.Fatal(err)
		}
	})
}

// joinsAhead says that a letter forms a cluster with the following one (Indic conjuncts by a virama, prepended
// letters, leading parts of conjoining Hangul).
func joinsAhead(r rune) bool {
	return r >= 0x1100 && r <= 0x115f || r >= 0xa960 && r <= 0xa97f || r >= 0x0900 && r <= 0x109f && unicode.Is(unicode.M, r) || r >= 0x1700 && r <= 0x1aaf || r >= 0xa800 && r <= 0xabff || r >= 0x11000 && r <= 0x11fff || r == 0x0d4e
}

func TestCuttingKeepsToItsWidth(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := Clean(hostile().Draw(t, "in"))
		width := rapid.IntRange(0, 30).Draw(t, "width")
		tail := rapid.SampledFrom([]Text{{}, Literal("…"), Literal("..")}).Draw(t, "tail")
		if got := in.Truncate(width, tail); got.Width() > width {
			t.Fatalf("Truncate(%q, %d) = %q, %d cells", in, width, got, got.Width())
		}
		if got := in.Fit(width, tail); got.Width() != width {
			t.Fatalf("Fit(%q, %d) = %q, %d cells", in, width, got, got.Width())
		}
		if in.Width() <= width && in.Truncate(width, tail) != in {
			t.Fatalf("%q fits in %d, yet was truncated to %q", in, width, in.Truncate(width, tail))
		}
		from := rapid.IntRange(0, 30).Draw(t, "from")
		got := in.Cut(from, from+width)
		if want := max(min(in.Width()-from, width), 0); got.Width() != want {
			t.Fatalf("Cut(%q, %d, %d) = %q, %d cells, want %d", in, from, from+width, got, got.Width(), want)
		}
	})
}

func TestWrappedLinesKeepToTheWidthAndLoseNoWord(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := CleanBlock(hostile().Draw(t, "in"))
		width := rapid.IntRange(1, 40).Draw(t, "width")
		var words strings.Builder
		for _, line := range in.Wrap(width) {
			if line.Width() > width {
				t.Fatalf("%q at %d: line %q takes %d cells", in, width, line, line.Width())
			}
			words.WriteString(line.String())
		}
		letters := func(s string) string { return strings.NewReplacer(" ", "", "\n", "", ">", "").Replace(s) }
		if got, want := letters(words.String()), letters(in.String()); got != want && width > 1+MaxMarks {
			t.Fatalf("%q at %d: got the letters %q, want %q", in, width, got, want)
		}
	})
}

func TestMatchesAreWholeCharactersInOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := Clean(hostile().Draw(t, "in"))
		q := NewQuery(rapid.SliceOfN(rapid.StringN(1, 3, -1), 1, 3).Draw(t, "words")...)
		at := 0
		for _, r := range q.Find(in) {
			if r.From < at || r.To <= r.From || r.To > len(in.String()) || !utf8.ValidString(in.Slice(r).String()) {
				t.Fatalf("%v in %q: range %+v after %d", q.words, in, r, at)
			}
			at = r.To
		}
	})
}

func FuzzClean(f *testing.F) {
	for _, s := range []string{"plain", "a\x1b[31mb", "\u202e\u009b\xff", "👨\u200d👩 e\u0301\u0301", "\t日\r\n\u0300x", "🇬🇧🇬"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, in string) {
		for _, c := range []Cleaner{{}, {Clusters: true}} {
			line, block := c.Clean(in), c.CleanBlock(in)
			if strings.Contains(line.String(), "\n") {
				t.Errorf("a line break in %q", line)
			}
			if !c.Clusters {
				for _, one := range []Text{line, block} {
					if bad, ok := safe(one.String(), true); !ok {
						t.Errorf("%q has %U", one, bad)
					}
				}
			}
			if again := c.CleanBlock(block.String()); again != block {
				t.Errorf("once %q, twice %q", block, again)
			}
			for _, width := range []int{1, 7, 80} {
				for _, l := range block.Wrap(width) {
					if l.Width() > width {
						t.Errorf("%q at %d: %q takes %d cells", block, width, l, l.Width())
					}
				}
			}
		}
	})
}
