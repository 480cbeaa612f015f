package picker

import (
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	"daybook/theme"
	"daybook/widget/text"
)

func folders(t *testing.T, o Options) *Picker {
	t.Helper()
	th, err := theme.New(theme.Options{Profile: colorprofile.NoTTY, ASCII: true})
	if err != nil {
		t.Fatal(err)
	}
	p := New(th, []Item{
		{ID: "1", Title: text.Literal("Inbox"), Detail: text.Literal("12")},
		{ID: "2", Title: text.Literal("Projects/Atlas"), Words: "maps"},
		{ID: "3", Title: text.Literal("Projects/Zürich")},
		{ID: "4", Title: text.Literal("東京")},
	}, o)
	p.SetSize(30, 10)
	return p
}

func typed(p *Picker, s string) {
	for _, r := range s {
		p.Update(tea.KeyPressMsg{Code: r, Text: string(r)})
	}
}

var enter, tab, down, esc = tea.KeyPressMsg{Code: tea.KeyEnter}, tea.KeyPressMsg{Code: tea.KeyTab}, tea.KeyPressMsg{Code: tea.KeyDown}, tea.KeyPressMsg{Code: tea.KeyEscape}

func TestTypingFindsTheItem(t *testing.T) {
	for query, want := range map[string]string{"": "1", "atl": "2", "maps": "2", "pz": "3", "京": "4", "xyzzy": ""} {
		p := folders(t, Options{})
		typed(p, query)
		if got := p.Current(); got != want {
			t.Errorf("%q finds %q, want %q", query, got, want)
		}
		choice, _ := p.Update(enter)
		if want == "" {
			if choice.Done {
				t.Errorf("%q matches nothing, yet enter left with %+v", query, choice)
			}
			continue
		}
		if !choice.Done || !slices.Equal(choice.IDs, []string{want}) {
			t.Errorf("%q and enter chose %+v, want %s", query, choice, want)
		}
	}
}

func TestMarksSurviveFiltering(t *testing.T) {
	p := folders(t, Options{Multi: true, Marked: []string{"4"}})
	typed(p, "atlas")
	p.Update(tab)
	p.SetQuery("")
	choice, _ := p.Update(enter)
	if want := []string{"2", "4"}; !slices.Equal(choice.IDs, want) {
		t.Errorf("chose %v, want %v", choice.IDs, want)
	}
}

func TestEscapeCancels(t *testing.T) {
	p := folders(t, Options{Free: true})
	typed(p, "new folder")
	if choice, _ := p.Update(esc); !choice.Cancelled || !choice.Done {
		t.Errorf("esc gave %+v", choice)
	}
	if choice, _ := p.Update(enter); !choice.Done || choice.Query != "new folder" || choice.IDs != nil {
		t.Errorf("enter on a free text gave %+v", choice)
	}
}

func TestClickChoosesTheRowUnderIt(t *testing.T) {
	p := folders(t, Options{})
	for y, line := range strings.Split(p.View(), "\n") {
		if x := strings.Index(line, "Zürich"); x >= 0 {
			if choice := p.Click(x, y); !slices.Equal(choice.IDs, []string{"3"}) {
				t.Errorf("a click at %d,%d chose %+v, want 3", x, y, choice)
			}
			return
		}
	}
	t.Fatalf("Zürich is not shown:\n%s", p.View())
}

func TestBoxHasItsSize(t *testing.T) {
	for _, multi := range []bool{false, true} {
		p := folders(t, Options{Multi: multi, Title: text.Literal("Move 3 messages to a folder with a long name")})
		for _, w := range []int{8, 12, 30, 60} {
			p.SetSize(w, 9)
			lines := strings.Split(p.View(), "\n")
			if len(lines) != 9 {
				t.Errorf("%d lines, want 9", len(lines))
			}
			for _, line := range lines {
				if got := text.Width(line); got != w {
					t.Errorf("line %q takes %d cells, want %d", line, got, w)
				}
			}
		}
	}
}

