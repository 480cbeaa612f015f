package week

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views"
)

// own is embedded in every message for the week, so that the root brings it
// here also while another screen is shown.
type own struct{}

// To implements views.Addressed.
func (own) To() views.Screen { return views.Week }

type calendarsLoaded struct {
	own
	generation int
	calendars  []Calendar
	err        error
}

// eventsLoaded is a window of all calendars. Where some could not be read,
// err says why, and the others are there.
type eventsLoaded struct {
	own
	generation int
	from, to   time.Time
	items      []*item
	err        error
}

// eventLoaded is an event whole, for what comes next.
type eventLoaded struct {
	own
	generation int
	event      model.Event
	err        error
	next       func(model.Event) tea.Cmd
}

type instancesLoaded struct {
	own
	generation int
	of         *item
	events     []model.Event
	err        error
}

type eventsFound struct {
	own
	generation int
	words      string
	items      []*item
	err        error
}

type peopleFound struct {
	own
	generation int
	kind       string // of attendees
	prefix     string
	people     []model.EmailAddress
}

type (
	pollDue   struct{ own }
	minuteDue struct{ own }
)
