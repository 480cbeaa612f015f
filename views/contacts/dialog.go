package contacts

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views"
	"daybook/widget/dialog"
	"daybook/widget/form"
	"daybook/widget/text"
)

// ask asks for a name; nothing happens when none is given.
func (m *Model) ask(title, value string, answer func(string) tea.Cmd) tea.Cmd {
	return m.dialog.Ask(m.env.Theme, dialog.Question{Title: text.Clean(title), Placeholder: text.Literal("a name"), Value: value,
		Answer: func(typed string) (tea.Cmd, bool) {
			if typed = strings.TrimSpace(typed); typed == "" {
				return nil, true
			}
			return answer(typed), true
		}})
}

// openForm fills in a contact.
func (m *Model) openForm(title string, c model.Contact, save func(model.Contact) tea.Cmd) tea.Cmd {
	th := m.env.Theme
	table := cardFields()
	fields := make([]form.Field, 0, len(table))
	m.offered = nil
	for _, f := range table {
		var control form.Control = form.NewText(th, f.get(&c), text.Clean(f.hint))
		switch {
		case f.rows > 1:
			control = form.NewArea(th, f.get(&c), f.rows)
		case f.people != nil:
			control = m.peopleField(f, &c)
		}
		fields = append(fields, form.Field{Key: f.key, Label: text.Clean(f.label), Control: control, Check: f.judge})
	}
	filled := form.New(th, fields...)
	take := func() tea.Cmd {
		for _, f := range table {
			f.set(&c, strings.TrimSpace(filled.Value(f.key)))
		}
		if c.DisplayName == "" && len(c.EmailAddresses) > 0 { // whoever was chosen is called so
			c.DisplayName = c.EmailAddresses[0].Name
		}
		if nameOf(c) == "" {
			return say("Not kept: a contact needs a name, a company or an address", views.Warning)
		}
		return save(c)
	}
	m.dialog.Open(dialog.Fill(th, dialog.Filling{Title: text.Clean(title), Form: filled, Verb: "keep", Lines: []string{"notes"}, Guard: true,
		Width: 72, Height: max(min(m.height-2, 30), 8), Take: take}))
	return nil
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
