package inbox

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"daybook/theme"
	"daybook/views"
	"daybook/views/edit"
	"daybook/views/inbox/rows"
	"daybook/widget/list"
)

// doubleClick is how soon a second click on the same row opens it.
const doubleClick = 400 * time.Millisecond

// clicked is the last click on a row.
type clicked struct {
	id string
	at time.Time
}

// rowState is how a line that can be chosen is drawn.
func rowState(cursor bool) theme.RowState { return theme.RowState{Cursor: cursor, Focused: true} }

// SetSize implements views.View.
func (m *Model) SetSize(width, height int) {
	m.width, m.height = width, height
	m.arrange()
}

// arrange gives the panes their size after the terminal's or the focus changed.
func (m *Model) arrange() {
	l := arrange(m.width, m.height, m.focus)
	m.folders.SetSize(l.folders)
	m.list.SetSize(l.list)
	m.reader.setSize(l.reader.w, l.reader.h, arrange(m.width, m.height, readerFocus).reader.w)
	m.composer.place(m.deskRect())
	m.folders.SetFocused(m.focus == folderFocus)
	m.list.view.SetFocused(m.focus != folderFocus)
}

// followTheme draws in the root's theme when it has changed.
func (m *Model) followTheme() {
	if m.env.Theme.Row(theme.RowState{}) == m.theme.Row(theme.RowState{}) {
		return
	}
	m.theme = *m.env.Theme
	m.folders.SetTheme(&m.theme)
	m.list.view.SetTheme(&m.theme)
	m.reader.setTheme()
}

// setFocus gives the keys to a pane.
func (m *Model) setFocus(p pane) {
	m.focus = p
	m.arrange()
}

// turn goes to the next pane, around the ends.
func (m *Model) turn(step int) tea.Cmd {
	m.setFocus(pane((int(m.focus) + step + 3) % 3))
	return m.reading()
}

// sideways goes to the pane beside, not around.
func (m *Model) sideways(step int) tea.Cmd {
	m.setFocus(pane(min(max(int(m.focus)+step, 0), 2)))
	return m.reading()
}

// reading marks what is read as read when the reader has the keys.
func (m *Model) reading() tea.Cmd {
	if m.focus != readerFocus {
		return nil
	}
	return m.triage.sawSelected()
}

// readOn is a page on, and behind the last one the next message.
func (m *Model) readOn() tea.Cmd {
	if !m.reader.AtEnd() {
		m.reader.Page(1)
		return nil
	}
	return m.list.move(func(l *list.List) { l.Move(1) })
}

// selected shows the selected row in the reader. It is called after everything
// that can change the selection.
func (m *Model) selected() tea.Cmd { return m.reader.showSelected() }

// look starts the time after which the message shown counts as read: not while
// a search is typed, as that shows what nobody has chosen.
func (m *Model) look() tea.Cmd {
	typing := func() bool { return m.search.typing }
	return m.triage.look(m.reader.Visible(), typing)
}

// Focus implements views.Focuser: the message shown is looked at again.
func (m *Model) Focus() tea.Cmd { return m.look() }

// Blur implements views.Focuser: what nobody sees is not read.
func (m *Model) Blur() { m.triage.looking.Cancel() }

// enter opens what the keys are on.
func (m *Model) enter() tea.Cmd {
	switch m.focus {
	case folderFocus:
		return m.enterFolder()
	case readerFocus:
		return m.reader.enter()
	}
	if m.list.rows.OnGap() {
		m.list.drawer.gapError = nil
		return m.list.loadMore()
	}
	r := m.list.rows.Selected()
	switch {
	case r == nil:
		return nil
	case r.Newest().Draft && m.options.Desk != nil:
		return m.composer.answer("", r.Newest().ID)
	}
	m.setFocus(readerFocus)
	return m.reading()
}

// back undoes enter: from the reader to the list, then the selection, the
// search, a long write, the folder.
func (m *Model) back() tea.Cmd {
	switch {
	case m.triage.asking():
		m.triage.edits.Stop()
	case m.focus == readerFocus, m.focus == folderFocus:
		m.setFocus(listFocus)
	case m.list.rows.Selecting():
		return m.list.unmark()
	case m.search.shown():
		return m.leaveSearch()
	case m.stoppable():
		m.triage.edits.Stop()
	case m.list.folder != m.folders.inbox() && m.folders.inbox() != "":
		return m.openFolder(m.folders.inbox())
	}
	return nil
}

// refresh loads everything anew, keeping the selection.
func (m *Model) refresh() tea.Cmd {
	m.list.refreshing = true
	m.list.drawer.gapError = nil
	m.reader.forget()
	return tea.Batch(m.folders.load(), m.list.loadPage(rows.Top), m.categories.load(), m.list.loadSent(), m.watch.poll(), m.selected())
}

