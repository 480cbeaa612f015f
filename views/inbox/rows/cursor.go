package rows

// Selected is the selected row, nil on the gap and in an empty list.
func (l *List) Selected() *Row { return l.byKey[l.key] }

// Cursor is the selected place.
func (l *List) Cursor() int { return l.at }

// OnGap reports whether the selection waits on the gap.
func (l *List) OnGap() bool { return l.onGap && l.hasGap() }

// MoveTo selects a place, the nearest one if it is outside.
func (l *List) MoveTo(place int) {
	l.at = min(max(place, 0), max(l.Len()-1, 0))
	l.key = ""
	r := l.At(l.at)
	if r != nil {
		l.key = r.Key
	}
	l.onGap = r == nil && l.Len() > 0
}

// Move selects the place that is delta away.
func (l *List) Move(delta int) { l.MoveTo(l.at + delta) }

// Select selects the row that a message is in; false when it is not known.
func (l *List) Select(id string) bool {
	m := l.messages[id]
	if m == nil {
		return false
	}
	l.key, l.onGap = l.keyOf(m), false
	l.settle()
	return true
}

// settle brings place and key together after a change: the key leads while
// its row exists, otherwise the place.
func (l *List) settle() {
	if l.OnGap() {
		l.at = l.Gap()
		return
	}
	if r := l.byKey[l.key]; r != nil {
		l.at, l.onGap = l.place(r), false
		return
	}
	if len(l.rows) == 0 {
		l.at, l.key, l.onGap = 0, "", false
		return
	}
	at := min(max(l.at, 0), l.Len()-1)
	if l.At(at) == nil { // the gap is only entered on purpose
		if at = at - 1; at < 0 {
			at = 1
		}
	}
	l.MoveTo(at)
}

// Place is where a row stands, -1 when there is none of that key.
func (l *List) Place(key string) int {
	if r := l.byKey[key]; r != nil {
		return l.place(r)
	}
	return -1
}
