package compose

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views"
)

// Service is what the composer needs of the mailbox.
type Service interface {
	// SaveDraft creates or updates the draft in the mailbox, files included,
	// and returns it with its ServerID, and the files' set. A message in doubt
	// is looked up before it is created. ErrOffline, here and below, says
	// that the mailbox cannot be reached.
	SaveDraft(ctx context.Context, d Draft) (Draft, error)
	// Send sends a saved draft so that it is never doubled: where an answer
	// was lost the Message-ID is looked up. ErrUnresolved says that it may or
	// may not have gone.
	Send(ctx context.Context, d Draft) error
	// Resume finds out whether a message has gone that was on its way, and
	// sends it when it is still a draft.
	Resume(ctx context.Context, d Draft) error
	// DeleteDraft removes the draft from the mailbox; one that is not there
	// is no error.
	DeleteDraft(ctx context.Context, serverID string) error
	// Complete returns the people that a recipient's beginning may stand
	// for, the likeliest first.
	Complete(ctx context.Context, beginning string, most int) ([]model.EmailAddress, error)
}

// Files is what the composer needs of this machine's files.
type Files interface {
	// Stat describes a file to attach. "~/" stands for the home folder.
	Stat(path string) (File, error)
	// Complete lists the paths that begin so, folders with a slash behind.
	Complete(beginning string, most int) []string
}

// The pauses after which what was typed is saved: on this machine at once, in
// the mailbox when the hands rest.
const (
	localPause    = 250 * time.Millisecond
	mailboxPause  = 4 * time.Second
	completePause = 90 * time.Millisecond
)

func document(localID string) string { return documentPrefix + localID }

const documentPrefix = "letter:"

// keep writes the message to this machine's disk.
func (c *Composer) keep(letter Draft) tea.Cmd {
	state, done := c.env.State, c.work.Told(c.onKept)
	return func() tea.Msg {
		b, err := json.Marshal(letter)
		if err == nil {
			err = state.Save(document(letter.LocalID), b)
		}
		return done(err)
	}
}

// drop removes the message from this machine's disk.
func (c *Composer) drop(localID string) tea.Cmd {
	state, done := c.env.State, c.work.Told(c.onKept)
	return func() tea.Msg { return done(state.Delete(document(localID))) }
}

// recover lists the messages that a former run left behind.
func (c *Composer) recover() tea.Cmd {
	state, done := c.env.State, views.Done(&c.work, c.onRecovered)
	return func() tea.Msg {
		names, err := state.Names(documentPrefix)
		if err != nil {
			return done(nil, err)
		}
		var letters []Draft
		for _, name := range names {
			b, err := state.Load(name)
			if err != nil {
				return done(nil, err)
			}
			var letter Draft
			if err := json.Unmarshal(b, &letter); err != nil || letter.LocalID == "" {
				continue // cut short by a full disk: nothing in it can be used
			}
			letters = append(letters, letter)
		}
		return done(letters, nil)
	}
}

// carried is how much saving a message carries: the files that the mailbox does
// not have yet.
func carried(letter Draft) int64 {
	bytes := int64(0)
	for _, f := range letter.Files {
		if f.ServerID == "" {
			bytes += f.Size
		}
	}
	return bytes
}

// saveDraft puts the message into the mailbox's drafts.
func (c *Composer) saveDraft(letter Draft) tea.Cmd {
	service := c.service
	c.saving[letter.LocalID]++
	return views.Call(&c.work, carried(letter), func(ctx context.Context) (Draft, error) { return service.SaveDraft(ctx, letter) },
		func(stored Draft, err error) tea.Cmd { return c.onDraftSaved(letter, stored, err) })
}

func (c *Composer) deleteDraft(serverID string) tea.Cmd {
	service := c.service
	return c.work.Tell(0, func(ctx context.Context) error { return service.DeleteDraft(ctx, serverID) },
		func(err error) tea.Cmd { return views.Send(Changed{c.work.Screen, err}) })
}

// send brings a message on its way.
func (c *Composer) send(letter Draft) tea.Cmd {
	service, state := c.service, c.env.State
	return views.Call(&c.work, carried(letter), func(ctx context.Context) (Draft, error) {
		letter, err := letGo(ctx, service, state, letter)
		if err == nil {
			// What stays behind is found again at the next start, and
			// looked up by its Message-ID before it could go twice.
			_ = state.Delete(document(letter.LocalID))
		}
		return letter, err
	}, c.onSent)
}

// letGo saves the draft, marks the message on disk as being sent, so that a
// crash in between is known for what it is, and sends it. One that was marked
// before is looked up.
func letGo(ctx context.Context, service Service, state views.State, letter Draft) (Draft, error) {
	if letter.Phase == Sending {
		return letter, service.Resume(ctx, letter)
	}
	stored, err := service.SaveDraft(ctx, letter)
	if err != nil {
		stored.Doubt = stored.ServerID == ""
		return stored, err
	}
	stored.Phase = Sending
	b, err := json.Marshal(stored)
	if err == nil {
		err = state.Save(document(stored.LocalID), b)
	}
	if err != nil {
		return letter, fmt.Errorf("mark the letter as being sent: %w", err)
	}
	return stored, service.Send(ctx, stored)
}
