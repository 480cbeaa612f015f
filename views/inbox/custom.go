package inbox

import (
	"daybook/views/extensions"
	"daybook/widget/text"
)

// customTarget is the message whose custom data can be opened.
func (m *Model) customTarget() (extensions.Item, text.Text, bool) {
	l := m.current()
	if m.options.Custom == nil || m.writing() || m.dialog.IsOpen() || m.search.typing || m.focus == folderFocus || l == nil {
		return extensions.Item{}, text.Text{}, false
	}
	return extensions.Item{Kind: extensions.Message, ID: l.id}, l.subject, true
}

// customChanged says in the heads of a message how many extensions it has.
func (m *Model) customChanged(item extensions.Item, names []string) {
	for _, t := range m.reader.kept {
		for _, l := range t.letters {
			if l.id == item.ID {
				l.custom = len(names)
			}
		}
	}
	m.layoutReader()
}
