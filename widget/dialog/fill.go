package dialog

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"daybook/theme"
	"daybook/widget/form"
	"daybook/widget/overlay"
	"daybook/widget/text"
)

// Filling is a form in a box.
type Filling struct {
	Title text.Text
	Form  *form.Form
	// Above is styled lines over the form, nil for none.
	Above func() string
	// Verb is what enter does; Lines are the fields in which it begins a line instead. ctrl+s does it everywhere.
	Verb  string
	Lines []string
	// More are further keys for the foot, which the screen answers itself.
	More []Key
	// Guard asks once before what was filled in is thrown away.
	Guard bool
	// Width and Height are the cells of the box, less where there are fewer.
	Width, Height int
	// Arrange has the form follow what was filled in; nil where it does not.
	Arrange func()
	// Take has the form when it is valid, after the box is closed.
	Take func() tea.Cmd
	// Left is told when the form is left; nil when nobody has to be.
	Left func()
}

type fill struct {
	Filling
	theme *theme.Theme
	above int      // lines over the form
	was   []string // what the fields held when it was opened
	asked bool     // it was left with what is not kept
}

// Fill is a box with a form.
func Fill(th *theme.Theme, f Filling) Box {
	box := &fill{Filling: f, theme: th, was: f.Form.Values()}
	box.arrange()
	return box
}

func (f *fill) arrange() {
	if f.Arrange != nil {
		f.Arrange()
		f.Form.Recheck()
	}
}

// holds says that esc closes the completions of a field.
func (f *fill) holds() bool { return f.Form.Completing() }

func (f *fill) confirms(press tea.KeyPressMsg) bool {
	key := press.String()
	return key == "ctrl+s" || key == "enter" && !f.Form.Completing() && !slices.Contains(f.Lines, f.Form.Focused())
}

func (f *fill) update(msg tea.Msg) outcome {
	if press, ok := msg.(tea.KeyPressMsg); ok && f.confirms(press) {
		if !f.Form.Validate() {
			return outcome{}
		}
		return outcome{done: true, then: f.Take}
	}
	f.asked = false
	cmd, _ := f.Form.Update(msg)
	f.arrange()
	return outcome{cmd: cmd}
}

func (f *fill) click(x, y int) outcome {
	f.Form.Click(x-2, y-2-f.above)
	f.arrange()
	return outcome{}
}

func (f *fill) scroll(int) {}

func (f *fill) leave() bool {
	if f.Guard && !f.asked && !slices.Equal(f.was, f.Form.Values()) {
		f.asked = true
		return false
	}
	if f.Left != nil {
		f.Left()
	}
	return true
}

func (f *fill) size(width, height int) (w, h int) {
	return min(f.Width, width), min(f.Height, height)
}

func (f *fill) draw(w, h int) string {
	th := f.theme
	over := ""
	if f.above = 0; f.Above != nil {
		over = f.Above() + "\n\n"
		f.above = strings.Count(over, "\n") - 1 // the blank line above the form is there without
	} else {
		over = "\n"
	}
	f.Form.SetSize(max(w-4, 0), max(h-3-f.above, 0))
	f.Form.SetTheme(th)
	body := " " + strings.ReplaceAll(over+f.Form.View(), "\n", "\n ")
	return overlay.Frame(th, f.Title, body, Foot(th, w-4, f.keys()...), w, h)
}

func (f *fill) keys() []Key {
	takes := "enter"
	if len(f.Lines) > 0 {
		takes = "ctrl+s"
	}
	if f.asked {
		return []Key{{takes, f.Verb + " what you changed"}, {"esc", "again throws it away"}}
	}
	return append(append([]Key{{takes, f.Verb}}, f.More...), Key{"esc", "leave"})
}

func (f *fill) cursor() (x, y int, ok bool) {
	x, y, ok = f.Form.Cursor()
	return x + 2, y + 2 + f.above, ok
}
