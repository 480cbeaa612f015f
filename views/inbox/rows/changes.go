package rows

// Put adds a message that appeared, or replaces one that changed. It reports
// false, and does nothing, when the message belongs into the gap.
func (l *List) Put(m *Message) bool {
	old := l.messages[m.ID]
	if old == nil && !l.pins[m.ID] && !l.knows(m.Received) {
		return false
	}
	if old != nil {
		l.drop(old)
	}
	l.add(m)
	if l.marks[m.ID] != nil {
		l.marks[m.ID] = m
	}
	l.settle()
	return true
}

// PutAll is Put for many at once.
func (l *List) PutAll(messages []*Message) {
	if len(messages) < many {
		for _, m := range messages {
			l.Put(m)
		}
		return
	}
	for _, m := range messages {
		if l.messages[m.ID] != nil || l.pins[m.ID] || l.knows(m.Received) {
			l.messages[m.ID] = m
		}
	}
	l.regroup()
	l.settle()
}

// many is the number of messages from which the rows are built anew rather
// than changed one by one.
const many = 64

// Change edits a known message in place. F must not change its time or its
// conversation.
func (l *List) Change(id string, f func(*Message)) {
	if m := l.messages[id]; m != nil {
		f(m)
		l.touch(l.byKey[l.keyOf(m)])
	}
}

// After says which row is selected when the selected one leaves the list.
type After int

// Next is the row below, or the one above at the end; Previous the reverse.
const (
	Next After = iota
	Previous
)

// Remove takes messages out of the list and off the marks.
func (l *List) Remove(ids []string, after After) {
	gone := make(map[string]int, len(ids)) // messages gone, by row
	for _, id := range ids {
		delete(l.marks, id)
		if m := l.messages[id]; m != nil {
			gone[l.keyOf(m)]++
		}
	}
	if r := l.byKey[l.key]; r != nil && gone[l.key] == len(r.Messages) {
		l.selectSurvivor(gone, after)
	}
	l.removeAll(ids, len(gone))
	l.version++
	l.settle()
}

// selectSurvivor selects the nearest row that keeps a message.
func (l *List) selectSurvivor(gone map[string]int, after After) {
	at := l.index(l.byKey[l.key])
	survives := func(i int) bool { return gone[l.rows[i].Key] < len(l.rows[i].Messages) }
	step := 1
	if (after == Previous) != l.oldest {
		step = -1
	}
	for range 2 {
		for i := at + step; i >= 0 && i < len(l.rows); i += step {
			if survives(i) {
				l.key = l.rows[i].Key
				return
			}
		}
		step = -step
	}
	l.key = ""
}

// removeAll drops messages: one by one when few, else in one pass.
func (l *List) removeAll(ids []string, rowsTouched int) {
	if rowsTouched < many {
		for _, id := range ids {
			if m := l.messages[id]; m != nil {
				l.drop(m)
			}
		}
		return
	}
	for _, id := range ids {
		delete(l.messages, id)
	}
	l.regroup()
}

// Pin keeps messages on top of the list until they are unpinned; they may lie
// in the gap. It replaces the former pins.
func (l *List) Pin(ids []string) {
	pins := make(map[string]bool, len(ids))
	for _, id := range ids {
		pins[id] = true
	}
	for id := range l.pins {
		if m := l.messages[id]; m != nil && !pins[id] && !l.knows(m.Received) {
			l.drop(m)
		}
	}
	l.pins = pins
	l.regroup()
	l.settle()
}

// Pinned reports whether a message is kept on top.
func (l *List) Pinned(id string) bool { return l.pins[id] }
