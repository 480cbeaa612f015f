package form

import (
	"errors"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	"daybook/theme"
	"daybook/widget/text"
)

func plain(t *testing.T) *theme.Theme {
	t.Helper()
	th, err := theme.New(theme.Options{Profile: colorprofile.NoTTY, ASCII: true})
	if err != nil {
		t.Fatal(err)
	}
	return th
}

// press makes the message of a key: a name or a character.
func press(key string) tea.KeyPressMsg {
	named := map[string]tea.Key{
		"tab": {Code: tea.KeyTab}, "shift+tab": {Code: tea.KeyTab, Mod: tea.ModShift}, "enter": {Code: tea.KeyEnter},
		"space": {Code: tea.KeySpace, Text: " "}, "backspace": {Code: tea.KeyBackspace}, "left": {Code: tea.KeyLeft},
		"right": {Code: tea.KeyRight}, "down": {Code: tea.KeyDown}, "up": {Code: tea.KeyUp}, "esc": {Code: tea.KeyEscape},
	}
	if k, ok := named[key]; ok {
		return tea.KeyPressMsg(k)
	}
	return tea.KeyPressMsg{Code: []rune(key)[0], Text: key}
}

func typeIn(f *Form, keys ...string) {
	for _, key := range keys {
		if len(key) > 1 && key == strings.ToLower(key) && press(key).Text == key && key != "space" {
			for _, r := range key {
				f.Update(press(string(r)))
			}
			continue
		}
		f.Update(press(key))
	}
}

func event(t *testing.T) *Form {
	th := plain(t)
	f := New(th,
		Field{Key: "subject", Label: text.Literal("Subject"), Control: NewText(th, "", text.Literal("what it is about")),
			Check: func(v string) (text.Text, error) {
				if v == "" {
					return text.Text{}, errors.New("give it a subject")
				}
				return text.Text{}, nil
			}},
		Field{Key: "show", Label: text.Literal("Show as"), Control: NewChoice(th, []Option{{"busy", text.Literal("Busy")}, {"free", text.Literal("Free")}}, "busy")},
		Field{Key: "all", Label: text.Literal("All day"), Control: NewToggle(th, false, text.Text{})},
		Field{Key: "to", Label: text.Literal("People"), Control: NewTokens(th, nil, TokensOptions{Parse: func(s string) (Token, error) {
			if !strings.Contains(s, "@") {
				return Token{}, errors.New("not an address")
			}
			return Token{Value: s}, nil
		}})},
		Field{Key: "body", Label: text.Literal("Notes"), Control: NewArea(th, "", 3)},
	)
	f.SetSize(50, 12)
	return f
}

func TestTabGoesRoundTheFieldsWhateverTheyDo(t *testing.T) {
	f := event(t)
	var got []string
	for range 6 {
		got = append(got, f.Focused())
		typeIn(f, "tab")
	}
	if want := "subject show all to body subject"; strings.Join(got, " ") != want {
		t.Errorf("tab went %v, want %s", got, want)
	}
	typeIn(f, "shift+tab")
	if got := f.Focused(); got != "subject" {
		t.Errorf("shift+tab went to %q, want subject", got)
	}
}

func TestFilledInFieldsAreTheValues(t *testing.T) {
	f := event(t)
	typeIn(f, "lunch", "tab", "right", "tab", "space", "tab", "bo@contoso.example", ",", "cy@contoso.example", "tab", "see", "space", "you")
	for key, want := range map[string]string{
		"subject": "lunch", "show": "free", "all": "true", "to": "bo@contoso.example, cy@contoso.example", "body": "see you",
	} {
		if got := f.Value(key); got != want {
			t.Errorf("%s is %q, want %q", key, got, want)
		}
	}
	if !f.Validate() {
		t.Error("the form is filled in but not valid")
	}
}

func TestErrorShowsAfterTheFieldWasLeft(t *testing.T) {
	f := event(t)
	if got := f.View(); strings.Contains(got, "give it a subject") {
		t.Errorf("a fresh form complains:\n%s", got)
	}
	typeIn(f, "tab")
	if got := f.View(); !strings.Contains(got, "! give it a subject") {
		t.Errorf("the empty subject was left, but nothing says so:\n%s", got)
	}
	if f.Validate() {
		t.Error("a form without a subject is valid")
	}
	if got := f.Focused(); got != "subject" {
		t.Errorf("after Validate the keys go to %q, want the wrong field", got)
	}
}

