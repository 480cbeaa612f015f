package input

import (
	"strings"
	"testing"

	"charm.land/bubbles/v2/textarea"
	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"pgregory.net/rapid"

	_ "daybook/internal/seed"
	"daybook/theme"
	"daybook/widget/text"
)

func line(t testing.TB) *Line {
	th, err := theme.New(theme.Options{Profile: colorprofile.NoTTY, ASCII: true})
	if err != nil {
		t.Fatal(err)
	}
	l := New(th, text.Literal("search"))
	l.Focus()
	return l
}

func TestPlaceholderShowsUntilSomethingIsTyped(t *testing.T) {
	l := line(t)
	if got, at := l.View(8); !strings.Contains(got, "search") || at != 0 {
		t.Errorf("empty: %q, cursor at %d", got, at)
	}
	l.Update(tea.KeyPressMsg{Code: 'x', Text: "x"})
	if got, at := l.View(8); got != "x       " || at != 1 {
		t.Errorf("typed x: %q, cursor at %d", got, at)
	}
}

func TestWhatIsSelectedIsReplacedByTextAndEditedByOtherKeys(t *testing.T) {
	for want, press := range map[string]tea.Msg{"x": tea.KeyPressMsg{Code: 'x', Text: "x"}, "pasted": tea.PasteMsg{Content: "pasted"},
		"": tea.KeyPressMsg{Code: tea.KeyBackspace}, "old": tea.KeyPressMsg{Code: tea.KeyLeft}} {
		l := line(t)
		l.SetValue("old")
		l.SelectAll()
		if got, at := l.View(8); !strings.HasSuffix(got, "     ") || at != 3 || text.Width(got) != 8 {
			t.Errorf("drawn %q, the cursor at %d", got, at)
		}
		if l.Update(press); l.Value() != want {
			t.Errorf("%v: %q, want %q", press, l.Value(), want)
		}
		l.SetValue("old")
		if l.Update(tea.KeyPressMsg{Code: 'y', Text: "y"}); l.Value() != "oldy" {
			t.Errorf("not selected: %q", l.Value())
		}
	}
}

func TestPasteIsCleaned(t *testing.T) {
	l := line(t)
	l.Update(tea.PasteMsg{Content: "a\x1b[31m\u202eb\nc"})
	if got := l.Value(); got != "a␛[31mb c" {
		t.Errorf("pasted %q", got)
	}
}

func TestSecretsAreNotDrawn(t *testing.T) {
	l := line(t)
	l.SetSecret(true)
	l.SetValue("pass日")
	if got, at := l.View(8); got != "*****   " || at != 5 {
		t.Errorf("drew %q, cursor at %d", got, at)
	}
}

func TestCursorStaysInTheLineAndTheLineInItsWidth(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		l := line(t)
		width := rapid.IntRange(1, 12).Draw(rt, "width")
		for range rapid.IntRange(1, 30).Draw(rt, "steps") {
			switch rapid.IntRange(0, 4).Draw(rt, "step") {
			case 0, 1:
				l.Update(tea.PasteMsg{Content: rapid.SampledFrom([]string{"a", "word ", "日本", "e\u0301", "👍🏽"}).Draw(rt, "text")})
			case 2:
				l.Update(tea.KeyPressMsg{Code: tea.KeyLeft})
			case 3:
				l.Update(tea.KeyPressMsg{Code: tea.KeyBackspace})
			case 4:
				l.Update(tea.KeyPressMsg{Code: tea.KeyHome})
			}
			drawn, at := l.View(width)
			if got := text.Width(drawn); got != width || at < 0 || at >= width {
				rt.Fatalf("%q in %d cells: drew %q (%d), cursor at %d", l.Value(), width, drawn, got, at)
			}
		}
	})
}

// Each of these keys, at each place of each text, comes to an end.
func TestNoKeyOfTheLibraryTripsOrHangs(t *testing.T) {
	keys := []tea.KeyPressMsg{{Code: tea.KeyLeft, Mod: tea.ModAlt}, {Code: 'b', Mod: tea.ModAlt}, {Code: tea.KeyRight, Mod: tea.ModAlt}, {Code: 'd', Mod: tea.ModAlt},
		{Code: tea.KeyDelete, Mod: tea.ModAlt}, {Code: tea.KeyBackspace, Mod: tea.ModAlt}, {Code: 'w', Mod: tea.ModCtrl}, {Code: 't', Mod: tea.ModCtrl},
		{Code: 'u', Mod: tea.ModAlt}, {Code: 'l', Mod: tea.ModAlt}, {Code: 'c', Mod: tea.ModAlt}, {Code: tea.KeyDelete}, {Code: 'k', Mod: tea.ModCtrl}}
	for _, value := range []string{"", " ", "a", "ab", "a b", " a", "a ", "  ", "日 本", "\n", "\n\n a", " \n", "a\n\nb ", " \n \nc d"} {
		for _, k := range keys {
			for at := range len([]rune(value)) + 1 {
				area := textarea.New()
				area.SetValue(value)
				area.Focus()
				area.MoveToBegin()
				l := line(t)
				l.Focus()
				l.SetValue(value)
				l.Update(tea.KeyPressMsg{Code: tea.KeyHome})
				for range at {
					area, _ = area.Update(tea.KeyPressMsg{Code: tea.KeyRight})
					l.Update(tea.KeyPressMsg{Code: tea.KeyRight})
				}
				area, _ = area.Update(TameArea(&area, k))
				l.Update(k)
				if k.Code == tea.KeyLeft && (area.Line() > 0 || area.Column() > 0) && strings.TrimSpace(string([]rune(value)[:at])) == "" {
					t.Errorf("%s at %d of %q goes to %d:%d", k, at, value, area.Line(), area.Column())
				}
			}
		}
	}
}
