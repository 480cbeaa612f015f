package threads

import (
	"context"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views"
	"daybook/views/extensions"
	"daybook/views/reader"
	"daybook/widget/row"
	"daybook/widget/text"
)

// longQuote is how many quoted lines are shown unfolded.
const longQuote = 4

// postPane is the pane at the right: the posts of a thread.
type postPane struct {
	*shared
	*reader.Pane
	chosen func() (*group, *thread) // under the cursors
	read   func(thread string, posts []*reader.Message, err error) tea.Cmd

	whole   int // the width that the pane has with the keys
	thread  string
	posts   []*reader.Message // nil until they are here
	err     error
	next    string // a thread to go to when it is there
	request views.Request
}

func newPostPane(s *shared) postPane {
	return postPane{shared: s, Pane: reader.NewPane(s.env.Theme, reader.Options{Margin: 2, Whole: true})}
}

// newPost makes a post ready to be read in a shape.
func newPost(p model.Post, shape reader.Shape) *reader.Message {
	out := &reader.Message{ID: p.ID, Custom: extensions.Names(p.Extensions), Files: reader.Files(p.Attachments), Open: true, Loaded: true}
	if p.From != nil {
		out.From = text.Address(p.From.EmailAddress.Name, p.From.EmailAddress.Address)
	}
	if p.ReceivedDateTime != nil {
		out.Received = *p.ReceivedDateTime
	}
	out.Bodies[reader.AsText] = reader.Parse(p.Body, shape)
	return out
}

// setSize gives the pane its cells, and the width that it has with the keys.
func (p *postPane) setSize(width, height, whole int) {
	p.SetSize(width, height)
	if p.whole != whole {
		p.whole = whole
		p.layout()
	}
}

// shape is what posts are wrapped for.
func (p *postPane) shape() reader.Shape {
	return reader.ShapeOf(p.env.Theme, p.TextWidth(p.whole))
}

// turn goes to another thread, whose posts are not here yet; "" is none.
func (p *postPane) turn(thread string) {
	p.request.Cancel()
	p.thread, p.posts, p.err, p.At = thread, nil, nil, 0
	p.Show(p.page(), false)
}

// load reads the posts of the thread under the cursor.
func (p *postPane) load() tea.Cmd {
	g, t := p.chosen()
	if t == nil {
		return nil
	}
	service, in, id, shape := p.service, g.id, t.id, p.shape()
	return views.Load(&p.work, &p.request, func(ctx context.Context) ([]*reader.Message, error) {
		list, err := service.Posts(ctx, in, id)
		var posts []*reader.Message
		for _, one := range list {
			posts = append(posts, newPost(one, shape))
		}
		return posts, err
	}, func(posts []*reader.Message, err error) tea.Cmd { return p.read(id, posts, err) })
}

// fail says why the posts could not be read.
func (p *postPane) fail(err error) {
	p.err = err
	p.layout()
}

// take puts posts in the place of those that were shown, and keeps what was
// unfolded and where one was. At first that is the oldest unseen post, else
// the newest.
func (p *postPane) take(fresh []*reader.Message) {
	before := p.posts
	if p.posts, p.err = fresh, nil; fresh == nil {
		p.posts = []*reader.Message{} // they are here: there are none
	}
	switch {
	case before == nil:
		if p.At = slices.IndexFunc(fresh, func(m *reader.Message) bool { return m.Unseen }); p.At < 0 {
			p.At = len(fresh) - 1
		}
	case slices.ContainsFunc(before, onTheWay) && !slices.ContainsFunc(fresh, onTheWay):
		p.At = len(fresh) - 1 // one's own, which has arrived
	}
	reader.Inherit(fresh, before)
	p.clamp()
	p.layout()
	if before == nil {
		p.toCurrent()
	}
}

func onTheWay(m *reader.Message) bool { return m.Sending }

func (p *postPane) clamp() { p.At = max(0, min(p.At, len(p.posts)-1)) }

// add puts a post that waits to go under the others.
func (p *postPane) add(m *reader.Message) {
	p.posts = append(p.posts, m)
	p.At = len(p.posts) - 1
	p.layout()
	p.toCurrent()
}

// drop takes a post off the screen.
func (p *postPane) drop(id string) {
	p.posts = slices.DeleteFunc(p.posts, func(m *reader.Message) bool { return m.ID == id })
	p.clamp()
	p.layout()
}

// find is a post by its id, nil when it is not shown.
func (p *postPane) find(id string) *reader.Message {
	if i := slices.IndexFunc(p.posts, func(m *reader.Message) bool { return m.ID == id }); i >= 0 {
		return p.posts[i]
	}
	return nil
}

// current is the post that keys act on, nil for none.
func (p *postPane) current() *reader.Message {
	if p.At < 0 || p.At >= len(p.posts) {
		return nil
	}
	return p.posts[p.At]
}

// step goes to a later or an earlier post.
func (p *postPane) step(n int) {
	p.At += n
	p.clamp()
	p.toCurrent()
}

