package inbox

import (
	"context"
	"maps"

	tea "charm.land/bubbletea/v2"

	"daybook/views"
	"daybook/views/inbox/change"
	"daybook/views/inbox/rows"
	"daybook/widget/text"
)

// sweepPage is how many messages are found at a time, and sweepMost how many
// one action takes at most, so that what it holds is bounded: the newest.
const (
	sweepPage = 500
	sweepMost = 200_000
)

// aim is what an action is about: messages that are known and, where all that
// match are selected, those that are not loaded.
type aim struct {
	known []*rows.Message
	rest  *rest
	made  *change.Folder // what was made for the action, nil for nothing
	// what is made with it, nil for nothing
	category *change.Category
}

// rest is what is not loaded of a selection of all that match: what the query
// finds from where it begins, but for the messages that were known when the
// action was chosen, as their marks say it. So what arrives after the
// selection is not of it.
type rest struct {
	query   Query
	found   bool // the query is a search
	narrow  bool // match leaves some of it out
	match   func(*rows.Message) bool
	decided map[string]bool
	count   int // -1 when not known
}

// size is how many messages it is, as far as that is known.
func (a aim) size() int {
	if a.rest == nil {
		return len(a.known)
	}
	return len(a.known) + max(a.rest.count, 0)
}

// words say how many messages it is.
func (a aim) words() string {
	if a.rest != nil && a.rest.count < 0 {
		return "all that match"
	}
	return plural(a.size(), "message")
}

// try is a state to bring messages to, and its label in the past tense. Where
// an action has several, such as flagging and unflagging, the first that
// changes anything is meant.
type try struct {
	label string
	want  func(*rows.Message) change.State
}

// sweep finds what an action on all that match is about, when its write has its
// turn and before anything is changed: what is changed meanwhile could leave
// the query, and the step for undo is whole before it is begun.
type sweep struct {
	aim
	id     string
	tries  []try
	shown  int             // the try that the screen shows, -1 for none
	list   *rows.List      // where it was asked for
	edits  []change.Change // by try
	from   rows.Bound      // where the next page begins
	last   map[string]bool // ids found of the moment at which that is
	found  int
	doom   string // folder whose messages are deleted for good, empty for none
	doomed doomed
	asks   bool // nothing is shown or done before what was found is agreed to
}

// swept is a page of what a sweep is about.
type swept struct {
	found []*rows.Message
	more  bool
}

// sweep does an action on all that match: at once to what is known, and to the
// others when they are found. Messages of the folder doom are asked about then.
func (m *Model) sweep(a aim, doom string, tries ...try) tea.Cmd {
	s := &sweep{aim: a, id: m.env.NewID(), tries: tries, doom: doom, list: m.list.rows}
	step := views.Step{}
	if len(tries) > 0 {
		shown := m.preview(s)
		shown.Sweep = s.id
		payload, err := shown.Encode()
		if err != nil {
			return notify(views.Failure, err)
		}
		step = views.Step{Owner: views.Inbox, Label: tries[max(s.shown, 0)].label + " " + a.words(), Payload: payload}
	}
	cmd := m.begin(s, step)
	m.list.rows.Unmark()
	m.list.sync()
	if len(tries) > 0 {
		cmd = tea.Batch(m.env.Did(views.Did{Step: step}), cmd)
	}
	return tea.Batch(cmd, m.loadMore(), m.selected())
}

// sweepAsking is sweep for a search, which can find what is nowhere near: its
// messages are found first, and then asked about, as those of the folder doom
// are deleted for good.
func (m *Model) sweepAsking(a aim, doom string, move try) tea.Cmd {
	return m.begin(&sweep{aim: a, id: m.env.NewID(), tries: []try{move}, doom: doom, asks: true, list: m.list.rows}, views.Step{})
}

