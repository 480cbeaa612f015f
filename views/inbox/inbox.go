// Package inbox is the mail screen: folders, the list of messages or threads,
// the reader, and everything that triage does.
//
// Invariants:
//   - the parts (folders, list, reader, searchLine, composer, triage with its
//     mailEdits, watch) have their own state. The list knows nothing of the
//     reader, and the folders nothing of the list: they meet in the model alone,
//     which gives each the functions that say what follows from it elsewhere;
//   - what is done to messages is a change.Change and goes through views/edit;
//     only deletion for good asks first, and is held for a moment in which undo
//     takes it back;
//   - an action on all that match is one change: what is not loaded is found
//     when its turn comes, before anything is changed, and nothing that
//     arrived after the selection is of it;
//   - the selection is a message, never a place;
//   - a frame costs what is on the screen; bodies are laid out in commands;
//   - outside text reaches a cell as text.Text alone.
package inbox

import (
	"cmp"
	"time"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/theme"
	"daybook/views"
	"daybook/views/attachments"
	"daybook/views/avatar"
	"daybook/views/compose"
	"daybook/views/extensions"
	"daybook/views/inbox/rows"
	"daybook/widget/dialog"
	"daybook/widget/panes"
)

// Options are the person's settings.
type Options struct {
	// Me is whose mailbox it is.
	Me model.EmailAddress
	// After is where the selection goes when an action is done.
	After After
	// Lines is how many lines a message has in the list: 1 or 2; 0 for 2.
	Lines int
	// Others says that the mail is somebody else's, who may let it be read
	// alone: no service tells before it is asked to change something.
	Others bool
	// Meetings is where invitations are looked up; nil for none.
	Meetings Meetings
	// Custom is where custom data is kept; nil for none.
	Custom extensions.Service
	// Faces is where the photos of those who write come from; nil for none.
	Faces avatar.Service
	// Unsubscriber asks mailing lists to let the person off them; nil for none.
	Unsubscriber Unsubscriber
	// Composer is where messages are written; nil for reading alone.
	Composer *compose.Composer
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
	focus   pane           // which part has the keys
	save    func() tea.Cmd // saves what is to survive a restart
}

// today is the present on the wall of the person's zone.
func (s *shared) today() time.Time { return s.env.Now().In(s.env.Zone()) }

func (s *shared) afterRemoval() rows.After {
	if s.options.After == Previous {
		return rows.Previous
	}
	return rows.Next
}

// Model is the screen: its parts, which of them has the keys, and the ways
// between them. Make it with New.
type Model struct {
	*shared
	views.StepOwners
	actions []views.Action

	width, height int
	full          panes.Full[pane]
	folders       *folderPane
	list          *listPane
	reader        readerPane
	output        output
	lists         lists
	answers       answers
	unread        unread
	search        searchLine
	searches      *searches
	composer      composer
	dialog        dialog.Stack
	custom        *extensions.Panel

	categories *categories
	triage     *triage
	sorter     *sorter
	watch      watch
	saved      saved
}

// New makes the screen on a service.
func New(env views.Env, service Service, options Options) *Model {
	s := &shared{env: env, service: service, options: options.withDefaults(), theme: *env.Theme, focus: listFocus,
		work: views.Work{Screen: views.Inbox, Random: env.Random}}
	tree, done := newFolders(s), &history{gone: map[string]bool{}}
	m := &Model{shared: s, folders: newFolderPane(tree), categories: &categories{shared: s}}
	m.list = newListPane(s, tree, m.categories, done)
	m.reader = newReaderPane(s, &m.dialog)
	parts := attachments.New(attachments.Options{Env: &s.env, Work: &s.work, Dialog: &m.dialog, Folder: s.options.Downloads, Home: s.options.Home,
		Screen: func() (int, int) { return m.width, m.height }, Capturing: m.Capturing})
	m.reader.parts, m.output = parts, output{shared: s, dialog: &m.dialog, parts: parts}
	m.lists = lists{shared: s, dialog: &m.dialog}
	m.answers = answers{shared: s, dialog: &m.dialog, reader: &m.reader, open: func() tea.Cmd { return m.goTo(readerFocus) },
		width: func() int { return m.width }}
	m.unread = unread{shared: s, list: m.list, reader: &m.reader}
	m.search = searchLine{shared: s, folders: tree, categories: m.categories}
	m.composer = composer{shared: s, Composer: s.options.Composer}
	changes := &mailEdits{shared: s, history: done, folders: tree, categories: m.categories, list: m.list}
	done.edits = changes.newEdits()
	m.triage = &triage{mailEdits: changes, dialog: &m.dialog, unread: map[string]bool{}}
	m.sorter = &sorter{triage: m.triage, pane: m.folders}
	m.watch = watch{shared: s, folders: tree, list: m.list}
	m.searches = &searches{shared: s, pane: m.folders, dialog: &m.dialog}
	m.search.kept = m.searches
	m.saved = saved{shared: s, folders: m.folders, list: m.list, searches: m.searches}
	m.saved.document.Name = stateDocument
	m.dialog.Now = env.Now
	m.custom = extensions.New(env, m.options.Custom,
		extensions.Options{Screen: views.Inbox, Boxes: &m.dialog, Changed: m.customChanged})
	m.connect()
	m.closeSearch()
	m.actions = m.allActions()
	m.StepOwners = views.StepOwners{m.custom, m.searches, m.composer.Composer, m.triage.edits}
	return m
}

