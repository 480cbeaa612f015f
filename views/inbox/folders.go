package inbox

import (
	"cmp"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/theme"
	"daybook/views"
	"daybook/views/inbox/query"
	"daybook/widget/list"
	"daybook/widget/text"
)

// SnoozedFolder is the name of the folder that snoozed mail waits in. It is
// made when it is first needed.
const SnoozedFolder = "Snoozed"

// folderPane is the tree at the left, with the saved searches under it.
type folderPane struct {
	request views.Request
	all     map[string]*model.MailFolder
	items   []folderItem
	view    *list.List
	drawer  *folderDrawer
	folded  map[string]bool
	saved   []savedSearch
	recent  []string // those that mail was moved to, the last first
	loaded  bool
	err     error
}

// folderItem is a line of the pane: a folder, a heading, or a saved search.
type folderItem struct {
	id       string // of the folder; for a saved search "search:" and its name
	name     text.Text
	depth    int
	children bool
	folded   bool
	heading  bool
	search   bool
	unread   int
	total    int
	known    string // well-known name
}

func newFolderPane(th *theme.Theme) folderPane {
	f := folderPane{all: map[string]*model.MailFolder{}, folded: map[string]bool{}}
	f.drawer = &folderDrawer{theme: th}
	f.view = list.New(f.drawer, th)
	return f
}

// inbox is the id of the inbox, empty while it is not known.
func (f *folderPane) inbox() string { return f.wellKnown(model.FolderInbox) }

// wellKnown is the id of a folder that every mailbox has, empty while it is
// not known.
func (f *folderPane) wellKnown(name string) string {
	if name == "" { // all folders, and the well-known name of every folder that a person made
		return ""
	}
	for id, folder := range f.all {
		if folder.WellKnownName == name {
			return id
		}
	}
	return ""
}

// first is the id of the uppermost folder, empty where there is none.
func (f *folderPane) first() string {
	for _, item := range f.items {
		if !item.heading && !item.search {
			return item.id
		}
	}
	return ""
}

// named is the id of a folder by its display name, in any case; for a nested
// folder the whole path works too, and the beginning of a name where no other
// begins so: "sent".
func (f *folderPane) named(name string) string {
	if name == "" {
		return "" // which is the well-known name of every other folder
	}
	best, begins, several := "", "", false
	for id, folder := range f.all {
		if strings.EqualFold(folder.DisplayName, name) || strings.EqualFold(folder.WellKnownName, name) ||
			strings.EqualFold(f.path(id), name) {
			if best == "" || id < best {
				best = id
			}
		}
		if len(name) > 2 && len(folder.DisplayName) > len(name) && strings.EqualFold(folder.DisplayName[:len(name)], name) {
			begins, several = id, begins != ""
		}
	}
	if best == "" && !several {
		return begins
	}
	return best
}

// path is a folder's name with those above it: "Projects/Atlas".
func (f *folderPane) path(id string) string {
	folder := f.all[id]
	if folder == nil {
		return ""
	}
	name := folder.DisplayName
	for range 20 { // a service that nests folders in a circle must not hang us
		parent := f.all[folder.ParentFolderID]
		if parent == nil {
			break
		}
		name = parent.DisplayName + "/" + name
		folder = parent
	}
	return name
}

// label is a folder's name for the screen.
func (f *folderPane) label(id string) text.Text {
	if folder := f.all[id]; folder != nil {
		return text.Clean(folder.DisplayName)
	}
	if id == model.FolderInbox {
		return text.Literal("Inbox")
	}
	return text.Text{}
}

// elsewhere reports whether a folder other than the inbox has unread mail.
func (f *folderPane) elsewhere() bool {
	for _, folder := range f.all {
		if folder.UnreadItemCount > 0 && folder.WellKnownName == "" {
			return true
		}
	}
	return false
}

// most is the folder with the most mail while the inbox has none, of those that
// mail is kept in; nil for none.
func (f *folderPane) most() *model.MailFolder {
	if inbox := f.all[f.inbox()]; inbox == nil || inbox.TotalItemCount > 0 {
		return nil
	}
	var most *model.MailFolder
	for _, folder := range f.all {
		switch folder.WellKnownName {
		case "", model.FolderArchive, model.FolderSentItems:
			if n := folder.TotalItemCount; n > 0 && !folder.IsHidden && (most == nil || n > most.TotalItemCount || n == most.TotalItemCount && folder.ID < most.ID) {
				most = folder
			}
		}
	}
	return most
}

// adjust changes a folder's counts ahead of the service.
func (f *folderPane) adjust(id string, unread, total int) {
	if folder := f.all[id]; folder != nil {
		folder.UnreadItemCount = max(folder.UnreadItemCount+unread, 0)
		folder.TotalItemCount = max(folder.TotalItemCount+total, 0)
	}
}

