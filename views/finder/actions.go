package finder

import (
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"daybook/views"
)

func (m *Model) byRows(by int) tea.Cmd {
	m.row = max(0, min(m.row+by, len(m.meeting.people)-1))
	return nil
}

func (m *Model) drop() tea.Cmd {
	m.meeting.people = slices.Delete(m.meeting.people, m.row, m.row+1)
	m.row = min(m.row, len(m.meeting.people)-1)
	return m.search.changed()
}

// toggleOptional makes somebody optional or required, a room wanted or needed.
func (m *Model) toggleOptional() tea.Cmd {
	p := &m.meeting.people[m.row]
	switch p.kind {
	case required:
		p.kind = optional
	case optional:
		p.kind = required
	case room:
		p.needed = !p.needed
	}
	return m.search.changed()
}

// Lengths change by a quarter of an hour within a working day.
const (
	lengthStep  = 15 * time.Minute
	longestTime = 8 * time.Hour
)

func (m *Model) lengthen(by int) tea.Cmd {
	length := max(lengthStep, min(m.meeting.length+time.Duration(by)*lengthStep, longestTime))
	if length == m.meeting.length {
		return views.Notice(views.Info, "A meeting lasts from ", lengthInWords(lengthStep), " to ", lengthInWords(longestTime))
	}
	m.meeting.length = length
	return m.search.changed()
}

func (m *Model) toggleHours() tea.Cmd {
	m.meeting.off = !m.meeting.off
	return m.search.changed()
}

func (m *Model) changeZoom() tea.Cmd {
	m.line.zoom = zooms[(slices.Index(zooms, m.line.zoom)+1)%len(zooms)]
	m.search.layColumns()
	return nil
}
