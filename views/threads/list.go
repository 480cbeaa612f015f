package threads

import (
	"fmt"
	"hash/maphash"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/theme"
	"daybook/views"
	"daybook/widget/input"
	"daybook/widget/list"
	"daybook/widget/panes"
	"daybook/widget/row"
	"daybook/widget/text"
)

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

// threadPane is the pane in the middle: the threads of the group under the
// cursor that the filter lets through.
type threadPane struct {
	*shared
	groups  *groupPane
	changed func() tea.Cmd // others are let through

	view   *list.List
	listed []*thread

	filter *input.Line
	typing bool // the filter has the keys
	cursor int  // the text cursor in it
}

func newThreadPane(s *shared, groups *groupPane) *threadPane {
	p := &threadPane{shared: s, groups: groups, filter: input.New(s.env.Theme, text.Literal("filter the threads"))}
	p.view = list.New(threadRows{p}, s.env.Theme)
	return p
}

// current is the thread under the cursor, nil when there is none.
func (p *threadPane) current() *thread {
	g := p.groups.current()
	if g == nil {
		return nil
	}
	return g.thread(p.view.Cursor())
}

// startFilter lets the threads be narrowed to those that have what is typed
// in their topic, their senders or their newest words.
func (p *threadPane) startFilter() {
	p.typing = true
	p.filter.Focus()
	p.filter.SelectAll()
}

// narrowed reports that the filter keeps threads out.
func (p *threadPane) narrowed() bool { return p.filter.Value() != "" }

// Update takes a key or a paste while the filter is typed.
func (p *threadPane) Update(msg tea.Msg) tea.Cmd {
	if press, ok := msg.(tea.KeyPressMsg); ok {
		switch press.String() {
		case "esc":
			return p.endFilter()
		case "enter", "down", "up", "tab":
			p.typing = false
			p.filter.Blur()
			return nil
		}
	}
	before := p.filter.Value()
	cmd := p.filter.Update(msg)
	if p.filter.Value() == before {
		return cmd
	}
	return tea.Batch(cmd, p.changed())
}

// endFilter shows all threads again.
func (p *threadPane) endFilter() tea.Cmd {
	p.typing = false
	p.filter.Blur()
	p.filter.SetValue("")
	return p.changed()
}

// sought is what the filter looks for.
func (p *threadPane) sought() text.Query { return text.NewQuery(strings.Fields(p.filter.Value())...) }

// relist lists the threads of the group that the filter lets through.
func (p *threadPane) relist() {
	p.listed = nil
	if g := p.groups.current(); g != nil {
		p.listed = slices.DeleteFunc(slices.Clone(g.threads), func(t *thread) bool { return p.going(t.id, "") })
	}
	if words := strings.Fields(strings.ToLower(p.filter.Value())); len(words) > 0 {
		p.listed = slices.DeleteFunc(p.listed, func(t *thread) bool {
			all := strings.ToLower(text.Join(text.Literal(" "), append([]text.Text{t.topic, t.preview}, t.senders...)...).String())
			return slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(all, w) })
		})
	}
	p.view.Reload()
}

// View draws the pane under the group's name, or under the filter.
func (p *threadPane) View(r panes.Rect) string {
	return p.head(r.W) + "\n" + p.body(r.W, r.H-1)
}

func (p *threadPane) head(width int) string {
	if p.typing || p.narrowed() {
		th := p.env.Theme
		drawn, at := p.filter.View(max(width-4, 0))
		p.cursor = at
		return text.FitStyled(" "+th.Accent.Render(string(th.Glyphs.Search))+" "+drawn, width)
	}
	name, end := text.Literal("Threads"), text.Text{}
	if g := p.groups.current(); g != nil {
		if name = g.name; g.loaded {
			end = text.Of(len(g.threads))
		}
	}
	return p.heading(name, end, width)
}

func (p *threadPane) body(width, height int) string {
	says := text.Text{}
	switch g := p.groups.current(); {
	case g == nil && p.groups.err != nil:
		says = p.couldNot("groups", p.groups.err)
	case g == nil:
	case len(p.listed) > 0:
		return p.view.View()
	case len(g.threads) > 0:
		says = text.Literal("No thread here has these words. esc shows all.")
	case g.err != nil:
		says = p.couldNot("threads", g.err)
	case !g.loaded:
		says = text.Literal("Loading threads")
	default:
		says = text.Literal("No conversations yet. n begins one.")
	}
	return panes.Message(p.env.Theme, width, height, says)
}

// threadRows are the lines of the threads.
type threadRows struct{ *threadPane }

func (r threadRows) Len() int        { return len(r.listed) }
func (r threadRows) ID(i int) string { return r.listed[i].id }
func (r threadRows) Height(int) int  { return 2 }

func (r threadRows) Version(i int) uint64 {
	t := r.listed[i]
	return maphash.Comparable(seed, struct {
		topic, preview, who text.Text
		date                string
		n                   int
		unseen, locked      bool
	}{t.topic, t.preview, text.Join(text.Literal(", "), t.senders...), views.Date(t.at, r.now()), t.count, r.unseen(t), t.locked})
}

// Row is the topic and date, then the senders, how many posts there are, and
// how the newest begins.
func (r threadRows) Row(i, width int, state theme.RowState) string {
	t, p := r.listed[i], row.For(r.env.Theme, state)
	sign, look := text.Literal(" "), p.Styles.Text
	if r.unseen(t) {
		sign, look = text.Glyph(marks.unread.Sign(p.Glyphs)), p.Styles.Unread
	}
	columns := make([]row.Column, 1, 4)
	columns[0] = row.Column{Text: sign, Style: p.Styles.Accent, Gap: 1}
	if t.locked {
		columns = append(columns, p.Sign(marks.locked))
	}
	p.Bar(state)
	p.Columns(width-2, append(columns, row.Column{Text: t.topic, Style: look, Gap: 1, Fill: true},
		row.Column{Text: text.Clean(views.Date(t.at, r.now())), Style: p.Styles.Muted, Gap: 1})...)
	p.Blank(1)
	p.Newline()
	columns = append(columns[:0], row.Column{Text: text.Join(text.Literal(", "), t.senders...), Style: p.Styles.Muted, Most: max(width/2-4, 0), Gap: 3})
	if t.count > 0 {
		columns = append(columns, row.Column{Text: text.Clean(fmt.Sprint(t.count)), Style: p.Styles.Accent, Gap: 1})
	}
	columns = append(columns, row.Column{Text: t.preview, Style: p.Styles.Faint, Gap: 2, Fill: true})
	if t.files {
		columns = append(columns, p.Sign(marks.attachment))
	}
	p.Bar(state)
	p.Columns(width-2, columns...)
	p.Blank(1)
	return p.String()
}
