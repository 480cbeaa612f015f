package contacts

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"daybook/views"
)

// mark selects a person and goes on to the next.
func (m *Model) mark(int) tea.Cmd {
	if !m.current().some() {
		return say("Only people can be selected", views.Warning)
	}
	m.tree.ToggleMark() // and on to the next
	return m.settled()
}

// markAll selects everybody that the filter shows; without one, everybody of
// the folder that the cursor is on or in.
func (m *Model) markAll(int) tea.Cmd {
	before := m.tree.MarkCount()
	if !m.query().Empty() {
		m.tree.MarkWhere(func(i int) bool { return m.person(node(m.tree.NodeAt(i))).some() })
	} else {
		for _, id := range m.besideHere() {
			m.tree.Mark(id, true)
		}
	}
	if m.tree.MarkCount() == before {
		return say("There is nobody more to select here", views.Info)
	}
	return nil
}

// besideHere are the people of the folder that the cursor is on or in.
func (m *Model) besideHere() []string {
	n := m.here()
	if _, ok := n.user(); ok || n == directoryNode {
		return marked(userMark, m.book.people)
	}
	return marked(contactMark, m.book.contacts[m.folderHere()])
}

// clearMarks lets go of the selection, of what is hidden too.
func (m *Model) clearMarks() tea.Cmd {
	m.tree.ClearMarks()
	return nil
}

// selection is the marked rows, those that the filter hides behind those that
// are seen; without any, the row of the cursor.
func (m *Model) selection() []node {
	var out []node
	for _, id := range append(m.tree.Targets(), m.tree.Hidden()...) {
		out = append(out, node(id))
	}
	return out
}

// chosen are the marked people, else the one of the cursor.
func (m *Model) chosen() []person {
	var out []person
	for _, n := range m.selection() {
		if p := m.person(n); p.some() {
			out = append(out, p)
		}
	}
	return out
}

// selectedWords says how many are selected, and how many of them are out of
// sight.
func (m *Model) selectedWords() string {
	words := count(m.tree.MarkCount(), "selected", "selected")
	if n := len(m.tree.Hidden()); n > 0 {
		words += fmt.Sprintf(", %d of them not shown", n)
	}
	return words
}
