package threads

import (
	tea "charm.land/bubbletea/v2"

	"daybook/views"
	"daybook/widget/list"
	"daybook/widget/panes"
)

// allActions are what can be done on this screen.
func (m *Model) allActions() []views.Action {
	move := func(do func(n int)) func(n int) tea.Cmd {
		return func(n int) tea.Cmd { return m.move(func() { do(n) }) }
	}
	inGroup := func() bool { return m.group() != nil }
	onThread := func() bool { return m.thread() != nil }
	onPost := func() bool { return m.thread() != nil && m.reader.current() != nil && !m.card.open }
	return m.custom.Around([]views.Action{
		views.Steps("down", 1, move(m.step)),
		views.Steps("up", -1, move(m.step)),
		views.Steps("half-page-down", 1, move(m.half)).On("ctrl+d", "pgdown", "space"),
		views.Steps("half-page-up", -1, move(m.half)),
		views.Motion("top", move(func(int) { m.edge(false) })),
		views.Motion("bottom", move(func(int) { m.edge(true) })),
		views.Motion("next-pane", func(int) tea.Cmd { return m.turn(1) }).On("tab", "l", "right"),
		views.Motion("previous-pane", func(int) tea.Cmd { return m.turn(-1) }).On("shift+tab", "h", "left"),
		{ID: "open", Name: "Open; on a post, unfold its quotes", Hint: "open", Group: "Move", Keys: []string{"enter"}, Do: m.open},
		{ID: "back", Name: "Back", Group: "Move", Keys: []string{"esc"}, Hidden: true, Do: m.back},
		{ID: "full-screen", Name: "Read over the whole screen, or no more", Group: "Move", Keys: []string{"z"}, Enabled: onPost, Do: views.Once(m.toggleFull)},
		{ID: "next-post", Name: "Next post", Group: "Move", Keys: []string{"]", "J"}, Motion: true, Enabled: onPost, Needs: views.Needs("a post"), Do: views.Times(1, m.stepPost)},
		{ID: "previous-post", Name: "Previous post", Group: "Move", Keys: []string{"["}, Motion: true, Enabled: onPost, Needs: views.Needs("a post"), Do: views.Times(-1, m.stepPost)},
		{ID: "find", Opens: true, Name: "Find in these posts", Words: "search look for words here", Group: "Posts", Keys: []string{"\\"}, Enabled: onPost, Needs: views.Needs("a post"), Do: views.Once(m.find)},
		{ID: "next-match", Name: "Next match", Group: "Posts", Keys: []string{"n"}, Motion: true, Enabled: m.reader.Finding, Do: views.Times(1, m.reader.NextFound)},
		{ID: "previous-match", Name: "Previous match", Group: "Posts", Keys: []string{"N", "p"}, Motion: true, Enabled: m.reader.Finding, Do: views.Times(-1, m.reader.NextFound)},
		{ID: "reply", Opens: true, Name: "Reply to this post", Words: "answer respond", Hint: "reply", Group: "Posts", Keys: []string{"r"}, Enabled: onPost, Needs: views.Needs("a post"), Do: m.writer.reply},
		{ID: "forward", Opens: true, Name: "Forward this post", Words: "send on", Hint: "forward", Group: "Posts", Keys: []string{"f"}, Enabled: onPost, Needs: views.Needs("a post"), Do: m.writer.forward},
		{ID: "attachments", Opens: true, Name: "Attachments: show, save, open, pipe, delete", Hint: "files", Group: "Posts", Keys: []string{"b"}, Enabled: onPost, Needs: views.Needs("a post"), Do: m.chooseFile},
		{ID: "new", Opens: true, Name: "New conversation", Words: "post write topic", Hint: "new", Group: "Threads", Keys: []string{"n"}, Enabled: inGroup, Here: func() bool { return !m.reader.Finding() }, Needs: views.Needs("a group"), Do: m.writer.begin},
		{ID: "filter", Opens: true, Name: "Filter the threads", Words: "find search", Hint: "filter", Group: "Threads", Keys: []string{"/"}, Enabled: inGroup, Needs: views.Needs("a group"), Do: func(int) tea.Cmd { m.threads.startFilter(); return m.enter(threadFocus) }},
		{ID: "lock", Name: "Lock or unlock the thread", Words: "close", Hint: "lock", Group: "Threads", Keys: []string{"K"}, Enabled: onThread, Needs: views.Needs("a conversation"), Do: m.toggleLock},
		{ID: "delete", Name: "Delete the thread", Hint: "delete", Group: "Threads", Keys: []string{"D"}, Enabled: onThread, Needs: views.Needs("a conversation"), Do: m.askDelete},
		{ID: "about", Name: "About the group and its members", Words: "people members owner", Hint: "about", Group: "Groups", Keys: []string{"i"}, Enabled: inGroup, Needs: views.Needs("a group"), Do: m.toggleCard},
		{ID: "members", Name: "Members of the group", Hint: "members", Group: "Groups", Keys: []string{"M"}, Enabled: inGroup, Needs: views.Needs("a group"), Do: views.Once(m.showMembers)},
		{ID: "group-files", Name: "Files of the group", Group: "Groups", Keys: []string{"F"}, Enabled: inGroup, Needs: views.Needs("a group"), Do: views.Once(m.showDrive)},
		{ID: "form-custom-data", Name: "Custom data of the post", Hint: "custom data", Group: "Posts", Keys: []string{"alt+,"}, Typing: true, Enabled: m.writer.takesCustom, Do: m.writer.draftCustom},
		views.AskRights(m.env, func() error { return m.groups.err }),
	}, m.customTarget)
}

