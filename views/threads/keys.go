package threads

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"daybook/views"
	"daybook/widget/list"
)

// allActions are what can be done on this screen.
func (m *Model) allActions() []views.Action {
	move := func(do func(n int)) func(n int) tea.Cmd {
		return func(n int) tea.Cmd { return m.move(func() { do(n) }) }
	}
	onThread := func() bool { return m.thread() != nil }
	onPost := func() bool { return m.thread() != nil && m.reader.current() != nil && !m.card }
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
		{ID: "next-post", Name: "Next post", Group: "Move", Keys: []string{"]", "J"}, Motion: true, Enabled: onPost, Do: func(n int) tea.Cmd { return m.stepPost(max(1, n)) }},
		{ID: "previous-post", Name: "Previous post", Group: "Move", Keys: []string{"["}, Motion: true, Enabled: onPost, Do: func(n int) tea.Cmd { return m.stepPost(-max(1, n)) }},
		{ID: "reply", Name: "Reply to this post", Hint: "reply", Group: "Posts", Keys: []string{"r"}, Enabled: onPost, Do: m.reply},
		{ID: "forward", Name: "Forward this post", Hint: "forward", Group: "Posts", Keys: []string{"f"}, Enabled: onPost, Do: m.forward},
		{ID: "attachments", Name: "Attachments", Hint: "files", Group: "Posts", Keys: []string{"b"}, Enabled: onPost, Do: m.chooseFile},
		{ID: "new", Name: "New conversation", Hint: "new", Group: "Threads", Keys: []string{"n"}, Enabled: func() bool { return m.group() != nil }, Do: m.begin},
		{ID: "filter", Name: "Filter the threads", Hint: "filter", Group: "Threads", Keys: []string{"/"}, Enabled: func() bool { return m.group() != nil }, Do: m.startFilter},
		{ID: "lock", Name: "Lock or unlock the thread", Hint: "lock", Group: "Threads", Keys: []string{"K"}, Enabled: onThread, Do: m.toggleLock},
		{ID: "delete", Name: "Delete the thread", Hint: "delete", Group: "Threads", Keys: []string{"D"}, Enabled: onThread, Do: m.askDelete},
		{ID: "about", Name: "About the group and its members", Hint: "about", Group: "Groups", Keys: []string{"i"}, Enabled: func() bool { return m.group() != nil }, Do: m.toggleCard},
		{ID: "form-custom-data", Name: "Custom data of the post", Hint: "custom data", Group: "Posts", Keys: []string{"alt+,"}, Typing: true, Enabled: m.takesCustom, Do: m.letterCustom},
		views.AskRights(m.env, func() error { return m.groupsErr }),
	}, m.customTarget)
}

// move moves in the pane that has the keys, and shows what came under its
// cursor.
func (m *Model) move(do func()) tea.Cmd {
	group, thread := m.groupList.Cursor(), m.list.Cursor()
	do()
	switch {
	case m.groupList.Cursor() != group:
		return m.chosenGroup()
	case m.list.Cursor() != thread:
		return m.chosenThread()
	}
	return nil
}

// focused is the list that has the keys, nil in the posts.
func (m *Model) focused() *list.List {
	switch m.focus {
	case groupFocus:
		return m.groupList
	case threadFocus:
		return m.list
	}
	return nil
}

func (m *Model) step(n int) {
	if l := m.focused(); l != nil {
		l.Move(n)
		return
	}
	if m.card {
		m.stepCard(n)
		return
	}
	m.reader.pager.Scroll(n)
	m.followScroll()
}

func (m *Model) half(n int) {
	if l := m.focused(); l != nil {
		l.HalfPage(n)
		return
	}
	m.reader.pager.HalfPage(n)
	m.followScroll()
}

func (m *Model) edge(bottom bool) {
	l := m.focused()
	switch {
	case l != nil && bottom:
		l.Bottom()
	case l != nil:
		l.Top()
	case m.card:
		m.stepCard(map[bool]int{false: -len(m.reader.lines), true: len(m.reader.lines)}[bottom])
	case bottom:
		m.reader.pager.ScrollTo(len(m.reader.lines))
		m.reader.at = max(len(m.reader.posts)-1, 0)
		m.layReader(true)
	default:
		m.reader.pager.ScrollTo(0)
		m.reader.at = 0
		m.layReader(true)
	}
}

