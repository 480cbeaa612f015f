package threads

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views"
	"daybook/views/extensions"
	"daybook/widget/htmltext"
	"daybook/widget/text"
)

// group is a group as it is shown.
type group struct {
	model.Group
	id      string
	name    text.Text
	threads []*thread
	loaded  bool // its threads have been read
	err     error
	about   about
}

func (g *group) thread(id string) *thread {
	i := slices.IndexFunc(g.threads, func(t *thread) bool { return t.id == id })
	if i < 0 {
		return nil
	}
	return g.threads[i]
}

// thread is a thread as it is shown.
type thread struct {
	id             string
	topic, preview text.Text
	senders        []text.Text
	at             time.Time // of its newest post
	count          int       // of posts, 0 when the service did not say
	files, locked  bool
}

func newThread(t model.ConversationThread) *thread {
	out := &thread{id: t.ID, topic: text.Clean(t.Topic), preview: text.Clean(t.Preview), count: len(t.Posts), files: t.HasAttachments, locked: t.IsLocked}
	if out.topic.Empty() {
		out.topic = text.Literal("(no topic)")
	}
	for _, s := range t.UniqueSenders {
		out.senders = append(out.senders, text.Clean(s))
	}
	if t.LastDeliveredDateTime != nil {
		out.at = *t.LastDeliveredDateTime
	}
	return out
}

// post is a post ready to be read.
type post struct {
	id       string
	from     text.Addressed
	at       time.Time
	document *htmltext.Document
	cut      bool // the client did not read all of it
	files    []file
	custom   []string // the names of its extensions
	unseen   bool
	quotes   bool // long quotations are unfolded
	sending  bool // on its way to the service
}

// file is an attachment.
type file struct {
	id, raw string // raw is the name as it was sent
	name    text.Text
	size    int
}

func newPost(p model.Post) *post {
	out := &post{id: p.ID, custom: extensions.Names(p.Extensions)}
	if p.From != nil {
		out.from = text.Address(p.From.EmailAddress.Name, p.From.EmailAddress.Address)
	}
	if p.ReceivedDateTime != nil {
		out.at = *p.ReceivedDateTime
	}
	out.document = htmltext.Plain("")
	if p.Body != nil {
		var content string // the mark would be lost in what HTML does not show, a style or a comment
		if content, out.cut = strings.CutSuffix(p.Body.Content, model.TooLarge); strings.EqualFold(p.Body.ContentType, "html") {
			out.document = htmltext.HTML(content)
		} else {
			out.document = htmltext.Plain(content)
		}
	}
	for _, a := range p.Attachments {
		if !a.IsInline {
			out.files = append(out.files, file{a.ID, a.Name, text.Clean(a.Name), a.Size})
		}
	}
	return out
}

func (m *Model) loadGroups() tea.Cmd {
	return views.Load(&m.work, &m.groupsAsked, m.service.Groups, m.onGroups)
}

func (m *Model) onGroups(groups []model.Group, err error) tea.Cmd {
	m.loaded, m.groupsErr = err == nil || m.loaded, err
	if _, missing := views.Missing(m.env, err); missing {
		return nil // the pane says so
	}
	if err != nil {
		return say(views.Failure, "The groups could not be read: ", err)
	}
	var fresh []*group
	for _, g := range groups {
		shown := m.groupByID(g.ID)
		if shown == nil {
			shown = &group{id: g.ID}
		}
		shown.Group, shown.name = g, text.Clean(g.DisplayName)
		fresh = append(fresh, shown)
	}
	m.groups = fresh
	m.groupList.Reload()
	return m.chosenGroup()
}

// refresh reads again what is shown.
func (m *Model) refresh() tea.Cmd {
	for _, g := range m.groups {
		g.about.read = false
	}
	return m.loadGroups()
}

// chosenGroup shows the group under the cursor, at once what is known of it.
func (m *Model) chosenGroup() tea.Cmd {
	m.relist()
	return tea.Batch(m.loadThreads(), m.loadAbout(), m.chosenThread())
}

func (m *Model) loadThreads() tea.Cmd {
	g := m.group()
	if g == nil {
		return nil
	}
	return m.readThreads(&m.threadsAsked, g.id, m.onThreads)
}

// readThreads asks for the threads of a group, which is the one then is given
// if it is still there.
func (m *Model) readThreads(slot *views.Request, id string, then func(*group, []model.ConversationThread, error) tea.Cmd) tea.Cmd {
	service := m.service
	return views.Load(&m.work, slot, func(ctx context.Context) ([]model.ConversationThread, error) { return service.Threads(ctx, id) },
		func(list []model.ConversationThread, err error) tea.Cmd {
			if g := m.groupByID(id); g != nil {
				return then(g, list, err)
			}
			return nil
		})
}

