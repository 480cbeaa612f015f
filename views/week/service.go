package week

import (
	"context"
	"strings"
	"time"

	"daybook/model"
	"daybook/views/week/eventform"
)

// Service is the calendars as the week needs them. Errors are model.Error or
// of the context; their text is fit for the status line.
type Service interface {
	Reading
	Writing
	eventform.Service
}

// Reading is what fills the screen.
type Reading interface {
	// Calendars lists the person's calendars and those of their groups, the
	// default calendar first.
	Calendars(ctx context.Context) ([]Calendar, error)
	// View lists what takes place in a calendar from <= t < to: single
	// events, occurrences and exceptions. Of a colleague's that is not shared with
	// the person these are the times that are taken, under ids that nothing else
	// knows.
	View(ctx context.Context, calendar Calendar, from, to time.Time) ([]model.Event, error)
	// Event gets an event or a series master whole: its body as plain text
	// and its attachments without their bytes.
	Event(ctx context.Context, at Ref) (model.Event, error)
	// Instances lists the occurrences of a series.
	Instances(ctx context.Context, at Ref, from, to time.Time) ([]model.Event, error)
	// Find lists events of a calendar whose subject, place or text has the
	// words, series as their masters.
	Find(ctx context.Context, calendar Calendar, words string) ([]model.Event, error)
	// Shares lists who may do what with a calendar that CanShare.
	Shares(ctx context.Context, calendar Calendar) ([]model.CalendarPermission, error)
}

// Writing is what changes calendars.
type Writing interface {
	// Create adds an event to a calendar, and invites its attendees.
	Create(ctx context.Context, calendar Calendar, e model.Event) (model.Event, error)
	// Update changes an event: an occurrence alone becomes an exception.
	Update(ctx context.Context, at Ref, patch model.EventPatch) (model.Event, error)
	// Delete removes an event, an occurrence, or with its master a series.
	Delete(ctx context.Context, at Ref) error
	// Restore brings back a deleted event under its id, as it was, without
	// telling its people twice. Where deleted events are not kept, or not this
	// one any more, it is a model.ErrNotFound.
	Restore(ctx context.Context, at Ref) error
	// Unanswer takes an answer back, so that the invitation waits for one; it
	// is false where that cannot be done.
	Unanswer(ctx context.Context, at Ref) (bool, error)
	// Respond answers an invitation: response is one of model.ResponseAccepted,
	// ResponseTentative and ResponseDeclined. With it go the comment, the time
	// proposed and whether the organizer is told at all.
	Respond(ctx context.Context, at Ref, response string, with model.EventResponse) error
	// Share gives somebody a role in a calendar, whatever they had; an empty one
	// shares it with them no longer. Who has no address is meant by name.
	Share(ctx context.Context, calendar Calendar, who model.EmailAddress, role string) error
	// Attach adds the file at a path to an event.
	Attach(ctx context.Context, at Ref, path string) error
	// Detach takes an attachment off an event.
	Detach(ctx context.Context, at Ref, attachment string) error
}

// Calendar is a calendar of the person, of the group with the id Group, or that
// of the colleague with the address Person, which is read only.
// Color is one of the interface's names ("lightBlue"), which may be "auto".
type Calendar struct {
	ID, Group string
	Person    string
	Name      string
	Color     string
	Default   bool
	CanEdit   bool
	CanShare  bool // with others; so it is one's own
}

// Key tells calendars apart; a group has one, whatever its id.
func (c Calendar) Key() string {
	if c.Person != "" {
		return "@" + strings.ToLower(c.Person)
	}
	return c.Group + "/" + c.ID
}

// Ref is an event of the person's, or of a group's calendar.
type Ref struct {
	Group string `json:"group,omitempty"`
	ID    string `json:"id"`
}
