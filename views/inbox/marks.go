package inbox

import (
	"context"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"daybook/views"
	"daybook/views/inbox/query"
	"daybook/views/inbox/rows"
	"daybook/widget/text"
)

// markAll marks everything that the list would show, loaded or not; again, it
// takes the marks off.
func (l *listPane) markAll() tea.Cmd {
	n := l.rows.MarkCount()
	if _, _, rest := l.rows.Rest(); rest || l.rows.Complete() && n > 0 && n >= l.rows.Known() {
		return l.unmark()
	}
	count := -1
	if l.total >= 0 {
		count = l.total - l.rows.Known()
	}
	return l.mark(rest{query: l.query(rows.Top), match: func(*rows.Message) bool { return true }, count: count})
}

// markSender marks all mail of the selected message's sender in this list.
func (l *listPane) markSender() tea.Cmd {
	r := l.rows.Selected()
	if r == nil || r.Newest().From.Address == "" {
		return nil
	}
	address := r.Newest().From.Address
	all := rest{query: l.query(rows.Top), match: fromSender(address), narrow: true, count: -1}
	if !l.found { // else the sender's mail is picked out of what was found
		all.query.Search = query.From(address)
	}
	return l.mark(all)
}

// mark marks what is known of all that match, and remembers how to find the
// others.
func (l *listPane) mark(all rest) tea.Cmd {
	if l.replace {
		return views.Notice(views.Info, "The search is not answered yet.")
	}
	all.found = l.found
	l.rows.MarkAll(all.match, all.count)
	l.sync()
	l.all = all
	if _, _, more := l.rows.Rest(); !more || all.narrow && all.found {
		return nil
	}
	return l.countRest()
}

func (l *listPane) unmark() tea.Cmd {
	l.rows.Unmark()
	l.sync()
	return nil
}

// countRest asks how many messages there are where the rest begins.
func (l *listPane) countRest() tea.Cmd {
	from, _, _ := l.rows.Rest()
	service, q := l.service, l.all.query
	q.Edge, q.From, q.Size, q.Count, q.Bare = rows.Upper, rows.Bound{Time: from.Time}, 1, true, true
	return views.Load(&l.work, &l.resting, func(ctx context.Context) (Page, error) { return service.Page(ctx, q) },
		func(page Page, err error) tea.Cmd {
			if err == nil && page.Total >= 0 { // else the number stays unknown: an action says its own
				l.rows.CountRest(page.Total)
			}
			return nil
		})
}

// markHere marks the selected row, or takes the mark off, and goes on.
func (l *listPane) markHere(int) tea.Cmd {
	if r := l.rows.Selected(); r != nil {
		l.rows.ToggleMark(r)
	}
	return l.step(1)
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

// targets are the messages that an action is about: the marked ones, else
// those of the selected row.
func (l *listPane) targets() selection {
	if l.rows.Selecting() {
		a := selection{known: l.rows.Marks()}
		slices.SortFunc(a.known, func(a, b *rows.Message) int { return -a.Received.Compare(b.Received) })
		if from, n, more := l.rows.Rest(); more {
			all := l.all
			all.query.From, all.count, all.decided = from, n, make(map[string]bool, l.rows.Known())
			l.rows.Messages(func(e *rows.Message) { all.decided[e.ID] = true })
			a.rest = &all
		}
		return a
	}
	if r := l.rows.Selected(); r != nil {
		return selection{known: slices.Clone(r.Messages), whole: l.rows.Threaded() && len(r.Messages) > 1}
	}
	return selection{}
}

// quotable are the ids of what a reply quotes where several rows are selected,
// the newest first: the messages, or the newest one of each thread.
func (l *listPane) quotable() []string {
	if !l.rows.Selecting() {
		return nil
	}
	var ids []string
	threads := map[string]bool{}
	for _, m := range l.targets().known {
		if l.rows.Threaded() && threads[m.Conversation] {
			continue
		}
		threads[m.Conversation] = true
		ids = append(ids, m.ID)
	}
	if len(ids) < 2 {
		return nil
	}
	return ids
}

// some reports whether an action would have something to act on. While a search is
// not answered yet, the rows are another one's.
func (l *listPane) some() bool {
	return !l.replace && (l.rows.Selected() != nil || l.rows.Selecting())
}

// without says why there is nothing to act on.
func (l *listPane) without() string {
	switch {
	case l.replace:
		return "the search is not answered yet."
	case l.rows.OnGap():
		return "the messages here are not loaded yet. enter loads them."
	case l.err != nil:
		return "the messages could not be loaded. ctrl+r tries again."
	case !l.rows.Loaded():
		return "the messages are not loaded yet."
	case l.found:
		return "nothing was found. esc goes back to the folder."
	}
	return "there is no message here."
}

// marked says how many messages are selected, "" for none.
func (l *listPane) marked() string {
	marked := l.rows.MarkCount()
	switch _, count, rest := l.rows.Rest(); {
	case rest && count < 0:
		return "all that match selected"
	case rest:
		return text.Of("all ", views.Count(marked+count, "message", "messages"), " selected").String()
	case marked > 0:
		return views.Count(marked, "message", "messages") + " selected"
	}
	return ""
}
