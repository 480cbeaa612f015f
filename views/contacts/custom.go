package contacts

import (
	"daybook/views/custom"
	"daybook/widget/text"
)

// customTarget is the contact whose custom data can be opened.
func (m *Model) customTarget() (custom.Item, text.Text, bool) {
	p := m.current()
	if m.options.Custom == nil || m.dialog.IsOpen() || m.filtering || p.contact == nil {
		return custom.Item{}, text.Text{}, false
	}
	return custom.Item{Kind: custom.Contact, ID: p.contact.ID}, text.Clean(p.name()), true
}

// customPresent gives a contact the id that it has now: undo makes a deleted
// one anew.
func (m *Model) customPresent(i custom.Item) custom.Item {
	i.ID = m.book.now(i.ID)
	return i
}

// customChanged names the extensions on the card of their contact.
func (m *Model) customChanged(item custom.Item, names []string) {
	if a := m.known[contactNode(item.ID)]; a != nil {
		a.custom = names
	}
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
