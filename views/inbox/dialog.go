package inbox

import (
	tea "charm.land/bubbletea/v2"

	"daybook/theme"
	"daybook/widget/input"
	"daybook/widget/overlay"
	"daybook/widget/picker"
	"daybook/widget/text"
)

// dialog is a box over the panes that has the keys while it is open: a picker,
// or a question with a line to type into.
type dialog struct {
	picker *picker.Picker
	items  int
	chosen func(picker.Choice) tea.Cmd

	title  text.Text
	line   *input.Line
	hint   func(typed string) text.Text       // what the answer would come to
	answer func(typed string) (tea.Cmd, bool) // false keeps the question open

	x, y, w, h int // where it was last drawn
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
		return tea.Batch(cmd, m.close(d, choice))
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

// close ends a picker that was left. What was chosen may open another box.
func (m *Model) close(d *dialog, c picker.Choice) tea.Cmd {
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
	if !(rect{d.x, d.y, d.w, d.h}).has(x, y) {
		m.dialog = nil
		return nil
	}
	if d.picker != nil {
		return m.close(d, d.picker.Click(x-d.x, y-d.y))
	}
	return nil
}

// overlaid draws the open box, or the suggestions of the search, over the
// panes.
func (m *Model) overlaid(background string) string {
	if m.dialog == nil {
		return m.suggested(background)
	}
	d := m.dialog
	d.w, d.h = min(60, m.width-2), min(18, m.height)
	if d.picker == nil {
		d.h = min(5, m.height)
	} else {
		d.h = min(d.h, max(d.items+4, 6))
	}
	if d.w < 8 || d.h < 3 {
		return background
	}
	var box string
	if d.picker != nil {
		d.picker.SetSize(d.w, d.h)
		box = d.picker.View()
	} else {
		box = d.drawLine(&m.theme)
	}
	drawn, x, y := overlay.Centre(background, box, m.width, m.height)
	d.x, d.y = x, y
	return drawn
}

func (d *dialog) drawLine(th *theme.Theme) string {
	line, _ := d.line.View(d.w - 5)
	body := th.Accent.Render(" "+string(th.Glyphs.Prompt)+" ") + line
	if d.hint != nil {
		body += "\n\n " + th.Muted.Render(d.hint(d.line.Value()).Truncate(d.w-4, text.Glyph(th.Glyphs.Ellipsis)).String())
	}
	return overlay.Frame(th, d.title, body, "", d.w, d.h)
}

// dialogCursor is where the text cursor of the open box is.
func (m *Model) dialogCursor() *tea.Cursor {
	d := m.dialog
	if d.picker != nil {
		x, y := d.picker.Cursor()
		return tea.NewCursor(d.x+x, d.y+y)
	}
	_, at := d.line.View(max(d.w-5, 0))
	return tea.NewCursor(d.x+4+at, d.y+1)
}
