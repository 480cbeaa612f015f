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
// came in its stead.
func (l *List) Add(page []*Message, edge Edge, more bool) {
	rowsBefore := len(l.rows)
	met := l.meets(page, edge)
	switch edge {
	case Top:
		l.addTop(page, more)
	case Upper:
		l.merge(page)
		advance(&l.upper, page)
	case Lower, Bottom:
		l.merge(page)
		if !l.tail && len(page) > 0 {
			l.lower, l.tail = Bound{Time: page[0].Received}, true
		}
		advance(&l.lower, page)
	}
	if !more || met || l.tail && l.upper.Time.Before(l.lower.Time) {
		l.complete, l.tail = true, false
	}
	if l.onGap && edge == Lower {
		l.at += len(l.rows) - rowsBefore
		if l.complete {
			l.at--
		}
	}
	l.onGap = l.onGap && l.hasGap() && len(l.rows) == rowsBefore
	l.settle()
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

// advance moves an edge to the page's last message. When the whole page is of
// one moment, the next one leaves out what has been seen of that moment.
func advance(b *Bound, page []*Message) {
	if len(page) == 0 {
		return
	}
	if last := page[len(page)-1].Received; last.Equal(b.Time) {
		b.Skip += len(page)
	} else {
		*b = Bound{Time: last}
	}
}

// merge adds or refreshes messages.
func (l *List) merge(page []*Message) {
	for _, m := range page {
		if old := l.messages[m.ID]; old != nil {
			l.drop(old)
		}
		l.add(m)
	}
}

// addTop merges the newest page: within its stretch of time it is the truth.
func (l *List) addTop(page []*Message, more bool) {
	in := make(map[string]bool, len(page))
	joins := false // the page reaches what was known above the gap
	for _, m := range page {
		in[m.ID] = true
		joins = joins || l.messages[m.ID] != nil && !l.pins[m.ID]
	}
	all := !more || len(page) == 0
	for _, m := range l.messages {
		missing := all || !joins || m.Received.After(page[len(page)-1].Received)
		if missing && !in[m.ID] && !l.pins[m.ID] {
			l.drop(m)
			delete(l.marks, m.ID)
		}
	}
	l.merge(page)
	last := Bound{}
	advance(&last, page)
	last.Skip = 0
	if !joins || !l.loaded {
		l.upper, l.tail, l.complete = last, false, false
	} else if !l.complete && last.Time.Before(l.upper.Time) {
		l.upper = last
	}
	l.loaded = true
}
