package inbox

import (
	"daybook/views/extensions"
	"daybook/views/reader"
	"daybook/widget/text"
)

// customTarget is the message whose custom data can be opened.
func (m *Model) customTarget() (extensions.Item, text.Text, bool) {
	read := m.reader.current()
	if m.options.Custom == nil || m.writing() || m.dialog.IsOpen() || m.search.typing || m.focus == folderFocus || read == nil {
		return extensions.Item{}, text.Text{}, false
	}
	return extensions.Item{Kind: extensions.Message, ID: read.ID}, read.Subject, true
}

// customChanged says in the heads of a message how many extensions it has.
func (m *Model) customChanged(item extensions.Item, names []string) {
	m.reader.each(item.ID, func(read *reader.Message) { read.Custom = names })
}
