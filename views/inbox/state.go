package inbox

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views"
	"daybook/views/persist"
)

// stateDocument is the name in views.State of what the inbox saves.
const stateDocument = "inbox"

// state is what survives a restart, beside the mail itself and the undo log.
type state struct {
	Flat     bool          `json:"flat,omitempty"`
	Lens     string        `json:"lens"`
	Searches []savedSearch `json:"searches,omitempty"`
	Recent   []string      `json:"recent,omitempty"`     // folders moved to, the last first
	Visited  []string      `json:"visited,omitempty"`    // folders opened, the last first
	Pinned   []string      `json:"favourites,omitempty"` // ids of folders
	Looked   []string      `json:"looked,omitempty"`     // words looked for, the last first
	Pins     []string      `json:"pins,omitempty"`       // woken messages, the last first
	Muted    mutes         `json:"muted,omitempty"`
	After    *After        `json:"after,omitempty"`  // where actions go, when chosen
	Lines    int           `json:"lines,omitempty"`  // a message has, when chosen
	Oldest   []string      `json:"oldest,omitempty"` // folders that show their oldest mail first
}

// saved keeps that on disk.
type saved struct {
	*shared
	folders  *folderPane
	list     *listPane
	searches *searches
	document persist.Document[state]
	restored func() tea.Cmd // what follows when it has been read
}

func (s *saved) load() tea.Cmd {
	return s.document.Load(s.env.State, state{Lens: model.Focused}, views.Done(&s.work, s.onState))
}

func (s *saved) onState(is state, err error) tea.Cmd {
	cmd := tea.Cmd(nil)
	if err != nil {
		is = state{Lens: model.Focused}
		cmd = views.Notice(views.Warning, "Could not read what the inbox kept: ", err, ". It starts afresh.")
	}
	s.list.lens, s.folders.recent, s.folders.saved = is.Lens, is.Recent, is.Searches
	s.searches.recent = is.Looked[:min(len(is.Looked), recentSearches)]
	s.folders.visited, s.folders.pinned = is.Visited, is.Pinned
	s.list.pins = append(s.list.pins, is.Pins...)
	s.list.mutes = append(s.list.mutes, is.Muted[:min(len(is.Muted), mutedMost)]...)
	if is.After != nil && *is.After >= Next && *is.After <= Stay {
		s.list.chosenAfter, s.options.After = true, *is.After
	}
	if is.Lines == 1 || is.Lines == 2 {
		s.list.chosenLines, s.options.Lines = is.Lines, is.Lines
	}
	s.folders.oldest = is.Oldest[:min(len(is.Oldest), orderedFolders)]
	s.list.rows.SetThreaded(!is.Flat)
	s.folders.changed()
	return tea.Batch(cmd, s.restored())
}

func (s *saved) save() tea.Cmd {
	return s.document.Save(s.env.State, s.now, s.work.Told(s.onSaved))
}

func (s *saved) now() state {
	var after *After
	if chosen := s.options.After; s.list.chosenAfter {
		after = &chosen
	}
	return state{Flat: !s.list.rows.Threaded(), Lens: s.list.lens, Searches: slices.Clone(s.folders.saved),
		Recent: slices.Clone(s.folders.recent), Looked: slices.Clone(s.searches.recent), Pins: slices.Clone(s.list.pins), Muted: slices.Clone(s.list.mutes), After: after,
		Lines: s.list.chosenLines, Oldest: slices.Clone(s.folders.oldest), Visited: slices.Clone(s.folders.visited), Pinned: slices.Clone(s.folders.pinned)}
}

func (s *saved) onSaved(err error) tea.Cmd {
	again, err := s.document.Saved(err, s.save)
	if err != nil {
		return tea.Batch(again, views.Notice(views.Failure, "Could not save: ", err))
	}
	return again
}
