// Package rows is the state of the message list: the messages that are known,
// how they group into rows, where the unknown part lies, which row is selected
// and which messages are marked.
//
// Invariants:
//   - rows are in order, pinned first, then newest first; every known message
//     is in exactly one row, and a row's messages are newest first;
//   - at most one stretch of time is unknown, the gap: it lies between what was
//     loaded from the newest end and what was loaded from the oldest. It takes
//     one place in the list. Only pinned messages are known within it;
//   - the selection is a row's key, never an index: it survives inserts,
//     removals and reloads, and moves only when its row leaves the list;
//   - rows can be shown from their other end, the oldest first: that turns
//     the places alone, those of pinned rows apart;
//   - no I/O, no clock, no tea.
package rows

import (
	"slices"
	"time"
)

// List is the state of one list. Make it with New.
type List struct {
	threaded bool
	oldest   bool // first
	rows     []*Row
	byKey    map[string]*Row
	messages map[string]*Message
	pins     map[string]bool
	marks    map[string]*Message
	rest     *rest  // what is selected of the gap, nil for nothing
	anchor   string // key of the row marked last
	version  uint64 // changes with every change

	loaded   bool
	complete bool  // no gap
	barren   int   // pages in a row that brought nothing new
	upper    Bound // the gap's upper edge: all later than this is known
	lower    Bound // its lower edge, if tail
	tail     bool

	key   string // of the selected row
	at    int    // its place, kept current
	onGap bool   // the gap is selected, key is empty
}

// Bound is an edge of the gap. A page at the edge is asked for from Time on
// (inclusive, because several messages can have the same time), leaving out
// the first Skip.
type Bound struct {
	Time time.Time
	Skip int
}

// New makes an empty list.
func New(threaded bool) *List {
	l := &List{threaded: threaded, pins: map[string]bool{}, marks: map[string]*Message{}}
	l.clear()
	return l
}

func (l *List) clear() {
	l.rows = nil
	l.byKey = map[string]*Row{}
	l.messages = map[string]*Message{}
	l.loaded, l.complete, l.tail, l.barren = false, false, false, 0
	l.upper, l.lower = Bound{}, Bound{}
}

// Loaded reports whether the first page has arrived.
func (l *List) Loaded() bool { return l.loaded }

// Complete reports whether everything is known.
func (l *List) Complete() bool { return l.complete }

// Threaded reports whether rows are threads.
func (l *List) Threaded() bool { return l.threaded }

// OldestFirst reports whether the oldest row is in the first place.
func (l *List) OldestFirst() bool { return l.oldest }

// SetOldestFirst shows the rows from the other end. The selection stays.
func (l *List) SetOldestFirst(on bool) {
	l.oldest = on
	l.settle()
}

// turned is the place that counts from the newest row for one that is shown,
// and the other way round.
func (l *List) turned(place int) int {
	if !l.oldest || place < 0 || place >= l.Len() {
		return place
	}
	pinned := 0
	for pinned < len(l.rows) && l.rows[pinned].Pinned {
		pinned++
	}
	if place < pinned {
		return place
	}
	return pinned + l.Len() - 1 - place
}

// Known is the number of messages known.
func (l *List) Known() int { return len(l.messages) }

// Message returns a known message, nil for another.
func (l *List) Message(id string) *Message { return l.messages[id] }

// Messages calls f with every known message, in no order.
func (l *List) Messages(f func(*Message)) {
	for _, m := range l.messages {
		f(m)
	}
}

// Len is the number of places: the rows, and the gap when there is one.
func (l *List) Len() int {
	if l.hasGap() {
		return len(l.rows) + 1
	}
	return len(l.rows)
}

// At returns the row at a place, nil for the gap.
func (l *List) At(place int) *Row {
	gap := l.gap()
	switch place = l.turned(place); {
	case place < 0 || place >= l.Len() || place == gap:
		return nil
	case gap >= 0 && place > gap:
		return l.rows[place-1]
	}
	return l.rows[place]
}

func (l *List) hasGap() bool { return l.loaded && !l.complete }

