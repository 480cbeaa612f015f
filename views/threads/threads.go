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
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/theme"
	"daybook/views"
	"daybook/views/edit"
	"daybook/views/extensions"
	"daybook/views/persist"
	"daybook/widget/dialog"
	"daybook/widget/input"
	"daybook/widget/list"
	"daybook/widget/pager"
	"daybook/widget/picture"
	"daybook/widget/text"
)

// Options are the person's settings.
type Options struct {
	Me        model.EmailAddress // who posts
	Downloads string             // the folder attachments are saved to
	Moment    time.Duration      // in which a post can be taken back; 0 sends it at once
	Custom    extensions.Service // custom data; nil for none
}

// pane is a part of the screen that can have the keys.
type pane int

const (
	groupFocus pane = iota
	threadFocus
	postFocus
)

// Model is the screen. Make it with New.
type Model struct {
	env     views.Env
	service Service
	options Options
	actions []views.Action

	width, height int
	focus         pane

	groups    []*group
	groupsErr error
	loaded    bool // the groups have been read
	groupList *list.List
	list      *list.List
	listed    []*thread // those of the group that the filter lets through

	filter       *input.Line
	filtering    bool // the filter has the keys
	filterCursor int

	reader   reader
	card     bool // the group's card stands where the posts are
	cardAt   int  // the link of the card that enter opens
	faces    *picture.Cache
	kept     keeper
	restored bool                     // what was kept has been read
	document persist.Document[keeper] // where kept is

	drawn  theme.Theme // the theme that rows and lines were drawn in
	letter *letter
	dialog dialog.Slot
	custom *extensions.Panel

	edits *edit.Edits[change]

	work                                                           views.Work
	groupsAsked, threadsAsked, countsAsked, postsAsked, aboutAsked views.Request
}

// New makes the screen. Nothing is read before Init.
func New(env views.Env, service Service, options Options) *Model {
	m := &Model{env: env, service: service, options: options, drawn: *env.Theme}
	m.work = views.Work{Screen: views.Groups, Random: env.Random}
	m.edits = edit.New(env, edit.Options[change]{Work: &m.work, Name: "threads", Show: m.show,
		Tell: edit.Each(func(ctx context.Context, c change) (change, error) { return c, perform(ctx, service, c) })})
	m.groupList = list.New(groupRows{m}, env.Theme)
	m.list = list.New(threadRows{m}, env.Theme)
	m.faces = picture.NewCache(facesKept)
	m.reader = reader{pager: pager.New(env.Theme)}
	m.filter = input.New(env.Theme, text.Literal("filter the threads"))
	m.kept.init()
	m.document.Name = keptDocument
	m.custom = extensions.New(env, options.Custom, extensions.Options{Screen: views.Groups, Changed: m.customChanged})
	m.actions = m.allActions()
	m.setFocus(threadFocus)
	return m
}

// Init reads what was kept, and then the groups.
func (m *Model) Init() tea.Cmd { return m.loadKept() }

// Focus is called when the screen is shown.
func (m *Model) Focus() tea.Cmd {
	if !m.loaded {
		return nil
	}
	return m.refresh()
}

// Blur is called when another screen is shown.
func (m *Model) Blur() {}

// SetSize implements views.View.
func (m *Model) SetSize(width, height int) {
	m.width, m.height = width, height
	m.arrangePanes()
}

// Actions implements views.View.
func (m *Model) Actions() []views.Action { return m.actions }

// Capturing implements views.View.
func (m *Model) Capturing() bool {
	if m.custom.Open() {
		return m.custom.Capturing()
	}
	return m.letter != nil || m.dialog.IsOpen() || m.filtering
}

// Status implements views.View.
func (m *Model) Status() views.Status {
	if m.custom.Open() {
		return m.custom.Status()
	}
	s := views.Status{Progress: -1, Hints: []string{"rights", "reply", "forward", "lock", "attachments", "new"}}
	switch {
	case m.letter != nil:
		s.Hints = nil
	case m.card:
		s.Hints = []string{"open", "about", "new"}
	case m.focus != groupFocus && m.thread() != nil && m.thread().locked:
		s.Hints = s.Hints[1:] // nothing can be posted
	case m.focus == groupFocus:
		s.Hints = []string{"open", "about", "new"}
	}
	s.Busy = m.groupsAsked.Busy() || m.threadsAsked.Busy() || m.postsAsked.Busy()
	if n := len(m.kept.Outbox); n > 0 {
		s.Text = joined(n, " on the way").String()
	} else if g := m.group(); g != nil {
		s.Text = g.name.String()
	}
	return s
}

// Update takes what comes back, and what no action claimed.
func (m *Model) Update(msg tea.Msg) tea.Cmd {
	if cmd, mine := m.custom.Update(msg); mine {
		return cmd
	}
	switch msg := msg.(type) {
	case views.Result:
		return msg.Apply()
	case views.Refreshed:
		if m.loaded {
			return m.refresh()
		}
		return m.loadGroups()
	case tea.KeyPressMsg, tea.PasteMsg:
		return m.typed(msg)
	case tea.MouseMsg:
		return m.mouse(msg)
	}
	return nil
}

func (m *Model) typed(msg tea.Msg) tea.Cmd {
	switch {
	case m.dialog.IsOpen():
		return m.dialog.Update(msg)
	case m.letter != nil:
		return m.typeLetter(msg)
	case m.filtering:
		return m.typeFilter(msg)
	}
	return nil
}

// group is the one under the cursor, nil when there is none.
func (m *Model) group() *group { return m.groupByID(m.groupList.Cursor()) }

func (m *Model) groupByID(id string) *group {
	i := slices.IndexFunc(m.groups, func(g *group) bool { return g.id == id })
	if i < 0 {
		return nil
	}
	return m.groups[i]
}

// thread is the one under the cursor, nil when there is none.
func (m *Model) thread() *thread {
	g := m.group()
	if g == nil {
		return nil
	}
	return g.thread(m.list.Cursor())
}

func (m *Model) setFocus(p pane) {
	m.focus = p
	m.arrangePanes()
}

func (m *Model) now() time.Time { return m.env.Now().In(m.env.Zone()) }

func say(level views.Level, words ...any) tea.Cmd {
	return views.Send(views.Notify{Text: joined(words...), Level: level})
}

// Cursor is the text cursor of what is open.
func (m *Model) Cursor() *tea.Cursor {
	switch {
	case m.custom.Open():
		return m.custom.Cursor()
	case m.dialog.IsOpen():
		return m.dialog.Cursor()
	case m.letter != nil:
		if x, y, ok := m.letter.form.Cursor(); ok {
			return tea.NewCursor(m.letter.x+x, m.letter.y+y)
		}
	case m.filtering:
		return tea.NewCursor(m.layout().threads.x+3+m.filterCursor, 1)
	}
	return nil
}

var _ interface {
	views.View
	views.Focuser
	views.Reverter
	views.Expirer
	views.Sender
} = (*Model)(nil)

// ellipsis ends what is cut.
func (m *Model) ellipsis() text.Text { return text.Glyph(m.env.Theme.Glyphs.Ellipsis) }
