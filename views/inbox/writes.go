package inbox

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views"
	"daybook/views/holding"
	"daybook/views/inbox/change"
	"daybook/widget/text"
)

// chunk is how many messages a write tells the service about at a time:
// enough to be fast, and few enough that progress shows and esc stops it.
const chunk = 200

// fetchAtMost is how many messages are fetched one by one into the list; for
// more the list is read anew.
const fetchAtMost = 500

// The ways a change reaches the service.
type direction int

const (
	done direction = iota
	undone
	redone
)

// write is a change on its way to the service.
type write struct {
	change change.Change
	step   views.Step // the entry of the undo log; zero when there is none
	label  string     // of the step, without what it is about
	first  text.Text  // the subject of the first message, empty where the label says it all
	kind   direction
	fetch  []string // messages to bring into the list afterwards
	all    bool     // it is about all that match
	sweep  *sweep   // while it is being found what the change is about
	closed bool     // the list's gap was closed, as all of it goes
	makes  bool     // the folder that it was done into is to be made again

	sent    int
	refused map[string]error
	ruled   error // why the rule was refused; then nothing was done
}

func (w *write) refuse(id string, err error) {
	if w.refused == nil {
		w.refused = map[string]error{}
	}
	w.refused[id] = err
}

// outcome splits the change into what the service refused and what it did.
func (w *write) outcome() (failed, kept change.Change) {
	if w.ruled != nil {
		return w.change, change.Change{}
	}
	failed = w.change.Only(func(id string) bool { return w.refused[id] != nil })
	kept = w.change.Only(func(id string) bool { return w.refused[id] == nil })
	failed.Rule, failed.Folder, failed.Category = nil, nil, nil
	return failed, kept
}

// writes is the queue of writes: one at a time, in the order of the keys.
type writes struct {
	queue     []*write
	finding   views.Request // of what the first is about
	cancel    bool          // give up what is left of the first
	withdrawn *write        // the last one that was taken back before it began
}

func (w *writes) busy() bool { return len(w.queue) > 0 }

// progress is how far a long write has come, negative for none.
func (w *writes) progress() float64 {
	switch {
	case len(w.queue) == 0:
		return -1
	case w.queue[0].sweep != nil:
		_, share := w.queue[0].sweep.progress()
		return share
	case len(w.queue[0].change.Edits) <= chunk:
		return -1
	}
	return float64(w.queue[0].sent) / float64(len(w.queue[0].change.Edits))
}

// written is what the service made of a part of a write.
type written struct {
	errs      map[string]error // by message
	count     int
	ruled     error            // the rule or the folder was refused, and nothing else was tried
	made      model.MailFolder // that redo made again
	madeAgain bool
	stays     error // why a folder was not removed
	tag       error // why a category was not made, or removed
}

// push queues a write and starts it when it is the first.
func (m *Model) push(w write) tea.Cmd {
	w.fetch = append(w.fetch, m.missing...)
	m.missing = m.missing[:0]
	m.writes.queue = append(m.writes.queue, &w)
	var cmds []tea.Cmd
	if m.pinsChanged {
		m.pinsChanged = false
		cmds = append(cmds, m.keep())
	}
	if len(m.writes.queue) == 1 {
		cmds = append(cmds, m.startWrite())
	}
	return tea.Batch(cmds...)
}

// startWrite begins the first write.
func (m *Model) startWrite() tea.Cmd {
	if s := m.writes.queue[0].sweep; s != nil {
		return m.find(s)
	}
	return m.writeChunk()
}

// writeChunk tells the service the next part of the first write.
func (m *Model) writeChunk() tea.Cmd {
	w := m.writes.queue[0]
	w.change = m.folders.present(w.change)
	edits := w.change.Edits[w.sent:min(w.sent+chunk, len(w.change.Edits))]
	var rule *change.Rule
	var makes, removes *change.Folder
	if w.sent == 0 {
		rule = w.change.Rule
	}
	if f := w.change.Folder; f != nil && w.kind == redone && !f.Gone && w.sent == 0 && w.makes {
		makes = f
	} else if f != nil && w.kind == undone && f.Gone && w.sent+len(edits) == len(w.change.Edits) {
		removes = f
	}
	var tag *change.Category
	if k := w.change.Category; k != nil && (k.Gone && w.sent+len(edits) == len(w.change.Edits) || !k.Gone && w.sent == 0) {
		tag = k
	}
	service := m.service
	ctx, done := context.Background(), views.Done(&m.work, m.onWritten) // nobody gives up a write that has begun
	return func() tea.Msg {
		msg := written{count: len(edits)}
		if rule != nil {
			msg.ruled = service.SetRule(ctx, senderOf(rule), rule.After)
		}
		if makes != nil && msg.ruled == nil {
			msg.made, edits, msg.ruled = makeAgain(ctx, service, makes, edits)
			msg.madeAgain = msg.ruled == nil
		}
		if tag != nil && !tag.Gone && msg.ruled == nil {
			msg.tag = service.CreateCategory(ctx, model.OutlookCategory{DisplayName: tag.Name, Color: tag.Color})
		}
		if msg.ruled == nil {
			msg.errs = tell(ctx, service, edits)
		}
		if tag != nil && tag.Gone {
			msg.tag = service.RemoveCategory(ctx, tag.Name)
		}
		if removes != nil {
			msg.stays = service.RemoveFolder(ctx, removes.ID)
		}
		return done(msg, nil)
	}
}

