package finder

import (
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
)

// found is what the rules say of the meeting, with the schedules known now.
type found struct {
	grid   *model.MeetingGrid
	fine   *model.MeetingGrid // what the columns show: a start in each where they are finer
	list   []model.Suggestion
	total  int
	reason string // why the list is empty
	ways   model.WaysOut
	chosen int // in the list; -1 when the cursor is at none of them
	err    error
}

// changed computes anew, and has the service asked when the hands rest.
func (m *Model) changed(more ...tea.Cmd) tea.Cmd {
	m.compute()
	return tea.Batch(append(more, m.askLater())...)
}

func (m *Model) compute() {
	m.calendar = nil
	grid, err := m.gridOf(0)
	if err != nil {
		m.found = found{err: err, chosen: -1}
		return
	}
	result := grid.Suggest()
	m.found = found{grid: grid, list: result.Suggestions, total: result.Total, reason: result.EmptyReason}
	if len(m.found.list) == 0 {
		m.found.ways = grid.WaysOut()
	}
	m.layColumns()
	m.settle()
}

// gridOf is what the rules say of starts that are a step apart.
func (m *Model) gridOf(step time.Duration) (*model.MeetingGrid, error) {
	from, to := m.window()
	search, err := m.meeting.search(from, to, step, m.look.off)
	if err != nil {
		return nil, err
	}
	return search.Grid()
}

// layColumns has the columns follow the zoom. Which times are found does not:
// the search is the interface's, whatever is looked at.
func (m *Model) layColumns() {
	m.calendar = nil
	if m.found.fine = m.found.grid; m.look.zoom != quarters || m.found.grid == nil {
		return
	}
	if fine, err := m.gridOf(time.Duration(m.look.zoom)); err == nil {
		m.found.fine = fine
	}
}

// settle finds the suggestion under the cursor.
func (m *Model) settle() {
	m.found.chosen = slices.IndexFunc(m.found.list, func(s model.Suggestion) bool { return s.Start.Equal(m.at) })
}

// onSuggestions takes over the service's list where it differs from ours,
// as when it knows of something since the schedules were read.
func (m *Model) onSuggestions(result model.MeetingTimeSuggestionsResult, err error) tea.Cmd {
	if err != nil || m.found.grid == nil {
		return nil
	}
	list := make([]model.Suggestion, 0, len(result.MeetingTimeSuggestions))
	for _, s := range result.MeetingTimeSuggestions {
		start, err1 := s.MeetingTimeSlot.Start.Time()
		end, err2 := s.MeetingTimeSlot.End.Time()
		if err1 != nil || err2 != nil {
			return nil
		}
		out := model.Suggestion{Start: start.In(m.zone()), End: end.In(m.zone()), Confidence: s.Confidence}
		for _, a := range s.AttendeeAvailability {
			out.Attendees = append(out.Attendees, model.ParseStatus(a.Availability))
		}
		list = append(list, out)
	}
	if !sameStarts(list, m.found.list) {
		m.found.list, m.found.reason = list, result.EmptySuggestionsReason
		m.settle()
	}
	return nil
}

func sameStarts(a, b []model.Suggestion) bool {
	return slices.EqualFunc(a, b, func(x, y model.Suggestion) bool { return x.Start.Equal(y.Start) })
}

// chance is the confidence of a meeting that starts in a column: at its start,
// or the best of a whole day's. ok is false where no meeting can start.
func (m *Model) chance(c column) (percent float64, free, ok bool) {
	g := m.found.fine
	if g == nil || g.Len() == 0 {
		return 0, false, false
	}
	i, _ := g.Find(c.from)
	for ; i < g.Len() && g.Start(i, time.UTC).Before(c.to); i++ {
		if m.look.zoom != wholeDays && !g.Start(i, time.UTC).Equal(c.from) {
			break
		}
		if g.Blocked[i] || g.OffHours[i] > 0 {
			continue
		}
		percent, free, ok = max(percent, g.Confidence(i)), free || g.RequiredFree[i], true
	}
	return percent, free, ok
}
