package ui

import (
	"cmp"
	"strings"

	tea "charm.land/bubbletea/v2"

	"daybook/views"
	"daybook/widget/dialog"
	"daybook/widget/text"
)

// confirm asks before what undo cannot take back. Enter or y agrees; every
// other way out declines.
type confirm struct {
	root  *Model
	ask   views.Confirm
	guard dialog.Guard
}

// ask shows a question.
func (m *Model) ask(c views.Confirm) tea.Cmd {
	m.push(newConfirm(m, c))
	return nil
}

func newConfirm(root *Model, ask views.Confirm) *confirm {
	return &confirm{root, ask, dialog.Careful(root.env.Now())}
}

func (c *confirm) Cursor() *tea.Cursor { return nil }

func (c *confirm) Update(msg tea.Msg) (tea.Cmd, bool) {
	key, ok := msg.(tea.KeyPressMsg)
	if !ok {
		return nil, false
	}
	switch key.String() {
	case "esc", "n", "N", "q":
		return nil, true
	}
	if c.guard.Holds(c.root.env.Now()) {
		return nil, false
	}
	switch key.String() {
	case "enter", "y", "Y":
		return c.ask.Yes(), true
	}
	return nil, false
}

// Box implements modal.
func (c *confirm) Box(width, _ int) string {
	st := c.root.env.Theme
	lines := []string{}
	for _, l := range c.ask.Detail.Wrap(min(width-4, 60)) {
		lines = append(lines, st.Text.Render(l.String()))
	}
	yes := st.Key.Render("enter, y") + st.KeyText.Render(" "+c.ask.Verb)
	no := st.Key.Render("esc, n") + st.KeyText.Render(" "+cmp.Or(c.ask.No, "leave as it is"))
	lines = append(lines, "")
	if both := yes + "    " + no; text.Width(both) <= width-4 {
		lines = append(lines, both)
	} else {
		lines = append(lines, yes, no)
	}
	return framed(c.root, c.ask.Title, padded(lines), "")
}

// padded joins lines with a blank cell at either side.
func padded(lines []string) string {
	for i, l := range lines {
		lines[i] = " " + l + " "
	}
	return strings.Join(lines, "\n")
}
