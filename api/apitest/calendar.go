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

func eventCalls() map[string]Call {
	return map[string]Call{
		`GET {user}/calendar/events/{}/instances`: list(func(ctx ctx, w World) (*api.Page[model.Event], error) {
			return w.User.DefaultCalendar().Event(w.id(1)).Instances(ctx, w.From, w.To)
		}),
		`DELETE {user}/calendar/events/{}`: nothing(func(ctx ctx, w World) error { return w.User.DefaultCalendar().Event(w.id(1)).Delete(ctx) }),
		`DELETE {user}/calendar/events/{}/attachments/{}`: nothing(func(ctx ctx, w World) error {
			return w.User.DefaultCalendar().Event(w.id(1)).Attachment(w.id(2)).Delete(ctx)
		}),
		`GET {user}/calendars/{}/events/{}/instances`: list(func(ctx ctx, w World) (*api.Page[model.Event], error) {
			return w.User.Calendar(w.id(1)).Event(w.id(2)).Instances(ctx, w.From, w.To)
		}),
		`DELETE {user}/calendars/{}/events/{}`: nothing(func(ctx ctx, w World) error { return w.User.Calendar(w.id(1)).Event(w.id(2)).Delete(ctx) }),
		`DELETE {user}/calendars/{}/events/{}/attachments/{}`: nothing(func(ctx ctx, w World) error {
			return w.User.Calendar(w.id(1)).Event(w.id(2)).Attachment(w.id(3)).Delete(ctx)
		}),
		`GET {user}/calendargroup/calendars/{}/events/{}/instances`: list(func(ctx ctx, w World) (*api.Page[model.Event], error) {
			return w.User.DefaultCalendarGroup().Calendar(w.id(1)).Event(w.id(2)).Instances(ctx, w.From, w.To)
		}),
		`DELETE {user}/calendargroup/calendars/{}/events/{}`: nothing(func(ctx ctx, w World) error {
			return w.User.DefaultCalendarGroup().Calendar(w.id(1)).Event(w.id(2)).Delete(ctx)
		}),
		`DELETE {user}/calendargroup/calendars/{}/events/{}/attachments/{}`: nothing(func(ctx ctx, w World) error {
			return w.User.DefaultCalendarGroup().Calendar(w.id(1)).Event(w.id(2)).Attachment(w.id(3)).Delete(ctx)
		}),
		`GET {user}/calendargroups/{}/calendars/{}/events/{}/instances`: list(func(ctx ctx, w World) (*api.Page[model.Event], error) {
			return w.User.CalendarGroup(w.id(1)).Calendar(w.id(2)).Event(w.id(3)).Instances(ctx, w.From, w.To)
		}),
		`DELETE {user}/calendargroups/{}/calendars/{}/events/{}`: nothing(func(ctx ctx, w World) error {
			return w.User.CalendarGroup(w.id(1)).Calendar(w.id(2)).Event(w.id(3)).Delete(ctx)
		}),
		`DELETE {user}/calendargroups/{}/calendars/{}/events/{}/attachments/{}`: nothing(func(ctx ctx, w World) error {
			return w.User.CalendarGroup(w.id(1)).Calendar(w.id(2)).Event(w.id(3)).Attachment(w.id(4)).Delete(ctx)
		}),
		`GET /groups/{}/calendar/events/{}/instances`: list(func(ctx ctx, w World) (*api.Page[model.Event], error) {
			return w.group().Calendar().Event(w.id(2)).Instances(ctx, w.From, w.To)
		}),
		`DELETE /groups/{}/calendar/events/{}`: nothing(func(ctx ctx, w World) error { return w.group().Calendar().Event(w.id(2)).Delete(ctx) }),
		`DELETE /groups/{}/calendar/events/{}/attachments/{}`: nothing(func(ctx ctx, w World) error {
			return w.group().Calendar().Event(w.id(2)).Attachment(w.id(3)).Delete(ctx)
		}),
		`GET {user}/events`:       list(func(ctx ctx, w World) (*api.Page[model.Event], error) { return w.User.Events(ctx) }),
		`POST {user}/events`:      entity(func(ctx ctx, w World) (model.Event, error) { return w.User.CreateEvent(ctx, meeting()) }),
		`GET {user}/events/{}`:    entity(func(ctx ctx, w World) (model.Event, error) { return w.User.Event(w.id(1)).Get(ctx) }),
		`PATCH {user}/events/{}`:  entity(func(ctx ctx, w World) (model.Event, error) { return w.User.Event(w.id(1)).Update(ctx, retitle()) }),
		`DELETE {user}/events/{}`: nothing(func(ctx ctx, w World) error { return w.User.Event(w.id(1)).Delete(ctx) }),
		`GET {user}/events/{}/instances`: list(func(ctx ctx, w World) (*api.Page[model.Event], error) {
			return w.User.Event(w.id(1)).Instances(ctx, w.From, w.To)
		}),
		`DELETE {user}/events/{}/attachments/{}`: nothing(func(ctx ctx, w World) error { return w.User.Event(w.id(1)).Attachment(w.id(2)).Delete(ctx) }),
		`GET /groups/{}/events`:                  list(func(ctx ctx, w World) (*api.Page[model.Event], error) { return w.group().Events(ctx) }),
		`POST /groups/{}/events`:                 entity(func(ctx ctx, w World) (model.Event, error) { return w.group().CreateEvent(ctx, meeting()) }),
		`GET /groups/{}/events/{}`:               entity(func(ctx ctx, w World) (model.Event, error) { return w.group().Event(w.id(2)).Get(ctx) }),
		`PATCH /groups/{}/events/{}`:             entity(func(ctx ctx, w World) (model.Event, error) { return w.group().Event(w.id(2)).Update(ctx, retitle()) }),
		`DELETE /groups/{}/events/{}`:            nothing(func(ctx ctx, w World) error { return w.group().Event(w.id(2)).Delete(ctx) }),
		`GET /groups/{}/events/{}/instances`: list(func(ctx ctx, w World) (*api.Page[model.Event], error) {
			return w.group().Event(w.id(2)).Instances(ctx, w.From, w.To)
		}),
		`DELETE /groups/{}/events/{}/attachments/{}`: nothing(func(ctx ctx, w World) error { return w.group().Event(w.id(2)).Attachment(w.id(3)).Delete(ctx) }),
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
}
