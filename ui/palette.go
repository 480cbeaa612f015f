package ui

import (
	"cmp"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"daybook/theme"
	"daybook/views"
	"daybook/widget/dialog"
	"daybook/widget/picker"
	"daybook/widget/text"
)

// choose opens a list and gives what was chosen.
func (m *Model) choose(title string, items []picker.Item, take func(id string) tea.Cmd) tea.Cmd {
	m.showBox(dialog.PickTall(m.env.Theme, items, picker.Options{Title: text.Clean(title)}, func(c picker.Choice) tea.Cmd {
		if len(c.IDs) == 0 {
			return nil
		}
		return take(c.IDs[0])
	}))
	return nil
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
		m.showBox(&keyCatcher{root: m, action: id})
		return nil
	})
}

// keyCatcher waits for the key that an action is to have.
type keyCatcher struct {
	root   *Model
	action string
}

// Cursor implements dialog.Box.
func (k *keyCatcher) Cursor() *tea.Cursor { return nil }

// View implements dialog.Box.
func (k *keyCatcher) View(width, _ int) string {
	st := k.root.env.Theme
	says := []string{st.Text.Render("Press the key it is to have.")}
	return dialog.Framed(st, text.Clean(k.action), says, dialog.Foot(st, width-4, dialog.Keys("esc", "leave as it is")...), width)
}

// Update takes the key away from the action that had it, so that it is never
// ambiguous.
func (k *keyCatcher) Update(msg tea.Msg) dialog.Outcome {
	press, ok := msg.(tea.KeyPressMsg)
	if !ok {
		return dialog.Outcome{}
	}
	key := press.String()
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
	return dialog.Outcome{Cmd: m.saveKeymap(), Done: true}
}