func TestDownMovesAndLettersType(t *testing.T) {
	p := folders(t, Options{})
	p.Update(down)
	if got := p.Current(); got != "2" {
		t.Errorf("down went to %q, want 2", got)
	}
	typed(p, "j")
	if got := p.Current(); p.Query() != "" || got != "3" {
		t.Errorf("j typed %q and is on %q, want 3", p.Query(), got)
	}
	typed(p, "k")
	typed(p, "ij")
	if got := p.Query(); got != "ij" {
		t.Errorf("j typed %q", got)
	}
	for name, o := range map[string]Options{"free": {Free: true}, "new": {New: func(string) text.Text { return text.Text{} }}} {
		p := folders(t, o)
		typed(p, "j")
		if got := p.Query(); got != "j" {
			t.Errorf("%s: j typed %q, want a letter where names are typed", name, got)
		}
	}
}

// Space marks as tab does, and with a mark what was typed to find the item is gone.
func TestSpaceAndTabMarkAndClearTheFilter(t *testing.T) {
	for _, key := range []tea.KeyPressMsg{tab, {Code: tea.KeySpace, Text: " "}} {
		for name, made := range map[string]func(string) text.Text{"": nil, "new": func(s string) text.Text { return text.Clean(s) }} {
			p := folders(t, Options{Multi: true, New: made})
			p.Update(key)
			typed(p, "atl")
			p.Update(key)
			if p.Query() != "" || p.Current() != "2" || len(p.shown) != 4 {
				t.Errorf("%s%v: %q is typed, the cursor is on %q of %d", name, key, p.Query(), p.Current(), len(p.shown))
			}
			typed(p, "zür")
			if choice, _ := p.Update(enter); !slices.Equal(choice.IDs, []string{"1", "2", "3"}) {
				t.Errorf("%s%v: chose %v, want the marks and what was found last", name, key, choice.IDs)
			}
		}
	}
	p := folders(t, Options{Multi: true, New: func(s string) text.Text { return text.Clean(s) }})
	for _, name := range []string{"Projects new", "tla new"} { // no word begins with "tla", and still it is in one
		p.SetQuery("")
		if typed(p, name); p.Query() != name {
			t.Errorf("typed %q, want a name of two words", p.Query())
		}
	}
	p = folders(t, Options{Multi: true, Free: true})
	typed(p, "Xerxes Xu <x@y>")
	if got := p.Query(); got != "Xerxes Xu <x@y>" {
		t.Errorf("typed %q, want a name that nothing is like", got)
	}
	p = folders(t, Options{})
	typed(p, "a b")
	if p.Update(tab); p.Query() != "a b" {
		t.Errorf("typed %q, want a blank where nothing is marked", p.Query())
	}
}

func TestThatNothingMatchesIsSaid(t *testing.T) {
	for want, o := range map[string]Options{"nothing matches ": {}, "enter takes what is typed": {Free: true, Multi: true, Marked: []string{"1"}}} {
		p := folders(t, o)
		p.SetSize(60, 10)
		typed(p, "xyzzy")
		if !strings.Contains(p.View(), want) {
			t.Errorf("want %q in\n%s", want, p.View())
		}
		if choice, _ := p.Update(enter); choice.Done != o.Free || choice.Typed != o.Free || o.Free && !slices.Equal(choice.IDs, []string{"1"}) {
			t.Errorf("enter gave %+v", choice)
		}
	}
}

