package api

import (
	"context"
	"time"

	"daybook/model"
)

// CalendarRef is a calendar of a user or a group. Its events are created and
// viewed by the paths that the contract has for that, which are fewer than
// those that lead to it.
type CalendarRef struct {
	ref
	create ref                       // below which events are created
	view   ref                       // below which the calendar is viewed
	event  func(id string) eventBase // an event by its short path
}

// DefaultCalendar is the user's own calendar. The contract has its view at
// /me/calendar for the signed-in user and at /users/{id} for another.
func (u UserRef) DefaultCalendar() CalendarRef {
	r := u.box.to("/calendar")
	view := r
	if !u.isMe() && u.box.c.cfg.Dialect == Vendor {
		view = u.box
	}
	return CalendarRef{r, r, view, u.box.eventBase}
}

// Calendar is one of the user's calendars.
func (u UserRef) Calendar(id string) CalendarRef {
	r := u.box.item("/calendars", id)
	return CalendarRef{r, r, r, u.box.eventBase}
}

// Calendar is the group's calendar.
func (g GroupRef) Calendar() CalendarRef {
	return CalendarRef{g.to("/calendar"), g.ref, g.ref, g.eventBase}
}

// CalendarGroupRef is a set of a user's calendars.
type CalendarGroupRef struct {
	ref
	calendars ref // below which the calendars are listed
	owner     UserRef
}

// CalendarGroup is one of the user's calendar groups.
func (u UserRef) CalendarGroup(id string) CalendarGroupRef {
	r := u.box.fold("/calendarGroups").item("", id)
	return CalendarGroupRef{r, r, u}
}

// DefaultCalendarGroup is the group that the user's calendars are in at
// first. The microsoft dialect never writes the singular: there it is the
// mailbox itself.
func (u UserRef) DefaultCalendarGroup() CalendarGroupRef {
	if u.box.c.cfg.Dialect == Microsoft {
		return CalendarGroupRef{u.box, u.box, u}
	}
	return CalendarGroupRef{u.box.fold("/calendarGroup"), u.box, u}
}

// Calendar is a calendar of the group.
func (g CalendarGroupRef) Calendar(id string) CalendarRef {
	r := g.item("/calendars", id)
	create := g.owner.box.item("/calendars", id)
	create.err = g.failed(create.err).err
	return CalendarRef{r, create, r, g.owner.box.eventBase}
}

// Calendars lists the user's calendars.
//
// GET {user}/calendars · 200 · Calendars.Read (supplement, calendar)
func (u UserRef) Calendars(ctx context.Context, opts ...Option) (*Page[model.Calendar], error) {
	return list[model.Calendar](ctx, u.box, "/calendars", opts)
}

// CreateCalendar makes a calendar of this name and colour ("auto" when empty).
//
// POST {user}/calendars · 201 · Calendars.ReadWrite (supplement, calendar)
func (u UserRef) CreateCalendar(ctx context.Context, name, color string, opts ...Option) (model.Calendar, error) {
	body := struct {
		Name  string `json:"name"`
		Color string `json:"color,omitempty"`
	}{name, color}
	return postAs[model.Calendar](ctx, u.box, "/calendars", body, opts)
}

// CalendarGroups lists the user's calendar groups.
//
// GET {user}/calendarGroups · 200 · Calendars.Read (supplement, calendar)
func (u UserRef) CalendarGroups(ctx context.Context, opts ...Option) (*Page[model.CalendarGroup], error) {
	return list[model.CalendarGroup](ctx, u.box, "/calendarGroups", opts)
}

// Calendars lists the calendars of the group.
//
// GET {user}/calendarGroups/{id}/calendars · 200 · Calendars.Read (supplement, calendar)
func (g CalendarGroupRef) Calendars(ctx context.Context, opts ...Option) (*Page[model.Calendar], error) {
	return list[model.Calendar](ctx, g.calendars, "/calendars", opts)
}

// Get reads the calendar.
//
// GET {user}/calendar, /groups/{id}/calendar, {user}/calendars/{id},
// {user}/calendarGroup/calendars/{id}, {user}/calendarGroups/{id}/calendars/{id}
// · 200 · Calendars.Read (4.5)
func (c CalendarRef) Get(ctx context.Context, opts ...Option) (model.Calendar, error) {
	return getAs[model.Calendar](ctx, c.ref, "", opts)
}

// Events lists single instances and series masters.
//
// GET {calendar}/events · 200 · Calendars.Read (4.5)
func (c CalendarRef) Events(ctx context.Context, opts ...Option) (*Page[model.Event], error) {
	return list[model.Event](ctx, c.ref, "/events", opts)
}

// CreateEvent adds an event and invites its attendees. Start and end may be
// in different zones.
//
// POST {user}/calendar/events, {user}/calendars/{id}/events, /groups/{id}/events
// · 201 · Calendars.ReadWrite (4.5)
func (c CalendarRef) CreateEvent(ctx context.Context, e model.Event, opts ...Option) (model.Event, error) {
	return createEvent(ctx, c.create, e, opts)
}

