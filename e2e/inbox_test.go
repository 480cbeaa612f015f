package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	"daybook/api"
	"daybook/model"
	"daybook/service"
	"daybook/service/ingest"
)

func TestFirstStartShowsTheSampleInbox(t *testing.T) {
	journey(t, setup{First: true}, func(d *driver) {
		d.See("sample mailbox", "Inbox", "Welcome: this is a sample mailbox", "Focused")
		d.Press("?")
		d.See("Snooze", "Reply to all", "New folder, needs", "1-30 of ")
		d.Press("G")
		d.See("Archive", "Undo")
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
	var archived, before string
	unread := strings.NewReplacer("●", " ") // what is selected counts as read
	journey(t, setup{Data: data}, func(d *driver) {
		before = unread.Replace(d.list())
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
		d.Press("g", "g")
		if got := unread.Replace(d.list()); got != before {
			t.Errorf("undo after the restart did not bring %q back:\n%s\nwant\n%s", archived, got, before)
		}
	})
}

func TestSearchAnswersWhileTyping(t *testing.T) {
	journey(t, setup{}, func(d *driver) {
		d.Press("/")
		d.Type("subject:offsite")
		d.Pass(time.Second)
		for _, other := range []string{"Welcome: this is", "Release"} {
			if got := d.list(); !strings.Contains(got, "Offsite") || strings.Contains(got, other) {
				t.Errorf("of what is about the offsite is found\n%s", got)
			}
		}
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

// manyReports is a data folder whose sample has a folder "reports" with n
// messages more than its own.
func manyReports(t *testing.T, n int) string {
	t.Helper()
	data := sampleCopy(t)
	var mbox strings.Builder
	for i := range n {
		at := now.Add(-time.Duration(i) * time.Minute)
		fmt.Fprintf(&mbox, "From a@ext.example %s\nFrom: a@ext.example\nTo: b@ext.example\nSubject: Report %d\nDate: %s\nMessage-ID: <%d@ext.example>\n\nWords.\n\n",
			at.Format(time.ANSIC), i, at.Format(time.RFC1123Z), i)
	}
	importMail(t, data, "reports", mbox.String())
	return data
}

// importMail puts an mbox into a folder of the first mailbox of a data folder.
func importMail(t *testing.T, data, folder, mbox string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), folder+".mbox")
	if err := os.WriteFile(file, []byte(mbox), 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := service.Open(filepath.Join(data, "sample"), service.Options{Now: func() time.Time { return now }})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	users, err := s.Users(t.Context())
	if err != nil || len(users) == 0 {
		t.Fatalf("no mailbox: %v", err)
	}
	box, err := ingest.OpenMailbox(t.Context(), s.Store(), users[0].ID)
	if err != nil {
		t.Fatal(err)
	}
	im := ingest.Importer{Store: box, Now: func() time.Time { return now }}
	if _, err := im.Run(t.Context(), []string{file}); err != nil {
		t.Fatal(err)
	}
}

// atOnce types keys of which the program gets the next before it has drawn
// what the one before did.
func (d *driver) atOnce(keys ...string) {
	d.t.Helper()
	for _, k := range keys {
		d.term.SendKey(keyEvent(d.t, k))
	}
	d.settle()
}

// goTo opens a folder with a click.
func (d *driver) goTo(name string) {
	d.t.Helper()
	for y, line := range strings.Split(d.Screen(), "\n") {
		if pane, _, _ := strings.Cut(line, "│"); strings.Contains(pane, name) {
			d.Click(5, y)
			d.Pass(time.Second)
			return
		}
	}
	d.t.Fatalf("there is no folder %s:\n%s", name, d.Screen())
}

func TestWhatIsDoneToAllIsDoneToAll(t *testing.T) {
	journey(t, setup{Data: manyReports(t, 730)}, func(d *driver) {
		d.goTo("reports")
		d.See("Report 0")
		d.atOnce("*", "e")
		d.Pass(3 * time.Second)
		d.See("Archived 730 messages", "No messages in this folder")
		d.Pass(17 * time.Second)
		d.atOnce("u")
		d.Pass(20 * time.Second)
		d.See("Report 0", "reports · 730")
		d.Press("G")
		d.Pass(time.Second)
		d.See("Report 729")
	})
}

func TestDeletingSplitsByWhereMessagesAre(t *testing.T) {
	data := manyReports(t, 6)
	journey(t, setup{Data: data}, func(d *driver) {
		d.goTo("reports")
		d.Press("d")
		d.Press("d")
		d.Press("/")
		d.Type("subject:report from:ext.example")
		d.Pass(time.Second)
		d.Press("enter")
		d.Pass(time.Second)
		d.atOnce("*", "d")
		d.Pass(time.Second)
		d.See("2 are in Deleted Items already: delete for good?", "4 go to Deleted Items", "\u201cReport 0\u201d,", "\u201cReport 1\u201d", "8 seconds")
		d.Press("esc")
		d.Pass(10 * time.Second)
		d.See("Report 0", "Report 1", "Report 5", "6 messages selected") // nothing was done
		d.Press("d")
		d.Pass(time.Second)
		d.Press("enter")
		d.Pass(time.Second)
		d.DontSee("Report 0")
		d.Press("u")
		d.Pass(time.Second)
		d.See("Taken back: Deleted 2 messages for good; Deleted: Report 2, and 3 more")
		d.Pass(time.Minute)
		d.See("Report 0", "Report 1", "Report 5")
		d.Press("U")
		d.Pass(time.Second)
		d.DontSee("Report 0", "Report 1")
		d.Press("u")
		d.Pass(time.Minute)
		d.goTo("reports")
		d.See("Report 2", "Report 5")
		d.DontSee("Report 1")
		d.goTo("Deleted")
		d.See("Report 0", "Report 1")
		d.Press("g", "g", "d")
		d.Pass(time.Second)
		d.Press("enter")
		d.Pass(10 * time.Second)
		d.See("Deleted 1 message for good")
		d.Press("u")
		d.Pass(10 * time.Second)
		d.DontSee("Too late")
	})
	truth(t, data, "", func(t *testing.T, c *api.Client) {
		deleted := inFolder(t, c, model.FolderDeleted)
		_, first := deleted["Report 0"]
		_, second := deleted["Report 1"]
		if first == second {
			t.Errorf("of two, one was deleted for good; there are %q", keysOf(deleted))
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
		d.Pass(10 * time.Second) // the first message counts as read by then
		d.Press("ctrl+p")
		d.Type("theme")
		d.See("Choose a theme")
		d.Press("enter")
		d.See("gruvbox")
		d.Press("esc")
		shown, drawn := d.Screen(), d.term.Render()
		d.Press("ctrl+p")
		d.Type("theme")
		d.Press("enter")
		d.Type("light")
		d.Press("enter")
		d.Pass(10 * time.Second) // a notice goes
		if d.Screen() != shown || d.term.Render() == drawn {
			t.Errorf("want the same screen in other colours:\n%s", d.Screen())
		}
	})
}

func TestTheMouseSelectsAndScrolls(t *testing.T) {
	journey(t, setup{}, func(d *driver) {
		const shown = "Bo Berg <bo@contoso.example>" // who wrote the third, in the reader alone
		d.DontSee(shown)
		d.Click(30, 7)
		d.Pass(time.Second)
		if !strings.HasPrefix(d.subject(2), "▌") || strings.HasPrefix(d.subject(0), "▌") {
			t.Errorf("a click on the third row does not select it:\n%s", d.Screen())
		}
		d.See(shown)
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
			d.DontSee("Move to", "filter this list")
			d.Press(keys[0])
			d.See("Move to")
			d.Press("esc", keys[1])
			d.See("filter this list")
			d.Press("esc")
		}
	})
}

// archiveDeleteAndUndoBoth archives and deletes a message each, and takes both
// back: the list is then as it was.
func (d *driver) archiveDeleteAndUndoBoth() {
	d.t.Helper()
	list := func() string { return strings.ReplaceAll(d.list(), "●", " ") } // one is read by then
	before := list()
	d.Press("e")
	d.See("Archived")
	d.Press("d")
	d.See("Deleted: ")
	d.Pass(time.Second)
	if list() == before {
		d.t.Error("nothing left the list")
	}
	d.Press("u", "u", "g", "g")
	d.Pass(10 * time.Second) // the notice goes
	if got := list(); got != before {
		d.t.Errorf("after two steps back the list is\n%s\nwant\n%s", got, before)
	}
}

func TestAFolderIsMadeFilledDeletedAndBroughtBack(t *testing.T) {
	for _, size := range [][2]int{{120, 36}, {80, 24}, {40, 12}} {
		journey(t, setup{Width: size[0], Height: size[1]}, func(d *driver) {
			d.Press("shift+tab", "n")
			d.See("New folder")
			d.Type("Tides")
			d.See("new folder “Tides”")
			d.Press("enter")
			d.See("Made the folder Tides")
			d.Press("f")
			d.See("Tides is a favourite")
			d.Press("esc", "m")
			d.Type("tides")
			d.Press("enter")
			d.See("Moved to Tides")
			d.Press("g", "l")
			d.Type("tides")
			d.Press("enter")
			d.See("Tides · 1")
			d.Press("shift+tab", "d")
			d.See("Deleted the folder Tides")
			d.Press("u")
			d.See("Taken back: Deleted the folder")
			d.Press("g", "l")
			d.Type("tides")
			d.Press("enter")
			d.See("Tides · 1")
			d.Press("V")
			d.See("Each message has one line.")
			d.Press("g", "l")
			d.Type("inbox")
			d.Press("enter")
			d.Press("I")
			d.See("oldest first", "The Ferr")
			d.Press("G")
			d.See("Bo Ber")
		})
	}
}
