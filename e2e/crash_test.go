package e2e

import (
	"bytes"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"daybook/views"
)

// mine panics with a secret at the next request once it is armed.
type mine struct {
	next  http.RoundTripper
	armed atomic.Bool
}

func (m *mine) RoundTrip(r *http.Request) (*http.Response, error) {
	if m.armed.CompareAndSwap(true, false) {
		panic("canary5ecret in " + r.URL.Path)
	}
	return m.next.RoundTrip(r)
}

// TestAPanicLosesNoLetterAndTellsNoSecret lets the program trip while a letter
// is being typed, before the pause after which it is saved.
func TestAPanicLosesNoLetterAndTellsNoSecret(t *testing.T) {
	data := filepath.Join(t.TempDir(), "data")
	m := &mine{}
	var out bytes.Buffer
	journey(t, setup{Data: data, Written: &out, Trips: true, Between: func(next http.RoundTripper) http.RoundTripper { m.next = next; return m }}, func(d *driver) {
		d.Pass(2 * time.Second)
		d.Press("c")
		d.Type("bo@contoso.example")
		d.Press("tab", "tab")
		d.Type("canary5ecret tides")
		m.armed.Store(true)
		d.program.Send(views.Refreshed{})
		d.settle()
		select {
		case <-d.done:
		default:
			t.Fatalf("the program goes on:\n%s", d.Screen())
		}
		if d.term.IsAltScreen() {
			t.Error("the terminal is left on the alternate screen")
		}
		err := d.ended
		if err == nil || !strings.Contains(err.Error(), "panic with a string") || !strings.Contains(err.Error(), filepath.Join(data, "crash-")) {
			t.Errorf("got %v, want an error that names the report", err)
		}
	})
	reports := 0
	for _, name := range []string{"log", "crash-*.txt"} {
		files, err := filepath.Glob(filepath.Join(data, name))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			b, err := os.ReadFile(f)
			if err != nil || bytes.Contains(b, []byte("canary5ecret")) {
				t.Errorf("%s holds the secret, %v:\n%s", f, err, b)
			}
			if info, err := os.Stat(f); err != nil || info.Mode().Perm() != 0o600 {
				t.Errorf("%s: %v, %v, want mode 600", f, info.Mode(), err)
			}
			reports += strings.Count(string(b), "crash_test.go")
		}
	}
	if reports == 0 {
		t.Error("no report says where it happened")
	}
	letters := 0
	_ = filepath.WalkDir(filepath.Join(data, "state"), func(path string, e fs.DirEntry, err error) error {
		if b, err := os.ReadFile(path); err == nil && bytes.Contains(b, []byte("canary5ecret tides")) {
			letters++
		}
		return nil
	})
	journey(t, setup{Data: data, Later: time.Hour}, func(d *driver) {
		d.Pass(2 * time.Second)
		d.See("canary5ecret tides", "bo@contoso.example")
	})
	if letters != 1 {
		t.Errorf("%d letters on the disk, want 1", letters)
	}
}

// TestWhatIsWrittenWithoutAPauseIsThereAfterAKill types eight keys a second,
// never resting, and kills the program right after the last one: all but the
// last quarter of a second is there.
func TestWhatIsWrittenWithoutAPauseIsThereAfterAKill(t *testing.T) {
	for name, test := range map[string]struct{ open, again []string }{
		"letter":    {[]string{"c", "tab", "tab"}, nil},
		"event":     {[]string{"g", "w", "n"}, []string{"g", "w"}},
		"contact":   {[]string{"3", "n"}, []string{"3"}},
		"post":      {[]string{"4", "n", "tab"}, []string{"4", "n"}},
		"signature": {[]string{"7", "j", "enter", "n", "tab", "tab"}, []string{"7"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			data := filepath.Join(t.TempDir(), "data")
			journey(t, setup{Data: data}, func(d *driver) {
				d.Pass(2 * time.Second)
				d.Press(test.open...)
				for _, r := range "The tides of March" {
					d.Type(string(r))
					d.Pass(100 * time.Millisecond)
				}
				d.Kill()
			})
			journey(t, setup{Data: data, Later: time.Hour}, func(d *driver) {
				d.Pass(2 * time.Second)
				d.Press(test.again...)
				d.See("The tides of Ma")
			})
		})
	}
}

func TestAContactsFormComesBackAfterAKillAndIsSavedOnce(t *testing.T) {
	data := filepath.Join(t.TempDir(), "data")
	journey(t, setup{Data: data}, func(d *driver) {
		d.Pass(2 * time.Second)
		d.Press("3", "n")
		d.Type("Gro")
		d.Press("tab")
		d.Type("Granqvist")
		d.Press("left", "left")
		d.Pass(250 * time.Millisecond)
		d.Kill()
	})
	journey(t, setup{Data: data, Later: time.Hour}, func(d *driver) {
		d.Pass(2 * time.Second)
		d.See("is open again in People")
		d.Press("3")
		d.Type("var")
		d.See("Gro", "Granqvivarst")
		d.Press("ctrl+s")
		d.Pass(2 * time.Second)
		d.See("Gro Granqvivarst")
	})
	journey(t, setup{Data: data, Later: 2 * time.Hour}, func(d *driver) {
		d.Pass(2 * time.Second)
		d.Press("3")
		d.DontSee("New contact in")
		d.Press("/")
		d.Type("granqvivarst")
		d.Pass(2 * time.Second)
		if n := strings.Count(d.Screen(), "Gro Granqvivarst"); n == 0 {
			t.Errorf("the contact is not there:\n%s", d.Screen())
		}
	})
}

func TestAnEventsFormComesBackAfterAKillWithItsCursor(t *testing.T) {
	data := filepath.Join(t.TempDir(), "data")
	journey(t, setup{Data: data}, func(d *driver) {
		d.Pass(2 * time.Second)
		d.Press("g", "w", "n")
		d.Type("The tides of March")
		d.Press("left", "left", "left", "left", "left")
		d.Pass(250 * time.Millisecond)
		d.Kill()
	})
	journey(t, setup{Data: data, Later: time.Hour}, func(d *driver) {
		d.Pass(2 * time.Second)
		d.See("is open again")
		d.Press("g", "w")
		d.Type("late ")
		d.See("The tides of late March")
	})
}
