package edit

import (
	"encoding/json"
	"fmt"

	tea "charm.land/bubbletea/v2"

	"daybook/views"
)

// record is what a step of the undo log has, under the name of its edits: changes, and the moment that they are held
// for, if any. Open is one that the service has not answered: left so by a former run, nobody knows what it came to.
type record[C any] struct {
	Changes []C    `json:"changes,omitempty"`
	Open    bool   `json:"open,omitempty"`
	Held    moment `json:"held,omitzero"`
}

// step makes a step of the log.
func (e *Edits[C]) step(label string, r record[C]) (views.Step, error) {
	payload, err := json.Marshal(map[string]record[C]{e.o.Name: r})
	if err != nil {
		return views.Step{}, fmt.Errorf("write %q to the undo log: %w", label, err)
	}
	return views.Step{Owner: e.o.Work.Screen, Label: label, Payload: payload}, nil
}

// Owns says that a step is of these edits.
func (e *Edits[C]) Owns(s views.Step) bool { return e.body(s) != nil }

// body is what a step has of these edits, nil for nothing.
func (e *Edits[C]) body(s views.Step) json.RawMessage {
	var all map[string]json.RawMessage
	if s.Owner != e.o.Work.Screen || json.Unmarshal(s.Payload, &all) != nil {
		return nil
	}
	return all[e.o.Name]
}

// read reads what step has written; false where the step is another's, or of another version of the program.
func (e *Edits[C]) read(s views.Step) (record[C], bool) {
	var r record[C]
	if err := json.Unmarshal(e.body(s), &r); err != nil {
		return record[C]{}, false
	}
	return r, len(r.Changes) > 0 || r.Held.ID != ""
}

// Changes are those of a step, with the ids of now; none for a step of others.
func (e *Edits[C]) Changes(s views.Step) []C {
	r, _ := e.read(s)
	return e.present(r.Changes)
}

// Log puts a step on the undo log that is done in another way, and says words. Relog or Forget ends it.
func (e *Edits[C]) Log(label, words string, changes ...C) (views.Step, tea.Cmd) {
	step, err := e.step(label, record[C]{Changes: changes, Open: true})
	if err != nil {
		return views.Step{Label: label}, e.say(views.Warning, label+", but it cannot be undone: "+err.Error())
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
		return e.say(views.Failure, "Undo: "+errUnreadable.Error())
	case r.Held.ID != "":
		return e.spare(r.Held.ID)
	}
	return e.Again(Undone, s, inverse(r.Changes)...)
}

// Reapply does a step again.
func (e *Edits[C]) Reapply(s views.Step) tea.Cmd {
	r, ok := e.read(s)
	switch {
	case !ok:
		return e.say(views.Failure, "Redo: "+errUnreadable.Error())
	case r.Held.ID != "":
		return e.holdAgain(s, r)
	}
	return e.Again(Redone, s, r.Changes...)
}

// Relog has a step of the log be called label and have these changes, as the service has them. Words are said, if any.
func (e *Edits[C]) Relog(old views.Step, label, words string, changes ...C) tea.Cmd {
	step, err := e.step(label, record[C]{Changes: changes})
	if err != nil {
		return tea.Batch(e.Forget(old), e.say(views.Warning, label+", but it cannot be undone: "+err.Error()))
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
	r, ok := e.read(s)
	switch {
	case !ok:
		return true
	case r.Held.ID != "":
		h := e.held[r.Held.ID]
		return h == nil || h.state != waits
	}
	return r.Open && e.open[string(s.Payload)] == 0
}
