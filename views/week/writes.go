package week

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views"
	"daybook/views/week/change"
)

// The ways a change reaches the service.
type direction int

const (
	done direction = iota
	undone
	redone
)

// write is a change on its way to the service, with the files that go along.
type write struct {
	change change.Change
	step   views.Step
	kind   direction
	attach []string // paths
	detach []string // ids of attachments
}

// writes is the queue of writes: one at a time, in the order of the keys.
type writes struct {
	queue   []write
	request views.Request
	names   map[string]string // of events that the service has named anew
}

func (w *writes) busy() bool { return len(w.queue) > 0 }

// nameOf is the id that the service knows an event by.
func (w *writes) nameOf(id string) string {
	for range len(w.names) {
		next, ok := w.names[id]
		if !ok {
			break
		}
		id = next
	}
	return id
}

type wrote struct {
	own
	generation int
	names      map[string]string // what events made are called
	err        error
}

// act does a change: on the screen at once, then at the service.
func (m *Model) act(label string, w write) tea.Cmd {
	payload, err := w.change.Encode()
	if err != nil {
		return notify(views.Failure, err)
	}
	w.step = views.Step{Owner: views.Week, Label: label, Payload: payload}
	return tea.Batch(views.Send(views.Did{Step: w.step}), m.apply(w.change), m.push(w))
}

// apply puts a change on the screen, and tells the inbox of answers.
func (m *Model) apply(c change.Change) tea.Cmd {
	var cmds []tea.Cmd
	for _, e := range c.Edits {
		m.book.apply(e, m.writes.nameOf)
		if e.Answer != nil {
			cmds = append(cmds, views.Send(views.Answered{Event: e.Answer.ID, Says: e.Answer.Says}))
		}
		if e.After != nil && e.After.Recurrence == nil {
			m.cursor.id = m.writes.nameOf(e.After.ID)
		}
	}
	return tea.Batch(append(cmds, m.touch())...)
}

// apply does one edit on the book.
func (b *book) apply(e change.Edit, nameOf func(string) string) {
	if e.Answer != nil {
		b.answer(nameOf(e.Answer.ID), e.Answer.Says)
		return
	}
	c := b.calendar(e.Calendar)
	if c == nil {
		return
	}
	if e.Before != nil {
		id := nameOf(e.Before.ID)
		b.remove(func(it *item) bool { return it.ID == id || it.SeriesMasterID == id })
	}
	if e.After != nil {
		after := *e.After
		after.ID = nameOf(after.ID)
		b.add(after, c)
	}
}

// answer sets what the person says to an event or to a series.
func (b *book) answer(id, says string) {
	for i, it := range b.items {
		if it.ID != id && it.SeriesMasterID != id {
			continue
		}
		answered := *it
		answered.ResponseStatus = &model.ResponseStatus{Response: says}
		switch {
		case says == model.ResponseAccepted && it.ShowAs == model.ShowTentative:
			answered.ShowAs = model.ShowBusy
		case says == model.ResponseTentative:
			answered.ShowAs = model.ShowTentative
		}
		b.items[i] = &answered
	}
	b.version++
}

// push queues a write and starts it when it is the first.
func (m *Model) push(w write) tea.Cmd {
	m.writes.queue = append(m.writes.queue, w)
	m.loading.Cancel() // what it reads is older than what is shown
	if len(m.writes.queue) == 1 {
		return m.writeNext()
	}
	return nil
}

// writeNext tells the service the first write.
func (m *Model) writeNext() tea.Cmd {
	w, service := m.writes.queue[0], m.service
	edits := make([]order, len(w.change.Edits))
	for i, e := range w.change.Edits {
		edits[i] = m.orderOf(e)
	}
	ctx, generation := m.writes.request.Start(background())
	return func() tea.Msg {
		msg := wrote{generation: generation, names: map[string]string{}}
		for _, o := range edits {
			if msg.err = o.do(ctx, service, msg.names); msg.err != nil {
				return msg
			}
		}
		if len(edits) > 0 {
			msg.err = files(ctx, service, edits[len(edits)-1], w, msg.names)
		}
		return msg
	}
}

// order is an edit with everything looked up that telling the service needs.
type order struct {
	change.Edit
	calendar Calendar
	at       Ref // the event as the service knows it
}

func (m *Model) orderOf(e change.Edit) order {
	o := order{Edit: e}
	if c := m.book.calendar(e.Calendar); c != nil {
		o.calendar = c.Calendar
	}
	o.at.Group = o.calendar.Group
	switch {
	case e.Answer != nil:
		o.at.ID = m.writes.nameOf(e.Answer.ID)
	case e.Before != nil:
		o.at.ID = m.writes.nameOf(e.Before.ID)
	}
	return o
}

