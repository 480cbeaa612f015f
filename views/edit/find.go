package edit

import (
	tea "charm.land/bubbletea/v2"

	"daybook/views"
)

// Finder finds what a step is about when its turn has come, before anything of it is told: what is changed meanwhile
// could be found no more, and the step is whole before it is begun.
type Finder[C any] interface {
	// Begin shows what is known of it, and returns that.
	Begin() []C
	// Find begins to find the rest. It comes to Found or NotFound.
	Find() tea.Cmd
	// Withdrawn says that it was taken back before it was found, and is no longer shown; again, that redo can begin anew.
	Withdrawn() (again bool, then tea.Cmd)
}

// DoFound makes changes that are to be found. Without a label they are no step.
func (e *Edits[C]) DoFound(label string, f Finder[C]) tea.Cmd {
	j := &job[C]{way: Done, finder: f, finding: true, changes: f.Begin()}
	logged := tea.Cmd(nil)
	if label != "" {
		step, err := e.step(label, record[C]{Changes: j.changes, head: head{Open: true, Found: e.env.NewID()}})
		if err != nil {
			return tea.Batch(e.o.Show(Refused, inverse(j.changes)), views.Notice(views.Failure, err.Error()))
		}
		j.step = step
		e.open[string(step.Payload)]++
		e.forgetSpared()
		logged = e.env.Did(views.Did{Step: step})
	}
	return tea.Batch(logged, e.beginFound(j))
}

func (e *Edits[C]) beginFound(j *job[C]) tea.Cmd {
	e.writes++
	e.queue = append(e.queue, j)
	return e.next()
}

// Finding is who finds what the first changes of the queue are; nil for none.
func (e *Edits[C]) Finding() Finder[C] {
	if len(e.queue) == 0 || !e.queue[0].finding {
		return nil
	}
	return e.queue[0].finder
}

// Stopped says that a person has stopped the first of the queue.
func (e *Edits[C]) Stopped() bool { return e.stop }

// Found tells the service of what was found, which is shown. The step is called so, as of is of what is made of it in
// the end; of nothing, it is forgotten.
func (e *Edits[C]) Found(of func([]C) string, changes ...C) tea.Cmd {
	j := e.queue[0]
	j.finding, j.label, j.changes = false, of, e.present(changes)
	if len(changes) == 0 {
		e.queue, e.busy = e.queue[1:], false
		forget := tea.Cmd(nil)
		if j.step.Payload != nil {
			forget = e.Forget(j.step)
		}
		return tea.Batch(forget, e.next())
	}
	if e.stop {
		return e.refuse(j, ErrStopped)
	}
	step, err := e.step(of(j.changes), record[C]{Changes: j.changes, head: head{Open: true}})
	if err != nil {
		return e.refuse(j, err)
	}
	was := j.step
	e.close(was)
	e.open[string(step.Payload)]++
	j.step, j.unsaved = step, true
	return e.env.Did(views.Did{Step: step, Instead: &was, Saved: e.saves(j)})
}

// NotFound gives up what was to be found.
func (e *Edits[C]) NotFound(err error) tea.Cmd { return e.refuse(e.queue[0], err) }

// withdraw takes back what is still to be found; of a step that a former run left open, its undo while it is not known
// what was done. False for a step of which that is not so.
func (e *Edits[C]) withdraw(s views.Step) (tea.Cmd, bool) {
	for i, j := range e.queue {
		if !j.finding && !j.unknown || !sameStep(j.step, s) {
			continue
		}
		e.queue = append(e.queue[:i:i], e.queue[i+1:]...)
		e.busy = e.busy && i > 0
		if j.unknown {
			return e.next(), true
		}
		e.close(s)
		shown := e.o.Show(Refused, e.present(inverse(j.changes)))
		again, then := j.finder.Withdrawn()
		if e.withdrawn = nil; again {
			e.withdrawn = j
		}
		return tea.Batch(shown, then, e.next()), true
	}
	return nil, false
}

// findAgain does again what was withdrawn.
func (e *Edits[C]) findAgain(s views.Step) tea.Cmd {
	j := e.withdrawn
	if j == nil || !sameStep(j.step, s) {
		return views.Notice(views.Warning, "Nothing was changed then, so there is nothing to do again. Select anew.")
	}
	e.withdrawn = nil
	e.open[string(s.Payload)]++
	j.changes, j.results = j.finder.Begin(), nil
	return e.beginFound(j)
}
