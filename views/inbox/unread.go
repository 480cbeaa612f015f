package inbox

import (
	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views"
	"daybook/views/inbox/rows"
)

// unreadPages is how many pages are too many to read for something unread.
const unreadPages = 11

// nextUnread goes to the next unread message of the thread that is read, else to the
// next row with one.
func (m *Model) nextUnread() tea.Cmd {
	if t := m.reader.thread; m.focus == readerFocus && t != nil {
		for i := m.reader.At + 1; i < len(t.messages); i++ {
			if t.messages[i].Unseen {
				return m.reader.unfold(i)
			}
		}
	}
	m.list.seeking = unreadPages
	return m.list.seekUnread()
}

// seekUnread goes to the next row below that has something unread, and behind the
// last of all to the first. What is not loaded is read, as far as there may be
// something unread in it.
func (l *listPane) seekUnread() tea.Cmd {
	from, beyond := l.rows.Cursor(), l.unreadBeyond()
	for i := 1; i < l.rows.Len(); i++ {
		place := (from + i) % l.rows.Len()
		row := l.rows.At(place)
		switch {
		case row == nil && beyond && l.seeking > 1:
			l.seeking--
			return l.loadPage(rows.Upper) // onPage goes on
		case row == nil && beyond:
			l.seeking = 0
			return views.Notice(views.Info, "Nothing is unread in the ", l.rows.Known(), " messages that were read so far: /is:unread finds the others.")
		case row == nil, !row.Unread():
			continue
		}
		l.seeking = 0
		l.rows.MoveTo(place)
		if place < from {
			return tea.Batch(l.follow(), views.Notice(views.Info, "That was the last unread message: on from the top."))
		}
		return l.follow()
	}
	l.seeking = 0
	if row := l.rows.Selected(); row != nil && row.Unread() {
		return views.Notice(views.Info, "Nothing else is unread here.")
	}
	return views.Notice(views.Info, "Nothing is unread here.")
}

// unreadBeyond reports whether something may be unread that the list has not read.
func (l *listPane) unreadBeyond() bool {
	all, counted := 0, false
	switch f := l.folders.all[l.folder]; {
	case l.rows.Complete():
		return false
	case l.found || f == nil:
	case l.class == "":
		all, counted = f.UnreadItemCount, true
	case l.class == model.Other:
		all, counted = l.unread.other, l.unread.counted
	default:
		all, counted = l.unread.focused, l.unread.counted
	}
	l.rows.Messages(func(m *rows.Message) {
		if !m.Read {
			all--
		}
	})
	return !counted || all > 0
}
