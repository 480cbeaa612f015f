package inbox

import (
	"context"
	"errors"
	"slices"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views"
	"daybook/views/edit"
	"daybook/views/inbox/change"
	"daybook/widget/text"
)

// chunk is how many messages a write tells the service about at a time:
// enough to be fast, and few enough that progress shows and esc stops it.
const chunk = 200

// fetchAtMost is how many messages are fetched one by one into the list; for
// more the list is read anew.
const fetchAtMost = 500

// mailEdits are the changes of messages: how they look on the screen, and how
// the service is told of them.
type mailEdits struct {
	*shared
	*history
	folders    *folders
	categories *categories
	list       *listPane
	closed     map[string]bool // folders of somebody else in which nothing may be changed

	// What the screen does: open a folder, read anew what the reader has
	// prepared, take an attachment out of that.
	openFolder func(id string) tea.Cmd
	forget     func()
	dropFile   func(message, id string)
}

// newEdits are what triage does to messages, sent through the one engine.
func (m *mailEdits) newEdits() *edit.Edits[change.Change] {
	return edit.New(m.env, edit.Options[change.Change]{
		Work: &m.work, Name: "mail", IDs: "inbox-ids", Chunk: chunk, Pack: change.Encode, Unpack: change.Decode,
		Show: m.show, Tell: m.tell, Named: m.onNamed, Hollow: hollow, Settled: m.onSettled, Refused: m.refusal,
	})
}

// hollow reports whether changes only go along with others.
func hollow(all []change.Change) bool { return change.Changes(all).Empty() }

// show makes changes on the screen.
func (m *mailEdits) show(way edit.Way, all []change.Change) tea.Cmd {
	switch way {
	case edit.Held:
		return m.doom(all)
	case edit.Spared, edit.Stayed:
		return m.spare(all)
	case edit.Over:
		return m.onDestroyed(all)
	}
	for i, c := range all {
		all[i].Make = way == edit.Redone && c.Folder != nil && m.folders.all[c.Folder.ID] == nil
	}
	m.apply(all)
	cmds := []tea.Cmd{m.list.savePins()}
	if way == edit.Done {
		return cmds[0] // the action moves the selection
	}
	cmds = append(cmds, m.leaveGone(all))
	if way == edit.Undone {
		for _, c := range slices.Backward(all) { // the first that was changed is taken back last
			if c.OfMessage() {
				if m.list.rows.Message(c.ID) != nil {
					m.list.rows.Select(c.ID) // show what came back
				}
				break
			}
		}
	}
	m.list.sync()
	return tea.Batch(append(cmds, m.list.selected())...)
}

// tell tells the service of changes: of messages together, and of what goes
// along with them before or after, as it stands.
func (m *mailEdits) tell(way edit.Way, all []change.Change) func(context.Context) []edit.Result[change.Change] {
	service := m.service
	return func(ctx context.Context) []edit.Result[change.Change] {
		ctx, cancel := context.WithTimeout(ctx, views.TimeFor(0))
		defer cancel()
		out := make([]edit.Result[change.Change], len(all))
		now := func(id string) string { return id }
		for i := 0; i < len(all); {
			if n := messages(all[i:]); n > 0 {
				tellMessages(ctx, service, all[i:i+n], now, out[i:i+n])
				i += n
				continue
			}
			out[i] = tellAlong(ctx, service, way, all[i])
			if was, is := all[i].Folder, out[i].Made.Folder; was != nil {
				now = func(id string) string {
					if id == was.ID {
						return is.ID
					}
					return id
				}
			}
			if i++; out[i-1].Err != nil {
				for ; i < len(all); i++ {
					out[i] = edit.Result[change.Change]{Made: all[i], Err: out[i-1].Err}
				}
			}
		}
		return out
	}
}

// messages counts those with which changes begin.
func messages(all []change.Change) int {
	for i, c := range all {
		if !c.OfMessage() {
			return i
		}
	}
	return len(all)
}

