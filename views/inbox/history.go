package inbox

import (
	"daybook/views/edit"
	"daybook/views/inbox/change"
	"daybook/views/inbox/rows"
)

// history is what was done to messages here: what the service has yet to hear
// of, what it has done, and the messages it was about.
type history struct {
	edits    *edit.Edits[change.Change]
	told     told
	departed departed
	gone     map[string]bool // messages about to be deleted for good
}

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

// departedMost is how many messages that left the list are remembered, so that undo
// can bring them back in the frame of the key.
const departedMost = 20_000

// departed is messages that actions were about, the oldest forgotten first.
type departed struct {
	byID  map[string]*rows.Message
	order []string
}

func (d *departed) put(m *rows.Message) {
	if d.byID == nil {
		d.byID = map[string]*rows.Message{}
	}
	if _, known := d.byID[m.ID]; !known {
		d.order = append(d.order, m.ID)
	}
	d.byID[m.ID] = m
	for len(d.order) > departedMost {
		delete(d.byID, d.order[0])
		d.order = d.order[1:]
	}
}

// putAll keeps messages for undo.
func (d *departed) putAll(messages []*rows.Message) {
	for _, e := range messages {
		d.put(e)
	}
}

// ahead lays over an answer what the service may not have known of when it was
// asked: changes that it was told since, and those that it has yet to hear of.
// Leave is what of the answer does not belong into the list any more, late what
// belongs there and is not in the answer.
func (l *listPane) ahead(answer []*rows.Message, asked moment) (leave []string, late []*rows.Message) {
	in := make(map[string]*rows.Message, len(answer))
	left, touched, missing := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for _, e := range answer {
		in[e.ID] = e
		left[e.ID] = l.history.gone[e.ID]
	}
	over := func(edit change.Edit) {
		if e := in[edit.ID]; e != nil {
			change.Apply(e, edit.After)
			touched[e.ID] = true
		} else {
			missing[edit.ID] = true
		}
	}
	for _, c := range l.history.told.since(asked) {
		for _, e := range c.edits {
			over(e)
		}
		for _, id := range c.destroyed {
			left[id] = true
		}
	}
	for finder, changes := range l.history.edits.Waiting() {
		for _, c := range changes {
			if c.OfMessage() && c.Doomed == nil {
				over(c.Edit)
			}
		}
		for _, e := range answer {
			if s, _ := finder.(*sweep); s != nil && s.shown >= 0 && s.covers(l, e) {
				change.Apply(e, s.tries[s.shown].want(e))
				touched[e.ID] = true
			}
		}
	}
	for _, e := range answer {
		if left[e.ID] || touched[e.ID] && !l.admits(e) && !l.rows.Pinned(e.ID) {
			leave = append(leave, e.ID)
		}
	}
	for id := range missing {
		e := l.rows.Message(id)
		if e == nil {
			e = l.history.departed.byID[id]
		}
		if e != nil && !left[id] && (l.admits(e) || l.rows.Pinned(id)) {
			late = append(late, e)
		}
	}
	return leave, late
}
