package rows

// Marks are kept by message, so that they survive a change between threads
// and single messages. They are on known messages; of what is not loaded a
// selection of all that match has the Rest.

// rest is what the gap held when all that match were selected. What is loaded
// of it is marked; what arrives later, and so is newer than the gap, is not.
type rest struct {
	from  Bound
	match func(*Message) bool
	count int // messages not loaded; -1 when not known
}

func (r *rest) covers(m *Message) bool {
	return r != nil && !m.Received.After(r.from.Time) && r.match(m)
}

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

// MarkAll marks everything that matches, known or in the gap. Of the gap it
// holds count messages, -1 when that is not known.
func (l *List) MarkAll(match func(*Message) bool, count int) {
	l.MarkWhere(match)
	l.rest = nil
	if l.hasGap() {
		l.rest = &rest{from: l.upper, match: match, count: max(count, -1)}
	}
	l.version++
}

// Rest is the part of a selection of all that match that is not loaded: from
// where on it lies, and how many messages it is, -1 when that is not known.
// There is none when ok is false.
func (l *List) Rest() (from Bound, count int, ok bool) {
	if l.rest == nil {
		return Bound{}, 0, false
	}
	return l.rest.from, l.rest.count, true
}

// CountRest says of how many messages the service knows from where the Rest
// begins on: the known ones among them are not of it.
func (l *List) CountRest(there int) {
	if l.rest == nil {
		return
	}
	for _, m := range l.messages {
		if l.rest.covers(m) {
			there--
		}
	}
	l.rest.count = max(there, 0)
	l.version++
}

// Selecting reports whether anything is selected.
func (l *List) Selecting() bool { return len(l.marks) > 0 || l.rest != nil }

// CloseGap takes the gap out of the list, as nothing is left in it.
func (l *List) CloseGap() {
	l.complete, l.tail, l.rest = true, false, nil
	l.onGap = false
	l.version++
	l.settle()
}

// Unmark takes every mark off.
func (l *List) Unmark() {
	for id := range l.marks {
		if m := l.messages[id]; m != nil {
			l.touch(l.byKey[l.keyOf(m)])
		}
	}
	clear(l.marks)
	l.rest = nil
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
