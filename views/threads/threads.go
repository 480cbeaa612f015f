// Package threads is the screen of the groups: groups, the threads of one,
// and the posts of a thread as a conversation.
//
// Invariants: every text of a post, topic or name is cleaned when it arrives.
// A locked thread takes no posts, and the screen says so before anybody
// types. What is typed is kept as it is typed, and forgotten only when the
// service has taken it. Posts are unseen until their thread was looked at
// here; that is kept in views.State.
package threads

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/theme"
	"daybook/views"
	"daybook/views/attachments"
	"daybook/views/edit"
	"daybook/views/extensions"
	"daybook/views/persist"
	"daybook/views/reader"
	"daybook/widget/dialog"
	"daybook/widget/panes"
	"daybook/widget/text"
)

// Options are the person's settings.
type Options struct {
	Me model.EmailAddress // who posts
	// Downloads is the folder that attachments are saved to, until another is
	// chosen; Home is what "~" stands for.
	Downloads, Home string
	Moment          time.Duration      // in which a post can be taken back; 0 sends it at once
	Custom          extensions.Service // custom data; nil for none
}

// pane is a part of the screen that can have the keys.
type pane int

const (
	groupFocus pane = iota
	threadFocus
	postFocus
)

// shared is what every part of the screen has.
type shared struct {
	env      views.Env
	service  Service
	options  Options
	work     views.Work
	edits    *edit.Edits[change]
	saved    state
	document persist.Document[state] // where saved is
}

func (s *shared) now() time.Time { return s.env.Now().In(s.env.Zone()) }

// unseen says of a thread that it has posts that were not looked at.
func (s *shared) unseen(t *thread) bool { return t.at.After(s.saved.Seen[t.id]) }

// going says that something is about to be deleted, or being deleted.
func (s *shared) going(thread, file string) bool {
	for c := range s.edits.Held() {
		if c.Thread == thread && c.File == file {
			return true
		}
	}
	return false
}

// Model is the screen: groups, the threads of one, and the posts of a thread or
// the group's card. Make it with New.
type Model struct {
	*shared
	views.StepOwners
	actions []views.Action

	width, height int
	focus         pane
	full          panes.Full[pane]

	groups  *groupPane
	threads *threadPane
	reader  postPane
	card    card
	outbox  *outbox
	writer  *writer

	drawn  theme.Theme // the theme that rows and lines were drawn in
	dialog dialog.Stack
	parts  *attachments.Screen
	custom *extensions.Panel
}

// New makes the screen. Nothing is read before Init.
func New(env views.Env, service Service, options Options) *Model {
	s := &shared{env: env, service: service, options: options, work: views.Work{Screen: views.Groups, Random: env.Random}}
	m := &Model{shared: s, drawn: *env.Theme}
	m.edits = edit.New(env, edit.Options[change]{Work: &s.work, Name: "threads", Show: m.show,
		Reason: views.Refusals{model.CodeNotFound: "it is no longer there"}.Why, // which the service says with an id
		Had:    edit.Look(func(c change) bool { return c.Locked != nil }, nil),
		Tell:   edit.Each(func(ctx context.Context, c change) (change, error) { return c, perform(ctx, service, c) })})
	m.groups = newGroupPane(s)
	m.groups.chosen, m.groups.filled = m.chosenGroup, m.onThreads
	m.threads = newThreadPane(s, m.groups)
	m.threads.changed = m.refilter
	m.reader = newPostPane(s)
	m.reader.chosen, m.reader.read = func() (*group, *thread) { return m.group(), m.thread() }, m.onPosts
	m.card = newCard(s, m.groups)
	m.outbox = &outbox{shared: s, groups: m.groups, threads: m.threads, reader: &m.reader}
	m.dialog.Now = env.Now
	m.writer = &writer{outbox: m.outbox, boxes: &m.dialog, meant: m.meant}
	m.outbox.reopen = m.writer.compose
	m.parts = attachments.New(attachments.Options{Env: &s.env, Work: &s.work, Dialog: &m.dialog, Folder: options.Downloads, Home: options.Home,
		Screen: func() (int, int) { return m.width, m.height }, Capturing: m.Capturing})
	m.saved.init()
	m.document.Name = stateDocument
	m.custom = extensions.New(env, options.Custom, extensions.Options{Screen: views.Groups, Boxes: &m.dialog, Changed: m.customChanged})
	m.writer.custom = m.custom
	m.StepOwners = views.StepOwners{m.custom, m.outbox, m.edits}
	m.actions = m.allActions()
	m.setFocus(threadFocus)
	return m
}

