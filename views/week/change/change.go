// Package change is what is done to events, as data: it can be turned round,
// kept in the undo log, and told to a service.
//
// Invariants: Inverse of Inverse is the change itself; an edit names all that
// it needs to be taken back, the whole event included.
package change

import (
	"reflect"

	"daybook/model"
)

// Change is some edits that are one step for a person, in the order in which
// they are made.
type Change struct {
	Edits []Edit `json:"edits"`
}

// Edit is one event made (Before is nil), changed, or removed (After is nil);
// or, with an Answer, answered; or, with a Share, what somebody may do with the
// calendar. Calendar is the key of its calendar. An event
// that recurs stands for its whole series.
type Edit struct {
	Calendar string       `json:"calendar"`
	Before   *model.Event `json:"before,omitempty"`
	After    *model.Event `json:"after,omitempty"`
	Answer   *Answer      `json:"answer,omitempty"`
	Share    *Share       `json:"share,omitempty"`
}

// Share is the role that somebody had in the calendar and has: model.RoleRead
// and so on, empty where it was, or is, not shared with them. Who has no
// address is everybody in the organization, or a part of it, by its name.
type Share struct {
	Who model.EmailAddress `json:"who"`
	Was string             `json:"was,omitempty"`
	Is  string             `json:"is,omitempty"`
}

// Answer is what the person says to an invitation: model.ResponseAccepted and
// so on. ID is the event's or its series master's. With goes along with what is
// said, Had went along with what was; nil for nothing.
type Answer struct {
	ID   string               `json:"id"`
	Was  string               `json:"was"`
	Says string               `json:"says"`
	With *model.EventResponse `json:"with,omitempty"`
	Had  *model.EventResponse `json:"had,omitempty"`
}

// Inverse takes the change back.
func (c Change) Inverse() Change {
	out := Change{Edits: make([]Edit, len(c.Edits))}
	for i, e := range c.Edits {
		e.Before, e.After = e.After, e.Before
		if e.Answer != nil {
			e.Answer = &Answer{ID: e.Answer.ID, Was: e.Answer.Says, Says: e.Answer.Was, With: e.Answer.Had, Had: e.Answer.With}
		}
		if e.Share != nil {
			e.Share = &Share{e.Share.Who, e.Share.Is, e.Share.Was}
		}
		out.Edits[len(c.Edits)-1-i] = e
	}
	return out
}

// Renamed is the change with the ids that events have now.
func (c Change) Renamed(now func(string) string) Change {
	event := func(e *model.Event) *model.Event {
		if e == nil {
			return nil
		}
		is := *e
		is.ID = now(e.ID)
		if e.SeriesMasterID != "" {
			is.SeriesMasterID = now(e.SeriesMasterID)
		}
		return &is
	}
	out := Change{Edits: make([]Edit, len(c.Edits))}
	for i, e := range c.Edits {
		e.Before, e.After = event(e.Before), event(e.After)
		if e.Answer != nil {
			is := *e.Answer
			is.ID = now(is.ID)
			e.Answer = &is
		}
		out.Edits[i] = e
	}
	return out
}

// IDs are those of its events, edit by edit.
func (c Change) IDs() []string {
	var out []string
	for _, e := range c.Edits {
		switch {
		case e.Answer != nil:
			out = append(out, e.Answer.ID)
		case e.After != nil:
			out = append(out, e.After.ID)
		case e.Before != nil:
			out = append(out, e.Before.ID)
		}
	}
	return out
}

// Patch is what makes one event of another; false when they do not differ in
// anything that can be changed.
func Patch(before, after model.Event) (p model.EventPatch, differ bool) {
	differ = set(&p.Subject, before.Subject, after.Subject)
	differ = set(&p.IsAllDay, before.IsAllDay, after.IsAllDay) || differ
	differ = set(&p.Importance, before.Importance, after.Importance) || differ
	differ = set(&p.Sensitivity, before.Sensitivity, after.Sensitivity) || differ
	differ = set(&p.ShowAs, before.ShowAs, after.ShowAs) || differ
	differ = set(&p.IsReminderOn, before.IsReminderOn, after.IsReminderOn) || differ
	differ = set(&p.ReminderMinutesBeforeStart, before.ReminderMinutesBeforeStart, after.ReminderMinutesBeforeStart) || differ
	differ = set(&p.Attendees, before.Attendees, after.Attendees) || differ
	differ = set(&p.Categories, before.Categories, after.Categories) || differ
	differ = set(&p.IsOnlineMeeting, before.IsOnlineMeeting, after.IsOnlineMeeting) || differ
	differ = set(&p.OnlineMeetingURL, before.OnlineMeetingURL, after.OnlineMeetingURL) || differ
	differ = point(&p.Body, before.Body, after.Body) || differ
	differ = point(&p.Location, before.Location, after.Location) || differ
	differ = point(&p.Recurrence, before.Recurrence, after.Recurrence) || differ
	if !reflect.DeepEqual(before.Start, after.Start) || !reflect.DeepEqual(before.End, after.End) || p.IsAllDay != nil {
		own := inOwnZones(after)
		p.Start, p.End, differ = own.Start, own.End, true
	}
	return p, differ
}

// inOwnZones writes start and end in the zones that they were first written
// in: a service shows them in UTC, and what is written back so would lose them.
func inOwnZones(e model.Event) model.Event {
	e.Start, e.End = inZone(e.Start, e.OriginalStartTimeZone, e.IsAllDay), inZone(e.End, e.OriginalEndTimeZone, e.IsAllDay)
	return e
}

func inZone(d *model.DateTimeTimeZone, zone string, allDay bool) *model.DateTimeTimeZone {
	if d == nil || allDay || zone == "" || d.TimeZone != "UTC" || zone == "UTC" {
		return d
	}
	t, err := d.Time()
	if err != nil {
		return d
	}
	own, err := model.NewDateTime(t, zone)
	if err != nil {
		return d
	}
	return &own
}

func set[T any](field **T, before, after T) bool {
	if same(before, after) {
		return false
	}
	*field = &after
	return true
}

func point[T any](field **T, before, after *T) bool {
	if after == nil || same(before, after) {
		return false
	}
	*field = after
	return true
}

// same takes an empty list for none.
func same(a, b any) bool {
	if va := reflect.ValueOf(a); va.Kind() == reflect.Slice && va.Len() == 0 && reflect.ValueOf(b).Len() == 0 {
		return true
	}
	return reflect.DeepEqual(a, b)
}
