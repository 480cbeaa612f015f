package dialog

import (
	"cmp"
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
	// Above is styled lines over the form, none wider than width; nil for none.
	Above func(width int) string
	// Verb is what enter does, Save when empty; Lines are the fields in which it begins a line instead. ctrl+s does it everywhere.
	Verb  string
	Lines []string
	// More are further keys for the foot, which the screen answers itself.
	More []Key
	// Width and Height are the cells of the box, less where there are fewer.
	Width, Height int
	// Arrange has the form follow what was filled in; nil where it does not.
	Arrange func()
	// Refuse judges a valid form as a whole: the field to say it beside, and why it cannot be taken. Nil refuses nothing.
	Refuse func() (field string, err error)
	// Wrong says on the screen that the form was not taken as it is; beside the field stands why.
	Wrong func() tea.Cmd
	// Take has the form when it is valid and not refused, after the box is closed.
	Take func() tea.Cmd
	// Changed says that something beside the fields is another than it was, which leaving would lose too; nil for nothing.
	Changed func() bool
	// Again is what is written into it as it opens, which counts as changed; nil for nothing.
	Again *form.Written
	// Written follows a key or a click, and knows whether the form is another than it was; Left follows a form that was
	// left without being taken. Nil follows nothing.
	Written func(changed bool) tea.Cmd
	Left    func() tea.Cmd
}

type fill struct {
	Filling
	theme *theme.Theme
	above int      // lines over the form
	was   []string // what the fields held when it was opened
	// leaving asks what becomes of what was changed, over the form; nil where it was not left.
	leaving *menu
	menuAt  Place // where that was drawn in the box
	left    leavingAnswer
}

// leavingAnswer is what becomes of a form that was left.
type leavingAnswer int

const (
	goBack leavingAnswer = iota
	takeIt
	dropIt
)

// Fill is a box with a form. One that was changed asks before it is left; one that was not is left at once.
func Fill(th *theme.Theme, f Filling) Box {
	f.Verb = cmp.Or(f.Verb, Save)
	box := &fill{Filling: f, theme: th, was: f.Form.Values()}
	if f.Again != nil {
		f.Form.Write(*f.Again)
	}
	box.arrange()
	return box
}

func (f *fill) arrange() {
	if f.Arrange != nil {
		f.Arrange()
		f.Form.Recheck()
	}
}

// Holds says that esc goes back to the form, or closes the completions of a field.
func (f *fill) Holds() bool { return f.leaving != nil || f.Form.Completing() }

// Confirms: what the verb says, or an answer of the menu.
func (f *fill) Confirms(press tea.KeyPressMsg) bool {
	if f.leaving != nil {
		return f.leaving.Confirms(press)
	}
	key := press.String()
	return key == "ctrl+s" || key == "enter" && !f.Form.Completing() && !slices.Contains(f.Lines, f.Form.Focused())
}

// Update fills in, takes the form, or answers the menu over it.
func (f *fill) Update(msg tea.Msg) Outcome {
	if mouse, ok := msg.(tea.MouseMsg); ok {
		return f.mouse(mouse)
	}
	press, isKey := msg.(tea.KeyPressMsg)
	if f.leaving != nil {
		if isKey && press.String() == "esc" {
			f.leaving = nil
			return Outcome{}
		}
		return f.answered(f.leaving.Update(msg))
	}
	if isKey && f.Confirms(press) {
		return f.take()
	}
	cmd, _ := f.Form.Update(msg)
	f.arrange()
	return Outcome{Cmd: tea.Batch(cmd, f.written())}
}

func (f *fill) changed() bool {
	return !slices.Equal(f.was, f.Form.Values()) || f.Changed != nil && f.Changed()
}

func (f *fill) written() tea.Cmd {
	if f.Filling.Written == nil {
		return nil
	}
	return f.Filling.Written(f.changed())
}

// take closes the form if it is right; else it stays, and says beside the field what is not.
func (f *fill) take() Outcome {
	if !f.Form.Validate() {
		return f.notTaken()
	}
	if f.Refuse != nil {
		if field, err := f.Refuse(); err != nil {
			f.Form.Refuse(field, err)
			return f.notTaken()
		}
	}
	return Outcome{Done: true, Then: f.Take}
}

