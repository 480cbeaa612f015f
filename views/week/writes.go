package week

import (
	"context"
	"errors"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views"
	"daybook/views/edit"
	"daybook/views/week/change"
	"daybook/widget/text"
)

// write is a change with the files that go along: what package edit shows,
// tells and takes back. On the undo log it is the change alone.
type write struct {
	change.Change
	attach []string   // paths
	detach []string   // ids of attachments
	anew   bool       // what cannot be restored is made anew: the person wants it
	form   *formSheet // the form it was written in; nil for none
	note   text.Text  // what is to be said though it went well
}

// Inverse implements edit.Change.
func (w write) Inverse() write { return write{Change: w.Change.Inverse()} }

// Renamed implements edit.Change.
func (w write) Renamed(now func(string) string) write {
	w.Change = w.Change.Renamed(now)
	return w
}

// show makes changes on the book, and tells the inbox of answers.
func (m *Model) show(way edit.Way, writes []write) tea.Cmd {
	m.loading.Cancel() // what it reads is older than what is shown
	m.letGo = nil      // redo means this now
	was := m.cursor.id
	var cmds []tea.Cmd
	for _, w := range writes {
		for _, e := range w.Edits {
			m.book.apply(e)
			if e.Answer != nil {
				cmds = append(cmds, views.Send(views.Answered{Event: e.Answer.ID, Says: e.Answer.Says}))
			}
			if e.After != nil && e.After.Recurrence == nil {
				m.cursor.id = e.After.ID
			}
		}
	}
	if it := m.broughtBy(writes); it != nil && (way == edit.Undone || way == edit.Redone || it.ID == was) {
		return tea.Batch(append(cmds, m.goTo(it))...)
	}
	return tea.Batch(append(cmds, m.touch())...)
}

// broughtBy is the event that changes have put where it stands, of a series the
// occurrence next to the cursor; nil where it is not loaded, or not shown.
func (m *Model) broughtBy(writes []write) (found *item) {
	id := ""
	for _, w := range writes {
		for _, e := range w.Edits {
			switch {
			case e.After != nil:
				id = e.After.ID
			case e.Answer != nil:
				id = e.Answer.ID
			}
		}
	}
	far := func(it *item) model.Date {
		first, _ := it.days(m.zone())
		return max(first-m.cursor.date, m.cursor.date-first)
	}
	for _, it := range m.book.items {
		if id == "" || it.calendar.hidden || it.ID != id && it.SeriesMasterID != id {
			continue
		}
		if found == nil || far(it) < far(found) {
			found = it
		}
	}
	return found
}

// apply does one edit on the book.
func (b *book) apply(e change.Edit) {
	if e.Share != nil {
		return // the calendar looks the same to its owner
	}
	if e.Answer != nil {
		b.answer(e.Answer.ID, e.Answer.Says)
		return
	}
	c := b.calendar(e.Calendar)
	if c == nil {
		return
	}
	if e.Before != nil {
		id := e.Before.ID
		b.remove(func(it *item) bool { return it.ID == id || it.SeriesMasterID == id })
	}
	if e.After != nil {
		b.add(*e.After, c)
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

// tell tells the service of changes, edit by edit.
func (m *Model) tell(way edit.Way, writes []write) func(context.Context) []edit.Result[write] {
	service := m.service
	orders := make([][]order, len(writes))
	for i, w := range writes {
		for _, e := range w.Edits {
			orders[i] = append(orders[i], m.orderOf(e, w, way))
		}
	}
	return func(ctx context.Context) []edit.Result[write] {
		out := make([]edit.Result[write], len(writes))
		for i, w := range writes {
			out[i] = tellWrite(ctx, service, w, orders[i])
		}
		return out
	}
}

// tellWrite has the whole of a write told, or an error.
func tellWrite(ctx context.Context, service Service, w write, orders []order) edit.Result[write] {
	told := wrote{names: map[string]string{}}
	for _, o := range orders {
		if err := o.do(ctx, service, &told); err != nil {
			return edit.Result[write]{Made: w, Err: err}
		}
	}
	var err error
	if len(orders) > 0 {
		err = files(ctx, service, orders[len(orders)-1], w, told.names)
	}
	w.note = told.note
	return edit.Result[write]{Err: err, Made: w.Renamed(func(id string) string {
		if name, ok := told.names[id]; ok {
			return name
		}
		return id
	})}
}

// wrote is what becomes of edits: what events made are called, and what is to
// be said.
type wrote struct {
	names map[string]string
	note  text.Text
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

// onSettled takes over what the service calls events that were made, and says
// what is to be said of a change.
func (m *Model) onSettled(o edit.Outcome[write]) tea.Cmd {
	names := map[string]string{}
	o.Renamed(func(was, is string) { names[was] = is })
	m.book.rename(names)
	if is, ok := names[m.cursor.id]; ok {
		m.cursor.id = is
	}
	w, r := o.Asked[0], o.Results[0]
	cmds := []tea.Cmd{m.formTold(w, r.Err)}
	switch {
	case errors.Is(r.Err, errNotKept):
		cmds = append(cmds, m.askAnew(o))
	case r.Err == nil && !r.Made.note.Empty():
		cmds = append(cmds, views.Send(views.Notify{Text: r.Made.note, Level: views.Warning}))
	}
	return tea.Batch(append(cmds, m.refresh())...)
}

// rename gives events the ids that the service has for them.
func (b *book) rename(names map[string]string) {
	if len(names) == 0 {
		return
	}
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
func (m *Model) Revert(s views.Step) tea.Cmd {
	if m.custom.Owns(s) {
		return m.custom.Revert(s)
	}
	return m.edits.Revert(s)
}

// Reapply implements views.Reverter.
func (m *Model) Reapply(s views.Step) tea.Cmd {
	if m.custom.Owns(s) {
		return m.custom.Reapply(s)
	}
	return m.edits.Reapply(s)
}

// Expired implements views.Expirer.
func (m *Model) Expired(s views.Step) bool {
	if m.custom.Owns(s) {
		return m.custom.Expired(s)
	}
	return m.edits.Expired(s)
}
