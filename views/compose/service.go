package compose

import (
	"context"
	"errors"

	"daybook/model"
	"daybook/views"
)

// Service is what the composer needs of the mailbox.
type Service interface {
	// SaveDraft creates or updates the draft in the mailbox, files included,
	// and returns it with its ServerID, and the files' set. A draft in doubt
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

// ErrUnresolved says of a message that it may or may not have gone: its answer
// was lost and it could not be looked up.
var ErrUnresolved = errors.New("it could not be found out whether the letter went")

// ErrOffline says that the mailbox cannot be reached now. What was asked is to
// be asked again.
var ErrOffline = errors.New("the mailbox cannot be reached")

// refused says that a mailbox will not take a draft as it is, however often it
// is asked.
func refused(err error) bool {
	return errors.Is(err, &model.Error{Code: model.CodeInvalidRequest}) || errors.Is(err, &model.Error{Code: model.CodeTooLarge})
}

// Changed tells the owner that the mailbox has other drafts or sent mail than
// before.
type Changed struct{ owner views.Screen }

// To implements views.Addressed.
func (c Changed) To() views.Screen { return c.owner }
