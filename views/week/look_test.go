package week

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/charmbracelet/colorprofile"

	"daybook/theme"
	"daybook/views/viewtest"
)

// TestLook writes frames as a terminal gets them, to be looked at, into the
// folder that LOOK names.
func TestLook(t *testing.T) {
	dir := os.Getenv("LOOK")
	if dir == "" {
		t.Skip("LOOK names no folder")
	}
	all := append([]look{{"256", theme.Options{Dark: true, Profile: colorprofile.ANSI256}}, {"16", theme.Options{Dark: true, Profile: colorprofile.ANSI}},
		{"16-light", theme.Options{Profile: colorprofile.ANSI}}}, looks...)
	for _, size := range [][2]int{{120, 34}, {80, 22}} {
		for _, l := range all {
			d := start(t, crowded(), size[0], size[1])
			*d.Env.Theme = *viewtest.Theme(t, l.Options)
			name := filepath.Join(dir, fmt.Sprintf("crowded-%dx%d-%s.ansi", size[0], size[1], l.name))
			if err := os.WriteFile(name, []byte(d.Frame()), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
}