// toCurrent scrolls to the current post's head.
func (p *postPane) toCurrent() {
	if p.At > 0 {
		p.ToMessage(p.At)
	} else {
		p.Top() // the topic stands above
	}
}

// edge goes to the first post or the last one.
func (p *postPane) edge(bottom bool) {
	if bottom {
		p.To(p.Len())
		p.At = max(len(p.posts)-1, 0)
		return
	}
	p.Top()
	p.At = 0
}

// toggleQuotes folds or unfolds the long quotations of the current post.
func (p *postPane) toggleQuotes() tea.Cmd { return p.TurnQuotes(p.current(), p.layout) }

// findWords opens the line for words of the posts, quotations too.
func (p *postPane) findWords() {
	for _, m := range p.posts {
		m.Quotes = true
	}
	p.layout()
	p.StartFind()
}

// layout lays the posts out anew.
func (p *postPane) layout() { p.Show(p.page(), true) }

// page is the topic, that the thread is locked if it is, and the posts.
func (p *postPane) page() *reader.Page {
	_, t := p.chosen()
	if t == nil || p.thread == "" {
		return nil
	}
	th := p.env.Theme
	page := reader.NewPage(th, p.shape().Width)
	page.Words(-1, t.topic, th.Title)
	switch {
	case p.err != nil:
		page.Words(-1, text.Of("The posts could not be read: ", p.err, ". ctrl+r tries again."), th.Error)
		return page
	case p.posts == nil:
		page.Line(reader.Words, -1, text.Literal("Loading posts"), th.Muted)
		return page
	case len(p.posts) == 1:
		page.Line(reader.Words, -1, text.Literal("1 post"), th.Muted)
	default:
		page.Line(reader.Words, -1, text.Of(len(p.posts), " posts"), th.Muted)
	}
	if t.locked {
		page.Words(-1, text.Concat(text.Glyph(th.Glyphs.Locked), text.Literal(" Locked: no posts are taken, so r is off. K unlocks it.")), th.Warning)
	}
	for i, m := range p.posts {
		p.post(page, i, m)
	}
	return page
}

func (p *postPane) post(page *reader.Page, i int, m *reader.Message) {
	th := p.env.Theme
	page.Blank(-1)
	date := views.DateTime(m.Received, p.now())
	if m.Sending {
		date = "sending" + string(th.Glyphs.Ellipsis)
	}
	ellipsis, room := text.Glyph(th.Glyphs.Ellipsis), max(page.Width()-text.Width(date)-5, 1)
	who := m.From.Short().Truncate(room, ellipsis)
	for _, w := range m.From.Warnings {
		who = text.Concat(who, text.Literal(" "), text.Glyph(th.Glyphs.Warning), text.Of(" ", w))
	}
	who = who.Truncate(room, ellipsis)
	page.Add(reader.Head, i, who, func(d *row.Painter) {
		rule := page.Width() - who.Width() - text.Width(date) - 2
		if m.Unseen {
			d.Glyph(d.Glyphs.Unread, d.Styles.Accent)
			d.Blank(1)
			rule -= 2
		}
		d.Words(who.String(), d.Styles.Strong)
		d.Blank(1)
		d.Words(strings.Repeat(string(d.Glyphs.Border.Horizontal), max(rule, 0)), d.Styles.Border)
		d.Blank(1)
		d.Words(date, d.Styles.Muted)
	})
	page.Body(i, m, reader.Folding{Long: longQuote, Cut: text.Literal("The rest of the post is too large to show."),
		Full: text.Literal("The post is longer than what is shown.")})
	for _, f := range p.filesOf(m) {
		page.Line(reader.Attached, i, text.Concat(text.Glyph(th.Glyphs.Attachment), text.Literal(" "), f.Name, text.Of("  ", views.Size(f.Size))), th.Accent)
	}
	if len(m.Custom) > 0 {
		page.Line(reader.Words, i, text.Of("{} ", strings.Join(m.Custom, ", ")), th.Muted)
	}
}

// filesOf are the attachments of a post that stay.
func (p *postPane) filesOf(m *reader.Message) []reader.File {
	var out []reader.File
	for _, f := range m.Files {
		if !p.going(p.thread, f.ID) {
			out = append(out, f)
		}
	}
	return out
}

// chooseFile offers what can be done with what the current post carries.
func (m *Model) chooseFile(int) tea.Cmd {
	post := m.reader.current()
	if post == nil || len(m.reader.filesOf(post)) == 0 {
		return views.Notice(views.Info, "This post has no attachments.")
	}
	service, group, thread, id := m.service, m.group().id, m.reader.thread, post.ID
	return m.parts.Choose(id, m.reader.filesOf(post), func(ctx context.Context, f reader.File) ([]byte, error) {
		return service.Attachment(ctx, group, thread, id, f.ID)
	}, func(f reader.File) tea.Cmd {
		return m.askRemove(change{Group: group, Thread: thread, Post: id, File: f.ID, Name: f.Name.String()},
			"It is taken off the post for everybody.")
	})
}