// rebuild lays the tree out as lines.
func (f *folderPane) rebuild() {
	children := map[string][]*model.MailFolder{}
	for _, folder := range f.all {
		parent := folder.ParentFolderID
		if f.all[parent] == nil || !model.Fits(folder.ID, parent, f.above) {
			parent = ""
		}
		if !folder.IsHidden {
			children[parent] = append(children[parent], folder)
		}
	}
	f.items = f.items[:0]
	f.branch(children, "", 0)
	if len(f.saved) > 0 {
		f.items = append(f.items, folderItem{id: "heading:searches", name: text.Literal("Searches"), heading: true})
		for _, s := range f.saved {
			f.items = append(f.items, folderItem{id: "search:" + s.Name, name: text.Clean(s.Name), search: true})
		}
	}
	f.drawer.items = f.items
	f.drawer.epoch++
	f.view.Reload()
}

// above is the id of the folder that a folder is in, empty at the top.
func (f *folderPane) above(id string) string {
	if folder := f.all[id]; folder != nil && f.all[folder.ParentFolderID] != nil {
		return folder.ParentFolderID
	}
	return ""
}

func (f *folderPane) branch(children map[string][]*model.MailFolder, parent string, depth int) {
	folders := children[parent]
	slices.SortFunc(folders, byPlace)
	for _, folder := range folders {
		id := folder.ID
		item := folderItem{
			id: id, name: text.Clean(folder.DisplayName), depth: depth, known: folder.WellKnownName,
			children: len(children[id]) > 0, folded: f.folded[id],
			unread: folder.UnreadItemCount, total: folder.TotalItemCount,
		}
		f.items = append(f.items, item)
		if item.children && !item.folded && depth < 20 {
			f.branch(children, id, depth+1)
		}
	}
}

// byPlace orders folders as the interface lists the well-known ones, then by
// name.
func byPlace(a, b *model.MailFolder) int {
	return cmp.Or(cmp.Compare(place(a), place(b)),
		strings.Compare(strings.ToLower(a.DisplayName), strings.ToLower(b.DisplayName)),
		strings.Compare(a.ID, b.ID))
}

func place(f *model.MailFolder) int {
	known := model.WellKnownFolders()
	if i := slices.Index(known, f.WellKnownName); i >= 0 {
		return i
	}
	return len(known)
}

func (m *Model) onFolders(folders []model.MailFolder, err error) tea.Cmd {
	m.folders.err = err
	if err != nil {
		return nil
	}
	if m.edits.Busy() {
		return nil // counts are ahead of the service; they come again when it has caught up
	}
	first := !m.folders.loaded
	m.folders.loaded = true
	clear(m.folders.all)
	for i := range folders {
		if folders[i].ID != "" {
			m.folders.all[folders[i].ID] = &folders[i]
		}
	}
	if id := m.folders.wellKnown(m.list.folder); id != "" {
		m.list.folder = id
	}
	if id := m.folders.wellKnown(m.search.folder); id != "" {
		m.search.folder = id
	}
	m.folders.rebuild()
	if first {
		if m.list.folder == model.FolderInbox { // there is none
			return tea.Batch(m.openFolder(model.FolderInbox), m.poll(), m.countLenses(), m.wake())
		}
		m.folders.view.Select(m.list.folder)
		return tea.Batch(m.poll(), m.countLenses(), m.wake())
	}
	if here := m.list.folder; here != "" && !m.list.found && m.folders.all[here] == nil { // it has been deleted elsewhere
		return tea.Batch(m.openFolder(model.FolderInbox), m.countLenses())
	}
	return m.countLenses()
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
		class = m.lens
	}
	m.folders.view.Goto(0)
	m.folders.view.Select(id)
	m.closeSearch()
	cmd := m.openList(id, class, query.Query{}, false)
	m.pinWoken()
	return cmd
}

// enterFolder opens what the cursor of the folder pane is on.
func (m *Model) enterFolder() tea.Cmd {
	i := m.folders.view.CursorIndex()
	if i < 0 || i >= len(m.folders.items) {
		return nil
	}
	item := m.folders.items[i]
	switch {
	case item.heading:
		return nil
	case item.search:
		return m.openSaved(strings.TrimPrefix(item.id, "search:"))
	}
	m.setFocus(listFocus)
	return m.openFolder(item.id)
}

// foldFolder opens or closes the branch under the cursor.
func (m *Model) foldFolder() tea.Cmd {
	if i := m.folders.view.CursorIndex(); i >= 0 && m.folders.items[i].children {
		id := m.folders.items[i].id
		m.folders.folded[id] = !m.folders.folded[id]
		m.folders.rebuild()
	}
	return nil
}

// openItem is the line of the pane that is listed.
func (m *Model) openItem() string {
	if m.search.results && !m.search.filter {
		return "search:" + m.search.words()
	}
	return m.list.folder
}
