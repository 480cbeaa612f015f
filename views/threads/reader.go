package threads

import (
	"fmt"
	"slices"
	"strings"

	"daybook/theme"
	"daybook/widget/htmltext"
	"daybook/widget/pager"
	"daybook/widget/text"
)

// longQuote is how many quoted lines are shown unfolded.
const longQuote = 4

// reader is the pane at the right: the posts of a thread.
type reader struct {
	pager  *pager.Pager
	thread string
	posts  []*post // nil until they are here
	err    error
	at     int    // the post that keys act on
	next   string // a thread to go to when it is there
	lines  lines
}

// show turns to another thread, whose posts are not here yet.
func (r *reader) show(thread string, posts []*post) {
	r.thread, r.posts, r.err, r.at = thread, posts, nil, 0
}

func (r *reader) wasUnseen(id string) bool {
	return slices.ContainsFunc(r.posts, func(p *post) bool { return p.id == id && p.unseen })
}

// take puts posts in the place of those that were shown, and keeps what was
// unfolded and where one was. At first that is the oldest unseen post, else
// the newest.
func (r *reader) take(fresh []*post) {
	before := r.posts
	r.posts, r.err = fresh, nil
	if r.posts == nil {
		r.posts = []*post{}
	}
	if before == nil {
		r.at = slices.IndexFunc(fresh, func(p *post) bool { return p.unseen })
		if r.at < 0 {
			r.at = len(fresh) - 1
		}
	} else if slices.ContainsFunc(before, onTheWay) && !slices.ContainsFunc(fresh, onTheWay) {
		r.at = len(fresh) - 1 // one's own, which has arrived
	}
	for _, p := range fresh {
		for _, old := range before {
			if old.id == p.id {
				p.quotes = old.quotes
			}
		}
	}
	r.at = max(0, min(r.at, len(fresh)-1))
}

func onTheWay(p *post) bool { return p.sending }

func (r *reader) current() *post {
	if r.at < 0 || r.at >= len(r.posts) {
		return nil
	}
	return r.posts[r.at]
}

// line is one line of the conversation.
type line struct {
	post   int // -1 above the posts
	link   int // of the card, counted from 1
	text   text.Text
	drawn  string         // when it is not of a body
	body   *htmltext.Line // when it is
	styles *theme.Styles  // for body
}

// lines is the pager's source.
type lines []line

// Len implements pager.Source.
func (l lines) Len() int { return len(l) }

// Text implements pager.Source.
func (l lines) Text(i int) text.Text { return l[i].text }

// Draw implements pager.Source.
func (l lines) Draw(i int, found []text.Range, current int) string {
	if l[i].body != nil {
		return l[i].drawn + l[i].body.Draw(l[i].styles, found, current)
	}
	return l[i].drawn
}

// layReader lays the posts, or the group's card, out for the pane's width.
func (m *Model) layReader(same bool) {
	width := max(m.layout().posts.w-4, 10) // a bar, a blank, the scrollbar
	b := conversation{Model: m, width: width}
	if m.card {
		b.group()
	} else {
		b.posts()
	}
	m.reader.lines = b.lines
	if same {
		m.reader.pager.Rewrap(m.reader.lines)
	} else {
		m.reader.pager.SetSource(m.reader.lines)
	}
	m.reader.pager.Search(m.sought())
}

// toCurrent scrolls to the current post's head.
func (m *Model) toCurrent() {
	i := slices.IndexFunc(m.reader.lines, func(l line) bool { return l.post == m.reader.at })
	if m.reader.at == 0 {
		i = 0 // the topic stands above
	}
	m.reader.pager.ScrollTo(max(i, 0))
}

// conversation builds the lines.
type conversation struct {
	*Model
	width int
	lines lines
}

func (c *conversation) add(post int, t text.Text, look theme.Style) {
	c.lines = append(c.lines, line{post: post, text: t, drawn: c.edge(post) + look.Render(t.String())})
}

func (c *conversation) wrap(post int, t text.Text, look theme.Style) {
	for _, part := range t.Wrap(c.width) {
		c.add(post, part, look)
	}
}

// edge is the two cells before a line: the bar beside the current post.
func (c *conversation) edge(post int) string {
	if post >= 0 && post == c.reader.at && c.focus == postFocus {
		return c.env.Theme.Bar.Render(string(c.env.Theme.Glyphs.Bar)) + " "
	}
	return "  "
}

