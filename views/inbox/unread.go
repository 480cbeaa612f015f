package inbox

import (
	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views"
	"daybook/views/inbox/rows"
)

// unreadPages is how many pages are too many to read for something unread.
const unreadPages = 11

// unread is the way to the next unread message.
type unread struct {
	*shared
	list   *listPane
	reader *readerPane

	pages int        // that may still be read
	in    *rows.List // where it is looked for, from a place on
	from  int
}

// next goes to the next unread message of the thread that is read, else to the
// next row with one.
func (u *unread) next() tea.Cmd {
	if t := u.reader.thread; u.focus == readerFocus && t != nil {
		for i := u.reader.At + 1; i < len(t.messages); i++ {
			if t.messages[i].Unseen {
				return u.reader.unfold(i)
			}
		}
	}
	u.pages, u.in, u.from = unreadPages, u.list.rows, u.list.rows.Cursor()
	return u.seek()
}

// arrived goes on when a page has come, unless the cursor was moved.
func (u *unread) arrived() tea.Cmd {
	if u.pages == 0 || u.in != u.list.rows || u.from != u.in.Cursor() {
		u.pages = 0
		return nil
	}
	return u.seek()
}

// seek goes to the next row below that has something unread, and behind the
// last of all to the first. What is not loaded is read, as far as there may be
// something unread in it.
func (u *unread) seek() tea.Cmd {
	l, beyond := u.list, u.beyond()
	for i := 1; i < l.rows.Len(); i++ {
		place := (u.from + i) % l.rows.Len()
		row := l.rows.At(place)
		switch {
		case row == nil && beyond && u.pages > 1:
			u.pages--
			return l.loadPage(rows.Upper)
		case row == nil && beyond:
			u.pages = 0
			return views.Notice(views.Info, "Nothing is unread in the ", l.rows.Known(), " messages that were read so far: /is:unread finds the others.")
		case row == nil, !row.Unread():
			continue
		}
		u.pages = 0
		l.rows.MoveTo(place)
		if place < u.from {
			return tea.Batch(l.follow(), views.Notice(views.Info, "That was the last unread message: on from the top."))
		}
		return l.follow()
	}
	u.pages = 0
	if row := l.rows.Selected(); row != nil && row.Unread() {
		return views.Notice(views.Info, "Nothing else is unread here.")
	}
	return views.Notice(views.Info, "Nothing is unread here.")
}

// beyond reports whether something may be unread that the list has not read.
func (u *unread) beyond() bool {
	l, all, counted := u.list, 0, false
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
