package viewtest

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"daybook/views"
	"daybook/widget/dialog"
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
	if !v.Boxes().IsOpen() {
		return drawn // a benchmark measures the screen, and not how large it is
	}
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

// Plain is a screen of dots: for the tests of what is in a box of any screen.
type Plain struct {
	Stack dialog.Stack
	Does  []views.Action

	width, height int
}

// Init implements views.View.
func (p *Plain) Init() tea.Cmd { return nil }

// Update implements views.View.
func (p *Plain) Update(msg tea.Msg) tea.Cmd {
	if r, ok := msg.(views.Result); ok {
		return r.Apply()
	}
	return nil
}

// SetSize implements views.View.
func (p *Plain) SetSize(width, height int) { p.width, p.height = width, height }

// View implements views.View.
func (p *Plain) View() string {
	return strings.TrimSuffix(strings.Repeat(strings.Repeat(".", p.width)+"\n", p.height), "\n")
}

// Actions implements views.View.
func (p *Plain) Actions() []views.Action { return p.Does }

// Boxes implements views.View.
func (p *Plain) Boxes() *dialog.Stack { return &p.Stack }

// Capturing implements views.View.
func (p *Plain) Capturing() bool { return false }

// Cursor implements views.View.
func (p *Plain) Cursor() *tea.Cursor { return nil }

// Status implements views.View.
func (p *Plain) Status() views.Status { return views.Status{} }