func TestSuggestionsForAnOlderQueryAreDropped(t *testing.T) {
	th := plain(t)
	to := NewTokens(th, nil, TokensOptions{Complete: func(string) tea.Cmd { return nil }})
	f := New(th, Field{Key: "to", Label: text.Literal("To"), Control: to})
	f.SetSize(40, 6)
	bo := Token{Value: "bo@contoso.example", Label: text.Literal("Bo Berg")}
	typeIn(f, "b", "o")
	to.SetSuggestions("b", []Token{bo})
	if strings.Contains(f.View(), "Bo Berg") {
		t.Error("suggestions for another query are shown")
	}
	to.SetSuggestions("bo", []Token{bo})
	if !strings.Contains(f.View(), "Bo Berg") {
		t.Errorf("suggestions are not shown:\n%s", f.View())
	}
	typeIn(f, "tab")
	if got := f.Value("to"); got != bo.Value {
		t.Errorf("tab took %q, want the suggestion", got)
	}
	typeIn(f, "backspace")
	if got := f.Value("to"); got != "" {
		t.Errorf("backspace left %q", got)
	}
}

// Who types faster than suggestions come gets what they would have chosen.
func TestACommaWaitsForItsSuggestions(t *testing.T) {
	bo, eve := Token{Value: "bo@contoso.example"}, Token{Value: "eve@contoso.example"}
	for _, c := range []struct {
		typed  string
		answer map[string][]Token
		want   string
		wrong  bool
	}{
		{"bo, eve, ", map[string][]Token{"bo": {bo}, "eve": {eve}}, "bo@contoso.example, eve@contoso.example", false},
		{"bo,cy@x;eve;", map[string][]Token{"bo": {bo}, "eve": {eve}}, "bo@contoso.example, cy@x, eve@contoso.example", false},
		{"bo, eve", map[string][]Token{"bo": {bo}}, "bo@contoso.example, eve", true},
		{"zed, eve", map[string][]Token{"zed": nil}, "zed, eve", true},
		{"zed, cy@x", map[string][]Token{"zed": nil}, "cy@x, zed", true}, // what is an address is taken when the field is left
		{"bo, eve", nil, "bo, eve", true}, // no answer came
	} {
		var asked []string
		to := NewTokens(plain(t), nil, TokensOptions{
			Parse: func(typed string) (Token, error) {
				if !strings.Contains(typed, "@") {
					return Token{}, errors.New("not an address: " + typed)
				}
				return Token{Value: typed}, nil
			},
			Complete: func(query string) tea.Cmd { asked = append(asked, query); return nil }})
		f := New(plain(t), Field{Key: "to", Label: text.Literal("To"), Control: to})
		f.SetSize(60, 6)
		typeIn(f, strings.Split(c.typed, "")...)
		for len(asked) > 0 { // the answer to the last, as in a slot
			query := asked[len(asked)-1]
			asked = nil
			if found, known := c.answer[query]; known {
				to.SetSuggestions(query, found)
			}
		}
		to.Take()
		if got := to.Value(); got != c.want || (to.Wrong() != nil) != c.wrong {
			t.Errorf("%q became %q (%v), want %q", c.typed, got, to.Wrong(), c.want)
		}
	}
}

func TestNothingTypedIntoTokensIsDropped(t *testing.T) {
	f := event(t)
	f.Focus("subject")
	typeIn(f, "x")
	f.Focus("to")
	to := f.fields[3].Control.(*Tokens)
	typeIn(f, "b", "o")
	to.SetSuggestions("bo", nil)
	if !strings.Contains(f.View(), "nothing matches") {
		t.Errorf("an answer without anybody says nothing:\n%s", f.View())
	}
	typeIn(f, ",")
	if !strings.Contains(f.View(), "not an address") || to.Typed() != "bo" {
		t.Errorf("the comma says nothing of %q:\n%s", to.Typed(), f.View())
	}
	to.SetSuggestions("bo", []Token{{Value: "bo@contoso.example"}})
	if typeIn(f, ";"); to.Value() != "bo@contoso.example" {
		t.Errorf("where what is typed is no value the semicolon takes what is chosen: %q", to.Value())
	}
	typeIn(f, "c", "y", "@", "x")
	if !f.Validate() || to.Typed() != "" || len(to.Tokens()) != 2 {
		t.Errorf("saved while %q is typed, with %d tokens", to.Typed(), len(to.Tokens()))
	}
	typeIn(f, "d", "i")
	if f.Validate() || f.Focused() != "to" || !strings.Contains(f.View(), "not an address") {
		t.Errorf("saved without what is typed:\n%s", f.View())
	}
}

