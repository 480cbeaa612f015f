package ui

import (
	tea "charm.land/bubbletea/v2"

	"daybook/widget/overlay"
	"daybook/widget/text"
)

// modal is a box over the screen that has the input while it is open.
type modal interface {
	// Update takes a message; done closes the modal, and cmd runs after.
	Update(tea.Msg) (cmd tea.Cmd, done bool)
	// Box draws the modal, frame included, in at most these cells.
	Box(width, height int) string
	// Cursor is relative to the box, nil for none.
	Cursor() *tea.Cursor
}

type openModal struct {
	modal
	x, y int // within the body, as last drawn
}

func (m *Model) push(box modal) {
	m.modals = append(m.modals, &openModal{modal: box})
	m.keys.reset()
}

func (m *Model) pop() {
	m.modals = m.modals[:len(m.modals)-1]
}

func (m *Model) topModal() *openModal {
	if len(m.modals) == 0 {
		return nil
	}
	return m.modals[len(m.modals)-1]
}

func (m *Model) updateModal(top *openModal, msg tea.Msg) tea.Cmd {
	cmd, done := top.Update(msg)
	if done {
		m.remove(top)
	}
	return cmd
}

// remove closes a box wherever it is in the stack: its last act may have been
// to open another one above it.
func (m *Model) remove(box *openModal) {
	for i, b := range m.modals {
		if b == box {
			m.modals = append(m.modals[:i], m.modals[i+1:]...)
			return
		}
	}
}

// overlay draws a box over the middle of the view and remembers where, for
// the mouse and the cursor.
func (m *Model) overlay(body string, box *openModal) string {
	drawn, x, y := overlay.Centre(body, box.Box(max(10, m.width-8), max(3, m.bodyHeight()-2)), m.width, m.bodyHeight())
	box.x, box.y = x, y
	return drawn
}

// framed puts a frame around lines, as wide and high as they are. The footer
// is styled, or empty.
func framed(m *Model, title text.Text, inside, footer string) string {
	w, h := overlay.Size(inside)
	return overlay.Frame(m.env.Theme, title, inside, footer, max(w, title.Width()+2)+2, h+2)
}

// modalCursor is the box's cursor below the tabs.
func (m *Model) modalCursor(box *openModal) *tea.Cursor {
	c := box.Cursor()
	if c == nil {
		return nil
	}
	moved := *c
	moved.X += box.x
	moved.Y += box.y
	return &moved
}
