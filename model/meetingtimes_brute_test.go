package model

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sort"
	"strings"
	"testing"
	"time"
)

// A second opinion on meeting times that shares no code with the engine: it
// walks the windows minute by minute, and for each start looks at every
// calendar entry and at the clock of every minute of the meeting.

type bruteAnswer struct {
	start  time.Time
	sum, n int
	places []int
}

func (r *searchDealer) suggest(m *MeetingSearch) ([]bruteAnswer, string) {
	var left []bruteAnswer
	for _, start := range bruteStarts(m) {
		left = append(left, bruteAnswer{start: start})
	}
	if len(left) == 0 {
		return nil, "unknown"
	}
	needOrganizer := m.Organizer != nil && !m.OrganizerOptional
	reason := ""
	keep := func(why string, test func(*bruteAnswer) bool) {
		if reason != "" {
			return
		}
		var kept []bruteAnswer
		for i := range left {
			if test(&left[i]) {
				kept = append(kept, left[i])
			}
		}
		if len(kept) == 0 {
			reason = why
			return
		}
		left = kept
	}
	end := func(a *bruteAnswer) time.Time { return a.start.Add(m.Duration) }
	keep("organizerUnavailable", func(a *bruteAnswer) bool {
		return !needOrganizer || r.works(m, m.Organizer.Hours, a.start, end(a))
	})
	keep("organizerUnavailable", func(a *bruteAnswer) bool {
		return !needOrganizer || r.chance(m.Organizer.Calendar, a.start, end(a)) > 0
	})
	why := "attendeesUnavailable"
	if len(m.Attendees) == 0 {
		why = "organizerUnavailable"
	}
	keep(why, func(a *bruteAnswer) bool {
		for _, p := range m.Attendees {
			if p.Type == "required" && !r.works(m, p.Hours, a.start, end(a)) {
				return false
			}
		}
		return true
	})
	keep(why, func(a *bruteAnswer) bool {
		counted := m.Attendees
		if len(counted) == 0 {
			counted = []Participant{*m.Organizer}
		}
		for _, p := range counted {
			a.sum += r.chance(p.Calendar, a.start, end(a))
			a.n++
		}
		return float64(a.sum)+1e-9 >= m.Minimum*float64(a.n)
	})
	if reason == "attendeesUnavailable" {
		for _, p := range m.Attendees {
			for i := range left {
				if r.unknown(p.Calendar, left[i].start, end(&left[i])) {
					reason = "attendeesUnavailableOrUnknown"
				}
			}
		}
	}
	keep("locationsUnavailable", func(a *bruteAnswer) bool {
		known := -1
		for j, p := range m.Places {
			if p.Resolve && r.chance(p.Calendar, a.start, end(a)) < 100 {
				continue
			}
			if p.Known && known < 0 {
				known = j
			} else if !p.Known {
				a.places = append(a.places, j)
			}
		}
		if len(a.places) == 0 && known >= 0 {
			a.places = []int{known}
		}
		return len(a.places) > 0 || !m.PlaceRequired
	})
	if reason != "" {
		return nil, reason
	}
	sort.SliceStable(left, func(i, j int) bool { return left[i].sum > left[j].sum })
	return left[:min(m.Max, len(left))], ""
}

func bruteStarts(m *MeetingSearch) []time.Time {
	step := int(m.Step.Minutes())
	if step == 0 {
		step = 30
	}
	seen := map[int64]time.Time{}
	for _, w := range m.Windows {
		for t := w.Start; !t.Add(m.Duration).After(w.End); t = t.Add(time.Minute) {
			if t.Equal(w.Start) || (t.Hour()*60+t.Minute())%step == 0 && t.Second() == 0 {
				seen[t.Unix()] = t
			}
		}
	}
	var all []time.Time
	for _, t := range seen {
		all = append(all, t)
	}
	sort.Slice(all, func(i, j int) bool { return all[i].Before(all[j]) })
	return all
}

