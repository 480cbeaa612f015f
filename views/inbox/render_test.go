package inbox

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"daybook/model"
	"daybook/widget/text"
)

// update writes the goldens anew; the flag is viewtest's.
var update = flag.Lookup("update")

// sizes are the views under terminals of 120x36, 80x24 and 40x12: the root
// takes two lines.
var sizes = []struct {
	name string
	w, h int
}{{"120x36", 120, 34}, {"80x24", 80, 22}, {"40x12", 40, 10}}

func TestGoldens(t *testing.T) {
	for _, size := range sizes {
		for _, l := range looks {
			for name, keys := range map[string][]string{"list": nil, "reader": {"enter"}, "folders": {"shift+tab"}, "marked": {"x", "x"}, "move": {"m"}} {
				if l.name != "dark" && name != "list" {
					continue
				}
				d := start(t, office(), size.w, size.h)
				*d.theme = *newTheme(t, l)
				d.press(keys...)
				golden(t, fmt.Sprintf("%s-%s-%s", name, size.name, l.name), d.m.View())
				checkFrame(t, d.m, size.w, size.h)
			}
		}
	}
}

func TestTheLineAboveTheListGivesWayWhereItIsNarrow(t *testing.T) {
	for width := 1; width < 30; width++ {
		for _, keys := range [][]string{nil, {"F"}, {"F", "F"}} {
			d := start(t, office(), width, 10)
			d.press(keys...)
			for _, line := range strings.Split(d.m.View(), "\n") {
				if got := text.Width(line); got != width {
					t.Fatalf("at %d cells, after %v: a line of %d: %q", width, keys, got, ansi.Strip(line))
				}
			}
		}
	}
}

