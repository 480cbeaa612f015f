package account

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"daybook/views"
	"daybook/widget/dialog"
	"daybook/widget/form"
	"daybook/widget/picker"
	"daybook/widget/text"
)

// filling is a form that its owner has begun, or a question. While the box of a form is open it is the model's.
type filling struct {
	m       *Model
	title   text.Text
	form    *form.Form // nil for a question
	fields  int
	areas   map[string]*form.Area // its texts, by field: $EDITOR opens them
	arrange func()                // hides the fields that say nothing now
	save    func() tea.Cmd
	box     dialog.Box
}

// Cells of a form, and lines of a text in it.
const (
	widestForm = 84
	areaRows   = 5
)

// newForm makes a form. Its owner sets what saves it, and begins it.
func (m *Model) newForm(title string, fields []form.Field) *filling {
	f := &filling{m: m, title: text.Clean(title), form: form.New(m.env.Theme, fields...), fields: len(fields), areas: map[string]*form.Area{}}
	for _, one := range fields {
		if area, ok := one.Control.(*form.Area); ok {
			f.areas[one.Key] = area
		}
	}
	return f
}

// begin opens the form on a field; what was typed into it is asked about when it is left.
func (f *filling) begin(at string) {
	f.form.Focus(at)
	over := dialog.Filling{Title: f.title, Form: f.form, Wrong: views.NotSaved, Verb: "keep", Width: widestForm, Height: f.rows(), Arrange: f.arrange,
		Take: f.take, Left: func() { f.m.filling = nil }}
	if len(f.areas) > 0 {
		over.More = dialog.Keys("ctrl+e", "editor")
	}
	for key := range f.areas {
		over.Lines = append(over.Lines, key)
	}
	slices.Sort(over.Lines)
	f.m.filling, f.box = f, dialog.Fill(f.m.env.Theme, over)
	f.m.dialog.Open(f.box)
}

// take has the form saved. The change that follows knows it, so that it opens again if that is refused.
func (f *filling) take() tea.Cmd {
	f.m.filling = nil
	return f.m.taking(f, f.save)
}

// taking does what follows from a form or a question that is taken.
func (m *Model) taking(f *filling, do func() tea.Cmd) tea.Cmd {
	m.took = f
	defer func() { m.took = nil }()
	return do()
}

// refuse opens a form or a question again, as it was filled in, that the service did not take; not over another box,
// whose keys it would get.
func (m *Model) refuse(f *filling, err error) {
	if f != nil && m.dialog.Refuse(f.box, err) && f.form != nil {
		m.filling = f
	}
}

// rows is the height of a box in which the form has room for a word under each field.
func (f *filling) rows() int {
	room := f.m.height - min(2, f.m.height/8)
	return min(room, 4+2*f.fields+(areaRows-1)*len(f.areas))
}

// rearrange has the form follow what was laid into it.
func (f *filling) rearrange() {
	if f.arrange != nil {
		f.arrange()
	}
	f.form.Recheck()
}

// ask asks a question. Its answer is given it, so that the change that follows opens it again if that is refused.
func (m *Model) ask(q dialog.Question, answer func(asked *filling, typed string) (tea.Cmd, error)) tea.Cmd {
	asked := &filling{m: m}
	q.Answer = dialog.Given(func(typed string) (tea.Cmd, error) { return answer(asked, typed) })
	asked.box = dialog.Ask(m.env.Theme, q)
	m.dialog.Open(asked.box)
	return nil
}

// pick opens a picker. What was typed is a choice where free.
func (m *Model) pick(o picker.Options, items []picker.Item, chosen func(picker.Choice) tea.Cmd) tea.Cmd {
	m.dialog.Open(dialog.PickWide(m.env.Theme, items, o, chosen))
	return nil
}

// inText says that the keys are in a text of the form that is open.
func (m *Model) inText() bool {
	return m.filling != nil && m.filling.areas[m.filling.form.Focused()] != nil
}

// openEditor opens the text of the focused field in the editor.
func (m *Model) openEditor(int) tea.Cmd {
	field := m.filling.form.Focused()
	return m.env.Desktop.Edit("reply.txt", m.filling.areas[field].Value(), views.Done(&m.work, func(written string, err error) tea.Cmd {
		return m.onEdited(field, written, err)
	}))
}

// onEdited lays what the editor wrote into a field of the form.
func (m *Model) onEdited(field, written string, err error) tea.Cmd {
	if err != nil {
		return say("The editor: "+err.Error(), views.Failure)
	}
	if f := m.filling; f != nil && f.areas[field] != nil {
		f.areas[field].SetValue(strings.TrimRight(written, "\n"))
		f.rearrange()
	}
	return nil
}

// Cursor is the text cursor of what is open.
func (m *Model) Cursor() *tea.Cursor { return m.dialog.Cursor() }

// overlaid draws what is open over the screen.
func (m *Model) overlaid(background string) string {
	return m.dialog.Over(background, m.width, m.height)
}
