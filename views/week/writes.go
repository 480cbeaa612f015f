package week

import (
	"context"
	"errors"
	"strings"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views"
	"daybook/views/week/change"
	"daybook/widget/text"
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
	attach []string   // paths
	detach []string   // ids of attachments
	anew   bool       // what cannot be restored is made anew: the person wants it
	form   *formSheet // the form it was written in; nil for none
}

// writes is the queue of writes: one at a time, in the order of the keys.
type writes struct {
	queue   []write
	request views.Request
	names   []named // oldest first
}

// named is an event that the service knows by another id than the undo log
// does: it was made by this program, or made anew because it could not be
// restored.
type named struct {
	From string `json:"from"`
	To   string `json:"to"`
}

// keptNames is how many names are kept for the undo log, which has 200 steps.
const keptNames = 400

func (w *writes) busy() bool { return len(w.queue) > 0 }

// nameOf is the id that the service knows an event by. An occurrence's begins
// with that of its series.
func (w *writes) nameOf(id string) string {
	for _, n := range w.names {
		if rest, ok := strings.CutPrefix(id, n.From); ok && (rest == "" || rest[0] == '.') {
			id = n.To + rest
		}
	}
	return id
}

type wrote struct {
	generation int
	names      map[string]string // what events made are called
	note       text.Text         // what is to be said though it went well
	err        error
}

// To implements views.Addressed.
func (wrote) To() views.Screen { return views.Week }

// act does a change: on the screen at once, then at the service.
func (m *Model) act(label string, w write) tea.Cmd {
	payload, err := w.change.Encode()
	if err != nil {
		return notify(views.Failure, err)
	}
	w.step = views.Step{Owner: views.Week, On: w.step.On, Label: label, Payload: payload}
	return tea.Batch(m.env.Did(views.Did{Step: w.step}), m.apply(w.change), m.push(w))
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
		edits[i] = m.orderOf(e, w)
	}
	ctx, generation := m.writes.request.Start(context.Background())
	return func() tea.Msg {
		msg := wrote{generation: generation, names: map[string]string{}}
		for _, o := range edits {
			if msg.err = o.do(ctx, service, &msg); msg.err != nil {
				return msg
			}
		}
		if len(edits) > 0 {
			msg.err = files(ctx, service, edits[len(edits)-1], w, msg.names)
		}
		return msg
	}
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
	cmds := []tea.Cmd{m.learnNames(msg.names), m.formTold(w, msg.err)}
	switch {
	case errors.Is(msg.err, errNotKept):
		cmds = append(cmds, m.apply(w.change.Inverse()), m.askAnew(w))
	case msg.err != nil:
		cmds = append(cmds, m.apply(w.change.Inverse()), notify(views.Failure, "Could not keep \u201c", w.step.Label, "\u201d: ", msg.err, ". Taken back."))
		if w.kind == done {
			cmds = append(cmds, views.Send(views.Forget{Step: w.step}))
		}
	case !msg.note.Empty():
		cmds = append(cmds, views.Send(views.Notify{Text: msg.note, Level: views.Warning}))
	}
	if m.writes.busy() {
		return tea.Batch(append(cmds, m.writeNext())...)
	}
	return tea.Batch(append(cmds, m.refresh())...)
}

// learnNames takes over what the service calls events that were made, on the
// screen and, for the undo log after a restart, on disk.
func (m *Model) learnNames(names map[string]string) tea.Cmd {
	if len(names) == 0 {
		return nil
	}
	for from, to := range names {
		m.writes.names = append(m.writes.names, named{from, to})
		if m.cursor.id == from {
			m.cursor.id = to
		}
	}
	m.book.rename(names)
	return m.keep()
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

// Revert implements views.Reverter.
func (m *Model) Revert(step views.Step) tea.Cmd { return m.replay(step, undone) }

// Reapply implements views.Reverter.
func (m *Model) Reapply(step views.Step) tea.Cmd { return m.replay(step, redone) }

func (m *Model) replay(step views.Step, kind direction) tea.Cmd {
	if m.custom.Owns(step) {
		if kind == undone {
			return m.custom.Revert(step)
		}
		return m.custom.Reapply(step)
	}
	c, err := change.Decode(step.Payload)
	if err != nil {
		return notify(views.Failure, err)
	}
	if kind == undone {
		c = c.Inverse()
	}
	return tea.Batch(m.apply(c), m.push(write{change: c, step: step, kind: kind}))
}
