package extensions

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/charmbracelet/colorprofile"

	"daybook/theme"
	"daybook/widget/text"
)

// scenes are what the panel looks like: opened, and while something is typed.
var scenes = []struct {
	name  string
	stage func(*bench)
}{
	{"list", func(b *bench) { b.to(release, "approvers"); b.press("enter", "j") }},
	{"value", func(b *bench) { b.to(release, "greenNights"); b.press("enter"); b.write(" nights") }},
	{"text", func(b *bench) {
		b.service.at(letter)[release]["note"] = json.RawMessage(`"Three lines,\nof which the second\nis the middle one."`)
		b.run(b.load())
		b.to(release, "note")
		b.press("enter")
	}},
	{"empty", func(b *bench) { b.press("g g", "d", "n") }},
	{"filter", func(b *bench) { b.press("/"); b.write("an") }},
}

func TestFrames(t *testing.T) {
	for _, size := range []struct {
		name string
		w, h int
	}{{"120x36", 120, 36}, {"80x24", 80, 24}, {"40x12", 40, 12}} {
		for _, s := range scenes {
			b := sit(t, size.w, size.h, theme.Options{Profile: colorprofile.ASCII})
			b.service.at(letter)["org.example.audit"] = values("seen", "null", "by", `""`, "nested", `{"a":[1,2]}`)
			b.press(",")
			b.screen() // the widths that rows are drawn for
			s.stage(b)
			got := b.screen()
			name := "testdata/" + s.name + "-" + size.name + ".golden"
			if os.Getenv("UPDATE_GOLDENS") != "" {
				if err := os.WriteFile(name, []byte(got), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(name)
			if err != nil || string(want) != got {
				t.Errorf("%s (UPDATE_GOLDENS=1 writes it): %v; got\n%s", name, err, got)
			}
		}
	}
}

func TestFrameFitsWhateverTheSize(t *testing.T) {
	for _, s := range scenes {
		b := sit(t, 80, 24, dark)
		b.press(",")
		s.stage(b)
		for _, w := range []int{1, 4, 8, 11, 20, 33, 40, 59, 60, 90} {
			for _, h := range []int{1, 2, 3, 5, 8, 12, 15, 16, 30} {
				b.w, b.h = w, h
				lines := strings.Split(b.raw(), "\n")
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
