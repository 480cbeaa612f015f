package model

import (
	"math"
	"slices"
	"time"
)

// # Suggesting meeting times
//
// The rules are those of parts 4.5 and 8 of the interface. What they leave
// open is decided here, and nowhere else:
//
//   - Chance. A person's chance is that of the worst thing that meets the
//     meeting. Tentative counts 49 as unknown does, away 0, working elsewhere
//     100. A calendar that cannot be read is unknown, never free.
//   - Confidence is the average over all attendees: people, required or
//     optional, and resources. It is compared as a fraction, so that no
//     rounding decides. The organizer is outside the average, unless there is
//     no attendee: then it is the organizer's own chance.
//   - The organizer blocks a time when busy or away, unless optional.
//     Tentative or unknown does not block.
//   - Hours. A meeting lies within the working hours of the organizer, unless
//     optional, and of every required attendee, each in a zone of their own.
//     Optional attendees, resources, and people whose hours are not known set
//     no bound: the hours are what making somebody optional frees. activityDomain
//     personal adds Saturday and Sunday, with the same hours; unrestricted
//     asks for no hours; unknown is work.
//   - Starts. A meeting may start at every half hour that the clocks of a
//     slot's zone show, in both passes of a repeated hour, and at the slot's
//     own start; or at another step, counted from midnight. It lies in one
//     slot as a whole. Each start is suggested once, whatever slots overlap.
//   - Number. 20 suggestions when maxCandidates is not given.
//   - Places. A place that asks for resolveAvailability is offered when its
//     calendar is free; one that does not is offered always. When none that
//     was asked for is to be had, the first free room of those the service
//     knows is offered, if suggestLocation asks for it. With isRequired a time
//     without a place is no suggestion.
//   - The reason for an empty list is that of the last thing that was asked
//     of the times still left: first that there is a start at all (unknown),
//     then the organizer's hours and calendar (organizerUnavailable), then the
//     attendees' hours and confidence (attendeesUnavailable, or
//     attendeesUnavailableOrUnknown when one of them was unknown at one of
//     those times), then the places (locationsUnavailable).

// The defaults of a request.
const (
	DefaultMaxCandidates     = 20
	DefaultMinimumPercentage = 50.0
	DefaultMeetingDuration   = 30 * time.Minute
	DefaultMeetingStep       = 30 * time.Minute
)

// maxStarts bounds how many starts one search looks at: half-hours for nearly
// three years, or quarters of an hour for one.
const maxStarts = 50_000

// Participant is somebody whose time is asked for. Calendar is unknown when
// it is not set; Hours are nil when they are not known.
type Participant struct {
	AttendeeBase
	Calendar Availability
	Hours    *Hours
}

// Place is somewhere the meeting may be. Resolve says that its Calendar must
// be free; Known says that nobody asked for it, but it may be offered.
type Place struct {
	Location Location
	Resolve  bool
	Known    bool
	Calendar Availability
}

// Window is a time in which a meeting may be, from Start to End; the zone of
// Start is that whose clocks the possible starts follow.
type Window struct{ Start, End time.Time }

// MeetingSearch is a request for meeting times with all it takes to answer:
// what was asked, and the calendars. NewMeetingSearch makes one from a request
// of the interface; the calendars and hours are the caller's to add.
type MeetingSearch struct {
	Windows           []Window
	Duration          time.Duration
	Step              time.Duration // DefaultMeetingStep when zero
	Minimum           float64       // least confidence in percent, 0 to 100
	Max               int           // most suggestions; none when zero
	Domain            string        // of activity; work when empty
	Organizer         *Participant  // nil when no organizer takes part
	OrganizerOptional bool
	Attendees         []Participant
	Places            []Place
	PlaceRequired     bool
	WithReasons       bool
}

// NewMeetingSearch validates a request and fills in the defaults. Attendees
// and Places are in the request's order, their calendars still unknown; with
// no time constraint there are no Windows, which the caller, who knows what
// time it is, has to set. Bad input is an *Error with CodeInvalidRequest that
// names the parameter.
func NewMeetingSearch(r MeetingTimesRequest) (*MeetingSearch, error) {
	m := &MeetingSearch{
		Duration: DefaultMeetingDuration, Minimum: DefaultMinimumPercentage, Max: DefaultMaxCandidates,
		Domain: ActivityWork, OrganizerOptional: r.IsOrganizerOptional, WithReasons: r.ReturnSuggestionReasons,
	}
	if r.MeetingDuration != "" {
		d, err := ParseDuration(r.MeetingDuration)
		if err != nil {
			return nil, refuse("meetingDuration", "meetingDuration: %v", err)
		}
		m.Duration = d
	}
	if p := r.MinimumAttendeePercentage; p != nil {
		if !(*p >= 0 && *p <= 100) {
			return nil, refuse("minimumAttendeePercentage", "minimumAttendeePercentage cannot be %v: give 0 to 100", *p)
		}
		m.Minimum = *p
	}
	if r.MaxCandidates != nil {
		if m.Max = *r.MaxCandidates; m.Max < 1 {
			return nil, refuse("maxCandidates", "maxCandidates cannot be %d: give 1 or more", m.Max)
		}
	}
	for _, a := range r.Attendees {
		kind, ok := fold(a.Type, AttendeeRequired, AttendeeOptional, AttendeeResource)
		if a.Type == "" {
			kind, ok = AttendeeRequired, true
		}
		if !ok {
			return nil, refuse("attendees", "an attendee cannot be %q: it is required, optional or resource", a.Type)
		}
		a.Type = kind
		m.Attendees = append(m.Attendees, Participant{AttendeeBase: a})
	}
	if c := r.LocationConstraint; c != nil {
		m.PlaceRequired = c.IsRequired
		for _, l := range c.Locations {
			m.Places = append(m.Places, Place{
				Location: Location{DisplayName: l.DisplayName, LocationEmailAddress: l.LocationEmailAddress},
				Resolve:  l.ResolveAvailability,
			})
		}
	}
	return m, m.constrain(r.TimeConstraint)
}

