package inbox

import (
	"daybook/model"
	"daybook/views"
	"daybook/views/inbox/rows"
)

// own is embedded in every message for the inbox, so that the root brings it
// here also while another screen is shown.
type own struct{}

// To implements views.Addressed.
func (own) To() views.Screen { return views.Inbox }

type foldersLoaded struct {
	own
	generation int
	folders    []model.MailFolder
	err        error
}

type pageLoaded struct {
	own
	generation int
	asked      moment
	edge       rows.Edge
	messages   []*rows.Message
	more       bool
	total      int
	counted    bool
	err        error
	cut        bool // there may be more than the service shows
}

type foundCounted struct {
	own
	generation int
	total      int
	err        error
}

type messagesLoaded struct {
	own
	asked    moment
	ids      []string
	messages []*rows.Message
	refused  bool // they are those of a change that was refused
	err      error
}

type changesLoaded struct {
	own
	generation int
	asked      moment
	changed    []*rows.Message
	gone       []string
	since      string
	reset      bool
	err        error
}

type pollDue struct{ own }
