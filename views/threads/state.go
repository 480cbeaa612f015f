package threads

import (
	"maps"
	"time"

	tea "charm.land/bubbletea/v2"

	"daybook/views"
)

// keptDocument is the name under which views.State has what is kept.
const keptDocument = "threads"

// keeper is what survives a restart: until when each thread was seen, and
// what was typed and not sent, by its target, and what waits to go, by its id.
type keeper struct {
	Seen   map[string]time.Time `json:"seen"`
	Drafts map[string]draft     `json:"drafts"`
	Outbox map[string]draft     `json:"outbox,omitempty"`

	broken bool // could not be read: it is not written over
}

func (k *keeper) init() {
	if k.Seen == nil {
		k.Seen = map[string]time.Time{}
	}
	if k.Drafts == nil {
		k.Drafts = map[string]draft{}
	}
	if k.Outbox == nil {
		k.Outbox = map[string]draft{}
	}
}

func (m *Model) loadKept() tea.Cmd {
	return m.document.Load(m.env.State, keeper{}, views.Done(&m.work, m.onKept))
}

func (m *Model) onKept(k keeper, err error) tea.Cmd {
	m.kept = k
	m.kept.init()
	m.kept.broken = err != nil
	if err != nil {
		return tea.Batch(m.groups.load(), say(views.Warning, "What was seen and typed in the groups could not be read: ", err))
	}
	return tea.Batch(m.restore(), m.groups.load())
}

// keep saves what is to survive a restart.
func (s *shared) keep() tea.Cmd {
	if s.kept.broken {
		return nil
	}
	return s.document.Save(s.env.State, func() keeper {
		return keeper{Seen: maps.Clone(s.kept.Seen), Drafts: maps.Clone(s.kept.Drafts), Outbox: maps.Clone(s.kept.Outbox)}
	}, s.work.Told(s.onSaved))
}

func (s *shared) onSaved(err error) tea.Cmd {
	again, err := s.document.Saved(err, s.keep)
	if err != nil {
		return tea.Batch(again, say(views.Failure, "What is typed could not be kept: ", err))
	}
	return again
}
