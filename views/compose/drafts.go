package compose

import (
	"context"
	"encoding/json"
	"maps"
	"time"

	tea "charm.land/bubbletea/v2"

	"daybook/views"
	"daybook/views/persist"
	"daybook/widget/text"
)

// drafts saves what is written: on this machine at once, and in the mailbox
// when the hands rest.
type drafts struct {
	env     *views.Env
	work    *views.Work
	service Service

	// By LocalID: how many requests that save a draft are under way, and the
	// drafts that were put away and that the mailbox could not be given.
	saving  map[string]int
	unsaved map[string]Draft

	// unfinished is by the id that a draft has in the mailbox.
	unfinished map[string]unfinishedOf
	recipients persist.Document[map[string]unfinishedOf]
}

func newDrafts(env *views.Env, work *views.Work, service Service) *drafts {
	s := &drafts{env: env, work: work, service: service, saving: map[string]int{}, unsaved: map[string]Draft{}, unfinished: map[string]unfinishedOf{}}
	s.recipients.Name = unfinishedDocument
	return s
}

func document(localID string) string { return documentPrefix + localID }

const documentPrefix = "letter:"

// persist writes a draft to this machine's disk.
func (s *drafts) persist(d Draft) tea.Cmd {
	state, done := s.env.State, s.work.Told(onPersisted)
	return func() tea.Msg { return done(persistNow(state, d)) }
}

func persistNow(state views.State, d Draft) error {
	b, err := json.Marshal(d)
	if err != nil {
		return err
	}
	return state.Save(document(d.LocalID), b)
}

// forget removes a draft from this machine's disk.
func (s *drafts) forget(localID string) tea.Cmd {
	state, done := s.env.State, s.work.Told(onPersisted)
	return func() tea.Msg { return done(state.Delete(document(localID))) }
}

func onPersisted(err error) tea.Cmd {
	if err == nil {
		return nil
	}
	return fail("What you write cannot be saved on this machine", err)
}

// recover lists the drafts that a former run left behind.
func (s *drafts) recover(then func([]Draft, error) tea.Cmd) tea.Cmd {
	state, done := s.env.State, views.Done(s.work, then)
	return func() tea.Msg {
		names, err := state.Left(documentPrefix)
		if err != nil {
			return done(nil, err)
		}
		var found []Draft
		for _, name := range names {
			b, err := state.Load(name)
			if err != nil {
				return done(nil, err)
			}
			var d Draft
			if err := json.Unmarshal(b, &d); err != nil || d.LocalID == "" {
				continue // cut short by a full disk: nothing in it can be used
			}
			found = append(found, d)
		}
		return done(found, nil)
	}
}

// carried is how much saving a draft carries: the files that the mailbox does
// not have yet.
func carried(d Draft) int64 {
	bytes := int64(0)
	for _, f := range d.Files {
		if f.ServerID == "" {
			bytes += f.Size
		}
	}
	return bytes
}

// save puts a draft into the mailbox.
func (s *drafts) save(d Draft, then func(stored Draft, err error) tea.Cmd) tea.Cmd {
	service := s.service
	s.saving[d.LocalID]++
	return views.Call(s.work, carried(d), func(ctx context.Context) (Draft, error) { return service.SaveDraft(ctx, d) },
		func(stored Draft, err error) tea.Cmd {
			if s.saving[d.LocalID]--; s.saving[d.LocalID] <= 0 {
				delete(s.saving, d.LocalID)
			}
			return then(stored, err)
		})
}

// delete removes a draft from the mailbox.
func (s *drafts) delete(serverID string) tea.Cmd {
	service := s.service
	return s.work.Tell(0, func(ctx context.Context) error { return service.DeleteDraft(ctx, serverID) },
		func(err error) tea.Cmd {
			if err != nil {
				return tea.Batch(s.changed(), fail("The draft could not be deleted", err))
			}
			return s.changed()
		})
}

// changed tells the owner that the mailbox has other drafts or sent mail.
func (s *drafts) changed() tea.Cmd { return views.Send(Changed{s.work.Screen}) }

// unfinishedDocument has what stood in the recipient lines of drafts that were
// put away and is no address: the mailbox has no place for it.
const unfinishedDocument = "letter-recipients"

// mostUnfinished is of how many drafts it is saved, the latest.
const mostUnfinished = 200

// unfinishedOf is that of one draft, and when it was put away.
type unfinishedOf struct {
	Lines Unfinished `json:"lines"`
	At    time.Time  `json:"at"`
}

// putAway remembers the unfinished recipients of a draft that the mailbox has,
// or that there are none.
func (s *drafts) putAway(d Draft) tea.Cmd {
	if d.ServerID == "" {
		return nil
	}
	return s.rememberUnfinished(d.ServerID, d.Unfinished)
}

func (s *drafts) rememberUnfinished(serverID string, lines Unfinished) tea.Cmd {
	if _, had := s.unfinished[serverID]; len(lines) == 0 && !had {
		return nil
	}
	if delete(s.unfinished, serverID); len(lines) > 0 {
		s.unfinished[serverID] = unfinishedOf{Lines: lines, At: s.env.Now()}
	}
	for len(s.unfinished) > mostUnfinished {
		oldest := ""
		for id, u := range s.unfinished {
			if oldest == "" || u.At.Before(s.unfinished[oldest].At) {
				oldest = id
			}
		}
		delete(s.unfinished, oldest)
	}
	return s.saveUnfinished()
}

func (s *drafts) loadUnfinished() tea.Cmd {
	return s.recipients.Load(s.env.State, map[string]unfinishedOf{}, views.Done(s.work, s.onUnfinished))
}

func (s *drafts) saveUnfinished() tea.Cmd {
	return s.recipients.Save(s.env.State, func() map[string]unfinishedOf { return maps.Clone(s.unfinished) },
		s.work.Told(s.onUnfinishedSaved))
}

func (s *drafts) onUnfinishedSaved(err error) tea.Cmd {
	again, err := s.recipients.Saved(err, s.saveUnfinished)
	if err != nil {
		return tea.Batch(again, fail("Recipients that are not finished cannot be kept on this machine", err))
	}
	return again
}

// onUnfinished takes what a former run has put away.
func (s *drafts) onUnfinished(found map[string]unfinishedOf, err error) tea.Cmd {
	for id, u := range found {
		if _, newer := s.unfinished[id]; !newer {
			s.unfinished[id] = u
		}
	}
	if err != nil {
		return fail("Recipients that were not finished could not be read", err)
	}
	return nil
}

func fail(what string, err error) tea.Cmd {
	return views.Send(views.Notify{Text: text.Clean(what + ": " + err.Error()), Level: views.Failure})
}
