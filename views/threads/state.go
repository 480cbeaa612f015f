package threads

import (
	"maps"
	"time"

	tea "charm.land/bubbletea/v2"

	"daybook/views"
)

// stateDocument is the name under which views.State has it.
const stateDocument = "threads"

// state is what survives a restart: until when each thread was seen, and
// what was typed and not sent, by its target, and what waits to go, by its id.
type state struct {
	Seen   map[string]time.Time `json:"seen"`
	Drafts map[string]draft     `json:"drafts"`
	Outbox map[string]draft     `json:"outbox,omitempty"`

	broken bool // could not be read: it is not written over
}

func (st *state) init() {
	if st.Seen == nil {
		st.Seen = map[string]time.Time{}
	}
	if st.Drafts == nil {
		st.Drafts = map[string]draft{}
	}
	if st.Outbox == nil {
		st.Outbox = map[string]draft{}
	}
}

func (m *Model) loadState() tea.Cmd {
	return m.document.Load(m.env.State, state{}, views.Done(&m.work, m.onState))
}

func (m *Model) onState(read state, err error) tea.Cmd {
	m.saved = read
	m.saved.init()
	m.saved.broken = err != nil
	if err != nil {
		return tea.Batch(m.groups.load(), views.Notice(views.Warning, "What was seen and typed in the groups could not be read: ", err))
	}
	return tea.Batch(m.outbox.restore(), m.writer.found(), m.groups.load())
}

// save saves what is to survive a restart.
func (s *shared) save() tea.Cmd {
	if s.saved.broken {
		return nil
	}
	return s.document.Save(s.env.State, func() state {
		return state{Seen: maps.Clone(s.saved.Seen), Drafts: maps.Clone(s.saved.Drafts), Outbox: maps.Clone(s.saved.Outbox)}
	}, s.work.Told(s.onSaved))
}

func (s *shared) onSaved(err error) tea.Cmd {
	again, err := s.document.Saved(err, s.save)
	if err != nil {
		return tea.Batch(again, views.Notice(views.Failure, "What is typed could not be kept: ", err))
	}
	return again
}
