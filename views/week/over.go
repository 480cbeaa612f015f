package week

import (
	tea "charm.land/bubbletea/v2"
)

// overlaid draws the open box, or the card of an event, over the screen.
func (m *Model) overlaid(background string) string {
	if m.card != nil && m.editor == nil {
		background = m.cardView(background)
	}
	return m.dialog.Over(background, m.width, m.height)
}

// Cursor implements views.View.
func (m *Model) Cursor() *tea.Cursor {
	switch {
	case m.custom.Open():
		return m.custom.Cursor()
	case m.dialog.IsOpen():
		return m.dialog.Cursor()
	case m.editor != nil:
		return m.editor.cursor()
	}
	return nil
}
