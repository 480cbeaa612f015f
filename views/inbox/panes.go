package inbox

import (
	tea "charm.land/bubbletea/v2"

	"daybook/theme"
	"daybook/views"
	"daybook/views/inbox/rows"
	"daybook/views/reader"
	"daybook/widget/list"
	"daybook/widget/panes"
)

// rowState is how a line that can be chosen is drawn.
func rowState(cursor bool) theme.RowState { return theme.RowState{Cursor: cursor, Focused: true} }

// SetSize implements views.View.
func (m *Model) SetSize(width, height int) {
	m.width, m.height = width, height
	m.arrange()
}

// arrange gives the panes their size after the terminal's or the focus changed.
func (m *Model) arrange() {
	l, reading := arrange(m.width, m.height, m.focus), arrange(m.width, m.height, readerFocus)
	if m.full.On {
		l[readerFocus] = panes.Alone(m.width, m.height)
		reading = l
	}
	m.folders.SetSize(l[folderFocus]) // as large as beside the composer too, which may open over any pane
	m.list.SetSize(l[listFocus])
	m.reader.setSize(l[readerFocus].W, l[readerFocus].H, reading[readerFocus].W)
	m.composer.place(composing(m.width, m.height)[listFocus])
	m.folders.SetFocused(m.focus == folderFocus)
	m.list.view.SetFocused(m.focus != folderFocus)
}

// followTheme draws in the root's theme when it has changed.
func (m *Model) followTheme() {
	if !m.theme.Follow(m.env.Theme) {
		return
	}
	m.folders.SetTheme(&m.theme)
	m.list.view.SetTheme(&m.theme)
	m.reader.setTheme()
}

// setFocus gives the keys to a pane. Another than the reader needs its place.
func (m *Model) setFocus(p pane) {
	m.full.On = m.full.On && p == readerFocus
	if p != readerFocus {
		m.reader.Unselect()
		m.reader.EndFind()
	}
	m.focus = p
	m.arrange()
}

// goTo gives the keys to a pane. What the reader shows then has been seen.
func (m *Model) goTo(p pane) tea.Cmd {
	m.setFocus(p)
	return m.saw()
}

// readOn is a page on, or the next unread message that is folded, and behind the
// last one the next thread.
func (m *Model) readOn() tea.Cmd {
	if i := m.reader.unreadBelow(); i >= 0 {
		return m.reader.unfold(i)
	}
	if !m.reader.AtEnd() {
		m.reader.Page(1)
		return m.triage.sawSelected()
	}
	return m.list.move(func(l *list.List) { l.Move(1) })
}

// look is for another row than before.
func (m *Model) look() tea.Cmd {
	clear(m.triage.unread)
	return m.saw()
}

// saw marks what the reader shows as read: at once where it has the keys, else
// after a time. Not while a search is typed, as that shows what nobody has
// chosen, nor behind a letter.
func (m *Model) saw() tea.Cmd {
	if m.focus == readerFocus && !m.composer.IsOpen() {
		m.triage.looking.Cancel()
		return m.triage.sawSelected()
	}
	return m.triage.look(m.reader.Visible(), func() bool { return m.search.typing }, m.composer.IsOpen)
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
		if !m.filled() {
			return m.fill()
		}
		return m.reader.enter()
	}
	if m.list.rows.OnGap() {
		m.list.drawer.gapError = nil
		return m.list.loadMore()
	}
	r := m.list.rows.Selected()
	switch {
	case r == nil && m.list.narrowed():
		return m.searchEverywhere()
	case r == nil:
		return views.Notice(views.Info, "Open: ", m.list.without())
	case r.Newest().Draft && m.options.Composer != nil:
		return m.composer.answer("", r.Newest().ID, "")
	}
	return m.goTo(readerFocus)
}

