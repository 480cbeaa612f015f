package inbox

import (
	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views"
	"daybook/views/extensions"
	"daybook/views/inbox/query"
	"daybook/views/inbox/rows"
	"daybook/views/reader"
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
		again := tea.Cmd(nil)
		if m.search.results { // it may name a folder
			again = m.runSearch()
		}
		return tea.Batch(again, m.watch.poll(), m.list.countLenses(), m.triage.wake())
	}
	if here := m.list.folder; here != "" && !m.list.found && m.folders.all[here] == nil { // deleted elsewhere
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
	if item := m.folders.item(); item == nil || item.folder != id {
		m.folders.view.Goto(0)
		m.folders.view.Select(id)
	}
	m.closeSearch()
	cmd := m.list.open(id, class, query.Query{}, false)
	return cmd
}

// enterFolder opens what the cursor of the folder pane is on.
func (m *Model) enterFolder() tea.Cmd {
	item := m.folders.item()
	switch {
	case item == nil, item.heading:
		return nil
	case item.search:
		return m.searchFor(item.words)
	}
	return m.goFolder(item.folder)
}

// goFolder opens a folder that a person chose.
func (m *Model) goFolder(id string) tea.Cmd {
	m.folders.visit(id)
	m.setFocus(listFocus)
	return tea.Batch(m.openFolder(id), m.save())
}

// Home implements views.Homer: the inbox itself, from another folder or from what a search found.
func (m *Model) Home() tea.Cmd {
	id := m.folders.inbox()
	if id == "" || m.composer.IsOpen() || id == m.list.folder && !m.search.shown() {
		return nil
	}
	return m.goFolder(id)
}

// openItem is the line of the pane that is listed.
func (m *Model) openItem() string {
	if m.search.results && !m.search.filter {
		for _, s := range m.folders.saved {
			if s.Text == m.search.words() {
				return searchItem + s.Name
			}
		}
		return ""
	}
	return m.list.folder
}

// startSearch opens the line of the search.
func (m *Model) startSearch(filter bool) tea.Cmd {
	if !m.search.results {
		m.search.before = m.list.listed()
	}
	if !m.search.shown() {
		m.search.from, m.search.full = m.focus, m.full.On
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

// searchEverywhere looks for the same words in all folders.
func (m *Model) searchEverywhere() tea.Cmd {
	words := query.Everywhere(m.search.words())
	if words == "" {
		return views.Notice(views.Info, "There is nothing to look for without the folder.")
	}
	return tea.Batch(m.searchFor(words), m.searches.remember(words))
}

// runSearch asks the service. The list keeps showing what it has until the
// answer is here. What is not understood finds nothing, and nobody is asked; a
// line that was emptied shows what was listed before it.
func (m *Model) runSearch() tea.Cmd {
	q, folder, class, ok := m.search.ask()
	if !ok && m.search.results && q.Zero() {
		m.search.results = false
		m.reader.Search(text.Query{})
		m.list.drawer.setTerms(text.Query{})
		return m.listAgain(m.search.before)
	}
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

// leaveSearch goes back to what was listed before, and out of the line to the
// pane in which it was opened.
func (m *Model) leaveSearch() tea.Cmd {
	if !m.search.shown() {
		return nil
	}
	before, results := m.search.before, m.search.results
	if m.search.typing && m.search.from == readerFocus {
		m.setFocus(readerFocus)
		m.full.On = m.search.full
		m.arrange()
	}
	m.closeSearch()
	if !results {
		return nil
	}
	return m.listAgain(before)
}

// listAgain shows what was listed before a search.
func (m *Model) listAgain(before listed) tea.Cmd {
	m.list.reselect = before.selected
	return m.list.open(before.folder, before.class, query.Query{}, false)
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
	switch {
	case m.focus != readerFocus:
		return m.list.step(steps)
	case m.reader.Finding():
		return tea.Batch(m.reader.NextFound(steps), m.saw())
	}
	m.reader.NextMatch(steps)
	return m.saw()
}

// cycleLens shows Focused, Other, all in turn.
func (m *Model) cycleLens() tea.Cmd {
	m.list.lens = map[string]string{model.Focused: model.Other, model.Other: "", "": model.Focused}[m.list.lens]
	return tea.Batch(m.openFolder(m.folders.inbox()), m.save())
}

// toggleThreads turns threads on or off.
func (m *Model) toggleThreads() tea.Cmd {
	threaded := !m.list.rows.Threaded()
	m.list.rows.SetThreaded(threaded)
	m.reader.forget()
	words := map[bool]string{true: "A row is a thread.", false: "A row is a message."}[threaded]
	return tea.Batch(m.list.follow(), m.save(), views.Notice(views.Info, words))
}

// Pending implements views.Pender: all else is on the undo log in the frame of
// its key.
func (m *Model) Pending() int { return m.triage.making }

// cycleAfter changes where the selection goes after an action.
func (m *Model) cycleAfter() tea.Cmd {
	m.options.After = (m.options.After + 1) % (Stay + 1)
	m.list.chosenAfter = true
	words := [...]string{"goes to the next message", "goes to the message before", "stays"}[m.options.After]
	return tea.Batch(m.save(), views.Notice(views.Info, "After an action the cursor ", words, "."))
}

// customTarget is the message whose custom data can be opened.
func (m *Model) customTarget() (extensions.Item, text.Text, bool) {
	read := m.reader.current()
	busy := m.composer.IsOpen() || m.dialog.IsOpen() || m.search.typing
	if m.options.Custom == nil || busy || m.focus == folderFocus || read == nil {
		return extensions.Item{}, text.Text{}, false
	}
	return extensions.Item{Kind: extensions.Message, ID: read.ID}, read.Subject, true
}

// customChanged says in the heads of a message how many extensions it has.
func (m *Model) customChanged(item extensions.Item, names []string) {
	m.reader.each(item.ID, func(read *reader.Message) { read.Custom = names })
}

// Open implements views.Opener.
func (m *Model) Open(item any) tea.Cmd {
	to, ok := item.(views.ComposeTo)
	if !ok || m.options.Composer == nil {
		return nil
	}
	return m.composer.New(addresses(to.To), to.Subject, "")
}

// onSent reads anew what a message that was written has changed: the numbers,
// and drafts and sent mail where the list is of those.
func (m *Model) onSent() tea.Cmd {
	cmds := []tea.Cmd{m.folders.load(), m.list.loadSent(), m.watch.poll()}
	switch m.list.folder {
	case m.folders.wellKnown(model.FolderDrafts), m.folders.wellKnown(model.FolderSentItems):
		return tea.Batch(append(cmds, m.list.loadPage(rows.Top))...)
	}
	m.reader.forget() // the thread has one message more
	return tea.Batch(append(cmds, m.list.selected())...)
}

// Opening implements views.Opening.
func (m *Model) Opening() bool { return m.composer.opening.Busy() }

// GiveUp implements views.Opening.
func (m *Model) GiveUp() { m.composer.opening.Cancel() }

// Unsent implements views.Sender.
func (m *Model) Unsent() (n int, what string) { return m.composer.Unsent() }

// Leave implements views.Leaver: messages are saved, and sent.
func (m *Model) Leave(online bool) tea.Cmd { return m.composer.Leave(online) }

// SaveNow puts the open message on this machine's disk.
func (m *Model) SaveNow() tea.Cmd { return m.composer.SaveNow() }
