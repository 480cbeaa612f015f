package list

import (
	"maps"
	"slices"
)

// Mark puts a row into the selection or takes it out.
func (l *List) Mark(id string, on bool) {
	if id == "" {
		return
	}
	if on {
		l.marks[id] = struct{}{}
	} else {
		delete(l.marks, id)
	}
	l.anchor = id
}

// ToggleMark turns the mark of the cursor's row over and goes on to the next.
func (l *List) ToggleMark() {
	l.Mark(l.id, !l.IsMarked(l.id))
	l.Move(1)
}

// MarkToCursor marks everything between the row marked last and the cursor.
func (l *List) MarkToCursor() {
	from := l.find(l.anchor)
	if from < 0 {
		from = l.cursor
	}
	for i := min(from, l.cursor); i <= max(from, l.cursor) && i < l.src.Len(); i++ {
		if id := l.src.ID(i); id != "" {
			l.marks[id] = struct{}{}
		}
	}
	l.anchor = l.id
}

// MarkWhere marks every loaded row that the predicate accepts (nil: all) and returns how many are marked now.
func (l *List) MarkWhere(accept func(i int) bool) int {
	for i := range l.src.Len() {
		if id := l.src.ID(i); id != "" && (accept == nil || accept(i)) {
			l.marks[id] = struct{}{}
		}
	}
	return len(l.marks)
}

// ClearMarks empties the selection and says whether there was one.
func (l *List) ClearMarks() bool {
	had := len(l.marks) > 0
	clear(l.marks)
	l.anchor = ""
	return had
}

// IsMarked says whether a row is selected.
func (l *List) IsMarked(id string) bool {
	_, ok := l.marks[id]
	return ok
}

// MarkCount is the number of selected rows.
func (l *List) MarkCount() int { return len(l.marks) }

// Marked is the selected IDs in the order of the rows.
func (l *List) Marked() []string {
	ids := make([]string, 0, len(l.marks))
	for i := 0; i < l.src.Len() && len(ids) < len(l.marks); i++ {
		if id := l.src.ID(i); l.IsMarked(id) {
			ids = append(ids, id)
		}
	}
	return ids
}

// Hidden is the selected IDs that no row shows, sorted: see Keeper.
func (l *List) Hidden() []string {
	shown := l.Marked()
	if len(shown) == len(l.marks) {
		return nil
	}
	hidden := maps.Clone(l.marks)
	for _, id := range shown {
		delete(hidden, id)
	}
	return slices.Sorted(maps.Keys(hidden))
}

// Targets is what a command acts on: the selection, or the cursor's row when there is none.
func (l *List) Targets() []string {
	if len(l.marks) > 0 {
		return l.Marked()
	}
	if l.id == "" || l.src.Len() == 0 {
		return nil
	}
	return []string{l.id}
}

// pruneMarks drops the marks of rows that left. While some rows are not loaded nobody knows who left.
func (l *List) pruneMarks() {
	if len(l.marks) == 0 {
		return
	}
	here := make(map[string]struct{}, len(l.marks))
	for i := range l.src.Len() {
		id := l.src.ID(i)
		if id == "" {
			return
		}
		if l.IsMarked(id) {
			here[id] = struct{}{}
		}
	}
	if k, ok := l.src.(Keeper); ok {
		for id := range l.marks {
			if k.Keeps(id) {
				here[id] = struct{}{}
			}
		}
	}
	l.marks = here
}