// Init reads what was kept, and then the groups.
func (m *Model) Init() tea.Cmd { return m.loadState() }

// Focus is called when the screen is shown.
func (m *Model) Focus() tea.Cmd {
	if !m.groups.loaded {
		return nil
	}
	return m.refresh()
}

// Unsent implements views.Sender.
func (m *Model) Unsent() (n int, what string) { return m.outbox.unsent() }

// Leave implements views.Leaver.
func (m *Model) Leave(online bool) tea.Cmd { return m.outbox.leave(online) }

// Blur is called when another screen is shown.
func (m *Model) Blur() {}

// SetSize implements views.View.
func (m *Model) SetSize(width, height int) {
	m.width, m.height = width, height
	m.arrangePanes()
}

// Actions implements views.View.
func (m *Model) Actions() []views.Action { return m.actions }

// Boxes implements views.View.
func (m *Model) Boxes() *dialog.Stack { return &m.dialog }

// Capturing implements views.View.
func (m *Model) Capturing() bool { return m.threads.typing || m.reader.FindTyping() }

// Status implements views.View.
func (m *Model) Status() views.Status {
	if m.custom.Open() {
		return m.custom.Status()
	}
	s := views.Status{Progress: -1, Hints: []string{"rights", "reply", "forward", "lock", "attachments", "new"}}
	switch {
	case m.reader.Finding():
		s.Hints = []string{"next-match", "previous-match", "back"}
	case m.card.open:
		s.Hints = []string{"open", "about", "new"}
	case m.focus != groupFocus && m.thread() != nil && m.thread().locked:
		s.Hints = s.Hints[1:] // nothing can be posted
	case m.focus == groupFocus:
		s.Hints = []string{"open", "about", "new"}
	}
	s.Busy = m.groups.request.Busy() || m.groups.threads.Busy() || m.reader.request.Busy()
	if n := len(m.saved.Outbox); n > 0 {
		s.Text = text.Of(n, " on the way").String()
	} else if g := m.group(); g != nil {
		s.Text = g.name.String()
	}
	return s
}

// Update takes what comes back, and what no action claimed.
func (m *Model) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case views.Result:
		return msg.Apply()
	case views.Refreshed:
		if m.groups.loaded {
			return m.refresh()
		}
		return m.groups.load()
	case tea.WindowSizeMsg:
		return m.card.drawPhoto()
	case tea.KeyPressMsg, tea.PasteMsg:
		return m.typed(msg)
	case tea.MouseMsg:
		return m.mouse(msg)
	}
	return nil
}

func (m *Model) typed(msg tea.Msg) tea.Cmd {
	if m.threads.typing {
		return m.threads.Update(msg)
	}
	if m.reader.FindTyping() {
		return m.reader.UpdateFind(msg)
	}
	return nil
}

// group is the one under the cursor, nil when there is none.
func (m *Model) group() *group { return m.groups.current() }

func (m *Model) groupByID(id string) *group { return m.groups.find(id) }

// thread is the one under the cursor, nil when there is none.
func (m *Model) thread() *thread { return m.threads.current() }

// refresh reads again what is shown.
func (m *Model) refresh() tea.Cmd {
	for _, g := range m.groups.all {
		g.about.read = false
	}
	return m.groups.load()
}

// refilter follows the filter: its words are marked in the posts, too.
func (m *Model) refilter() tea.Cmd {
	m.reader.Find(m.threads.sought())
	m.card.Find(m.threads.sought())
	return m.move(m.threads.relist)
}

// chosenGroup shows the group under the cursor, at once what is known of it.
func (m *Model) chosenGroup() tea.Cmd {
	m.threads.relist()
	m.card.layout()
	return tea.Batch(m.groups.loadThreads(), m.card.load(), m.chosenThread())
}

