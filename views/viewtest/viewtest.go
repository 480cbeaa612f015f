package viewtest

import (
	tea "charm.land/bubbletea/v2"

	"daybook/views"
	"daybook/widget/overlay"
)

// Update gives a message to whoever it is for.
func Update(v views.View, msg tea.Msg) tea.Cmd {
	switch msg.(type) {
	case tea.KeyPressMsg, tea.PasteMsg, tea.MouseMsg:
		if boxes := v.Boxes(); boxes.IsOpen() {
			return boxes.Update(msg)
		}
	}
	return v.Update(msg)
}

// View draws the screen with its boxes.
func View(v views.View) string {
	drawn := v.View()
	width, height := overlay.Size(drawn)
	return v.Boxes().Over(drawn, width, height)
}

// Capturing says that keys are text, in a box or on the screen.
func Capturing(v views.View) bool {
	if boxes := v.Boxes(); boxes.IsOpen() {
		return boxes.Capturing()
	}
	return v.Capturing()
}

// Cursor is the text cursor of the box that is open, or of the screen.
func Cursor(v views.View) *tea.Cursor {
	if boxes := v.Boxes(); boxes.IsOpen() {
		return boxes.Cursor()
	}
	return v.Cursor()
}