func TestPastedRecipientsBecomeTokens(t *testing.T) {
	f := event(t)
	f.Focus("to")
	f.Update(tea.PasteMsg{Content: "a@x.example; b@x.example,\nnonsense"})
	if got, want := f.Value("to"), "a@x.example, b@x.example, nonsense"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := len(f.fields[3].Control.(*Tokens).Tokens()); got != 2 {
		t.Errorf("%d tokens, want 2: what is no address is left to correct", got)
	}
}

func TestEveryLineHasTheWidthOfTheForm(t *testing.T) {
	for _, size := range [][2]int{{50, 12}, {20, 4}, {12, 2}, {80, 30}} {
		f := event(t)
		f.SetSize(size[0], size[1])
		f.Update(tea.PasteMsg{Content: "日本語の長い件名\u202e\x1b[31m"})
		for range 5 {
			lines := strings.Split(f.View(), "\n")
			if len(lines) != size[1] {
				t.Errorf("%v: %d lines", size, len(lines))
			}
			for _, line := range lines {
				if got := text.Width(line); got != size[0] {
					t.Errorf("%v: line %q takes %d cells", size, line, got)
				}
			}
			if _, _, ok := f.Cursor(); !ok && (f.Focused() == "subject" || f.Focused() == "body") {
				t.Errorf("%v: no cursor in %s", size, f.Focused())
			}
			typeIn(f, "tab")
		}
	}
}

func TestCursorStandsBehindWideCharacters(t *testing.T) {
	f := event(t)
	before, _, _ := f.Cursor()
	f.Update(tea.PasteMsg{Content: "日本"})
	if after, _, _ := f.Cursor(); after-before != 4 {
		t.Errorf("cursor moved %d cells over two wide characters, want 4", after-before)
	}
}

// The text of an area is laid out anew at each width, and the line with the cursor stays in sight.
func TestAnAreaKeepsItsCursorInSightAtEverySize(t *testing.T) {
	th := plain(t)
	area := NewArea(th, strings.TrimSpace(strings.Repeat("some words of a letter ", 40)), 3)
	f := New(th, Field{Key: "to", Label: text.Literal("To"), Control: NewText(th, "", text.Text{})}, Field{Key: "body", Label: text.Literal("Text"), Control: area})
	f.Focus("body")
	f.SetSize(40, 6)
	f.View()
	for range 15 { // towards the end of the text
		f.Update(press("down"))
	}
	for _, size := range [][2]int{{40, 6}, {76, 1}, {200, 3}, {12, 0}, {1, 1}, {9, 4}, {300, 2}, {30, 9}} {
		area.SetRows(size[1] - 2)
		f.SetSize(size[0], size[1])
		lines := strings.Split(f.View(), "\n")
		if size[1] > 0 && len(lines) != size[1] {
			t.Errorf("%v: %d lines", size, len(lines))
		}
		for _, line := range lines {
			if got := text.Width(line); size[1] > 0 && got != size[0] {
				t.Errorf("%v: %q has %d cells", size, line, got)
			}
		}
		if x, y, ok := f.Cursor(); size[0] > 8 && size[1] > 0 && (!ok || x >= size[0] || y >= size[1]) {
			t.Errorf("%v: the cursor is at %d,%d, %v", size, x, y, ok)
		}
	}
}

