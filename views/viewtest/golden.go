package viewtest

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"

	"daybook/theme"
	"daybook/widget/text"
)

var update = flag.Bool("update", false, "write the golden files anew")

// Golden compares a frame with testdata/NAME.golden, and writes that with
// -update: the text, and with a theme a map of its styles, one letter a cell,
// with the styles that the letters stand for.
func Golden(t testing.TB, name, frame string, th *theme.Theme) {
	t.Helper()
	got := ansi.Strip(frame) + "\n"
	if th != nil {
		got += "\n" + styleMap(frame, th)
	}
	path := filepath.Join("testdata", name+".golden")
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v; -update writes it", err)
	}
	if got != string(want) {
		t.Errorf("%s differs; look at it, then -update\n got\n%s\nwant\n%s", name, got, want)
	}
}

// Golden compares the screen's text with testdata/NAME.golden.
func (d *Driver) Golden(name string) {
	d.T.Helper()
	Golden(d.T, name, d.Frame(), nil)
}

// StyledGolden compares the screen's text and styles with testdata/NAME.golden.
func (d *Driver) StyledGolden(name string) {
	d.T.Helper()
	Golden(d.T, name, d.Frame(), d.Env.Theme)
}

// state is the background of a row, and what it is called in a map.
type state struct {
	name string
	row  theme.RowState
}

// states are the backgrounds of rows, the terminal's own first.
var states = []state{
	{"", theme.RowState{}},
	{" on cursor", theme.RowState{Cursor: true, Focused: true}},
	{" on idle cursor", theme.RowState{Cursor: true}},
	{" on marked", theme.RowState{Marked: true}},
	{" on marked cursor", theme.RowState{Cursor: true, Focused: true, Marked: true}},
	{" on marked idle cursor", theme.RowState{Cursor: true, Marked: true}},
}

// styleNames are the sequences that begin the styles of a theme. Styles that
// look alike have the name of the first.
func styleNames(th *theme.Theme) map[string]string {
	names := map[string]string{"": "plain"}
	add := func(name string, s theme.Style) {
		open, _, _ := strings.Cut(s.Render("x"), "x")
		if _, known := names[open]; !known {
			names[open] = name
		}
	}
	each := func(s state) {
		styles := reflect.ValueOf(*th.Row(s.row))
		for i := range styles.NumField() {
			name := styles.Type().Field(i).Name
			switch v := styles.Field(i).Interface().(type) {
			case theme.Style:
				add(name+s.name, v)
			default:
				for j := range styles.Field(i).Len() {
					add(fmt.Sprint(name, " ", j, s.name), styles.Field(i).Index(j).Interface().(theme.Style))
				}
			}
		}
	}
	for _, s := range states[1:] { // what has a background is of a row first
		if open, _, _ := strings.Cut(th.Row(s.row).Text.Render("x"), "x"); seen(open) {
			each(s)
		}
	}
	for _, s := range states {
		each(s)
	}
	return names
}

// styleMap is the styles of a frame, and what the letters stand for. A blank is
// one where the background is the terminal's.
func styleMap(frame string, th *theme.Theme) string {
	names := styleNames(th)
	cells, used := [][]string{}, []string{}
	for line := range strings.SplitSeq(frame, "\n") {
		var row []string
		open, state := "", byte(0)
		for line != "" {
			seq, width, n, next := ansi.DecodeSequence(line, state, nil)
			line, state = line[n:], next
			if width == 0 {
				if open = open + seq; seq == "\x1b[m" || seq == "\x1b[0m" {
					open = ""
				}
				continue
			}
			name, known := names[open]
			if !known {
				name = fmt.Sprintf("%q", strings.ReplaceAll(open, "\x1b", ""))
			}
			if seq == " " {
				name = blank(open, name)
			}
			if name != "" && !slices.Contains(used, name) {
				used = append(used, name)
			}
			row = append(row, slices.Repeat([]string{name}, width)...)
		}
		cells = append(cells, row)
	}
	letters := lettered(used)
	var b strings.Builder
	for _, row := range cells {
		for _, name := range row {
			b.WriteRune(letters[name])
		}
		b.WriteByte('\n')
	}
	slices.Sort(used)
	for _, name := range used {
		fmt.Fprintf(&b, "\n%c %s", letters[name], name)
	}
	return b.String() + "\n"
}

// blank is the name of a blank: of what it is on, as its own colour is not
// seen; nothing on the terminal's own background.
func blank(open, name string) string {
	if !seen(open) {
		return ""
	}
	if _, on, ok := strings.Cut(name, " on "); ok {
		return "on " + on
	}
	return name
}

// seen reports whether a style shows on a blank: it has a background, a line, or
// is reversed.
func seen(open string) bool {
	codes := strings.Split(strings.TrimSuffix(strings.TrimPrefix(open, "\x1b["), "m"), ";")
	for i := 0; i < len(codes); i++ {
		switch code := codes[i]; {
		case code == "38" && i+1 < len(codes) && codes[i+1] == "2":
			i += 4
		case code == "38":
			i += 2
		case code == "4", code == "7", code == "9", len(code) == 2 && code[0] == '4', len(code) == 3 && code[:2] == "10":
			return true
		}
	}
	return false
}

// lettered gives each name a letter, one of its own where that is free, so that
// a new style changes few others.
func lettered(names []string) map[string]rune {
	names = slices.Sorted(slices.Values(names))
	letters, taken := map[string]rune{"": ' '}, map[rune]bool{}
	for _, name := range names {
		candidates := []rune{}
		for _, r := range name {
			if unicode.IsLetter(r) && r < unicode.MaxASCII {
				candidates = append(candidates, unicode.ToLower(r), unicode.ToUpper(r))
			}
		}
		for r := '!'; r < unicode.MaxASCII; r++ {
			candidates = append(candidates, r)
		}
		for r := rune(0xa1); r < 0x250; r++ {
			candidates = append(candidates, r)
		}
		i := slices.IndexFunc(candidates, func(r rune) bool { return !taken[r] })
		letters[name] = candidates[i]
		taken[candidates[i]] = true
	}
	return letters
}

// CheckFrame holds a frame to its size in cells, and to what may be written to
// a terminal at all.
func CheckFrame(t testing.TB, frame string, width, height int) {
	t.Helper()
	lines := strings.Split(frame, "\n")
	if len(lines) != height {
		t.Fatalf("%d lines, want %d\n%s", len(lines), height, ansi.Strip(frame))
	}
	for i, line := range lines {
		if got := text.Width(line); got != width {
			t.Fatalf("line %d takes %d cells, want %d: %q", i, got, width, line)
		}
	}
	if !utf8.ValidString(frame) {
		t.Fatalf("invalid UTF-8 in the frame")
	}
	for _, r := range ansi.Strip(frame) {
		switch {
		case r == '\n':
		case r < 0x20, r >= 0x7f && r < 0xa0, r >= 0x200b && r <= 0x200f, r >= 0x202a && r <= 0x202e, r >= 0x2066 && r <= 0x2069,
			r >= 0xe0000 && r <= 0xe0fff, r == 0xfeff:
			t.Fatalf("%U on the screen", r)
		}
	}
	for _, part := range strings.Split(frame, "\x1b")[1:] {
		if end := strings.IndexFunc(part, func(r rune) bool { return r != '[' && r != ';' && r != ':' && (r < '0' || r > '9') }); end < 0 || part[end] != 'm' {
			t.Fatalf("a sequence that is no style: %q", part[:min(len(part), 20)])
		}
	}
}
