package threads

import (
	"encoding/json"
	"maps"
	"time"

	tea "charm.land/bubbletea/v2"

	"daybook/views"
)

// keptDocument is the name under which views.State has what is kept.
const keptDocument = "threads"

// keeper is what survives a restart: until when each thread was seen, and
// what was typed and not sent, by its target.
type keeper struct {
	Seen   map[string]time.Time `json:"seen"`
	Drafts map[string]draft     `json:"drafts"`

	saving, again bool
	broken        bool // could not be read: it is not written over
}

func (k *keeper) init() {
	if k.Seen == nil {
		k.Seen = map[string]time.Time{}
	}
	if k.Drafts == nil {
		k.Drafts = map[string]draft{}
	}
}

type keptLoaded struct {
	own
	kept keeper
	err  error
}

type keptSaved struct {
	own
	err error
}

func (m *Model) loadKept() tea.Cmd {
	state := m.env.State
	return func() tea.Msg {
		var k keeper
		b, err := state.Load(keptDocument)
		if err == nil && len(b) > 0 {
			err = json.Unmarshal(b, &k)
		}
		return keptLoaded{kept: k, err: err}
	}
}

func (m *Model) tookKept(msg keptLoaded) tea.Cmd {
	m.kept = msg.kept
	m.kept.init()
	m.kept.broken = msg.err != nil
	if msg.err != nil {
		return tea.Batch(m.loadGroups(), say(views.Warning, "What was seen and typed in the groups could not be read: ", msg.err))
	}
	return m.loadGroups()
}

// keep saves, unless a save is under way: then it is repeated when that ends,
// so that the newest state is the one on disk.
func (m *Model) keep() tea.Cmd {
	if m.kept.broken {
		return nil
	}
	if m.kept.saving {
		m.kept.again = true
		return nil
	}
	m.kept.saving, m.kept.again = true, false
	k := keeper{Seen: maps.Clone(m.kept.Seen), Drafts: maps.Clone(m.kept.Drafts)}
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
	m.kept.saving = false
	if msg.err != nil {
		return say(views.Failure, "What is typed could not be kept: ", msg.err)
	}
	if m.kept.again {
		return m.keep()
	}
	return nil
}
