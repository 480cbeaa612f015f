package finder

import (
	"fmt"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views"
	"daybook/widget/text"
)

// allActions are what can be done on this screen.
func (m *Model) allActions() []views.Action {
	actions := []views.Action{
		views.Steps("right", 1, m.moveColumns).Named("Later"),
		views.Steps("left", -1, m.moveColumns).Named("Earlier"),
		{ID: "next-day", Name: "Next day", Group: "Move", Keys: []string{"L", "shift+right"}, Motion: true, Do: func(n int) tea.Cmd { return m.moveDays(max(1, n)) }},
		{ID: "previous-day", Name: "Previous day", Group: "Move", Keys: []string{"H", "shift+left"}, Motion: true, Do: func(n int) tea.Cmd { return m.moveDays(-max(1, n)) }},
		views.Steps("down", 1, m.moveRows).Named("Next person"),
		views.Steps("up", -1, m.moveRows).Named("Previous person"),
		{ID: "next-suggestion", Name: "Next suggestion", Hint: "next best", Group: "Move", Keys: []string{"n", "tab"}, Motion: true, Do: func(n int) tea.Cmd { return m.moveSuggestion(max(1, n)) }},
		{ID: "previous-suggestion", Name: "Previous suggestion", Group: "Move", Keys: []string{"p", "shift+tab"}, Motion: true, Do: func(n int) tea.Cmd { return m.moveSuggestion(-max(1, n)) }},
		{ID: "best-suggestion", Name: "Best suggestion", Group: "Move", Keys: []string{"g g"}, Motion: true, Do: func(int) tea.Cmd { return m.toSuggestion(0) }},
		{ID: "book", Name: "Book this time", Hint: "book", Group: "Meeting", Keys: []string{"enter"}, Do: m.openBooking},
		{ID: "add-people", Name: "Add people and rooms", Hint: "add", Group: "Meeting", Keys: []string{"+", "a"}, Do: m.openAdd},
		{ID: "remove", Name: "Drop this person", Hint: "drop", Group: "Meeting", Keys: []string{"x", "-"}, Enabled: m.onAttendee, Do: m.drop},
		{ID: "optional", Name: "Required or optional", Hint: "optional", Group: "Meeting", Keys: []string{"o"}, Enabled: m.onAttendee, Do: m.toggleOptional},
		{ID: "longer", Name: "Longer", Hint: "longer", Group: "Meeting", Keys: []string{"]"}, Do: func(int) tea.Cmd { return m.lengthen(1) }},
		{ID: "shorter", Name: "Shorter", Group: "Meeting", Keys: []string{"["}, Do: func(int) tea.Cmd { return m.lengthen(-1) }},
		{ID: "minimum", Name: "Change the least chance", Hint: "minimum", Group: "Meeting", Keys: []string{"m"}, Do: m.changeMinimum},
		{ID: "hours", Name: "Working hours or any hour", Hint: "hours", Group: "Show", Keys: []string{"w"}, Do: m.toggleHours},
		{ID: "zoom", Name: "Zoom: 15 minutes, 30, an hour, a day", Hint: "zoom", Group: "Show", Keys: []string{"z"}, Do: m.changeZoom},
		views.AskRights(m.env, func() error { return m.peopleErr }),
	}
	return actions
}

func (m *Model) onAttendee() bool { return m.row > 0 && m.row < len(m.meeting.people) }

// moveColumns moves the cursor over the days that are shown, the first start
// that is still to come at the earliest.
func (m *Model) moveColumns(by int) tea.Cmd {
	var all []time.Time
	from, _ := m.window()
	for _, d := range m.days() {
		for _, c := range d.columns {
			if c.to.After(from) {
				all = append(all, c.from)
			}
		}
	}
	if len(all) == 0 {
		return nil
	}
	at, exact := slices.BinarySearchFunc(all, m.at, time.Time.Compare)
	if !exact && by > 0 {
		by-- // between two columns the next one is a step already
	}
	m.at = all[max(0, min(at+by, len(all)-1))]
	m.settle()
	return nil
}

// moveDays keeps the clock and changes the day.
func (m *Model) moveDays(by int) tea.Cmd {
	days := m.days()
	today := model.DateIn(m.at.In(m.zone()))
	i, _ := slices.BinarySearchFunc(days, today, func(d day, t model.Date) int { return int(d.date - t) })
	i = max(0, min(i+by, len(days)-1))
	if len(days) == 0 {
		return nil
	}
	clock := m.at.Sub(today.At(0, m.zone()))
	m.at = days[i].date.At(clock, m.zone())
	if first := m.firstStart(); m.at.Before(first) {
		m.at = first
	}
	m.settle()
	return nil
}

func (m *Model) moveRows(by int) tea.Cmd {
	m.row = max(0, min(m.row+by, len(m.meeting.people)-1))
	return nil
}