// TestThePlaceOfTheCursorIsKept: a form that is made anew goes on where it was.
func TestThePlaceOfTheCursorIsKept(t *testing.T) {
	th := plain(t)
	made := func() *Form {
		return New(th,
			Field{Key: "name", Control: NewText(th, "Bo Berg", text.Text{})},
			Field{Key: "notes", Control: NewArea(th, "one\ntwo\nthree", 4)},
			Field{Key: "open", Control: NewToggle(th, true, text.Text{})})
	}
	f := made()
	typeIn(f, "left", "left")
	if again := made(); true {
		again.SetPlace(f.Place())
		if typeIn(again, "!"); again.Value("name") != "Bo Be!rg" {
			t.Errorf("the line is %q", again.Value("name"))
		}
	}
	typeIn(f, "tab", "down", "right")
	again := made()
	again.SetPlace(f.Place())
	if typeIn(again, "!"); again.Value("notes") != "one\nt!wo\nthree" {
		t.Errorf("the area is %q", again.Value("notes"))
	}
	place := f.Place()
	place.Line, place.Column = 100, 100
	if again.SetPlace(place); again.Place().Line != 2 || again.Place().Column != 5 {
		t.Errorf("a place that is not there became %v", again.Place())
	}
	again.SetPlace(made().Place())
	place.Field = "gone"
	if again.SetPlace(place); again.Focused() != "name" {
		t.Errorf("a field that is not there took the keys to %s", again.Focused())
	}
	typeIn(again, "tab", "tab")
	if at := again.Place(); at.Field != "open" || at.Line != 0 || at.Column != 0 {
		t.Errorf("a field without a cursor is at %v", at)
	}
}

// What to write instead stands at the end of a message: where the person is it is
// said whole, as far as the form is high.
func TestAMessageIsSaidWholeWhereThePersonIs(t *testing.T) {
	said := errors.New(`"soonish" is no date: try tomorrow, mon 9:30, in 3 days, 14 march or 2026-03-14`)
	th := plain(t)
	f := New(th, Field{Key: "when", Label: text.Literal("When"), Control: NewText(th, "soonish", text.Text{}),
		Check: func(string) (text.Text, error) { return text.Text{}, said }})
	f.Validate()
	for _, c := range []struct {
		width, height, rows int
		last                string
	}{{60, 8, 3, "2026-03-14"}, {100, 8, 2, "2026-03-14"}, {60, 4, 3, "2026-03-14"}, {30, 8, 5, "2026-03-14"}, {30, 3, 3, "~"}} {
		f.SetSize(c.width, c.height)
		lines := strings.Split(f.View(), "\n")
		if f.fields[0].rows != c.rows || !strings.Contains(lines[c.rows-1], c.last) {
			t.Errorf("%d by %d: %d rows, want %d that end with %s:\n%s", c.width, c.height, f.fields[0].rows, c.rows, c.last, f.View())
		}
		for _, line := range lines {
			if ansi.StringWidth(line) > c.width {
				t.Errorf("%q is wider than %d", line, c.width)
			}
		}
	}
}

func TestALetterThatBeginsNoOptionIsSaid(t *testing.T) {
	f := event(t)
	f.Focus("show")
	typeIn(f, "x")
	if got := ansi.Strip(f.View()); f.Value("show") != "busy" || !strings.Contains(got, "none begins with “x”") {
		t.Errorf("nothing is said:\n%s", got)
	}
	f.SetSize(30, 12) // where there is no room beside it, before it
	if got := ansi.Strip(f.View()); !strings.Contains(got, "none begins") {
		t.Errorf("nothing is said where it is narrow:\n%s", got)
	}
	typeIn(f, "f", "space", "f")
	if got := f.Value("show"); got != "busy" {
		t.Errorf("the words \"xf f\" chose %q", got)
	}
	typeIn(f, "backspace", "f")
	if got := ansi.Strip(f.View()); f.Value("show") != "free" || strings.Contains(got, "none begins") {
		t.Errorf("f is not free:\n%s", got)
	}
}

func TestABarSaysThatMoreLiesBelow(t *testing.T) {
	f := event(t)
	for height, want := range map[int]bool{4: true, 40: false} {
		f.SetSize(50, height)
		lines := strings.Split(f.View(), "\n")
		if got := strings.HasSuffix(lines[0], "#") && strings.HasSuffix(lines[height-1], "|"); got != want {
			t.Errorf("%d lines: a bar %v, want %v\n%s", height, got, want, f.View())
		}
	}
}

func TestAFormIsFilledInAgainWithWhatWasWrittenInAnother(t *testing.T) {
	f := event(t)
	typeIn(f, "lunch", "tab", "right", "tab", "space", "tab", "bo@contoso.example", ",", "cy", "left")
	again := event(t)
	again.Write(f.Written())
	if got, want := again.Values(), f.Values(); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	typeIn(again, "a")
	if got := again.Value("to"); got != "bo@contoso.example, cay" {
		t.Errorf("the field is %q after a key, want it at the cursor", got)
	}
	typeIn(again, "right", "backspace", "backspace", "backspace", "backspace")
	if got := again.Value("to"); got != "" {
		t.Errorf("the field is %q, want its token taken back", got)
	}
}
