package week

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views"
)

// savedDocument is the name in views.State of what the week saves.
const savedDocument = "week"

// state is what survives a restart, beside the calendars and the undo log.
type state struct {
	Days   int      `json:"days,omitempty"`
	Agenda bool     `json:"agenda,omitempty"`
	Month  bool     `json:"month,omitempty"`
	Mini   *bool    `json:"miniMonth,omitempty"`
	Second string   `json:"secondZone,omitempty"`
	Hidden []string `json:"hidden,omitempty"` // calendars, by key

	Colleagues []model.EmailAddress `json:"colleagues,omitempty"` // whose calendars are shown too
}

func (m *Model) loadState() tea.Cmd {
	return m.saved.Load(m.env.State, state{}, views.Done(&m.work, m.onState))
}

func (m *Model) onState(s state, err error) tea.Cmd {
	if err != nil {
		return views.Notice(views.Warning, "Could not read what the week kept: ", err, ". It starts afresh.")
	}
	if s.Days == 1 || s.Days == 3 || s.Days == workWeek {
		m.days.layout.days = s.Days
	}
	m.days.layout.agenda, m.days.layout.month = s.Agenda, s.Month
	m.mini.wanted = s.Mini
	m.arrange()
	if d := m.days; d.ahead != 0 && d.cursor.date == d.ahead {
		d.begin() // today is in sight in what is shown
	}
	if zone, err := model.LoadZone(s.Second); err == nil && s.Second != "" && m.options.Second == nil {
		m.days.second = zone
	}
	m.reading.hiddenAtFirst = s.Hidden
	for _, c := range m.events.calendars {
		c.hidden = c.hidden || slices.Contains(s.Hidden, c.Key())
	}
	m.events.version++
	if len(s.Colleagues) > 0 {
		return tea.Batch(m.touch(), m.reading.setColleagues(s.Colleagues))
	}
	return m.touch()
}

// saveState saves what is to survive a restart.
func (m *Model) saveState() tea.Cmd {
	return m.saved.Save(m.env.State, func() state {
		l := m.days.layout
		s := state{Days: l.days, Agenda: l.agenda, Month: l.month}
		if l.opened { // a day of the month is no layout to begin with
			s.Days, s.Month = l.before, true
		}
		s.Mini = m.mini.wanted
		s.Colleagues = m.reading.colleagues
		if m.days.second != nil {
			s.Second = m.days.second.String()
		}
		for _, c := range m.events.calendars {
			if c.hidden {
				s.Hidden = append(s.Hidden, c.Key())
			}
		}
		return s
	}, m.work.Told(m.onStateSaved))
}

func (m *Model) onStateSaved(err error) tea.Cmd {
	again, err := m.saved.Saved(err, m.saveState)
	if err != nil {
		return tea.Batch(again, views.Notice(views.Failure, "Could not save what the week keeps: ", err))
	}
	return again
}
