package apitest

import (
	"daybook/api"
	"daybook/model"
)

func calendarCalls() map[string]Call {
	return map[string]Call{
		`GET {user}/calendar`:        entity(func(ctx ctx, w World) (model.Calendar, error) { return w.User.DefaultCalendar().Get(ctx) }),
		`GET {user}/calendar/events`: list(func(ctx ctx, w World) (*api.Page[model.Event], error) { return w.User.DefaultCalendar().Events(ctx) }),
		`GET {user}/calendar/calendarView`: list(func(ctx ctx, w World) (*api.Page[model.Event], error) {
			return w.User.DefaultCalendar().View(ctx, w.From, w.To)
		}),
		`POST {user}/calendar/events`: entity(func(ctx ctx, w World) (model.Event, error) {
			return w.User.DefaultCalendar().CreateEvent(ctx, meeting())
		}),
		`GET {user}/calendars/{}`:        entity(func(ctx ctx, w World) (model.Calendar, error) { return w.User.Calendar(w.id(1)).Get(ctx) }),
		`GET {user}/calendars/{}/events`: list(func(ctx ctx, w World) (*api.Page[model.Event], error) { return w.User.Calendar(w.id(1)).Events(ctx) }),
		`GET {user}/calendars/{}/calendarView`: list(func(ctx ctx, w World) (*api.Page[model.Event], error) {
			return w.User.Calendar(w.id(1)).View(ctx, w.From, w.To)
		}),
		`POST {user}/calendars/{}/events`: entity(func(ctx ctx, w World) (model.Event, error) {
			return w.User.Calendar(w.id(1)).CreateEvent(ctx, meeting())
		}),
		`GET {user}/calendarGroup/calendars/{}`: entity(func(ctx ctx, w World) (model.Calendar, error) {
			return w.User.DefaultCalendarGroup().Calendar(w.id(1)).Get(ctx)
		}),
		`GET {user}/calendarGroup/calendars/{}/events`: list(func(ctx ctx, w World) (*api.Page[model.Event], error) {
			return w.User.DefaultCalendarGroup().Calendar(w.id(1)).Events(ctx)
		}),
		`GET {user}/calendarGroup/calendars/{}/calendarView`: list(func(ctx ctx, w World) (*api.Page[model.Event], error) {
			return w.User.DefaultCalendarGroup().Calendar(w.id(1)).View(ctx, w.From, w.To)
		}),
		`GET {user}/calendarGroups/{}/calendars/{}`: entity(func(ctx ctx, w World) (model.Calendar, error) {
			return w.User.CalendarGroup(w.id(1)).Calendar(w.id(2)).Get(ctx)
		}),
		`GET {user}/calendarGroups/{}/calendars/{}/events`: list(func(ctx ctx, w World) (*api.Page[model.Event], error) {
			return w.User.CalendarGroup(w.id(1)).Calendar(w.id(2)).Events(ctx)
		}),
		`GET {user}/calendarGroups/{}/calendars/{}/calendarView`: list(func(ctx ctx, w World) (*api.Page[model.Event], error) {
			return w.User.CalendarGroup(w.id(1)).Calendar(w.id(2)).View(ctx, w.From, w.To)
		}),
		`GET /groups/{}/calendar`:        entity(func(ctx ctx, w World) (model.Calendar, error) { return w.group().Calendar().Get(ctx) }),
		`GET /groups/{}/calendar/events`: list(func(ctx ctx, w World) (*api.Page[model.Event], error) { return w.group().Calendar().Events(ctx) }),
		`GET {user}/calendarView`:        list(func(ctx ctx, w World) (*api.Page[model.Event], error) { return w.User.CalendarView(ctx, w.From, w.To) }),
		`GET {user}/calendarView/delta`: list(func(ctx ctx, w World) (*api.Page[model.Event], error) {
			return w.User.CalendarViewDelta(ctx, w.From, w.To, "")
		}),
		`GET /groups/{}/calendarView`: list(func(ctx ctx, w World) (*api.Page[model.Event], error) {
			return w.group().Calendar().View(ctx, w.From, w.To)
		}),
		`GET {user}/calendars`:      list(func(ctx ctx, w World) (*api.Page[model.Calendar], error) { return w.User.Calendars(ctx) }),
		`POST {user}/calendars`:     entity(func(ctx ctx, w World) (model.Calendar, error) { return w.User.CreateCalendar(ctx, w.Name, "auto") }),
		`GET {user}/calendarGroups`: list(func(ctx ctx, w World) (*api.Page[model.CalendarGroup], error) { return w.User.CalendarGroups(ctx) }),
		`GET {user}/calendarGroups/{}/calendars`: list(func(ctx ctx, w World) (*api.Page[model.Calendar], error) {
			return w.User.CalendarGroup(w.id(1)).Calendars(ctx)
		}),
		`POST {user}/calendar/getSchedule`: list(func(ctx ctx, w World) (*api.Page[model.ScheduleInformation], error) {
			return w.User.GetSchedule(ctx, w.schedule())
		}),
		`POST {user}/findMeetingTimes`: entity(func(ctx ctx, w World) (model.MeetingTimeSuggestionsResult, error) {
			return w.User.FindMeetingTimes(ctx, w.meetingTimes())
		}),
	}
}