func (f *fill) notTaken() Outcome {
	if f.Wrong == nil {
		return Outcome{}
	}
	return Outcome{Cmd: f.Wrong()}
}

// answered goes on with what was answered when the form was left.
func (f *fill) answered(o Outcome) Outcome {
	if !o.Done {
		return o
	}
	f.leaving, f.left = nil, goBack
	if o.Then != nil {
		o.Then()
	}
	switch f.left {
	case takeIt:
		return f.take()
	case dropIt:
		return Outcome{Done: true, Then: f.Left}
	}
	return Outcome{}
}

func (f *fill) mouse(msg tea.MouseMsg) Outcome {
	at := msg.Mouse()
	if _, clicked := msg.(tea.MouseClickMsg); !clicked {
		return Outcome{}
	}
	if f.leaving == nil {
		f.Form.Click(at.X-2, at.Y-2-f.above)
		f.arrange()
		return Outcome{Cmd: f.written()}
	}
	if f.menuAt.Has(at.X, at.Y) {
		return f.answered(f.leaving.Update(Moved(msg, -f.menuAt.X, -f.menuAt.Y)))
	}
	return Outcome{}
}

// Refused says why what was filled in was not taken.
func (f *fill) Refused(err error) { f.Form.Refuse(f.Form.Focused(), err) }

// Leave asks first what becomes of what was changed.
func (f *fill) Leave() Outcome {
	switch {
	case f.leaving != nil:
		f.leaving = nil
		return Outcome{}
	case f.changed():
		m := Leaving(f.Verb, func() tea.Cmd { f.left = takeIt; return nil }, func() tea.Cmd { f.left = dropIt; return nil })
		f.leaving = &menu{Menu: m, theme: f.theme}
		return Outcome{}
	}
	return Outcome{Done: true, Then: f.Left}
}

// Leaving asks what becomes of a form that was changed when it is left. Verb is what takes it, which may send something:
// a key too many only goes back to the form.
func Leaving(verb string, keep, drop func() tea.Cmd) Menu {
	verb = strings.ToUpper(verb[:1]) + verb[1:]
	return Menu{Title: text.Literal("Leave the form?"), Left: "back to the form", Answers: []Answer{
		{Title: text.Literal("Back to the form")},
		{Title: text.Literal("Throw away what was changed"), Do: drop},
		{Title: text.Clean(verb + " what was changed"), Do: keep},
	}}
}

// lowFill is the lines below which a box has no blank one over its form.
const lowFill = 12

// View draws the form, and the menu over it.
func (f *fill) View(width, height int) string {
	w, h := min(f.Width, width), min(f.Height, height)
	th := f.theme
	over := ""
	if f.above = 0; f.Above != nil {
		over = f.Above(max(w-4, 1)) + "\n"
		f.above = strings.Count(over, "\n")
	}
	if h < lowFill { // a field more is worth more than a blank line
		f.above--
	} else {
		over += "\n"
	}
	f.Form.SetSize(max(w-4, 0), max(h-3-f.above, 0))
	f.Form.SetTheme(th)
	body := " " + strings.ReplaceAll(over+f.Form.View(), "\n", "\n ")
	if f.leaving == nil {
		return overlay.Frame(th, f.Title, body, Foot(th, w-4, f.keys()...), w, h)
	}
	drawn, at := put(overlay.Frame(th, f.Title, body, "", w, h), f.leaving.View(w, h), w, h)
	f.menuAt = at
	return drawn
}

func (f *fill) keys() []Key {
	takes := "enter"
	if len(f.Lines) > 0 {
		takes = "ctrl+s"
	}
	return append(append([]Key{{takes, f.Verb}}, f.More...), Key{"esc", Cancel})
}

// Cursor is that of the form, none under the menu.
func (f *fill) Cursor() *tea.Cursor {
	x, y, ok := f.Form.Cursor()
	if !ok || f.leaving != nil {
		return nil
	}
	return tea.NewCursor(x+2, y+2+f.above)
}
