package inbox

import (
	"fmt"
	"os"
	"testing"
)

func TestFrameDump(t *testing.T) {
	if os.Getenv("FRAME") == "" {
		t.Skip()
	}
	dump := func(name string, w, h int, l look, story func(d *driver)) {
		d := start(t, office(), w, h)
		*d.theme = *newTheme(t, l)
		story(d)
		os.WriteFile(fmt.Sprintf("%s-%s.ansi", os.Getenv("FRAME"), name), []byte(d.m.View()), 0o644)
	}
	none := func(*driver) {}
	dump("120", 120, 34, looks[0], none)
	dump("120l", 120, 34, looks[1], func(d *driver) { d.press("x", "x", "j") })
	dump("80", 80, 22, looks[0], none)
	dump("80r", 80, 22, looks[0], func(d *driver) { d.press("enter") })
	dump("80f", 80, 22, looks[0], func(d *driver) { d.press("shift+tab") })
	dump("40", 40, 12, looks[0], none)
	dump("move", 120, 34, looks[0], func(d *driver) { d.press("m"); d.typed("atl") })
	dump("search", 120, 34, looks[0], func(d *driver) { d.press("/"); d.typed("from:b"); d.pass(1e9) })
	dump("mono", 120, 34, looks[2], none)
	dump("ascii", 120, 34, looks[3], none)
}
