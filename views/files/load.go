package files

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views"
)

// restTime is how long the cursor stays before a file is read.
const (
	restTime = 90 * time.Millisecond
	// mostWalked bounds the folders read for a filter or for the choice of a
	// folder.
	mostWalked = 2000
)

func (m *Model) loadDrives() tea.Cmd {
	return views.Load(&m.work, &m.asking, m.service.Drives, m.onDrives)
}

func (m *Model) onDrives(drives []Drive, err error) tea.Cmd {
	if m.err = err; len(drives) == 0 {
		return nil
	}
	first := len(m.shelf.drives) == 0
	m.shelf.setDrives(drives)
	m.tree.Reload()
	var cmds []tea.Cmd
	if err != nil {
		cmds = append(cmds, say("The groups could not be read, so their files are not here: "+why(err), views.Warning))
	}
	if first {
		m.tree.Expand(node(Ref{Group: drives[0].Group}))
		m.tree.Top()
	}
	return tea.Batch(append(cmds, m.loadOpen(), m.settled())...)
}

// missing says that the sign-in gives no right to the drives.
func (m *Model) missing() bool {
	_, missing := views.Missing(m.env, m.err)
	return missing
}

// loadChildren reads a folder, once at a time.
func (m *Model) loadChildren(folder Ref) tea.Cmd {
	if m.reading[folder] {
		return nil
	}
	m.reading[folder] = true
	m.shelf.version++
	service, writes := m.service, m.edits.Writes()
	return views.Call(&m.work, 0, func(ctx context.Context) ([]model.DriveItem, error) { return service.Children(ctx, folder) },
		func(items []model.DriveItem, err error) tea.Cmd { return m.onChildren(folder, writes, items, err) })
}

// loadOpen reads the folders that are open and were not read.
func (m *Model) loadOpen() tea.Cmd {
	var cmds []tea.Cmd
	for _, d := range m.shelf.drives {
		for _, folder := range m.shelf.folders(d.Group) {
			if _, read := m.shelf.children[folder]; !read && m.shelf.refused[folder] == nil && m.tree.IsExpanded(node(folder)) {
				cmds = append(cmds, m.loadChildren(folder))
			}
		}
	}
	return tea.Batch(cmds...)
}

// loadStale reads the folders anew of which something is on the screen.
func (m *Model) loadStale() tea.Cmd {
	if len(m.stale) == 0 {
		return nil
	}
	var cmds []tea.Cmd
	for i, to := m.tree.Visible(); i < to; i++ {
		r, _ := refOf(m.tree.NodeAt(i))
		of := []Ref{r}
		if !isRoot(r) {
			of = []Ref{m.shelf.parent(r), r}
		}
		for _, folder := range of {
			if m.stale[folder] && (folder != r || m.tree.IsExpanded(node(r))) {
				delete(m.stale, folder)
				cmds = append(cmds, m.loadChildren(folder))
			}
		}
	}
	return tea.Batch(cmds...)
}

// onChildren takes what is in a folder. Writes are those of the edits when it was
// asked for.
func (m *Model) onChildren(folder Ref, writes uint64, items []model.DriveItem, err error) tea.Cmd {
	delete(m.reading, folder)
	m.shelf.version++
	if _, there := m.shelf.items[folder]; !there && !isRoot(folder) {
		return nil
	}
	if err != nil {
		m.shelf.refused[folder] = err
		m.tree.Reload()
		return m.walkOn(folder.Group)
	}
	if writes != m.edits.Writes() { // something was written meanwhile: the list may not have it
		return m.loadChildren(folder)
	}
	var cut tea.Cmd
	if m.shelf.setChildren(folder, items) && !m.saidCut {
		m.saidCut = true
		cut = say("Some items are not shown: the service names folders within themselves, without a name, or too many of them", views.Warning)
	}
	m.tree.Reload()
	if !m.query().Empty() {
		m.tree.Filter(m.query())
	}
	return tea.Batch(cut, m.loadOpen(), m.walkOn(folder.Group), m.settled())
}

// walk reads all folders of a drive, level by level: for a filter, or for the
// choice of a folder.
func (m *Model) walk(group string) tea.Cmd {
	m.walking[group] = true
	var cmds []tea.Cmd
	for folder := range m.stale {
		if folder.Group == group && m.walked < mostWalked {
			m.walked++
			delete(m.stale, folder)
			cmds = append(cmds, m.loadChildren(folder))
		}
	}
	return tea.Batch(append(cmds, m.walkOn(group))...)
}

func (m *Model) walkOn(group string) tea.Cmd {
	if !m.walking[group] {
		return nil
	}
	m.refreshFolderPicker(group)
	var cmds []tea.Cmd
	for _, folder := range m.shelf.unread(group) {
		if m.walked >= mostWalked {
			delete(m.walking, group)
			return tea.Batch(append(cmds, say("There are more folders than are looked through; open what is missing", views.Warning))...)
		}
		if !m.reading[folder] {
			m.walked++
			cmds = append(cmds, m.loadChildren(folder))
		}
	}
	if len(cmds) == 0 && len(m.shelf.unread(group)) == 0 && !m.readingIn(group) {
		delete(m.walking, group)
	}
	return tea.Batch(cmds...)
}

// readingIn says that folders of a drive are being read, which may bring more.
func (m *Model) readingIn(group string) bool {
	for folder := range m.reading {
		if folder.Group == group {
			return true
		}
	}
	return false
}

// settled waits for the cursor to rest on an item.
func (m *Model) settled() tea.Cmd {
	m.itemTop = 0
	return m.work.Wait(&m.rest, restTime, m.readItem)
}

// readItem reads what is shown of the item under the cursor.
func (m *Model) readItem() tea.Cmd {
	r, ok := m.here()
	switch {
	case !ok:
		return nil
	case isRoot(r):
		return tea.Batch(m.loadStale(), m.loadQuota(r.Group))
	case m.isFolder(r):
		return m.loadStale()
	}
	return tea.Batch(m.loadStale(), m.loadPreview(r))
}

// loadQuota asks how full a drive is, once.
func (m *Model) loadQuota(group string) tea.Cmd {
	if m.quotaAsked[group] {
		return nil
	}
	m.quotaAsked[group] = true
	service := m.service
	return views.Call(&m.work, 0, func(ctx context.Context) (model.DriveQuota, error) { return service.Quota(ctx, group) },
		func(q model.DriveQuota, err error) tea.Cmd {
			if err == nil { // a drive that does not say how full it is, is shown without
				m.shelf.quotas[group] = q
			}
			return nil
		})
}
