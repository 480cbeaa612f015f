package edit

import (
	"fmt"
	"iter"
	"time"

	tea "charm.land/bubbletea/v2"

	"daybook/views"
)

// Moment is how long that is held which nothing brings back.
const Moment = 8 * time.Second

// loggedMost bounds what the undo log keeps of a change that is held, in bytes. What is larger can be done again in
// this run alone.
const loggedMost = 1 << 20

// Warning says in the question before it what Hold comes to.
var Warning = fmt.Sprintf("For %d seconds u takes it back; then nothing does.", int(Moment/time.Second))

// Ask asks before what is held, or done for good: next does it when the person agrees.
func (e *Edits[C]) Ask(c views.Confirm, next func() tea.Cmd) tea.Cmd {
	c.Yes = next
	return e.env.Ask(c)
}

// Words say what is held: of "Deleting a.txt" and "Deleted a.txt for good".
type Words struct {
	Doing string // "Deleting a.txt", while it is held
	Label string // "Deleted a.txt for good"
	Not   string // "Not deleted: a.txt", before why
	Over  string // "Deleted a.txt for good.", when it is; empty for Label
	Part  bool   // the same key did what the step before it says: undo takes both
}

// moment is what the log knows of a change that is held, under an id that no other has.
type moment struct {
	ID   string `json:"id"`
	Not  string `json:"not"`
	Over string `json:"over,omitempty"`
}

// holding is a change, how far it is, and the timer that counts: one of before it was taken back means nothing.
type holding[C any] struct {
	moment  moment
	step    views.Step
	changes []C
	state   state
	timer   int
}

// The states of what is held. What is not known was carried out, or never begun: the program ended within its moment.
type state int

const (
	waits state = iota
	goes
	spared
)

// Hold makes changes that the service brings back in no way, when a moment has passed in which undo takes them back.
func (e *Edits[C]) Hold(w Words, changes ...C) tea.Cmd {
	changes = e.present(changes)
	m := moment{ID: e.env.NewID(), Not: w.Not, Over: w.Over}
	step, err := e.step(w.Label, record[C]{Changes: changes, head: head{Held: m}})
	if err == nil && len(step.Payload) > loggedMost {
		step, err = e.step(w.Label, record[C]{head: head{Held: m}})
	}
	if err != nil {
		return views.Notice(views.Failure, w.Not+": "+err.Error())
	}
	step.Part = w.Part
	e.forgetSpared()
	h := &holding[C]{moment: m, step: step, changes: changes}
	said := fmt.Sprintf("%s in %d s", w.Doing, int(Moment/time.Second))
	return tea.Batch(e.env.Did(views.Did{Step: step, Words: said}), e.hold(h))
}

func (e *Edits[C]) hold(h *holding[C]) tea.Cmd {
	h.state, h.changes = waits, e.present(h.changes)
	h.timer++
	e.held[h.moment.ID] = h
	timer := h.timer
	over := e.o.Work.After(Moment, func() tea.Cmd { return e.carryOut(h, timer) })
	return tea.Batch(over, e.o.Show(Held, h.changes))
}

// holdAgain is redo of what was spared, maybe by a former run.
func (e *Edits[C]) holdAgain(s views.Step, r record[C]) tea.Cmd {
	switch h := e.held[r.Held.ID]; {
	case h != nil && h.state == spared:
		return e.hold(h)
	case h == nil && len(r.Changes) > 0:
		return e.hold(&holding[C]{moment: r.Held, step: s, changes: r.Changes})
	}
	return views.Notice(views.Warning, "Too late: it cannot be done again")
}

// spare takes back what is held.
func (e *Edits[C]) spare(id string) tea.Cmd {
	h := e.held[id]
	if h == nil || h.state != waits {
		return views.Notice(views.Warning, "Too late: it is done")
	}
	h.state = spared
	return e.o.Show(Spared, h.changes)
}

// carryOut queues what was held, when its moment is over.
func (e *Edits[C]) carryOut(h *holding[C], timer int) tea.Cmd {
	if h.state != waits || h.timer != timer {
		return nil
	}
	h.state = goes
	return e.begin(&job[C]{way: Over, step: h.step, changes: e.present(h.changes), holding: h})
}

// forgetSpared lets go of what was taken back, when redo can no longer do it again.
func (e *Edits[C]) forgetSpared() {
	for id, h := range e.held {
		if h.state == spared {
			delete(e.held, id)
		}
	}
}

// Held are the changes that are about to be made, or being made, in no order.
func (e *Edits[C]) Held() iter.Seq[C] {
	return func(yield func(C) bool) {
		for _, h := range e.held {
			for _, c := range h.changes {
				if h.state != spared && !yield(c) {
					return
				}
			}
		}
	}
}