func TestGoldensOfOtherStates(t *testing.T) {
	for name, story := range map[string]func() *driver{
		"empty": func() *driver { return start(t, newFake(), 120, 34) },
		"error": func() *driver {
			f := newFake()
			f.fail = model.Errorf(model.CodeUnavailable, "the mailbox does not answer")
			return start(t, f, 120, 34)
		},
		"loading": func() *driver {
			d := &driver{t: t, f: office(), state: memory{}, theme: newTheme(t, looks[0]), now: now}
			return startHeld(d)
		},
		"search": func() *driver {
			d := start(t, office(), 120, 34)
			d.press("/")
			d.typed("from:bo release")
			d.pass(searchPause)
			return d
		},
		"nothing": func() *driver {
			d := start(t, office(), 120, 34)
			d.press("/")
			d.typed("zebra")
			d.press("enter")
			return d
		},
		"gap": func() *driver {
			d := startWith(t, flat(300), 120, 34, memory{}, Options{PageSize: 40})
			d.hold()
			d.press("G")
			d.release()
			d.m.list.rows.MoveTo(d.m.list.rows.Gap() + 1)
			d.m.list.sync()
			return d
		},
	} {
		d := story()
		golden(t, name, d.m.View())
		checkFrame(t, d.m, 120, 34)
	}
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name+".golden")
	if update.Value.String() == "true" {
		if err := os.WriteFile(path, []byte(got+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got+"\n" != string(want) {
		t.Errorf("%s differs; look at it, then -update\n got\n%s\nwant\n%s", name, ansi.Strip(got), ansi.Strip(string(want)))
	}
}

// checkFrame holds a frame to its size, and to what may be written to a
// terminal at all.
func checkFrame(t testing.TB, m front, w, h int) {
	t.Helper()
	frame := m.View()
	lines := strings.Split(frame, "\n")
	if len(lines) != h {
		t.Fatalf("%d lines, want %d\n%s", len(lines), h, ansi.Strip(frame))
	}
	for i, line := range lines {
		if got := text.Width(line); got != w {
			t.Fatalf("line %d takes %d cells, want %d: %q", i, got, w, line)
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

// hostile are the strings that attack a terminal.
var hostile = []string{
	"\x1b]0;owned\x07", "\x1b[2J\x1b[H", "\u009b31m", "\u009d8;;http://evil.example\u009c", "\u202egnp.exe", "\u2066\u2069\u200b\u200d",
	"a" + strings.Repeat("\u0301", 2000), "line\r\nbreak\ttab\x00nul\x7f", "\xff\xfe broken", "\U000e0041tag", "漢字カナ🎉👩‍👩‍👧", "\x1bP$q\x1b\\", "é🇩🇪\ufe0f",
}

func TestHostileMailDrawsAsHarmlessText(t *testing.T) {
	f := newFake()
	for i, s := range hostile {
		m := message(fmt.Sprint("h", i), fmt.Sprint("h", i), "x"+s+"y", "Subject "+s, "Preview "+s, i)
		m.From.EmailAddress.Address = "a" + s + "@evil.example"
		m.ReplyTo = []model.Recipient{*person(s, s+"@other.example")}
		m.ToRecipients = []model.Recipient{*person(s, s)}
		m.Categories = []string{s}
		m.HasAttachments = true
		m.Attachments = []model.Attachment{{Entity: model.Entity{ID: "a"}, Name: s + ".exe", ContentType: s}}
		m.Location = &model.Location{DisplayName: s}
		m.MeetingMessageType = model.MeetingRequest
		m.Body = &model.ItemBody{ContentType: []string{"text", "html"}[i%2], Content: "Body " + s + "<a href='http://x.example/" + s + "'>" + s + "</a>"}
		f.add(m)
	}
	for i, s := range hostile {
		f.addFolder(fmt.Sprint("f", i), "Folder "+s, "")
		f.categories = append(f.categories, model.OutlookCategory{DisplayName: s, Color: s})
		f.people = append(f.people, model.EmailAddress{Name: "x" + s, Address: s})
	}
	for _, size := range sizes {
		d := start(t, f, size.w, size.h)
		for range hostile {
			checkFrame(t, d.m, size.w, size.h)
			d.press("enter")
			checkFrame(t, d.m, size.w, size.h)
			for _, key := range []string{"b", "L", "m", "t"} {
				d.press(key)
				checkFrame(t, d.m, size.w, size.h)
				if d.m.dialog.IsOpen() {
					d.press("esc")
				}
			}
			d.press("H")
			checkFrame(t, d.m, size.w, size.h)
			d.press("H", "H", "esc", "j")
		}
		d.press("shift+tab")
		checkFrame(t, d.m, size.w, size.h)
		d.press("/")
		d.run(d.m.Update(tea.PasteMsg{Content: strings.Join(hostile, " ")}))
		checkFrame(t, d.m, size.w, size.h)
		d.press("esc")
		d.press("/")
		d.typed("from:x")
		checkFrame(t, d.m, size.w, size.h)
		d.press("esc")
	}
}

// TestEverySizeHoldsItsFrame: whatever the terminal's size and the state,
// nothing panics, wraps or is left over.
func TestEverySizeHoldsItsFrame(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		d := start(t, office(), 120, 34)
		for range rapid.IntRange(1, 12).Draw(rt, "steps") {
			w, h := rapid.IntRange(0, 150).Draw(rt, "width"), rapid.IntRange(0, 50).Draw(rt, "height")
			d.m.SetSize(w, h)
			key := rapid.SampledFrom([]string{"j", "G", "enter", "esc", "tab", "m", "t", "/", "x", "*", "e", "L", "v", "F", "]", "z", "h d", "u"}).Draw(rt, "key")
			if d.m.Capturing() {
				key = "esc"
			}
			if key != "u" && d.action(key) == nil || key == "u" && len(d.done) == 0 {
				continue
			}
			d.press(key)
			if w > 0 && h > 0 {
				checkFrame(t, d.m, w, h)
			} else if d.m.View() != "" {
				t.Fatalf("%dx%d is not empty", w, h)
			}
		}
	})
}

func TestTheASCIIGlyphsAreASCII(t *testing.T) {
	f := flat(3)
	m := f.get("m000")
	m.HasAttachments, m.Importance, m.Categories = true, model.ImportanceHigh, []string{"x"}
	m.Body.Content = strings.Repeat("> quoted\n", 20) + "- list\n"
	f.add(m)
	d := start(t, f, 120, 34)
	*d.theme = *newTheme(t, looks[3])
	for _, keys := range [][]string{nil, {"x"}, {"m"}, {"esc", "/"}} {
		d.press(keys...)
		for _, r := range d.screen() {
			if r > 0x7e {
				t.Fatalf("%q after %v\n%s", r, keys, d.screen())
			}
		}
	}
}
