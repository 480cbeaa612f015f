// Package inbox is the mail screen: folders, the list of messages or threads,
// the reader, and everything that triage does.
//
// Invariants:
//   - what is done to messages is a change.Change and goes through views/edit;
//     only deletion for good asks first, and
//     is held for a moment in which undo takes it back;
//   - an action on all that match is one change: what is not loaded is found
//     when its turn comes, before anything is changed, and nothing that
//     arrived after the selection is of it;
//   - the selection is a message, never a place;
//   - a frame costs what is on the screen; bodies are laid out in commands;
//   - outside text reaches a cell as text.Text alone.
package inbox

import (
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/theme"
	"daybook/views"
	"daybook/views/avatar"
	"daybook/views/compose"
	"daybook/views/edit"
	"daybook/views/extensions"
	"daybook/views/inbox/change"
	"daybook/views/inbox/rows"
	"daybook/views/persist"
	"daybook/widget/dialog"
)

// Options are the person's settings.
type Options struct {
	// Me is whose mailbox it is.
	Me model.EmailAddress
	// After is where the selection goes when an action is done.
	After After
	// Others says that the mail is somebody else's, who may let it be read
	// alone: no service tells before it is asked to change something.
	Others bool
	// Meetings is where invitations are looked up; nil for none.
	Meetings Meetings
	// Custom is where custom data is kept; nil for none.
	Custom extensions.Service
	// Faces is where the photos of those who write come from; nil for none.
	Faces avatar.Service
	// Desk is where letters are written; nil for reading alone.
	Desk *compose.Desk
	// Downloads is the folder that attachments are saved to, until another is
	// chosen; Home is what "~" stands for.
	Downloads, Home string
	// PageSize is how many messages are loaded at a time; 0 for the default.
	PageSize int
	// Poll is how often new mail is looked for; 0 for the default.
	Poll time.Duration
	// MarkRead is how long a message is looked at before it counts as read;
	// 0 for the default, less than 0 for never.
	MarkRead time.Duration
}

// After says where the selection goes when an action is done.
type After int

// The places to go after an action.
const (
	Next After = iota
	Previous
	Stay
)

func (o Options) withDefaults() Options {
	if o.PageSize == 0 {
		o.PageSize = 100
	}
	if o.Poll == 0 {
		o.Poll = 20 * time.Second
	}
	if o.MarkRead == 0 {
		o.MarkRead = 1500 * time.Millisecond
	}
	return o
}

// shared is what every part of the screen has.
type shared struct {
	env     views.Env
	service Service
	options Options
	work    views.Work
	theme   theme.Theme    // the one drawn with; replaced when the root's changes
	save    func() tea.Cmd // saves what is to survive a restart
}

// today is the present on the wall of the person's zone.
func (s *shared) today() time.Time { return s.env.Now().In(s.env.Zone()) }

// Model is the screen: its parts, which of them has the keys, and the ways
// between them. Make it with New.
type Model struct {
	*shared
	actions []views.Action

	width, height int
	focus         pane
	folders       *folderPane
	list          listPane
	reader        reader
	search        searchLine
	dialog        dialog.Slot
	custom        *extensions.Panel
	clicked       clicked

	categories *categories
	sent       map[string]int // answers of our own, by thread
	lens       string         // of the inbox
	pins       []string       // woken messages, the last first

	edits  *edit.Edits[change.Change]
	told   told
	making int // actions that wait for a folder to be made, or a rule to be read
	held   held
	closed map[string]bool // folders of somebody else in which nothing may be changed

	changes, lenses, sleepers views.Request
	since                     string // where the next look at the changes begins
	offline                   error  // why the last look failed
	stale                     bool   // what became of messages could not be read

	saved       persist.Document[state]
	pinsChanged bool
}

// New makes the screen on a service.
func New(env views.Env, service Service, options Options) *Model {
	s := &shared{env: env, service: service, options: options.withDefaults(), theme: *env.Theme,
		work: views.Work{Screen: views.Inbox, Random: env.Random}}
	m := &Model{shared: s, focus: listFocus, lens: model.Focused}
	s.save = m.saveState
	tree := newFolders(s)
	tree.read = m.onFolders
	m.folders = newFolderPane(tree)
	m.list = newListPane(m, &m.theme)
	m.categories = &categories{shared: s, changed: m.list.drawer.changed}
	m.search = searchLine{shared: s, folders: tree, categories: m.categories,
		answer: m.runSearch, leave: m.leaveSearch, save: m.saveSearch, look: func() tea.Cmd { return m.look(false) }}
	m.reader = newReader(&m.theme)
	m.reader.lines.at = &m.reader.at
	m.reader.lines.faces = avatar.New(views.Inbox, m.options.Faces)
	m.list.gone = map[string]bool{}
	m.edits = m.newEdits()
	m.closeSearch()
	m.saved.Name = stateDocument
	m.dialog.Now = env.Now
	m.custom = extensions.New(env, m.options.Custom, extensions.Options{Screen: views.Inbox, Changed: m.customChanged})
	m.actions = m.allActions()
	return m
}

