package ui

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"daybook/views"
)

// Fixed says what of the look the command line or the configuration decides:
// it comes before what was chosen in an earlier run.
type Fixed struct{ Theme, Glyphs bool }

// savedLook is the look that was chosen in the program.
type savedLook struct {
	Name  string `json:"name"`
	ASCII bool   `json:"ascii"`
}

// Choices are what was chosen in the program, as the configuration would have
// it; empty for what was not.
type Choices struct{ Theme, ASCII, Preset string }

// Chosen reads the choices of earlier runs.
func Chosen(s views.State) (Choices, error) {
	k := newSaved()
	look, err := k.look.Read(s, savedLook{})
	if err != nil {
		return Choices{}, fmt.Errorf("%s: %w", k.look.Name, err)
	}
	keys, err := k.keys.Read(s, Keymap{})
	if err != nil {
		return Choices{}, fmt.Errorf("%s: %w", k.keys.Name, err)
	}
	c := Choices{Theme: look.Name, Preset: keys.Preset}
	if look.ASCII {
		c.ASCII = "true"
	}
	return c, nil
}

func (m *Model) onLook(saved savedLook, err error) tea.Cmd {
	if err != nil {
		return nil
	}
	if !m.fixed.Theme {
		m.look.Name = saved.Name
	}
	if !m.fixed.Glyphs {
		m.look.ASCII = saved.ASCII
	}
	m.retheme()
	return nil
}
