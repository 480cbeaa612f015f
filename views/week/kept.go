package week

import (
	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views"
)

// keptDocument is the name in views.State of what the week keeps.
const keptDocument = "week"

// kept is what survives a restart, beside the calendars and the undo log.
type kept struct {
	Days   int      `json:"days,omitempty"`
	Agenda bool     `json:"agenda,omitempty"`
	Second string   `json:"secondZone,omitempty"`
	Hidden []string `json:"hidden,omitempty"` // calendars, by key
}

func (m *Model) loadKept() tea.Cmd {
	return m.kept.Load(m.env.State, kept{}, views.Done(&m.work, m.onKept))
}

func (m *Model) onKept(k kept, err error) tea.Cmd {
	if err != nil {
		return notify(views.Warning, "Could not read what the week kept: ", err, ". It starts afresh.")
	}
	if k.Days == 1 || k.Days == 3 || k.Days == 5 {
		m.layout.days = k.Days
	}
	m.layout.agenda = k.Agenda
	if zone, err := model.LoadZone(k.Second); err == nil && k.Second != "" && m.options.Second == nil {
		m.second = zone
	}
	m.hiddenAtFirst = k.Hidden
	for _, key := range k.Hidden {
		for _, c := range m.book.calendars {
			c.hidden = c.hidden || c.Key() == key
		}
	}
	m.book.version++
	return m.touch()
}

// keep saves what is to survive a restart.
func (m *Model) keep() tea.Cmd {
	return m.kept.Save(m.env.State, m.keptNow, m.work.Told(m.onSaved))
}

func (m *Model) keptNow() kept {
	k := kept{Days: m.layout.days, Agenda: m.layout.agenda}
	if m.second != nil {
		k.Second = m.second.String()
	}
	for _, c := range m.book.calendars {
		if c.hidden {
			k.Hidden = append(k.Hidden, c.Key())
		}
	}
	return k
}

func (m *Model) onSaved(err error) tea.Cmd {
	again, err := m.kept.Saved(err, m.keep)
	if err != nil {
		return tea.Batch(again, notify(views.Failure, "Could not save what the week keeps: ", err))
	}
	return again
}