// entriesOf returns what a calendar was made of.
func (r *searchDealer) entriesOf(a Availability) []BusySpan { return r.entries[&a.runs[:1][0]] }

func (r *searchDealer) chance(a Availability, from, to time.Time) int {
	if !a.readable {
		return 49
	}
	chance := 100
	for _, s := range r.entriesOf(a) {
		if s.Start.Before(to) && s.End.After(from) {
			switch s.Status.String() {
			case "busy", "oof":
				return 0
			case "tentative", "unknown":
				chance = 49
			}
		}
	}
	return chance
}

func (r *searchDealer) unknown(a Availability, from, to time.Time) bool {
	if !a.readable {
		return true
	}
	unknown := false
	for _, s := range r.entriesOf(a) {
		if s.Start.Before(to) && s.End.After(from) {
			switch s.Status.String() {
			case "busy", "oof", "tentative":
				return false
			case "unknown":
				unknown = true
			}
		}
	}
	return unknown
}

// works looks at the clock of every minute of a meeting.
func (r *searchDealer) works(m *MeetingSearch, h *Hours, from, to time.Time) bool {
	if h == nil || m.Domain == "unrestricted" {
		return true
	}
	w := r.hours[h]
	loc, err := time.LoadLocation(w.TimeZone.Name)
	if err != nil {
		panic(err)
	}
	works := func(day time.Time) bool {
		name := strings.ToLower(day.Weekday().String())
		return slices.Contains(w.DaysOfWeek, name) || m.Domain == "personal" && (name == "saturday" || name == "sunday")
	}
	for t := from; t.Before(to); t = t.Add(time.Minute) {
		local := t.In(loc)
		clock := local.Format("15:04:05")
		var in bool
		if w.StartTime < w.EndTime {
			in = works(local) && w.StartTime <= clock && clock < w.EndTime
		} else {
			in = works(local) && w.StartTime <= clock || works(local.AddDate(0, 0, -1)) && clock < w.EndTime
		}
		if !in {
			return false
		}
	}
	return true
}

// searchDealer deals random searches around changes of the clocks.
type searchDealer struct {
	*rand.Rand
	// What the hours and the calendars that were dealt were made of; a
	// calendar is known by where its runs are.
	hours   map[*Hours]WorkingHours
	entries map[*run][]BusySpan
}

func newSearchDealer(seed, stream uint64) *searchDealer {
	return &searchDealer{rand.New(rand.NewPCG(seed, stream)), map[*Hours]WorkingHours{}, map[*run][]BusySpan{}}
}

