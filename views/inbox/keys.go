package inbox

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"daybook/views"
	"daybook/views/compose"
	"daybook/views/reader"
	"daybook/widget/list"
)

// allActions is everything the screen can do, in the order of the help.
func (m *Model) allActions() []views.Action {
	var all []views.Action
	for _, group := range []struct {
		name    string
		needs   string // of those that say nothing else
		actions []views.Action
	}{
		{"Move", "a folder", m.moveActions()},
		{"Read", "a message, not a folder", m.readActions()},
		{"Invitation", "an invitation", m.reader.answerActions()},
		{"Folders", "the folders", m.sorter.actions()},
		{"Triage", "a message, not a folder", append(slices.Insert(m.triage.actions(), 2, m.searches.actions()...), m.lists.action())},
		{"Write", "a message, not a folder", m.composer.actions(m.reader.shownID, m.list.quotable, func() bool { return m.list.rows.Threaded() }, m.reader.takeSelected)},
		{"Select", "a message, not a folder", m.triage.selecting()},
		{"Find", "a search", m.findActions()},
	} {
		for _, a := range group.actions {
			a.Group = group.name
			if !strings.HasPrefix(a.ID, "letter.") {
				if a.Needs == nil {
					a.Needs = views.Needs(group.needs)
				}
				a = a.While(m.reading)
			}
			all = append(all, a)
		}
	}
	all = append(all, views.AskRights(m.env, func() error { return m.folders.err }))
	return m.custom.Around(all, m.customTarget)
}

// reading says that no message is being written.
func (m *Model) reading() bool { return !m.composer.IsOpen() }

func (m *Model) moveActions() []views.Action {
	step := m.motion((*list.List).Move, (*reader.Pane).Scroll)
	half := m.motion((*list.List).HalfPage, (*reader.Pane).Half)
	page := m.motion((*list.List).Page, (*reader.Pane).Page)
	to := m.motion((*list.List).Goto, (*reader.Pane).To)
	return []views.Action{
		views.Steps("down", 1, step),
		views.Steps("up", -1, step),
		views.Steps("half-page-down", 1, half).On("ctrl+d"),
		views.Steps("half-page-up", -1, half).On("ctrl+u"),
		views.Steps("page-down", 1, page),
		views.Steps("page-up", -1, page),
		views.Motion("top", func(count int) tea.Cmd { return to(max(count, 1) - 1) }),
		views.Motion("bottom", func(count int) tea.Cmd {
			if count > 0 {
				return to(count - 1)
			}
			return m.bottom()
		}),
		views.Motion("next-pane", views.Once(func() tea.Cmd { return m.goTo((m.focus + 1) % 3) })),
		views.Motion("previous-pane", views.Once(func() tea.Cmd { return m.goTo((m.focus + 2) % 3) })),
		views.Motion("right", views.Once(func() tea.Cmd { return m.goTo(min(m.focus+1, readerFocus)) })).Named("Pane at the right"),
		views.Motion("left", views.Once(func() tea.Cmd { return m.goTo(max(m.focus-1, folderFocus)) })).Named("Pane at the left").On("left"),
		{ID: "open", Name: "Open", Keys: []string{"enter"}, Do: views.Once(m.enter)},
		{ID: "back", Name: "Back", Keys: []string{"esc"}, Do: views.Once(m.back)},
		{ID: "fold-folder", Name: "Fold or unfold the folder", Keys: []string{"z", "space"}, Do: views.Once(m.folders.fold),
			Enabled: func() bool { return m.focus == folderFocus }, Needs: views.Needs("the folders")},
		{ID: "refresh", Name: "Refresh", Words: "sync update reload fetch check mail", Keys: []string{"ctrl+r"}, Do: views.Once(m.refresh)},
	}
}

