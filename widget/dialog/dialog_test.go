package dialog

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	"daybook/theme"
	"daybook/widget/form"
	"daybook/widget/picker"
	"daybook/widget/text"
)

// screen is a slot over an empty screen, with a clock of its own.
type screen struct {
	Stack
	theme *theme.Theme
	now   time.Time
}

func newScreen(t *testing.T) *screen {
	t.Helper()
	th, err := theme.New(theme.Options{Profile: colorprofile.ASCII})
	if err != nil {
		t.Fatal(err)
	}
	s := &screen{theme: th, now: time.Unix(1000, 0)}
	s.Now = func() time.Time { return s.now }
	return s
}

// press presses keys, each a second after the one before.
func (s *screen) press(keys ...string) {
	for _, k := range keys {
		s.now = s.now.Add(time.Second)
		s.at1(k)
	}
}

// at1 presses a key now.
func (s *screen) at1(k string) {
	msg := tea.KeyPressMsg{Code: []rune(k)[0], Text: k}
	if code, ok := map[string]rune{"enter": tea.KeyEnter, "esc": tea.KeyEscape, "down": tea.KeyDown, "tab": tea.KeyTab}[k]; ok {
		msg = tea.KeyPressMsg{Code: code}
	} else if k == "ctrl+s" {
		msg = tea.KeyPressMsg{Code: 's', Mod: tea.ModCtrl}
	}
	if cmd := s.Update(msg); cmd != nil {
		cmd()
	}
}

func (s *screen) frame(w, h int) string {
	return ansi.Strip(s.Over(strings.TrimSuffix(strings.Repeat(strings.Repeat(".", w)+"\n", h), "\n"), w, h))
}

func items(n int) (out []picker.Item) {
	for i := range n {
		out = append(out, picker.Item{ID: fmt.Sprint(i), Title: text.Clean(fmt.Sprint("item ", i))})
	}
	return out
}

func TestChoosingClosesTheBoxBeforeItIsHeard(t *testing.T) {
	s := newScreen(t)
	var chosen []string
	s.Pick(s.theme, items(3), picker.Options{}, func(c picker.Choice) tea.Cmd {
		if s.IsOpen() {
			t.Error("the box is still open while its choice is heard")
		}
		chosen = c.IDs
		return s.Ask(s.theme, Question{Answer: func(string) (tea.Cmd, error) { return nil, nil }})
	})
	s.press("down", "enter")
	if len(chosen) != 1 || chosen[0] != "1" {
		t.Errorf("chose %q, want 1", chosen)
	}
	if !s.IsOpen() {
		t.Error("the box that the choice opened is closed with it")
	}
}

func TestAQuestionStaysOpenUntilItIsAnswered(t *testing.T) {
	s := newScreen(t)
	var answers []string
	s.Ask(s.theme, Question{Title: text.Literal("Name"), Value: "ab", Hint: func(v string) text.Text { return text.Clean("so: " + v) },
		Answer: func(v string) (tea.Cmd, error) {
			answers = append(answers, v)
			if v != "abc" {
				return nil, errors.New("abc is the only name there is, whatever else somebody types here")
			}
			return nil, nil
		}})
	s.press("enter")
	if f := s.frame(70, 12); !s.IsOpen() || !strings.Contains(f, "abc is the only") || !strings.Contains(f, "types here") || strings.Contains(f, "so: ab") {
		t.Fatalf("the question closed on an answer that it did not take, or does not say why:\n%s", f)
	}
	s.press("c")
	if f := s.frame(70, 12); !strings.Contains(f, "so: abc") || !strings.Contains(f, "enter save  esc cancel") {
		t.Errorf("hint or keys are missing:\n%s", f)
	}
	s.press("enter")
	if s.IsOpen() || strings.Join(answers, " ") != "ab abc" {
		t.Errorf("answers %q, open %v", answers, s.IsOpen())
	}
}

func TestWhatIsLookedAtLaterKeepsTheQuestionOpen(t *testing.T) {
	s := newScreen(t)
	box := Ask(s.theme, Question{Answer: Given(func(string) (tea.Cmd, error) { return nil, ErrLater })})
	s.Stack.Open(box)
	s.press("enter")
	if f := s.frame(70, 12); !s.IsOpen() || !strings.Contains(f, "type something first") {
		t.Fatalf("nothing is taken for an answer:\n%s", f)
	}
	s.press("a", "enter")
	if f := s.frame(70, 12); !s.IsOpen() || !strings.Contains(f, ErrLater.Error()) {
		t.Fatalf("the question is closed before its answer was looked at:\n%s", f)
	}
	if s.Settle(box, errors.New("a is no photo")) || !s.IsOpen() || !strings.Contains(s.frame(70, 12), "a is no photo") {
		t.Errorf("what is refused is not said in the question:\n%s", s.frame(70, 12))
	}
	if !s.Settle(box, nil) || s.IsOpen() || s.Settle(box, nil) {
		t.Error("a good answer does not close the question, or stands after it was left")
	}
}

