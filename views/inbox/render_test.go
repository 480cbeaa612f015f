package inbox

import (
	"fmt"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"daybook/model"
	"daybook/views/viewtest"
	"daybook/widget/dialog"
	"daybook/widget/text"
)

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
				*d.Env.Theme = *viewtest.Theme(t, l.Options)
				d.Press(keys...)
				d.StyledGolden(fmt.Sprintf("%s-%s-%s", name, size.name, l.name))
				viewtest.CheckFrame(t, d.Frame(), size.w, size.h)
			}
		}
	}
}

func TestTheLineAboveTheListGivesWayWhereItIsNarrow(t *testing.T) {
	for width := 1; width < 30; width++ {
		for _, keys := range [][]string{nil, {"F"}, {"F", "F"}} {
			d := start(t, office(), width, 10)
			d.Press(keys...)
			for _, line := range strings.Split(d.Frame(), "\n") {
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
			return startHeld(t, office())
		},
		"search": func() *driver {
			d := start(t, office(), 120, 34)
			d.Press("/")
			d.Type("from:bo release")
			d.Pass(searchPause)
			return d
		},
		"nothing": func() *driver {
			d := start(t, office(), 120, 34)
			d.Press("/")
			d.Type("zebra")
			d.Press("enter")
			return d
		},
		"gap": func() *driver {
			d := startWith(t, flat(300), 120, 34, viewtest.Memory{}, Options{PageSize: 40})
			d.Hold()
			d.Press("G")
			d.Release()
			d.m.list.rows.MoveTo(d.m.list.rows.Gap() + 1)
			d.m.list.sync()
			return d
		},
	} {
		d := story()
		d.StyledGolden(name)
		viewtest.CheckFrame(t, d.Frame(), 120, 34)
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
			viewtest.CheckFrame(t, d.Frame(), size.w, size.h)
			d.Press("enter")
			viewtest.CheckFrame(t, d.Frame(), size.w, size.h)
			for _, key := range []string{"b", "L", "m", "t"} {
				d.Press(key)
				viewtest.CheckFrame(t, d.Frame(), size.w, size.h)
				if d.m.dialog.IsOpen() {
					d.Press("esc")
				}
			}
			d.Press("H")
			viewtest.CheckFrame(t, d.Frame(), size.w, size.h)
			d.Press("H", "H", "esc", "j")
		}
		d.Press("shift+tab")
		viewtest.CheckFrame(t, d.Frame(), size.w, size.h)
		d.Press("/")
		d.Run(viewtest.Update(d.m, tea.PasteMsg{Content: strings.Join(hostile, " ")}))
		viewtest.CheckFrame(t, d.Frame(), size.w, size.h)
		d.Press("esc")
		d.Press("/")
		d.Type("from:x")
		viewtest.CheckFrame(t, d.Frame(), size.w, size.h)
		d.Press("esc")
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
			if viewtest.Capturing(d.m) {
				key = "esc"
			}
			if key != "u" && d.Action(key) == nil || key == "u" && len(d.Steps) == 0 {
				continue
			}
			d.Press(key)
			if w > 0 && h > 0 {
				viewtest.CheckFrame(t, d.Frame(), w, h)
			} else if d.Frame() != "" {
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
	*d.Env.Theme = *viewtest.Theme(t, looks[3].Options)
	for _, keys := range [][]string{nil, {"x"}, {"m"}, {"esc", "/"}} {
		d.Press(keys...)
		for _, r := range d.Screen() {
			if r > 0x7e {
				t.Fatalf("%q after %v\n%s", r, keys, d.Screen())
			}
		}
	}
}

// TestGoldensOfBoxes draws boxes alone, and what stands in the reader whole.
func TestGoldensOfBoxes(t *testing.T) {
	meeting := func(t *testing.T) *driver {
		c := &calendar{day: []model.Event{timed("e2", "Budget", "15:30", "16:30")}}
		for i, says := range []string{model.ResponseAccepted, model.ResponseAccepted, model.ResponseTentative, model.ResponseDeclined, "none"} {
			c.event.Attendees = append(c.event.Attendees, model.Attendee{Type: "required", Status: &model.ResponseStatus{Response: says},
				EmailAddress: model.EmailAddress{Name: fmt.Sprint("Person ", i), Address: fmt.Sprintf("p%d@contoso.example", i)}})
		}
		return inviting(t, c)
	}
	folder := func(keys ...string) func(*testing.T) *driver {
		return func(t *testing.T) *driver {
			d := inFolders(t, office(), "id-projects")
			d.Press(keys...)
			return d
		}
	}
	for name, story := range map[string]func(*testing.T) *driver{
		"box-invitation": meeting,
		"box-answer":     func(t *testing.T) *driver { d := meeting(t); d.Press("=", "d", "tab"); d.Type("Away then"); return d },
		"box-new-folder": func(t *testing.T) *driver { d := folder("n")(t); d.Type("Mars"); return d },
		"box-rename":     folder("r"),
		"box-delete-folder": func(t *testing.T) *driver { // it lies in Deleted Items by then
			d := folder("d")(t)
			d.m.folders.view.Select("id-projects")
			d.Press("d")
			return d
		},
		"box-save": func(t *testing.T) *driver {
			d := startWith(t, office(), 120, 34, viewtest.Memory{}, Options{Downloads: "/home/ann/Downloads", Home: "/home/ann"})
			d.Press("w")
			return d
		},
	} {
		for i, l := range looks {
			for j, size := range sizes {
				if i > 0 && j != 1 {
					continue
				}
				d := story(t)
				*d.Env.Theme = *viewtest.Theme(t, l.Options)
				d.Resize(size.w, size.h)
				if name == "box-invitation" {
					d.Press("enter", "G")
				}
				frame := d.Frame()
				viewtest.CheckFrame(t, frame, size.w, size.h)
				if n := len(d.Asked); n > 0 {
					frame = dialog.Sure(d.Env.Theme, d.Asked[n-1]).View(size.w, size.h)
				} else if boxes := d.m.Boxes(); boxes.IsOpen() {
					frame = boxes.Top().View(size.w, size.h)
				}
				viewtest.Golden(t, fmt.Sprintf("%s-%s-%s", name, size.name, l.name), frame, d.Env.Theme)
			}
		}
	}
}