// posts is the topic, that the thread is locked if it is, and the posts.
func (c *conversation) posts() {
	t, th := c.thread(), c.env.Theme
	if t == nil {
		return
	}
	c.wrap(-1, t.topic, th.Title)
	switch n := len(c.reader.posts); {
	case c.reader.err != nil:
		c.wrap(-1, joined("The posts could not be read: ", c.reader.err, ". ctrl+r tries again."), th.Error)
		return
	case c.reader.posts == nil:
		c.add(-1, text.Literal("Loading posts"), th.Muted)
		return
	case n == 1:
		c.add(-1, text.Literal("1 post"), th.Muted)
	default:
		c.add(-1, joined(n, " posts"), th.Muted)
	}
	if t.locked {
		c.wrap(-1, text.Concat(text.Glyph(th.Glyphs.Locked), text.Literal(" Locked: no posts are taken, so r is off. K unlocks it.")), th.Warning)
	}
	for i, p := range c.reader.posts {
		c.post(i, p)
	}
}

func (c *conversation) post(i int, p *post) {
	th := c.env.Theme
	c.add(-1, text.Text{}, th.Text)
	date := full(p.at, c.now())
	if p.sending {
		date = "sending" + string(th.Glyphs.Ellipsis)
	}
	mark := ""
	if p.unseen {
		mark = th.Accent.Render(string(th.Glyphs.Unread) + " ")
	}
	who := p.from.Short().Truncate(max(c.width-text.Width(date)-5, 1), c.ellipsis())
	for _, w := range p.from.Warnings {
		who = text.Concat(who, text.Literal(" "), text.Glyph(th.Glyphs.Warning), joined(" ", w))
	}
	who = who.Truncate(max(c.width-text.Width(date)-5, 1), c.ellipsis())
	left := mark + th.Strong.Render(who.String()) + " "
	rule := max(c.width-text.Width(left)-text.Width(date)-1, 0)
	c.lines = append(c.lines, line{post: i, text: who, drawn: c.edge(i) + left +
		th.Border.Render(strings.Repeat(string(th.Glyphs.Border.Horizontal), rule)) + " " + th.Muted.Render(date)})
	c.body(i, p)
	for _, f := range c.filesOf(p) {
		c.add(i, text.Concat(text.Glyph(th.Glyphs.Attachment), text.Literal(" "), f.name, joined("  ", size(f.size))).Truncate(c.width, c.ellipsis()), th.Accent)
	}
	if len(p.custom) > 0 {
		c.add(i, joined("{} ", strings.Join(p.custom, ", ")).Truncate(c.width, c.ellipsis()), th.Muted)
	}
}

// body is the lines of a post, long quotations folded.
func (c *conversation) body(i int, p *post) {
	th := c.env.Theme
	page := p.document.Wrap(c.width, th.Glyphs)
	for at := 0; at < len(page.Lines); {
		end := at
		for end < len(page.Lines) && page.Lines[end].Quote > 0 {
			end++
		}
		if end-at > longQuote && !p.quotes {
			c.add(i, text.Concat(text.Glyph(th.Glyphs.Collapsed), joined(" ", end-at, " quoted lines")), th.QuoteLevel(1))
			at = end
		}
		for ; at < end; at++ {
			c.bodyLine(i, &page.Lines[at])
		}
		if at < len(page.Lines) {
			c.bodyLine(i, &page.Lines[at])
			at++
		}
	}
	switch {
	case p.cut:
		c.wrap(i, text.Literal("The rest of the post is too large to show."), th.Warning)
	case page.Truncated:
		c.wrap(i, text.Literal("The post is longer than what is shown."), th.Warning)
	}
}

func (c *conversation) bodyLine(i int, l *htmltext.Line) {
	th := c.env.Theme
	c.lines = append(c.lines, line{post: i, text: l.Text, drawn: c.edge(i), body: l, styles: &th.Styles})
}

// size is a number of bytes for people.
func size(n int) string {
	switch {
	case n >= 1<<20:
		return fmt.Sprintf("%.1f MB", float64(n)/(1<<20))
	case n >= 1000:
		return fmt.Sprintf("%d kB", (n+500)/1000)
	}
	return fmt.Sprintf("%d B", n)
}
