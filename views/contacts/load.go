package contacts

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views"
)

// unread says that something could not be read. Where there is no right to it
// that is no news: the tree says so, or is without it.
func (m *Model) unread(what string, err error) tea.Cmd {
	if _, missing := views.Missing(m.env, err); missing {
		return nil
	}
	return say(what+" could not be read: "+err.Error(), views.Failure)
}

func (m *Model) onFolders(folders []model.ContactFolder, err error) tea.Cmd {
	m.err = err
	if err != nil {
		return m.unread("The contact folders", err)
	}
	first := len(m.book.folders) == 0
	m.book.setFolders(folders)
	m.tree.Reload()
	if first {
		m.tree.Expand(string(folderNode(m.book.root)))
		m.tree.Expand(string(directoryNode))
		m.tree.Top()
	}
	if m.wanted != "" && !m.book.complete() { // contacts that came before their folders had no place
		return tea.Batch(m.loadOpen(), m.loadEverybody())
	}
	return tea.Batch(m.loadOpen(), m.arrived())
}

// loadOpen reads the folders that are open and were not read, or not since the
// last reload.
func (m *Model) loadOpen() tea.Cmd {
	var cmds []tea.Cmd
	folded := func(id string) bool { return !m.tree.IsExpanded(string(folderNode(id))) }
	for id := range m.book.folders {
		if _, read := m.book.contacts[id]; (!read || m.stale[id]) && !slices.ContainsFunc(m.book.path(id), folded) {
			cmds = append(cmds, m.loadContacts(id))
		}
	}
	return tea.Batch(cmds...)
}

// expanded reads what a row that was opened needs, and those in it.
func (m *Model) expanded(id string) tea.Cmd {
	if folder, ok := node(id).folder(); ok {
		return tea.Batch(m.loadContacts(folder), m.loadOpen())
	}
	return m.loadOpen()
}

// onContacts takes the contacts of a folder. Version is that of what was written
// when they were asked for.
func (m *Model) onContacts(folder string, version uint64, contacts []model.Contact, err error) tea.Cmd {
	delete(m.reading, folder)
	m.book.version++
	if err != nil {
		return m.unread("The contacts", err)
	}
	if _, there := m.book.folders[folder]; !there {
		return nil
	}
	if version != m.edits.Writes() { // something was written meanwhile: the list may not have it
		return m.loadContacts(folder)
	}
	m.book.setContacts(folder, contacts)
	m.tree.Reload()
	return m.arrived()
}

func (m *Model) onEverybody(version uint64, contacts []model.Contact, err error) tea.Cmd {
	if err != nil {
		return m.unread("The contacts", err)
	}
	if version != m.edits.Writes() {
		return m.loadEverybody()
	}
	m.book.setEverybody(contacts)
	clear(m.stale)
	m.refilter()
	return m.arrived()
}

func (m *Model) onDirectory(users []model.User, err error) tea.Cmd {
	if err != nil {
		return m.unread("The directory", err)
	}
	m.book.setUsers(users)
	m.refilter()
	return m.arrived()
}

// arrived goes to the person that another screen asked for, once known.
func (m *Model) arrived() tea.Cmd {
	if m.wanted == "" || m.folders.Busy() || m.directory.Busy() || !m.book.complete() {
		return m.settled()
	}
	n := m.book.find(m.wanted)
	address := m.wanted
	m.wanted = ""
	if n == "" {
		return say("Nobody here has the address "+address, views.Warning)
	}
	m.reveal(n)
	return m.settled()
}