// preview is what an action does to what is known, in the try that is certain
// to be meant: the first that changes anything there, but that a later one is
// meant only where the first changes nothing at all.
func (m *Model) preview(s *sweep) change.Change {
	s.edits = make([]change.Change, len(s.tries))
	for i, t := range s.tries {
		s.edits[i].Folder, s.edits[i].Category = s.made, s.category
		for _, e := range s.known {
			s.edits[i].Add(e, t.want(e))
		}
	}
	s.shown = -1
	if !s.asks && len(s.tries) == 1 || len(s.tries) > 1 && !s.edits[0].Empty() {
		s.shown = 0
		return change.Change{Edits: s.edits[0].Edits, Folder: s.made, Category: s.category}
	}
	return change.Change{}
}

// begin shows what a sweep does to what is known, and queues it.
func (m *Model) begin(s *sweep, step views.Step) tea.Cmd {
	m.preview(s)
	s.from, s.last, s.found = s.rest.query.From, nil, 0
	s.doomed = doomed{}
	for _, e := range s.known {
		s.consider(e)
	}
	w := write{step: step, kind: done, all: true, sweep: s}
	if s.shown >= 0 {
		w.change, w.label = s.edits[0], s.tries[0].label
		m.hold(s.known)
		before := m.list.rows.Known()
		m.apply(w.change)
		if m.list.rows == s.list && m.list.rows.Known() < before && !s.rest.narrow {
			m.list.rows.CloseGap()
			w.closed = true
		}
	}
	return m.push(w)
}

// consider notes a message that is to be asked about.
func (s *sweep) consider(e *rows.Message) {
	if s.doom != "" && e.Folder == s.doom {
		s.doomed.add(e)
	}
}

// covers reports whether a message of a page for a list is one of those that
// are being looked for.
func (s *sweep) covers(l *listPane, e *rows.Message) bool {
	q := s.rest.query
	same := s.list == l.rows || !l.found && !s.rest.found && l.folder == q.Folder && l.class == q.Class
	return same && !e.Received.After(q.From.Time) && !s.rest.decided[e.ID] && s.rest.match(e)
}

// find asks for the next page of what the first write is about.
func (m *Model) find(s *sweep) tea.Cmd {
	service, q := m.service, s.rest.query
	q.Edge, q.From, q.Size, q.Count, q.Bare = rows.Upper, s.from, sweepPage, false, true
	return views.Load(&m.work, &m.writes.finding, func(ctx context.Context) (swept, error) {
		page, err := service.Page(ctx, q)
		return swept{entries(page.Messages), page.More}, err
	}, m.onSwept)
}

func (m *Model) onSwept(page swept, err error) tea.Cmd {
	if len(m.writes.queue) == 0 {
		return nil
	}
	w := m.writes.queue[0]
	s := w.sweep
	switch {
	case m.writes.cancel:
		w.ruled = errStopped
		return m.nextWrite()
	case err != nil:
		w.ruled = err
		return m.nextWrite()
	}
	fresh := false
	for _, e := range page.found {
		if s.last[e.ID] || s.found >= sweepMost {
			continue
		}
		fresh = true
		if !s.rest.decided[e.ID] && s.rest.match(e) {
			m.sweepUp(s, e)
		}
	}
	s.past(page.found)
	if page.more && fresh && s.found < sweepMost {
		return m.find(s)
	}
	return m.foundAll(w, page.more && fresh)
}

// sweepUp takes a message that was found into what is to be done.
func (m *Model) sweepUp(s *sweep, e *rows.Message) {
	s.found++
	s.consider(e)
	for i, t := range s.tries {
		if s.edits[i].Add(e, t.want(e)) && i == s.shown && m.list.rows.Message(e.ID) == nil {
			m.recount(e, s.edits[i].Edits[len(s.edits[i].Edits)-1].After)
		}
	}
}

// past moves on behind a page.
func (s *sweep) past(page []*rows.Message) {
	next := s.from.Past(page)
	if !next.Time.Equal(s.from.Time) {
		s.last = nil
	}
	s.from = next
	ids := map[string]bool{}
	for _, e := range page {
		if e.Received.Equal(next.Time) {
			ids[e.ID] = true
		}
	}
	maps.Copy(ids, s.last)
	s.last = ids
}

