package contacts

import (
	"errors"
	"strings"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/widget/dialog"
	"daybook/widget/form"
	"daybook/widget/text"
)

// ask asks for a name; nothing happens when none is given.
func (m *Model) ask(title, value string, answer func(string) tea.Cmd) tea.Cmd {
	return m.dialog.Ask(m.env.Theme, dialog.Question{Title: text.Clean(title), Placeholder: text.Literal("a name"), Value: value,
		Answer: dialog.Given(answer)})
}

// filling is the form of a contact that is open.
type filling struct {
	contact *model.Contact // what is not in the form stays as it is
	title   text.Text
	people  []offered // the fields that complete people
	form    *form.Form
	box     dialog.Box
}

// refuse opens a form again, as it was filled in, that the service did not
// take; not over another box, whose keys it would get.
func (m *Model) refuse(f *filling, err error) {
	if f == nil || m.Capturing() {
		return
	}
	m.filling = f
	f.form.Refuse("name", err)
	m.dialog.Open(f.box)
}

// openForm fills in a contact.
func (m *Model) openForm(title string, c model.Contact, save func(model.Contact) tea.Cmd) tea.Cmd {
	th := m.env.Theme
	table := cardFields()
	fields := make([]form.Field, 0, len(table))
	m.filling = &filling{contact: &c, title: text.Clean(title)}
	for _, f := range table {
		fields = append(fields, form.Field{Key: f.key, Label: text.Clean(f.label), Control: m.control(f, &c), Check: f.judge})
	}
	filled := form.New(th, fields...)
	read := func() model.Contact {
		is := c
		for _, f := range table {
			f.set(&is, strings.TrimSpace(filled.Value(f.key)))
		}
		if is.DisplayName == "" && len(is.EmailAddresses) > 0 { // whoever was chosen is called so
			is.DisplayName = is.EmailAddresses[0].Name
		}
		return is
	}
	refuse := func() (string, error) {
		if nameOf(read()) == "" {
			return "name", errors.New("a contact needs a name, a company or an address")
		}
		return "", nil
	}
	owner := m.filling
	take := func() tea.Cmd {
		m.filling, m.took = nil, owner
		cmd := save(read())
		m.took = nil
		return cmd
	}
	box := dialog.Filling{Title: m.filling.title, Form: filled, Verb: "keep", Lines: []string{"notes"},
		Width: 72, Height: max(min(m.height-2, 30), 8), Refuse: refuse, Take: take, Left: func() { m.filling = nil }}
	if m.options.Custom != nil {
		box.Above = m.customWords
	}
	owner.form, owner.box = filled, dialog.Fill(th, box)
	m.dialog.Open(owner.box)
	return nil
}

// control is what a field is filled in with.
func (m *Model) control(f cardField, c *model.Contact) form.Control {
	switch {
	case f.rows > 1:
		return form.NewArea(m.env.Theme, f.get(c), f.rows)
	case f.people != nil:
		return m.peopleField(f, c)
	}
	return form.NewText(m.env.Theme, f.get(c), text.Clean(f.hint))
}

// Cursor is the text cursor of what is open.
func (m *Model) Cursor() *tea.Cursor {
	switch {
	case m.custom.Open():
		return m.custom.Cursor()
	case m.dialog.IsOpen():
		return m.dialog.Cursor()
	case m.filtering:
		_, x := m.filter.View(m.filterWidth())
		return tea.NewCursor(3+x, 1)
	}
	return nil
}

// overlaid draws what is open over the screen.
func (m *Model) overlaid(background string) string {
	return m.dialog.Over(background, m.width, m.height)
}
