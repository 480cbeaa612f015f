package files

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views"
)

// place is an item's name and the id of its folder, "" for the drive's root.
type place struct {
	Name   string `json:"name"`
	Parent string `json:"parent"`
}

// change is one thing done to an item: from what was to what is. Nil is "not
// there": so making a folder is a change, and its inverse is the same one
// backwards. Deleting what holds something is no change: see deletion.
type change struct {
	Ref
	Was *place `json:"was,omitempty"`
	Is  *place `json:"is,omitempty"`
	// ETag is of a file that was uploaded: it is taken back only as it is.
	ETag string `json:"etag,omitempty"`
}

func (c change) inverse() change {
	c.Was, c.Is = c.Is, c.Was
	return c
}

// payload is what a step of the undo log holds: changes, a deletion or an
// upload.
type payload struct {
	Changes  []change  `json:"changes,omitempty"`
	Deletion *deletion `json:"deletion,omitempty"`
	Upload   *uploaded `json:"upload,omitempty"`
}

// renamed is the change with the ids that things have now.
func (s *shelf) renamed(c change) change {
	is, etag := s.now(c.Ref)
	c.Ref = is
	if etag != "" {
		c.ETag = etag
	}
	fix := func(p *place) *place {
		if p == nil {
			return nil
		}
		now, _ := s.now(Ref{Group: c.Group, Item: p.Parent})
		return &place{Name: p.Name, Parent: now.Item}
	}
	c.Was, c.Is = fix(c.Was), fix(c.Is)
	return c
}

// apply makes the change on the shelf.
func (s *shelf) apply(c change) {
	switch {
	case c.Is == nil:
		s.remove(c.Ref)
		return
	case c.Was == nil:
		s.put(Ref{Group: c.Group, Item: c.Is.Parent}, model.DriveItem{Entity: model.Entity{ID: c.Item}, Name: c.Is.Name, Folder: &model.FolderFacet{}})
		return
	}
	item, ok := s.items[c.Ref]
	if !ok {
		return
	}
	s.unlink(c.Ref)
	item.Name = c.Is.Name
	s.put(Ref{Group: c.Group, Item: c.Is.Parent}, item)
}

func (s *shelf) addAliases(more map[string]alias) {
	for was, is := range more {
		if _, ok := s.aliases[was]; !ok {
			s.aliases[was] = is
		}
	}
}

// do makes changes on the shelf and tells the service.
func (m *Model) do(changes []change, why how, label string) tea.Cmd {
	if why == byHand {
		m.pending++
	}
	var kept []model.DriveItem // what is removed, to be put back if refused
	for i, c := range changes {
		changes[i] = m.shelf.renamed(c)
		kept = append(kept, m.shelf.items[changes[i].Ref])
		m.shelf.apply(changes[i])
	}
	m.shelf.writes++
	m.tree.Reload()
	if last := changes[len(changes)-1]; last.Is != nil {
		m.reveal(last.Ref)
	}
	return tea.Batch(m.write(changes, kept, why, views.Step{Owner: views.Files, Label: label}), m.settled())
}

// reveal unfolds what is above an item and puts the cursor on it.
func (m *Model) reveal(r Ref) bool {
	var above []string
	for _, up := range m.shelf.above(r) {
		above = append(above, node(up))
	}
	return m.tree.Reveal(node(r), above...)
}

// write tells the service of changes, one after the other.
func (m *Model) write(changes []change, kept []model.DriveItem, why how, step views.Step) tea.Cmd {
	service := m.service
	return func() tea.Msg {
		out := changed{how: why, step: step, asked: changes, kept: kept, made: make([]change, len(changes)), items: make([]model.DriveItem, len(changes)), errs: make([]error, len(changes))}
		for i, c := range changes {
			ctx, cancel := context.WithTimeout(context.Background(), requestTime)
			out.made[i], out.items[i], out.errs[i] = perform(ctx, service, c)
			cancel()
		}
		return out
	}
}

var errNotEmpty = errors.New("there is something in the folder now; d deletes it with all that is in it")

// perform makes one change in the service and returns it as it is there.
func perform(ctx context.Context, service Service, c change) (change, model.DriveItem, error) {
	switch {
	case c.Was == nil:
		made, err := service.CreateFolder(ctx, Ref{Group: c.Group, Item: c.Is.Parent}, c.Is.Name)
		if err == nil {
			c.Item = made.ID
		}
		return c, made, err
	case c.Is != nil:
		item, err := service.Change(ctx, c.Ref, patchOf(*c.Was, *c.Is))
		return c, item, err
	}
	item, err := service.Item(ctx, c.Ref)
	if errors.Is(err, model.ErrNotFound) {
		return c, item, nil
	}
	if err == nil && item.Folder != nil && item.Folder.ChildCount > 0 {
		err = errNotEmpty
	}
	if err == nil {
		err = gone(service.Delete(ctx, c.Ref, c.ETag))
	}
	return c, item, err
}

