package inbox

import (
	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/theme"
	"daybook/views"
	"daybook/views/inbox/query"
	"daybook/views/inbox/rows"
	"daybook/widget/list"
)

// loadAhead is how many rows from the gap the next page is asked for.
const loadAhead = 30

// listPane is the list in the middle: what it shows, and its window on it.
type listPane struct {
	rows   *rows.List
	view   *list.List
	drawer *rowDrawer

	folder string          // id, or well-known name until the folders are known; empty for all
	id     string          // of the folder, as its messages say, also before the folders are known
	class  string          // the lens; empty for all
	search query.Query     // zero unless found is set
	found  bool            // the list is the answer to a search or a filter
	match  map[string]bool // ids of what was found, also of what has left the folder since

	first, pages, counting views.Request
	resting                views.Request
	all                    rest // how to find what is selected and not loaded
	total                  int  // -1 when not known
	err                    error
	refreshing             bool
	replace                bool            // the next first page replaces what is listed
	reselect               string          // the message to select when it arrives
	gone                   map[string]bool // messages about to be deleted for good
	unread                 lensCounts
}

// lensCounts are the unread messages on both sides of the lens.
type lensCounts struct {
	focused, other int
	counted        bool
}

func newListPane(m *Model, th *theme.Theme) listPane {
	l := listPane{rows: rows.New(true), total: -1}
	l.drawer = &rowDrawer{rows: l.rows, theme: th, model: m}
	l.view = list.New(l.drawer, th)
	return l
}

// show empties the list for another query.
func (l *listPane) show(folder, class string, search query.Query, found bool) {
	l.first.Cancel()
	l.pages.Cancel()
	l.counting.Cancel()
	l.resting.Cancel()
	if folder != l.folder {
		l.id = ""
	}
	l.folder, l.class, l.search, l.found = folder, class, search, found
	l.rows = rows.New(l.rows.Threaded())
	l.drawer.rows = l.rows
	l.match = map[string]bool{}
	l.total, l.err, l.refreshing, l.replace = -1, nil, false, false
	l.view.SetSource(l.drawer)
}

// query is the question for a page at an edge.
func (l *listPane) query(edge rows.Edge) Query {
	return Query{Folder: l.folder, Class: l.class, Search: l.search, Edge: edge, From: l.rows.Edge(edge),
		Count: edge == rows.Top && !l.found}
}

// admits reports whether a message belongs to what is listed. An answer to a
// search takes no new ones.
func (l *listPane) admits(e *rows.Message) bool {
	if l.gone[e.ID] {
		return false
	}
	if l.found {
		return l.match[e.ID] && (l.folder == "" || l.lists(e.Folder))
	}
	return l.lists(e.Folder) && (l.class == "" || l.class == orFocused(e.Class))
}

// lists reports whether it is this folder's list.
func (l *listPane) lists(folder string) bool {
	return folder != "" && (folder == l.folder || folder == l.id)
}

func orFocused(class string) string {
	if class == "" {
		return model.Focused
	}
	return class
}

// listed is what a list shows: the ids of a folder and of the selected message,
// and a class.
type listed struct{ folder, class, selected string }

func (l *listPane) listed() listed {
	is := listed{folder: l.folder, class: l.class}
	if r := l.rows.Selected(); r != nil {
		is.selected = r.Newest().ID
	}
	return is
}

// sync brings the window to what the rows have become.
func (l *listPane) sync() {
	l.view.Reload()
	l.view.Goto(l.rows.Cursor())
}

// moved takes a movement of the window over to the rows.
func (l *listPane) moved() { l.rows.MoveTo(max(l.view.CursorIndex(), 0)) }

// wanted is the edge that a page is due at: the selection is close to the
// gap, or on it.
func (l *listPane) wanted() (rows.Edge, bool) {
	gap := l.rows.Gap()
	if gap < 0 || l.pages.Busy() {
		return 0, false
	}
	from, to := l.view.Visible()
	switch at := l.rows.Cursor(); {
	case at <= gap && (gap-at <= loadAhead || gap < to+loadAhead && gap >= from):
		return rows.Upper, true
	case at > gap && (at-gap <= loadAhead || gap >= from-loadAhead):
		return rows.Lower, true
	}
	return 0, false
}