func TestWhatIsRefusedComesBackAsItWas(t *testing.T) {
	s := newScreen(t)
	typed := func(title string) Box {
		return Ask(s.theme, Question{Title: text.Clean(title), Answer: func(string) (tea.Cmd, error) { return nil, nil }})
	}
	list := Pick(s.theme, items(3), picker.Options{New: func(string) text.Text { return text.Literal("new") }}, func(picker.Choice) tea.Cmd { return nil })
	for _, box := range []Box{typed("Name"), list} {
		s.Stack.Open(box)
		s.press("x", "y", "z", "enter")
		if s.IsOpen() {
			t.Fatal("the answer was not taken")
		}
		if !s.Refuse(box, errors.New("xyz is taken")) || !s.IsOpen() || !strings.Contains(s.frame(70, 12), "xyz is taken") || !strings.Contains(s.frame(70, 12), "› xyz") {
			t.Errorf("what was refused is not there again with the reason:\n%s", s.frame(70, 12))
		}
		s.press("1")
		if strings.Contains(s.frame(70, 12), "xyz is taken") {
			t.Error("the reason stays though something else is typed")
		}
		s.press("enter")
		s.Stack.Open(typed("Another"))
		if s.Refuse(box, errors.New("xyz is taken")) || !strings.Contains(s.frame(70, 12), "Another") {
			t.Error("it comes back over another box")
		}
		s.Close(s.Top())
	}
}

func TestTheArrowsGoToACompletion(t *testing.T) {
	s := newScreen(t)
	var taken []string
	s.Ask(s.theme, Question{Complete: func(string) tea.Cmd { return nil },
		Answer: func(typed string) (tea.Cmd, error) { taken = append(taken, typed); return nil, nil }})
	s.press("/")
	s.Offer("/", []string{"/home/", "/notes.txt"})
	s.press("down", "enter")
	if f := s.frame(100, 20); !s.IsOpen() || !strings.Contains(f, "› /home/") {
		t.Fatalf("a folder is no answer, it is gone into:\n%s", f)
	}
	s.Offer("/home/", []string{"/home/a.txt", "/home/b.txt"})
	s.press("down", "down", "enter")
	if s.IsOpen() || len(taken) != 1 || taken[0] != "/home/b.txt" {
		t.Errorf("took %q, open %v", taken, s.IsOpen())
	}
}

func TestAFormIsTakenWhenItIsValid(t *testing.T) {
	s := newScreen(t)
	taken := ""
	open := func() {
		f := form.New(s.theme, form.Field{Key: "a", Label: text.Literal("A"), Control: form.NewText(s.theme, "", text.Text{}),
			Check: func(v string) (text.Text, error) {
				if v == "" {
					return text.Text{}, fmt.Errorf("say something")
				}
				return text.Text{}, nil
			}}, form.Field{Key: "notes", Label: text.Literal("Notes"), Control: form.NewArea(s.theme, "", 2)})
		s.Open(Fill(s.theme, Filling{Title: text.Literal("Form"), Form: f, Lines: []string{"notes"}, Width: 50, Height: 12,
			Above: func(int) string { return "above" }, Take: func() tea.Cmd { taken = f.Value("a") + "|" + f.Value("notes"); return nil }}))
	}
	open()
	s.press("enter")
	if f := s.frame(70, 20); !s.IsOpen() || !strings.Contains(f, "say something") || !strings.Contains(f, "above") {
		t.Errorf("an invalid form was taken:\n%s", f)
	}
	s.press("x", "tab", "y", "enter", "z", "ctrl+s")
	if taken != "x|y\nz" || s.IsOpen() {
		t.Errorf("took %q, open %v", taken, s.IsOpen())
	}
	open()
	s.press("esc")
	if s.IsOpen() || taken != "x|y\nz" {
		t.Errorf("left: open %v, took %q", s.IsOpen(), taken)
	}
}