// Init loads the folders, and then the inbox as it was left.
func (m *Model) Init() tea.Cmd {
	cmds := []tea.Cmd{m.edits.Init(), m.folders.load(), m.loadState(), m.categories.load(), m.loadSent(), m.pollLater()}
	if m.options.Desk != nil {
		cmds = append(cmds, m.options.Desk.Init())
	}
	return tea.Batch(cmds...)
}

// Actions implements views.View.
func (m *Model) Actions() []views.Action { return m.actions }

// Capturing implements views.View.
func (m *Model) Capturing() bool {
	if m.custom.Open() {
		return m.custom.Capturing()
	}
	return m.dialog.IsOpen() || m.search.typing || m.writing()
}

// Cursor implements views.View.
func (m *Model) Cursor() *tea.Cursor {
	switch {
	case m.custom.Open():
		return m.custom.Cursor()
	case m.writing():
		c := m.options.Desk.Cursor()
		if c != nil {
			r := m.deskRect()
			c.X, c.Y = c.X+r.x, c.Y+r.y
		}
		return c
	case m.dialog.IsOpen():
		return m.dialog.Cursor()
	}
	c := m.search.Cursor()
	if c != nil {
		r := arrange(m.width, m.height, m.focus).list
		c.X, c.Y = c.X+r.x, c.Y+r.y
	}
	return c
}

// Update takes what comes back, and the keys that no action claimed.
func (m *Model) Update(msg tea.Msg) tea.Cmd {
	blink, mine := m.updateDesk(msg)
	if mine {
		return blink
	}
	return tea.Batch(blink, m.update(msg))
}

func (m *Model) update(msg tea.Msg) tea.Cmd {
	if cmd, mine := m.custom.Update(msg); mine {
		return cmd
	}
	switch msg := msg.(type) {
	case tea.KeyPressMsg, tea.PasteMsg:
		switch {
		case m.dialog.IsOpen():
			return m.dialog.Update(msg)
		case m.search.typing:
			return m.search.Update(msg)
		}
		return nil
	case tea.MouseMsg:
		return m.updateMouse(msg)
	case views.Result:
		return msg.Apply()
	case avatar.Loaded:
		m.reader.lines.faces.Take(msg)
		return m.askFaces()
	case views.Refreshed:
		m.reader.lines.faces.Retry()
		return m.lookAnew()
	case views.Answered:
		return m.onAnswered(msg)
	}
	return nil
}

// lookAnew reads what may have changed, and all of it when something could not
// be read before.
func (m *Model) lookAnew() tea.Cmd {
	if m.folders.err != nil || m.list.err != nil || m.list.drawer.gapError != nil || m.offline != nil || m.stale {
		m.stale = false
		return tea.Batch(m.refresh(), m.wake())
	}
	cmds := []tea.Cmd{m.poll(), m.wake(), m.loadSent()}
	if !m.list.found && m.list.folder != m.folders.inbox() { // what is polled is the inbox
		cmds = append(cmds, m.loadPage(rows.Top))
	}
	return tea.Batch(cmds...)
}

// notify says something on the status line.
func notify(level views.Level, words ...any) tea.Cmd {
	return views.Send(views.Notify{Text: say(words...), Level: level})
}

func (m *Model) onChanges(asked moment, read *changesRead, err error) tea.Cmd {
	m.offline = err
	if err != nil {
		return nil // said on the status line until a later poll succeeds
	}
	if !m.told.covers(asked) {
		return m.poll()
	}
	first := m.since == ""
	m.since = read.since
	if read.reset {
		return tea.Batch(m.loadPage(rows.Top), m.folders.load())
	}
	if len(read.changed)+len(read.gone) == 0 || first {
		return nil
	}
	if m.list.folder == m.folders.inbox() {
		leave, late := m.ahead(read.changed, asked)
		back := map[string]bool{}
		for _, e := range late {
			back[e.ID] = true
		}
		read.gone = slices.DeleteFunc(read.gone, func(id string) bool { return back[id] })
		m.list.rows.Remove(read.gone, rows.Next)
		for _, e := range read.changed {
			if m.list.admits(e) && !slices.Contains(leave, e.ID) {
				m.list.rows.Put(e)
			} else {
				m.list.rows.Remove([]string{e.ID}, rows.Next)
			}
		}
		m.list.sync()
	}
	return tea.Batch(m.folders.load(), m.selected())
}

func (m *Model) onMessages(asked moment, ids []string, refused bool, messages []*rows.Message, err error) tea.Cmd {
	if err != nil {
		m.stale = true
		if refused {
			return nil // why is said already
		}
		return notify(views.Failure, "Could not fetch the messages: ", err)
	}
	if !m.told.covers(asked) {
		return m.askFor(ids, refused)
	}
	leave, _ := m.ahead(messages, asked)
	for _, e := range messages {
		if slices.Contains(leave, e.ID) {
			continue
		}
		if m.held.byID[e.ID] != nil {
			m.held.put(e)
		}
		if m.list.admits(e) || m.list.rows.Pinned(e.ID) {
			m.list.rows.Put(e)
		} else {
			leave = append(leave, e.ID)
		}
	}
	m.list.rows.Remove(leave, m.afterRemoval())
	m.list.sync()
	return m.selected()
}