// permissionCalls has who may do what with a calendar, by each of its paths.
func permissionCalls() map[string]Call {
	calls := map[string]Call{}
	for _, p := range []struct {
		path string
		ids  int // identifiers before the permission's own
		at   func(World) api.CalendarRef
	}{
		{"{user}/calendar", 0, func(w World) api.CalendarRef { return w.User.DefaultCalendar() }},
		{"{user}/calendars/{}", 1, func(w World) api.CalendarRef { return w.User.Calendar(w.id(1)) }},
		{"{user}/calendarGroup/calendars/{}", 1, func(w World) api.CalendarRef {
			return w.User.DefaultCalendarGroup().Calendar(w.id(1))
		}},
		{"{user}/calendarGroups/{}/calendars/{}", 2, func(w World) api.CalendarRef {
			return w.User.CalendarGroup(w.id(1)).Calendar(w.id(2))
		}},
	} {
		all := p.path + "/calendarPermissions"
		one := func(w World) api.CalendarPermissionRef { return p.at(w).Permission(w.id(p.ids + 1)) }
		calls["GET "+all] = list(func(ctx ctx, w World) (*api.Page[model.CalendarPermission], error) { return p.at(w).Permissions(ctx) })
		calls["POST "+all] = entity(func(ctx ctx, w World) (model.CalendarPermission, error) {
			return p.at(w).CreatePermission(ctx, model.CalendarPermission{Role: model.RoleRead, IsInsideOrganization: true, IsRemovable: true,
				EmailAddress: &model.EmailAddress{Name: "Ada", Address: "ada@example.com"}})
		})
		calls["GET "+all+"/{}"] = entity(func(ctx ctx, w World) (model.CalendarPermission, error) { return one(w).Get(ctx) })
		calls["PATCH "+all+"/{}"] = entity(func(ctx ctx, w World) (model.CalendarPermission, error) {
			return one(w).Update(ctx, model.RoleWrite)
		})
		calls["DELETE "+all+"/{}"] = nothing(func(ctx ctx, w World) error { return one(w).Delete(ctx) })
	}
	return calls
}

// eventPaths are the paths to an event that the contract has, with the number
// of identifiers before the event's own.
var eventPaths = []struct {
	path string
	ids  int
	at   func(World) events
}{
	{"{user}", 0, func(w World) events { return w.User }},
	{"/groups/{}", 1, func(w World) events { return w.group() }},
	{"{user}/calendar", 0, func(w World) events { return w.User.DefaultCalendar() }},
	{"/groups/{}/calendar", 1, func(w World) events { return w.group().Calendar() }},
	{"{user}/calendars/{}", 1, func(w World) events { return w.User.Calendar(w.id(1)) }},
	{"{user}/calendargroup/calendars/{}", 1, func(w World) events { return w.User.DefaultCalendarGroup().Calendar(w.id(1)) }},
	{"{user}/calendargroups/{}/calendars/{}", 2, func(w World) events { return w.User.CalendarGroup(w.id(1)).Calendar(w.id(2)) }},
}

