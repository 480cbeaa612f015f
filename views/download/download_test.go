package download

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

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
