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
	// Guard has esc ask once before what was filled in is thrown away.
	Guard bool
	// Width and Height are the cells of the box, less where there are fewer.
	Width, Height int
	// Take has the form when it is valid, after the box is closed.
	Take func() tea.Cmd
	// Left is told when the form is left; nil when nobody has to be.
	Left func()
}

type fill struct {
	Filling
	theme *theme.Theme
	above int // lines over the form
	was   []string
	asked bool // esc was pressed on what is not kept
}

// Fill is a box with a form.
func Fill(th *theme.Theme, f Filling) Box { return &fill{Filling: f, theme: th, was: f.Form.Values()} }

// holds says that esc closes the completions of a field, or has to be pressed again.
func (f *fill) holds() bool {
	return f.Form.Completing() || f.Guard && !f.asked && !slices.Equal(f.was, f.Form.Values())
}

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
	press, isKey := msg.(tea.KeyPressMsg)
	if f.asked = isKey && press.String() == "esc" && !f.Form.Completing(); f.asked {
		return outcome{}
	}
	cmd, _ := f.Form.Update(msg)
	return outcome{cmd: cmd}
}

func (f *fill) click(x, y int) outcome {
	f.Form.Click(x-2, y-2-f.above)
	return outcome{}
}

func (f *fill) scroll(int) {}

func (f *fill) left() {
	if f.Left != nil {
		f.Left()
	}
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
	keys := []Key{{"enter", f.Verb}, {"esc", "leave"}}
	if len(f.Lines) > 0 {
		keys[0].Key = "ctrl+s"
	}
	if f.asked {
		keys = []Key{{keys[0].Key, f.Verb + " what you changed"}, {"esc", "again throws it away"}}
	}
	return overlay.Frame(th, f.Title, body, Foot(th, w-4, keys...), w, h)
}

func (f *fill) cursor() (x, y int, ok bool) {
	x, y, ok = f.Form.Cursor()
	return x + 2, y + 2 + f.above, ok
}
