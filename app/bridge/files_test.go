package bridge

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

func TestAPathIsCompletedAsItIsTyped(t *testing.T) {
	home := filepath.Join(t.TempDir(), "a-long-name-of-a-home")
	for _, dir := range []string{"Pictures", ".hidden"} {
		if err := os.MkdirAll(filepath.Join(home, dir), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(home, "Pictures", "face.png"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for typed, want := range map[string][]string{
		"~": {"~/"}, "~/": {"~/Pictures/"}, "~/p": {"~/Pictures/"}, "~/.": {"~/.hidden/"}, "~/Pictures/": {"~/Pictures/face.png"},
		"~/Pictures/../P": {"~/Pictures/../Pictures/"}, "~/..": nil, "~/Pictures/..": nil, "~/none/": nil, home + "/P": {home + "/Pictures/"},
	} {
		if got := (LocalFiles{Home: home}).Complete(typed, 8); !slices.Equal(got, want) {
			t.Errorf("%s: got %q, want %q", typed, got, want)
		}
	}
}
