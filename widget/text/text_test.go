package text

import (
	"errors"
	"testing"
)

func TestCleanMakesOneSafeLine(t *testing.T) {
	for in, want := range map[string]string{
		"plain":                       "plain",
		"a\x1b[31mred":                "a␛[31mred",
		"bell\x07 del\x7f nul\x00":    "bell␇ del␡ nul␀",
		"c1 \u009b31m":                "c1 \ufffd31m",
		"bad \xff utf8":               "bad \ufffd utf8",
		"two\r\nlines\tand\n\n\ttabs": "two lines and tabs",
		"\u202egpj.exe":               "gpj.exe",
		"zero\u200bwidth\ufeff":       "zerowidth",
		"tag\U000e0041s":              "tags",
		"e\u0301":                     "e\u0301",
		"\u0301lone":                  "◌\u0301lone",
		"👨\u200d👩\u200d👧":             "👨👩👧",
		"👍🏽 ❤\ufe0f":                  "👍 ❤",
		"🇬🇧 🇬":                        "🇬🇧 G",
		"soft\u00adhyphen":            "softhyphen",
	} {
		if got := Clean(in).String(); got != want {
			t.Errorf("Clean(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestCleanBlockKeepsLinesAndExpandsTabs(t *testing.T) {
	for in, want := range map[string]string{
		"a\r\nb\rc\nd":   "a\nb\nc\nd",
		"a\tb":           "a       b",
		"日本\tb":          "日本    b",
		"1234567\t8\n\t": "1234567 8\n        ",
		"a\n\u0301b":     "a\n◌\u0301b",
	} {
		if got := CleanBlock(in).String(); got != want {
			t.Errorf("CleanBlock(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestTruncateEndsWithTheTail(t *testing.T) {
	tail := Literal("…")
	for _, tt := range []struct {
		in    string
		width int
		want  string
	}{
		{"hello", 5, "hello"}, {"hello", 4, "hel…"}, {"hello", 1, "…"}, {"hello", 0, ""},
		{"日本語", 6, "日本語"}, {"日本語", 5, "日本…"}, {"日本語", 4, "日…"}, {"日本語", 2, "…"},
	} {
		if got := Clean(tt.in).Truncate(tt.width, tail).String(); got != tt.want {
			t.Errorf("%q in %d cells: got %q, want %q", tt.in, tt.width, got, tt.want)
		}
	}
}

func TestOfJoinsCleanedWords(t *testing.T) {
	got := Of("Read ", 3, " of \u201c", Clean("a"), "\u201d: ", errors.New("no\x1b[2J line\n"))
	if want := Clean("Read 3 of \u201ca\u201d: no\x1b[2J line\n"); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
