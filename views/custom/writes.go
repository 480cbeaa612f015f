package custom

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"daybook/views"
	"daybook/widget/text"
)

// The ways a change reaches the service.
type direction int

const (
	done direction = iota
	undone
	redone
)

// write is a change on its way to the service.
type write struct {
	change Change
	step   views.Step
	kind   direction
}

// writes is the queue of writes: one at a time, in the order of the keys.
// stale are the items that the service is to be asked about when it is empty.
type writes struct {
	queue []write
	stale map[Item]bool
}

func (w *writes) busy() bool { return len(w.queue) > 0 }

// act does a change: on the screen at once, then at the service. On a draft
// that is all.
func (p *Panel) act(label text.Text, c Change) tea.Cmd {
	if p.drafting {
		p.history = append(p.history, c)
		p.data.apply(c)
		p.shown()
		return nil
	}
	step, err := stepOf(p.options.Screen, label.String(), c)
	if err != nil {
		return notify(views.Failure, text.Clean(err.Error()))
	}
	return tea.Batch(p.env.Did(views.Did{Step: step}), p.push(write{change: c, step: step}))
}

// undoDraft takes the last change of a draft back.
func (p *Panel) undoDraft(int) tea.Cmd {
	n := len(p.history)
	if n == 0 {
		return notify(views.Info, text.Literal("Nothing to undo here"))
	}
	p.data.apply(p.history[n-1].Inverse())
	p.history = p.history[:n-1]
	p.shown()
	return nil
}

// push shows a change and queues it, and starts it when it is the first.
func (p *Panel) push(w write) tea.Cmd {
	w.change.Item = p.present(w.change.Item)
	p.apply(w.change)
	if p.loading.Busy() && p.shows(w.change.Item) { // what is being read may be older
		p.writes.stale = with(p.writes.stale, w.change.Item)
	}
	p.writes.queue = append(p.writes.queue, w)
	if len(p.writes.queue) > 1 {
		return nil
	}
	return p.writeNext()
}

// apply shows a change if its item is shown.
func (p *Panel) apply(c Change) {
	if !p.shows(c.Item) || !p.data.loaded {
		return
	}
	p.data.apply(c)
	if c.Before == nil {
		p.tree.Expand(extensionNode(c.Name))
	}
	p.shown()
	p.reveal(c)
}

func (p *Panel) shows(i Item) bool { return p.open && !p.drafting && p.item == i }

func (p *Panel) writeNext() tea.Cmd {
	service, c := p.service, p.writes.queue[0].change
	return p.work.Tell(0, func(ctx context.Context) error { return tell(ctx, service, c) }, p.onWritten)
}

// onWritten rolls back what was refused. When the queue is empty the service
// is asked what is true where a refusal leaves that open, and for what undo
// changed out of sight.
func (p *Panel) onWritten(err error) tea.Cmd {
	if len(p.writes.queue) == 0 {
		return nil
	}
	w := p.writes.queue[0]
	p.writes.queue = p.writes.queue[1:]
	var cmds []tea.Cmd
	if err != nil {
		p.apply(w.change.Inverse())
		cmds = append(cmds, notify(views.Failure, text.Literal("Could not keep “"), text.Clean(w.step.Label), text.Literal("”: "), reason(err), text.Literal(". Taken back.")))
		if w.kind == done {
			cmds = append(cmds, views.Send(views.Forget{Step: w.step}))
		}
	}
	if err != nil || !p.shows(w.change.Item) {
		p.writes.stale = with(p.writes.stale, w.change.Item)
	}
	if p.writes.busy() {
		return tea.Batch(append(cmds, p.writeNext())...)
	}
	for item := range p.writes.stale {
		if p.shows(item) {
			cmds = append(cmds, p.load())
		} else {
			cmds = append(cmds, p.recall(item))
		}
	}
	p.writes.stale = nil
	return tea.Batch(cmds...)
}

func with(set map[Item]bool, i Item) map[Item]bool {
	if set == nil {
		set = map[Item]bool{}
	}
	set[i] = true
	return set
}

// Owns says that a step of the screen's undo log is the panel's.
func (p *Panel) Owns(s views.Step) bool {
	_, ok := changeOf(s)
	return ok
}

// Revert takes a step of the panel back.
func (p *Panel) Revert(s views.Step) tea.Cmd { return p.replay(s, undone) }

// Reapply does a step of the panel again.
func (p *Panel) Reapply(s views.Step) tea.Cmd { return p.replay(s, redone) }

func (p *Panel) replay(s views.Step, kind direction) tea.Cmd {
	c, ok := changeOf(s)
	if !ok {
		return notify(views.Failure, text.Literal("The step cannot be read"))
	}
	if kind == undone {
		c = c.Inverse()
	}
	return p.push(write{change: c, step: s, kind: kind})
}
