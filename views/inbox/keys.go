package inbox

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"daybook/views"
	"daybook/widget/list"
)

// allActions is everything the screen can do, in the order of the help.
func (m *Model) allActions() []views.Action {
	var all []views.Action
	for _, group := range []struct {
		name    string
		actions []views.Action
	}{
		{"Move", m.moveActions()},
		{"Read", m.readActions()},
		{"Invitation", m.reader.answerActions()},
		{"Triage", m.triageActions()},
		{"Write", m.writeActions()},
		{"Select", m.selectActions()},
		{"Find", m.findActions()},
	} {
		for _, a := range group.actions {
			a.Group = group.name
			if !strings.HasPrefix(a.ID, "letter.") {
				a.Enabled = m.unlessWriting(a.Enabled)
			}
			all = append(all, a)
		}
	}
	all = append(all, views.AskRights(m.env, func() error { return m.folders.err }))
	return m.custom.Around(all, m.customTarget)
}

// unlessWriting takes an action out of help and palette while a letter is
// open.
func (m *Model) unlessWriting(enabled func() bool) func() bool {
	return func() bool { return !m.writing() && (enabled == nil || enabled()) }
}

// plain makes an action that takes no count.
func plain(f func() tea.Cmd) func(int) tea.Cmd { return func(int) tea.Cmd { return f() } }

func (m *Model) moveActions() []views.Action {
	return []views.Action{
		views.Steps("down", 1, m.step),
		views.Steps("up", -1, m.step),
		views.Steps("half-page-down", 1, m.half).On("ctrl+d"),
		views.Steps("half-page-up", -1, m.half).On("ctrl+u"),
		views.Steps("page-down", 1, m.page),
		views.Steps("page-up", -1, m.page),
		views.Motion("top", m.top),
		views.Motion("bottom", m.bottom),
		views.Motion("next-pane", plain(func() tea.Cmd { return m.turn(1) })),
		views.Motion("previous-pane", plain(func() tea.Cmd { return m.turn(-1) })),
		views.Motion("right", plain(func() tea.Cmd { return m.sideways(1) })).Named("Pane at the right"),
		views.Motion("left", plain(func() tea.Cmd { return m.sideways(-1) })).Named("Pane at the left").On("left"),
		{ID: "open", Name: "Open", Keys: []string{"enter"}, Do: plain(m.enter)},
		{ID: "back", Name: "Back", Keys: []string{"esc"}, Do: plain(m.back)},
		{ID: "fold-folder", Name: "Fold or unfold the folder", Keys: []string{"z", "space"}, Do: plain(m.folders.fold),
			Enabled: func() bool { return m.focus == folderFocus }},
		{ID: "refresh", Name: "Refresh", Keys: []string{"ctrl+r"}, Do: plain(m.refresh)},
	}
}

func (m *Model) readActions() []views.Action {
	reading := func() bool { return m.focus == readerFocus && m.reader.current() != nil }
	shown := func() bool { return m.reader.current() != nil }
	return append([]views.Action{
		{ID: "read-on", Name: "Read on", Keys: []string{"space"}, Hidden: true, Motion: true, Do: plain(m.readOn), Enabled: reading},
		{ID: "next-message", Name: "Next message", Keys: []string{"J"}, Hidden: true, Motion: true, Enabled: shown,
			Do: func(count int) tea.Cmd { return m.list.move(func(l *list.List) { l.Move(max(count, 1)) }) }},
		{ID: "previous-message", Name: "Previous message", Keys: []string{"K"}, Hidden: true, Motion: true, Enabled: shown,
			Do: func(count int) tea.Cmd { return m.list.move(func(l *list.List) { l.Move(-max(count, 1)) }) }},
	}, m.reader.actions(reading)...)
}

func (m *Model) triageActions() []views.Action {
	one := func(id, name, hint string, do func(int) tea.Cmd, keys ...string) views.Action {
		return views.Action{ID: id, Name: name, Hint: hint, Keys: keys, Do: do, Enabled: m.triaging}
	}
	return []views.Action{
		one("archive", "Archive", "archive", m.triage.archive, "e", "a"),
		one("delete", "Delete", "delete", m.triage.remove, "d"),
		{ID: "forget-search", Name: "Remove the saved search", Keys: []string{"d"}, Do: plain(m.folders.forgetSearch), Enabled: m.folders.onSaved},
		one("move", "Move to a folder", "move", m.triage.chooseFolder, "m"),
		one("flag", "Flag or unflag", "flag", m.triage.flag, "s"),
		one("importance", "Important or not", "important", m.triage.importance, "i"),
		one("categorize", "Categories", "tag", m.triage.chooseCategories, "t"),
		one("read", "Read or unread", "read", m.triage.toggleRead, "N"),
		one("snooze-evening", "Snooze until this evening", "snooze", m.triage.snoozeEvening, "h t"),
		one("snooze-tomorrow", "Snooze until tomorrow", "snooze", m.triage.snoozeTomorrow, "h m"),
		one("snooze-week", "Snooze until next week", "snooze", m.triage.snoozeWeek, "h w"),
		one("snooze-date", "Snooze until a date", "snooze", m.triage.askSnooze, "h d"),
		one("sender-rule", "Sender always Focused or Other", "sender", plain(m.triage.toggleRule), "o"),
	}
}

