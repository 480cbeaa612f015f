package contacts

import (
	"errors"
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views"
	"daybook/widget/dialog"
	"daybook/widget/form"
	"daybook/widget/text"
)

// ask asks a question. The change that follows knows it, so that it opens again if that is refused.
func (m *Model) ask(q dialog.Question) tea.Cmd {
	asked, answer := &filling{}, q.Answer
	q.Answer = dialog.Given(func(typed string) (cmd tea.Cmd, err error) {
		m.taking(asked, func() tea.Cmd { cmd, err = answer(typed); return nil })
		return cmd, err
	})
	asked.box = dialog.Ask(m.env.Theme, q)
	m.dialog.Open(asked.box)
	return nil
}

// askName asks for a name of a folder that is free in the one above it; self is the one that has it.
func (m *Model) askName(title, parent, self string, answer func(string) tea.Cmd) tea.Cmd {
	return m.ask(dialog.Question{Title: text.Clean(title), Placeholder: text.Literal("a name"), Value: m.book.folders[self].DisplayName,
		Answer: func(name string) (tea.Cmd, error) {
			for _, id := range m.book.below[parent] {
				if there := m.book.folders[id].DisplayName; id != self && strings.EqualFold(there, name) {
					return nil, fmt.Errorf("there is a folder %s in %s already; choose another name", there, m.book.pathName(parent))
				}
			}
			return answer(name), nil
		}})
}

// taking does what follows from what was filled in.
func (m *Model) taking(f *filling, do func() tea.Cmd) tea.Cmd {
	m.took = f
	defer func() { m.took = nil }()
	return do()
}

// filling is what is being filled in: the form of a contact, or a question.
type filling struct {
	contact *model.Contact // what is not in the form stays as it is
	title   text.Text
	people  []offered  // the fields that complete people
	form    *form.Form // nil for a question
	box     dialog.Box
}

// refuse opens a form or a question again, as it was filled in, that the
// service did not take; not over what has the keys.
func (m *Model) refuse(f *filling, err error) {
	if f != nil && !m.Capturing() && m.dialog.Refuse(f.box, err) && f.form != nil {
		m.filling = f
	}
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
		for _, f := range table {
			alone := model.Contact{}
			f.set(&alone, strings.TrimSpace(filled.Value(f.key)))
			if over := model.Beyond(&alone); len(over) > 0 {
				return f.key, errors.New(over[0].Words())
			}
		}
		return "", nil
	}
	owner := m.filling
	take := func() tea.Cmd {
		m.filling = nil
		return m.taking(owner, func() tea.Cmd { return save(read()) })
	}
	box := dialog.Filling{Title: m.filling.title, Form: filled, Wrong: views.NotSaved, Verb: "keep", Lines: []string{"notes"},
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
