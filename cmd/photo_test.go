package cmd

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"daybook/service/sample/artwork"
	"daybook/widget/picture"
)

func TestPhotoPrintsAFileAsPlainText(t *testing.T) {
	drawn, err := artwork.Portrait("bo")
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "bo.png")
	if err := os.WriteFile(path, drawn, 0o600); err != nil {
		t.Fatal(err)
	}
	root := newRoot()
	var out, complaints bytes.Buffer
	root.SetOut(&out)
	root.SetErr(&complaints)
	root.SetArgs([]string{"photo", "--style", "mono", "--width", "24", path})
	if err := root.ExecuteContext(t.Context()); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
	if len(lines) != 12 || strings.ContainsRune(out.String(), '\x1b') {
		t.Fatalf("got %d lines, want 12 without escape sequences:\n%s", len(lines), out.String())
	}
	for _, l := range lines {
		if len(l) != 24 {
			t.Errorf("got %q, want 24 characters", l)
		}
	}
}

func TestWhatIsNoPictureBecomesInitialsAndAReason(t *testing.T) {
	for name, p := range map[string]portrait{
		"not a JPEG":   {name: "Bo Berg", data: []byte("Dear Bo,\n")},
		"has no photo": {name: "Bo Berg", absent: errors.New("Bo Berg has no photo")},
	} {
		var out, complaints bytes.Buffer
		if err := printPhoto(&out, &complaints, p, 12, true, picture.Options{}); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(out.String(), "|    BB    |") {
			t.Errorf("%s: got no initials:\n%s", name, out.String())
		}
		if got := complaints.String(); !strings.Contains(got, name) || strings.Count(got, "\n") != 1 {
			t.Errorf("%s: got %q, want one line that says so", name, got)
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