func (m *Model) readActions() []views.Action {
	reading := func() bool { return m.focus == readerFocus && m.reader.current() != nil }
	shown := func() bool { return m.reader.current() != nil }
	return append([]views.Action{
		m.fullScreen(),
		{ID: "read-on", Name: "Read on", Keys: []string{"space"}, Hidden: true, Motion: true, Do: views.Once(m.readOn), Enabled: reading},
		{ID: "next-message", Name: "Next message", Keys: []string{"J"}, Hidden: true, Motion: true, Enabled: shown,
			Do: func(count int) tea.Cmd { return m.list.move(func(l *list.List) { l.Move(max(count, 1)) }) }},
		{ID: "previous-message", Name: "Previous message", Keys: []string{"K"}, Hidden: true, Motion: true, Enabled: shown,
			Do: func(count int) tea.Cmd { return m.list.move(func(l *list.List) { l.Move(-max(count, 1)) }) }},
		{ID: "next-unread", Name: "Go to the next unread message", Words: "new jump", Keys: []string{"."}, Do: views.Once(m.unread.next),
			Enabled: func() bool { return m.focus != folderFocus }},
	}, append(append(m.reader.actions(reading), m.answers.action()), m.output.actions()...)...)
}

// actions are what is done to messages.
func (t *triage) actions() []views.Action {
	one := func(id, name, hint string, do func(int) tea.Cmd, keys ...string) views.Action {
		return views.Action{ID: id, Name: name, Hint: hint, Keys: keys, Do: t.on(name, do), Enabled: t.possible, Needs: t.needs("a message, not a folder")}
	}
	until := func(a views.Action, says func() string) views.Action {
		a.Next = says
		return a
	}
	read := one("read", "Read or unread", "read", t.toggleRead, "N").Also("mark read seen")
	read.Here = func() bool { return !t.finding() } // then it goes to the place before
	return []views.Action{
		one("archive", "Archive", "archive", t.archive, "e", "a").Also("done file away"),
		one("delete", "Delete", "delete", t.remove, "d").Also("trash bin remove"),
		{ID: "junk", Name: "Junk: to the folder for it", Words: "spam block phishing report", Keys: []string{"!"}, Do: t.on("Junk", t.junk), Needs: t.needs("a message that is not in Junk"), Enabled: func() bool { return t.possible() && !t.inJunk() }},
		{ID: "not-junk", Name: "Not junk: back to the inbox", Words: "ham", Keys: []string{"!"}, Do: t.on("Not junk", t.notJunk), Needs: t.needs("a message in Junk"), Enabled: func() bool { return t.possible() && t.inJunk() }},
		one("move", "Move to a folder", "move", t.chooseFolder, "m").Also("file put elsewhere").Opening(),
		one("flag", "Flag or unflag", "flag", t.flag, "s").Also("star follow up todo pin"),
		one("importance", "Important or not", "important", t.importance, "i").Also("priority urgent"),
		one("categorize", "Categories", "tag", t.chooseCategories, "t").Also("tag label colour color").Opening(),
		read,
		until(one("snooze-evening", "Snooze until this evening", "evening", t.snoozeEvening, "h t").Also("later remind tonight"), t.eveningWords),
		until(one("snooze-tomorrow", "Snooze until tomorrow", "tomorrow", t.snoozeTomorrow, "h m").Also("later remind"), t.tomorrowWords),
		until(one("snooze-week", "Snooze until next week", "next week", t.snoozeWeek, "h w").Also("later remind"), t.weekWords),
		until(one("snooze-date", "Snooze until a date", "until", t.askSnooze, "h d").Also("later remind").Opening(), func() string { return "a date" }),
		one("mute-thread", "Mute the thread until it is to you, or unmute", "mute", t.mute, "M", "alt+m").Also("ignore silence quiet"),
		one("sender-rule", "Sender always Focused or Other", "sender", views.Once(t.toggleRule), "o").Also("block allow clutter rule sort sender"),
	}
}

