package account

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"daybook/views"
	"daybook/views/identity"
	"daybook/widget/dialog"
	"daybook/widget/form"
	"daybook/widget/text"
)

// filling is a form that its owner has begun.
type filling struct {
	host    *host
	title   text.Text
	form    *form.Form
	fields  int
	areas   map[string]*form.Area // its texts, by field: $EDITOR opens them
	arrange func()                // hides the fields that say nothing now
	save    func() tea.Cmd
	refuse  func() (field string, err error) // judges it as a whole; nil refuses nothing
	kept    *formOf                          // what it is of, where more than a line would be lost with it
	box     dialog.Box                       // a change that was filled in knows it: it opens again if that is refused
}

// formOf is what a form is of that is kept on this machine's disk: the section, and of a signature the one it was.
type formOf struct {
	Section   string             `json:"section"`
	Signature *identity.Identity `json:"signature,omitempty"` // nil for a new one
}

// formPrefix is how the documents of forms that are kept are called.
const formPrefix = "account-form:"

// keeper is a section with a form that is kept.
type keeper interface {
	section
	// reopen opens it again; the parts of the section were read.
	reopen(formOf) tea.Cmd
}

// reopen opens a form again that a former run left open, when its section was read.
func (m *Model) reopen(of formOf) (cmd tea.Cmd, opened bool) {
	for _, s := range m.sections {
		k, ok := s.(keeper)
		if !ok || s.facts().id != of.Section {
			continue
		}
		_, height := m.frame.Size()
		if height == 0 || !wasRead(s.facts().parts) || trouble(s.facts().parts) != nil {
			return nil, false
		}
		return k.reopen(of), true
	}
	return nil, false
}

// Cells of a form, and lines of a text in it.
const (
	widestForm = 84
	areaRows   = 5
)

// newForm makes a form. Its owner sets what saves it, and begins it.
func (h *host) newForm(title string, fields []form.Field) *filling {
	f := &filling{host: h, title: text.Clean(title), form: form.New(h.env.Theme, fields...), fields: len(fields), areas: map[string]*form.Area{}}
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
	over := dialog.Filling{Title: f.title, Form: f.form, Wrong: views.NotSaved, Width: widestForm, Height: f.rows(), Arrange: f.arrange, Refuse: f.refuse, Take: f.save}
	if len(f.areas) > 0 {
		over.More = dialog.Keys("ctrl+e", "editor")
	}
	for key := range f.areas {
		over.Lines = append(over.Lines, key)
	}
	slices.Sort(over.Lines)
	f.host.form = f
	if f.kept != nil {
		f.box = f.host.forms.Open(func() formOf { return *f.kept }, over)
		return
	}
	f.box = dialog.Fill(f.host.env.Theme, over)
	f.host.dialog.Open(f.box)
}

// rows is the height of a box in which the form has room for a word under each field.
func (f *filling) rows() int {
	_, height := f.host.frame.Size()
	room := height - min(2, height/8)
	return min(room, 4+2*f.fields+(areaRows-1)*len(f.areas))
}

// rearrange has the form follow what was laid into it.
func (f *filling) rearrange() {
	if f.arrange != nil {
		f.arrange()
	}
	f.form.Recheck()
}

// inText says that the keys are in a text of the form that is open.
func (h *host) inText() bool {
	return h.form != nil && h.dialog.Has(h.form.box) && h.form.areas[h.form.form.Focused()] != nil
}

// openEditor opens the text of the focused field in the editor.
func (h *host) openEditor(int) tea.Cmd {
	field := h.form.form.Focused()
	return h.env.Desktop.Edit("reply.txt", h.form.areas[field].Value(), views.Done(&h.work, func(written string, err error) tea.Cmd {
		return h.onEdited(field, written, err)
	}))
}

// onEdited lays what the editor wrote into a field of the form.
func (h *host) onEdited(field, written string, err error) tea.Cmd {
	if err != nil {
		return views.Notice(views.Failure, "The editor: "+err.Error())
	}
	if f := h.form; h.dialog.Has(f.box) && f.areas[field] != nil {
		f.areas[field].SetValue(strings.TrimRight(written, "\n"))
		f.rearrange()
		return h.forms.Save()
	}
	return nil
}
