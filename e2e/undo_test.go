package e2e

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	uv "github.com/charmbracelet/ultraviolet"

	"daybook/api"
	"daybook/e2e/faults"
	"daybook/model"
)

func TestUndoBelongsToWhatIsSeen(t *testing.T) {
	journey(t, setup{}, func(d *driver) {
		before := d.list()
		d.Press("2")
		d.See("Week 43") // in the frame of the key
		d.Press("1", "e")
		d.See("Archived: Welcome: this is a sample mailbox", "u undo")
		d.Pass(6 * time.Second)
		d.DontSee("Archived: ", "u undo")
		d.Press("2", "u")
		d.See("Newest step is on Inbox: Archived: Welcome: this is a sample mailbox. u again takes it back", "Week 43")
		d.Press("u")
		d.Pass(time.Second)
		d.See("Taken back: Archived: Welcome", "newest first")
		d.Press("g", "g")
		if got := d.list(); strings.ReplaceAll(got, "●", " ") != strings.ReplaceAll(before, "●", " ") {
			t.Errorf("taken back, the list is\n%s\nwant\n%s", got, before)
		}
	})
}

func TestUndoRemovesTheFolderThatAMoveMade(t *testing.T) {
	data := t.TempDir() + "/data"
	journey(t, setup{Data: data}, func(d *driver) {
		d.Press("m")
		d.Type("Ferries")
		d.Press("enter")
		d.Pass(time.Second)
		d.See("Moved to the new folder Ferries: Welcome: this is a sample mailbox")
		d.Press("u")
		d.Pass(6 * time.Second)
		d.See("Welcome: this is a sample mailbox")
		d.DontSee("Ferries ")
		d.Press("U")
		d.Pass(6 * time.Second)
		d.See("Ferries ")
	})
	ferries := func(t *testing.T, c *api.Client) (holds []string) {
		page, err := c.Me().MailFolders(t.Context(), api.Top(100))
		for _, f := range valueOf(t, page, err) {
			if f.DisplayName == "Ferries" {
				holds = append(holds, "Ferries")
				holds = append(holds, keysOf(inFolder(t, c, f.ID))...)
			}
		}
		return holds
	}
	truth(t, data, "", func(t *testing.T, c *api.Client) {
		if got := ferries(t, c); !slices.Equal(got, []string{"Ferries", "Welcome: this is a sample mailbox"}) {
			t.Errorf("redo left %q", got)
		}
	})
	journey(t, setup{Data: data}, func(d *driver) {
		d.Press("u")
		d.Pass(6 * time.Second)
		d.See("Welcome: this is a sample mailbox")
		d.DontSee("Ferries ")
	})
	truth(t, data, "", func(t *testing.T, c *api.Client) {
		if got := ferries(t, c); got != nil {
			t.Errorf("undo left %q", got)
		}
		if _, back := inFolder(t, c, model.FolderInbox)["Welcome: this is a sample mailbox"]; !back {
			t.Error("undo did not bring the message back into the inbox")
		}
	})
}

func TestAfterARestartTheFirstUndoTakesBackWhatCanBe(t *testing.T) {
	data := t.TempDir() + "/data"
	var before string
	journey(t, setup{Data: data}, func(d *driver) {
		before = d.list()
		d.Press("j", "j", "e")
		d.See("Archived: ")
		d.Press("c")
		d.Type("bo@contoso.example")
		d.Press("tab", "tab")
		d.Type("Hello")
		d.Press("ctrl+s")
		d.Pass(20 * time.Second) // it has gone
	})
	journey(t, setup{Data: data, Later: time.Minute}, func(d *driver) {
		d.Press("u")
		d.Pass(time.Second)
		d.See("Taken back: Archived: ")
		d.DontSee("Too late")
		d.Press("g", "g")
		if got := d.list(); strings.ReplaceAll(got, "●", " ") != strings.ReplaceAll(before, "●", " ") {
			t.Errorf("taken back, the list is\n%s\nwant\n%s", got, before)
		}
	})
}

