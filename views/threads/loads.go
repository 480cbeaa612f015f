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
	"daybook/views/custom"
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
	out := &post{id: p.ID, custom: custom.Names(p.Extensions)}
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
	service := m.service
	ctx, generation := m.groupsAsked.Start(context.Background())
	return func() tea.Msg {
		ctx, cancel := limited(ctx)
		defer cancel()
		list, err := service.Groups(ctx)
		return groupsLoaded{generation: generation, groups: list, err: err}
	}
}

func (m *Model) tookGroups(msg groupsLoaded) tea.Cmd {
	if !m.groupsAsked.Current(msg.generation) {
		return nil
	}
	m.loaded, m.groupsErr = msg.err == nil || m.loaded, msg.err
	if _, missing := views.Missing(msg.err, ""); missing {
		return nil // the pane says so
	}
	if msg.err != nil {
		return say(views.Failure, "The groups could not be read: ", msg.err)
	}
	var fresh []*group
	for _, g := range msg.groups {
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
	service, id := m.service, g.id
	ctx, generation := m.threadsAsked.Start(context.Background())
	return func() tea.Msg {
		ctx, cancel := limited(ctx)
		defer cancel()
		list, err := service.Threads(ctx, id)
		return threadsLoaded{generation: generation, group: id, threads: list, err: err}
	}
}

func (m *Model) tookThreads(msg threadsLoaded) tea.Cmd {
	g := m.groupByID(msg.group)
	if !m.threadsAsked.Current(msg.generation) || g == nil {
		return nil
	}
	if g.err = msg.err; msg.err != nil {
		m.relist()
		return say(views.Failure, "The threads of ", g.name, " could not be read: ", msg.err)
	}
	g.take(msg.threads)
	m.relist()
	m.groupList.Reload()
	if m.reader.next != "" && m.list.Select(m.reader.next) {
		m.reader.next = ""
	}
	return tea.Batch(m.chosenThread(), m.loadPosts(), m.loadCounts())
}

func (g *group) take(list []model.ConversationThread) {
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
	service, id := m.service, m.groups[i].id
	ctx, generation := m.countsAsked.Start(context.Background())
	return func() tea.Msg {
		ctx, cancel := limited(ctx)
		defer cancel()
		list, err := service.Threads(ctx, id)
		return countsLoaded{generation: generation, group: id, threads: list, err: err}
	}
}

func (m *Model) tookCounts(msg countsLoaded) tea.Cmd {
	g := m.groupByID(msg.group)
	if !m.countsAsked.Current(msg.generation) || g == nil {
		return nil
	}
	if g.err = msg.err; msg.err == nil && !g.loaded {
		g.take(msg.threads)
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
	ctx, generation := m.postsAsked.Start(context.Background())
	return func() tea.Msg {
		ctx, cancel := limited(ctx)
		defer cancel()
		list, err := service.Posts(ctx, in, id)
		var posts []*post
		for _, p := range list {
			posts = append(posts, newPost(p))
		}
		return postsLoaded{generation: generation, thread: id, posts: posts, err: err}
	}
}

// lookTime is how long a thread is on the screen before its posts are seen.
const lookTime = time.Second

func (m *Model) tookPosts(msg postsLoaded) tea.Cmd {
	t := m.thread()
	if !m.postsAsked.Current(msg.generation) || t == nil || t.id != msg.thread {
		return nil
	}
	if msg.err != nil {
		m.reader.err = msg.err
		m.layReader(true)
		return say(views.Failure, "The posts could not be read: ", msg.err)
	}
	t.count = len(msg.posts)
	seen := m.kept.Seen[t.id]
	for _, p := range msg.posts {
		p.unseen = p.at.After(seen) || m.reader.wasUnseen(p.id)
	}
	again := m.reader.posts != nil
	for _, d := range m.waitingIn(t.id) {
		msg.posts = append(msg.posts, m.waitingPost(d))
	}
	m.reader.take(msg.posts)
	m.relist()
	m.layReader(again)
	if !again {
		m.toCurrent()
	}
	if m.focus == postFocus {
		return m.seen(t)
	}
	return m.later(lookTime, lookedAt{thread: msg.thread})
}

// looked marks a thread as seen that has stayed on the screen.
func (m *Model) looked(msg lookedAt) tea.Cmd {
	t := m.thread()
	if t == nil || t.id != msg.thread || m.layout().posts.w == 0 || m.card {
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
