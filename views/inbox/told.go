package inbox

import (
	"daybook/views/inbox/change"
	"daybook/views/inbox/rows"
)

// moment is a place in the order of what the service was told.
type moment int

// toldMost is how many messages the memory of what the service was told holds.
const toldMost = 4096

// told is what the service has done of our own changes, the oldest first. An
// answer to a question that was asked before may be of the time before them, so
// they are laid over it; where they are forgotten, the question is asked again.
type told struct {
	changes []toldChange
	first   moment // of changes
	size    int    // messages in changes
}

// toldChange is one of them: edits, or messages that are deleted for good.
type toldChange struct {
	edits     []change.Edit
	destroyed []string
}

func (c toldChange) size() int { return len(c.edits) + len(c.destroyed) }

// now is the moment of a question that is asked now.
func (t *told) now() moment { return t.first + moment(len(t.changes)) }

// covers reports whether all that was told since a moment is known.
func (t *told) covers(asked moment) bool { return asked >= t.first }

// add notes what the service has done.
func (t *told) add(edits []change.Edit, destroyed []string) {
	c := toldChange{edits, destroyed}
	if c.size() == 0 {
		return
	}
	t.changes = append(t.changes, c)
	for t.size += c.size(); t.size > toldMost; t.first++ {
		t.size -= t.changes[0].size()
		t.changes = t.changes[1:]
	}
}

// since is what was told since a moment.
func (t *told) since(asked moment) []toldChange {
	return t.changes[min(max(int(asked-t.first), 0), len(t.changes)):]
}

// ahead lays over an answer what the service may not have known of when it was
// asked: changes that it was told since, and those that it has yet to hear of.
// Leave is what of the answer does not belong into the list any more, late what
// belongs there and is not in the answer.
func (m *Model) ahead(answer []*rows.Message, asked moment) (leave []string, late []*rows.Message) {
	in := make(map[string]*rows.Message, len(answer))
	left, touched, missing := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for _, e := range answer {
		in[e.ID] = e
		left[e.ID] = m.list.gone[e.ID]
	}
	over := func(edit change.Edit) {
		if e := in[edit.ID]; e != nil {
			change.Apply(e, edit.After)
			touched[e.ID] = true
		} else {
			missing[edit.ID] = true
		}
	}
	for _, c := range m.told.since(asked) {
		for _, e := range c.edits {
			over(e)
		}
		for _, id := range c.destroyed {
			left[id] = true
		}
	}
	for finder, changes := range m.edits.Waiting() {
		for _, c := range changes {
			if c.OfMessage() && c.Doomed == nil {
				over(c.Edit)
			}
		}
		for _, e := range answer {
			if s, _ := finder.(*sweep); s != nil && s.shown >= 0 && s.covers(&m.list, e) {
				change.Apply(e, s.tries[s.shown].want(e))
				touched[e.ID] = true
			}
		}
	}
	for _, e := range answer {
		if left[e.ID] || touched[e.ID] && !m.list.admits(e) && !m.list.rows.Pinned(e.ID) {
			leave = append(leave, e.ID)
		}
	}
	for id := range missing {
		e := m.list.rows.Message(id)
		if e == nil {
			e = m.held.byID[id]
		}
		if e != nil && !left[id] && (m.list.admits(e) || m.list.rows.Pinned(id)) {
			late = append(late, e)
		}
	}
	return leave, late
}
