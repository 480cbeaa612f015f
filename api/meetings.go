package api

import (
	"context"
	"net/http"

	"daybook/model"
)

// FindMeetingTimes suggests times, the surest first. Zone sets the zone of
// the suggestions. It changes nothing and may be repeated.
//
// POST {user}/findMeetingTimes · 200 · Calendars.Read.Shared or Calendars.ReadWrite.Shared (4.5)
func (u UserRef) FindMeetingTimes(ctx context.Context, r model.MeetingTimesRequest, opts ...Option) (out model.MeetingTimeSuggestionsResult, err error) {
	if r.Attendees == nil {
		r.Attendees = []model.AttendeeBase{} // an empty collection: the organizer alone
	}
	err = u.box.ask(ctx, "/findMeetingTimes", r, &out, opts)
	return out, err
}

// GetSchedule reads the free/busy of people and resources.
//
// POST {user}/calendar/getSchedule · 200 · Calendars.Read (supplement, calendar)
func (u UserRef) GetSchedule(ctx context.Context, r model.ScheduleRequest, opts ...Option) (*Page[model.ScheduleInformation], error) {
	req := u.box.request(http.MethodPost, "/calendar/getSchedule", r, opts)
	req.idempotent, req.reads = true, true
	return fetchPage[model.ScheduleInformation](ctx, u.box.c, req, nil)
}

// ask is a POST that only reads.
func (r ref) ask(ctx context.Context, action string, body, into any, opts []Option) error {
	req := r.request(http.MethodPost, action, body, opts)
	req.idempotent, req.reads = true, true
	return r.c.Do(ctx, req, into)
}