// onThreads shows the threads of a group, or why they are not there; asked says
// that the group was shown.
func (m *Model) onThreads(g *group, asked bool) tea.Cmd {
	if asked || m.group() == g {
		m.threads.relist()
	}
	_, missing := views.Missing(m.env, g.err)
	switch {
	case !asked && m.group() == g:
		return m.chosenThread()
	case !asked, missing: // the pane says so
		return nil
	case g.err != nil:
		return views.Notice(views.Failure, "The threads of ", g.name, " could not be read: ", g.err)
	}
	if m.reader.next != "" && m.threads.view.Select(m.reader.next) {
		m.reader.next = ""
	}
	return tea.Batch(m.chosenThread(), m.reader.load(), m.groups.loadCounts())
}

// chosenThread shows the thread under the cursor; its posts follow.
func (m *Model) chosenThread() tea.Cmd {
	t := m.thread()
	switch {
	case t == nil:
		m.reader.turn("")
		return nil
	case t.id != m.reader.thread:
		m.reader.turn(t.id)
		return m.reader.load()
	}
	m.reader.layout()
	return nil
}

func (m *Model) onPosts(thread string, posts []*reader.Message, err error) tea.Cmd {
	t := m.thread()
	if t == nil || t.id != thread {
		return nil
	}
	if err != nil {
		m.reader.fail(err)
		return views.Notice(views.Failure, "The posts could not be read: ", err)
	}
	t.count = len(posts)
	for _, p := range posts {
		shown := m.reader.find(p.ID)
		p.Unseen = p.Received.After(m.saved.Seen[t.id]) || shown != nil && shown.Unseen
	}
	for _, d := range m.outbox.waitingIn(t.id) {
		posts = append(posts, m.outbox.waitingPost(d))
	}
	m.threads.relist()
	m.reader.take(posts)
	if m.focus == postFocus {
		return m.seen(t)
	}
	return m.work.After(lookTime, func() tea.Cmd { return m.looked(thread) })
}

// lookTime is how long a thread is on the screen before its posts are seen.
const lookTime = time.Second

// looked marks a thread as seen that has stayed on the screen.
func (m *Model) looked(thread string) tea.Cmd {
	t := m.thread()
	if t == nil || t.id != thread || !m.reader.Visible() || m.card.open {
		return nil
	}
	return m.seen(t)
}

// seen keeps that a thread was looked at; its posts stay marked until another
// thread is shown.
func (m *Model) seen(t *thread) tea.Cmd {
	if !m.unseen(t) {
		return nil
	}
	m.saved.Seen[t.id] = t.at
	m.threads.relist()
	m.groups.view.Reload()
	return m.save()
}

func (m *Model) setFocus(p pane) {
	if p != postFocus {
		m.full.On = false
		m.reader.EndFind()
	}
	m.focus = p
	m.arrangePanes()
}

// Cursor is the text cursor of what is open.
func (m *Model) Cursor() *tea.Cursor {
	if m.threads.typing {
		return tea.NewCursor(m.layout()[threadFocus].X+3+m.threads.cursor, 1)
	}
	c, r := m.reader.Cursor(), m.layout()[postFocus]
	if c != nil {
		c.X, c.Y = c.X+r.X, c.Y+r.Y
	}
	return c
}

var _ interface {
	views.View
	views.Focuser
	views.Reverter
	views.Expirer
	views.Sender
} = (*Model)(nil)

// meant is the post that keys act on: from the list of threads, the newest.
func (m *Model) meant() *reader.Message {
	if m.focus != postFocus && len(m.reader.posts) > 0 {
		return m.reader.posts[len(m.reader.posts)-1]
	}
	return m.reader.current()
}

// customTarget is the post whose custom data can be opened.
func (m *Model) customTarget() (extensions.Item, text.Text, bool) {
	g, t, p := m.group(), m.thread(), m.meant()
	if m.options.Custom == nil || m.dialog.IsOpen() || m.card.open || m.focus == groupFocus || t == nil || p == nil || p.Sending {
		return extensions.Item{}, text.Text{}, false
	}
	return extensions.Item{Kind: extensions.Post, Group: g.id, Thread: t.id, ID: p.ID}, text.Concat(text.Literal("Post of "), p.From.Short()), true
}

// customChanged names the extensions under their post.
func (m *Model) customChanged(item extensions.Item, names []string) {
	if p := m.reader.find(item.ID); p != nil {
		p.Custom = names
	}
	m.reader.layout()
}
