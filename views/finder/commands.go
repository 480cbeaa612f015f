package finder

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views"
)

// Service is what finding a time needs of the calendars.
type Service interface {
	// Schedules reads free and busy for each address: one that cannot be
	// read comes back with its error.
	Schedules(ctx context.Context, addresses []string, from, to time.Time) ([]model.ScheduleInformation, error)
	// Suggest asks for meeting times.
	Suggest(ctx context.Context, r model.MeetingTimesRequest) (model.MeetingTimeSuggestionsResult, error)
	// Candidates lists who can be asked, and the rooms.
	Candidates(ctx context.Context) ([]Candidate, error)
	// Book makes the event and invites everybody.
	Book(ctx context.Context, e model.Event) (model.Event, error)
	// Cancel takes an event back and tells the invited.
	Cancel(ctx context.Context, id, comment string) error
}

// rest is how long the hands are still before the service is asked.
const rest = 300 * time.Millisecond

func (m *Model) loadSchedules() tea.Cmd {
	service, addresses := m.service, m.meeting.addresses()
	from, to := m.window()
	return views.Load(&m.work, &m.schedules, func(ctx context.Context) ([]model.ScheduleInformation, error) {
		return service.Schedules(ctx, addresses, from.Add(-24*time.Hour), to)
	}, m.onSchedules)
}

func (m *Model) loadPeople() tea.Cmd {
	return views.Load(&m.work, &m.people, m.service.Candidates, m.onPeople)
}

// askLater has the service asked when the hands rest, unless something has
// changed until then.
func (m *Model) askLater() tea.Cmd {
	service := m.service
	from, to := m.window()
	r := m.meeting.request(from, to, m.look.off)
	return m.work.Wait(&m.suggestions, rest, func() tea.Cmd {
		return views.Load(&m.work, &m.suggestions, func(ctx context.Context) (model.MeetingTimeSuggestionsResult, error) {
			return service.Suggest(ctx, r)
		}, m.onSuggestions)
	})
}

// check reads the slot once more before it is booked.
func (m *Model) check(e model.Event, start time.Time) tea.Cmd {
	service, addresses, end := m.service, m.meeting.addresses(), start.Add(m.meeting.length)
	return views.Load(&m.work, &m.checking, func(ctx context.Context) ([]model.ScheduleInformation, error) {
		return service.Schedules(ctx, addresses, start, end)
	}, func(now []model.ScheduleInformation, err error) tea.Cmd { return m.onCheck(e, start, now, err) })
}

// book makes the event; replaces is the undo step that is done again, if one
// is.
func (m *Model) book(e model.Event, replaces *views.Step) tea.Cmd {
	service := m.service
	return views.Call(&m.work, 0, func(ctx context.Context) (model.Event, error) { return service.Book(ctx, e) },
		func(made model.Event, err error) tea.Cmd { return m.onBooked(e, made, replaces, err) })
}

func (m *Model) cancel(id string) tea.Cmd {
	service := m.service
	return m.work.Tell(0, func(ctx context.Context) error { return service.Cancel(ctx, id, "") }, m.onCancelled)
}