func tellMessages(ctx context.Context, service Service, all []change.Change, now func(string) string, out []edit.Result[change.Change]) {
	ops, at := make([]Op, 0, len(all)), make([]int, 0, len(all))
	for i, c := range all {
		out[i].Made = c.Renamed(now)
		op := opOf(c.ID, out[i].Made.After)
		if op.Destroy = c.Doomed != nil && c.Doomed.File == ""; c.Doomed != nil && !op.Destroy {
			out[i].Err = service.DeleteAttachment(ctx, c.ID, c.Doomed.File)
		} else if op.Destroy || op.Folder != "" || op.Patch != nil {
			ops, at = append(ops, op), append(at, i)
		}
	}
	if len(ops) == 0 {
		return
	}
	for i, err := range service.Apply(ctx, ops) {
		if !ops[i].Destroy || !errors.Is(err, model.ErrNotFound) { // what is gone is deleted
			out[at[i]].Err = err
		}
	}
}

// tellAlong tells the service of what goes along with messages. Without a rule,
// or the folder that they move into, nothing is done; what else is not done is a
// note.
func tellAlong(ctx context.Context, service Service, way edit.Way, c change.Change) edit.Result[change.Change] {
	out := edit.Result[change.Change]{Made: c}
	var err error
	switch {
	case c.Rule != nil:
		err = service.SetRule(ctx, senderOf(c.Rule), c.Rule.After)
	case c.Folder != nil && c.Folder.Gone:
		out.Made.Note = service.RemoveFolder(ctx, c.Folder.ID)
	case c.Folder != nil && c.Make:
		var made model.MailFolder
		if made, err = service.CreateFolder(ctx, c.Folder.Parent, c.Folder.Name); err == nil {
			f := *c.Folder
			f.ID, out.Made.Folder = made.ID, &f
		}
	case c.Category != nil && c.Category.Gone:
		out.Made.Note = service.RemoveCategory(ctx, c.Category.Name)
	case c.Category != nil:
		out.Made.Note = service.CreateCategory(ctx, model.OutlookCategory{DisplayName: c.Category.Name, Color: c.Category.Color})
	}
	if err != nil {
		out.Err = edit.All(err)
	}
	return out
}

// onSettled brings into the list what the screen did not know, and asks what has
// become of what was refused: when later keys had built on it, taking it back is
// not the whole truth.
func (m *mailEdits) onSettled(o edit.Outcome[change.Change]) tea.Cmd {
	var cmds []tea.Cmd
	if o.Way == edit.Over {
		cmds = append(cmds, m.list.loadMore(), m.list.selected())
	} else {
		cmds = append(cmds, m.settleMail(o))
	}
	if !m.edits.Busy() {
		cmds = append(cmds, m.folders.load())
	}
	return tea.Batch(cmds...)
}

func (m *mailEdits) settleMail(o edit.Outcome[change.Change]) tea.Cmd {
	var cmds []tea.Cmd
	done := make([]change.Edit, 0, len(o.Results))
	var unknown, refused []string
	empty := true
	for i, r := range o.Results {
		switch c := o.Asked[i]; {
		case !c.OfMessage():
			empty = empty && (c.Rule == nil || r.Err != nil)
			cmds = append(cmds, m.onNote(r.Made))
		case r.Err != nil:
			refused = append(refused, c.ID)
		default:
			empty = false
			if done = append(done, r.Made.Edit); m.unknown(r.Made.Edit) {
				unknown = append(unknown, c.ID)
			}
		}
	}
	m.told.add(done, nil)
	if empty && (o.Way == edit.Done || o.Way == edit.Redone) {
		cmds = append(cmds, m.unmake(o))
	}
	s, _ := o.Finder.(*sweep)
	switch {
	case len(unknown) > fetchAtMost, len(refused) > fetchAtMost, len(o.Failed) > 0 && s != nil && s.closed:
		cmds = append(cmds, m.list.reopen())
	default:
		if len(unknown) > 0 {
			cmds = append(cmds, m.list.fetch(unknown))
		}
		if len(refused) > 0 {
			cmds = append(cmds, m.list.askFor(refused, true))
		}
	}
	return tea.Batch(cmds...)
}

