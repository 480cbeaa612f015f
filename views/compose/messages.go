package compose

import (
	"errors"

	"daybook/views"
)

// ErrUnresolved says of a letter that it may or may not have gone: its answer
// was lost and it could not be looked up.
var ErrUnresolved = errors.New("it could not be found out whether the letter went")

// ErrOffline says that the mailbox cannot be reached now. What was asked is to
// be asked again.
var ErrOffline = errors.New("the mailbox cannot be reached")

// Changed tells the owner that the mailbox has other drafts or sent mail than
// before. Err says that a draft could not be removed.
type Changed struct {
	owner views.Screen
	Err   error
}

// To implements views.Addressed.
func (c Changed) To() views.Screen { return c.owner }
