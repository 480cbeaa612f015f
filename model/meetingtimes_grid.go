package model

import (
	"math/bits"
	"slices"
	"time"
)

// MeetingGrid says of every possible start of a meeting what the rules say
// of it, also of those that are no suggestion. All its slices are indexed by
// start, as Starts is.
type MeetingGrid struct {
	// Chance is the sum of the attendees' chances in percent; divided by
	// Counted it is the confidence.
	Chance  []int32
	Counted int

	// OffHours is how many of those whose hours bound the meeting it would
	// be outside the hours of.
	OffHours []int32

	// Blocked says that the organizer is needed and busy or away.
	Blocked []bool

	// RequiredFree says that the organizer, unless optional, and every
	// required attendee are free or working elsewhere.
	RequiredFree []bool

	search *MeetingSearch
	starts []int64
}

// Grid looks at every possible start. The cost is that of reading each entry
// of each calendar once, and each start a few times.
func (m *MeetingSearch) Grid() (*MeetingGrid, error) {
	starts, err := m.starts()
	if err != nil {
		return nil, err
	}
	counted := m.counted()
	g := &MeetingGrid{Counted: len(counted), search: m, starts: starts}
	if len(starts) == 0 {
		return g, nil
	}
	s := newSweep(starts, m.seconds())
	g.readCalendars(s, counted)
	g.countOffHours(s)
	return g, nil
}

// Len returns the number of starts.
func (g *MeetingGrid) Len() int { return len(g.starts) }

// Start returns the ith start, in the zone of loc.
func (g *MeetingGrid) Start(i int, loc *time.Location) time.Time {
	return time.Unix(g.starts[i], 0).In(loc)
}

// Find returns the index of the start at t; ok is false when t is none, and
// then it is the index of the next one.
func (g *MeetingGrid) Find(t time.Time) (i int, ok bool) {
	return slices.BinarySearch(g.starts, t.Unix())
}

// Confidence returns the confidence of the ith start in percent, 0 to 100.
func (g *MeetingGrid) Confidence(i int) float64 {
	if g.Counted == 0 {
		return 100
	}
	return float64(g.Chance[i]) / float64(g.Counted)
}

// Reaches reports whether the ith start reaches the minimum.
func (g *MeetingGrid) Reaches(i int) bool {
	return g.Counted == 0 || g.search.reaches(int(g.Chance[i]), g.Counted)
}

// The losses of chance: by anything that is not free, and by what leaves no
// chance at all on top of it. A person's chance is 100 less the two.
const (
	lossOfDoubt = 51
	lossOfAll   = 49
)

// readCalendars fills in all that follows from calendars, reading each once.
func (g *MeetingGrid) readCalendars(s *sweep, counted []Participant) {
	m := g.search
	chance, required, blocked := s.row(int32(100*len(counted))), s.row(0), s.row(0)
	average := []mark{{diff: chance, least: StatusUnknown, by: -lossOfDoubt}, {diff: chance, least: StatusBusy, by: -lossOfAll}}
	needed := mark{diff: required, least: StatusUnknown, by: 1}
	averageAndNeeded := slices.Concat(average, []mark{needed})
	for i := range counted {
		p := &counted[i]
		if len(m.Attendees) > 0 && p.Type != AttendeeOptional && p.Type != AttendeeResource {
			s.mark(p.Calendar, averageAndNeeded)
		} else {
			s.mark(p.Calendar, average)
		}
	}
	if m.Organizer != nil && !m.OrganizerOptional {
		s.mark(m.Organizer.Calendar, []mark{needed, {diff: blocked, least: StatusBusy, by: 1}})
	}
	g.Chance = sums(chance)
	g.RequiredFree, g.Blocked = make([]bool, len(s.starts)), make([]bool, len(s.starts))
	for i, n := range sums(required) {
		g.RequiredFree[i] = n == 0
	}
	for i, n := range sums(blocked) {
		g.Blocked[i] = n > 0
	}
}

// Days of the week that activityDomain personal adds to the working days.
const weekendBits = 1<<time.Saturday | 1<<time.Sunday

// countOffHours counts for each start whose hours it is outside of. People
// with the same hours are counted in one go.
func (g *MeetingGrid) countOffHours(s *sweep) {
	groups := map[Hours]int32{}
	all := g.search.boundingHours()
	for _, h := range all {
		groups[*h]++
	}
	off := s.row(int32(len(all)))
	for h, count := range groups {
		s.markWithin(g.search.workingTime(&h, s), off, -count)
	}
	g.OffHours = sums(off)
}

