package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode"
)

// plainConfig is a configuration that draws with ASCII alone.
func plainConfig(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "config.toml")
	if err := os.WriteFile(path, []byte("ascii = true\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// fromMail is the one sign beyond ASCII, letters aside, in what the sample shows here: it stays as it was written.
const fromMail = '🧗'

// Letters are the mailbox's own; every other sign is the program's.
func TestASCIIDrawsEveryScreenWithoutASignBeyondIt(t *testing.T) {
	journey(t, setup{Config: plainConfig(t)}, func(d *driver) {
		for _, size := range [][2]int{{120, 36}, {80, 24}, {40, 12}} {
			d.Resize(size[0], size[1])
			for _, key := range []string{"1", "enter", "esc", "T", "2", "v", "v", "v", "v", "v", "n", "esc", "enter", "esc",
				"3", "enter", "esc", "4", "enter", "esc", "5", "enter", "esc", "6", "enter", "esc", "7", "?", "esc", "ctrl+p", "esc"} {
				d.Press(key)
				d.Pass(time.Second)
				screen := d.Screen()
				if i := strings.IndexFunc(screen, func(r rune) bool { return r > unicode.MaxASCII && r != fromMail && !unicode.IsLetter(r) }); i >= 0 {
					t.Errorf("%v after %q: %q\n%s", size, key, []rune(screen[i:])[0], screen)
				}
			}
		}
	})
}