// updateMouse handles the mouse against the panes as they were drawn.
func (m *Model) updateMouse(msg tea.MouseMsg) tea.Cmd {
	mouse := msg.Mouse()
	if m.dialog.IsOpen() {
		return m.dialog.Mouse(msg)
	}
	l := arrange(m.width, m.height, m.focus)
	for _, p := range l.panes() {
		r := l.rect(p)
		if !r.has(mouse.X, mouse.Y) {
			continue
		}
		switch msg := msg.(type) {
		case tea.MouseClickMsg:
			if mouse.Button == tea.MouseLeft {
				return m.click(p, mouse.X-r.x, mouse.Y-r.y)
			}
		case tea.MouseWheelMsg:
			return m.scroll(p, wheel(msg))
		}
	}
	return nil
}

// wheel is the rows that a turn of the wheel moves.
func wheel(msg tea.MouseWheelMsg) int {
	switch msg.Button {
	case tea.MouseWheelUp:
		return -3
	case tea.MouseWheelDown:
		return 3
	}
	return 0
}

func (m *Model) scroll(p pane, rows int) tea.Cmd {
	switch p {
	case folderFocus:
		m.folders.view.Scroll(rows)
	case listFocus:
		return m.list.move(func(l *list.List) { l.Scroll(rows) })
	case readerFocus:
		m.reader.Scroll(rows)
	}
	return nil
}

// click is a press of the left button in a pane.
func (m *Model) click(p pane, x, y int) tea.Cmd {
	if m.search.typing {
		return tea.Batch(m.search.end(), m.click(p, x, y))
	}
	m.setFocus(p)
	switch p {
	case folderFocus:
		switch on, sign := m.folders.Click(x, y); {
		case !on:
			return nil
		case sign:
			return m.folders.fold()
		}
		return m.enterFolder()
	case readerFocus:
		return tea.Batch(m.reader.click(x, y), m.reading())
	}
	if y == 0 {
		if m.list.folder == m.folders.inbox() && !m.search.shown() {
			return m.cycleLens()
		}
		return nil
	}
	id, ok := m.list.view.Click(x, y-1)
	m.list.moved()
	cmd := tea.Batch(m.list.loadMore(), m.selected())
	now := m.env.Now()
	twice := ok && id == m.clicked.id && now.Sub(m.clicked.at) < doubleClick
	m.clicked = clicked{id: id, at: now}
	if twice {
		return tea.Batch(cmd, m.enter())
	}
	return cmd
}

// stoppable reports whether a long write is on its way, or what it is about is
// being found.
func (m *Model) stoppable() bool {
	way, _, all := m.triage.edits.Progress()
	return m.triage.edits.Finding() != nil || all > 0 && way != edit.Over
}

// stopWords say that esc stops a long write, where it would do nothing else
// before.
func (m *Model) stopWords() string {
	if !m.triage.asking() && (m.focus != listFocus || m.list.rows.Selecting() || m.search.shown()) {
		return ""
	}
	return ", esc stops"
}

// Status implements views.View.
func (m *Model) Status() views.Status {
	s := views.Status{Progress: -1, Hints: []string{"archive", "delete", "move", "categorize", "reply", "reply-all", "compose"}}
	if m.custom.Open() {
		return m.custom.Status()
	}
	if m.composer.IsOpen() {
		s.Hints = m.composer.hints()
		return s
	}
	marked := m.list.rows.MarkCount()
	_, count, rest := m.list.rows.Rest()
	way, told, all := m.triage.edits.Progress()
	finding, _ := m.triage.edits.Finding().(*sweep)
	switch {
	case rest && count < 0:
		s.Selected = "all that match selected"
	case rest:
		s.Selected = say("all ", plural(marked+count, "message"), " selected").String()
	case marked > 0:
		s.Selected = plural(marked, "message") + " selected"
	}
	switch {
	case finding != nil:
		words, share := finding.progress()
		s.Text, s.Progress = say(words, m.stopWords()).String(), share
	case all > 0:
		s.Text, s.Progress = say(told, " of ", all, m.stopWords()).String(), float64(told)/float64(all)
		if way == edit.Over {
			s.Text = say("deleting ", told, " of ", all).String()
		}
	case m.composer.Waiting() > 0:
		s.Text = say(m.composer.Waiting(), " on the way").String()
	case m.watch.offline != nil:
		s.Text = say("not up to date: ", m.watch.offline).String()
	}
	s.Busy = s.Busy || m.list.first.Busy() || m.list.pages.Busy() || m.triage.edits.Busy()
	switch {
	case m.focus == folderFocus:
		s.Hints = []string{"open", "fold-folder", "search"}
	case m.focus == readerFocus:
		s.Hints = []string{"archive", "reply", "reply-all", "links", "attachments", "form"}
	}
	return s
}
