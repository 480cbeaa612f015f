package inbox

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views"
	"daybook/views/inbox/query"
	"daybook/widget/text"
)

func (m *Model) onFolders(folders []model.MailFolder, err error) tea.Cmd {
	if m.folders.err = err; err != nil || m.triage.edits.Busy() {
		return nil // counts are ahead of the service; they come again when it has caught up
	}
	first := m.folders.set(folders)
	if id := m.folders.wellKnown(m.list.folder); id != "" {
		m.list.folder = id
	}
	if id := m.folders.wellKnown(m.search.before.folder); id != "" {
		m.search.before.folder = id
	}
	if first {
		if m.list.folder == model.FolderInbox { // there is none
			return tea.Batch(m.openFolder(model.FolderInbox), m.watch.poll(), m.list.countLenses(), m.triage.wake())
		}
		m.folders.view.Select(m.list.folder)
		return tea.Batch(m.watch.poll(), m.list.countLenses(), m.triage.wake())
	}
	if here := m.list.folder; here != "" && !m.list.found && m.folders.all[here] == nil { // it has been deleted elsewhere
		return tea.Batch(m.openFolder(model.FolderInbox), m.list.countLenses())
	}
	return m.list.countLenses()
}

// openFolder shows a folder; the inbox through its lens. Somebody else's
// mailbox may show others alone: then the first of them is what is opened.
func (m *Model) openFolder(id string) tea.Cmd {
	class := ""
	if known := m.folders.wellKnown(id); known != "" {
		id = known
	} else if first := m.folders.first(); id == model.FolderInbox && m.folders.loaded && first != "" {
		id = first
	}
	if id == model.FolderInbox || id == m.folders.inbox() {
		class = m.list.lens
	}
	m.folders.view.Goto(0)
	m.folders.view.Select(id)
	m.closeSearch()
	cmd := m.list.open(id, class, query.Query{}, false)
	m.list.pinWoken()
	return cmd
}

// enterFolder opens what the cursor of the folder pane is on.
func (m *Model) enterFolder() tea.Cmd {
	item := m.folders.item()
	switch {
	case item == nil, item.heading:
		return nil
	case item.search:
		return m.openSaved(strings.TrimPrefix(item.id, "search:"))
	}
	m.setFocus(listFocus)
	return m.openFolder(item.id)
}

// openItem is the line of the pane that is listed.
func (m *Model) openItem() string {
	if m.search.results && !m.search.filter {
		return "search:" + m.search.words()
	}
	return m.list.folder
}

// startSearch opens the line of the search.
func (m *Model) startSearch(filter bool) tea.Cmd {
	if !m.search.results {
		m.search.before = m.list.listed()
	}
	cmd := m.search.open(filter, m.list.rows.Loaded() && m.list.rows.Len() == 0)
	m.setFocus(listFocus)
	return cmd
}

// searchFor answers a search that was not typed: a saved one.
func (m *Model) searchFor(words string) tea.Cmd {
	m.startSearch(false)
	m.search.line.SetValue(words)
	return tea.Batch(m.search.end(), m.runSearch())
}

// runSearch asks the service. The list keeps showing what it has until the
// answer is here. What is not understood finds nothing, and nobody is asked.
func (m *Model) runSearch() tea.Cmd {
	q, folder, class, ok := m.search.ask()
	if !ok {
		return nil
	}
	m.reader.Search(text.NewQuery(q.Terms(true)...))
	m.list.drawer.setTerms(text.NewQuery(q.Terms(false)...))
	m.list.filtered = m.search.filter
	if q.Void() {
		return m.list.showNothing(folder, class, q)
	}
	return m.list.replaceWith(folder, class, q)
}

// leaveSearch goes back to what was listed before.
func (m *Model) leaveSearch() tea.Cmd {
	if !m.search.shown() {
		return nil
	}
	before, results := m.search.before, m.search.results
	m.closeSearch()
	if !results {
		return nil
	}
	m.list.reselect = before.selected
	cmd := m.list.open(before.folder, before.class, query.Query{}, false)
	m.list.pinWoken()
	return cmd
}

// closeSearch forgets the search, without changing the list.
func (m *Model) closeSearch() {
	m.search.close()
	m.list.drawer.setTerms(text.Query{})
	m.reader.Find(text.Query{})
}

// nextMatch goes to the next (or an earlier) place that the search found: in
// the reader from match to match, in the list from message to message.
func (m *Model) nextMatch(steps int) tea.Cmd {
	if m.focus != readerFocus {
		m.list.rows.Move(steps)
		m.list.sync()
		return tea.Batch(m.list.loadMore(), m.selected())
	}
	m.reader.NextMatch(steps)
	return nil
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
	m.folders.changed()
	return tea.Batch(m.save(), notify(views.Success, "Saved the search \u201c", words, "\u201d."))
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
	m.folders.changed()
	return tea.Batch(m.save(), notify(views.Success, "Removed the search \u201c", name, "\u201d."))
}

func (m *Model) pollLater() tea.Cmd {
	return m.work.After(m.work.Rest(&m.watch.request, m.options.Poll), func() tea.Cmd { return tea.Batch(m.watch.poll(), m.triage.wake(), m.pollLater()) })
}
