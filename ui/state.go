package ui

import (
	"maps"
	"slices"

	tea "charm.land/bubbletea/v2"

	"daybook/views"
	"daybook/views/persist"
)

// rootScreen is what the root's own results are addressed to.
const rootScreen views.Screen = "root"

// saved are the documents that the root saves between runs.
type saved struct {
	undo persist.Document[undoLog]
	look persist.Document[savedLook]
	keys persist.Document[Keymap]
}

func newSaved() saved {
	return saved{
		undo: persist.Document[undoLog]{Name: "undo"},
		look: persist.Document[savedLook]{Name: "look"},
		keys: persist.Document[Keymap]{Name: "keys"},
	}
}

func (m *Model) loadSaved() tea.Cmd {
	s := m.env.State
	return tea.Batch(
		m.saved.undo.Load(s, undoLog{}, views.Done(&m.work, m.onUndoLog)),
		m.saved.look.Load(s, savedLook{}, views.Done(&m.work, m.onLook)),
		m.saved.keys.Load(s, Keymap{}, views.Done(&m.work, m.onKeymap)),
	)
}

func (m *Model) onUndoLog(l undoLog, err error) tea.Cmd {
	if err != nil {
		m.log("the undo log could not be read: %v", err)
		return nil
	}
	m.undo.merge(l)
	return nil
}

func (m *Model) onKeymap(k Keymap, err error) tea.Cmd {
	if err == nil {
		m.keymap.merge(k)
	}
	return nil
}

func (m *Model) saveUndo() tea.Cmd {
	return save(m, &m.saved.undo, "undo log", m.saveUndo, func() undoLog { return undoLog{Steps: slices.Clone(m.undo.Steps), At: m.undo.At} })
}

func (m *Model) saveLook() tea.Cmd {
	return save(m, &m.saved.look, "theme", m.saveLook, func() savedLook { return savedLook{m.look.Name, m.look.ASCII} })
}

func (m *Model) saveKeymap() tea.Cmd {
	return save(m, &m.saved.keys, "keys", m.saveKeymap, func() Keymap { return Keymap{Preset: m.keymap.Preset, Own: maps.Clone(m.keymap.Own)} })
}

// save saves a document, and again when it has changed meanwhile. A failure is
// said.
func save[T any](m *Model, d *persist.Document[T], name string, again func() tea.Cmd, now func() T) tea.Cmd {
	return d.Save(m.env.State, now, m.work.Told(func(err error) tea.Cmd {
		cmd, err := d.Saved(err, again)
		if err != nil {
			m.warn("The " + name + " could not be saved: " + err.Error())
		}
		return cmd
	}))
}
