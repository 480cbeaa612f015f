package ui

import (
	"maps"
	"slices"

	tea "charm.land/bubbletea/v2"

	"daybook/views/persist"
)

// kept are the documents that the root keeps between runs.
type kept struct {
	undo persist.Document[undoLog]
	look persist.Document[savedLook]
	keys persist.Document[Keymap]
}

func newKept() kept {
	return kept{
		undo: persist.Document[undoLog]{Name: "undo"},
		look: persist.Document[savedLook]{Name: "look"},
		keys: persist.Document[Keymap]{Name: "keys"},
	}
}

type undoLoaded struct {
	log undoLog
	err error
}

type lookLoaded struct {
	look savedLook
	err  error
}

type keymapLoaded struct {
	keymap Keymap
	err    error
}

type (
	undoSaved   struct{ err error }
	lookSaved   struct{ err error }
	keymapSaved struct{ err error }
)

func (m *Model) loadKept() tea.Cmd {
	s := m.env.State
	return tea.Batch(
		m.kept.undo.Load(s, undoLog{}, func(l undoLog, err error) tea.Msg { return undoLoaded{l, err} }),
		m.kept.look.Load(s, savedLook{}, func(l savedLook, err error) tea.Msg { return lookLoaded{l, err} }),
		m.kept.keys.Load(s, Keymap{}, func(k Keymap, err error) tea.Msg { return keymapLoaded{k, err} }),
	)
}

func (m *Model) saveUndo() tea.Cmd {
	return m.kept.undo.Save(m.env.State, func() undoLog { return undoLog{Steps: slices.Clone(m.undo.Steps), At: m.undo.At} },
		func(err error) tea.Msg { return undoSaved{err} })
}

func (m *Model) saveLook() tea.Cmd {
	return m.kept.look.Save(m.env.State, func() savedLook { return savedLook{m.look.Name, m.look.ASCII} },
		func(err error) tea.Msg { return lookSaved{err} })
}

func (m *Model) saveKeymap() tea.Cmd {
	return m.kept.keys.Save(m.env.State, func() Keymap { return Keymap{Preset: m.keymap.Preset, Own: maps.Clone(m.keymap.Own)} },
		func(err error) tea.Msg { return keymapSaved{err} })
}

// tookKept handles what was loaded and saved, and says whether the message was that.
func (m *Model) tookKept(msg any) (cmd tea.Cmd, ok bool) {
	var err error
	switch msg := msg.(type) {
	case undoLoaded:
		if msg.err != nil {
			m.log("the undo log could not be read: %v", msg.err)
			return nil, true
		}
		m.undo.merge(msg.log)
	case lookLoaded:
		m.useLook(msg)
	case keymapLoaded:
		m.keymap.merge(msg)
	case undoSaved:
		if cmd, err = m.kept.undo.Saved(msg.err, m.saveUndo); err != nil {
			m.warn("The undo log could not be saved: " + err.Error())
		}
	case lookSaved:
		if cmd, err = m.kept.look.Saved(msg.err, m.saveLook); err != nil {
			m.warn("The theme could not be saved: " + err.Error())
		}
	case keymapSaved:
		if cmd, err = m.kept.keys.Saved(msg.err, m.saveKeymap); err != nil {
			m.warn("The keys could not be saved: " + err.Error())
		}
	default:
		return nil, false
	}
	return cmd, true
}
