package ui

import (
	"encoding/json"
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

const lookDocument = "look"

// Choices are what was chosen in the program, as the configuration would have
// it; empty for what was not.
type Choices struct{ Theme, ASCII, Preset string }

// Chosen reads the choices of earlier runs.
func Chosen(s views.State) (Choices, error) {
	var look savedLook
	var keys Keymap
	for name, into := range map[string]any{lookDocument: &look, keymapDocument: &keys} {
		b, err := s.Load(name)
		if err == nil && b != nil {
			err = json.Unmarshal(b, into)
		}
		if err != nil {
			return Choices{}, fmt.Errorf("%s: %w", name, err)
		}
	}
	c := Choices{Theme: look.Name, Preset: keys.Preset}
	if look.ASCII {
		c.ASCII = "true"
	}
	return c, nil
}

type lookLoaded struct {
	look savedLook
	err  error
}

type lookSaved struct{ err error }

func loadLook(s views.State) tea.Cmd {
	return func() tea.Msg {
		var l savedLook
		b, err := s.Load(lookDocument)
		if err == nil && b != nil {
			err = json.Unmarshal(b, &l)
		}
		return lookLoaded{l, err}
	}
}

func (m *Model) saveLook() tea.Cmd {
	state, l := m.env.State, savedLook{m.look.Name, m.look.ASCII}
	return func() tea.Msg {
		b, err := json.Marshal(l)
		if err == nil {
			err = state.Save(lookDocument, b)
		}
		return lookSaved{err}
	}
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
