package contacts

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views"
	"daybook/widget/form"
	"daybook/widget/input"
	"daybook/widget/overlay"
	"daybook/widget/picker"
	"daybook/widget/text"
)

// dialog is a box over the screen that has the keys: a form, a picker or a
// question of one line. One of the three is set.
type dialog struct {
	title text.Text

	form *form.Form
	save func(*form.Form) tea.Cmd

	picker *picker.Picker
	chosen func(id string) tea.Cmd

	line   *input.Line
	answer func(string) tea.Cmd

	x, y, w int // where its inside was last drawn
}

func (m *Model) typeIntoDialog(msg tea.Msg) tea.Cmd {
	d := m.dialog
	if d.picker != nil {
		choice, cmd := d.picker.Update(msg)
		return tea.Batch(cmd, m.chose(choice))
	}
	if press, ok := msg.(tea.KeyPressMsg); ok {
		switch key := press.String(); {
		case key == "esc":
			m.dialog = nil
			return nil
		case key == "ctrl+s" && d.form != nil, key == "enter" && (d.form == nil || d.form.Focused() != "notes"):
			return m.finish()
		}
	}
	if d.line != nil {
		return d.line.Update(msg)
	}
	cmd, _ := d.form.Update(msg)
	return cmd
}

// finish takes what was filled in.
func (m *Model) finish() tea.Cmd {
	d := m.dialog
	if d.form != nil {
		if !d.form.Validate() {
			return nil
		}
		m.dialog = nil
		return d.save(d.form)
	}
	typed := strings.TrimSpace(d.line.Value())
	m.dialog = nil
	if typed == "" {
		return nil
	}
	return d.answer(typed)
}

func (m *Model) chose(c picker.Choice) tea.Cmd {
	if !c.Done {
		return nil
	}
	d := m.dialog
	m.dialog = nil
	if c.Cancelled || len(c.IDs) == 0 {
		return nil
	}
	return d.chosen(c.IDs[0])
}

func (m *Model) ask(title, value string, answer func(string) tea.Cmd) tea.Cmd {
	line := input.New(m.env.Theme, text.Literal("a name"))
	line.SetValue(value)
	line.Focus()
	m.dialog = &dialog{title: text.Clean(title), line: line, answer: answer}
	return nil
}

// openForm fills in a contact.
func (m *Model) openForm(title string, c model.Contact, save func(model.Contact) tea.Cmd) tea.Cmd {
	th := m.env.Theme
	table := cardFields()
	fields := make([]form.Field, 0, len(table))
	for _, f := range table {
		var control form.Control = form.NewText(th, f.get(&c), text.Clean(f.hint))
		if f.rows > 1 {
			control = form.NewArea(th, f.get(&c), f.rows)
		}
		fields = append(fields, form.Field{Key: f.key, Label: text.Clean(f.label), Control: control, Check: f.judge})
	}
	m.dialog = &dialog{title: text.Clean(title), form: form.New(th, fields...), save: func(filled *form.Form) tea.Cmd {
		for _, f := range table {
			f.set(&c, strings.TrimSpace(filled.Value(f.key)))
		}
		if nameOf(c) == "" {
			return say("Not kept: a contact needs a name, a company or an address", views.Warning)
		}
		return save(c)
	}}
	return nil
}

// Cursor is the text cursor of what is open.
func (m *Model) Cursor() *tea.Cursor {
	d := m.dialog
	switch {
	case m.custom.Open():
		return m.custom.Cursor()
	case d == nil && m.filtering:
		_, x := m.filter.View(m.filterWidth())
		return tea.NewCursor(3+x, 1)
	case d == nil:
		return nil
	case d.picker != nil:
		x, y := d.picker.Cursor()
		return tea.NewCursor(d.x+x, d.y+y)
	case d.line != nil:
		_, x := d.line.View(d.w)
		return tea.NewCursor(d.x+x, d.y)
	}
	if x, y, ok := d.form.Cursor(); ok {
		return tea.NewCursor(d.x+x, d.y+y)
	}
	return nil
}

// overlaid draws what is open over the screen.
func (m *Model) overlaid(background string) string {
	d, th := m.dialog, m.env.Theme
	if d == nil {
		return background
	}
	if d.picker != nil {
		d.picker.SetSize(min(64, m.width), min(20, m.height))
		drawn, x, y := overlay.Centre(background, d.picker.View(), m.width, m.height)
		d.x, d.y = x, y
		return drawn
	}
	w, h := min(72, m.width), min(5, m.height)
	keys := th.Key.Render(" enter") + th.KeyText.Render(" keep  ") + th.Key.Render("esc") + th.KeyText.Render(" leave ")
	body := ""
	d.w = max(w-6, 1)
	if d.form != nil {
		h = min(m.height-min(2, m.height/8), 30)
		d.form.SetSize(max(w-4, 0), max(h-4, 0))
		body = "\n " + strings.ReplaceAll(d.form.View(), "\n", "\n ")
		keys = th.Key.Render(" ctrl+s") + th.KeyText.Render(" keep  ") + th.Key.Render("esc") + th.KeyText.Render(" leave ")
	} else {
		line, _ := d.line.View(d.w)
		body = "\n  " + line
	}
	drawn, x, y := overlay.Centre(background, overlay.Frame(th, d.title, body, keys, w, h), m.width, m.height)
	d.x, d.y = x+2, y+2
	if d.line != nil {
		d.x++
	}
	return drawn
}