func TestTabGoesOnWithAPathAlsoBeforeTheOfferCame(t *testing.T) {
	s := newScreen(t)
	var asked []string
	s.Ask(s.theme, Question{Complete: func(typed string) tea.Cmd { asked = append(asked, typed); return nil }, Answer: func(string) (tea.Cmd, error) { return nil, nil }})
	s.press("/", "tab") // nothing is known yet
	s.Offer("/", []string{"/home/ann", "/home/bo"})
	if f := s.frame(100, 20); !strings.Contains(f, "› /home/") || !strings.Contains(f, "/home/bo") {
		t.Errorf("tab did not go on when the offer came:\n%s", f)
	}
	s.Offer("/home/", []string{"/home/ann", "/home/bo"})
	s.press("b", "tab")
	s.Offer("/home/", []string{"/home/ann"}) // of what is not typed any more
	s.Offer("/home/b", []string{"/home/bo"})
	if f := s.frame(100, 20); !strings.Contains(f, "› /home/bo") {
		t.Errorf("the line is not completed:\n%s", f)
	}
	if got := strings.Join(asked, " "); got != "/ /home/ /home/b /home/bo" {
		t.Errorf("asked for %q", got)
	}
}

func TestAKeyInFlightCannotConfirm(t *testing.T) {
	for _, c := range []struct {
		name string
		keys func(s *screen)
		open bool
	}{
		{"at once", func(s *screen) { s.now = s.now.Add(time.Millisecond); s.at1("enter") }, true},
		{"after a moment", func(s *screen) { s.press("enter") }, false},
		{"after something was typed", func(s *screen) { s.now = s.now.Add(time.Millisecond); s.at1("1"); s.at1("enter") }, false},
		{"esc leaves at once", func(s *screen) { s.now = s.now.Add(time.Millisecond); s.at1("esc") }, false},
		{"with a clock that stands still", func(s *screen) { s.at1("enter") }, false},
	} {
		s := newScreen(t)
		s.Pick(s.theme, items(3), picker.Options{}, func(picker.Choice) tea.Cmd { return nil })
		c.keys(s)
		if s.IsOpen() != c.open {
			t.Errorf("%s: open %v, want %v", c.name, s.IsOpen(), c.open)
		}
	}
}

// came is a box that nobody asked for.
type came struct{ got []string }

func (c *came) View(int, int) string {
	return strings.TrimSuffix(strings.Repeat("##########\n", 4), "\n")
}
func (c *came) Cursor() *tea.Cursor { return nil }
func (c *came) Unasked() bool       { return true }
func (c *came) Careful() bool       { return true }
func (c *came) Update(msg tea.Msg) Outcome {
	c.got = append(c.got, fmt.Sprintf("%v", msg))
	return Outcome{}
}

func TestABoxThatComesByItselfWaitsWithEveryKey(t *testing.T) {
	s, box := newScreen(t), &came{}
	s.Open(box)
	for _, k := range []string{"x", "enter", "esc"} {
		s.now = s.now.Add(100 * time.Millisecond)
		s.at1(k)
	}
	if len(box.got) != 0 || !s.IsOpen() {
		t.Fatalf("got %q, open %v", box.got, s.IsOpen())
	}
	s.press("x")
	s.frame(80, 20)
	s.Update(tea.MouseClickMsg{Button: tea.MouseLeft})
	if len(box.got) != 1 || !s.IsOpen() {
		t.Errorf("got %q, open %v; want one key, and no click to leave it", box.got, s.IsOpen())
	}
	if s.press("esc"); s.IsOpen() {
		t.Error("esc does not leave it later")
	}
}

func TestEscGoesBackToTheBoxBelow(t *testing.T) {
	s := newScreen(t)
	below := Ask(s.theme, Question{Title: text.Literal("Below"), Answer: func(string) (tea.Cmd, error) { return nil, nil }})
	s.Open(below)
	s.press("a")
	s.Pick(s.theme, items(3), picker.Options{Title: text.Literal("Above")}, nil)
	if f := s.frame(80, 20); !strings.Contains(f, "Above") {
		t.Errorf("the new box is not on top:\n%s", f)
	}
	if s.Refuse(below, errors.New("no")) {
		t.Error("a box is refused over the one that has the keys")
	}
	s.press("esc")
	if f := s.frame(80, 20); s.Top() != below || !strings.Contains(f, "› a") {
		t.Errorf("esc does not go back to what was open before:\n%s", f)
	}
}

