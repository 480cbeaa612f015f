package edit

import (
	"encoding/json"
	"errors"
	"fmt"

	tea "charm.land/bubbletea/v2"

	"daybook/views"
)

// record is what a step of the undo log has, under the name of its edits: changes, and the moment that they are held
// for, if any. Open is one that the service has not answered: left so by a former run, only the service knows what it
// came to.
// Found is the name of one whose changes are still to be found, and Changes those that were known.
type record[C any] struct {
	Changes []C `json:"-"`
	head
}

// head is a record as it is written.
type head struct {
	Packed json.RawMessage `json:"changes,omitempty"`
	Open   bool            `json:"open,omitempty"`
	Found  string          `json:"found,omitempty"`
	Held   moment          `json:"held,omitzero"`

	step views.Step
	ok   bool
	lost bool // a former run left it open, and nobody knows what was done of it
}

// step makes a step of the log.
func (e *Edits[C]) step(label string, r record[C]) (views.Step, error) {
	var err error
	if len(r.Changes) > 0 {
		r.Packed, err = e.o.Pack(r.Changes)
	}
	payload, wrong := json.Marshal(map[string]head{e.o.Name: r.head})
	if err = errors.Join(err, wrong); err != nil {
		return views.Step{}, fmt.Errorf("write %q to the undo log: %w", label, err)
	}
	return views.Step{Owner: e.o.Work.Screen, Label: label, Payload: payload}, nil
}

// Owns says that a step is of these edits.
func (e *Edits[C]) Owns(s views.Step) bool { return e.head(s).ok }

// head reads a step but for its changes. Each frame asks it of the newest step, which can be large.
func (e *Edits[C]) head(s views.Step) head {
	was := e.last.step
	if len(s.Payload) > 0 && len(s.Payload) == len(was.Payload) && &s.Payload[0] == &was.Payload[0] && s.Owner == was.Owner {
		return e.last
	}
	var all map[string]json.RawMessage
	h := head{}
	if s.Owner == e.o.Work.Screen && json.Unmarshal(s.Payload, &all) == nil && all[e.o.Name] != nil {
		h.ok = true
		if json.Unmarshal(all[e.o.Name], &h) != nil {
			h = head{ok: true}
		}
	}
	h.step = s
	if e.left(s, h) {
		changes, err := e.o.Unpack(h.Packed)
		h.lost = err != nil || h.Found != "" || e.o.Had == nil || e.o.Had(changes) == nil // what was still to be found was not begun
	}
	e.last = h
	return h
}

// read reads what step has written; false where the step is another's, or of another version of the program.
func (e *Edits[C]) read(s views.Step) (record[C], bool) {
	r := record[C]{head: e.head(s)}
	if r.Packed == nil {
		return r, r.Held.ID != "" || r.Found != ""
	}
	var err error
	r.Changes, err = e.o.Unpack(r.Packed)
	return r, err == nil
}

// Changes are those of a step, with the ids of now; none for a step of others.
func (e *Edits[C]) Changes(s views.Step) []C {
	r, _ := e.read(s)
	return e.present(r.Changes)
}

// Log puts a step on the undo log that is done in another way, and says words. Relog or Forget ends it.
func (e *Edits[C]) Log(label, words string, changes ...C) (views.Step, tea.Cmd) {
	step, err := e.step(label, record[C]{Changes: changes, head: head{Open: true}})
	if err != nil {
		return views.Step{Label: label}, views.Notice(views.Warning, label+", but it cannot be undone: "+err.Error())
	}
	e.forgetSpared()
	e.open[string(step.Payload)]++
	return step, e.env.Did(views.Did{Step: step, Words: words})
}

// Revert takes a step back.
func (e *Edits[C]) Revert(s views.Step) tea.Cmd {
	r, ok := e.read(s)
	switch {
	case !ok:
		return views.Notice(views.Failure, "Undo: "+errUnreadable.Error())
	case r.Held.ID != "":
		return e.spare(r.Held.ID)
	}
	if withdrawn, still := e.withdraw(s); still {
		return withdrawn
	}
	if e.left(s, r.head) {
		return e.begin(&job[C]{way: Undone, step: s, changes: r.Changes, unknown: true})
	}
	return e.Again(Undone, s, inverse(r.Changes)...)
}

// left says that a former run left a step without an answer.
func (e *Edits[C]) left(s views.Step, h head) bool { return h.Open && e.open[string(s.Payload)] == 0 }

// Reapply does a step again.
func (e *Edits[C]) Reapply(s views.Step) tea.Cmd {
	r, ok := e.read(s)
	switch {
	case !ok:
		return views.Notice(views.Failure, "Redo: "+errUnreadable.Error())
	case r.Held.ID != "":
		return e.holdAgain(s, r)
	case r.Found != "":
		return e.findAgain(s)
	}
	if withdrawn, still := e.withdraw(s); still {
		return withdrawn
	}
	return e.Again(Redone, s, r.Changes...)
}

// Relog has a step of the log be called label and have these changes, as the service has them. Words are said, if any.
func (e *Edits[C]) Relog(old views.Step, label, words string, changes ...C) tea.Cmd {
	step, err := e.step(label, record[C]{Changes: changes})
	if err != nil {
		return tea.Batch(e.Forget(old), views.Notice(views.Warning, label+", but it cannot be undone: "+err.Error()))
	}
	e.close(old)
	step.On = old.On
	return e.env.Did(views.Did{Step: step, Instead: &old, Words: words})
}

// Forget takes a step off the log that came to nothing.
func (e *Edits[C]) Forget(s views.Step) tea.Cmd {
	e.close(s)
	return views.Send(views.Forget{Step: s})
}

func (e *Edits[C]) close(s views.Step) {
	if e.open[string(s.Payload)]--; e.open[string(s.Payload)] <= 0 {
		delete(e.open, string(s.Payload))
	}
}

// Expired implements views.Expirer: nothing takes a step back that was held and no longer is, one that a former run left
// open, nor one of another version of the program.
func (e *Edits[C]) Expired(s views.Step) bool {
	h := e.head(s)
	switch {
	case h.Held.ID != "":
		held := e.held[h.Held.ID]
		return held == nil || held.state != waits
	case h.Packed == nil && h.Found == "":
		return true
	}
	return h.lost
}
