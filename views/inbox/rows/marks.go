package rows

// Marks are kept by message, so that they survive a change between threads
// and single messages. A mark can be on a message that is not loaded.

// Marked reports whether all messages of a row are marked.
func (l *List) Marked(r *Row) bool {
	if len(l.marks) == 0 {
		return false
	}
	for _, m := range r.Messages {
		if l.marks[m.ID] == nil {
			return false
		}
	}
	return true
}

// MarkCount is the number of marked messages.
func (l *List) MarkCount() int { return len(l.marks) }

// MarkedRows is the number of rows, or threads not loaded, that marked messages
// belong to.
func (l *List) MarkedRows() int {
	if l.countedAt != l.version {
		keys := make(map[string]struct{}, len(l.marks))
		for _, m := range l.marks {
			keys[l.keyOf(m)] = struct{}{}
		}
		l.marked, l.countedAt = len(keys), l.version
	}
	return l.marked
}

// Marks are the marked messages, in no order.
func (l *List) Marks() []*Message {
	all := make([]*Message, 0, len(l.marks))
	for _, m := range l.marks {
		all = append(all, m)
	}
	return all
}

// ToggleMark marks a row, or takes the mark off.
func (l *List) ToggleMark(r *Row) {
	l.setMark(r, !l.Marked(r))
	l.anchor = r.Key
}

// MarkTo marks all rows between the one marked last and the selected one.
func (l *List) MarkTo() {
	from := l.at
	if r := l.byKey[l.anchor]; r != nil {
		from = l.place(r)
	}
	for place := min(from, l.at); place <= max(from, l.at); place++ {
		if r := l.At(place); r != nil {
			l.setMark(r, true)
		}
	}
	if r := l.Selected(); r != nil {
		l.anchor = r.Key
	}
}

// MarkWhere marks the known messages that match.
func (l *List) MarkWhere(match func(*Message) bool) {
	for _, m := range l.messages {
		if match(m) {
			l.marks[m.ID] = m
			l.touch(l.byKey[l.keyOf(m)])
		}
	}
}

// MarkFound marks messages found elsewhere, loaded here or not.
func (l *List) MarkFound(found []*Message) {
	for _, m := range found {
		if known := l.messages[m.ID]; known != nil {
			m = known
			l.touch(l.byKey[l.keyOf(m)])
		}
		l.marks[m.ID] = m
	}
	l.version++
}

// Unmark takes every mark off.
func (l *List) Unmark() {
	for id := range l.marks {
		if m := l.messages[id]; m != nil {
			l.touch(l.byKey[l.keyOf(m)])
		}
	}
	clear(l.marks)
	l.version++
	l.anchor = ""
}

func (l *List) setMark(r *Row, on bool) {
	for _, m := range r.Messages {
		if on {
			l.marks[m.ID] = m
		} else {
			delete(l.marks, m.ID)
		}
	}
	l.touch(r)
}