func TestAClickChoosesAndOneOutsideLeaves(t *testing.T) {
	s := newScreen(t)
	var chosen []string
	show := func() {
		s.Pick(s.theme, items(3), picker.Options{}, func(c picker.Choice) tea.Cmd { chosen = c.IDs; return nil })
		s.frame(80, 20)
	}
	show()
	s.Update(tea.MouseClickMsg{X: s.top().at.X + 5, Y: s.top().at.Y + 4, Button: tea.MouseLeft})
	if len(chosen) != 1 || chosen[0] != "1" || s.IsOpen() {
		t.Errorf("a click chose %q, open %v", chosen, s.IsOpen())
	}
	show()
	s.Update(tea.MouseClickMsg{X: 0, Y: 0, Button: tea.MouseLeft})
	if s.IsOpen() {
		t.Error("a click outside left the box open")
	}
}

func TestAClickOutsideDoesNotLeaveWhatIsWritten(t *testing.T) {
	s := newScreen(t)
	outside := tea.MouseClickMsg{Button: tea.MouseLeft}
	s.Ask(s.theme, Question{Value: "a", Answer: func(string) (tea.Cmd, error) { return nil, nil }})
	s.frame(80, 20)
	s.press("b")
	s.Update(outside)
	if f := s.frame(80, 20); !strings.Contains(f, "ab") {
		t.Fatalf("a click outside threw an answer away:\n%s", f)
	}
	s.press("esc")
	if s.IsOpen() {
		t.Error("esc does not leave it")
	}
	f := form.New(s.theme, form.Field{Key: "a", Label: text.Literal("A"), Control: form.NewText(s.theme, "", text.Text{})})
	s.Open(Fill(s.theme, Filling{Form: f, Width: 60, Height: 12}))
	s.frame(80, 20)
	s.press("x")
	s.Update(outside)
	if f := s.frame(80, 20); !strings.Contains(f, "Leave the form?") {
		t.Errorf("a click outside a changed form does not ask as esc does:\n%s", f)
	}
}

func TestALongTitleDoesNotPushAFrameOut(t *testing.T) {
	s := newScreen(t)
	s.Open(Sure(s.theme, Confirm{Title: text.Literal("Delete \u201cString lines: what to show first\u201d?"), Detail: text.Literal("It goes."), Verb: "Delete"}))
	if f := s.frame(40, 12); !strings.Contains(f, "╮") || !strings.Contains(f, "…") {
		t.Errorf("the frame is not whole:\n%s", f)
	}
	if f := s.frame(90, 12); !strings.Contains(f, "show first\u201d? ") {
		t.Errorf("the title is cut though there is room:\n%s", f)
	}
}

func TestFramesFitWhateverTheSize(t *testing.T) {
	s := newScreen(t)
	for _, open := range []func(){
		func() { s.Pick(s.theme, items(30), picker.Options{Title: text.Literal("T")}, nil) },
		func() { s.Ask(s.theme, Question{Title: text.Literal("A long title of a question")}) },
		func() {
			s.Open(Sure(s.theme, Confirm{Title: text.Literal("A title that is longer than many a terminal is wide"), Detail: text.Literal("Words"), Verb: "go"}))
		},
		func() {
			s.Open(Fill(s.theme, Filling{Form: form.New(s.theme, form.Field{Key: "a", Control: form.NewText(s.theme, "", text.Text{})}), Width: 70, Height: 20}))
		},
	} {
		open()
		for w := 1; w < 90; w += 8 {
			for h := 1; h < 30; h += 4 {
				lines := strings.Split(s.frame(w, h), "\n")
				for _, l := range lines {
					if len(lines) != h || text.Width(l) != w {
						t.Fatalf("%dx%d: %d lines, one of %d cells", w, h, len(lines), text.Width(l))
					}
				}
				s.Cursor()
			}
		}
	}
}

func TestTheFootKeepsTheWayOut(t *testing.T) {
	s := newScreen(t)
	keys := []Key{{"enter", "go on"}, {"tab", "type"}, {"esc", "leave"}}
	for width, want := range map[int]string{60: " enter go on  tab type  esc leave ", 26: " enter go on  esc leave ", 5: " esc leave "} {
		if got := ansi.Strip(Foot(s.theme, width, keys...)); got != want {
			t.Errorf("%d cells: got %q, want %q", width, got, want)
		}
	}
}