// selecting are the actions that say what is meant by those.
func (t *triage) selecting() []views.Action {
	one := func(id, name string, do func(int) tea.Cmd, keys ...string) views.Action {
		return views.Action{ID: id, Name: name, Keys: keys, Do: t.on(name, do), Enabled: t.possible}
	}
	return []views.Action{
		one("select", "Select", t.list.markHere, "x").Also("mark"),
		{ID: "select-space", Name: "Select, in the list", Keys: []string{"space"}, Hidden: true,
			Do: t.on("Select", t.list.markHere), Enabled: func() bool { return t.focus == listFocus }, Needs: views.Needs("the list")},
		one("select-to", "Select to here", views.Once(t.list.markTo), "X"),
		one("select-all", "Select all that match", views.Once(t.list.markAll), "*").Also("mark everything"),
		one("select-sender", "Select all from this sender", views.Once(t.list.markSender), "A").Also("mark person"),
	}
}

// possible reports whether keys mean messages: not while the folders have them,
// nor where nothing may be changed.
func (t *triage) possible() bool { return t.focus != folderFocus && !t.readOnly() }

// needs are words for what an action could be done to.
func (t *triage) needs(what string) func() string {
	return func() string {
		if t.readOnly() {
			return "a folder in which you may change something"
		}
		return what
	}
}

// on is an action that says why there is nothing that it could be done to.
func (t *triage) on(name string, do func(int) tea.Cmd) func(int) tea.Cmd {
	return func(count int) tea.Cmd {
		if t.list.some() {
			return do(count)
		}
		return views.Notice(views.Info, name, ": ", t.list.without())
	}
}

// actions are those that open a message to write, and those of it. The messages
// answered are those of read, "" for none, or several that are selected, of
// threads the newest; of one the lines alone are quoted that are selected in it.
func (c *composer) actions(read func() string, selected func() []string, threaded func() bool, lines func() string) []views.Action {
	if c.Composer == nil {
		return nil
	}
	reading := func() bool { return read() != "" && c.focus != folderFocus }
	answer := func(id, name, hint, key string, kind compose.Kind) views.Action {
		return views.Action{ID: id, Opens: true, Name: name, Hint: hint, Keys: []string{key}, Enabled: reading,
			Do: views.Once(func() tea.Cmd {
				switch ids := selected(); {
				case kind == compose.Forward && len(ids) > 0:
					return views.Notice(views.Info, "One message is forwarded at a time: “Forward as an attachment” takes all that are selected.")
				case len(ids) == 0:
					return c.answer(kind, read(), lines())
				case len(ids) > mostQuoted:
					return views.Notice(views.Warning, "A reply quotes at most ", mostQuoted, " messages: select fewer.")
				default:
					return c.replyTo(kind, ids, threaded())
				}
			})}
	}
	actions := []views.Action{
		{ID: "compose", Opens: true, Name: "Write a new message", Words: "new mail email letter draft", Hint: "compose", Keys: []string{"c"},
			Do: views.Once(func() tea.Cmd { return c.New(nil, "", "") })},
		answer("reply", "Reply", "reply", "r", compose.Reply).Also("answer respond"),
		answer("reply-all", "Reply to all", "reply all", "R", compose.ReplyAll).Also("answer everybody"),
		answer("forward", "Forward", "forward", "f", compose.Forward).Also("send on pass"),
		{ID: "forward-attached", Opens: true, Name: "Forward as an attachment", Words: "eml original bounce redirect resend rfc822 send on pass", Enabled: reading,
			Do: views.Once(func() tea.Cmd {
				ids := selected()
				if len(ids) == 0 {
					ids = []string{read()}
				}
				return c.forwardAttached(ids)
			})},
		{ID: "find-time", Opens: true, Name: "Find a time with these people", Words: "invite meeting schedule free busy availability", Keys: []string{"T"}, Enabled: reading,
			Do: views.Once(func() tea.Cmd { return c.findTime(read()) })},
	}
	for _, a := range c.Actions() {
		a.ID, a.Enabled = "letter."+a.ID, c.IsOpen
		actions = append(actions, a)
	}
	return actions
}