// openList shows another list and asks for its first page.
func (m *Model) openList(folder, class string, search query.Query, found bool) tea.Cmd {
	m.list.show(folder, class, search, found)
	return m.loadPage(rows.Top)
}

// reopenList reads the same list anew, keeping the selection.
func (m *Model) reopenList() tea.Cmd {
	selected := ""
	if r := m.list.rows.Selected(); r != nil {
		selected = r.Newest().ID
	}
	l := &m.list
	cmd := m.openList(l.folder, l.class, l.search, l.found)
	m.pinWoken()
	l.reselect = selected
	return cmd
}

func (m *Model) onPage(page pageRead, err error) tea.Cmd {
	if err == nil && !m.told.covers(page.asked) {
		return m.loadPage(page.edge)
	}
	m.list.refreshing = false
	m.list.drawer.gapError = err
	if err != nil {
		if page.edge != rows.Top {
			return nil // the gap says it
		}
		if m.list.replace { // what is listed is no answer to what stands above it
			m.list.show(m.list.folder, m.list.class, m.list.search, true)
		}
		m.list.err = err
		if m.list.rows.Len() > 0 {
			return notify(views.Failure, "Could not load the messages: ", err, ". ctrl+r tries again.")
		}
		return nil
	}
	m.list.err = nil
	if m.list.replace && page.edge == rows.Top {
		m.list.show(m.list.folder, m.list.class, m.list.search, true)
	}
	var count tea.Cmd
	switch {
	case page.counted && m.list.total >= 0 && (m.edits.Busy() || page.asked != m.told.now()): // ours is newer
	case page.counted:
		m.list.total = page.total
	case page.edge == rows.Top && !page.more:
		m.list.total = len(page.messages)
	case page.edge == rows.Top:
		count = m.countFound()
	}
	if page.cut {
		count = notify(views.Warning, "The service shows the newest thousand of a search alone: more words narrow it.")
	}
	if m.list.found {
		for _, e := range page.messages {
			m.list.match[e.ID] = true
		}
	}
	if m.list.folder != "" && len(page.messages) > 0 {
		m.list.id = page.messages[0].Folder
	}
	leave, late := m.ahead(page.messages, page.asked)
	m.list.rows.Add(page.messages, page.edge, page.more, late...)
	m.list.rows.Remove(leave, rows.Next)
	if page.edge == rows.Bottom {
		m.list.rows.MoveTo(m.list.rows.Len())
	}
	if m.list.reselect != "" && m.list.rows.Select(m.list.reselect) {
		m.list.reselect = ""
	}
	m.list.sync()
	return tea.Batch(count, m.loadMore(), m.fetchPins(), m.selected())
}

// loadMore asks for the page that the selection has come close to.
func (m *Model) loadMore() tea.Cmd {
	if edge, due := m.list.wanted(); due && m.list.drawer.gapError == nil {
		return m.loadPage(edge)
	}
	return nil
}

// move moves the selection.
func (m *Model) move(step func(*list.List)) tea.Cmd {
	step(m.list.view)
	m.list.moved()
	m.list.drawer.gapError = nil
	return tea.Batch(m.loadMore(), m.selected())
}

// toEnd selects the oldest message; when it is not known, it is loaded.
// What a search found comes newest first alone, so there it is the end of what
// is loaded, where the next page follows.
func (m *Model) toEnd() tea.Cmd {
	if !m.list.found && m.list.rows.Loaded() && !m.list.rows.Complete() && !m.list.rows.Tail() {
		return m.loadPage(rows.Bottom)
	}
	return m.move(func(l *list.List) { l.Bottom() })
}

// showNothing is openList for a search that cannot match.
func (m *Model) showNothing(folder, class string, search query.Query) tea.Cmd {
	m.list.show(folder, class, search, true)
	m.list.rows.Add(nil, rows.Top, false)
	m.list.total = 0
	m.list.sync()
	return m.selected()
}

// replaceList is openList that keeps the rows on the screen until the answer
// is here: for a search that is answered while typing.
func (m *Model) replaceList(folder, class string, search query.Query) tea.Cmd {
	if !m.list.found {
		return m.openList(folder, class, search, true)
	}
	l := &m.list
	if folder != l.folder {
		l.id = ""
	}
	l.folder, l.class, l.search = folder, class, search
	l.pages.Cancel()
	l.replace = true
	return m.loadPage(rows.Top)
}