// moveSuggestion goes through the list; from elsewhere to its beginning.
func (m *Model) moveSuggestion(by int) tea.Cmd {
	if m.found.chosen < 0 {
		return m.toSuggestion(0)
	}
	return m.toSuggestion(m.found.chosen + by)
}

func (m *Model) toSuggestion(i int) tea.Cmd {
	if len(m.found.list) == 0 {
		return say("There is no suggestion: "+m.reason(), views.Warning)
	}
	m.found.chosen = max(0, min(i, len(m.found.list)-1))
	m.at = m.found.list[m.found.chosen].Start
	return nil
}

func (m *Model) drop(int) tea.Cmd {
	m.meeting.people = slices.Delete(m.meeting.people, m.row, m.row+1)
	m.row = min(m.row, len(m.meeting.people)-1)
	return m.changed()
}

// toggleOptional makes somebody optional or required, a room wanted or needed.
func (m *Model) toggleOptional(int) tea.Cmd {
	p := &m.meeting.people[m.row]
	switch p.kind {
	case required:
		p.kind = optional
	case optional:
		p.kind = required
	case room:
		p.needed = !p.needed
	}
	return m.changed()
}

// Lengths change by a quarter of an hour within a working day.
const (
	lengthStep  = 15 * time.Minute
	longestTime = 8 * time.Hour
)

func (m *Model) lengthen(by int) tea.Cmd {
	m.meeting.length = max(lengthStep, min(m.meeting.length+time.Duration(by)*lengthStep, longestTime))
	return m.changed()
}

// changeMinimum goes down to what can be had when nothing fits, else through
// the usual values.
func (m *Model) changeMinimum(int) tea.Cmd {
	if len(m.found.list) == 0 && m.found.ways.BestStart >= 0 && m.found.ways.Best < m.meeting.minimum {
		m.meeting.minimum = float64(int(m.found.ways.Best)) // rounded down, so that it is reached
		m.at = m.found.grid.Start(m.found.ways.BestStart, m.zone())
	} else {
		usual := []float64{100, 75, 50, 25, 0}
		next := slices.IndexFunc(usual, func(v float64) bool { return v < m.meeting.minimum })
		m.meeting.minimum = usual[max(0, next)]
	}
	return m.changed()
}

func (m *Model) toggleHours(int) tea.Cmd {
	m.look.off = !m.look.off
	return m.changed()
}

func (m *Model) changeZoom(int) tea.Cmd {
	m.look.zoom = zooms[(slices.Index(zooms, m.look.zoom)+1)%len(zooms)]
	m.layColumns()
	return nil
}

// onSchedules puts what came back into the rows.
func (m *Model) onSchedules(schedules []model.ScheduleInformation, err error) tea.Cmd {
	m.errorText = err
	if _, missing := views.Missing(m.env, err); missing {
		return nil // the list says so
	}
	if err != nil {
		return say("The calendars could not be read: "+err.Error(), views.Failure)
	}
	fresh := m.found.grid == nil
	for _, s := range schedules {
		m.meeting.take(s)
	}
	cmd := m.changed()
	if fresh || m.at.Before(m.firstStart()) {
		m.at = m.firstStart()
	}
	if fresh && m.meeting.attendees() > 0 && len(m.found.list) > 0 {
		m.toSuggestion(0)
	}
	m.settle()
	return cmd
}

func (m *Model) onPeople(people []Candidate, err error) tea.Cmd {
	m.peopleErr = err
	if _, missing := views.Missing(m.env, err); err != nil && !missing {
		return say("The directory could not be read: "+err.Error(), views.Failure)
	}
	m.known = people
	for i, p := range m.meeting.people {
		if p.address.Name == "" {
			m.meeting.people[i].address = m.candidate(p.address.Address).Address
		}
	}
	return nil
}

// candidate is somebody by address, with what the directory knows.
func (m *Model) candidate(address string) Candidate {
	i := slices.IndexFunc(m.known, func(c Candidate) bool { return strings.EqualFold(c.Address.Address, address) })
	if i < 0 {
		return Candidate{Address: model.EmailAddress{Address: address}}
	}
	return m.known[i]
}

func say(words string, level views.Level) tea.Cmd {
	return views.Send(views.Notify{Text: text.Clean(words), Level: level})
}

// reason says in words why there is no suggestion.
func (m *Model) reason() string {
	if m.found.err != nil {
		return m.found.err.Error()
	}
	switch m.found.reason {
	case model.ReasonAttendeesUnavailable:
		return "the people asked are not available together"
	case model.ReasonAttendeesUnavailableOrUnknown:
		return "the people asked are not available together, and some calendars cannot be read"
	case model.ReasonOrganizerUnavailable:
		return "you are not available"
	case model.ReasonLocationsUnavailable:
		return "no room is free when the people are"
	}
	return fmt.Sprintf("nothing of %s fits into the time that is searched", lengthInWords(m.meeting.length))
}