// unknown reports whether a message has come into the list that the screen does
// not have.
func (m *mailEdits) unknown(e change.Edit) bool {
	return e.After.Folder != nil && m.list.lists(*e.After.Folder) && m.list.rows.Message(e.ID) == nil && m.departed.byID[e.ID] == nil
}

// refusal says why the service refused, and how much. What marked itself as read
// where nothing may be changed is taken back without a word of its own.
func (m *mailEdits) refusal(o edit.Outcome[change.Change], errs []error) tea.Cmd {
	says, closed := m.learnClosed(o)
	if closed && o.Step.Payload == nil {
		return says
	}
	return tea.Batch(says, m.refused(o, errs))
}

func (m *mailEdits) refused(o edit.Outcome[change.Change], errs []error) tea.Cmd {
	why := errs[0]
	for _, err := range errs {
		if errors.Is(why, edit.ErrStopped) {
			why = err
		}
	}
	failed, n := change.Changes(o.Failed), change.Changes(o.Asked).Messages()
	stopped := errors.Is(why, edit.ErrStopped) || errors.Is(why, context.Canceled)
	s, _ := o.Finder.(*sweep)
	switch asks := s != nil && s.asks; {
	case o.Way == edit.Over:
		return notify(views.Failure, "Could not delete ", doomedWords(failed), ": ", why)
	case asks && stopped:
		return notify(views.Info, "Stopped. Nothing was deleted.")
	case asks:
		return notify(views.Failure, "Could not find all that is selected, so nothing was deleted: ", why)
	}
	what, of := o.Step.Label, text.Text{}
	if what == "" {
		what = "the change"
	}
	if n > 1 && !o.Unfound {
		of = say(" for ", failed.Messages(), " of ", n)
	}
	if stopped {
		return notify(views.Warning, "Stopped ", "\u201c", what, "\u201d", of, ": taken back.")
	}
	return notify(views.Failure, "Could not keep \u201c", what, "\u201d", of, ", so it is taken back: ", why)
}

// learnClosed notes folders of somebody else in which messages may not be
// changed, and says so once. A move tells nothing: it may be the other folder
// that is closed.
func (m *mailEdits) learnClosed(o edit.Outcome[change.Change]) (says tea.Cmd, closed bool) {
	for i, r := range o.Results {
		c := o.Asked[i]
		message := m.list.rows.Message(c.ID)
		if !m.options.Others || message == nil || c.After.Folder != nil || !errors.Is(r.Err, model.ErrAccessDenied) {
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
func (m *mailEdits) readOnly() bool {
	r := m.list.rows.Selected()
	return r != nil && len(r.Messages) > 0 && m.closed[r.Messages[0].Folder]
}

// Pending implements views.Pender: all else is on the undo log in the frame of
// its key.
func (m *Model) Pending() int { return m.triage.making }

// Expired implements views.Expirer.
func (m *Model) Expired(step views.Step) bool {
	switch {
	case m.triage.edits.Owns(step):
		return m.triage.edits.Expired(step)
	case m.custom.Owns(step):
		return m.custom.Expired(step)
	}
	return m.options.Desk != nil && m.options.Desk.Expired(step)
}

// Revert implements views.Reverter.
func (m *Model) Revert(step views.Step) tea.Cmd {
	switch {
	case m.custom.Owns(step):
		return m.custom.Revert(step)
	case m.options.Desk != nil && m.options.Desk.Owns(step):
		return m.options.Desk.Revert(step)
	}
	return m.triage.edits.Revert(step)
}

// Reapply implements views.Reverter.
func (m *Model) Reapply(step views.Step) tea.Cmd {
	switch {
	case m.custom.Owns(step):
		return m.custom.Reapply(step)
	case m.options.Desk != nil && m.options.Desk.Owns(step):
		return m.options.Desk.Reapply(step)
	}
	return m.triage.edits.Reapply(step)
}
