package week

import (
	tea "charm.land/bubbletea/v2"

	"daybook/theme"
	"daybook/widget/input"
	"daybook/widget/overlay"
	"daybook/widget/picker"
	"daybook/widget/text"
)

// dialog is a box over the screen that has the keys while it is open: a
// picker, or a question with a line to type into.
type dialog struct {
	picker *picker.Picker
	items  int
	chosen func(picker.Choice) tea.Cmd

	title  text.Text
	line   *input.Line
	hint   func(typed string) text.Text       // what the answer would come to
	answer func(typed string) (tea.Cmd, bool) // false keeps the question open

	at rect // where it was last drawn
}

// pick opens a picker.
func (m *Model) pick(items []picker.Item, o picker.Options, chosen func(picker.Choice) tea.Cmd) tea.Cmd {
	m.dialog = &dialog{picker: picker.New(&m.theme, items, o), items: len(items), chosen: chosen}
	return nil
}

// ask opens a question.
func (m *Model) ask(title, placeholder text.Text, hint func(string) text.Text, answer func(string) (tea.Cmd, bool)) tea.Cmd {
	line := input.New(&m.theme, placeholder)
	line.Focus()
	m.dialog = &dialog{title: title, line: line, hint: hint, answer: answer}
	return nil
}

// updateDialog gives a message to the open box, and closes it when it is done.
func (m *Model) updateDialog(msg tea.Msg) tea.Cmd {
	d := m.dialog
	if d.picker != nil {
		choice, cmd := d.picker.Update(msg)
		return tea.Batch(cmd, m.closeDialog(d, choice))
	}
	if key, ok := msg.(tea.KeyPressMsg); ok {
		switch key.String() {
		case "esc", "ctrl+c":
			m.dialog = nil
			return nil
		case "enter":
			cmd, done := d.answer(d.line.Value())
			if done && m.dialog == d {
				m.dialog = nil
			}
			return cmd
		}
	}
	return d.line.Update(msg)
}

// closeDialog ends a picker that was left. What was chosen may open another.
func (m *Model) closeDialog(d *dialog, c picker.Choice) tea.Cmd {
	if !c.Done {
		return nil
	}
	m.dialog = nil
	if c.Cancelled {
		return nil
	}
	return d.chosen(c)
}

// clickDialog is a press of the mouse while a box is open: outside of it, it
// closes.
func (m *Model) clickDialog(x, y int) tea.Cmd {
	d := m.dialog
	if !d.at.has(x, y) {
		m.dialog = nil
		return nil
	}
	if d.picker != nil {
		return m.closeDialog(d, d.picker.Click(x-d.at.x, y-d.at.y))
	}
	return nil
}

// overlaid draws the open box, or the card of an event, over the screen.
func (m *Model) overlaid(background string) string {
	if m.card != nil && m.editor == nil {
		background = m.cardView(background)
	}
	if m.dialog == nil {
		return background
	}
	d := m.dialog
	d.at.w, d.at.h = min(60, m.width-2), min(18, m.height)
	if d.picker == nil {
		d.at.h = min(5, m.height)
	} else {
		d.at.h = min(d.at.h, max(d.items+4, 6))
	}
	if d.at.w < 8 || d.at.h < 3 {
		return background
	}
	var box string
	if d.picker != nil {
		d.picker.SetSize(d.at.w, d.at.h)
		box = d.picker.View()
	} else {
		box = d.drawLine(&m.theme)
	}
	drawn, x, y := overlay.Centre(background, box, m.width, m.height)
	d.at.x, d.at.y = x, y
	return drawn
}

func (d *dialog) drawLine(th *theme.Theme) string {
	line, _ := d.line.View(d.at.w - 5)
	body := th.Accent.Render(" "+string(th.Glyphs.Prompt)+" ") + line
	if d.hint != nil {
		body += "\n\n " + th.Muted.Render(d.hint(d.line.Value()).Truncate(d.at.w-4, text.Glyph(th.Glyphs.Ellipsis)).String())
	}
	return overlay.Frame(th, d.title, body, "", d.at.w, d.at.h)
}

// Cursor implements views.View.
func (m *Model) Cursor() *tea.Cursor {
	switch {
	case m.custom.Open():
		return m.custom.Cursor()
	case m.dialog != nil && m.dialog.picker != nil:
		x, y := m.dialog.picker.Cursor()
		return tea.NewCursor(m.dialog.at.x+x, m.dialog.at.y+y)
	case m.dialog != nil:
		_, at := m.dialog.line.View(max(m.dialog.at.w-5, 0))
		return tea.NewCursor(m.dialog.at.x+4+at, m.dialog.at.y+1)
	case m.editor != nil:
		return m.editor.cursor()
	}
	return nil
}
