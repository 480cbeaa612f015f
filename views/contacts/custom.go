package contacts

import (
	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views/extensions"
	"daybook/widget/text"
)

// customTarget is the contact whose custom data can be opened.
func (m *Model) customTarget() (extensions.Item, text.Text, bool) {
	p := m.current()
	if m.options.Custom == nil || m.dialog.IsOpen() || m.filtering || p.contact == nil {
		return extensions.Item{}, text.Text{}, false
	}
	return extensions.Item{Kind: extensions.Contact, ID: p.contact.ID}, text.Clean(p.name()), true
}

// customChanged names the extensions on the card of their contact.
func (m *Model) customChanged(item extensions.Item, names []string) {
	if a := m.known[contactNode(item.ID)]; a != nil {
		a.custom = names
	}
}

// formOpen says that the form of a contact is open.
func (m *Model) formOpen() bool { return m.filling != nil }

// formCustom opens the custom data of the contact in the form: at once for one
// that is there, else for when it is made.
func (m *Model) formCustom(int) tea.Cmd {
	c := m.filling.contact
	if c.ID != "" {
		return m.custom.Show(extensions.Item{Kind: extensions.Contact, ID: c.ID}, m.filling.title)
	}
	return m.custom.Draft(m.filling.title, c.Extensions, func(all []model.OpenTypeExtension) tea.Cmd {
		c.Extensions = all
		return nil
	})
}

// customWords says at the form how much custom data the contact will have.
func (m *Model) customWords() string {
	th := m.env.Theme
	words := "custom data"
	if n := len(m.filling.contact.Extensions); n > 0 {
		words = count(n, "extension", "extensions")
	}
	return th.Key.Render(" alt+,") + th.KeyText.Render(" "+words)
}

// custom names what other programs have put on a contact.
func (s *sheet) custom(a *about) {
	if a == nil || len(a.custom) == 0 {
		return
	}
	th := s.theme()
	s.section("Custom data")
	for _, name := range a.custom {
		s.add("  " + th.Muted.Render("{} ") + th.Text.Render(text.Clean(name).Truncate(max(s.width-7, 1), text.Glyph(th.Glyphs.Ellipsis)).String()))
	}
}