func (m *Model) onThreads(g *group, list []model.ConversationThread, err error) tea.Cmd {
	if g.err = err; err != nil {
		m.relist()
		if _, missing := views.Missing(m.env, err); missing {
			return nil // the pane says so
		}
		return say(views.Failure, "The threads of ", g.name, " could not be read: ", err)
	}
	g.fill(list)
	m.relist()
	m.groupList.Reload()
	if m.reader.next != "" && m.list.Select(m.reader.next) {
		m.reader.next = ""
	}
	return tea.Batch(m.chosenThread(), m.loadPosts(), m.loadCounts())
}

// fill gives the group its threads, the newest first.
func (g *group) fill(list []model.ConversationThread) {
	g.threads, g.loaded = nil, true
	for _, t := range list {
		g.threads = append(g.threads, newThread(t))
	}
	slices.SortStableFunc(g.threads, func(a, b *thread) int { return b.at.Compare(a.at) })
}

// loadCounts reads the threads of the groups that are not shown, one group
// after another, so that each can say what is unseen in it.
func (m *Model) loadCounts() tea.Cmd {
	i := slices.IndexFunc(m.groups, func(g *group) bool { return !g.loaded && g.err == nil })
	if i < 0 || m.countsAsked.Busy() {
		return nil
	}
	return m.readThreads(&m.countsAsked, m.groups[i].id, m.onCounts)
}

func (m *Model) onCounts(g *group, list []model.ConversationThread, err error) tea.Cmd {
	if g.err = err; err == nil && !g.loaded {
		g.fill(list)
	}
	m.groupList.Reload()
	if m.group() == g {
		m.relist()
		return tea.Batch(m.chosenThread(), m.loadCounts())
	}
	return m.loadCounts()
}

// chosenThread shows the thread under the cursor; its posts follow.
func (m *Model) chosenThread() tea.Cmd {
	t := m.thread()
	switch {
	case t == nil:
		m.postsAsked.Cancel()
		m.reader.show("", nil)
	case t.id != m.reader.thread:
		m.reader.show(t.id, nil)
		m.layReader(false)
		return m.loadPosts()
	}
	m.layReader(true)
	return nil
}

func (m *Model) loadPosts() tea.Cmd {
	g, t := m.group(), m.thread()
	if t == nil {
		return nil
	}
	service, in, id := m.service, g.id, t.id
	return views.Load(&m.work, &m.postsAsked, func(ctx context.Context) ([]*post, error) {
		list, err := service.Posts(ctx, in, id)
		var posts []*post
		for _, p := range list {
			posts = append(posts, newPost(p))
		}
		return posts, err
	}, func(posts []*post, err error) tea.Cmd { return m.onPosts(id, posts, err) })
}

// lookTime is how long a thread is on the screen before its posts are seen.
const lookTime = time.Second

func (m *Model) onPosts(thread string, posts []*post, err error) tea.Cmd {
	t := m.thread()
	if t == nil || t.id != thread {
		return nil
	}
	if err != nil {
		m.reader.err = err
		m.layReader(true)
		return say(views.Failure, "The posts could not be read: ", err)
	}
	t.count = len(posts)
	seen := m.kept.Seen[t.id]
	for _, p := range posts {
		p.unseen = p.at.After(seen) || m.reader.wasUnseen(p.id)
	}
	again := m.reader.posts != nil
	for _, d := range m.waitingIn(t.id) {
		posts = append(posts, m.waitingPost(d))
	}
	m.reader.take(posts)
	m.relist()
	m.layReader(again)
	if !again {
		m.toCurrent()
	}
	if m.focus == postFocus {
		return m.seen(t)
	}
	return m.work.After(lookTime, func() tea.Cmd { return m.looked(thread) })
}

// looked marks a thread as seen that has stayed on the screen.
func (m *Model) looked(thread string) tea.Cmd {
	t := m.thread()
	if t == nil || t.id != thread || m.layout().posts.w == 0 || m.card {
		return nil
	}
	return m.seen(t)
}

// seen keeps that a thread was looked at; its posts stay marked until another
// thread is shown.
func (m *Model) seen(t *thread) tea.Cmd {
	if !t.at.After(m.kept.Seen[t.id]) {
		return nil
	}
	m.kept.Seen[t.id] = t.at
	m.relist()
	m.groupList.Reload()
	return m.keep()
}

func (m *Model) unseen(t *thread) bool { return t.at.After(m.kept.Seen[t.id]) }

// joined makes clean text of words, names and errors.
func joined(words ...any) text.Text {
	s := ""
	for _, w := range words {
		s += fmt.Sprint(w)
	}
	return text.Clean(s)
}
