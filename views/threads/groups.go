package threads

import (
	"context"
	"fmt"
	"hash/maphash"
	"slices"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/theme"
	"daybook/views"
	"daybook/widget/list"
	"daybook/widget/panes"
	"daybook/widget/row"
	"daybook/widget/text"
)

// seed makes the versions of rows; they live as long as the process.
var seed = maphash.MakeSeed()

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

// fill gives the group its threads, the newest first.
func (g *group) fill(list []model.ConversationThread) {
	g.threads, g.loaded = nil, true
	for _, t := range list {
		g.threads = append(g.threads, newThread(t))
	}
	slices.SortStableFunc(g.threads, func(a, b *thread) int { return b.at.Compare(a.at) })
}

// remove takes a thread off that was deleted.
func (g *group) remove(id string) {
	g.threads = slices.DeleteFunc(slices.Clone(g.threads), func(t *thread) bool { return t.id == id })
}

// groupPane is the pane at the left: the groups, and what is known of each.
type groupPane struct {
	*shared
	chosen func() tea.Cmd                     // another group may be under the cursor
	filled func(g *group, asked bool) tea.Cmd // its threads are here, or why not; asked for because it is shown

	all    []*group
	err    error
	loaded bool // the groups have been read
	view   *list.List

	request, threads, counts views.Request
}

func newGroupPane(s *shared) *groupPane {
	p := &groupPane{shared: s}
	p.view = list.New(groupRows{p}, s.env.Theme)
	return p
}

// current is the group under the cursor, nil when there is none.
func (p *groupPane) current() *group { return p.find(p.view.Cursor()) }

func (p *groupPane) find(id string) *group {
	i := slices.IndexFunc(p.all, func(g *group) bool { return g.id == id })
	if i < 0 {
		return nil
	}
	return p.all[i]
}

func (p *groupPane) load() tea.Cmd {
	return views.Load(&p.work, &p.request, p.service.Groups, p.onGroups)
}

func (p *groupPane) onGroups(groups []model.Group, err error) tea.Cmd {
	p.loaded, p.err = err == nil || p.loaded, err
	if _, missing := views.Missing(p.env, err); missing {
		return nil // the pane says so
	}
	if err != nil {
		return views.Notice(views.Failure, "The groups could not be read: ", err)
	}
	var fresh []*group
	for _, g := range groups {
		shown := p.find(g.ID)
		if shown == nil {
			shown = &group{id: g.ID}
		}
		shown.Group, shown.name = g, text.Clean(g.DisplayName)
		fresh = append(fresh, shown)
	}
	p.all = fresh
	p.view.Reload()
	return p.chosen()
}

// loadThreads reads the threads of the group under the cursor.
func (p *groupPane) loadThreads() tea.Cmd {
	g := p.current()
	if g == nil {
		return nil
	}
	return p.read(&p.threads, g.id, func(g *group, list []model.ConversationThread, err error) tea.Cmd {
		if g.err = err; err == nil {
			g.fill(list)
			p.view.Reload()
		}
		return p.filled(g, true)
	})
}

// loadCounts reads the threads of the groups that are not shown, one group
// after another, so that each can say what is unseen in it.
func (p *groupPane) loadCounts() tea.Cmd {
	i := slices.IndexFunc(p.all, func(g *group) bool { return !g.loaded && g.err == nil })
	if i < 0 || p.counts.Busy() {
		return nil
	}
	return p.read(&p.counts, p.all[i].id, func(g *group, list []model.ConversationThread, err error) tea.Cmd {
		if g.err = err; err == nil && !g.loaded {
			g.fill(list)
		}
		p.view.Reload()
		return tea.Batch(p.filled(g, false), p.loadCounts())
	})
}

// read asks for the threads of a group, which is the one then is given if it is
// still there.
func (p *groupPane) read(slot *views.Request, id string, then func(*group, []model.ConversationThread, error) tea.Cmd) tea.Cmd {
	service := p.service
	return views.Load(&p.work, slot, func(ctx context.Context) ([]model.ConversationThread, error) { return service.Threads(ctx, id) },
		func(list []model.ConversationThread, err error) tea.Cmd {
			if g := p.find(id); g != nil {
				return then(g, list, err)
			}
			return nil
		})
}

// View draws the pane.
func (p *groupPane) View(r panes.Rect) string {
	return p.heading(text.Literal("Groups"), text.Text{}, r.W) + "\n" + p.body(r.W, r.H-1)
}

func (p *groupPane) body(width, height int) string {
	switch {
	case len(p.all) > 0:
		return p.view.View()
	case p.err != nil:
		says := p.couldNot("groups", p.err)
		if _, missing := views.Missing(p.env, p.err); missing && width < column { // beside the threads, where there is room to say why
			says = text.Literal("Not permitted")
		}
		return panes.Message(p.env.Theme, width, height, says)
	case !p.loaded:
		return panes.Message(p.env.Theme, width, height, text.Literal("Loading groups"))
	}
	return panes.Message(p.env.Theme, width, height, text.Literal("You are in no group."))
}

// column is from where on a pane has room for a sentence.
const column = 30

// groupRows are the lines of the groups.
type groupRows struct{ *groupPane }

func (r groupRows) Len() int        { return len(r.all) }
func (r groupRows) ID(i int) string { return r.all[i].id }
func (r groupRows) Height(int) int  { return 1 }

func (r groupRows) Version(i int) uint64 {
	g := r.all[i]
	return maphash.Comparable(seed, struct {
		name text.Text
		n    int
		err  bool
	}{g.name, r.unseenIn(g), g.err != nil})
}

func (p *groupPane) unseenIn(g *group) int {
	n := 0
	for _, t := range g.threads {
		if p.unseen(t) {
			n++
		}
	}
	return n
}

func (r groupRows) Row(i, width int, state theme.RowState) string {
	g, p := r.all[i], row.For(r.env.Theme, state)
	name, end := row.Column{Text: g.name, Style: p.Styles.Text, Gap: 1, Fill: true}, row.Column{Style: p.Styles.Accent, Gap: 1, Own: true}
	switch n := r.unseenIn(g); {
	case g.err != nil:
		end.Text = text.Glyph(p.Glyphs.Warning)
	case n > 0:
		end.Text, name.Style = text.Clean(fmt.Sprint(n)), p.Styles.Unread
	}
	p.Bar(state)
	p.Columns(width-2, name, end)
	p.Blank(1)
	return p.String()
}
