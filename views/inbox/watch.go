package inbox

import (
	"context"
	"slices"

	tea "charm.land/bubbletea/v2"

	"daybook/views"
	"daybook/views/inbox/rows"
)

// watch looks for what happens to the inbox elsewhere.
type watch struct {
	*shared
	folders *folders
	list    *listPane
	wake    func() tea.Cmd // looks for snoozed mail whose time has come
	hear    func(came []arrival) tea.Cmd
	missed  func() tea.Cmd // looks for what came while nobody looked
	request views.Request
	since   string // where the next look begins
	offline error  // why the last look failed
}

// later looks at intervals, and for snoozed mail too.
func (w *watch) later() tea.Cmd {
	return w.work.After(w.work.Rest(&w.request, w.options.Poll), func() tea.Cmd {
		return tea.Batch(w.poll(), w.wake(), w.later())
	})
}

// changesRead is what has happened in the inbox.
type changesRead struct {
	changed []*rows.Message
	came    []arrival // the same
	gone    []string
	since   string
	reset   bool
}

// poll looks for what happened elsewhere.
func (w *watch) poll() tea.Cmd {
	if w.request.Busy() {
		return nil
	}
	service, folder, since, asked, self := w.service, w.folders.inbox(), w.since, w.list.history.told.now(), w.self()
	if folder == "" {
		return nil
	}
	return views.Load(&w.work, &w.request, func(ctx context.Context) (*changesRead, error) {
		found, err := service.Changes(ctx, folder, since)
		came := arrivals(found.Changed, self)
		changed := make([]*rows.Message, len(came))
		for i, e := range came {
			changed[i] = e.Message
		}
		return &changesRead{changed: changed, came: came, gone: found.Gone, since: found.Since, reset: found.Reset}, err
	}, func(read *changesRead, err error) tea.Cmd { return w.onChanges(asked, read, err) })
}

func (w *watch) onChanges(asked moment, read *changesRead, err error) tea.Cmd {
	w.offline = err
	if err != nil {
		return nil // said on the status line until a later poll succeeds
	}
	if !w.list.history.told.covers(asked) {
		return w.poll()
	}
	first := w.since == ""
	w.since = read.since
	if read.reset {
		return tea.Batch(w.list.loadPage(rows.Top), w.folders.load(), w.missed())
	}
	if first {
		return w.missed()
	}
	if len(read.changed)+len(read.gone) == 0 {
		return nil
	}
	if w.list.folder == w.folders.inbox() {
		leave, late := w.list.ahead(read.changed, asked)
		back := map[string]bool{}
		for _, e := range late {
			back[e.ID] = true
		}
		read.gone = slices.DeleteFunc(read.gone, func(id string) bool { return back[id] })
		w.list.rows.Remove(read.gone, rows.Next)
		for _, e := range read.changed {
			if w.list.admits(e) && !slices.Contains(leave, e.ID) {
				w.list.rows.Put(e)
			} else {
				w.list.rows.Remove([]string{e.ID}, rows.Next)
			}
		}
		w.list.sync()
	}
	return tea.Batch(w.hear(read.came), w.folders.load(), w.list.selected())
}
