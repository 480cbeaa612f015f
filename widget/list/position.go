package list

// nearRows is how many IDs around the cursor are remembered, to know its neighbours when its row is gone.
const nearRows = 48

// Reload tells the list that the rows changed: inserted, removed, sorted, filtered. The cursor stays on its ID and where
// it was on screen; marks of rows that are gone are dropped.
func (l *List) Reload() {
	onScreen := l.cursor - l.top
	atTop := l.top == 0
	if i := l.find(l.id); i >= 0 {
		l.cursor = i
	} else if i := l.survivor(); i >= 0 {
		l.cursor = i
	}
	if !atTop { // at the top the list stays there, so that what arrives is seen
		l.top = l.cursor - onScreen
	}
	l.pruneMarks()
	l.settle()
}

// find is where a row is now, -1 when it is not there.
func (l *List) find(id string) int {
	if id == "" {
		return -1
	}
	if f, ok := l.src.(Finder); ok {
		return f.Index(id)
	}
	n := l.src.Len()
	if n == 0 {
		return -1
	}
	// Rows seldom go far: look outwards from where it was.
	hint := clamp(l.cursor, 0, n-1)
	for up, down := hint, hint+1; up >= 0 || down < n; up, down = up-1, down+1 {
		if up >= 0 && l.src.ID(up) == id {
			return up
		}
		if down < n && l.src.ID(down) == id {
			return down
		}
	}
	return -1
}

// survivor is the row nearest to the cursor's old one that is still there: those that followed it first.
func (l *List) survivor() int {
	if f, ok := l.src.(Finder); ok {
		for _, id := range l.near {
			if i := f.Index(id); i >= 0 {
				return i
			}
		}
		return -1
	}
	rank := make(map[string]int, len(l.near))
	for r, id := range l.near {
		rank[id] = r
	}
	best, bestRank := -1, len(l.near)
	for i := range l.src.Len() {
		if r, ok := rank[l.src.ID(i)]; ok && r < bestRank {
			if best, bestRank = i, r; r == 0 {
				break
			}
		}
	}
	return best
}

// settle puts cursor and window where they may be, and remembers the cursor's neighbours.
func (l *List) settle() {
	n := l.src.Len()
	if n == 0 {
		// The ID is kept: rows may be on their way.
		l.cursor, l.top = 0, 0
		return
	}
	l.cursor = clamp(l.cursor, 0, n-1)
	l.id = l.src.ID(l.cursor)
	l.remember(n)
	if l.height > 0 {
		l.reveal(n)
	}
}

func (l *List) remember(n int) {
	l.near = l.near[:0]
	add := func(i int) {
		if id := l.src.ID(i); id != "" {
			l.near = append(l.near, id)
		}
	}
	for i := l.cursor + 1; i < min(l.cursor+nearRows, n); i++ {
		add(i)
	}
	for i := l.cursor - 1; i >= max(l.cursor-nearRows, 0); i-- {
		add(i)
	}
}

// reveal scrolls as little as it takes to show the cursor with its margin. Every walk is bounded by the height.
func (l *List) reveal(n int) {
	off := l.margin()
	first, last := max(l.cursor-off, 0), min(l.cursor+off, n-1)
	// A row has at least one line, so no window that shows last begins before this.
	l.top = clamp(l.top, max(last-l.height+1, 0), first)
	lines := 0
	for i := last; i >= l.top; i-- {
		if lines += max(l.src.Height(i), 1); lines > l.height {
			l.top = min(i+1, l.cursor)
			break
		}
	}
	l.top = clamp(l.top, 0, l.lastTop())
}

// lastTop is the first row of the window that ends with the last row.
func (l *List) lastTop() int {
	top, lines := l.src.Len(), 0
	for top > 0 {
		lines += max(l.src.Height(top-1), 1)
		if lines > l.height && top < l.src.Len() {
			break
		}
		top--
	}
	return top
}

// margin is ScrollOff where the window is high enough for it.
func (l *List) margin() int { return min(l.scrollOff, max(l.rowsOnScreen()-1, 0)/2) }

func (l *List) rowsOnScreen() int {
	if n := l.src.Len(); n > 0 {
		return max(l.height/max(l.src.Height(clamp(l.cursor, 0, n-1)), 1), 1)
	}
	return max(l.height, 1)
}

func clamp(v, low, high int) int { return max(min(v, high), low) }
