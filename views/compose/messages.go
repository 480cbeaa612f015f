package compose

import (
	"errors"
	"time"

	"daybook/model"
	"daybook/views"
)

// ErrUnresolved says of a letter that it may or may not have gone: its answer
// was lost and it could not be looked up.
var ErrUnresolved = errors.New("it could not be found out whether the letter went")

// ErrOffline says that the mailbox cannot be reached now. What was asked is to
// be asked again.
var ErrOffline = errors.New("the mailbox cannot be reached")

// result addresses what comes back to the view that the desk stands in.
type result struct{ owner views.Screen }

// To implements views.Addressed.
func (r result) To() views.Screen { return r.owner }

// Changed tells the owner that the mailbox has other drafts or sent mail than
// before. Err says that a draft could not be removed.
type Changed struct {
	result
	Err error
}

type kept struct {
	result
	localID string
	err     error
}

type recovered struct {
	result
	letters []Draft
	err     error
}

type draftSaved struct {
	result
	asked, stored Draft
	err           error
}

type sent struct {
	result
	letter Draft
	err    error
}

// sendAgain is what a person decided of a letter that may have gone.
type sendAgain struct {
	result
	letter Draft
}

type completed struct {
	result
	generation int
	people     []model.EmailAddress
	err        error
}

type pathsListed struct {
	result
	beginning string
	paths     []string
}

type attached struct {
	result
	file File
	err  error
}

type edited struct {
	result
	localID string
	body    string
	err     error
}

// pause ends: each is dropped when the letter has changed since.
type (
	restedLocally struct {
		result
		localID string
	}
	restedInMailbox struct {
		result
		localID string
		version int
	}
	restedTyping struct {
		result
		generation int
		beginning  string
	}
	momentOver struct {
		result
		localID string
		due     time.Time
	}
)

type unfinishedLoaded struct {
	result
	drafts map[string]unfinishedOf // by the id in the mailbox
	err    error
}

type unfinishedSaved struct {
	result
	err error
}