func (m *Model) findActions() []views.Action {
	found := func() bool { return m.search.results || m.reader.Finding() }
	messages := func() bool { return m.focus != folderFocus }
	return []views.Action{
		{ID: "search", Opens: true, Name: "Search all mail", Words: "find look for", Keys: []string{"/"}, Do: views.Once(func() tea.Cmd { return m.startSearch(false) }), Hint: "search"},
		{ID: "filter", Opens: true, Name: "Filter this list", Words: "narrow find here", Keys: []string{"\\"}, Do: views.Once(func() tea.Cmd { return m.startSearch(true) }),
			Here: func() bool { return m.focus != readerFocus }, Needs: views.Needs("the list")},
		{ID: "find", Opens: true, Name: "Find in this message", Words: "search look for words here", Keys: []string{"\\"}, Enabled: func() bool { return m.reader.current() != nil },
			Here: func() bool { return m.focus == readerFocus }, Needs: views.Needs("the reader"),
			Do: views.Once(func() tea.Cmd { return tea.Batch(m.goTo(readerFocus), m.reader.find()) })},
		{ID: "next-match", Name: "Next match", Keys: []string{"n"}, Motion: true, Enabled: found, Here: messages,
			Do: views.Times(1, m.nextMatch)},
		{ID: "previous-match", Name: "Previous match", Keys: []string{"p"}, Motion: true, Enabled: found, Here: messages,
			Do: views.Times(-1, m.nextMatch)},
		{ID: "previous-found", Name: "Previous place of what is found in the message", Keys: []string{"N", "alt+n"}, Hidden: true, Motion: true, Enabled: m.reader.Finding,
			Do: views.Times(-1, m.nextMatch)},
		{ID: "save-search", Opens: true, Name: "Save this search", Words: "bookmark folder smart virtual", Keys: []string{"S"}, Enabled: func() bool { return m.search.results }, Do: views.Once(m.search.saveSearch)},
		{ID: "search-everywhere", Name: "Look for the same in all folders", Do: views.Once(m.searchEverywhere),
			Enabled: func() bool { return m.search.results && (m.search.filter || m.list.folder != "") }},
		{ID: "lens", Name: "Focused, Other or all", Words: "inbox clutter tabs", Keys: []string{"F"}, Do: views.Once(m.cycleLens),
			Enabled: func() bool { return m.folders.inbox() != "" }, Needs: views.Needs("an inbox")},
		{ID: "after-action", Name: "After an action: go on, go back, stay", Words: "advance next", Do: views.Once(m.cycleAfter)},
		{ID: "list-lines", Name: "One line a message, or two", Words: "compact dense rows", Keys: []string{"V", "alt+v"}, Do: views.Once(m.list.toggleLines)},
		{ID: "list-order", Name: "Oldest first, or newest", Words: "sort order reverse ascending date", Keys: []string{"I"},
			Do: views.Once(m.list.toggleOrder), Enabled: func() bool { return !m.list.found && m.list.rows.Loaded() }, Needs: views.Needs("a folder, as a search shows the newest first")},
		{ID: "threads", Name: "Threads or single messages", Words: "conversations group", Keys: []string{"v"}, Do: views.Once(m.toggleThreads),
			Here: func() bool { return m.focus != readerFocus }},
	}
}

// motion moves in the pane that has the keys: in a list, or in the reader.
func (m *Model) motion(rows func(*list.List, int) bool, lines func(*reader.Pane, int)) func(int) tea.Cmd {
	return func(n int) tea.Cmd {
		switch m.focus {
		case folderFocus:
			rows(m.folders.view, n)
		case readerFocus:
			lines(m.reader.Pane, n)
			return m.saw()
		default:
			return m.list.move(func(l *list.List) { rows(l, n) })
		}
		return nil
	}
}

// bottom goes to the last row.
func (m *Model) bottom() tea.Cmd {
	switch m.focus {
	case folderFocus:
		m.folders.view.Bottom()
	case readerFocus:
		m.reader.To(m.reader.Len())
		return m.saw()
	default:
		return m.list.toEnd()
	}
	return nil
}
