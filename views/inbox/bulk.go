package inbox

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"daybook/views"
	"daybook/views/inbox/query"
	"daybook/views/inbox/rows"
)

// collectPage is how many messages are collected at a time.
const collectPage = 500

// collecting is the search for all messages of a selection, loaded or not.
type collecting struct {
	request views.Request
	what    Query
	edge    *rows.List // where the next page begins
	count   int
	total   int
}

type collected struct {
	own
	generation int
	found      []*rows.Message
	more       bool
	err        error
}

// markAll marks everything that the list would show, loaded or not; again, it
// takes the marks off.
func (m *Model) markAll() tea.Cmd {
	l := m.list.rows
	if l.MarkCount() > 0 && l.MarkCount() >= l.Known() {
		return m.unmark()
	}
	l.MarkWhere(func(*rows.Message) bool { return true })
	m.list.sync()
	if l.Complete() {
		return nil
	}
	return m.collect(m.list.query(rows.Top), m.list.total)
}

// markSender marks all mail of the selected message's sender in this folder.
func (m *Model) markSender() tea.Cmd {
	r := m.list.rows.Selected()
	if r == nil || r.Newest().From.Address == "" {
		return nil
	}
	address := r.Newest().From.Address
	m.list.rows.MarkWhere(fromSender(address))
	m.list.sync()
	if m.list.rows.Complete() {
		return nil
	}
	q := m.list.query(rows.Top)
	q.Search = query.Query{From: []string{address}}
	return m.collect(q, -1)
}

func (m *Model) unmark() tea.Cmd {
	m.collecting.request.Cancel()
	m.list.rows.Unmark()
	m.list.sync()
	return nil
}

// collect fetches what is not loaded, page by page, so that it shows progress
// and can be stopped.
func (m *Model) collect(q Query, total int) tea.Cmd {
	q.Size, q.Count, q.Bare = collectPage, false, true
	c := &m.collecting
	c.what, c.edge, c.count, c.total = q, rows.New(false), 0, total
	return m.collectNext(rows.Top)
}

func (m *Model) collectNext(edge rows.Edge) tea.Cmd {
	service, q := m.service, m.collecting.what
	q.Edge, q.From = edge, m.collecting.edge.Edge(edge)
	ctx, generation := m.collecting.request.Start(background())
	return func() tea.Msg {
		page, err := pageOf(ctx, service, q)
		return collected{generation: generation, found: page, more: err == nil && len(page) == q.Size, err: err}
	}
}

func pageOf(ctx context.Context, service Service, q Query) ([]*rows.Message, error) {
	page, err := service.Page(ctx, q)
	return entries(page.Messages), err
}

func (m *Model) tookCollected(msg collected) tea.Cmd {
	c := &m.collecting
	if !c.request.Current(msg.generation) {
		return nil
	}
	if msg.err != nil {
		return notify(views.Failure, "Could not find all messages: ", msg.err, ". Those found are selected.")
	}
	found := msg.found
	if c.what.Search.From != nil && m.list.query(rows.Top).Search.Zero() {
		found = only(found, fromSender(c.what.Search.From[0]))
	}
	m.list.rows.MarkFound(found)
	c.edge.Add(msg.found, edgeOf(c.count), msg.more)
	c.count += len(msg.found)
	m.list.sync()
	if msg.more {
		return m.collectNext(rows.Upper)
	}
	return nil
}

func edgeOf(count int) rows.Edge {
	if count == 0 {
		return rows.Top
	}
	return rows.Upper
}

func only(messages []*rows.Message, keep func(*rows.Message) bool) []*rows.Message {
	var kept []*rows.Message
	for _, e := range messages {
		if keep(e) {
			kept = append(kept, e)
		}
	}
	return kept
}

// markHere marks the selected row, or takes the mark off, and goes on.
func (m *Model) markHere(count int) tea.Cmd {
	for range max(count, 1) {
		if r := m.list.rows.Selected(); r != nil {
			m.list.rows.ToggleMark(r)
		}
		m.list.rows.Move(1)
	}
	m.list.sync()
	return tea.Batch(m.loadMore(), m.selected())
}

// markTo marks from the row marked last to the selected one.
func (m *Model) markTo() tea.Cmd {
	m.list.rows.MarkTo()
	m.list.sync()
	return nil
}

type destroyAgreed struct {
	own
	ids []string
}

type destroyed struct {
	own
	ids  []string
	errs []error
}

// destroy deletes messages for good, which a person has agreed to.
func (m *Model) destroy(msg destroyAgreed) tea.Cmd {
	service := m.service
	ops := make([]Op, len(msg.ids))
	for i, id := range msg.ids {
		ops[i] = Op{ID: id, Destroy: true}
	}
	return func() tea.Msg {
		return destroyed{ids: msg.ids, errs: service.Apply(background(), ops)}
	}
}

func (m *Model) tookDestroyed(msg destroyed) tea.Cmd {
	var gone []string
	var why error
	for i, err := range msg.errs {
		if err != nil {
			why = err
			continue
		}
		gone = append(gone, msg.ids[i])
		delete(m.held.byID, msg.ids[i])
	}
	m.list.rows.Remove(gone, m.afterRemoval())
	m.list.sync()
	cmds := []tea.Cmd{m.loadFolders(), m.loadMore(), m.selected()}
	if why != nil {
		n := len(msg.ids) - len(gone)
		return tea.Batch(append(cmds, notify(views.Failure, "Could not delete ", plural(n, "message"), ": ", why))...)
	}
	return tea.Batch(append(cmds, notify(views.Success, "Deleted ", plural(len(gone), "message"), " for good."))...)
}
