package inbox

import (
	"slices"

	"daybook/model"
	"daybook/views/inbox/change"
	"daybook/views/inbox/rows"
)

// apply does changes on the screen.
func (m *mailEdits) apply(all []change.Change) {
	var leave []string
	var enter []*rows.Message
	pins := false
	for _, c := range all {
		if c.Folder != nil && !c.Folder.Gone {
			m.folders.show(c.Folder)
		}
		if c.Category != nil {
			m.categories.show(c.Category)
		}
	}
	for _, c := range all {
		if !c.OfMessage() {
			continue
		}
		e := c.Edit
		message := m.list.rows.Message(e.ID)
		inList := message != nil
		if !inList {
			message = m.departed.byID[e.ID]
		}
		if e.After.Pinned != nil {
			m.list.setPin(e.ID, *e.After.Pinned)
			pins = true
		}
		if message == nil {
			continue // it is fetched when the service has done its part
		}
		m.recount(message, e.After)
		switch {
		case inList:
			m.list.rows.Change(e.ID, func(r *rows.Message) { change.Apply(r, e.After) })
			if !m.list.admits(message) {
				m.departed.put(message)
				leave = append(leave, e.ID)
			}
		default:
			change.Apply(message, e.After)
			if m.list.admits(message) || m.list.rows.Pinned(e.ID) {
				enter = append(enter, message)
			}
		}
	}
	for _, c := range all {
		if c.Folder != nil && c.Folder.Gone {
			m.folders.show(c.Folder)
		}
	}
	slices.SortStableFunc(enter, func(a, b *rows.Message) int { return b.Received.Compare(a.Received) })
	m.list.rows.PutAll(enter)
	if pins {
		m.list.pinWoken()
	}
	if len(leave) > 0 {
		m.list.rows.Remove(leave, m.afterRemoval())
	}
	m.list.sync()
	m.folders.changed()
}

func (s *shared) afterRemoval() rows.After {
	if s.options.After == Previous {
		return rows.Previous
	}
	return rows.Next
}

// recount keeps the folders' numbers true to the change.
func (m *mailEdits) recount(e *rows.Message, s change.State) {
	folder, read := e.Folder, e.Read
	if s.Folder != nil {
		folder = *s.Folder
	}
	if s.Read != nil {
		read = *s.Read
	}
	unread := func(read bool) int {
		if read {
			return 0
		}
		return 1
	}
	m.folders.adjust(e.Folder, -unread(e.Read), -1)
	m.folders.adjust(folder, unread(read), 1)
	m.list.recount(e, s, folder, read, m.folders.inbox())
}

// recount keeps the numbers of the lens true.
func (l *listPane) recount(e *rows.Message, s change.State, folder string, read bool, inbox string) {
	class := orFocused(e.Class)
	if e.Folder == inbox && !e.Read {
		l.unread.add(class, -1)
	}
	if s.Class != nil {
		class = *s.Class
	}
	if folder == inbox && !read {
		l.unread.add(class, 1)
	}
	if l.lists(e.Folder) && !l.lists(folder) && l.total > 0 {
		l.total--
	} else if !l.lists(e.Folder) && l.lists(folder) && l.total >= 0 {
		l.total++
	}
}

func (c *lensCounts) add(class string, n int) {
	if class == model.Other {
		c.other = max(c.other+n, 0)
	} else {
		c.focused = max(c.focused+n, 0)
	}
}