// foundAll begins to tell the service, now that all is known: cut says that
// there is more than one action takes.
func (m *Model) foundAll(w *write, cut bool) tea.Cmd {
	s := w.sweep
	ask := m.askDestroy(s.doomed)
	chosen := -1
	for i := range s.edits {
		if chosen < 0 && !s.edits[i].Empty() {
			chosen = i
		}
	}
	if s.asks && chosen >= 0 {
		w.change, w.sweep = change.Change{}, nil
		return tea.Batch(m.askBoth(deletion{doomed: s.doomed, found: s.edits[chosen], known: s.known}, len(s.edits[chosen].Edits)), m.nextWrite())
	}
	if chosen < 0 {
		w.change, w.sweep = change.Change{}, nil
		ask = tea.Batch(ask, m.unmake(s.made))
		if s.category != nil { // nothing was told of it yet
			m.showCategory(change.Change{Category: s.category}.Inverse().Category)
		}
		forget := tea.Cmd(nil)
		if w.step.Payload != nil {
			forget = views.Send(views.Forget{Step: w.step})
		}
		return tea.Batch(forget, ask, m.nextWrite())
	}
	w.change, w.label, w.sweep = s.edits[chosen], s.tries[chosen].label, nil
	if chosen != s.shown {
		m.apply(w.change)
		w.fetch = append(w.fetch, m.missing...)
		m.missing = m.missing[:0]
	}
	m.list.sync()
	m.folders.rebuild()
	step, err := w.stepOf(w.change)
	if err != nil {
		w.ruled = err
		return m.nextWrite()
	}
	was := w.step
	w.step = step
	cmds := []tea.Cmd{tea.Sequence(m.env.Did(views.Did{Step: step, Instead: &was}), m.writeChunk()), ask, m.selected()}
	if cut {
		cmds = append(cmds, notify(views.Warning, "That is the newest ", sweepMost, " of them. Select again for the others."))
	}
	return tea.Batch(cmds...)
}

// withdraw takes back a sweep that still finds what it is about, so that
// nothing was changed; false when there is none of that id.
func (m *Model) withdraw(id string) (tea.Cmd, bool) {
	for i, w := range m.writes.queue {
		if w.sweep == nil || w.sweep.id != id {
			continue
		}
		m.writes.queue = append(m.writes.queue[:i:i], m.writes.queue[i+1:]...)
		m.writes.withdrawn = w
		cmds := []tea.Cmd{m.unmake(w.sweep.made)}
		if i == 0 {
			m.writes.cancel = false
			m.writes.finding.Cancel()
			if m.writes.busy() {
				cmds = append(cmds, m.startWrite())
			}
		}
		m.apply(w.change.Inverse())
		if w.closed {
			cmds = append(cmds, m.reopenList())
		}
		m.list.sync()
		return tea.Batch(append(cmds, m.loadFolders(), m.selected())...), true
	}
	return nil, false
}

// sweepAgain does a sweep again that was withdrawn.
func (m *Model) sweepAgain(id string) tea.Cmd {
	w := m.writes.withdrawn
	if w == nil || w.sweep.id != id || w.sweep.made != nil { // the folder is not there any more
		return notify(views.Warning, "Nothing was changed then, so there is nothing to do again. Select anew.")
	}
	m.writes.withdrawn = nil
	cmd := m.begin(w.sweep, w.step)
	m.list.sync()
	return tea.Batch(cmd, m.loadMore(), m.selected())
}

// asking reports whether it is being found what is then asked about.
func (m *Model) asking() bool {
	return m.writes.busy() && m.writes.queue[0].sweep != nil && m.writes.queue[0].sweep.asks
}

// progress says how far the finding has come, and as a share of the whole.
func (s *sweep) progress() (text.Text, float64) {
	if s.rest.count <= 0 {
		return say("finding ", s.found), 0
	}
	return say("finding ", s.found, " of ", s.rest.count), min(float64(s.found)/float64(s.rest.count), 1)
}