func TestWordsOfATitleComeBeforeWhatIsNotShown(t *testing.T) {
	items := []Item{
		{ID: "Asia/Dili", Title: text.Literal("Asia/Dili"), Words: "Asia/Dili Tokyo Standard Time"},
		{ID: "Asia/Jayapura", Title: text.Literal("Asia/Jayapura"), Words: "Asia/Jayapura Tokyo Standard Time"},
		{ID: "Asia/Tokyo", Title: text.Literal("Asia/Tokyo"), Words: "Asia/Tokyo Tokyo Standard Time"},
		{ID: "America/New_York", Title: text.Literal("America/New_York"), Words: "America/New York Eastern Standard Time"},
		{ID: "Europe/Yorkton", Title: text.Literal("Europe/Yorkton")},
		{ID: "suppress", Title: text.Literal("Suppress a particular animal")},
		{ID: "junk", Title: text.Literal("Move to Junk"), Words: "spam block"},
	}
	th, err := theme.New(theme.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for query, want := range map[string]string{"tokyo": "Asia/Tokyo", "tok": "Asia/Tokyo", "TOKYO": "Asia/Tokyo", "new york": "America/New_York",
		"york": "America/New_York", "yorkt": "Europe/Yorkton", "dili": "Asia/Dili", "spa": "junk", "spam": "junk"} {
		p := New(th, items, Options{})
		p.SetQuery(query)
		if got := p.Current(); got != want {
			t.Errorf("%q stands on %s, want %s", query, got, want)
		}
	}
}

// TestWhatWouldBeMadeIsARow: under what matches, or alone.
func TestWhatWouldBeMadeIsARow(t *testing.T) {
	for _, multi := range []bool{false, true} {
		made := func(typed string) text.Text {
			if typed == "Inbox" {
				return text.Text{}
			}
			return text.Clean("new folder \u201c" + typed + "\u201d")
		}
		p := folders(t, Options{Multi: multi, New: made})
		if strings.Contains(p.View(), "new folder") {
			t.Errorf("nothing is typed, yet:\n%s", p.View())
		}
		typed(p, "Zurg")
		if !strings.Contains(p.View(), "new folder \u201cZurg\u201d") {
			t.Errorf("not shown:\n%s", p.View())
		}
		if choice, _ := p.Update(enter); !choice.Done || !choice.New || choice.Query != "Zurg" || choice.IDs != nil {
			t.Errorf("enter gave %+v", choice)
		}
		p.SetQuery("Atl")
		if choice, _ := p.Update(enter); choice.New || !slices.Equal(choice.IDs, []string{"2"}) {
			t.Errorf("enter on what matches gave %+v", choice)
		}
		p.Update(down)
		if choice, _ := p.Update(enter); !choice.New || choice.IDs != nil {
			t.Errorf("enter under what matches gave %+v", choice)
		}
		p.SetQuery("Inbox")
		p.Update(down)
		if choice, _ := p.Update(enter); choice.New || strings.Contains(p.View(), "new folder") {
			t.Errorf("what is there cannot be made: %+v\n%s", choice, p.View())
		}
		if !multi {
			continue
		}
		p.Update(tab)
		p.SetQuery("Zurg")
		p.Update(tab) // marks nothing
		if choice, _ := p.Update(enter); !choice.New || !slices.Equal(choice.IDs, []string{"1"}) {
			t.Errorf("enter with a mark gave %+v", choice)
		}
	}
}

func TestTheCursorIsAtFirstWhereItIsWanted(t *testing.T) {
	for at, want := range map[string]string{"": "1", "3": "3", "none": "1"} {
		if got := folders(t, Options{At: at}).Current(); got != want {
			t.Errorf("At %q: the cursor is on %q, want %q", at, got, want)
		}
	}
}

func TestADetailTakesWhatTheTitleLeaves(t *testing.T) {
	p := folders(t, Options{})
	p.SetItems([]Item{{ID: "1", Title: text.Literal("Short"), Detail: text.Literal("a longer sentence")}})
	if row := p.source().Row(0, 28, theme.RowState{}); !strings.Contains(row, "Short") || !strings.Contains(row, "a longer sentence") {
		t.Errorf("the row is %q, want all of both", row)
	}
}

func TestTheKeysStandInTheFrameWhereEnterIsSaid(t *testing.T) {
	th, err := theme.New(theme.Options{Profile: colorprofile.ASCII})
	if err != nil {
		t.Fatal(err)
	}
	p := New(th, []Item{{ID: "a", Title: text.Literal("Save plan.pdf")}}, Options{Enter: "do it"})
	p.SetSize(60, 8)
	if f := ansi.Strip(p.View()); !strings.Contains(f, "1 of 1  enter do it  esc cancel") {
		t.Errorf("the keys are missing:\n%s", f)
	}
}