// back undoes enter: from the reader to the list, then the selection, the
// search, a long write, the folder.
func (m *Model) back() tea.Cmd {
	switch {
	case m.triage.asking():
		m.triage.edits.Stop()
	case m.reader.Selecting():
		m.reader.Unselect()
	case m.reader.Finding():
		m.reader.EndFind()
	case m.full.On:
		m.leaveFull()
	case m.focus == readerFocus, m.focus == folderFocus:
		m.setFocus(listFocus)
	case m.list.rows.Selecting():
		return m.list.unmark()
	case m.search.shown():
		return m.leaveSearch()
	case m.triage.stoppable():
		m.triage.edits.Stop()
	case m.list.folder != m.folders.inbox() && m.folders.inbox() != "":
		return m.openFolder(m.folders.inbox())
	default:
		return views.NoWayBack()
	}
	return nil
}

// refresh loads everything anew, keeping the selection.
func (m *Model) refresh() tea.Cmd {
	m.list.refreshing = true
	m.list.drawer.gapError = nil
	m.reader.forget()
	return tea.Batch(m.folders.load(), m.list.loadPage(rows.Top), m.categories.load(), m.list.loadSent(), m.watch.poll(),
		m.list.selected())
}

// updateMouse handles the mouse against the panes as they were drawn.
func (m *Model) updateMouse(msg tea.MouseMsg) tea.Cmd {
	l := m.layout()
	return panes.Mouse(msg, l[:], m.scroll, m.click)
}

func (m *Model) scroll(p pane, rows int) tea.Cmd {
	switch p {
	case folderFocus:
		m.folders.view.Scroll(rows)
	case listFocus:
		return m.list.move(func(l *list.List) { l.Scroll(rows) })
	case readerFocus:
		m.reader.Scroll(rows)
		return m.saw()
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
		return m.reader.click(x, y)
	}
	if y == 0 {
		if m.list.folder == m.folders.inbox() && !m.search.shown() {
			return m.cycleLens()
		}
		return nil
	}
	cmd, twice := m.list.click(x, y-1)
	if twice {
		return tea.Batch(cmd, m.enter())
	}
	return cmd
}

// pane is a part of the screen that can have the keys.
type pane int

const (
	folderFocus pane = iota
	listFocus
	readerFocus
)

// The widths at which the screen has room for more.
const (
	threePanes = 100
	twoPanes   = 60
	minWidth   = 20
	minHeight  = 5

	leastList  = 40
	readerRoom = reader.Measure + 3 // the text, the margin, a blank and the scrollbar
)

// layout is where the panes are, by pane; one without a width is not shown.
type layout [3]panes.Rect

// layout is where the panes are now.
func (m *Model) layout() layout {
	if m.composer.IsOpen() {
		return composing(m.width, m.height)
	}
	if m.full.On {
		return layout{readerFocus: panes.Alone(m.width, m.height)}
	}
	return arrange(m.width, m.height, m.focus)
}

// arrange gives the panes their cells: three beside each other when there is
// room; else the one that has the keys, with the folders beside the list.
// One line above and one below are for the rules.
func arrange(width, height int, focus pane) layout {
	var l layout
	place := func(p pane, x, w int) { l[p] = panes.Rect{X: x, Y: 1, W: w, H: max(height-2, 0)} }
	switch {
	case width >= threePanes:
		f := min(max(width/6, 18), 28)
		rest := width - f - 2
		list := min(max(rest*46/100, leastList), 72)
		if room := rest - readerRoom; room >= leastList { // text that was wrapped at 72 columns stays as it is
			list = min(list, room)
		}
		place(folderFocus, 0, f)
		place(listFocus, f+1, list)
		place(readerFocus, f+list+2, rest-list)
	case width >= twoPanes && focus == folderFocus:
		f := width * 3 / 10
		place(folderFocus, 0, f)
		place(listFocus, f+1, width-f-1)
	default:
		place(focus, 0, width)
	}
	return l
}

// composing is arrange while a message is written, which takes the place of list
// and reader: beside the folders when there is room, else everywhere.
func composing(width, height int) layout {
	l := arrange(width, height, listFocus)
	l[listFocus].W = width - l[listFocus].X
	l[readerFocus] = panes.Rect{}
	return l
}