var dealtZones = []string{"Europe/London", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe", "America/St_Johns", "UTC", "Asia/Kathmandu"}

// Days around which a zone of dealtZones, or several, change their clocks.
var dealtDays = []string{"2026-03-07", "2026-03-28", "2026-04-03", "2026-10-03", "2026-10-24", "2026-10-31", "2026-06-10"}

func pick[T any](r *searchDealer, list []T) T { return list[r.IntN(len(list))] }

func (r *searchDealer) deal() *MeetingSearch {
	loc, err := time.LoadLocation(pick(r, dealtZones))
	if err != nil {
		panic(err)
	}
	day, err := time.ParseInLocation(time.DateOnly, pick(r, dealtDays), loc)
	if err != nil {
		panic(err)
	}
	m := &MeetingSearch{
		Duration: time.Duration(pick(r, []int{15, 30, 45, 60, 90, 240})) * time.Minute,
		Step:     time.Duration(pick(r, []int{0, 15, 30, 50, 60})) * time.Minute,
		Minimum:  pick(r, []float64{0, 30, 49, 50, 50, 66.6, 74.5, 83, 100}),
		Max:      pick(r, []int{1, 3, 20, 1000}),
		Domain:   pick(r, []string{"work", "work", "personal", "unrestricted", "unknown", ""}),

		OrganizerOptional: r.IntN(4) == 0,
		PlaceRequired:     r.IntN(3) == 0,
	}
	for range 1 + r.IntN(2) {
		from := day.Add(time.Duration(r.IntN(60*5)) * 10 * time.Minute)
		m.Windows = append(m.Windows, Window{from, from.Add(time.Duration(1+r.IntN(30*6)) * 10 * time.Minute)})
	}
	busyness := r.IntN(8)
	for range r.IntN(6) {
		p := r.participant(day, busyness)
		p.Type = pick(r, []string{"required", "required", "optional", "resource"})
		m.Attendees = append(m.Attendees, p)
	}
	if organizer := r.participant(day, busyness/2); r.IntN(8) > 0 || len(m.Attendees) == 0 {
		m.Organizer = &organizer
	}
	for range r.IntN(3) {
		m.Places = append(m.Places, Place{Resolve: r.IntN(4) > 0, Known: r.IntN(2) == 0, Calendar: r.calendar(day, 9)})
	}
	return m
}

func (r *searchDealer) participant(day time.Time, busyness int) Participant {
	p := Participant{Calendar: r.calendar(day, busyness)}
	if r.IntN(3) > 0 {
		w := WorkingHours{
			DaysOfWeek: weekdayList[r.IntN(2) : 5+r.IntN(3)],
			StartTime:  pick(r, []string{"06:00:00", "08:00:00", "09:30:00", "20:00:00"}),
			EndTime:    pick(r, []string{"12:00:00", "17:00:00", "18:30:00", "23:00:00"}),
			TimeZone:   TimeZoneBase{Name: pick(r, dealtZones)},
		}
		h, err := NewHours(w)
		if err != nil {
			panic(err)
		}
		r.hours[h] = w
		p.Hours = h
	}
	return p
}

func (r *searchDealer) calendar(day time.Time, busyness int) Availability {
	if r.IntN(10) == 0 {
		return Availability{}
	}
	var spans []BusySpan
	for range r.IntN(busyness + 1) {
		from := day.Add(time.Duration(r.IntN(60*24*3)) * time.Minute)
		spans = append(spans, BusySpan{from, from.Add(time.Duration(1+r.IntN(300)) * time.Minute), Status(r.IntN(6))})
	}
	a := NewAvailability(spans)
	if cap(a.runs) == 0 {
		a.runs = make([]run, 0, 1)
	}
	r.entries[&a.runs[:1][0]] = spans
	return a
}

func TestSuggestionsAgreeWithBruteForce(t *testing.T) {
	const cases = 10_000
	empty := map[string]int{}
	for seed := range uint64(cases) {
		r := newSearchDealer(seed, 5)
		m := r.deal()
		want, reason := r.suggest(m)
		result, err := m.Suggest()
		if err != nil {
			t.Fatal(err)
		}
		empty[reason]++
		if got, expected := describe(result), describeBrute(want, reason); got != expected {
			i := 0
			for i < min(len(got), len(expected)) && got[i] == expected[i] {
				i++
			}
			i = max(0, i-40)
			t.Fatalf("seed %d: %+v\ngot  ...%.200s\nwant ...%.200s", seed, m, got[i:], expected[i:])
		}
	}
	for _, reason := range []string{"", ReasonUnknown, ReasonOrganizerUnavailable, ReasonAttendeesUnavailable, ReasonAttendeesUnavailableOrUnknown, ReasonLocationsUnavailable} {
		if empty[reason] < cases/200 {
			t.Errorf("only %d of %d random searches end in %q: the comparison proves little", empty[reason], cases, reason)
		}
	}
}

func describe(r *MeetingResult) string {
	var b strings.Builder
	for _, s := range r.Suggestions {
		fmt.Fprintf(&b, "%s %.6f %v; ", s.Start.UTC().Format(time.RFC3339), s.Confidence, s.Places)
	}
	return b.String() + r.EmptyReason
}

func describeBrute(list []bruteAnswer, reason string) string {
	var b strings.Builder
	for _, a := range list {
		fmt.Fprintf(&b, "%s %.6f %v; ", a.start.UTC().Format(time.RFC3339), float64(a.sum)/math.Max(1, float64(a.n)), a.places)
	}
	return b.String() + reason
}