// connect gives each part what follows from it in others.
func (m *Model) connect() {
	m.save = m.saved.save
	m.saved.restored = func() tea.Cmd { return tea.Batch(m.openFolder(model.FolderInbox), m.triage.missed()) }
	m.folders.read = m.onFolders
	m.categories.changed = m.list.drawer.changed
	m.list.selected, m.list.arrived = m.reader.showSelected, m.unread.arrived
	m.output.current, m.output.lines = m.reader.current, m.reader.takeSelected
	m.output.selected, m.output.selecting = m.list.targets, func() bool { return m.list.rows.Selecting() }
	m.lists.current, m.lists.junk = m.reader.current, m.triage.inJunk
	m.lists.write = m.composer.New
	m.reader.rows = func() *rows.List { return m.list.rows }
	m.reader.trashed = func(folder string) bool {
		return folder == m.folders.wellKnown(model.FolderDeleted) || m.folders.trashed(folder)
	}
	m.reader.sent = func(thread string) int { return m.list.sent[thread].count }
	m.reader.look, m.reader.saw, m.reader.destroy = m.look, m.saw, m.triage.destroyAll
	m.triage.seen, m.triage.finding = m.reader.seen, m.reader.Finding
	m.search.answer, m.search.leave, m.search.look = m.runSearch, m.leaveSearch, m.look
	m.triage.openFolder, m.triage.capturing = m.openFolder, m.Capturing
	m.triage.refuse = m.triage.askAgain
	m.triage.forget, m.triage.dropFile = m.reader.forget, m.reader.dropFile
	m.sorter.goFolder, m.sorter.searchFor = m.goFolder, m.searchFor
	m.watch.wake, m.watch.hear, m.watch.missed = m.triage.wake, m.triage.hear, m.triage.missed
}

// Init loads the folders, and then the inbox as it was left.
func (m *Model) Init() tea.Cmd {
	return tea.Batch(m.triage.edits.Init(), m.folders.load(), m.saved.load(), m.categories.load(), m.list.loadSent(),
		m.watch.later(), m.composer.Init())
}

// Actions implements views.View.
func (m *Model) Actions() []views.Action { return m.actions }

// Boxes implements views.View.
func (m *Model) Boxes() *dialog.Stack { return &m.dialog }

// Capturing implements views.View.
func (m *Model) Capturing() bool {
	return m.search.typing || m.composer.IsOpen() || m.reader.FindTyping()
}

// Cursor implements views.View.
func (m *Model) Cursor() *tea.Cursor {
	if m.composer.IsOpen() {
		return m.composer.cursor()
	}
	c, p := m.search.Cursor(), listFocus
	if c == nil {
		c, p = m.reader.Cursor(), readerFocus
	}
	if c != nil {
		r := m.layout()[p]
		c.X, c.Y = c.X+r.X, c.Y+r.Y
	}
	return c
}

// Update takes what comes back, and the keys that no action claimed.
func (m *Model) Update(msg tea.Msg) tea.Cmd {
	blink, mine := m.composer.update(msg)
	if mine {
		return blink
	}
	return tea.Batch(blink, m.update(msg))
}

func (m *Model) update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.KeyPressMsg, tea.PasteMsg:
		switch {
		case m.search.typing:
			return m.search.Update(msg)
		case m.reader.FindTyping():
			return tea.Batch(m.reader.UpdateFind(msg), m.saw())
		}
		return nil
	case tea.MouseMsg:
		return m.updateMouse(msg)
	case views.Result:
		return msg.Apply()
	case avatar.Loaded:
		m.reader.faces.Take(msg)
		return m.reader.askFaces()
	case views.Refreshed:
		m.reader.faces.Retry()
		return m.lookAnew()
	case compose.Changed:
		return m.onSent()
	case views.Answered:
		return m.reader.onAnswered(msg)
	}
	return nil
}

// lookAnew reads what may have changed, and all of it when something could not
// be read before.
func (m *Model) lookAnew() tea.Cmd {
	failed := cmp.Or(m.folders.err, m.list.err, m.list.drawer.gapError, m.watch.offline)
	if failed != nil || m.list.stale {
		m.list.stale = false
		return tea.Batch(m.refresh(), m.triage.wake())
	}
	cmds := []tea.Cmd{m.watch.poll(), m.triage.wake(), m.list.loadSent()}
	if !m.list.found && m.list.folder != m.folders.inbox() { // what is polled is the inbox
		cmds = append(cmds, m.list.loadPage(rows.Top))
	}
	return tea.Batch(cmds...)
}
