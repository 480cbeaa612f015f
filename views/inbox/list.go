package inbox

import (
	"context"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views"
	"daybook/views/inbox/change"
	"daybook/views/inbox/query"
	"daybook/views/inbox/rows"
	"daybook/widget/list"
	"daybook/widget/panes"
)

// loadAhead is how many rows from the gap the next page is asked for.
const loadAhead = 30

// listPane is the list in the middle: what it shows, and its window on it.
type listPane struct {
	*shared
	folders    *folders
	categories *categories
	history    *history
	selected   func() tea.Cmd // what follows when another message may be selected, or it has changed
	arrived    func() tea.Cmd // what follows when older messages have come

	rows   *rows.List
	view   *list.List
	drawer *rowDrawer
	rect   panes.Rect

	folder   string          // id, or well-known name until the folders are known; empty for all
	id       string          // of the folder, as its messages say, also before the folders are known
	class    string          // the lens; empty for all
	search   query.Query     // zero unless found is set
	found    bool            // the list is the answer to a search or a filter
	match    map[string]bool // ids of what was found, also of what has left the folder since
	filtered bool            // what was found is of what was listed before

	first, pages, counting, resting, lensing, explaining, growing views.Request

	all        rest // how to find what is selected and not loaded
	total      int  // -1 when not known
	indexed    *int // percent of the mail that the search looked into, nil for all
	err        error
	refreshing bool
	replace    bool    // the next first page replaces what is listed
	reselect   string  // the message to select when it arrives
	why        reasons // of an answer that is empty, as far as they are known
	stale      bool    // what became of messages could not be read

	clicked   string // the row clicked last
	clickedAt time.Time

	lens        string // of the inbox
	unread      lensCounts
	sent        map[string]sentMail // of our own, by thread
	pins        []string            // woken messages, the last first, which stay on top of the inbox
	mutes       mutes
	unsaved     bool
	chosenAfter bool // where actions go was chosen by the command
	chosenLines int  // how many a message has, by the command; 0 for as the setting says
}

// lensCounts are the unread messages on both sides of the lens.
type lensCounts struct {
	focused, other int
	counted        bool
}

func newListPane(s *shared, f *folders, c *categories, h *history) *listPane {
	l := &listPane{shared: s, folders: f, categories: c, history: h, rows: rows.New(true), total: -1, lens: model.Focused}
	l.drawer = &rowDrawer{list: l}
	l.view = list.New(l.drawer, &s.theme)
	return l
}

// SetSize gives the pane its cells; the first line is the head's.
func (l *listPane) SetSize(r panes.Rect) {
	l.rect = r
	l.view.SetSize(r.W, max(r.H-1, 0))
}

// show empties the list for another query.
func (l *listPane) show(folder, class string, search query.Query, found bool) {
	l.first.Cancel()
	l.pages.Cancel()
	l.counting.Cancel()
	l.resting.Cancel()
	l.explaining.Cancel()
	l.why = reasons{}
	l.growing.Cancel()
	if folder != l.folder {
		l.id = ""
	}
	l.folder, l.class, l.search, l.found = folder, class, search, found
	l.rows = rows.New(l.rows.Threaded())
	l.rows.SetOldestFirst(!found && slices.Contains(l.folders.oldest, l.folders.lasting(folder)))
	l.match = map[string]bool{}
	l.total, l.indexed, l.err, l.refreshing, l.replace = -1, nil, nil, false, false
	l.pinWoken()
	l.view.SetSource(l.drawer)
}

// query is the question for a page at an edge.
func (l *listPane) query(edge rows.Edge) Query {
	return Query{Folder: l.folder, Class: l.class, Search: l.search, Edge: edge, From: l.rows.Edge(edge),
		Count: edge == rows.Top && !l.found && l.class == ""} // beside a class it takes longer than the page
}