func (m *Model) selectActions() []views.Action {
	one := func(id, name string, do func(int) tea.Cmd, keys ...string) views.Action {
		return views.Action{ID: id, Name: name, Keys: keys, Do: do, Enabled: m.triaging}
	}
	return []views.Action{
		one("select", "Select", m.list.markHere, "x"),
		{ID: "select-space", Name: "Select, in the list", Keys: []string{"space"}, Hidden: true, Do: m.list.markHere,
			Enabled: func() bool { return m.focus == listFocus && m.list.some() }},
		one("select-to", "Select to here", plain(m.list.markTo), "X"),
		one("select-all", "Select all that match", plain(m.list.markAll), "*"),
		one("select-sender", "Select all from this sender", plain(m.list.markSender), "A"),
	}
}

func (m *Model) findActions() []views.Action {
	found := func() bool { return m.search.results }
	return []views.Action{
		{ID: "search", Name: "Search all mail", Keys: []string{"/"}, Do: plain(func() tea.Cmd { return m.startSearch(false) }), Hint: "search"},
		{ID: "filter", Name: "Filter this list", Keys: []string{"\\"}, Do: plain(func() tea.Cmd { return m.startSearch(true) })},
		{ID: "next-match", Name: "Next match", Keys: []string{"n"}, Motion: true, Enabled: found,
			Do: func(count int) tea.Cmd { return m.nextMatch(max(count, 1)) }},
		{ID: "previous-match", Name: "Previous match", Keys: []string{"p"}, Motion: true, Enabled: found,
			Do: func(count int) tea.Cmd { return m.nextMatch(-max(count, 1)) }},
		{ID: "save-search", Name: "Save this search", Keys: []string{"S"}, Enabled: found, Do: plain(m.search.saveSearch)},
		{ID: "lens", Name: "Focused, Other or all", Keys: []string{"F"}, Do: plain(m.cycleLens),
			Enabled: func() bool { return m.folders.inbox() != "" }},
		{ID: "after-action", Name: "After an action: go on, go back, stay", Do: plain(m.cycleAfter)},
		{ID: "threads", Name: "Threads or single messages", Keys: []string{"v"}, Do: plain(m.toggleThreads)},
	}
}

// triaging reports whether triage has something to act on: not while the
// folders have the keys.
func (m *Model) triaging() bool {
	return m.focus != folderFocus && m.list.some() && !m.triage.readOnly()
}

// step moves by rows, or lines of the reader.
func (m *Model) step(n int) tea.Cmd {
	switch m.focus {
	case folderFocus:
		m.folders.view.Move(n)
	case readerFocus:
		m.reader.Scroll(n)
	default:
		return m.list.move(func(l *list.List) { l.Move(n) })
	}
	return nil
}

func (m *Model) half(n int) tea.Cmd {
	switch m.focus {
	case folderFocus:
		m.folders.view.HalfPage(n)
	case readerFocus:
		m.reader.Half(n)
	default:
		return m.list.move(func(l *list.List) { l.HalfPage(n) })
	}
	return nil
}

func (m *Model) page(n int) tea.Cmd {
	switch m.focus {
	case folderFocus:
		m.folders.view.Page(n)
	case readerFocus:
		m.reader.Page(n)
	default:
		return m.list.move(func(l *list.List) { l.Page(n) })
	}
	return nil
}

// top goes to the first row, or with a count to that one.
func (m *Model) top(count int) tea.Cmd {
	at := max(count, 1) - 1
	switch m.focus {
	case folderFocus:
		m.folders.view.Goto(at)
	case readerFocus:
		m.reader.To(at)
	default:
		return m.list.move(func(l *list.List) { l.Goto(at) })
	}
	return nil
}

// end goes to the last row, or with a count to that one.
func (m *Model) bottom(count int) tea.Cmd {
	if count > 0 {
		return m.top(count)
	}
	switch m.focus {
	case folderFocus:
		m.folders.view.Bottom()
	case readerFocus:
		m.reader.To(m.reader.Len())
	default:
		return m.list.toEnd()
	}
	return nil
}
