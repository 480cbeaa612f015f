package e2e

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
)

func TestFirstStartShowsTheSampleInbox(t *testing.T) {
	journey(t, setup{First: true}, func(d *driver) {
		d.See("sample mailbox", "Inbox", "Welcome: this is a sample mailbox", "Focused")
		d.Press("?")
		d.See("Archive", "Snooze", "Undo")
		d.Press("esc")
		d.See("Welcome")
	})
}

// subject is what the list shows of its n-th row, from 0.
func (d *driver) subject(row int) string {
	lines := strings.Split(d.Screen(), "\n")
	cells := strings.Split(lines[3+2*row], "│")
	return strings.Join(strings.Fields(cells[1]), " ")
}

func TestTriageOfTwentyMessages(t *testing.T) {
	journey(t, setup{}, func(d *driver) {
		d.Press("F", "F") // focused, then other, then everything
		before := d.Screen()
		for i := range 20 {
			key := []string{"e", "d", "s", "N", "i"}[i%5]
			d.Press(key)
			if key != "e" && key != "d" {
				d.Press("j")
			}
		}
		if d.Screen() == before {
			t.Fatal("twenty keys changed nothing")
		}
		for range 20 {
			d.Press("u")
		}
		d.Press("g", "g")
		if got, want := d.list(), listOf(before); got != want {
			t.Errorf("after taking twenty steps back the list is\n%s\nwant\n%s", got, want)
		}
	})
}

// list is the middle pane as shown, without the mark of the selection.
func (d *driver) list() string { return listOf(d.Screen()) }

func listOf(screen string) string {
	var b strings.Builder
	for _, line := range strings.Split(screen, "\n")[3:] {
		cells := strings.Split(line, "│")
		if len(cells) < 3 {
			continue
		}
		b.WriteString(strings.TrimRight(strings.NewReplacer("▌", " ", "┃", " ").Replace(cells[1]), " ") + "\n")
	}
	return b.String()
}

func TestWhatWasDoneIsThereAfterARestartAndCanStillBeUndone(t *testing.T) {
	data := filepath.Join(t.TempDir(), "data")
	var archived string
	journey(t, setup{Data: data}, func(d *driver) {
		d.Press("j")
		archived = d.subject(1)
		d.Press("e")
		d.See("Archived")
		d.Pass(time.Second)
	})
	journey(t, setup{Data: data}, func(d *driver) {
		if got := d.subject(1); got == archived {
			t.Errorf("after the restart %q is back in the inbox", got)
		}
		d.Press("u")
		d.Pass(time.Second)
		if !strings.Contains(d.list(), strings.Fields(archived)[1]) {
			t.Errorf("undo after the restart did not bring %q back:\n%s", archived, d.Screen())
		}
	})
}

func TestSearchAnswersWhileTyping(t *testing.T) {
	journey(t, setup{}, func(d *driver) {
		d.Press("/")
		d.Type("subject:offsite")
		d.Pass(time.Second)
		d.See("Offsite")
		d.DontSee("Welcome: this is")
		d.Press("esc", "esc")
		d.Pass(time.Second)
		d.See("Welcome: this is")
	})
}

func TestWhatWasFoundStaysFoundWhenItIsRead(t *testing.T) {
	journey(t, setup{}, func(d *driver) {
		d.Press("/")
		d.Type("release notes")
		d.Pass(time.Second)
		d.Press("enter")
		d.Pass(time.Minute) // the first counts as read, and the folders are looked at anew
		found := d.list()
		d.Press("j")
		d.Pass(time.Minute)
		for _, want := range []string{"Release notes, one more pass", "Sent Items"} {
			if !strings.Contains(found, want) || !strings.Contains(d.list(), want) {
				t.Errorf("%q was found, and then not:\n%s", want, d.list())
			}
		}
	})
}

func TestBulkArchiveIsOneStep(t *testing.T) {
	journey(t, setup{}, func(d *driver) {
		d.Pass(5 * time.Second) // the first message counts as read by then
		before := d.list()
		d.Press("*")
		d.Pass(time.Second)
		d.See("selected")
		d.Press("e")
		d.Pass(2 * time.Second)
		d.See("Archived")
		d.Press("u")
		d.Pass(2 * time.Second)
		d.Press("g", "g")
		if got := d.list(); got != before {
			t.Errorf("one undo after a bulk archive gives\n%s\nwant\n%s", got, before)
		}
	})
}

func TestEverySizeIsDrawnWhole(t *testing.T) {
	journey(t, setup{Width: 80, Height: 24}, func(d *driver) {
		for _, size := range [][2]int{{80, 24}, {40, 12}, {20, 5}, {5, 2}, {60, 15}, {200, 50}, {80, 24}} {
			d.Resize(size[0], size[1])
			d.Press("j", "enter", "esc")
			lines := strings.Split(d.Screen(), "\n")
			if len(lines) > size[1] {
				t.Errorf("%v: %d lines", size, len(lines))
			}
			for _, l := range lines {
				if w := ansi.StringWidth(l); w > size[0] {
					t.Errorf("%v: a line of %d cells: %q", size, w, l)
				}
			}
		}
		d.See("Inbox")
	})
}

func TestNothingNeedsColour(t *testing.T) {
	journey(t, setup{Profile: colorprofile.ASCII, Env: []string{"NO_COLOR=1"}}, func(d *driver) {
		d.See("Welcome")
		if raw := d.term.Render(); strings.Contains(raw, "38;2;") || strings.Contains(raw, "38;5;") {
			t.Error("a colour was drawn under NO_COLOR")
		}
	})
}

func TestThePaletteFindsACommand(t *testing.T) {
	journey(t, setup{}, func(d *driver) {
		d.Press("ctrl+p")
		d.Type("theme")
		d.See("Choose a theme")
		d.Press("enter")
		d.See("gruvbox")
		d.Type("light")
		d.Press("enter")
		d.See("Welcome")
	})
}

func TestTheMouseSelectsAndScrolls(t *testing.T) {
	journey(t, setup{}, func(d *driver) {
		want := d.subject(2)
		d.Click(30, 7)
		d.Pass(time.Second)
		words := strings.Fields(want)
		if last := words[len(words)-2]; !strings.Contains(d.Screen(), last) {
			t.Errorf("a click on %q does not show it", want)
		}
	})
}

func TestPresetsPutKnownKeysOnKnownActions(t *testing.T) {
	journey(t, setup{}, func(d *driver) {
		for preset, keys := range map[string][2]string{"mutt": {"s", "l"}, "gmail": {"v", "\\"}, "outlook": {"m", "\\"}} {
			d.Press("ctrl+p")
			d.Type("key preset")
			d.Press("enter")
			d.Type(preset)
			d.Press("enter")
			d.Press(keys[0])
			d.See("Move to")
			d.Press("esc", keys[1])
			d.See("filter this list")
			d.Press("esc")
		}
	})
}
