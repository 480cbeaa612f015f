package compose

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views"
)

// Service is what the desk needs of the mailbox.
type Service interface {
	// SaveDraft creates or updates the draft in the mailbox, files included,
	// and returns it with its ServerID, and the files' set. A letter in doubt
	// is looked up before it is created. ErrOffline, here and below, says
	// that the mailbox cannot be reached.
	SaveDraft(ctx context.Context, d Draft) (Draft, error)
	// Send sends a saved draft so that it is never doubled: where an answer
	// was lost the Message-ID is looked up. ErrUnresolved says that it may or
	// may not have gone.
	Send(ctx context.Context, d Draft) error
	// Resume finds out whether a letter has gone that was on its way, and
	// sends it when it is still a draft.
	Resume(ctx context.Context, d Draft) error
	// DeleteDraft removes the draft from the mailbox; one that is not there
	// is no error.
	DeleteDraft(ctx context.Context, serverID string) error
	// Complete returns the people that a recipient's beginning may stand
	// for, the likeliest first.
	Complete(ctx context.Context, beginning string, most int) ([]model.EmailAddress, error)
}

// Files is what the desk needs of this machine's files.
type Files interface {
	// Stat describes a file to attach. "~/" stands for the home folder.
	Stat(path string) (File, error)
	// Complete lists the paths that begin so, folders with a slash behind.
	Complete(beginning string, most int) []string
}

// Time limits of one request, and the pauses after which what was typed is
// saved: on this machine at once, in the mailbox when the hands rest.
const (
	requestTime   = 2 * time.Minute
	completeTime  = 5 * time.Second
	localPause    = 250 * time.Millisecond
	mailboxPause  = 4 * time.Second
	completePause = 90 * time.Millisecond
)

func document(localID string) string { return documentPrefix + localID }

const documentPrefix = "letter:"

// keep writes the letter to this machine's disk.
func (d *Desk) keep(letter Draft) tea.Cmd {
	state, owner := d.env.State, d.owner
	return func() tea.Msg {
		b, err := json.Marshal(letter)
		if err == nil {
			err = state.Save(document(letter.LocalID), b)
		}
		return kept{result{owner}, letter.LocalID, err}
	}
}

// drop removes the letter from this machine's disk.
func (d *Desk) drop(localID string) tea.Cmd {
	state, owner := d.env.State, d.owner
	return func() tea.Msg {
		return kept{result{owner}, localID, state.Delete(document(localID))}
	}
}

// recover lists the letters that a former run left behind.
func (d *Desk) recover() tea.Cmd {
	state, owner := d.env.State, d.owner
	return func() tea.Msg {
		names, err := state.Names(documentPrefix)
		if err != nil {
			return recovered{result: result{owner}, err: err}
		}
		var letters []Draft
		for _, name := range names {
			b, err := state.Load(name)
			if err != nil {
				return recovered{result: result{owner}, err: err}
			}
			var letter Draft
			if err := json.Unmarshal(b, &letter); err != nil || letter.LocalID == "" {
				continue // cut short by a full disk: nothing in it can be used
			}
			letters = append(letters, letter)
		}
		return recovered{result: result{owner}, letters: letters}
	}
}

// slowest is the line, in bytes a second, on which files must still get through.
const slowest = 16 << 10

// timeFor bounds the saving of a letter with the files that the mailbox does not
// have yet.
func timeFor(letter Draft) time.Duration {
	bytes := int64(0)
	for _, f := range letter.Files {
		if f.ServerID == "" {
			bytes += f.Size
		}
	}
	return requestTime + time.Duration(bytes/slowest)*time.Second
}

// saveDraft puts the letter into the mailbox's drafts.
func (d *Desk) saveDraft(letter Draft) tea.Cmd {
	service, owner := d.service, d.owner
	d.saving[letter.LocalID]++
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(context.Background(), timeFor(letter))
		defer cancel()
		stored, err := service.SaveDraft(ctx, letter)
		return draftSaved{result{owner}, letter, stored, err}
	}
}

func (d *Desk) deleteDraft(serverID string) tea.Cmd {
	service, owner := d.service, d.owner
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(context.Background(), requestTime)
		defer cancel()
		return Changed{result{owner}, service.DeleteDraft(ctx, serverID)}
	}
}

// send brings a letter on its way.
func (d *Desk) send(letter Draft) tea.Cmd {
	service, state, owner := d.service, d.env.State, d.owner
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(context.Background(), timeFor(letter))
		defer cancel()
		letter, err := letGo(ctx, service, state, letter)
		if err == nil {
			// What stays behind is found again at the next start, and
			// looked up by its Message-ID before it could go twice.
			_ = state.Delete(document(letter.LocalID))
		}
		return sent{result{owner}, letter, err}
	}
}

// letGo saves the draft, marks the letter on disk as being sent, so that a
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

func (d *Desk) completePeople(ctx context.Context, generation int, beginning string) tea.Cmd {
	service, owner := d.service, d.owner
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(ctx, completeTime)
		defer cancel()
		people, err := service.Complete(ctx, beginning, completions)
		return completed{result{owner}, generation, people, err}
	}
}

func (d *Desk) completePaths(beginning string) tea.Cmd {
	files, owner := d.files, d.owner
	return func() tea.Msg { return pathsListed{result{owner}, beginning, files.Complete(beginning, completions)} }
}

func (d *Desk) attach(path string) tea.Cmd {
	files, owner := d.files, d.owner
	return func() tea.Msg {
		f, err := files.Stat(strings.TrimSpace(path))
		return attached{result{owner}, f, err}
	}
}

// after sends m when a pause is over.
func after(pause time.Duration, m tea.Msg) tea.Cmd {
	return tea.Tick(pause, func(time.Time) tea.Msg { return m })
}

var _ views.Addressed = result{}