// TestAMoveThatIsKilledInTheMiddleIsTakenBack: the line is cut after the first requests of a bulk move, the program is
// killed, and u of the next run brings back what was moved.
func TestAMoveThatIsKilledInTheMiddleIsTakenBack(t *testing.T) {
	data := sampleCopy(t)
	var moves atomic.Int32
	cut := func(next http.RoundTripper) http.RoundTripper {
		return roundTrip(func(r *http.Request) (*http.Response, error) {
			if r.Method == http.MethodPost && strings.HasSuffix(r.URL.Path, "$batch") {
				body, err := io.ReadAll(r.Body)
				if err != nil {
					return nil, err
				}
				r.Body = io.NopCloser(bytes.NewReader(body))
				if bytes.Contains(body, []byte("/move")) {
					logs, _ := filepath.Glob(filepath.Join(data, "*", "*", "undo.json"))
					if log, err := os.ReadFile(strings.Join(logs, "")); !bytes.Contains(log, []byte("Archived: ")) {
						t.Errorf("the first request is out before the log is on the disk: %q, %v", log, err)
					}
					if moves.Add(1) > 2 {
						<-r.Context().Done()
						return nil, r.Context().Err()
					}
				}
			}
			return next.RoundTrip(r)
		})
	}
	var before string
	journey(t, setup{Data: data, Between: cut}, func(d *driver) {
		before = d.list()
		d.Press("*", "e")
		d.Pass(2 * time.Second)
		d.Kill()
	})
	journey(t, setup{Data: data, Later: time.Minute}, func(d *driver) {
		if d.list() == before {
			t.Error("nothing was moved before the program was killed")
		}
		d.Press("u")
		d.Pass(2 * time.Second)
		d.See("Taken back: the 40 of 42 that were done of ")
		d.Press("g", "g")
		if got := d.list(); strings.ReplaceAll(got, "●", " ") != strings.ReplaceAll(before, "●", " ") {
			t.Errorf("taken back, the list is\n%s\nwant\n%s", got, before)
		}
	})
}

func TestCtrlUEditsWhereKeysAreText(t *testing.T) {
	journey(t, setup{}, func(d *driver) {
		for _, place := range []struct {
			name string
			open []string
		}{
			{"search", []string{"1", "/"}},
			{"filter of a list", []string{"esc", "esc", "\\"}},
			{"folders", []string{"esc", "esc", "m"}},
			{"letter", []string{"esc", "c", "tab", "tab"}},
			{"palette", []string{"esc", "esc", "ctrl+p"}},
			{"date", []string{"esc", "2", "g", "t"}},
			{"people", []string{"esc", "3", "/"}},
			{"groups", []string{"esc", "4", "/"}},
			{"conversation", []string{"esc", "n"}},
			{"finder", []string{"esc", "5", "a"}},
			{"files", []string{"esc", "6", "/"}},
			{"folder's name", []string{"esc", "n"}},
		} {
			d.Press(place.open...)
			d.Pass(time.Second)
			d.Type("qwxz kept")
			d.Pass(time.Second)
			if !strings.Contains(d.Screen(), "qwxz kept") {
				t.Errorf("%s: nothing was typed\n%s", place.name, d.Screen())
			}
			d.Press("ctrl+u")
			d.Pass(time.Second)
			if strings.Contains(d.Screen(), "qwxz") {
				t.Errorf("%s: ctrl+u left what was typed\n%s", place.name, d.Screen())
			}
		}
	})
}

func TestUndoTypedAtOnceTakesBackWhatItDoesWithPauses(t *testing.T) {
	for seed := range uint64(4) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) { undoAtOnce(t, seed) })
	}
}

func undoAtOnce(t *testing.T, seed uint64) {
	rng := rand.New(rand.NewPCG(seed, 0))
	sequences := []string{"eeeeeu", "eeeeduuu", "eeeduuUUu"}
	for len(sequences) < 6 {
		keys := "ee"
		for range 10 {
			keys += string("eedsiuuU"[rng.IntN(8)])
		}
		sequences = append(sequences, keys)
	}
	run := func(plan faults.Plan, pause time.Duration) (shown []string) {
		journey(t, setup{Network: plan}, func(d *driver) {
			d.Pass(30 * time.Second)
			for _, keys := range sequences {
				d.Press("g", "g")
				d.Pass(2 * time.Second)
				if pause == 0 {
					for _, key := range keys { // nothing comes to rest between them
						d.term.SendKey(uv.KeyPressEvent{Code: key, Text: string(key)})
					}
				} else {
					for _, key := range keys {
						d.Press(string(key))
						d.Pass(pause)
					}
				}
				d.Pass(30 * time.Second)
				d.Press("g", "g")
				d.Pass(2 * time.Second)
				shown = append(shown, strings.ReplaceAll(d.list(), "●", " ")) // a pause marks as read
			}
		})
		return shown
	}
	want := run(faults.Plan{}, 2*time.Second)
	got := run(faults.Plan{Seed: seed, Latency: 400 * time.Millisecond}, 0)
	for i, keys := range sequences {
		if got[i] != want[i] {
			t.Fatalf("%s typed at once shows\n%s\nwith pauses\n%s", keys, got[i], want[i])
		}
	}
}
