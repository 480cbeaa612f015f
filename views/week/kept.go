package week

import (
	"encoding/json"

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
	Names  []named  `json:"names,omitempty"`  // of events, for the undo log
}

type keptLoaded struct {
	own
	kept kept
	err  error
}

type keptSaved struct {
	own
	err error
}

func (m *Model) loadKept() tea.Cmd {
	state := m.env.State
	return func() tea.Msg {
		var k kept
		b, err := state.Load(keptDocument)
		if err == nil && b != nil {
			err = json.Unmarshal(b, &k)
		}
		return keptLoaded{kept: k, err: err}
	}
}

func (m *Model) tookKept(msg keptLoaded) tea.Cmd {
	if msg.err != nil {
		return notify(views.Warning, "Could not read what the week kept: ", msg.err, ". It starts afresh.")
	}
	k := msg.kept
	if k.Days == 1 || k.Days == 3 || k.Days == 5 {
		m.layout.days = k.Days
	}
	m.layout.agenda = k.Agenda
	if zone, err := model.LoadZone(k.Second); err == nil && k.Second != "" && m.options.Second == nil {
		m.second = zone
	}
	m.writes.names = append(k.Names, m.writes.names...)
	m.hiddenAtFirst = k.Hidden
	for _, key := range k.Hidden {
		for _, c := range m.book.calendars {
			c.hidden = c.hidden || c.Key() == key
		}
	}
	m.book.version++
	return m.touch()
}

// keep saves, unless a save is under way: then it is repeated when that ends,
// so that the newest state is the one on disk.
func (m *Model) keep() tea.Cmd {
	if m.keeping {
		m.keepAgain = true
		return nil
	}
	m.keeping, m.keepAgain = true, false
	k := kept{Days: m.layout.days, Agenda: m.layout.agenda, Names: m.writes.names[max(len(m.writes.names)-keptNames, 0):]}
	if m.second != nil {
		k.Second = m.second.String()
	}
	for _, c := range m.book.calendars {
		if c.hidden {
			k.Hidden = append(k.Hidden, c.Key())
		}
	}
	state := m.env.State
	return func() tea.Msg {
		b, err := json.Marshal(k)
		if err == nil {
			err = state.Save(keptDocument, b)
		}
		return keptSaved{err: err}
	}
}

func (m *Model) savedKept(msg keptSaved) tea.Cmd {
	m.keeping = false
	if msg.err != nil {
		return notify(views.Failure, "Could not save what the week keeps: ", msg.err)
	}
	if m.keepAgain {
		return m.keep()
	}
	return nil
}
