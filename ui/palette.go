package ui

import (
	"cmp"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"daybook/theme"
	"daybook/views"
	"daybook/widget/picker"
	"daybook/widget/text"
)

// chooser is a picker as a modal: take is given what was chosen.
type chooser struct {
	*picker.Picker
	take func(id string) tea.Cmd
}

func (m *Model) choose(title string, items []picker.Item, take func(id string) tea.Cmd) tea.Cmd {
	p := picker.New(m.env.Theme, items, picker.Options{Title: text.Clean(title)})
	m.push(chooser{p, take})
	return nil
}

// Update implements modal.
func (c chooser) Update(msg tea.Msg) (tea.Cmd, bool) {
	var choice picker.Choice
	var cmd tea.Cmd
	switch msg := msg.(type) {
	case tea.MouseClickMsg:
		choice = c.Click(msg.X, msg.Y)
	case tea.MouseWheelMsg:
		rows := 3
		if msg.Button == tea.MouseWheelUp {
			rows = -3
		}
		c.Scroll(rows)
	default:
		choice, cmd = c.Picker.Update(msg)
	}
	if choice.Done && !choice.Cancelled && len(choice.IDs) > 0 {
		cmd = tea.Batch(cmd, c.take(choice.IDs[0]))
	}
	return cmd, choice.Done
}

// Box implements modal.
func (c chooser) Box(width, height int) string {
	c.SetSize(min(width, 72), min(height, 20))
	return c.View()
}

// Cursor implements modal.
func (c chooser) Cursor() *tea.Cursor {
	x, y := c.Picker.Cursor()
	return tea.NewCursor(x, y)
}

// openPalette offers everything that can be done now, each with its key.
func (m *Model) openPalette(int) tea.Cmd {
	m.collectActions()
	actions := slices.Clone(m.actions)
	var items []picker.Item
	for i, a := range actions {
		if a.Hidden || !a.Can() {
			continue
		}
		items = append(items, picker.Item{
			ID: m.actionName(i), Title: text.Clean(a.Name), Detail: text.Clean(strings.Join(a.Keys, ", ")), Words: a.Group,
		})
	}
	return m.choose("What to do", items, func(id string) tea.Cmd {
		for i := range actions {
			if m.actionName(i) == id {
				return m.do(&actions[i], 0)
			}
		}
		return nil
	})
}

// actionName is the name of m.actions[i] in the keymap: "screen.id", or
// "global.id" for those of every screen.
func (m *Model) actionName(i int) string {
	if i < len(m.actions)-len(m.globals) {
		return string(m.tabs[m.active].Screen) + "." + m.actions[i].ID
	}
	return "global." + m.actions[i].ID
}

// openThemes shows each theme while the choice is made.
func (m *Model) openThemes(int) tea.Cmd {
	items := []picker.Item{{ID: "", Title: text.Literal("auto"), Detail: text.Literal("dark or light, as the terminal is")}}
	for _, n := range theme.Names() {
		items = append(items, picker.Item{ID: n, Title: text.Clean(n)})
	}
	return m.choose("Theme", items, func(id string) tea.Cmd {
		m.look.Name = id
		m.retheme()
		return m.saveLook()
	})
}

func (m *Model) switchGlyphs(int) tea.Cmd {
	m.look.ASCII = !m.look.ASCII
	m.retheme()
	return m.saveLook()
}

func (m *Model) openPresets(int) tea.Cmd {
	var items []picker.Item
	for _, p := range Presets() {
		detail := ""
		if p == cmp.Or(m.keymap.preset(), Presets()[0]) {
			detail = "in use"
		}
		items = append(items, picker.Item{ID: p, Title: text.Clean(p), Detail: text.Clean(detail)})
	}
	return m.choose("Keys as in", items, func(id string) tea.Cmd {
		m.keymap.usePreset(id)
		m.say(views.Success, "Keys as in "+id+" now")
		return m.saveKeymap()
	})
}

// openRemap asks for an action and then for its new key.
func (m *Model) openRemap(int) tea.Cmd {
	m.collectActions()
	var items []picker.Item
	for i, a := range m.actions {
		items = append(items, picker.Item{ID: m.actionName(i), Title: text.Clean(a.Name), Detail: text.Clean(strings.Join(a.Keys, ", "))})
	}
	return m.choose("Change the key of", items, func(id string) tea.Cmd {
		m.push(&keyCatcher{root: m, action: id})
		return nil
	})
}

// keyCatcher waits for the key that an action is to have.
type keyCatcher struct {
	root   *Model
	action string
}

// Cursor implements modal.
func (k *keyCatcher) Cursor() *tea.Cursor { return nil }

// Box implements modal.
func (k *keyCatcher) Box(int, int) string {
	st := k.root.env.Theme
	return framed(k.root, text.Clean(k.action), padded([]string{
		st.Text.Render("Press the key it is to have."), "",
		st.Key.Render("esc") + st.KeyText.Render(" leave as it is"),
	}), "")
}

// Update takes the key away from the action that had it, so that it is never
// ambiguous.
func (k *keyCatcher) Update(msg tea.Msg) (tea.Cmd, bool) {
	press, ok := msg.(tea.KeyPressMsg)
	if !ok {
		return nil, false
	}
	key := press.String()
	if key == "esc" {
		return nil, true
	}
	m := k.root
	said := "Key changed: " + key
	for i, a := range m.actions {
		name := m.actionName(i)
		switch {
		case name == k.action:
			m.keymap.choose(name, key, a.Keys)
		case slices.Contains(a.Keys, key):
			m.keymap.release(name, key, a.Keys)
			said += ", taken from " + strings.ToLower(a.Name)
		}
	}
	m.say(views.Success, said)
	return m.saveKeymap(), true
}