// followScroll makes the current post one that can be seen.
func (m *Model) followScroll() {
	r := &m.reader
	top := r.pager.Top()
	visible := r.lines[min(top, len(r.lines)):min(top+m.layout().posts.h, len(r.lines))]
	if m.card || slices.ContainsFunc(visible, func(l line) bool { return l.post == r.at }) {
		return
	}
	last := -1
	for _, l := range visible {
		if l.post < 0 {
			continue
		}
		if last = l.post; l.post > r.at {
			break
		}
	}
	if last >= 0 {
		r.at = last
		m.layReader(true)
	}
}

func (m *Model) stepPost(n int) tea.Cmd {
	cmd := m.enter(postFocus)
	m.reader.at = max(0, min(m.reader.at+n, len(m.reader.posts)-1))
	m.layReader(true)
	m.toCurrent()
	return cmd
}

// turn goes to the pane beside.
func (m *Model) turn(by int) tea.Cmd {
	return m.enter(pane(max(0, min(int(m.focus)+by, int(postFocus)))))
}

// enter gives the keys to a pane; in the posts they count as seen.
func (m *Model) enter(p pane) tea.Cmd {
	if p != postFocus && m.card {
		m.card = false
	}
	m.setFocus(p)
	if t := m.thread(); p == postFocus && !m.card && t != nil && m.reader.posts != nil {
		m.toCurrent()
		return m.seen(t)
	}
	return nil
}

func (m *Model) open(int) tea.Cmd {
	if m.card && m.focus == postFocus {
		return m.openLink()
	}
	if p := m.reader.current(); m.focus == postFocus && p != nil && !m.card {
		p.quotes = !p.quotes
		m.layReader(true)
		return nil
	}
	return m.turn(1)
}

func (m *Model) back(int) tea.Cmd {
	if m.narrowed() && m.focus == threadFocus {
		return m.endFilter()
	}
	return m.turn(-1)
}

// toggleCard shows what the group is in the place of the posts.
func (m *Model) toggleCard(int) tea.Cmd {
	m.card, m.cardAt = !m.card, 1
	if m.card {
		m.setFocus(postFocus)
	} else {
		m.setFocus(threadFocus)
	}
	m.layReader(false)
	return m.loadAbout()
}

// mouse chooses what is clicked and scrolls what is under the wheel.
func (m *Model) mouse(msg tea.MouseMsg) tea.Cmd {
	at, l := msg.Mouse(), m.layout()
	if m.dialog.IsOpen() {
		return m.dialog.Mouse(msg)
	}
	if m.letter != nil {
		if _, ok := msg.(tea.MouseClickMsg); ok {
			m.letter.form.Click(at.X-m.letter.x, at.Y-m.letter.y)
		}
		return nil
	}
	for _, p := range l.panes() {
		if r := l.rect(p); r.has(at.X, at.Y) {
			return m.mouseIn(p, msg, at.X-r.x, at.Y-r.y)
		}
	}
	return nil
}

func (m *Model) mouseIn(p pane, msg tea.MouseMsg, x, y int) tea.Cmd {
	rows := []*list.List{m.groupList, m.list, nil}[p]
	switch msg := msg.(type) {
	case tea.MouseWheelMsg:
		by := 3
		if msg.Button == tea.MouseWheelUp {
			by = -3
		}
		if rows == nil {
			m.reader.pager.Scroll(by)
			return nil
		}
		return m.move(func() { rows.Scroll(by) })
	case tea.MouseClickMsg:
		cmd := m.enter(p)
		if rows != nil {
			return tea.Batch(cmd, m.move(func() { rows.Click(x, y-1) }))
		}
		i := m.reader.pager.Top() + y
		if i < len(m.reader.lines) && m.reader.lines[i].link > 0 {
			return tea.Batch(cmd, m.clickLink(m.reader.lines[i].link))
		}
		if i < len(m.reader.lines) && m.reader.lines[i].post >= 0 {
			m.reader.at = m.reader.lines[i].post
			m.layReader(true)
		}
		return cmd
	}
	return nil
}
