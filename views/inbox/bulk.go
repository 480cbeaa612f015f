package inbox

import (
	tea "charm.land/bubbletea/v2"
	"context"
	"strings"

	"daybook/views"
	"daybook/views/inbox/query"
	"daybook/views/inbox/rows"
)

// markAll marks everything that the list would show, loaded or not; again, it
// takes the marks off.
func (m *Model) markAll() tea.Cmd {
	l := m.list.rows
	if _, _, rest := l.Rest(); rest || l.Complete() && l.MarkCount() > 0 && l.MarkCount() >= l.Known() {
		return m.list.unmark()
	}
	count := -1
	if m.list.total >= 0 {
		count = m.list.total - l.Known()
	}
	return m.mark(rest{query: m.list.query(rows.Top), match: func(*rows.Message) bool { return true }, count: count})
}

// markSender marks all mail of the selected message's sender in this list.
func (m *Model) markSender() tea.Cmd {
	r := m.list.rows.Selected()
	if r == nil || r.Newest().From.Address == "" {
		return nil
	}
	address := r.Newest().From.Address
	all := rest{query: m.list.query(rows.Top), match: fromSender(address), narrow: true, count: -1}
	if !m.list.found { // else the sender's mail is picked out of what was found
		all.query.Search = query.From(address)
	}
	return m.mark(all)
}

// mark marks what is known of all that match, and remembers how to find the
// others. While a search is not answered yet, the rows are another one's.
func (m *Model) mark(all rest) tea.Cmd {
	if m.list.replace {
		return notify(views.Info, "The search is not answered yet.")
	}
	all.found = m.list.found
	m.list.rows.MarkAll(all.match, all.count)
	m.list.sync()
	m.list.all = all
	if _, _, more := m.list.rows.Rest(); !more || all.narrow && all.found {
		return nil
	}
	return m.countRest()
}

func (l *listPane) unmark() tea.Cmd {
	l.rows.Unmark()
	l.sync()
	return nil
}

// countRest asks how many messages there are where the rest begins.
func (m *Model) countRest() tea.Cmd {
	from, _, _ := m.list.rows.Rest()
	service, q := m.service, m.list.all.query
	q.Edge, q.From, q.Size, q.Count, q.Bare = rows.Upper, rows.Bound{Time: from.Time}, 1, true, true
	return views.Load(&m.work, &m.list.resting, func(ctx context.Context) (Page, error) { return service.Page(ctx, q) },
		func(page Page, err error) tea.Cmd {
			if err == nil && page.Total >= 0 { // else the number stays unknown: an action says its own
				m.list.rows.CountRest(page.Total)
			}
			return nil
		})
}

// markHere marks the selected row, or takes the mark off, and goes on.
func (m *Model) markHere(int) tea.Cmd {
	if r := m.list.rows.Selected(); r != nil {
		m.list.rows.ToggleMark(r)
	}
	m.list.rows.Move(1)
	m.list.sync()
	return tea.Batch(m.loadMore(), m.selected())
}

// markTo marks from the row marked last to the selected one.
func (l *listPane) markTo() tea.Cmd {
	l.rows.MarkTo()
	l.sync()
	return nil
}

// fromSender matches the mail of a sender.
func fromSender(address string) func(*rows.Message) bool {
	return func(e *rows.Message) bool { return strings.EqualFold(e.From.Address, address) }
}