// gone takes what is not there for deleted.
func gone(err error) error {
	if errors.Is(err, model.ErrNotFound) {
		return nil
	}
	return err
}

// tookChanges takes back what was refused, and logs what was done.
func (m *Model) tookChanges(msg changed) tea.Cmd {
	if msg.how == byHand {
		m.pending = max(m.pending-1, 0)
	}
	var done []change
	var errs []error
	m.shelf.writes++
	aliased := false
	for i, asked := range msg.asked {
		if err := msg.errs[i]; err != nil {
			m.takeBack(asked, msg.kept[i])
			errs = append(errs, errors.New(why(err)))
			continue
		}
		made := msg.made[i]
		done = append(done, made)
		if made.Is == nil {
			continue
		}
		onIt := m.tree.Cursor() == node(asked.Ref)
		if made.Item != asked.Item { // the folder has its own id now
			m.shelf.remove(asked.Ref)
			m.shelf.aliases[asked.Item] = alias{ID: made.Item}
			aliased = aliased || msg.how != byHand
		}
		m.shelf.put(Ref{Group: made.Group, Item: made.Is.Parent}, msg.items[i])
		m.tree.Reload()
		if onIt {
			m.reveal(made.Ref)
		}
	}
	m.tree.Reload()
	cmds := []tea.Cmd{m.settled()}
	if aliased {
		cmds = append(cmds, m.saveAliases())
	}
	if err := errors.Join(errs...); err != nil {
		cmds = append(cmds, say(refused(msg.how, len(errs), len(msg.asked))+": "+err.Error(), views.Failure))
	}
	if len(done) > 0 && msg.how == byHand {
		cmds = append(cmds, m.did(msg.step.Label, payload{Changes: done}))
	}
	return tea.Batch(cmds...)
}

// takeBack puts an item where it was before a change that was refused.
func (m *Model) takeBack(c change, was model.DriveItem) {
	if c.Is == nil && was.ID != "" {
		m.shelf.put(Ref{Group: c.Group, Item: c.Was.Parent}, was)
		return
	}
	m.shelf.apply(c.inverse())
}

func refused(why how, failed, all int) string {
	words := map[how]string{byHand: "Not done", byUndo: "Not undone", byRedo: "Not done again"}[why]
	if failed < all {
		words += fmt.Sprintf(" for %d of %d", failed, all)
	}
	return words
}

// did puts a step on the undo log.
func (m *Model) did(label string, p payload) tea.Cmd {
	data, err := json.Marshal(p)
	if err != nil {
		return say(label+", but it cannot be undone: "+err.Error(), views.Warning)
	}
	return m.env.Did(views.Did{Step: views.Step{Owner: views.Files, Label: label, Payload: data}})
}

// Pending implements views.Pender.
func (m *Model) Pending() int { return m.pending }

// Revert implements views.Reverter.
func (m *Model) Revert(s views.Step) tea.Cmd {
	var p payload
	if err := json.Unmarshal(s.Payload, &p); err != nil {
		return say("Undo: "+err.Error(), views.Failure)
	}
	switch {
	case p.Deletion != nil:
		return m.keep(*p.Deletion)
	case p.Upload != nil:
		return m.do([]change{p.Upload.change().inverse()}, byUndo, s.Label)
	}
	back := make([]change, 0, len(p.Changes))
	for i := len(p.Changes) - 1; i >= 0; i-- {
		back = append(back, p.Changes[i].inverse())
	}
	return m.do(back, byUndo, s.Label)
}

// Reapply implements views.Reverter.
func (m *Model) Reapply(s views.Step) tea.Cmd {
	var p payload
	if err := json.Unmarshal(s.Payload, &p); err != nil {
		return say("Redo: "+err.Error(), views.Failure)
	}
	switch {
	case p.Deletion != nil:
		return m.hold(*p.Deletion)
	case p.Upload != nil:
		return m.uploadAgain(*p.Upload)
	}
	return m.do(p.Changes, byRedo, s.Label)
}

// aliasesDocument keeps the ids of what undo has made again.
const aliasesDocument = "files-ids"

// loadAliases reads which ids undo has changed in earlier runs. Without them
// an old step is refused, and says so.
func (m *Model) loadAliases() tea.Cmd {
	return m.kept.Load(m.env.State, nil, func(a map[string]alias, _ error) tea.Msg { return aliasesLoaded{aliases: a} })
}

func (m *Model) saveAliases() tea.Cmd {
	return m.kept.Save(m.env.State, func() map[string]alias { return maps.Clone(m.shelf.aliases) },
		func(err error) tea.Msg { return aliasesSaved{err: err} })
}

func (m *Model) savedAliases(msg aliasesSaved) tea.Cmd {
	again, err := m.kept.Saved(msg.err, m.saveAliases)
	if err != nil {
		return tea.Batch(again, say("Undo may forget this item after a restart: "+err.Error(), views.Warning))
	}
	return again
}
