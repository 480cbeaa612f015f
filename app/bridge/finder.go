package bridge

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"daybook/api"
	"daybook/model"
	"daybook/views"
	"daybook/views/finder"
	"daybook/views/week"
	"daybook/views/week/eventform"
)

// Finder is the calendars as finding a time needs them.
type Finder struct {
	*shared
	eventform.Service // what the form of an event asks, as the week has it
	week              *Week
}

var _ finder.Service = (*Finder)(nil)

// Bounds of one getSchedule request: addresses, and the interval of a view
// that nobody reads, as the items say more.
const (
	schedulesAtOnce = 20
	viewInterval    = 60
)

// Schedules asks for a few addresses at a time, as services bound how many
// one request may name.
func (f *Finder) Schedules(ctx context.Context, addresses []string, from, to time.Time) ([]model.ScheduleInformation, error) {
	start, end, err := f.span(from, to)
	if err != nil {
		return nil, err
	}
	var out []model.ScheduleInformation
	for part := range slices.Chunk(addresses, schedulesAtOnce) {
		page, err := f.client.Me().GetSchedule(ctx, model.ScheduleRequest{
			Schedules: part, StartTime: start, EndTime: end, AvailabilityViewInterval: viewInterval,
		})
		all, err := api.CollectFrom(ctx, page, err)
		if err != nil {
			return nil, f.Rights.own(err, "when people are free")
		}
		out = append(out, all...)
	}
	return out, nil
}

func (f *Finder) span(from, to time.Time) (start, end model.DateTimeTimeZone, err error) {
	zone := f.Zone().String()
	if start, err = model.NewDateTime(from, zone); err != nil {
		return start, end, err
	}
	end, err = model.NewDateTime(to, zone)
	return start, end, err
}

// Suggest asks for meeting times, answered on this zone's clocks.
func (f *Finder) Suggest(ctx context.Context, r model.MeetingTimesRequest) (model.MeetingTimeSuggestionsResult, error) {
	return f.client.Me().FindMeetingTimes(ctx, r, api.Zone(f.Zone().String()))
}

// candidatesRead bounds how many of the directory and of the contacts are
// offered.
const candidatesRead = 400

// Candidates are the directory's people and rooms, then the contacts. A
// service without the one or the other offers what it has; a right that is
// missing comes back with the rest.
func (f *Finder) Candidates(ctx context.Context) ([]finder.Candidate, error) {
	var out []finder.Candidate
	seen := map[string]bool{}
	add := func(c finder.Candidate) {
		if key := strings.ToLower(c.Address.Address); key != "" && !seen[key] {
			seen[key] = true
			out = append(out, c)
		}
	}
	users, usersErr := f.client.Users(ctx, api.Top(candidatesRead),
		f.Rights.readable(f.people.kinds("displayName", "mail", "jobTitle", "officeLocation")...))
	if usersErr == nil {
		f.people.markRooms(ctx, users.Value)
		for _, u := range users.Value {
			room := strings.EqualFold(u.UserType, "resource")
			detail := u.JobTitle
			if room {
				detail = u.OfficeLocation
			}
			add(finder.Candidate{Address: model.EmailAddress{Name: u.DisplayName, Address: u.Mail}, Room: room, Detail: detail})
		}
	}
	if usersErr = f.Rights.own(usersErr, "the directory"); usersErr == nil {
		usersErr = f.Rights.need(directoryTier, "rooms")
	}
	if usersErr == nil && f.client.Dialect() == api.Microsoft { // far down a large directory, a room was not read
		var rooms []model.EmailAddress
		rooms, usersErr = f.people.publicRooms(ctx)
		for _, r := range rooms {
			add(finder.Candidate{Address: r, Room: true})
		}
	}
	contacts, err := f.client.Me().Contacts(ctx, api.Top(candidatesRead), api.Select("displayName", "emailAddresses", "companyName"))
	if err != nil {
		return out, usersErr
	}
	for _, c := range contacts.Value {
		for _, a := range c.EmailAddresses {
			add(finder.Candidate{Address: model.EmailAddress{Name: c.DisplayName, Address: a.Address}, Detail: c.CompanyName})
		}
	}
	if _, missing := errors.AsType[*views.MissingRight](usersErr); missing {
		return out, usersErr
	}
	return out, nil
}

// Book makes the event in the default calendar, which invites everybody.
func (f *Finder) Book(ctx context.Context, e model.Event) (model.Event, error) {
	return f.week.Create(ctx, week.Calendar{Default: true}, e)
}

// Attach adds a file of this machine to an event.
func (f *Finder) Attach(ctx context.Context, id, path string) error {
	return f.week.Attach(ctx, week.Ref{ID: id}, path)
}

// Cancel takes an event back and tells the invited.
func (f *Finder) Cancel(ctx context.Context, id, comment string) error {
	e, err := f.client.Me().Event(id).Get(ctx, api.Select("attendees"))
	if err != nil {
		return err
	}
	if len(e.Attendees) == 0 {
		return f.client.Me().Event(id).Delete(ctx)
	}
	return api.ReconcileDelete(ctx, f.client.Me().Event(id).Cancel(ctx, comment), func(ctx context.Context) error {
		_, err := f.client.Me().Event(id).Get(ctx, api.Select("id"))
		return err
	})
}