// move moves in the pane that has the keys, and shows what came under its
// cursor.
func (m *Model) move(do func()) tea.Cmd {
	group, thread := m.groups.view.Cursor(), m.threads.view.Cursor()
	do()
	switch {
	case m.groups.view.Cursor() != group:
		return m.chosenGroup()
	case m.threads.view.Cursor() != thread:
		return m.chosenThread()
	}
	return nil
}

func (m *Model) step(n int) {
	switch l := m.rows(m.focus); {
	case l != nil:
		l.Move(n)
	case m.card.open:
		m.card.step(n)
	default:
		m.reader.Scroll(n)
	}
}

func (m *Model) half(n int) {
	switch l := m.rows(m.focus); {
	case l != nil:
		l.HalfPage(n)
	case m.card.open:
		m.card.Half(n)
	default:
		m.reader.Half(n)
	}
}

func (m *Model) edge(bottom bool) {
	l := m.rows(m.focus)
	switch {
	case l != nil && bottom:
		l.Bottom()
	case l != nil:
		l.Top()
	case m.card.open:
		m.card.step(map[bool]int{false: -m.card.Len(), true: m.card.Len()}[bottom])
	default:
		m.reader.edge(bottom)
	}
}

func (m *Model) stepPost(n int) tea.Cmd {
	cmd := m.enter(postFocus)
	m.reader.step(n)
	return cmd
}

// turn goes to the pane beside.
func (m *Model) turn(by int) tea.Cmd {
	return m.enter(pane(max(0, min(int(m.focus)+by, int(postFocus)))))
}

// find looks for words in the posts.
func (m *Model) find() tea.Cmd {
	cmd := m.enter(postFocus)
	m.reader.findWords()
	return cmd
}

// enter gives the keys to a pane; in the posts they count as seen.
func (m *Model) enter(p pane) tea.Cmd {
	if p != postFocus {
		m.card.open = false
	}
	m.setFocus(p)
	if t := m.thread(); p == postFocus && !m.card.open && t != nil && m.reader.posts != nil {
		m.reader.toCurrent()
		return m.seen(t)
	}
	return nil
}

func (m *Model) open(int) tea.Cmd {
	switch {
	case m.card.open && m.focus == postFocus:
		return m.card.openLink()
	case m.focus == postFocus && m.reader.current() != nil:
		return m.reader.toggleQuotes()
	case m.focus == postFocus || m.rows(m.focus).Len() == 0:
		return views.Notice(views.Info, "There is nothing to open.")
	}
	return m.turn(1)
}

// toggleFull fills the screen with the posts, or gives the others their place
// again. Posts that fill it for want of room are left for the threads.
func (m *Model) toggleFull() tea.Cmd {
	switch {
	case m.full.On:
		m.full.On = false
		return m.enter(m.full.From)
	case m.focus == postFocus && m.layout()[threadFocus].W == 0:
		return m.enter(threadFocus)
	}
	m.full = panes.Full[pane]{On: true, From: m.focus}
	return m.enter(postFocus)
}

func (m *Model) back(int) tea.Cmd {
	if m.reader.Finding() {
		m.reader.EndFind()
		return nil
	}
	if m.full.On {
		return m.toggleFull()
	}
	if m.threads.narrowed() && m.focus == threadFocus {
		return m.threads.endFilter()
	}
	if m.focus == 0 {
		return views.NoWayBack()
	}
	return m.turn(-1)
}

// toggleCard shows what the group is in the place of the posts.
func (m *Model) toggleCard(int) tea.Cmd {
	if m.card.open {
		m.card.open = false
		m.setFocus(threadFocus)
	} else {
		m.setFocus(postFocus)
		m.card.show()
	}
	return m.card.load()
}

// showMembers opens the card at the members.
func (m *Model) showMembers() tea.Cmd {
	m.setFocus(postFocus)
	m.card.showMembers()
	return m.card.load()
}

// showDrive goes to the files of the group.
func (m *Model) showDrive() tea.Cmd {
	return views.Send(views.Open{Screen: views.Files, Item: views.ShowDrive{Group: m.group().id}})
}

// mouse chooses what is clicked and scrolls what is under the wheel.
func (m *Model) mouse(msg tea.MouseMsg) tea.Cmd {
	l := m.layout()
	return panes.Mouse(msg, l[:], m.scroll, m.click)
}

// rows is the list of a pane, nil for that of the posts.
func (m *Model) rows(p pane) *list.List {
	return [...]*list.List{m.groups.view, m.threads.view, nil}[p]
}

func (m *Model) scroll(p pane, by int) tea.Cmd {
	rows := m.rows(p)
	switch {
	case rows != nil:
		return m.move(func() { rows.Scroll(by) })
	case m.card.open:
		m.card.Scroll(by)
	default:
		m.reader.Scroll(by)
	}
	return nil
}

func (m *Model) click(p pane, x, y int) tea.Cmd {
	cmd, rows := m.enter(p), m.rows(p)
	switch {
	case rows != nil:
		return tea.Batch(cmd, m.move(func() { rows.Click(x, y-1) }))
	case m.card.open:
		return tea.Batch(cmd, m.card.click(x, y))
	}
	if i, _ := m.reader.Hit(x, y); i >= 0 && m.reader.Line(i).Message >= 0 {
		m.reader.At = m.reader.Line(i).Message
	}
	return cmd
}
