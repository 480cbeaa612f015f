package ui

import (
	"fmt"

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
	k := newKept()
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

func (m *Model) useLook(msg lookLoaded) {
	if msg.err != nil {
		return
	}
	if !m.fixed.Theme {
		m.look.Name = msg.look.Name
	}
	if !m.fixed.Glyphs {
		m.look.ASCII = msg.look.ASCII
	}
	m.retheme()
}
