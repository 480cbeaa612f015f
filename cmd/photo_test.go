package cmd

import (
	"bytes"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"daybook/widget/picture"
)

// printed is what the command prints of a sample portrait.
func printed(t *testing.T, args ...string) string {
	t.Helper()
	path := filepath.Join("..", "service", "sample", "content", "pictures", "bo.png")
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	root := newRoot()
	var out, complaints bytes.Buffer
	root.SetOut(&out)
	root.SetErr(&complaints)
	root.SetArgs(append([]string{"photo", "--width", "24", path}, args...))
	if err := root.ExecuteContext(t.Context()); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestPhotoPrintsAFileAsPlainText(t *testing.T) {
	out := printed(t, "--style", "mono")
	lines := strings.Split(strings.TrimSuffix(out, "\n"), "\n")
	if len(lines) != 12 || strings.ContainsRune(out, '\x1b') {
		t.Fatalf("got %d lines, want 12 without escape sequences:\n%s", len(lines), out)
	}
	for _, l := range lines {
		if len(l) != 24 {
			t.Errorf("got %q, want 24 characters", l)
		}
	}
}

func TestAThemeSaysOnWhatAPhotoIsDrawn(t *testing.T) {
	dark, light := printed(t, "--style", "mono", "--theme", "dark"), printed(t, "--style", "mono", "--theme", "solarized-light")
	if dark == light {
		t.Errorf("on a dark and on a light theme it is the same:\n%s", dark)
	}
	root := newRoot()
	root.SetArgs([]string{"photo", "--theme", "plaid", "no.png"})
	root.SetOut(&bytes.Buffer{})
	root.SetErr(&bytes.Buffer{})
	if err := root.ExecuteContext(t.Context()); err == nil || !strings.Contains(err.Error(), "plaid") {
		t.Errorf("an unknown theme: got %v, want an error that names it", err)
	}
}

func TestWhatIsNoPictureBecomesInitialsAndAReason(t *testing.T) {
	for name, p := range map[string]portrait{
		"not a JPEG":   {name: "Bo Berg", data: []byte("Dear Bo,\n")},
		"has no photo": {name: "Bo Berg", absent: errors.New("Bo Berg has no photo")},
	} {
		var out bytes.Buffer
		err := printPhoto(&out, p, 12, true, picture.Options{})
		if !strings.Contains(out.String(), "|    BB    |") {
			t.Errorf("%s: got no initials:\n%s", name, out.String())
		}
		if err == nil || !strings.Contains(err.Error(), name) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: got %v, want an error of one line that says so", name, err)
		}
	}
}

func TestThePhotoStyleIsTheFinestThatTheTerminalHas(t *testing.T) {
	for _, c := range []struct {
		asked string
		ascii bool
		term  string
		want  string
	}{
		{"auto", false, "xterm-256color", "blocks"},
		{"auto", false, "tmux-256color", "blocks"},
		{"auto", false, "xterm-kitty", "mosaics"},
		{"auto", true, "xterm-kitty", "color"},
		{"mosaics", false, "xterm", "mosaics"},
		{"mono", true, "xterm", "mono"},
	} {
		getenv := func(name string) string { return map[string]string{"TERM": c.term}[name] }
		if got := photoStyle(c.asked, c.ascii, getenv); got != c.want {
			t.Errorf("--style %s, ascii %v, on %s: got %s, want %s", c.asked, c.ascii, c.term, got, c.want)
		}
	}
}