// tell does a part of a change at the service and returns what was refused.
func tell(ctx context.Context, service Service, edits []change.Edit) map[string]error {
	ops := make([]Op, 0, len(edits))
	for _, e := range edits {
		if op := opOf(e.ID, e.After); op.Folder != "" || op.Patch != nil {
			ops = append(ops, op)
		}
	}
	if len(ops) == 0 {
		return nil
	}
	refused := map[string]error{}
	for i, err := range service.Apply(ctx, ops) {
		if err != nil {
			refused[ops[i].ID] = err
		}
	}
	return refused
}

func (m *Model) onWritten(msg written, _ error) tea.Cmd {
	if len(m.writes.queue) == 0 {
		return nil
	}
	w := m.writes.queue[0]
	for id, err := range msg.errs {
		w.refuse(id, err)
	}
	w.sent += msg.count
	made := tea.Cmd(nil)
	if msg.madeAgain {
		made = m.onMadeAgain(w.change.Folder.ID, msg.made)
		w.change = m.folders.present(w.change)
	}
	return tea.Batch(made, m.staysMade(w.change.Folder, msg.stays), m.tagOutcome(w.change.Category, msg.tag), m.goOnWriting(w, msg))
}

// goOnWriting tells the service more of the first write, or ends it.
func (m *Model) goOnWriting(w *write, msg written) tea.Cmd {
	switch {
	case msg.ruled != nil:
		w.ruled = msg.ruled
	case m.writes.cancel:
		for _, e := range w.change.Edits[w.sent:] {
			w.refuse(e.ID, errStopped)
		}
	case w.sent < len(w.change.Edits):
		return m.writeChunk()
	}
	return m.nextWrite()
}

// nextWrite ends the first write and goes on with the next.
func (m *Model) nextWrite() tea.Cmd {
	w := m.writes.queue[0]
	m.writes.cancel = false
	m.writes.queue = m.writes.queue[1:]
	cmds := []tea.Cmd{m.settle(w)}
	if m.writes.busy() {
		cmds = append(cmds, m.startWrite())
	} else {
		cmds = append(cmds, m.loadFolders())
	}
	return tea.Batch(cmds...)
}

var errStopped = errors.New("stopped")

// settle ends a write: what was refused is rolled back on the screen and in
// the undo log, and said.
func (m *Model) settle(w *write) tea.Cmd {
	var cmds []tea.Cmd
	switch {
	case len(w.fetch) > fetchAtMost:
		cmds = append(cmds, m.reopenList())
	case len(w.fetch) > 0:
		cmds = append(cmds, m.loadMessages(w.fetch))
	}
	failed, kept := w.outcome()
	m.told.add(kept.Edits, nil)
	if failed.Empty() && w.ruled == nil {
		return tea.Batch(cmds...)
	}
	m.apply(failed.Inverse())
	if kept.Empty() && (w.kind == done || w.kind == redone && w.makes) {
		cmds = append(cmds, m.unmake(w.change.Folder))
		m.untag(w.change.Category)
	}
	truth := m.loadTruth(failed)
	if w.closed || len(failed.Edits) > fetchAtMost {
		truth = m.reopenList()
	}
	said, readOnly := m.learnClosed(w, failed)
	if !readOnly || w.step.Payload != nil { // what marked itself as read is taken back without a word of its own
		said = tea.Batch(said, m.refusal(w, len(failed.Edits)))
	}
	cmds = append(cmds, truth, said, m.relog(w, kept))
	m.list.sync()
	return tea.Batch(append(cmds, m.selected())...)
}

// learnClosed notes folders of somebody else in which messages may not be
// changed, and says so once. A move tells nothing: it may be the other folder
// that is closed.
func (m *Model) learnClosed(w *write, failed change.Change) (says tea.Cmd, closed bool) {
	for _, e := range failed.Edits {
		message := m.list.rows.Message(e.ID)
		if !m.options.Others || message == nil || e.After.Folder != nil || !errors.Is(w.refused[e.ID], model.ErrAccessDenied) {
			continue
		}
		if closed = true; m.closed[message.Folder] {
			continue
		}
		if m.closed == nil {
			m.closed = map[string]bool{}
		}
		m.closed[message.Folder] = true
		says = tea.Batch(says, notify(views.Info, "You may read ", m.folders.label(message.Folder), " and change nothing in it."))
	}
	return says, closed
}

