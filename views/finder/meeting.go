package finder

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"daybook/model"
)

// kind is what somebody is to the meeting.
type kind int

const (
	organizer kind = iota
	required
	optional
	room
)

// person is a row of the grid: somebody, or a room.
type person struct {
	address  model.EmailAddress
	kind     kind
	needed   bool // of a room: no meeting without it
	loaded   bool
	calendar model.Availability
	hours    *model.Hours
	problem  string // why the calendar cannot be read
}

// meeting is what is looked for.
type meeting struct {
	people  []person // the organizer first
	length  time.Duration
	minimum float64 // percent
	off     bool    // also outside the working hours
	subject string  // what whoever asked for the search proposes; a booking may be called otherwise
}

func (m *meeting) index(address string) int {
	return slices.IndexFunc(m.people, func(p person) bool { return strings.EqualFold(p.address.Address, address) })
}

func (m *meeting) add(c Candidate) {
	if m.index(c.Address.Address) >= 0 {
		return
	}
	p := person{address: c.Address, kind: required}
	if c.Room {
		p.kind, p.needed = room, true
	}
	at := len(m.people)
	for !c.Room && at > 0 && m.people[at-1].kind == room {
		at-- // rooms stay below
	}
	m.people = slices.Insert(m.people, at, p)
}

// take puts a schedule that came back into its row.
func (m *meeting) take(s model.ScheduleInformation) {
	i := m.index(s.ScheduleID)
	if i < 0 {
		return
	}
	p := &m.people[i]
	p.loaded, p.problem, p.hours, p.calendar = true, "", nil, model.Availability{}
	if s.Error != nil {
		p.problem = s.Error.Message
		return
	}
	var spans []model.BusySpan
	for _, item := range s.ScheduleItems {
		start, err1 := item.Start.Time()
		end, err2 := item.End.Time()
		if err1 == nil && err2 == nil {
			spans = append(spans, model.BusySpan{Start: start, End: end, Status: model.ParseStatus(item.Status)})
		}
	}
	p.calendar = model.NewAvailability(spans)
	if s.WorkingHours != nil {
		if h, err := model.NewHours(*s.WorkingHours); err == nil {
			p.hours = h
		}
	}
}

// whom is everybody and what they are to the meeting, to be compared.
func (m *meeting) whom() string {
	var b strings.Builder
	for _, p := range m.people {
		fmt.Fprintf(&b, "%d %t %s\n", p.kind, p.needed, p.address.Address)
	}
	return b.String()
}

func (m *meeting) addresses() []string {
	out := make([]string, len(m.people))
	for i, p := range m.people {
		out[i] = p.address.Address
	}
	return out
}

// end is when the meeting is over that begins at a start.
func (m *meeting) end(start time.Time) time.Time { return start.Add(m.length) }

// status is what somebody's calendar says of the meeting at a start.
func (m *meeting) status(p *person, start time.Time) model.Status {
	return p.calendar.During(start, m.end(start))
}

// attendees counts the people beside the organizer.
func (m *meeting) attendees() int {
	n := 0
	for _, p := range m.people {
		if p.kind == required || p.kind == optional {
			n++
		}
	}
	return n
}

// request is the meeting in the interface's words, for from <= t < to. The
// clocks of the window's zone give the possible starts.
func (m *meeting) request(from, to time.Time) model.MeetingTimesRequest {
	minimum, most := m.minimum, suggestionsAsked
	r := model.MeetingTimesRequest{
		Attendees:       []model.AttendeeBase{},
		MeetingDuration: model.FormatDuration(m.length), MinimumAttendeePercentage: &minimum, MaxCandidates: &most,
		TimeConstraint: &model.TimeConstraint{
			ActivityDomain: model.ActivityWork,
			TimeSlots:      []model.TimeSlot{{Start: dateTime(from), End: dateTime(to)}},
		},
	}
	if m.off {
		r.TimeConstraint.ActivityDomain = model.ActivityUnrestricted
	}
	places := &model.LocationConstraint{}
	for _, p := range m.people {
		switch p.kind {
		case required, optional:
			r.Attendees = append(r.Attendees, model.AttendeeBase{Type: p.attendeeType(), EmailAddress: p.address})
		case room:
			places.IsRequired = places.IsRequired || p.needed
			places.Locations = append(places.Locations, model.LocationConstraintItem{
				ResolveAvailability: true, DisplayName: p.address.Name, LocationEmailAddress: p.address.Address,
			})
		}
	}
	if len(places.Locations) > 0 {
		r.LocationConstraint = places
	}
	return r
}

func (p person) attendeeType() string {
	switch p.kind {
	case optional:
		return model.AttendeeOptional
	case room:
		return model.AttendeeResource
	}
	return model.AttendeeRequired
}

// suggestionsAsked is how many suggestions the list holds at most.
const suggestionsAsked = 50

// search is the request with the schedules that are known, to be answered
// here and now: starts are as far apart as the interface has them when step is
// zero.
func (m *meeting) search(from, to time.Time, step time.Duration) (*model.MeetingSearch, error) {
	s, err := model.NewMeetingSearch(m.request(from, to))
	if err != nil {
		return nil, err
	}
	s.Step = step
	s.Windows = []model.Window{{Start: from, End: to}}
	attendee, place := 0, 0
	for _, p := range m.people {
		switch p.kind {
		case organizer:
			who := model.AttendeeBase{EmailAddress: p.address}
			s.Organizer = &model.Participant{AttendeeBase: who, Calendar: p.calendar, Hours: p.hours}
		case room:
			s.Places[place].Calendar = p.calendar
			place++
		default:
			s.Attendees[attendee].Calendar, s.Attendees[attendee].Hours = p.calendar, p.hours
			attendee++
		}
	}
	return s, nil
}

// event is the meeting at a start as it is proposed, in the first room that is
// free; the rooms that are not are left out.
func (m *meeting) event(start time.Time, zone *time.Location) model.Event {
	e := model.Event{
		Subject: m.subject,
		Start:   ptr(dateTime(start.In(zone))), End: ptr(dateTime(m.end(start).In(zone))),
		ShowAs: model.ShowBusy, IsReminderOn: true, ReminderMinutesBeforeStart: 15,
		ResponseRequested: true, AllowNewTimeProposals: true,
	}
	for _, p := range m.people {
		switch free := m.status(&p, start) == model.StatusFree; {
		case p.kind == organizer || p.kind == room && !free:
			continue
		case p.kind == room && e.Location == nil:
			e.Location = &model.Location{DisplayName: nameOf(p.address)}
		}
		e.Attendees = append(e.Attendees, model.Attendee{Type: p.attendeeType(), EmailAddress: p.address})
	}
	return e
}

func ptr[T any](v T) *T { return &v }

// dateTime is a time in the interface's form, on the clocks of its zone.
func dateTime(t time.Time) model.DateTimeTimeZone {
	d, err := model.NewDateTime(t, t.Location().String())
	if err != nil { // a zone without a name of its own
		d, _ = model.NewDateTime(t, "UTC")
	}
	return d
}