func (m *MeetingSearch) constrain(c *TimeConstraint) error {
	if c == nil {
		return nil
	}
	if c.ActivityDomain != "" {
		domain, ok := fold(c.ActivityDomain, ActivityWork, ActivityPersonal, ActivityUnrestricted, ActivityUnknown)
		if !ok {
			return refuse("timeConstraint.activityDomain", "activityDomain cannot be %q: it is work, personal or unrestricted", c.ActivityDomain)
		}
		m.Domain = domain
	}
	const target = "timeConstraint.timeslots"
	for _, slot := range c.TimeSlots {
		start, err := slot.Start.Time()
		if err != nil {
			return refuse(target, "the start of a time slot: %v", err)
		}
		end, err := slot.End.Time()
		if err != nil {
			return refuse(target, "the end of a time slot: %v", err)
		}
		if !start.Before(end) {
			return refuse(target, "a time slot ends at %s, which is not after its start %s", slot.End.DateTime, slot.Start.DateTime)
		}
		m.Windows = append(m.Windows, Window{start, end})
	}
	return nil
}

// reaches reports whether a sum of chances of n attendees is the minimum at
// least. It compares integers, of millionths of a percent; a minimum such as
// 66.66666666666667 is cut there, so that two thirds reach it.
func (m *MeetingSearch) reaches(sum, n int) bool {
	const scale = 1_000_000
	return sum*scale >= int(math.Floor(m.Minimum*scale))*n
}

// counted returns those whose chances the confidence is the average of.
func (m *MeetingSearch) counted() []Participant {
	if len(m.Attendees) == 0 && m.Organizer != nil {
		return []Participant{*m.Organizer}
	}
	return m.Attendees
}

// bounds reports whether an attendee's hours bound the meeting.
func (p Participant) bounds() bool {
	return p.Hours != nil && p.Type != AttendeeOptional && p.Type != AttendeeResource
}

// starts returns the possible starts of the meeting, in Unix seconds, sorted,
// each once.
func (m *MeetingSearch) starts() ([]int64, error) {
	step := int64(m.step() / time.Second)
	length := m.seconds()
	if step < 60 || length < 1 {
		return nil, refuse("meetingDuration", "a meeting of %v cannot start every %v", m.Duration, m.step())
	}
	var all []int64
	for _, w := range m.Windows {
		from, last := w.Start.Unix(), w.End.Unix()-length
		if w.Start.Nanosecond() > 0 {
			from++
		}
		if (last-from)/step > maxStarts-int64(len(all)) {
			return nil, refuse("timeConstraint.timeslots", "the time slots hold more than %d possible starts: narrow them", maxStarts)
		}
		if from > last {
			continue
		}
		all = append(slices.Grow(all, int((last-from)/step)+2), from)
		all = appendGrid(all, w.Start.Location(), from, last, step)
	}
	slices.Sort(all)
	return slices.Compact(all), nil
}

// seconds is the length of the meeting, a part of a second counted as one.
func (m *MeetingSearch) seconds() int64 {
	return int64((m.Duration + time.Second - 1) / time.Second)
}

func (m *MeetingSearch) step() time.Duration {
	if m.Step == 0 {
		return DefaultMeetingStep
	}
	return m.Step
}

// appendGrid appends the times from <= t <= last at which the clocks of a
// zone show a multiple of step since midnight.
func appendGrid(all []int64, loc *time.Location, from, last, step int64) []int64 {
	for at := from; at <= last; {
		_, end, offset := stretch(loc, at)
		limit := min(end-1, last)
		for at <= limit {
			// To the next step of this day, or else to the next midnight.
			midnight := at - int64(floorMod(int(at+offset), secondsPerDay))
			for t := midnight + ceilTo(at-midnight, step); t <= limit && t < midnight+secondsPerDay; t += step {
				all = append(all, t)
			}
			at = midnight + secondsPerDay
		}
		at = min(at, end) // the clocks may show another time from there
	}
	return all
}

// ceilTo rounds a number that is not negative up to a multiple of step.
func ceilTo(n, step int64) int64 { return (n + step - 1) / step * step }