// readOnly says that the selected message is where nothing may be changed.
func (m *Model) readOnly() bool {
	r := m.list.rows.Selected()
	return r != nil && len(r.Messages) > 0 && m.closed[r.Messages[0].Folder]
}

// loadTruth asks what has become of messages whose change was refused: when
// later keys had built on it, taking it back is not the whole truth.
func (m *Model) loadTruth(failed change.Change) tea.Cmd {
	if len(failed.Edits) == 0 {
		return nil
	}
	ids := make([]string, len(failed.Edits))
	for i, e := range failed.Edits {
		ids[i] = e.ID
	}
	return m.askFor(ids, true)
}

// refusal says why the service refused, and how much.
func (m *Model) refusal(w *write, n int) tea.Cmd {
	why := w.ruled
	for _, err := range w.refused {
		if why == nil || errors.Is(why, errStopped) {
			why = err
		}
	}
	stopped := errors.Is(why, errStopped) || errors.Is(why, context.Canceled)
	switch asks := w.sweep != nil && w.sweep.asks; {
	case asks && stopped:
		return notify(views.Info, "Stopped. Nothing was deleted.")
	case asks:
		return notify(views.Failure, "Could not find all that is selected, so nothing was deleted: ", why)
	}
	what := w.step.Label
	if what == "" {
		what = "the change"
	}
	of := ""
	if total := len(w.change.Edits); total > 1 && w.sweep == nil {
		of = fmt.Sprintf(" for %d of %d", n, total)
	}
	if stopped {
		return notify(views.Warning, "Stopped ", "\u201c", what, "\u201d", of, ": taken back.")
	}
	return notify(views.Failure, "Could not keep \u201c", what, "\u201d", of, ", so it is taken back: ", why)
}

// relog makes the undo log say what really happened.
func (m *Model) relog(w *write, kept change.Change) tea.Cmd {
	if w.kind != done || w.step.Payload == nil {
		return nil
	}
	forget := views.Send(views.Forget{Step: w.step})
	if kept.Empty() {
		return forget
	}
	step, err := w.stepOf(kept)
	if err != nil {
		return forget
	}
	return m.env.Did(views.Did{Step: step, Instead: &w.step})
}

// stepOf is the entry of the undo log for what the write comes to.
func (w *write) stepOf(c change.Change) (views.Step, error) {
	payload, err := c.Encode()
	label := labelled(w.label, w.first, len(c.Edits))
	if w.all {
		label = w.label + " " + plural(len(c.Edits), "message")
	}
	return views.Step{Owner: views.Inbox, Label: label, Payload: payload}, err
}

// Pending implements views.Pender: all else is on the undo log in the frame of
// its key.
func (m *Model) Pending() int { return m.making }

// Expired implements views.Expirer.
func (m *Model) Expired(step views.Step) bool {
	var s doomedStep
	if err := json.Unmarshal(step.Payload, &s); err == nil && s.Doomed != nil {
		return m.deleting.shelf.State(s.Doomed.ID) != holding.Held
	}
	return m.options.Desk != nil && m.options.Desk.Expired(step)
}

// Revert implements views.Reverter.
func (m *Model) Revert(step views.Step) tea.Cmd {
	if m.custom.Owns(step) {
		return m.custom.Revert(step)
	}
	if m.options.Desk != nil && m.options.Desk.Owns(step) {
		return m.options.Desk.Revert(step)
	}
	return m.replay(step, undone)
}

// Reapply implements views.Reverter.
func (m *Model) Reapply(step views.Step) tea.Cmd {
	if m.custom.Owns(step) {
		return m.custom.Reapply(step)
	}
	if m.options.Desk != nil && m.options.Desk.Owns(step) {
		return m.options.Desk.Reapply(step)
	}
	return m.replay(step, redone)
}

func (m *Model) replay(step views.Step, kind direction) tea.Cmd {
	var s doomedStep
	if err := json.Unmarshal(step.Payload, &s); err == nil && s.Doomed != nil {
		if kind == redone {
			return m.doom(*s.Doomed)
		}
		return m.keepDoomed(*s.Doomed)
	}
	c, err := change.Decode(step.Payload)
	if err != nil {
		return notify(views.Failure, err)
	}
	if c.Sweep != "" {
		if kind == redone {
			return m.sweepAgain(c.Sweep)
		}
		if cmd, still := m.withdraw(c.Sweep); still {
			return cmd
		}
	}
	if kind == undone {
		c = c.Inverse()
	}
	c = m.folders.present(c)
	makes := c.Folder != nil && m.folders.all[c.Folder.ID] == nil
	m.apply(c)
	left := m.leaveGone(c.Folder)
	if len(c.Edits) > 0 && m.list.rows.Message(c.Edits[0].ID) != nil && kind == undone {
		m.list.rows.Select(c.Edits[0].ID) // show what came back
	}
	m.list.sync()
	return tea.Batch(left, m.push(write{change: c, step: step, kind: kind, makes: makes}), m.selected())
}
