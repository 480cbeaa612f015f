package ui

import (
	tea "charm.land/bubbletea/v2"

	"daybook/views"
	"daybook/widget/text"
)

// suspend hands the terminal back to the shell that started the program, until
// that brings it to the fore again.
func (m *Model) suspend(int) tea.Cmd {
	stays := m.stays
	return func() tea.Msg {
		if why := stays(); why != "" {
			return views.Notify{Text: text.Clean(why), Level: views.Warning}
		}
		return tea.Suspend()
	}
}
