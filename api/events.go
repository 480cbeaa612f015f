package api

import (
	"context"
	"io"
	"net/http"
	"reflect"
	"time"

	"daybook/model"
)

// eventBase is an event by the short path of its owner, which every operation
// on it has: {user}/events/{id} or /groups/{id}/events/{id}.
type eventBase struct {
	ref
	extensible
}

func (r ref) eventBase(id string) eventBase {
	e := r.item("/events", id)
	return eventBase{e, extensible{e}}
}

// EventRef is an event, a series master, an occurrence or an exception. Its
// instances, its removal and its attachments' removal go by the calendar it
// was reached by, as the contract has it.
type EventRef struct {
	eventBase
	inCalendar ref
}

// Event is an event of the user's, in whatever calendar it is.
func (u UserRef) Event(id string) EventRef { return u.box.anyEvent(id) }

// Event is an event of the group.
func (g GroupRef) Event(id string) EventRef { return g.anyEvent(id) }

func (r ref) anyEvent(id string) EventRef {
	base := r.eventBase(id)
	return EventRef{base, base.ref}
}

// Event is an event of the calendar.
func (c CalendarRef) Event(id string) EventRef {
	base := c.event(id)
	base.err = c.failed(base.err).err
	base.owner = base.ref
	return EventRef{base, c.item("/events", id)}
}

// Events lists the user's single instances and series masters.
//
// GET {user}/events · 200 · Calendars.Read (supplement, calendar)
func (u UserRef) Events(ctx context.Context, opts ...Option) (*Page[model.Event], error) {
	return list[model.Event](ctx, u.box, "/events", opts)
}

// Events lists the group's single instances and series masters.
//
// GET /groups/{id}/events · 200 · Group.Read.All (supplement, calendar)
func (g GroupRef) Events(ctx context.Context, opts ...Option) (*Page[model.Event], error) {
	return list[model.Event](ctx, g.ref, "/events", opts)
}

// CreateEvent adds an event to the default calendar and invites its
// attendees. With extensions the reply is expanded with them.
//
// POST {user}/events · 201 · Calendars.ReadWrite (4.2, 4.5)
func (u UserRef) CreateEvent(ctx context.Context, e model.Event, opts ...Option) (model.Event, error) {
	return createEvent(ctx, u.box, e, opts)
}

// CreateEvent adds an event to the group's calendar.
//
// POST /groups/{id}/events · 201 · Calendars.ReadWrite (4.2)
func (g GroupRef) CreateEvent(ctx context.Context, e model.Event, opts ...Option) (model.Event, error) {
	return createEvent(ctx, g.ref, e, opts)
}

func createEvent(ctx context.Context, r ref, e model.Event, opts []Option) (model.Event, error) {
	e.Extensions = r.c.cfg.Dialect.extensions(e.Extensions)
	body, err := writable(e, readOnlyEvent...)
	if err != nil {
		return model.Event{}, err
	}
	req := r.request(http.MethodPost, "/events", body, opts)
	req.idempotent = e.TransactionID != "" // the service answers with the event that it made
	var out model.Event
	err = r.c.Do(ctx, req, &out)
	return out, err
}

// Get reads the event.
//
// GET {user}/events/{id}, /groups/{id}/events/{id} · 200 · Calendars.Read (supplement, calendar)
func (e EventRef) Get(ctx context.Context, opts ...Option) (model.Event, error) {
	return getAs[model.Event](ctx, e.ref, "", opts)
}

// GetRequest is Get as a value, for a batch.
func (e EventRef) GetRequest(opts ...Option) *Request {
	return e.request(http.MethodGet, "", nil, opts)
}

// Update changes what is set in the patch; an occurrence becomes an
// exception. Attendees may be told, so the call is not repeated, unless it only
// brings a deleted event back.
//
// PATCH {user}/events/{id}, /groups/{id}/events/{id} · 200 · Calendars.ReadWrite (supplement, calendar)
func (e EventRef) Update(ctx context.Context, patch model.EventPatch, opts ...Option) (out model.Event, err error) {
	err = e.c.Do(ctx, e.UpdateRequest(patch, opts...), &out)
	return out, err
}

