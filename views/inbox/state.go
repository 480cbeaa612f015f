package inbox

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views"
)

// stateDocument is the name in views.State of what the inbox saves.
const stateDocument = "inbox"

// savedSearch is a search under the folders.
type savedSearch struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

// state is what survives a restart, beside the mail itself and the undo log.
type state struct {
	Flat     bool          `json:"flat,omitempty"`
	Lens     string        `json:"lens"`
	Searches []savedSearch `json:"searches,omitempty"`
	Recent   []string      `json:"recent,omitempty"` // folders moved to, the last first
	Pins     []string      `json:"pins,omitempty"`   // woken messages, the last first
	After    *After        `json:"after,omitempty"`  // where actions go, when chosen
}

func (m *Model) loadState() tea.Cmd {
	return m.saved.Load(m.env.State, state{Lens: model.Focused}, views.Done(&m.work, m.onState))
}

func (m *Model) onState(k state, err error) tea.Cmd {
	cmd := tea.Cmd(nil)
	if err != nil {
		k = state{Lens: model.Focused}
		cmd = notify(views.Warning, "Could not read what the inbox kept: ", err, ". It starts afresh.")
	}
	m.list.lens, m.folders.recent, m.folders.saved = k.Lens, k.Recent, k.Searches
	m.list.pins = append(m.list.pins, k.Pins...)
	if k.After != nil && *k.After >= Next && *k.After <= Stay {
		m.options.After = *k.After
	}
	m.list.rows.SetThreaded(!k.Flat)
	m.folders.changed()
	return tea.Batch(cmd, m.openFolder(model.FolderInbox))
}

// saveState saves what is to survive a restart.
func (m *Model) saveState() tea.Cmd {
	return m.saved.Save(m.env.State, m.stateNow, m.work.Told(m.onStateSaved))
}

func (m *Model) stateNow() state {
	after := m.options.After
	return state{Flat: !m.list.rows.Threaded(), Lens: m.list.lens, Searches: slices.Clone(m.folders.saved),
		Recent: slices.Clone(m.folders.recent), Pins: slices.Clone(m.list.pins), After: &after}
}

func (m *Model) onStateSaved(err error) tea.Cmd {
	again, err := m.saved.Saved(err, m.saveState)
	if err != nil {
		return tea.Batch(again, notify(views.Failure, "Could not save: ", err))
	}
	return again
}

// cycleAfter changes where the selection goes after an action.
func (m *Model) cycleAfter() tea.Cmd {
	m.options.After = (m.options.After + 1) % (Stay + 1)
	words := [...]string{"goes to the next message", "goes to the message before", "stays"}[m.options.After]
	return tea.Batch(m.save(), notify(views.Info, "After an action the cursor ", words, "."))
}