// do tells the service of one edit; what it makes is entered in names.
func (o order) do(ctx context.Context, service Service, names map[string]string) error {
	switch {
	case o.Answer != nil:
		return o.respond(ctx, service)
	case o.After == nil:
		return service.Delete(ctx, o.at)
	case o.Before == nil:
		made, err := service.Create(ctx, o.calendar, change.Fresh(*o.After))
		if err == nil && made.ID != o.After.ID {
			names[o.After.ID] = made.ID
		}
		return err
	}
	patch, differ := change.Patch(*o.Before, *o.After)
	if !differ {
		return nil
	}
	_, err := service.Update(ctx, o.at, patch)
	return err
}

// respond answers. There is no way to take an answer back to silence: then
// the event is tentative again, as invitations are, and nobody is told.
func (o order) respond(ctx context.Context, service Service) error {
	switch o.Answer.Says {
	case model.ResponseAccepted, model.ResponseTentative, model.ResponseDeclined:
		return service.Respond(ctx, o.at, o.Answer.Says, true)
	}
	return service.Respond(ctx, o.at, model.ResponseTentative, false)
}

// files attaches and detaches what goes along with the last edit.
func files(ctx context.Context, service Service, o order, w write, names map[string]string) error {
	at := o.at
	if o.Before == nil && o.After != nil {
		at.ID = o.After.ID
		if name, ok := names[at.ID]; ok {
			at.ID = name
		}
	}
	for _, id := range w.detach {
		if err := service.Detach(ctx, at, id); err != nil {
			return err
		}
	}
	for _, path := range w.attach {
		if err := service.Attach(ctx, at, path); err != nil {
			return err
		}
	}
	return nil
}

func (m *Model) tookWrite(msg wrote) tea.Cmd {
	if !m.writes.request.Current(msg.generation) || len(m.writes.queue) == 0 {
		return nil
	}
	w := m.writes.queue[0]
	m.writes.queue = m.writes.queue[1:]
	var cmds []tea.Cmd
	for from, to := range msg.names {
		if m.writes.names == nil {
			m.writes.names = map[string]string{}
		}
		m.writes.names[from] = to
		if m.cursor.id == from {
			m.cursor.id = to
		}
	}
	m.book.rename(msg.names)
	switch {
	case msg.err != nil:
		cmds = append(cmds, m.apply(w.change.Inverse()), notify(views.Failure, "Could not keep \u201c", w.step.Label, "\u201d: ", msg.err, ". Taken back."))
		if w.kind == done {
			cmds = append(cmds, views.Send(views.Forget{Step: w.step}))
		}
	case w.kind == done && len(msg.names) > 0:
		cmds = append(cmds, m.relog(w, msg.names))
	}
	if m.writes.busy() {
		return tea.Batch(append(cmds, m.writeNext())...)
	}
	return tea.Batch(append(cmds, m.refresh())...)
}

// rename gives events the ids that the service has for them.
func (b *book) rename(names map[string]string) {
	for i, it := range b.items {
		id, ok := names[it.ID]
		master, series := names[it.SeriesMasterID]
		if !ok && !series {
			continue
		}
		named := *it
		if ok {
			named.ID = id
		}
		if series {
			named.SeriesMasterID = master
		}
		b.items[i] = &named
	}
	b.version++
}

// relog writes the ids of the service into the undo log, so that the step can
// be taken back after a restart too.
func (m *Model) relog(w write, names map[string]string) tea.Cmd {
	step := w.step
	for i, e := range w.change.Edits {
		if e.Before != nil || e.After == nil {
			continue
		}
		if id, ok := names[e.After.ID]; ok {
			after := *e.After
			after.ID = id
			w.change.Edits[i].After = &after
		}
	}
	payload, err := w.change.Encode()
	if err != nil {
		return nil
	}
	step.Payload = payload
	return tea.Sequence(views.Send(views.Forget{Step: w.step}), views.Send(views.Did{Step: step}))
}

// Revert implements views.Reverter.
func (m *Model) Revert(step views.Step) tea.Cmd { return m.replay(step, undone) }

// Reapply implements views.Reverter.
func (m *Model) Reapply(step views.Step) tea.Cmd { return m.replay(step, redone) }

func (m *Model) replay(step views.Step, kind direction) tea.Cmd {
	c, err := change.Decode(step.Payload)
	if err != nil {
		return notify(views.Failure, err)
	}
	if kind == undone {
		c = c.Inverse()
	}
	return tea.Batch(m.apply(c), m.push(write{change: c, step: step, kind: kind}))
}