// admits reports whether a message belongs to what is listed. An answer to a
// search takes no new ones.
func (l *listPane) admits(e *rows.Message) bool {
	if l.history.gone[e.ID] {
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

// toggleLines gives messages one line each, or two.
func (l *listPane) toggleLines() tea.Cmd {
	words := "Each message has one line."
	if l.chosenLines = 1; l.options.Lines == 1 {
		l.chosenLines, words = 2, "Each message has two lines."
	}
	l.options.Lines = l.chosenLines
	l.drawer.changed()
	l.sync()
	return tea.Batch(l.loadMore(), l.save(), views.Notice(views.Info, words))
}

// toggleOrder shows the oldest mail of the folder first, or the newest.
func (l *listPane) toggleOrder() tea.Cmd {
	oldest, here := !l.rows.OldestFirst(), l.folders.lasting(l.folder)
	l.folders.oldest = slices.DeleteFunc(l.folders.oldest, func(id string) bool { return id == here })
	words := "The newest mail comes first in this folder."
	if oldest {
		l.folders.oldest = append(l.folders.oldest, here)
		l.folders.oldest = l.folders.oldest[max(len(l.folders.oldest)-orderedFolders, 0):]
		words = "The oldest mail comes first in this folder."
	}
	l.rows.SetOldestFirst(oldest)
	l.rows.MoveTo(0)
	return tea.Batch(l.follow(), l.save(), views.Notice(views.Info, words))
}

// orderedFolders is of how many folders it is remembered that they show their
// oldest mail first.
const orderedFolders = 100

// sync brings the window to what the rows have become.
func (l *listPane) sync() {
	l.view.Reload()
	l.view.Goto(l.rows.Cursor())
}

// follow is sync with what comes of it: more is loaded near the gap, and the
// selected message is shown.
func (l *listPane) follow() tea.Cmd {
	l.sync()
	return tea.Batch(l.loadMore(), l.selected())
}

// step moves the selection by rows.
func (l *listPane) step(rows int) tea.Cmd {
	l.rows.Move(rows)
	return l.follow()
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
	above, below := rows.Upper, rows.Lower
	if l.rows.OldestFirst() {
		above, below = below, above
		if !l.rows.Tail() {
			return rows.Bottom, true
		}
	}
	from, to := l.view.Visible()
	switch at := l.rows.Cursor(); {
	case at <= gap && (gap-at <= loadAhead || gap < to+loadAhead && gap >= from):
		return above, true
	case at > gap && (at-gap <= loadAhead || gap >= from-loadAhead):
		return below, true
	}
	return 0, false
}

// open shows another list and asks for its first page.
func (l *listPane) open(folder, class string, search query.Query, found bool) tea.Cmd {
	l.show(folder, class, search, found)
	return l.loadPage(rows.Top)
}

// reopen reads the same list anew, keeping the selection.
func (l *listPane) reopen() tea.Cmd {
	selected := ""
	if r := l.rows.Selected(); r != nil {
		selected = r.Newest().ID
	}
	cmd := l.open(l.folder, l.class, l.search, l.found)
	l.reselect = selected
	return cmd
}

func (l *listPane) onPage(page pageRead, err error) tea.Cmd {
	if err == nil && !l.history.told.covers(page.asked) {
		return l.loadPage(page.edge)
	}
	l.refreshing = false
	l.drawer.gapError = err
	if err != nil {
		if page.edge != rows.Top {
			return nil // the gap says it
		}
		if l.replace { // what is listed is no answer to what stands above it
			l.show(l.folder, l.class, l.search, true)
		}
		l.err = err
		if l.rows.Len() > 0 {
			return views.Notice(views.Failure, "Could not load the messages: ", views.Reason(err, noLongerThere), ". ctrl+r tries again.")
		}
		return nil
	}
	l.err = nil
	if l.replace && page.edge == rows.Top {
		l.show(l.folder, l.class, l.search, true)
	}
	var count tea.Cmd
	switch {
	case page.edge == rows.Top && !l.found && l.total >= 0 &&
		(l.history.edits.Busy() || page.asked != l.history.told.now()): // ours is newer
	case page.counted:
		l.total = page.total
	case page.edge == rows.Top && !page.more:
		l.total = len(page.messages)
	case page.edge == rows.Top && page.indexed != nil: // counted when that is all
		l.total = -1
	case page.edge == rows.Top:
		count = l.countFound()
	}
	if page.cut {
		count = views.Notice(views.Warning, "The service shows the newest thousand of a search alone: more words narrow it.")
	}
	var grow tea.Cmd
	if page.edge == rows.Top {
		if l.indexed != nil && page.more {
			l.rows.Reopen()
		}
		l.indexed = page.indexed
		grow = l.growLater()
	}
	if l.found {
		for _, e := range page.messages {
			l.match[e.ID] = true
		}
		if page.edge == rows.Top && len(page.messages) == 0 && !page.more && page.indexed == nil {
			count = tea.Batch(count, l.explain())
		}
	}
	if l.folder != "" && len(page.messages) > 0 {
		l.id = page.messages[0].Folder
	}
	leave, late := l.ahead(page.messages, page.asked)
	fresh := !l.rows.Loaded()
	l.rows.Add(page.messages, page.edge, page.more, late...)
	l.rows.Remove(leave, rows.Next)
	switch oldest := l.rows.OldestFirst(); {
	case oldest && fresh:
		l.rows.MoveTo(0) // where the oldest come next
	case page.edge == rows.Bottom && !oldest:
		l.rows.MoveTo(l.rows.Len())
	}
	if l.reselect != "" && l.rows.Select(l.reselect) {
		l.reselect = ""
	}
	if page.edge == rows.Upper {
		grow = tea.Batch(grow, l.arrived())
	}
	return tea.Batch(count, grow, l.follow(), l.fetchPins())
}

// growEvery is how often a search is answered anew while mail is being indexed.
const growEvery = 2 * time.Second

// growLater has the search answered again as long as the service has looked into
// a part of the mail alone: what it finds then comes beside what is listed.
func (l *listPane) growLater() tea.Cmd {
	if l.indexed == nil {
		return nil
	}
	return l.work.Wait(&l.growing, l.work.Rest(&l.first, growEvery), func() tea.Cmd {
		if l.first.Busy() || l.replace {
			return nil // its answer will say how much is indexed
		}
		return l.loadPage(rows.Top)
	})
}

// loadMore asks for the page that the selection has come close to.
func (l *listPane) loadMore() tea.Cmd {
	if edge, due := l.wanted(); due && l.drawer.gapError == nil {
		return l.loadPage(edge)
	}
	return nil
}

// move moves the selection.
func (l *listPane) move(step func(*list.List)) tea.Cmd {
	step(l.view)
	l.moved()
	l.drawer.gapError = nil
	return tea.Batch(l.loadMore(), l.selected())
}

// doubleClick is how soon a second click on the same row opens it.
const doubleClick = 400 * time.Millisecond

// click selects the row in a cell; twice says that it was clicked just before.
func (l *listPane) click(x, y int) (cmd tea.Cmd, twice bool) {
	now := l.env.Now()
	cmd = l.move(func(v *list.List) {
		id, ok := v.Click(x, y)
		twice = ok && id == l.clicked && now.Sub(l.clickedAt) < doubleClick
		l.clicked, l.clickedAt = id, now
	})
	return cmd, twice
}

// toEnd selects the last message; when it is not known, it is loaded.
// What a search found comes newest first alone, so there it is the end of what
// is loaded, where the next page follows.
func (l *listPane) toEnd() tea.Cmd {
	if !l.found && !l.rows.OldestFirst() && l.rows.Loaded() && !l.rows.Complete() && !l.rows.Tail() {
		return l.loadPage(rows.Bottom)
	}
	return l.move(func(l *list.List) { l.Bottom() })
}

// showNothing is openList for a search that cannot match.
func (l *listPane) showNothing(folder, class string, search query.Query) tea.Cmd {
	l.show(folder, class, search, true)
	l.rows.Add(nil, rows.Top, false)
	l.total = 0
	l.sync()
	return l.selected()
}

// replaceWith is openList that keeps the rows on the screen until the answer
// is here: for a search that is answered while typing.
func (l *listPane) replaceWith(folder, class string, search query.Query) tea.Cmd {
	if !l.found {
		return l.open(folder, class, search, true)
	}
	if folder != l.folder {
		l.id = ""
	}
	l.folder, l.class, l.search = folder, class, search
	l.pages.Cancel()
	l.replace = true
	return l.loadPage(rows.Top)
}

// pageRead is a page of the list.
type pageRead struct {
	asked    moment
	edge     rows.Edge
	messages []*rows.Message
	more     bool
	total    int
	counted  bool
	cut      bool // there may be more than the service shows
	indexed  *int
}

// loadPage asks for the page of the list at an edge.
func (l *listPane) loadPage(edge rows.Edge) tea.Cmd {
	slot := &l.pages
	if edge == rows.Top {
		l.pages.Cancel()
		slot = &l.first
	} else if slot.Busy() {
		return nil
	}
	service, q, asked := l.service, l.query(edge), l.history.told.now()
	q.Size = l.options.PageSize
	return views.Load(&l.work, slot, func(ctx context.Context) (pageRead, error) {
		page, err := service.Page(ctx, q)
		return pageRead{asked: asked, edge: edge, messages: entries(page.Messages),
			more: page.More, total: page.Total, counted: q.Count, cut: page.Cut, indexed: page.Indexed}, err
	}, l.onPage)
}

// countFound counts what a search found, or a class has, beside its first page:
// to count the matches of a common word takes longer than to show the newest.
func (l *listPane) countFound() tea.Cmd {
	service, q, asked := l.service, l.query(rows.Top), l.history.told.now()
	q.Size, q.Count, q.Bare = 1, true, true
	call := func(ctx context.Context) (Page, error) { return service.Page(ctx, q) }
	return views.Load(&l.work, &l.counting, call, func(page Page, err error) tea.Cmd {
		if ours := l.total >= 0 && (l.history.edits.Busy() || asked != l.history.told.now()); err == nil && !ours {
			l.total = page.Total
		}
		return nil
	})
}

// fetch gets messages that an undo or a pin brings back to the list.
func (l *listPane) fetch(ids []string) tea.Cmd { return l.askFor(ids, false) }

// askFor gets messages by id. Refused are those of a change that was.
func (l *listPane) askFor(ids []string, refused bool) tea.Cmd {
	service, asked := l.service, l.history.told.now()
	return views.Call(&l.work, 0, func(ctx context.Context) ([]*rows.Message, error) {
		found, err := service.Messages(ctx, ids)
		return entries(found), err
	}, func(messages []*rows.Message, err error) tea.Cmd {
		return l.onMessages(asked, ids, refused, messages, err)
	})
}

func (l *listPane) onMessages(asked moment, ids []string, refused bool, messages []*rows.Message, err error) tea.Cmd {
	if err != nil {
		l.stale = true
		if refused {
			return nil // why is said already
		}
		return views.Notice(views.Failure, "Could not fetch the messages: ", views.Reason(err, noLongerThere))
	}
	if !l.history.told.covers(asked) {
		return l.askFor(ids, refused)
	}
	leave, _ := l.ahead(messages, asked)
	for _, e := range messages {
		if slices.Contains(leave, e.ID) {
			continue
		}
		if l.history.departed.byID[e.ID] != nil {
			l.history.departed.put(e)
		}
		if l.admits(e) || l.rows.Pinned(e.ID) {
			l.rows.Put(e)
		} else {
			leave = append(leave, e.ID)
		}
	}
	l.rows.Remove(leave, l.afterRemoval())
	l.sync()
	return l.selected()
}

// setPin keeps a message on top of the inbox, or lets it go.
func (l *listPane) setPin(id string, on bool) {
	l.pins = slices.DeleteFunc(l.pins, func(p string) bool { return p == id })
	if on {
		l.pins = slices.Insert(l.pins, 0, id)
	}
	l.unsaved = true
}

// saveChanged saves the woken messages and the muted threads when they have changed.
func (l *listPane) saveChanged() tea.Cmd {
	if !l.unsaved {
		return nil
	}
	l.unsaved = false
	return l.save()
}

// pinWoken tells the list which messages stay on top: in the inbox alone.
func (l *listPane) pinWoken() {
	if l.folder == l.folders.inbox() && !l.found {
		l.rows.Pin(l.pins)
	} else {
		l.rows.Pin(nil)
	}
}

// fetchPins gets those woken messages that the list has not come to.
func (l *listPane) fetchPins() tea.Cmd {
	if l.folder != l.folders.inbox() || l.found {
		return nil
	}
	var missing []string
	for _, id := range l.pins {
		if l.rows.Message(id) == nil {
			missing = append(missing, id)
		}
	}
	if len(missing) == 0 {
		return nil
	}
	return l.fetch(missing)
}

// recount keeps the numbers of the lens true.
func (l *listPane) recount(e *rows.Message, s change.State, folder string, read bool, inbox string) {
	class := orFocused(e.Class)
	if e.Folder == inbox && !e.Read {
		l.unread.add(class, -1)
	}
	if s.Class != nil {
		class = *s.Class
	}
	if folder == inbox && !read {
		l.unread.add(class, 1)
	}
	if l.lists(e.Folder) && !l.lists(folder) && l.total > 0 {
		l.total--
	} else if !l.lists(e.Folder) && l.lists(folder) && l.total >= 0 {
		l.total++
	}
}

func (c *lensCounts) add(class string, n int) {
	if class == model.Other {
		c.other = max(c.other+n, 0)
	} else {
		c.focused = max(c.focused+n, 0)
	}
}

// sentKnown is how many of the newest sent messages are looked at to say who
// took part in a thread.
const sentKnown = 500

// sentMail is what we wrote in a thread: how much, and when the newest.
type sentMail struct {
	count  int
	newest time.Time
}

// loadSent looks what we wrote in each thread.
func (l *listPane) loadSent() tea.Cmd {
	service := l.service
	return views.Call(&l.work, 0, func(ctx context.Context) (map[string]sentMail, error) {
		page, err := service.Page(ctx, Query{Folder: model.FolderSentItems, Size: sentKnown})
		sent := map[string]sentMail{}
		for i := range page.Messages {
			m := &page.Messages[i]
			of := sent[m.ConversationID]
			if of.count++; m.ReceivedDateTime != nil && m.ReceivedDateTime.After(of.newest) {
				of.newest = *m.ReceivedDateTime
			}
			sent[m.ConversationID] = of
		}
		return sent, err
	}, func(byThread map[string]sentMail, err error) tea.Cmd {
		if err == nil {
			l.sent = byThread
			l.drawer.epoch++
		}
		return nil
	})
}

// countLenses counts what is unread on the side of Other; the rest is
// focused. It is spared when the folder's number says that nothing changed.
func (l *listPane) countLenses() tea.Cmd {
	inbox := l.folders.inbox()
	if inbox == "" {
		return nil
	}
	unread := l.folders.all[inbox].UnreadItemCount
	if known := l.unread; known.counted && known.focused+known.other == unread {
		return nil
	}
	service, no := l.service, false
	q := Query{Folder: inbox, Class: model.Other, Search: query.Query{Read: &no}, Size: 1, Count: true, Bare: true}
	return views.Load(&l.work, &l.lensing, func(ctx context.Context) (Page, error) {
		return service.Page(ctx, q)
	}, func(page Page, err error) tea.Cmd {
		if err == nil && !l.history.edits.Busy() {
			other := max(page.Total, 0)
			l.unread = lensCounts{focused: max(unread-other, 0), other: other, counted: true}
		}
		return nil
	})
}
