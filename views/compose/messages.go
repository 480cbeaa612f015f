package compose

import (
	"errors"

	"daybook/model"
	"daybook/views"
)

// ErrUnresolved says of a letter that it may or may not have gone: its answer
// was lost and it could not be looked up.
var ErrUnresolved = errors.New("it could not be found out whether the letter went")

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
		version int
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
	}
)
