package week

import (
	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views/extensions"
	"daybook/widget/text"
)

// customTarget is the event whose custom data can be opened: an occurrence
// shares that of its series.
func (m *Model) customTarget() (extensions.Item, text.Text, bool) {
	it := m.selected()
	if m.options.Custom == nil || m.grab != nil || m.editor != nil || m.dialog.IsOpen() || it == nil {
		return extensions.Item{}, text.Text{}, false
	}
	return extensions.Item{Kind: extensions.Event, Group: it.calendar.Group, ID: it.master()}, it.title, true
}

// customChanged names the extensions on the card of their event.
func (m *Model) customChanged(item extensions.Item, names []string) {
	if m.card == nil || m.edits.Now(m.card.it.master()) != item.ID {
		return
	}
	m.card.event.Extensions = nil
	for _, name := range names {
		m.card.event.Extensions = append(m.card.event.Extensions, model.OpenTypeExtension{ExtensionName: name})
	}
}

// formCustom opens the custom data of the event in the form: at once for one
// that is there, else for when it is made.
func (m *Model) formCustom() tea.Cmd {
	e := m.editor
	s := &e.sheet
	if s.Event.ID != "" {
		in := m.book.calendar(s.Calendar).Group
		return m.custom.Show(extensions.Item{Kind: extensions.Event, Group: in, ID: s.Event.ID}, text.Clean(s.Title))
	}
	return m.custom.Draft(text.Clean(s.Title), s.Extra, func(all []model.OpenTypeExtension) tea.Cmd {
		s.Extra = all
		return m.restForm()
	})
}

// extraWords says at the form how much custom data it has.
func (s *formSheet) extraWords() string {
	if n := len(s.Extra); n > 0 {
		return plural(n, "extension")
	}
	return "custom data"
}
