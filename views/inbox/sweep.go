package inbox

import (
	"context"
	"maps"
	"slices"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views"
	"daybook/views/edit"
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

// selection is what an action is about: messages that are known and, where all that
// match are selected, those that are not loaded.
type selection struct {
	known []*rows.Message
	rest  *rest
	along change.Changes // what is made for the action
	whole bool           // known are those of a thread, of which the cursor is on one row
}

// madeFor notes that a folder was made for an action, so that undo removes it.
func (a selection) madeFor(f model.MailFolder) selection {
	a.along = change.Changes{{Folder: &change.Folder{ID: f.ID, Name: f.DisplayName, Parent: f.ParentFolderID}}}
	return a
}

// tagged notes that a category is made for an action, so that undo removes it.
func (a selection) tagged(c *change.Category) selection {
	a.along = change.Changes{{Category: c}}
	return a
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
func (a selection) size() int {
	if a.rest == nil {
		return len(a.known)
	}
	return len(a.known) + max(a.rest.count, 0)
}

// words say how many messages it is.
func (a selection) words() string {
	if a.rest != nil && a.rest.count < 0 {
		return "all that match"
	}
	return views.Count(a.size(), "message", "messages")
}

// try is a state to bring messages to, and its label in the past tense. Where
// an action has several, such as flagging and unflagging, the first that
// changes anything is meant.
type try struct {
	label string
	want  func(*rows.Message) change.State
}

// sweep finds what an action on all that match is about, when its write has its
// turn. It implements edit.Finder.
type sweep struct {
	selection
	t       *triage
	request views.Request
	tries   []try
	shown   int              // the try that the screen shows, -1 for none
	list    *rows.List       // where it was asked for
	edits   []change.Changes // by try
	from    rows.Bound       // where the next page begins
	last    map[string]bool  // ids found of the moment at which that is
	found   int
	doom    string // folder whose messages are deleted for good, empty for none
	doomed  doomed
	emptied doomed // the folder that doom is emptied of, and those in it; zero for none
	asks    bool   // nothing is shown or done before what was found is agreed to
	closed  bool   // the list's gap was closed, as all of it goes
}

// swept is a page of what a sweep is about.
type swept struct {
	found []*rows.Message
	more  bool
}

// sweep does an action on all that match: at once to what is known, and to the
// others when they are found. Messages of the folder doom are asked about then.
func (t *triage) sweep(a selection, doom string, tries ...try) tea.Cmd {
	label := ""
	if len(tries) > 0 {
		label = tries[0].label + " " + a.words()
	}
	cmd := t.edits.DoFound(label, &sweep{selection: a, t: t, tries: tries, doom: doom, list: t.list.rows})
	t.list.rows.Unmark()
	return tea.Batch(cmd, t.list.saveChanged(), t.list.follow())
}

// sweepAsking is sweep for a search, which can find what is nowhere near: its
// messages are found first, and then asked about, as those of the folder doom
// are deleted for good.
func (t *triage) sweepAsking(a selection, doom string, move try) tea.Cmd {
	return t.edits.DoFound("", &sweep{selection: a, t: t, tries: []try{move}, doom: doom, asks: true, list: t.list.rows})
}

// Begin implements edit.Finder. What is shown is the try that is certain to be
// meant: the first that changes anything of what is known, but that a later one
// is meant only where the first changes nothing at all.
func (s *sweep) Begin() []change.Change {
	s.edits = make([]change.Changes, len(s.tries))
	for i, t := range s.tries {
		s.edits[i] = slices.Clone(s.along)
		for _, e := range s.known {
			s.edits[i].Add(e, t.want(e))
		}
	}
	s.from, s.last, s.found, s.closed = s.rest.query.From, nil, 0, false
	s.doomed = s.emptied
	for _, e := range s.known {
		s.consider(e)
	}
	if s.shown = -1; s.asks || len(s.tries) == 0 || len(s.tries) > 1 && s.edits[0].Empty() {
		return nil
	}
	s.shown = 0
	s.t.departed.putAll(s.known)
	before := s.t.list.rows.Known()
	s.t.apply(s.edits[0])
	if s.t.list.rows == s.list && s.t.list.rows.Known() < before && !s.rest.narrow {
		s.t.list.rows.CloseGap()
		s.closed = true
	}
	s.t.list.sync()
	return slices.Clip(s.edits[0])
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

// Find implements edit.Finder: it asks for the next page.
func (s *sweep) Find() tea.Cmd {
	service, q := s.t.service, s.rest.query
	q.Edge, q.From, q.Size, q.Count, q.Bare = rows.Upper, s.from, sweepPage, false, true
	return views.Load(&s.t.work, &s.request, func(ctx context.Context) (swept, error) {
		page, err := service.Page(ctx, q)
		return swept{entries(page.Messages), page.More}, err
	}, s.onPage)
}

func (s *sweep) onPage(page swept, err error) tea.Cmd {
	switch {
	case s.t.edits.Stopped():
		return s.t.edits.NotFound(edit.ErrStopped)
	case err != nil:
		return s.t.edits.NotFound(err)
	}
	fresh := false
	for _, e := range page.found {
		if s.last[e.ID] || s.found >= sweepMost {
			continue
		}
		fresh = true
		if !s.rest.decided[e.ID] && s.rest.match(e) {
			s.add(e)
		}
	}
	s.past(page.found)
	if page.more && fresh && s.found < sweepMost {
		return s.Find()
	}
	return s.foundAll(page.more && fresh)
}

// add takes a message that was found into what is to be done.
func (s *sweep) add(e *rows.Message) {
	s.found++
	s.consider(e)
	for i, t := range s.tries {
		if s.edits[i].Add(e, t.want(e)) && i == s.shown && s.t.list.rows.Message(e.ID) == nil {
			s.t.recount(e, s.edits[i][len(s.edits[i])-1].After)
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
func (s *sweep) foundAll(cut bool) tea.Cmd {
	t := s.t
	chosen := slices.IndexFunc(s.edits, func(all change.Changes) bool { return !all.Empty() })
	if s.asks && chosen >= 0 {
		what := deletion{doomed: s.doomed, found: s.edits[chosen], known: s.known}
		return tea.Batch(t.askBoth(what, what.found.Messages()), t.edits.Found(nil), t.caughtUp())
	}
	ask := t.askDestroy(s.doomed)
	if chosen < 0 {
		t.apply(s.along.Inverse())
		made := slices.DeleteFunc(slices.Clone(s.along), func(c change.Change) bool { return c.Folder == nil })
		return tea.Batch(ask, t.edits.Found(nil), t.remake(made), t.caughtUp())
	}
	all := s.edits[chosen]
	if chosen != s.shown {
		t.apply(all)
	}
	t.list.sync()
	t.folders.changed()
	cmds := []tea.Cmd{t.edits.Found(counted(s.tries[chosen].label), all...), ask, t.list.saveChanged(), t.list.selected()}
	if cut {
		cmds = append(cmds, views.Notice(views.Warning, "That is the newest ", sweepMost, " of them. Select again for the others."))
	}
	return tea.Batch(cmds...)
}

// caughtUp reads the folders when nothing waits for the service.
func (t *triage) caughtUp() tea.Cmd {
	if t.edits.Busy() {
		return nil
	}
	return t.folders.load()
}

// Withdrawn implements edit.Finder. It cannot be done again where the folder is
// not there any more that was made for it.
func (s *sweep) Withdrawn() (again bool, then tea.Cmd) {
	t := s.t
	s.request.Cancel()
	made := slices.DeleteFunc(slices.Clone(s.along), func(c change.Change) bool { return c.Folder == nil })
	cmds := []tea.Cmd{t.remake(made)}
	if s.closed {
		cmds = append(cmds, t.list.reopen())
	}
	t.list.sync()
	return len(made) == 0, tea.Batch(append(cmds, t.folders.load(), t.list.selected())...)
}

// asking reports whether it is being found what is then asked about.
func (t *triage) asking() bool {
	s, _ := t.edits.Finding().(*sweep)
	return s != nil && s.asks
}

// progress says how far the finding has come, and as a share of the whole.
func (s *sweep) progress() (text.Text, float64) {
	if s.rest.count <= 0 {
		return text.Of("finding ", s.found), 0
	}
	return text.Of("finding ", s.found, " of ", s.rest.count), min(float64(s.found)/float64(s.rest.count), 1)
}
