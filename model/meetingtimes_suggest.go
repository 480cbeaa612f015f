package model

import (
	"fmt"
	"math"
	"time"
)

// MeetingResult is the answer to a search: the suggestions, best first and
// equals in order of time, and, when there is none, why. Total counts the
// suggestions there would be without a limit to their number.
type MeetingResult struct {
	Suggestions []Suggestion
	Total       int
	EmptyReason string

	search *MeetingSearch
}

// Suggestion is one time for the meeting. Attendees are the statuses of the
// search's attendees, in their order; Places the indices of the search's
// places that are to be had.
type Suggestion struct {
	Start, End time.Time
	Confidence float64
	Organizer  Status
	Attendees  []Status
	Places     []int
}

// Suggest answers a search.
func (m *MeetingSearch) Suggest() (*MeetingResult, error) {
	g, err := m.Grid()
	if err != nil {
		return nil, err
	}
	return g.Suggest(), nil
}

// Suggest answers the search the grid was made of, from the grid alone: the
// two cannot disagree.
func (g *MeetingGrid) Suggest() *MeetingResult {
	r := &MeetingResult{search: g.search}
	passing := g.passing()
	r.Total = len(passing)
	if len(passing) == 0 {
		r.EmptyReason = g.emptyReason()
		return r
	}
	for _, i := range g.best(passing, g.search.Max) {
		r.Suggestions = append(r.Suggestions, g.suggestion(i))
	}
	return r
}

// Passes reports whether the ith start may be suggested.
func (g *MeetingGrid) Passes(i int) bool {
	return g.OffHours[i] == 0 && !g.Blocked[i] && g.Reaches(i) && g.hasPlace(i)
}

func (g *MeetingGrid) passing() []int32 {
	list := make([]int32, 0, len(g.starts))
	for i := range g.starts {
		if g.Passes(i) {
			list = append(list, int32(i))
		}
	}
	return list
}

// best returns the first few of some starts by confidence, equals in order of
// time. The sums of chances are small numbers, so they are counted, not
// compared.
func (g *MeetingGrid) best(passing []int32, most int) []int32 {
	at := make([]int32, 100*g.Counted+2)
	for _, i := range passing {
		at[g.Chance[i]]++
	}
	sum := int32(0)
	for chance := len(at) - 1; chance >= 0; chance-- {
		at[chance], sum = sum, sum+at[chance]
	}
	ordered := make([]int32, len(passing))
	for _, i := range passing {
		ordered[at[g.Chance[i]]] = i
		at[g.Chance[i]]++
	}
	return ordered[:max(0, min(most, len(ordered)))]
}

func (g *MeetingGrid) suggestion(i int32) Suggestion {
	m := g.search
	start := time.Unix(g.starts[i], 0).UTC()
	s := Suggestion{
		Start: start, End: start.Add(m.Duration),
		Confidence: g.Confidence(int(i)), Places: g.places(int(i)),
		Organizer: StatusUnknown, Attendees: make([]Status, len(m.Attendees)),
	}
	if m.Organizer != nil {
		s.Organizer = m.Organizer.Calendar.During(s.Start, s.End)
	}
	for j, p := range m.Attendees {
		s.Attendees[j] = p.Calendar.During(s.Start, s.End)
	}
	return s
}

// places returns the places that are to be had at the ith start: those asked
// for, or else the first that is known.
func (g *MeetingGrid) places(i int) []int {
	var asked []int
	known := -1
	for j, p := range g.search.Places {
		from := g.starts[i]
		if p.Resolve && p.Calendar.worst(from, from+g.search.seconds()).Chance() < 100 {
			continue
		}
		if !p.Known {
			asked = append(asked, j)
		} else if known < 0 {
			known = j
		}
	}
	if len(asked) == 0 && known >= 0 {
		return []int{known}
	}
	return asked
}

func (g *MeetingGrid) hasPlace(i int) bool {
	return !g.search.PlaceRequired || len(g.places(i)) > 0
}

