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
	"daybook/views/inbox/rows"
	"daybook/widget/dialog"
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
	refuse     func(box dialog.Box, err error) // opens it again
}

// newEdits are what triage does to messages, sent through the one engine.
func (m *mailEdits) newEdits() *edit.Edits[change.Change] {
	return edit.New(m.env, edit.Options[change.Change]{
		Work: &m.work, Name: "mail", IDs: "inbox-ids", Chunk: chunk, Pack: change.Encode, Unpack: change.Decode,
		Show: m.show, Tell: m.tell, Had: m.had, Named: m.onNamed, Hollow: hollow, Settled: m.onSettled, Refused: m.refusal,
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
		again := way == edit.Redone || way == edit.Done && c.OwnFolder()
		all[i].Make = again && c.Folder != nil && c.Folder.Was == nil && !c.Folder.Gone && m.folders.all[c.Folder.ID] == nil
	}
	m.apply(all)
	cmds := []tea.Cmd{m.list.saveChanged()}
	for _, c := range all {
		if c.OwnFolder() && !c.Folder.Gone && !m.folders.trashed(c.Folder.ID) && m.focus == folderFocus {
			m.folders.reveal(c.Folder.ID)
		}
	}
	if way == edit.Done {
		return tea.Batch(cmds[0], m.leaveGone(all)) // the action moves the selection
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

// apply does changes on the screen.
func (m *mailEdits) apply(all []change.Change) {
	var leave []string
	var enter []*rows.Message
	pins := false
	for _, c := range all {
		if c.Folder != nil && !c.Folder.Gone {
			m.folders.show(c.Folder)
		}
		if c.Category != nil {
			m.categories.show(c.Category)
		}
		if c.Mute != nil {
			m.list.mutes.set(c.Mute)
			m.list.unsaved = true
			m.list.drawer.changed()
		}
	}
	for _, c := range all {
		if !c.OfMessage() {
			continue
		}
		e := c.Edit
		message := m.list.rows.Message(e.ID)
		inList := message != nil
		if !inList {
			message = m.departed.byID[e.ID]
		}
		if e.After.Pinned != nil {
			m.list.setPin(e.ID, *e.After.Pinned)
			pins = true
		}
		if message == nil {
			continue // it is fetched when the service has done its part
		}
		m.recount(message, e.After)
		switch {
		case inList:
			m.list.rows.Change(e.ID, func(r *rows.Message) { change.Apply(r, e.After) })
			if !m.list.admits(message) {
				m.departed.put(message)
				leave = append(leave, e.ID)
			}
		default:
			change.Apply(message, e.After)
			if m.list.admits(message) || m.list.rows.Pinned(e.ID) {
				enter = append(enter, message)
			}
		}
	}
	for _, c := range all {
		if c.Folder != nil && c.Folder.Gone {
			m.folders.show(c.Folder)
		}
	}
	slices.SortStableFunc(enter, func(a, b *rows.Message) int { return b.Received.Compare(a.Received) })
	m.list.rows.PutAll(enter)
	if pins {
		m.list.pinWoken()
	}
	if len(leave) > 0 {
		m.list.rows.Remove(leave, m.afterRemoval())
	}
	m.list.sync()
	m.folders.changed()
}

// recount keeps the folders' numbers true to the change.
func (m *mailEdits) recount(e *rows.Message, s change.State) {
	folder, read := e.Folder, e.Read
	if s.Folder != nil {
		folder = *s.Folder
	}
	if s.Read != nil {
		read = *s.Read
	}
	unread := func(read bool) int {
		if read {
			return 0
		}
		return 1
	}
	m.folders.adjust(e.Folder, -unread(e.Read), -1)
	m.folders.adjust(folder, unread(read), 1)
	m.list.recount(e, s, folder, read, m.folders.inbox())
}

// doom takes what is to be deleted off the screen.
func (m *mailEdits) doom(all change.Changes) tea.Cmd {
	ids := make([]string, 0, len(all))
	for _, c := range all {
		switch {
		case c.Folder != nil:
			m.folders.hide(c.Folder.ID)
			continue
		case c.Doomed.File != "":
			m.dropFile(c.ID, c.Doomed.File)
			return nil
		}
		ids = append(ids, c.ID)
		m.gone[c.ID] = true
		if e := m.list.rows.Message(c.ID); e != nil {
			m.departed.put(e)
			m.countIn(e, -1)
		}
	}
	m.list.rows.Remove(ids, m.afterRemoval())
	m.folders.changed()
	return tea.Batch(m.leaveGone(all), m.list.follow())
}

// countIn changes the numbers of a message's folder by one message.
func (m *mailEdits) countIn(e *rows.Message, n int) {
	unread := 0
	if !e.Read {
		unread = n
	}
	m.folders.adjust(e.Folder, unread, n)
	if m.list.lists(e.Folder) && m.list.total >= 0 {
		m.list.total = max(m.list.total+n, 0)
	}
}

// spare shows again what is not deleted after all.
func (m *mailEdits) spare(all change.Changes) tea.Cmd {
	var back []*rows.Message
	unknown := false
	for _, c := range all {
		switch {
		case c.Folder != nil:
			m.folders.unhide(c.Folder.ID, true)
			continue
		case c.Doomed.File != "":
			m.forget()
			return m.list.selected()
		}
		delete(m.gone, c.ID)
		e := m.departed.byID[c.ID]
		if e == nil {
			unknown = true
			continue
		}
		m.countIn(e, 1)
		if m.list.admits(e) {
			back = append(back, e)
		}
	}
	m.folders.changed()
	if unknown || m.list.found {
		return m.list.reopen()
	}
	m.list.rows.PutAll(back)
	if len(back) > 0 {
		m.list.rows.Select(back[0].ID)
	}
	m.list.sync()
	return m.list.selected()
}

// onDestroyed forgets what is deleted.
func (m *mailEdits) onDestroyed(all change.Changes) tea.Cmd {
	ids := make([]string, 0, len(all))
	for _, c := range all {
		switch {
		case c.Folder != nil:
			m.folders.unhide(c.Folder.ID, false)
			continue
		case c.Doomed.File != "":
			m.forget()
			return nil
		}
		delete(m.departed.byID, c.ID)
		delete(m.gone, c.ID)
		ids = append(ids, c.ID)
	}
	m.told.add(nil, ids)
	return nil
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

// had finds what a former run has done of changes: of messages those that are
// now as they were to be. What goes along can be taken back whether it was done
// or not, but for a folder by itself.
func (m *mailEdits) had(all []change.Change) func(context.Context) ([]change.Change, error) {
	if slices.ContainsFunc(all, change.Change.OwnFolder) {
		return nil
	}
	service := m.service
	return func(ctx context.Context) ([]change.Change, error) {
		var ids []string
		for _, c := range all {
			if c.OfMessage() {
				ids = append(ids, c.ID)
			}
		}
		now := make(map[string]*rows.Message, len(ids))
		for part := range slices.Chunk(ids, chunk) {
			ctx, cancel := context.WithTimeout(ctx, views.TimeFor(0))
			found, err := service.Messages(ctx, part)
			if cancel(); err != nil {
				return nil, err
			}
			for _, e := range entries(found) {
				now[e.ID] = e
			}
		}
		var had change.Changes
		for _, c := range all {
			if e := now[c.ID]; !c.OfMessage() || e != nil && change.Had(e, c.After) {
				had = append(had, c)
			}
		}
		if had.Empty() {
			return nil, nil
		}
		return had, nil
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

func tellMessages(ctx context.Context, service Service, all []change.Change, now func(string) string,
	out []edit.Result[change.Change]) {
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
	case c.Folder != nil && c.Folder.Doomed:
		out.Err = service.DestroyFolder(ctx, c.Folder.ID)
	case c.Folder != nil && c.Folder.Was != nil:
		err = service.PlaceFolder(ctx, c.Folder.ID, *c.Folder.Was, c.Folder.Place())
	case c.OwnFolder() && c.Folder.Gone:
		err = service.RemoveFolder(ctx, c.Folder.ID)
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
		made := model.OutlookCategory{DisplayName: c.Category.Name, Color: c.Category.Color}
		out.Made.Note = service.CreateCategory(ctx, made)
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
			empty = empty && (c.Rule == nil && c.Mute == nil && !c.OwnFolder() || r.Err != nil)
			if r.Err != nil && c.Box != nil {
				m.refuse(c.Box, r.Err)
			}
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
	comes := e.After.Folder != nil && m.list.lists(*e.After.Folder)
	return comes && m.list.rows.Message(e.ID) == nil && m.departed.byID[e.ID] == nil
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
	says := views.Reason(why, noLongerThere)
	failed, n := change.Changes(o.Failed), change.Changes(o.Asked).Messages()
	stopped := errors.Is(why, edit.ErrStopped) || errors.Is(why, context.Canceled)
	s, _ := o.Finder.(*sweep)
	switch asks := s != nil && s.asks; {
	case o.Way == edit.Over:
		return views.Notice(views.Failure, "Could not delete ", doomedWords(failed), ": ", says)
	case asks && stopped:
		return views.Notice(views.Info, "Stopped. Nothing was deleted.")
	case asks:
		return views.Notice(views.Failure, "Could not find all that is selected, so nothing was deleted: ", says)
	}
	if o.Way == edit.Undone && len(failed) == 1 && failed[0].OwnFolder() {
		return views.Notice(views.Failure, "Could not take back \u201c", o.Step.Label, "\u201d: ", says)
	}
	what, of := o.Step.Label, text.Text{}
	if what == "" {
		what = "the change"
	}
	if n > 1 && !o.Unfound {
		of = text.Of(" for ", failed.Messages(), " of ", n)
	}
	if stopped {
		return views.Notice(views.Warning, "Stopped ", "\u201c", what, "\u201d", of, ": taken back.")
	}
	return views.Notice(views.Failure, "Could not keep \u201c", what, "\u201d", of, ", so it is taken back: ", says)
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
		name := m.folders.label(message.Folder)
		says = tea.Batch(says, views.Notice(views.Info, "You may read ", name, " and change nothing in it."))
	}
	return says, closed
}

// readOnly says that the selected message is where nothing may be changed.
func (m *mailEdits) readOnly() bool {
	r := m.list.rows.Selected()
	return r != nil && len(r.Messages) > 0 && m.closed[r.Messages[0].Folder]
}

// leaveGone opens the inbox where the folder of the list is gone, or has just
// been put into Deleted Items.
func (m *mailEdits) leaveGone(all []change.Change) tea.Cmd {
	here := m.list.folder
	for _, c := range all {
		f := c.Folder
		if f == nil || here == "" || m.list.found {
			continue
		}
		gone := f.Gone && (f.ID == here || m.folders.doomed[here] != nil)
		trashed := f.Was != nil && m.folders.trashed(f.ID) && m.folders.within(here, f.ID)
		if gone || trashed {
			return m.openFolder(model.FolderInbox)
		}
	}
	return nil
}

// unmake has what was made for messages removed again where none got it.
func (m *mailEdits) unmake(o edit.Outcome[change.Change]) tea.Cmd {
	var made change.Changes
	for i, r := range o.Results {
		c := o.Asked[i]
		folder := c.Folder != nil && !c.OwnFolder() && (o.Way == edit.Done || c.Make && r.Err == nil)
		if folder || c.Category != nil && r.Err == nil && r.Made.Note == nil {
			made = append(made, r.Made)
		}
	}
	return m.remake(made)
}

// remake takes back what was made, without a word.
func (m *mailEdits) remake(made change.Changes) tea.Cmd {
	if len(made) == 0 {
		return nil
	}
	return m.edits.Again(edit.Undone, views.Step{}, made.Inverse()...)
}

// onNamed takes over the id of a folder that was made again.
func (m *mailEdits) onNamed(was, is string) tea.Cmd {
	m.folders.rename(was, is)
	move := func(e *rows.Message) {
		if e.Folder == was {
			e.Folder = is
		}
	}
	m.list.rows.Messages(move)
	for _, e := range m.departed.byID {
		move(e)
	}
	if m.list.folder == was {
		m.list.folder = is
		return tea.Batch(m.save(), m.list.reopen())
	}
	return m.save()
}

// onNote says why what goes along with messages was not done, and shows it as it
// is.
func (m *mailEdits) onNote(c change.Change) tea.Cmd {
	if c.Note == nil {
		return nil
	}
	m.apply(change.Changes{c.Inverse()})
	switch {
	case c.Folder != nil:
		return views.Notice(views.Warning, "The folder \u201c", c.Folder.Name, "\u201d stays: ", c.Note)
	case c.Category.Gone:
		return views.Notice(views.Warning, "The category \u201c", c.Category.Name, "\u201d stays: ", c.Note)
	}
	return views.Notice(views.Failure, "Could not make the category: ", c.Note)
}
