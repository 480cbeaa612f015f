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
		return tea.Batch(m.loadGroups(), say(views.Warning, "What was seen and typed in the groups could not be read: ", err))
	}
	return tea.Batch(m.restore(), m.loadGroups())
}

// keep saves what is to survive a restart.
func (m *Model) keep() tea.Cmd {
	if m.kept.broken {
		return nil
	}
	return m.document.Save(m.env.State, func() keeper {
		return keeper{Seen: maps.Clone(m.kept.Seen), Drafts: maps.Clone(m.kept.Drafts), Outbox: maps.Clone(m.kept.Outbox)}
	}, m.work.Told(m.onSaved))
}

func (m *Model) onSaved(err error) tea.Cmd {
	again, err := m.document.Saved(err, m.keep)
	if err != nil {
		return tea.Batch(again, say(views.Failure, "What is typed could not be kept: ", err))
	}
	return again
}