func TestAFormThatWasChangedIsAskedAboutWhenItIsLeft(t *testing.T) {
	s := newScreen(t)
	open := func() {
		f := form.New(s.theme, form.Field{Key: "a", Label: text.Literal("A"), Control: form.NewText(s.theme, "x", text.Text{})},
			form.Field{Key: "b", Label: text.Literal("Hidden by y"), Control: form.NewText(s.theme, "", text.Text{})})
		s.Open(Fill(s.theme, Filling{Form: f, More: Keys("ctrl+e", "editor"), Width: 60, Height: 12,
			Arrange: func() { f.SetHidden("b", f.Value("a") == "xy") }}))
	}
	open()
	if f := s.frame(70, 20); !strings.Contains(f, "enter save  ctrl+e editor  esc cancel") || !strings.Contains(f, "Hidden by y") {
		t.Errorf("keys or field are missing:\n%s", f)
	}
	s.press("esc")
	if s.IsOpen() {
		t.Error("an untouched form stays open")
	}
	open()
	s.press("y")
	if f := s.frame(70, 20); strings.Contains(f, "Hidden by y") {
		t.Errorf("the form does not follow what was filled in:\n%s", f)
	}
	for range 3 { // asked, and back in the form
		s.press("esc")
		if f := s.frame(70, 20); !s.IsOpen() || !strings.Contains(f, "Leave the form?") || !strings.Contains(f, "enter choose  esc back to the form") || strings.Contains(f, "ctrl+e") {
			t.Fatalf("not asked about: open %v\n%s", s.IsOpen(), f)
		}
		s.press("d", "x") // no answers
		s.press("esc")
		if f := s.frame(70, 20); !s.IsOpen() || strings.Contains(f, "Leave the form?") || !strings.Contains(f, "xy") || strings.Contains(f, "xyd") {
			t.Fatalf("esc in the box does not go back to the form: open %v\n%s", s.IsOpen(), f)
		}
	}
	s.press("esc", "down", "enter")
	if s.IsOpen() {
		t.Error("the form whose changes were thrown away stays open")
	}
}

func TestALetterGoesToTheAnswerThatBeginsWithIt(t *testing.T) {
	for _, c := range []struct {
		keys  []string
		taken string
		open  bool
	}{
		{[]string{"t"}, "", true}, // none is taken without enter
		{[]string{"t", "enter"}, "Throw away", false},
		{[]string{"T", "t", "enter"}, "Tell", false}, // the next that begins so
		{[]string{"t", "t", "t", "enter"}, "Throw away", false},
		{[]string{"é", "enter"}, "Étage", false},
		{[]string{"x", "y", "enter"}, "Back", false},
		{[]string{"q"}, "", false},
		{[]string{"n"}, "", false},
	} {
		s, taken := newScreen(t), ""
		var answers []Answer
		for _, title := range []string{"Back", "Throw away", "Tell", "Étage"} {
			answers = append(answers, Answer{Title: text.Clean(title), Do: func() tea.Cmd { taken = title; return nil }})
		}
		s.Open(Choose(s.theme, Menu{Title: text.Literal("Leave?"), Left: "stay", Answers: answers}))
		s.press(c.keys...)
		if taken != c.taken || s.IsOpen() != c.open {
			t.Errorf("%q: taken %q, open %v; want %q, %v", c.keys, taken, s.IsOpen(), c.taken, c.open)
		}
	}
}

func TestAFormThatIsRefusedStaysAsItIs(t *testing.T) {
	s := newScreen(t)
	taken := 0
	f := form.New(s.theme, form.Field{Key: "a", Label: text.Literal("A"), Control: form.NewText(s.theme, "", text.Text{})},
		form.Field{Key: "b", Label: text.Literal("B"), Control: form.NewText(s.theme, "", text.Text{})})
	s.Open(Fill(s.theme, Filling{Form: f, Width: 60, Height: 12, Take: func() tea.Cmd { taken++; return nil },
		Refuse: func() (string, error) {
			if len(f.Value("b")) < 2 {
				return "b", errors.New("b is too short")
			}
			return "", nil
		}}))
	s.press("x", "ctrl+s")
	if drawn := s.frame(70, 20); !s.IsOpen() || taken != 0 || !strings.Contains(drawn, "b is too short") || f.Focused() != "b" || f.Value("a") != "x" {
		t.Fatalf("open %v, taken %d, in %q\n%s", s.IsOpen(), taken, f.Focused(), drawn)
	}
	s.press("y")
	if drawn := s.frame(70, 20); strings.Contains(drawn, "b is too short") {
		t.Errorf("the refusal stays though something was changed\n%s", drawn)
	}
	s.press("z", "esc", "enter") // a key too many
	if !s.IsOpen() || taken != 0 {
		t.Fatalf("open %v, taken %d: enter alone did something", s.IsOpen(), taken)
	}
	s.press("esc", "j", "j", "enter")
	if s.IsOpen() || taken != 1 {
		t.Errorf("open %v, taken %d, want it kept from the menu", s.IsOpen(), taken)
	}
}
