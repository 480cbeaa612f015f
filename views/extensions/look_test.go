package extensions

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/charmbracelet/colorprofile"

	"daybook/theme"
	"daybook/views/viewtest"
	"daybook/widget/text"
)

// scenes are what the panel looks like: opened, and while something is typed.
var scenes = []struct {
	name  string
	stage func(*bench)
}{
	{"list", func(b *bench) { b.to(release, "approvers"); b.Press("enter", "j") }},
	{"value", func(b *bench) { b.to(release, "greenNights"); b.Press("enter"); b.Type(" nights") }},
	{"text", func(b *bench) {
		b.service.at(letter)[release]["note"] = json.RawMessage(`"Three lines,\nof which the second\nis the middle one."`)
		b.Run(b.load())
		b.to(release, "note")
		b.Press("enter")
	}},
	{"empty", func(b *bench) { b.Press("g g", "d", "n") }},
	{"filter", func(b *bench) { b.Press("/"); b.Type("an") }},
}

func TestFrames(t *testing.T) {
	for _, size := range []struct {
		name string
		w, h int
	}{{"120x36", 120, 36}, {"80x24", 80, 24}, {"40x12", 40, 12}} {
		for _, s := range scenes {
			b := sit(t, size.w, size.h, theme.Options{Profile: colorprofile.ASCII})
			b.service.at(letter)["org.example.audit"] = values("seen", "null", "by", `""`, "nested", `{"a":[1,2]}`)
			b.Press(",")
			b.Screen() // the widths that rows are drawn for
			s.stage(b)
			b.Golden(s.name + "-" + size.name)
		}
	}
}

func TestFrameFitsWhateverTheSize(t *testing.T) {
	for _, s := range scenes {
		b := sit(t, 80, 24, viewtest.Dark)
		b.Press(",")
		s.stage(b)
		for _, w := range []int{1, 4, 8, 11, 20, 33, 40, 59, 60, 90} {
			for _, h := range []int{1, 2, 3, 5, 8, 12, 15, 16, 30} {
				b.Resize(w, h)
				lines := strings.Split(b.Frame(), "\n")
				if len(lines) != h {
					t.Fatalf("%s at %dx%d: %d lines", s.name, w, h, len(lines))
				}
				for _, l := range lines {
					if got := text.Width(l); got != w {
						t.Fatalf("%s at %dx%d: a line of %d cells: %q", s.name, w, h, got, l)
					}
				}
				b.Cursor()
			}
		}
	}
}
