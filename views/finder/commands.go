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

// requestTime bounds one request.
const requestTime = 30 * time.Second

func (m *Model) loadSchedules() tea.Cmd {
	service, addresses := m.service, m.meeting.addresses()
	from, to := m.window()
	ctx, generation := m.schedules.Start(context.Background())
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(ctx, requestTime)
		defer cancel()
		list, err := service.Schedules(ctx, addresses, from.Add(-24*time.Hour), to)
		return schedulesLoaded{generation: generation, schedules: list, err: err}
	}
}

func (m *Model) loadPeople() tea.Cmd {
	service := m.service
	ctx, generation := m.people.Start(context.Background())
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(ctx, requestTime)
		defer cancel()
		list, err := service.Candidates(ctx)
		return peopleLoaded{generation: generation, people: list, err: err}
	}
}

func (m *Model) askLater() tea.Cmd {
	from, to := m.window()
	r := m.meeting.request(from, to, m.look.off)
	_, generation := m.suggestions.Start(context.Background())
	return m.later(rest, rested{generation: generation, request: r})
}

// askService goes on where askLater waited, unless something has changed.
func (m *Model) askService(msg rested) tea.Cmd {
	if !m.suggestions.Current(msg.generation) {
		return nil
	}
	service := m.service
	ctx, generation := m.suggestions.Start(context.Background())
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(ctx, requestTime)
		defer cancel()
		result, err := service.Suggest(ctx, msg.request)
		return suggestionsLoaded{generation: generation, result: result, err: err}
	}
}

// check reads the slot once more before it is booked.
func (m *Model) check(e model.Event, start time.Time) tea.Cmd {
	service, addresses, end := m.service, m.meeting.addresses(), start.Add(m.meeting.length)
	ctx, generation := m.checking.Start(context.Background())
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(ctx, requestTime)
		defer cancel()
		list, err := service.Schedules(ctx, addresses, start, end)
		return checked{generation: generation, event: e, start: start, schedules: list, err: err}
	}
}

// book makes the event; replaces is the undo step that is done again, if one
// is.
func (m *Model) book(e model.Event, replaces *views.Step) tea.Cmd {
	service := m.service
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(context.Background(), requestTime)
		defer cancel()
		made, err := service.Book(ctx, e)
		return booked{event: e, made: made, replaces: replaces, err: err}
	}
}

func (m *Model) cancel(id string, e model.Event) tea.Cmd {
	service := m.service
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(context.Background(), requestTime)
		defer cancel()
		return cancelled{event: e, err: service.Cancel(ctx, id, "")}
	}
}

// mine addresses what comes back to this screen.
type mine struct{}

// To implements views.Addressed.
func (mine) To() views.Screen { return views.Finder }

type schedulesLoaded struct {
	mine
	generation int
	schedules  []model.ScheduleInformation
	err        error
}

type peopleLoaded struct {
	mine
	generation int
	people     []Candidate
	err        error
}

type rested struct {
	mine
	generation int
	request    model.MeetingTimesRequest
}

type suggestionsLoaded struct {
	mine
	generation int
	result     model.MeetingTimeSuggestionsResult
	err        error
}

type checked struct {
	mine
	generation int
	event      model.Event
	start      time.Time
	schedules  []model.ScheduleInformation
	err        error
}

type booked struct {
	mine
	event, made model.Event
	replaces    *views.Step
	err         error
}

type cancelled struct {
	mine
	event model.Event
	err   error
}
