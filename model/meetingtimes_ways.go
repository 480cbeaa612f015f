package model

// WaysOut are the changes to a search that would bring suggestions, for a
// person who got none, or wants more.
type WaysOut struct {
	// Best is the highest confidence in percent that a start reaches which
	// fails by the minimum alone or passes, and BestStart its index; the
	// index is -1 when there is none.
	Best      float64
	BestStart int

	// Optional are the attendees who, made optional, add suggestions, by
	// their index; the most first. OptionalOrganizer is the same of the
	// organizer: how many more there would be.
	Optional          []OptionalGain
	OptionalOrganizer int

	// OffHours is how many more suggestions there would be outside the
	// working hours.
	OffHours int
}

// OptionalGain is how many more suggestions an optional attendee would allow.
type OptionalGain struct{ Attendee, More int }

// WaysOut computes what would help.
func (g *MeetingGrid) WaysOut() WaysOut {
	w := WaysOut{BestStart: -1}
	for i := range g.starts {
		if g.Blocked[i] || !g.hasPlace(i) {
			continue
		}
		switch {
		case g.OffHours[i] > 0 && g.Reaches(i):
			w.OffHours++
		case g.OffHours[i] == 0 && (w.BestStart < 0 || g.Chance[i] > g.Chance[w.BestStart]):
			w.BestStart, w.Best = i, g.Confidence(i)
		}
	}
	w.Optional = g.optionalGains()
	if o := g.search.Organizer; o != nil && !g.search.OrganizerOptional {
		w.OptionalOrganizer = g.gain(o.Hours, true)
	}
	return w
}

func (g *MeetingGrid) optionalGains() []OptionalGain {
	var gains []OptionalGain
	for j, p := range g.search.Attendees {
		if !p.bounds() {
			continue
		}
		more := g.gain(p.Hours, false)
		if more == 0 {
			continue
		}
		at := len(gains)
		for at > 0 && gains[at-1].More < more {
			at--
		}
		gains = append(gains, OptionalGain{})
		copy(gains[at+1:], gains[at:])
		gains[at] = OptionalGain{j, more}
	}
	return gains
}

// gain counts the starts that fail by somebody's hours alone, or, when they
// are the organizer's, by those and by the organizer's calendar.
func (g *MeetingGrid) gain(hours *Hours, organizer bool) int {
	if len(g.starts) == 0 {
		return 0
	}
	bound := hours != nil && g.search.Domain != ActivityUnrestricted
	var within []bool
	if bound {
		s := newSweep(g.starts, g.search.seconds())
		within = s.within(g.search.workingTime(hours, s))
	}
	more := 0
	for i := range g.starts {
		others := g.OffHours[i]
		if bound && !within[i] {
			others--
		}
		if others > 0 || g.Blocked[i] && !organizer || g.OffHours[i] == 0 && !g.Blocked[i] {
			continue
		}
		if g.Reaches(i) && g.hasPlace(i) {
			more++
		}
	}
	return more
}
