package rows

// Edge says where a page belongs.
type Edge int

// The edges. Top is the newest end, asked for first and again at a refresh;
// Upper and Lower are the gap's; Bottom is the oldest end.
const (
	Top Edge = iota
	Upper
	Lower
	Bottom
)

// Edge returns the bound from which the next page at an edge of the gap is
// asked for.
func (l *List) Edge(e Edge) Bound {
	if e == Lower && l.tail {
		return l.lower
	}
	return l.upper
}

// Tail reports whether there are rows below the gap.
func (l *List) Tail() bool { return l.hasGap() && l.tail }

// Add merges a page. Messages of Top and Upper come newest first, those of
// Lower and Bottom oldest first. More says that the service has further ones
// in that direction. A selection that waited on the gap moves to the row that
// came in its stead. Late are messages that belong into the list though the page
// was asked for too early to have them: those in what is known then stay, or come.
func (l *List) Add(page []*Message, edge Edge, more bool, late ...*Message) {
	rowsBefore := len(l.rows)
	met := l.meets(page, edge)
	if edge != Top {
		l.learn(page)
	}
	switch edge {
	case Top:
		l.addTop(page, more, late)
	case Upper:
		l.merge(page)
		l.upper = l.upper.Past(page)
	case Lower, Bottom:
		l.merge(page)
		if !l.tail && len(page) > 0 {
			l.lower, l.tail = Bound{Time: page[0].Received}, true
		}
		l.lower = l.lower.Past(page)
	}
	if !more || met || l.barren >= barren || l.tail && l.upper.Time.Before(l.lower.Time) {
		l.complete, l.tail, l.rest = true, false, nil
	}
	for _, m := range late {
		if l.messages[m.ID] == nil && l.knows(m.Received) {
			l.add(m)
		}
	}
	if below := map[bool]Edge{false: Lower, true: Upper}[l.oldest]; l.onGap && edge == below {
		l.at += len(l.rows) - rowsBefore
		if l.complete {
			l.at--
		}
	}
	l.onGap = l.onGap && l.hasGap() && len(l.rows) == rowsBefore
	l.settle()
}

// Reopen says that there may be further rows at the old end after all: what a
// search finds grows while mail is being indexed.
func (l *List) Reopen() {
	if !l.complete || len(l.rows) == 0 {
		return
	}
	l.complete, l.tail = false, false
	l.upper = Bound{Time: l.rows[0].Newest().Received.Add(1)}
}

// barren is how many pages in a row may bring only what is known before the
// gap is taken for closed. One is usual where many came in one moment.
const barren = 3

// learn counts the pages that bring nothing new.
func (l *List) learn(page []*Message) {
	for _, m := range page {
		if l.messages[m.ID] == nil {
			l.barren = 0
			return
		}
	}
	l.barren++
}

// meets reports whether a page that has yet to be merged ends with a message
// known from the other side of the gap: then nothing is left between.
func (l *List) meets(page []*Message, edge Edge) bool {
	if len(page) == 0 || !l.hasGap() || !l.upper.Time.After(l.lower.Time) {
		return false
	}
	last := page[len(page)-1]
	if l.messages[last.ID] == nil || l.pins[last.ID] {
		return false
	}
	switch edge {
	case Upper:
		return l.tail && !last.Received.After(l.lower.Time)
	case Lower, Bottom:
		return !last.Received.Before(l.upper.Time)
	}
	return false
}

// Past is where the page after a page begins. When the whole page is of one
// moment, the next one leaves out what has been seen of that moment.
func (b Bound) Past(page []*Message) Bound {
	if len(page) == 0 {
		return b
	}
	if last := page[len(page)-1].Received; !last.Equal(b.Time) {
		return Bound{Time: last}
	}
	return Bound{Time: b.Time, Skip: b.Skip + len(page)}
}

// merge adds or refreshes messages. What comes of the selected rest is marked.
func (l *List) merge(page []*Message) {
	for _, m := range page {
		old := l.messages[m.ID]
		if old != nil {
			l.drop(old)
		}
		l.add(m)
		switch {
		case l.marks[m.ID] != nil:
			l.marks[m.ID] = m
		case old == nil && l.rest.covers(m):
			l.marks[m.ID] = m
			l.rest.count = max(l.rest.count-1, min(l.rest.count, 0))
		}
	}
}

// addTop merges the newest page: within its stretch of time it is the truth.
func (l *List) addTop(page []*Message, more bool, late []*Message) {
	in := make(map[string]bool, len(page))
	joins := false // the page reaches what was known above the gap
	for _, m := range page {
		in[m.ID] = true
		joins = joins || l.messages[m.ID] != nil && !l.pins[m.ID]
	}
	all := !more || len(page) == 0
	for _, m := range late {
		in[m.ID] = in[m.ID] || all || !m.Received.Before(page[len(page)-1].Received)
	}
	for _, m := range l.messages {
		missing := all || !joins || m.Received.After(page[len(page)-1].Received)
		if missing && !in[m.ID] && !l.pins[m.ID] {
			l.drop(m)
			delete(l.marks, m.ID)
		}
	}
	l.merge(page)
	last := Bound{Time: Bound{}.Past(page).Time}
	l.barren = 0
	if !joins || !l.loaded {
		l.upper, l.tail, l.complete = last, false, false
	} else if !l.complete && last.Time.Before(l.upper.Time) {
		l.upper = last
	}
	l.loaded = true
}
