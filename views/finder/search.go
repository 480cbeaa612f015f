package finder

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views"
	"daybook/widget/dialog"
	"daybook/widget/text"
)

// search is when the meeting can be: what the rules say with the schedules
// known now, and what the service says of it a moment later.
type search struct {
	*shared
	line *timeline
	found

	schedules, suggestions views.Request
	failed                 error // why the schedules could not be read
}

// found is what the rules say.
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
func (s *search) changed() tea.Cmd {
	s.compute()
	return s.askLater()
}

// afresh computes without the new schedules, so that the rows are there at
// once, and reads those; the best of the new people is gone to then.
func (s *search) afresh() tea.Cmd {
	load := s.load()
	asked := s.changed()
	s.grid, s.fine = nil, nil
	return tea.Batch(load, asked)
}

func (s *search) compute() {
	s.line.laid = nil
	grid, err := s.gridOf(0)
	if err != nil {
		s.found = found{err: err, chosen: -1}
		return
	}
	result := grid.Suggest()
	s.found = found{grid: grid, list: result.Suggestions, total: result.Total, reason: result.EmptyReason}
	if len(s.list) == 0 {
		s.ways = grid.WaysOut()
	}
	s.layColumns()
	s.settle()
}

// gridOf is what the rules say of starts that are a step apart.
func (s *search) gridOf(step time.Duration) (*model.MeetingGrid, error) {
	from, to := s.line.window()
	search, err := s.meeting.search(from, to, step)
	if err != nil {
		return nil, err
	}
	return search.Grid()
}

// layColumns has the columns follow the zoom. Which times are found does not:
// the search is the interface's, whatever is looked at.
func (s *search) layColumns() {
	s.line.laid = nil
	if s.fine = s.grid; s.line.zoom != quarters || s.grid == nil {
		return
	}
	if fine, err := s.gridOf(time.Duration(s.line.zoom)); err == nil {
		s.fine = fine
	}
}

// settle finds the suggestion under the cursor.
func (s *search) settle() {
	s.chosen = slices.IndexFunc(s.list, func(one model.Suggestion) bool { return one.Start.Equal(s.line.at) })
}

// move goes through the list; from elsewhere to its beginning.
func (s *search) move(by int) tea.Cmd {
	if s.chosen < 0 {
		return s.choose(0)
	}
	return s.choose(s.chosen + by)
}

// choose puts the cursor on a suggestion.
func (s *search) choose(i int) tea.Cmd {
	if len(s.list) == 0 {
		return views.Notice(views.Warning, "There is no suggestion: "+s.why())
	}
	s.chosen = max(0, min(i, len(s.list)-1))
	s.line.at = s.list[s.chosen].Start
	return nil
}

// load reads the schedules.
func (s *search) load() tea.Cmd {
	service, addresses := s.service, s.meeting.addresses()
	from, to := s.line.window()
	return views.Load(&s.work, &s.schedules, func(ctx context.Context) ([]model.ScheduleInformation, error) {
		return service.Schedules(ctx, addresses, from.Add(-24*time.Hour), to)
	}, s.onSchedules)
}

// onSchedules puts what came back into the rows.
func (s *search) onSchedules(schedules []model.ScheduleInformation, err error) tea.Cmd {
	s.failed = err
	if _, missing := views.Missing(s.env, err); missing {
		return nil // the list says so
	}
	if err != nil {
		return views.Notice(views.Failure, "The calendars could not be read: "+err.Error())
	}
	fresh := s.grid == nil
	for _, one := range schedules {
		s.meeting.take(one)
	}
	cmd := s.changed()
	if fresh || s.line.at.Before(s.line.firstStart()) {
		s.line.at = s.line.firstStart()
	}
	if fresh && s.meeting.attendees() > 0 && len(s.list) > 0 {
		s.choose(0)
	}
	s.settle()
	return cmd
}

// rest is how long the hands are still before the service is asked.
const rest = 300 * time.Millisecond

// askLater has the service asked when the hands rest, unless something has
// changed until then.
func (s *search) askLater() tea.Cmd {
	service, r := s.service, s.meeting.request(s.line.window())
	return s.work.Wait(&s.suggestions, rest, func() tea.Cmd {
		return views.Load(&s.work, &s.suggestions, func(ctx context.Context) (model.MeetingTimeSuggestionsResult, error) {
			return service.Suggest(ctx, r)
		}, s.onSuggestions)
	})
}

// onSuggestions takes over the service's list where it differs from ours,
// as when it knows of something since the schedules were read.
func (s *search) onSuggestions(result model.MeetingTimeSuggestionsResult, err error) tea.Cmd {
	if err != nil || s.grid == nil {
		return nil
	}
	zone := s.line.zone()
	list := make([]model.Suggestion, 0, len(result.MeetingTimeSuggestions))
	for _, one := range result.MeetingTimeSuggestions {
		start, err1 := one.MeetingTimeSlot.Start.Time()
		end, err2 := one.MeetingTimeSlot.End.Time()
		if err1 != nil || err2 != nil {
			return nil
		}
		out := model.Suggestion{Start: start.In(zone), End: end.In(zone), Confidence: one.Confidence}
		for _, a := range one.AttendeeAvailability {
			out.Attendees = append(out.Attendees, model.ParseStatus(a.Availability))
		}
		list = append(list, out)
	}
	same := func(x, y model.Suggestion) bool { return x.Start.Equal(y.Start) }
	if !slices.EqualFunc(list, s.list, same) {
		s.list, s.reason = list, result.EmptySuggestionsReason
		s.settle()
	}
	return nil
}

