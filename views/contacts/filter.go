package contacts

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"daybook/widget/text"
)

// query is what is looked for.
func (m *Model) query() text.Query {
	return text.NewQuery(strings.TrimSpace(m.filter.Value()))
}

// startFiltering opens the line to type into. All contacts are read, so that
// the folders not opened yet are looked through too.
func (m *Model) startFiltering(int) tea.Cmd {
	m.filtering, m.onCard = true, false
	m.filter.Focus()
	if m.book.complete() && len(m.stale) == 0 {
		return nil
	}
	return m.loadEverybody()
}

// typeIntoFilter narrows the tree with every key; enter keeps it so, esc
// shows everybody again.
func (m *Model) typeIntoFilter(msg tea.Msg) tea.Cmd {
	if press, ok := msg.(tea.KeyPressMsg); ok {
		switch press.String() {
		case "esc", "ctrl+c":
			m.stopFiltering()
			return m.settled()
		case "enter":
			m.filtering = false
			m.filter.Blur()
			if m.filter.Value() == "" {
				m.stopFiltering()
			}
			return m.settled()
		case "down", "ctrl+n":
			m.tree.Move(1)
			return m.settled()
		case "up", "ctrl+p":
			m.tree.Move(-1)
			return m.settled()
		}
	}
	before := m.filter.Value()
	cmd := m.filter.Update(msg)
	if m.filter.Value() == before {
		return cmd
	}
	m.refilter()
	m.toBest()
	return tea.Batch(cmd, m.settled())
}

// toBest goes to somebody with a name of which a word begins as was typed:
// that is whom most people mean.
func (m *Model) toBest() {
	typed := strings.ToLower(strings.TrimSpace(m.filter.Value()))
	if typed == "" || beginsSo(m.current(), typed) {
		return
	}
	for _, list := range [][]string{marked(contactMark, m.book.everyContact()), marked(userMark, m.book.people)} {
		for _, id := range list {
			if beginsSo(m.person(node(id)), typed) && m.tree.Select(id) {
				return
			}
		}
	}
}

func beginsSo(p person, typed string) bool {
	if !p.some() {
		return false
	}
	name := " " + strings.ToLower(p.name())
	return strings.Contains(name, " "+typed)
}

// stopFiltering shows everybody, the cursor where it is.
func (m *Model) stopFiltering() {
	at := node(m.tree.Cursor()) // where it was, also when nothing matched
	m.filtering = false
	m.filter.Blur()
	if m.filter.Value() == "" {
		return
	}
	m.filter.SetValue("")
	m.refilter()
	m.reveal(at)
}

func (m *Model) refilter() {
	m.book.version++
	m.tree.Filter(m.query())
}
