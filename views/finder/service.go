package finder

import (
	"context"
	"time"

	"daybook/model"
	"daybook/views/week/eventform"
)

// Service is what finding a time needs of the calendars.
type Service interface {
	eventform.Service
	// Schedules reads free and busy for each address: one that cannot be
	// read comes back with its error.
	Schedules(ctx context.Context, addresses []string, from, to time.Time) ([]model.ScheduleInformation, error)
	// Suggest asks for meeting times.
	Suggest(ctx context.Context, r model.MeetingTimesRequest) (model.MeetingTimeSuggestionsResult, error)
	// Candidates lists who can be asked, and the rooms.
	Candidates(ctx context.Context) ([]Candidate, error)
	// Book makes the event and invites everybody.
	Book(ctx context.Context, e model.Event) (model.Event, error)
	// Attach adds the file at a path to an event.
	Attach(ctx context.Context, id, path string) error
	// Cancel takes an event back and tells the invited.
	Cancel(ctx context.Context, id, comment string) error
}

// Candidate is somebody who can be asked, or a room.
type Candidate struct {
	Address model.EmailAddress
	Room    bool
	Detail  string // a title, a place
}