// Gap is the place of the gap, -1 when there is none.
func (l *List) Gap() int { return l.turned(l.gap()) }

func (l *List) gap() int {
	if !l.hasGap() {
		return -1
	}
	if !l.tail {
		return len(l.rows)
	}
	place, _ := slices.BinarySearchFunc(l.rows, l.lower.Time, func(r *Row, t time.Time) int {
		if r.Pinned || r.Newest().Received.After(t) {
			return -1
		}
		return 1
	})
	return place
}

// place is where a row stands.
func (l *List) place(r *Row) int {
	i := l.index(r)
	if gap := l.gap(); gap >= 0 && i >= gap {
		i++
	}
	return l.turned(i)
}

// index is where a row stands, or would stand, in l.rows.
func (l *List) index(r *Row) int {
	i, _ := slices.BinarySearchFunc(l.rows, r, func(a, b *Row) int {
		switch {
		case a.before(b):
			return -1
		case b.before(a):
			return 1
		}
		return 0
	})
	return i
}

// knows reports whether a moment lies outside the gap.
func (l *List) knows(t time.Time) bool {
	return l.complete || l.loaded && (!t.Before(l.upper.Time) || l.tail && !t.After(l.lower.Time))
}

func (l *List) keyOf(m *Message) string {
	if l.threaded {
		return m.Conversation
	}
	return m.ID
}

// add puts a message into its row. It is not known yet.
func (l *List) add(m *Message) {
	l.messages[m.ID] = m
	key := l.keyOf(m)
	r := l.byKey[key]
	if r == nil {
		r = &Row{Key: key, Messages: []*Message{m}}
		l.byKey[key] = r
	} else {
		l.take(r)
		i, _ := slices.BinarySearchFunc(r.Messages, m, func(a, b *Message) int {
			if a.before(b) {
				return -1
			}
			return 1
		})
		r.Messages = slices.Insert(r.Messages, i, m)
	}
	l.put(r)
}

// drop takes a message out of its row, and the row away with its last one.
func (l *List) drop(m *Message) {
	delete(l.messages, m.ID)
	key := l.keyOf(m)
	r := l.byKey[key]
	l.take(r)
	r.Messages = slices.DeleteFunc(r.Messages, func(o *Message) bool { return o == m })
	if len(r.Messages) == 0 {
		delete(l.byKey, key)
		return
	}
	l.put(r)
}

func (l *List) take(r *Row) {
	i := l.index(r)
	l.rows = slices.Delete(l.rows, i, i+1)
}

func (l *List) put(r *Row) {
	r.Pinned = r.any(func(m *Message) bool { return l.pins[m.ID] })
	l.touch(r)
	l.rows = slices.Insert(l.rows, l.index(r), r)
}

func (l *List) touch(r *Row) {
	l.version++
	r.Version = l.version
}

// SetThreaded turns threads on or off. The selection stays on the message.
func (l *List) SetThreaded(on bool) {
	if l.threaded == on {
		return
	}
	var key string
	if r := l.byKey[l.key]; r != nil {
		key = r.Newest().ID
		if on {
			key = r.Newest().Conversation
		}
	}
	l.threaded = on
	l.anchor = ""
	l.regroup()
	l.key = key
	l.settle()
}

// regroup builds the rows anew from the messages.
func (l *List) regroup() {
	l.byKey = map[string]*Row{}
	l.rows = l.rows[:0]
	for _, m := range l.messages {
		key := l.keyOf(m)
		r := l.byKey[key]
		if r == nil {
			r = &Row{Key: key}
			l.byKey[key] = r
			l.rows = append(l.rows, r)
		}
		r.Messages = append(r.Messages, m)
	}
	for _, r := range l.rows {
		slices.SortFunc(r.Messages, func(a, b *Message) int { return order(a.before(b)) })
		r.Pinned = r.any(func(m *Message) bool { return l.pins[m.ID] })
		l.touch(r)
	}
	slices.SortFunc(l.rows, func(a, b *Row) int { return order(a.before(b)) })
}

func order(before bool) int {
	if before {
		return -1
	}
	return 1
}