// UpdateRequest is Update as a value, for a batch.
func (e EventRef) UpdateRequest(patch model.EventPatch, opts ...Option) *Request {
	req := e.request(http.MethodPatch, "", patch, opts)
	req.idempotent = patch.IsCancelled != nil && reflect.DeepEqual(patch, model.EventPatch{IsCancelled: patch.IsCancelled})
	return req
}

// Delete removes the event, an occurrence alone, or with the master the whole
// series.
//
// DELETE {user or group}/events/{id}, {calendar}/events/{id} · 204 · Calendars.ReadWrite (4.5)
func (e EventRef) Delete(ctx context.Context, opts ...Option) error {
	return e.inCalendar.spelled().delete(ctx, "", opts)
}

// Instances lists the occurrences and exceptions of a series in the span.
//
// GET {user or group}/events/{id}/instances, {calendar}/events/{id}/instances
// · 200 · Calendars.Read (4.5)
func (e EventRef) Instances(ctx context.Context, from, to time.Time, opts ...Option) (*Page[model.Event], error) {
	return list[model.Event](ctx, e.inCalendar.spelled(), "/instances", span(from, to, opts))
}

// Accept says yes to an invitation.
//
// POST {user}/events/{id}/accept · 202 · Calendars.ReadWrite (supplement, calendar)
func (e EventRef) Accept(ctx context.Context, r model.EventResponse, opts ...Option) error {
	return e.post(ctx, "/accept", r, nil, opts)
}

// Decline says no to an invitation.
//
// POST {user}/events/{id}/decline · 202 · Calendars.ReadWrite (supplement, calendar)
func (e EventRef) Decline(ctx context.Context, r model.EventResponse, opts ...Option) error {
	return e.post(ctx, "/decline", r, nil, opts)
}

// TentativelyAccept says maybe to an invitation.
//
// POST {user}/events/{id}/tentativelyAccept · 202 · Calendars.ReadWrite (supplement, calendar)
func (e EventRef) TentativelyAccept(ctx context.Context, r model.EventResponse, opts ...Option) error {
	return e.post(ctx, "/tentativelyAccept", r, nil, opts)
}

// Cancel calls off a meeting of the user's own and tells the attendees.
//
// POST {user}/events/{id}/cancel · 202 · Calendars.ReadWrite (supplement, calendar)
func (e EventRef) Cancel(ctx context.Context, comment string, opts ...Option) error {
	return e.post(ctx, "/cancel", model.EventResponse{Comment: comment}, nil, opts)
}

// Attachment is an attachment of the event.
func (e EventRef) Attachment(id string) AttachmentRef {
	return AttachmentRef{e.item("/attachments", id), e.inCalendar.item("/attachments", id)}
}

// Attachments lists what the event carries, without the contents.
//
// GET {user}/events/{id}/attachments · 200 · Calendars.Read (supplement, calendar)
func (e EventRef) Attachments(ctx context.Context, opts ...Option) (*Page[model.Attachment], error) {
	return list[model.Attachment](ctx, e.ref, "/attachments", opts)
}

// AddAttachment adds a file to the event.
//
// POST {user}/events/{id}/attachments · 201 · Calendars.ReadWrite (supplement, calendar)
func (e EventRef) AddAttachment(ctx context.Context, a model.Attachment, opts ...Option) (model.Attachment, error) {
	return addAttachment(ctx, e.ref, a, opts)
}

// UploadAttachment adds a file of any size to the event, as that of a message
// does.
//
// POST {user}/events/{id}/attachments/createUploadSession · 201 · Calendars.ReadWrite
func (e EventRef) UploadAttachment(ctx context.Context, a model.Attachment, content io.ReaderAt, size int64, opts ...Option) (model.Attachment, error) {
	return uploadAttachment(ctx, e.ref, a, content, size, opts)
}