// emptyReason says why no start passes.
func (g *MeetingGrid) emptyReason() string {
	m := g.search
	left := make([]int, len(g.starts))
	for i := range left {
		left[i] = i
	}
	if len(left) == 0 {
		return ReasonUnknown
	}
	keep := func(test func(i int) bool) bool {
		var kept []int
		for _, i := range left {
			if test(i) {
				kept = append(kept, i)
			}
		}
		if len(kept) > 0 {
			left = kept
		}
		return len(kept) > 0
	}
	if !keep(g.withinOrganizersHours()) || !keep(func(i int) bool { return !g.Blocked[i] }) {
		return ReasonOrganizerUnavailable
	}
	if !keep(func(i int) bool { return g.OffHours[i] == 0 }) || !keep(g.Reaches) {
		if len(m.Attendees) == 0 {
			return ReasonOrganizerUnavailable
		}
		if g.anyUnknown(left) {
			return ReasonAttendeesUnavailableOrUnknown
		}
		return ReasonAttendeesUnavailable
	}
	return ReasonLocationsUnavailable
}

func (g *MeetingGrid) withinOrganizersHours() func(i int) bool {
	m := g.search
	if m.Organizer == nil || m.OrganizerOptional || m.Organizer.Hours == nil || m.Domain == ActivityUnrestricted {
		return func(int) bool { return true }
	}
	s := newSweep(g.starts, m.seconds())
	within := s.within(m.workingTime(m.Organizer.Hours, s))
	return func(i int) bool { return within[i] }
}

// anyUnknown reports whether an attendee's time is unknown at one of some
// starts.
func (g *MeetingGrid) anyUnknown(left []int) bool {
	for _, p := range g.search.Attendees {
		for _, i := range left {
			if p.Calendar.worst(g.starts[i], g.starts[i]+g.search.seconds()) == StatusUnknown {
				return true
			}
		}
	}
	return false
}

// Answer writes the result as the interface has it, times in a zone (UTC when
// empty).
func (r *MeetingResult) Answer(zone string) (MeetingTimeSuggestionsResult, error) {
	answer := MeetingTimeSuggestionsResult{
		EmptySuggestionsReason: r.EmptyReason,
		MeetingTimeSuggestions: make([]MeetingTimeSuggestion, 0, len(r.Suggestions)),
	}
	for n, s := range r.Suggestions {
		start, err := NewDateTime(s.Start, zone)
		if err != nil {
			return answer, err
		}
		end, err := NewDateTime(s.End, zone)
		if err != nil {
			return answer, err
		}
		out := MeetingTimeSuggestion{
			Confidence: s.Confidence, Order: n + 1, OrganizerAvailability: s.Organizer.String(),
			MeetingTimeSlot:      TimeSlot{start, end},
			AttendeeAvailability: make([]AttendeeAvailability, 0, len(s.Attendees)),
			Locations:            make([]Location, 0, len(s.Places)),
		}
		for i, status := range s.Attendees {
			out.AttendeeAvailability = append(out.AttendeeAvailability,
				AttendeeAvailability{status.String(), r.search.Attendees[i].AttendeeBase})
		}
		for _, i := range s.Places {
			out.Locations = append(out.Locations, r.search.Places[i].Location)
		}
		if r.search.WithReasons {
			out.SuggestionReason = s.reason()
		}
		answer.MeetingTimeSuggestions = append(answer.MeetingTimeSuggestions, out)
	}
	return answer, nil
}

// reason says why a time is suggested.
func (s Suggestion) reason() string {
	counts := map[Status]int{}
	available := 0
	for _, status := range s.Attendees {
		counts[status]++
		if status.Chance() == 100 {
			available++
		}
	}
	if available == len(s.Attendees) {
		return "Suggested because everybody is available."
	}
	text := fmt.Sprintf("Suggested because the confidence is %.4g%%: %d of %d attendees are available",
		math.Floor(s.Confidence*100)/100, available, len(s.Attendees))
	for _, c := range []struct {
		status Status
		words  string
	}{{StatusTentative, "tentative"}, {StatusUnknown, "unknown"}, {StatusBusy, "busy"}, {StatusOOF, "away"}} {
		if n := counts[c.status]; n > 0 {
			text += fmt.Sprintf(", %d %s", n, c.words)
		}
	}
	return text + "."
}