// events is what leads to an event.
type events interface{ Event(id string) api.EventRef }

// eventCalls has the three rows of every path, and those of the short ones.
func eventCalls() map[string]Call {
	calls := map[string]Call{
		`GET {user}/events`:          list(func(ctx ctx, w World) (*api.Page[model.Event], error) { return w.User.Events(ctx) }),
		`POST {user}/events`:         entity(func(ctx ctx, w World) (model.Event, error) { return w.User.CreateEvent(ctx, meeting()) }),
		`GET {user}/events/{}`:       entity(func(ctx ctx, w World) (model.Event, error) { return w.User.Event(w.id(1)).Get(ctx) }),
		`PATCH {user}/events/{}`:     entity(func(ctx ctx, w World) (model.Event, error) { return w.User.Event(w.id(1)).Update(ctx, retitle()) }),
		`GET /groups/{}/events`:      list(func(ctx ctx, w World) (*api.Page[model.Event], error) { return w.group().Events(ctx) }),
		`POST /groups/{}/events`:     entity(func(ctx ctx, w World) (model.Event, error) { return w.group().CreateEvent(ctx, meeting()) }),
		`GET /groups/{}/events/{}`:   entity(func(ctx ctx, w World) (model.Event, error) { return w.group().Event(w.id(2)).Get(ctx) }),
		`PATCH /groups/{}/events/{}`: entity(func(ctx ctx, w World) (model.Event, error) { return w.group().Event(w.id(2)).Update(ctx, retitle()) }),
		`POST {user}/events/{}/accept`: nothing(func(ctx ctx, w World) error {
			return w.User.Event(w.id(1)).Accept(ctx, model.EventResponse{Comment: "noted"})
		}),
		`POST {user}/events/{}/decline`: nothing(func(ctx ctx, w World) error {
			return w.User.Event(w.id(1)).Decline(ctx, model.EventResponse{Comment: "noted"})
		}),
		`POST {user}/events/{}/tentativelyAccept`: nothing(func(ctx ctx, w World) error {
			return w.User.Event(w.id(1)).TentativelyAccept(ctx, model.EventResponse{Comment: "noted"})
		}),
		`POST {user}/events/{}/cancel`: nothing(func(ctx ctx, w World) error { return w.User.Event(w.id(1)).Cancel(ctx, "off") }),
		`GET {user}/events/{}/attachments`: list(func(ctx ctx, w World) (*api.Page[model.Attachment], error) {
			return w.User.Event(w.id(1)).Attachments(ctx)
		}),
		`GET {user}/events/{}/attachments/{}`: entity(func(ctx ctx, w World) (model.Attachment, error) {
			return w.User.Event(w.id(1)).Attachment(w.id(2)).Get(ctx)
		}),
		`POST {user}/events/{}/attachments`: entity(func(ctx ctx, w World) (model.Attachment, error) {
			return w.User.Event(w.id(1)).AddAttachment(ctx, file())
		}),
	}
	for _, p := range eventPaths {
		one := p.path + "/events/{}"
		event := func(w World) api.EventRef { return p.at(w).Event(w.id(p.ids + 1)) }
		calls["GET "+one+"/instances"] = list(func(ctx ctx, w World) (*api.Page[model.Event], error) {
			return event(w).Instances(ctx, w.From, w.To)
		})
		calls["DELETE "+one] = nothing(func(ctx ctx, w World) error { return event(w).Delete(ctx) })
		calls["DELETE "+one+"/attachments/{}"] = nothing(func(ctx ctx, w World) error {
			return event(w).Attachment(w.id(p.ids + 2)).Delete(ctx)
		})
	}
	return calls
}