// View lists what takes place in the span: occurrences, exceptions and single
// instances.
//
// GET {calendar}/calendarView · 200 · Calendars.Read or Calendars.ReadWrite (4.5)
func (c CalendarRef) View(ctx context.Context, from, to time.Time, opts ...Option) (*Page[model.Event], error) {
	return list[model.Event](ctx, c.view, "/calendarView", span(from, to, opts))
}

// CalendarView lists what takes place in the span in the default calendar.
//
// GET {user}/calendarView · 200 · Calendars.Read or Calendars.ReadWrite (4.5, supplement)
func (u UserRef) CalendarView(ctx context.Context, from, to time.Time, opts ...Option) (*Page[model.Event], error) {
	return list[model.Event](ctx, u.box, "/calendarView", span(from, to, opts))
}

// CalendarViewDelta asks for what changed in the span since link; an empty
// one starts a round.
//
// GET {user}/calendarView/delta · 200, 410 SyncStateNotFound · Calendars.Read (supplement, calendar)
func (u UserRef) CalendarViewDelta(ctx context.Context, from, to time.Time, link string, opts ...Option) (*Page[model.Event], error) {
	return delta[model.Event](ctx, u.box, "/calendarView/delta", link, span(from, to, opts))
}

// SyncCalendarView follows a round of CalendarViewDelta to its end and starts
// over when the service has forgotten the link.
func (u UserRef) SyncCalendarView(ctx context.Context, from, to time.Time, link string, opts ...Option) (Changes[model.Event], error) {
	return syncRound(ctx, u.box, "/calendarView/delta", link, span(from, to, opts),
		func(e *model.Event) *model.Entity { return &e.Entity })
}

// span is the time that a view or a list of instances needs.
func span(from, to time.Time, opts []Option) []Option {
	return append([]Option{with("startDateTime", Instant(from)), with("endDateTime", Instant(to))}, opts...)
}

// CalendarPermissionRef is what one person, or everybody in the organization,
// may do with a calendar.
type CalendarPermissionRef struct{ ref }

// Permission is a permission of the user's calendar by its id. Groups'
// calendars have none.
func (c CalendarRef) Permission(id string) CalendarPermissionRef {
	return CalendarPermissionRef{c.item("/calendarPermissions", id)}
}

// Permissions lists who may do what with the calendar; only its owner may ask.
// https://learn.microsoft.com/en-us/graph/api/calendar-list-calendarpermissions
//
// GET {calendar}/calendarPermissions · 200 · Calendars.Read (supplement, calendar)
func (c CalendarRef) Permissions(ctx context.Context, opts ...Option) (*Page[model.CalendarPermission], error) {
	return list[model.CalendarPermission](ctx, c.ref, "/calendarPermissions", opts)
}

// CreatePermission shares the calendar with the person whose address is in p,
// in its role. Somebody who has a permission already gets no second one.
// https://learn.microsoft.com/en-us/graph/api/calendar-post-calendarpermissions
//
// POST {calendar}/calendarPermissions · 201 · Calendars.ReadWrite (supplement, calendar)
func (c CalendarRef) CreatePermission(ctx context.Context, p model.CalendarPermission, opts ...Option) (out model.CalendarPermission, err error) {
	body, err := writable(p, "allowedRoles")
	if err != nil {
		return out, err
	}
	return postAs[model.CalendarPermission](ctx, c.ref, "/calendarPermissions", body, opts)
}

// Get reads the permission.
// https://learn.microsoft.com/en-us/graph/api/calendarpermission-get
//
// GET {calendar}/calendarPermissions/{id} · 200 · Calendars.Read (supplement, calendar)
func (p CalendarPermissionRef) Get(ctx context.Context, opts ...Option) (model.CalendarPermission, error) {
	return getAs[model.CalendarPermission](ctx, p.ref, "", opts)
}

// Update gives the person another role, which is all that can be changed.
// https://learn.microsoft.com/en-us/graph/api/calendarpermission-update
//
// PATCH {calendar}/calendarPermissions/{id} · 200 · Calendars.ReadWrite (supplement, calendar)
func (p CalendarPermissionRef) Update(ctx context.Context, role string, opts ...Option) (model.CalendarPermission, error) {
	return patchAs[model.CalendarPermission](ctx, p.ref, "", map[string]string{"role": role}, opts)
}

// Delete takes the permission back. Everybody's cannot be deleted: its role
// can be none.
// https://learn.microsoft.com/en-us/graph/api/calendarpermission-delete
//
// DELETE {calendar}/calendarPermissions/{id} · 204 · Calendars.ReadWrite (supplement, calendar)
func (p CalendarPermissionRef) Delete(ctx context.Context, opts ...Option) error {
	return p.delete(ctx, "", opts)
}
