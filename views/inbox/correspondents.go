package inbox

import (
	"context"
	"strings"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views"
	"daybook/views/inbox/query"
	"daybook/views/inbox/rows"
	"daybook/widget/text"
)

// sentKnown is how many of the newest sent messages are looked at to say who
// took part in a thread.
const sentKnown = 500

// loadSent counts the answers of our own in each thread.
func (l *listPane) loadSent() tea.Cmd {
	service := l.service
	return views.Call(&l.work, 0, func(ctx context.Context) (map[string]int, error) {
		page, err := service.Page(ctx, Query{Folder: model.FolderSentItems, Size: sentKnown})
		counts := map[string]int{}
		for i := range page.Messages {
			counts[page.Messages[i].ConversationID]++
		}
		return counts, err
	}, func(byThread map[string]int, err error) tea.Cmd {
		if err == nil {
			l.sent = byThread
			l.drawer.epoch++
		}
		return nil
	})
}

// correspondents is who wrote the messages of a row, the first one first, and
// how many messages there are. Mail of our own shows whom it went to.
func (l *listPane) correspondents(r *rows.Row) (names text.Text, count int) {
	ours := 0
	var seen []string
	var parts []text.Text
	add := func(id string, name text.Text) {
		for _, s := range seen {
			if s == id {
				return
			}
		}
		seen = append(seen, id)
		parts = append(parts, name)
	}
	for i := len(r.Messages) - 1; i >= 0; i-- {
		e := r.Messages[i]
		if l.isMe(e.From.Address) {
			ours++
			continue
		}
		add(strings.ToLower(e.Sender.String()), e.Sender)
	}
	count = len(r.Messages)
	if l.rows.Threaded() && !l.found && l.folder != l.folders.wellKnown(model.FolderSentItems) {
		sent := l.sent[r.Key]
		ours += sent
		count += sent
	}
	switch {
	case ours > 0 && len(parts) > 0:
		parts = append(parts, text.Literal("me"))
	case len(parts) == 0 && !r.Newest().To.Empty():
		parts = append(parts, text.Concat(text.Literal("to "), r.Newest().To))
	case len(parts) == 0:
		parts = append(parts, text.Literal("me"))
	}
	names = text.Join(text.Literal(", "), parts...)
	if names.Empty() {
		names = text.Literal("(unknown sender)")
	}
	return names, count
}

func (l *listPane) isMe(address string) bool {
	return address != "" && strings.EqualFold(address, l.options.Me.Address)
}

// countLenses counts what is unread on the side of Other; the rest is
// focused. It is spared when the folder's number says that nothing changed.
func (l *listPane) countLenses() tea.Cmd {
	inbox := l.folders.inbox()
	if inbox == "" {
		return nil
	}
	unread := l.folders.all[inbox].UnreadItemCount
	if known := l.unread; known.counted && known.focused+known.other == unread {
		return nil
	}
	service, no := l.service, false
	return views.Load(&l.work, &l.lensing, func(ctx context.Context) (Page, error) {
		return service.Page(ctx, Query{Folder: inbox, Class: model.Other, Search: query.Query{Read: &no}, Size: 1, Count: true, Bare: true})
	}, func(page Page, err error) tea.Cmd {
		if err == nil && !l.history.edits.Busy() {
			other := max(page.Total, 0)
			l.unread = lensCounts{focused: max(unread-other, 0), other: other, counted: true}
		}
		return nil
	})
}

// cycleLens shows Focused, Other, all in turn.
func (m *Model) cycleLens() tea.Cmd {
	switch m.list.lens {
	case model.Focused:
		m.list.lens = model.Other
	case model.Other:
		m.list.lens = ""
	default:
		m.list.lens = model.Focused
	}
	return tea.Batch(m.openFolder(m.folders.inbox()), m.save())
}

// toggleThreads turns threads on or off.
func (m *Model) toggleThreads() tea.Cmd {
	m.list.rows.SetThreaded(!m.list.rows.Threaded())
	m.list.sync()
	m.reader.forget()
	return tea.Batch(m.selected(), m.list.loadMore(), m.save())
}
