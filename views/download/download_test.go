package download

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"daybook/widget/text"
)

func TestWhereToSaveIsReadFromWhatWasTyped(t *testing.T) {
	home := t.TempDir()
	for _, c := range []struct{ name, typed, want string }{
		{"plan.xlsx", "~/papers", "~/papers plan.xlsx"},
		{"plan.xlsx", "~/papers/", "~/papers plan.xlsx"},
		{"plan.xlsx", "~", "~ plan.xlsx"},
		{"plan.xlsx", "~/papers/may.xlsx", "~/papers may.xlsx"},
		{"plan.xlsx", "/srv/v1.2/", "/srv/v1.2 plan.xlsx"},
		{"README", "~/papers/notes", "~/papers notes"},
		{"", "~/papers.old", "~/papers.old "},
		{"plan.xlsx", "papers/may.xlsx", "give the whole path, such as ~/Downloads"},
		{"plan.xlsx", " ", "type something first; esc cancels"},
	} {
		got := ""
		_, err := Ask(text.Literal("it"), filepath.Join(home, "in"), c.name, home, func(folder, name string) tea.Cmd {
			got = strings.Replace(folder, home, "~", 1) + " " + name
			return nil
		}).Answer(c.typed)
		if err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%q for %q: got %q, want %q", c.typed, c.name, got, c.want)
		}
	}
	if got := Ask(text.Literal("it"), filepath.Join(home, "in"), "../plan.xlsx", home, nil).Value; got != "~/in/plan.xlsx" {
		t.Errorf("%q is filled in, want ~/in/plan.xlsx", got)
	}
}

func TestFileNamesStayInTheFolder(t *testing.T) {
	for raw, want := range map[string]string{
		"plan.xlsx":                       "plan.xlsx",
		"../../etc/passwd":                "passwd",
		`..\..\evil.bat`:                  "evil.bat",
		"/etc/passwd":                     "passwd",
		".bashrc":                         "bashrc",
		"-rf":                             "rf",
		"a\x1b[31mb\u202egnp.exe":         "a_[31mbgnp.exe",
		"":                                "attachment",
		"...":                             "attachment",
		"C:nul":                           "nul",
		"what?<>|.txt":                    "what____.txt",
		strings.Repeat("ü", 300) + ".pdf": strings.Repeat("ü", 94) + ".pdf",
	} {
		got := FileName(raw)
		if got != want {
			t.Errorf("%q: got %q, want %q", raw, got, want)
		}
		if len(got) > maxFileName {
			t.Errorf("%q: %d bytes", raw, len(got))
		}
	}
}

func TestSaveWritesOverNothing(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "made")
	for _, want := range []string{"plan.txt", "plan (2).txt"} {
		path, err := Save(dir, "../plan.txt", []byte(want))
		if err != nil || path != filepath.Join(dir, want) {
			t.Fatalf("got %q, %v, want %s", path, err, want)
		}
		if got, err := os.ReadFile(path); err != nil || string(got) != want {
			t.Errorf("%s holds %q, %v", want, got, err)
		}
	}
}
