package files

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"daybook/widget/text"
)

// query is what is looked for.
func (m *Model) query() text.Query { return text.NewQuery(strings.TrimSpace(m.filter.Value())) }

// startFiltering opens the line to type into. All folders of the drives that
// could be read are gone through, so that what was never opened is found too.
func (m *Model) startFiltering(int) tea.Cmd {
	m.filtering, m.onItem, m.walked = true, false, 0
	m.filter.Focus()
	var cmds []tea.Cmd
	for _, d := range m.shelf.drives {
		cmds = append(cmds, m.walk(d.Group))
	}
	return tea.Batch(cmds...)
}

// typeIntoFilter narrows the tree with every key; enter keeps it so, esc shows
// everything again.
func (m *Model) typeIntoFilter(msg tea.Msg) tea.Cmd {
	if press, ok := msg.(tea.KeyPressMsg); ok {
		switch press.String() {
		case "esc", "ctrl+c":
			m.stopFiltering()
			return m.settled()
		case "enter":
			m.filtering = false
			m.filter.Blur()
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
	return tea.Batch(cmd, m.settled())
}

// stopFiltering shows everything, the cursor where it is.
func (m *Model) stopFiltering() {
	at, ok := refOf(m.tree.Cursor())
	m.filtering = false
	m.filter.Blur()
	if m.filter.Value() == "" {
		return
	}
	m.filter.SetValue("")
	m.refilter()
	if ok {
		m.reveal(at)
	}
}

func (m *Model) refilter() {
	m.shelf.version++
	m.tree.Filter(m.query())
}
