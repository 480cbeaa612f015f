package week

import (
	"fmt"
	"os"
	"testing"
)

func TestLook(t *testing.T) {
	dir := os.Getenv("LOOK")
	if dir == "" {
		t.Skip()
	}
	for _, size := range [][2]int{{120, 34}, {80, 22}, {40, 10}} {
		for _, l := range looks {
			for name, keys := range map[string][]string{"week": {"g g", "ctrl+d", "ctrl+d"}, "new": {"n"}, "card": {"K", "enter"}} {
				d := start(t, busyWeek(), size[0], size[1])
				*d.theme = *newTheme(t, l)
				d.press(keys...)
				os.WriteFile(fmt.Sprintf("%s/%s-%dx%d-%s.ansi", dir, name, size[0], size[1], l.name), []byte(d.m.View()), 0o644)
			}
		}
	}
}
