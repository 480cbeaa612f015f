package inbox

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views"
)

// keptDocument is the name in views.State of what the inbox keeps.
const keptDocument = "inbox"

// recentFolders is how many folders the move picker remembers.
const recentFolders = 8

// savedSearch is a search under the folders.
type savedSearch struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

// kept is what survives a restart, beside the mail itself and the undo log.
type kept struct {
	Flat     bool          `json:"flat,omitempty"`
	Lens     string        `json:"lens"`
	Searches []savedSearch `json:"searches,omitempty"`
	Recent   []string      `json:"recent,omitempty"` // folders moved to, the last first
	Pins     []string      `json:"pins,omitempty"`   // woken messages, the last first
	After    *After        `json:"after,omitempty"`  // where actions go, when chosen
}

func (m *Model) loadKept() tea.Cmd {
	return m.kept.Load(m.env.State, kept{Lens: model.Focused}, views.Done(&m.work, m.onKept))
}

func (m *Model) onKept(k kept, err error) tea.Cmd {
	cmd := tea.Cmd(nil)
	if err != nil {
		k = kept{Lens: model.Focused}
		cmd = notify(views.Warning, "Could not read what the inbox kept: ", err, ". It starts afresh.")
	}
	m.lens, m.folders.recent, m.folders.saved = k.Lens, k.Recent, k.Searches
	m.pins = append(m.pins, k.Pins...)
	if k.After != nil && *k.After >= Next && *k.After <= Stay {
		m.options.After = *k.After
	}
	m.list.rows.SetThreaded(!k.Flat)
	m.folders.rebuild()
	return tea.Batch(cmd, m.openFolder(model.FolderInbox))
}

// keep saves what is to survive a restart.
func (m *Model) keep() tea.Cmd {
	return m.kept.Save(m.env.State, m.keptNow, m.work.Told(m.onKeptSaved))
}

func (m *Model) keptNow() kept {
	after := m.options.After
	return kept{Flat: !m.list.rows.Threaded(), Lens: m.lens, Searches: slices.Clone(m.folders.saved),
		Recent: slices.Clone(m.folders.recent), Pins: slices.Clone(m.pins), After: &after}
}

func (m *Model) onKeptSaved(err error) tea.Cmd {
	again, err := m.kept.Saved(err, m.keep)
	if err != nil {
		return tea.Batch(again, notify(views.Failure, "Could not save: ", err))
	}
	return again
}

// cycleAfter changes where the selection goes after an action.
func (m *Model) cycleAfter() tea.Cmd {
	m.options.After = (m.options.After + 1) % (Stay + 1)
	words := [...]string{"goes to the next message", "goes to the message before", "stays"}[m.options.After]
	return tea.Batch(m.keep(), notify(views.Info, "After an action the cursor ", words, "."))
}

// saveSearch puts the search that is shown under the folders.
func (m *Model) saveSearch() tea.Cmd {
	words := m.search.words()
	if words == "" || !m.search.shown() {
		return nil
	}
	s := savedSearch{Name: words, Text: words}
	if slices.Contains(m.folders.saved, s) {
		return notify(views.Info, "This search is saved already.")
	}
	m.folders.saved = append(m.folders.saved, s)
	m.folders.rebuild()
	return tea.Batch(m.keep(), notify(views.Success, "Saved the search \u201c", words, "\u201d."))
}

// openSaved answers a saved search.
func (m *Model) openSaved(name string) tea.Cmd {
	for _, s := range m.folders.saved {
		if s.Name == name {
			m.setFocus(listFocus)
			return m.searchFor(s.Text)
		}
	}
	return nil
}

// forgetSaved takes the saved search under the cursor away.
func (m *Model) forgetSaved(name string) tea.Cmd {
	m.folders.saved = slices.DeleteFunc(m.folders.saved, func(s savedSearch) bool { return s.Name == name })
	m.folders.rebuild()
	return tea.Batch(m.keep(), notify(views.Success, "Removed the search \u201c", name, "\u201d."))
}