// boundingHours returns the hours the meeting has to lie in.
func (m *MeetingSearch) boundingHours() []*Hours {
	if m.Domain == ActivityUnrestricted {
		return nil
	}
	var all []*Hours
	if m.Organizer != nil && !m.OrganizerOptional && m.Organizer.Hours != nil {
		all = append(all, m.Organizer.Hours)
	}
	for _, p := range m.Attendees {
		if p.bounds() {
			all = append(all, p.Hours)
		}
	}
	return all
}

// workingTime returns the stretches of hours around the starts of a sweep, as
// the activity domain widens them.
func (m *MeetingSearch) workingTime(h *Hours, s *sweep) []span {
	var extra uint8
	if m.Domain == ActivityPersonal {
		extra = weekendBits
	}
	return h.stretches(s.starts[0], s.starts[len(s.starts)-1]+s.length, extra)
}

// sweep adds numbers to ranges of starts: each range costs two additions to a
// row of differences, and one pass over the row makes sums of them.
type sweep struct {
	starts []int64 // sorted
	length int64   // of the meeting, in seconds

	// first[b] is the index of the first start that is not before the bth
	// bucket of 1<<shift seconds. Buckets are so small that hardly one has
	// two starts: finding a start is a look there and a step, or none.
	first []int32
	shift int
}

func newSweep(starts []int64, length int64) *sweep {
	s := &sweep{starts: starts, length: length}
	reach := starts[len(starts)-1] - starts[0]
	gap := reach + 1
	for i, at := range starts[1:] {
		gap = min(gap, at-starts[i])
	}
	gap = max(gap, reach/int64(8*len(starts))) // a bound for the table
	s.shift = bits.Len64(uint64(gap)) - 1
	s.first = make([]int32, reach>>s.shift+1)
	i := 0
	for b := range s.first {
		for starts[i] < starts[0]+int64(b)<<s.shift {
			i++
		}
		s.first[b] = int32(i)
	}
	return s
}

// row returns a row of differences for sums that begin as a number.
func (s *sweep) row(sum int32) []int32 {
	diff := make([]int32, len(s.starts)+1)
	diff[0] = sum
	return diff
}

// sums makes sums of a row of differences, in place.
func sums(diff []int32) []int32 {
	sum := int32(0)
	for i, d := range diff {
		sum += d
		diff[i] = sum
	}
	return diff[:len(diff)-1]
}

// index returns the index of the first start that is not before t.
func (s *sweep) index(t int64) int {
	n := len(s.starts)
	if t <= s.starts[0] {
		return 0
	}
	if t > s.starts[n-1] {
		return n
	}
	i := int(s.first[(t-s.starts[0])>>s.shift])
	i += int(uint64(s.starts[i]-t) >> 63) // one more when starts[i] < t, without a branch to mispredict
	for s.starts[i] < t {
		i++
	}
	return i
}

// mark is a number to be added, to a row of differences, at every start at
// which a meeting would meet something at least as bad as a status.
type mark struct {
	diff  []int32
	least Status
	by    int32
}

// maxMarks is how many marks one reading of a calendar can make.
const maxMarks = 4

// mark adds numbers for one calendar, each once a start however much the
// meeting meets there.
func (s *sweep) mark(a Availability, marks []mark) {
	if !a.readable {
		for _, m := range marks {
			if m.least <= StatusUnknown {
				m.diff[0] += m.by
			}
		}
		return
	}
	var done [maxMarks]int // up to done[k], the starts have got the kth number
	end := s.starts[len(s.starts)-1] + s.length
	for _, r := range a.runs[a.firstAfter(s.starts[0]):] {
		if r.start >= end {
			break
		}
		// A meeting meets the run when it begins before the run ends, and
		// ends after the run begins.
		from, to := s.index(r.start-s.length+1), s.index(r.end)
		for k := range marks {
			m := &marks[k]
			if low := max(done[k], from); r.status >= m.least && low < to {
				m.diff[low] += m.by
				m.diff[to] -= m.by
				done[k] = to
			}
		}
	}
}

// markWithin adds a number to a row of differences at every start at which a
// meeting lies within one of the spans, which must not meet.
func (s *sweep) markWithin(spans []span, diff []int32, by int32) {
	for _, w := range spans {
		low, high := s.index(w.start), s.index(w.end-s.length+1)
		if low < high {
			diff[low] += by
			diff[high] -= by
		}
	}
}

// within reports for each start whether the meeting lies within the spans.
func (s *sweep) within(spans []span) []bool {
	diff := s.row(0)
	s.markWithin(spans, diff, 1)
	inside := make([]bool, len(s.starts))
	for i, n := range sums(diff) {
		inside[i] = n > 0
	}
	return inside
}