// start is what the rules say of a meeting that starts at a moment.
type start int

const (
	notSearched start = iota // it is past, or outside of what is searched
	offHours                 // it is outside somebody's working hours, which bind
	organizerAway
	possible // with a chance, which may be less than the least
)

// startOf is what the rules say of a start of the grid.
func startOf(g *model.MeetingGrid, i int) start {
	switch {
	case g.OffHours[i] > 0:
		return offHours
	case g.Blocked[i]:
		return organizerAway
	}
	return possible
}

// chance is the confidence of a meeting that starts in a column: at its start,
// or the best of a whole day's. It is said where a meeting is possible alone.
func (s *search) chance(c column) (percent float64, free bool, says start) {
	g := s.fine
	if g == nil || g.Len() == 0 {
		return 0, false, notSearched
	}
	i, _ := g.Find(c.from)
	for ; i < g.Len() && g.Start(i, time.UTC).Before(c.to); i++ {
		if s.line.zoom != wholeDays && !g.Start(i, time.UTC).Equal(c.from) {
			break
		}
		one := startOf(g, i)
		if says = max(says, one); one == possible {
			percent, free = max(percent, g.Confidence(i)), free || g.RequiredFree[i]
		}
	}
	return percent, free, says
}

// at is what the rules say of the cursor's start. Between the starts of the
// search the columns' finer ones are asked.
func (s *search) at(when time.Time) start {
	for _, g := range []*model.MeetingGrid{s.grid, s.fine} {
		if g == nil {
			continue
		}
		if i, ok := g.Find(when); ok {
			return startOf(g, i)
		}
	}
	return notSearched
}

// setMinimum goes down to what can be had when nothing fits, else asks which
// chance a time has to have at least.
func (s *search) setMinimum() tea.Cmd {
	if len(s.list) == 0 && s.ways.BestStart >= 0 && s.ways.Best < s.meeting.minimum {
		s.meeting.minimum = float64(int(s.ways.Best)) // rounded down, so that it is reached
		s.line.at = s.grid.Start(s.ways.BestStart, s.line.zone())
		return s.changed()
	}
	return s.dialog.Ask(s.env.Theme, dialog.Question{
		Title:       text.Clean("Least chance, now " + percentText(s.meeting.minimum)),
		Placeholder: text.Literal("70 %, or 100 for times at which all are free"),
		Hint:        s.wouldFind,
		Answer: dialog.Given(func(typed string) (tea.Cmd, error) {
			minimum, err := parsePercent(typed)
			if err != nil {
				return nil, err
			}
			s.meeting.minimum = minimum
			return s.changed(), nil
		}),
	})
}

// wouldFind says how many times reach a chance that is being typed.
func (s *search) wouldFind(typed string) text.Text {
	minimum, err := parsePercent(typed)
	if err != nil || s.grid == nil {
		return text.Text{}
	}
	other := s.meeting
	other.minimum = minimum
	from, to := s.line.window()
	found, err := other.search(from, to, 0)
	if err != nil {
		return text.Text{}
	}
	grid, err := found.Grid()
	if err != nil {
		return text.Text{}
	}
	return text.Clean(fmt.Sprintf("finds %s", views.Count(grid.Suggest().Total, "time", "times")))
}

// parsePercent reads a part of a hundred: "70", "70 %", "74,5%".
func parsePercent(typed string) (float64, error) {
	number := strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(typed), "%"))
	percent, err := strconv.ParseFloat(strings.Replace(number, ",", ".", 1), 64)
	if err != nil || !(percent >= 0 && percent <= 100) { // also not a number
		return 0, fmt.Errorf("%q is no chance: type a number from 0 to 100, such as 70 %%", typed)
	}
	return percent, nil
}

// percentText writes a chance with at most one decimal, and never as more than
// it is: what shows as the least chance reaches it.
func percentText(percent float64) string {
	return strconv.FormatFloat(math.Floor(percent*10+1e-9)/10, 'f', -1, 64) + "%"
}

// setWindow asks which days, or which time, is searched.
func (s *search) setWindow() tea.Cmd {
	return s.dialog.Ask(s.env.Theme, dialog.Question{
		Title:       text.Literal("When? Nothing is the weeks to come"),
		Placeholder: text.Literal("mon..fri 17:00, next week, 14 dec..18 dec"),
		Value:       s.line.asked.words,
		Answer: func(typed string) (tea.Cmd, error) {
			if err := s.line.ask(typed); err != nil {
				return nil, err
			}
			load := s.load() // it may lie beyond what was read
			s.line.laid = nil
			s.line.at = s.line.firstStart()
			return tea.Batch(load, s.changed()), nil
		},
	})
}

// why says in words that there is no suggestion.
func (s *search) why() string {
	if s.err != nil {
		return s.err.Error()
	}
	switch s.reason {
	case model.ReasonAttendeesUnavailable:
		return "the people asked are not available together"
	case model.ReasonAttendeesUnavailableOrUnknown:
		return "the people asked are not available together, and some calendars cannot be read"
	case model.ReasonOrganizerUnavailable:
		return "you are not available"
	case model.ReasonLocationsUnavailable:
		return "no room is free when the people are"
	}
	return fmt.Sprintf("nothing of %s fits into the time that is searched", lengthInWords(s.meeting.length))
}
