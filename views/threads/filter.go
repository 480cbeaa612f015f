package threads

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"daybook/widget/text"
)

// startFilter lets the threads be narrowed to those that have what is typed
// in their topic, their senders or their newest words; it is marked in the
// posts, too.
func (m *Model) startFilter(int) tea.Cmd {
	m.filtering = true
	m.filter.Focus()
	return m.enter(threadFocus)
}

// narrowed reports that the filter keeps threads out.
func (m *Model) narrowed() bool { return m.filter.Value() != "" }

// typeFilter takes a key while the filter is typed.
func (m *Model) typeFilter(msg tea.Msg) tea.Cmd {
	if press, ok := msg.(tea.KeyPressMsg); ok {
		switch press.String() {
		case "esc":
			return m.endFilter()
		case "enter", "down", "up", "tab":
			m.filtering = false
			m.filter.Blur()
			return nil
		}
	}
	before := m.filter.Value()
	cmd := m.filter.Update(msg)
	if m.filter.Value() == before {
		return cmd
	}
	return tea.Batch(cmd, m.refilter())
}

// endFilter shows all threads again.
func (m *Model) endFilter() tea.Cmd {
	m.filtering = false
	m.filter.Blur()
	m.filter.SetValue("")
	return m.refilter()
}

func (m *Model) refilter() tea.Cmd {
	m.reader.pager.Search(m.sought())
	return m.move(m.relist)
}

func (m *Model) sought() text.Query { return text.NewQuery(strings.Fields(m.filter.Value())...) }

// relist lists the threads of the group that the filter lets through.
func (m *Model) relist() {
	m.listed = nil
	if g := m.group(); g != nil {
		m.listed = slices.DeleteFunc(slices.Clone(g.threads), func(t *thread) bool { return m.going(t.id, "") })
	}
	if words := strings.Fields(strings.ToLower(m.filter.Value())); len(words) > 0 {
		m.listed = slices.DeleteFunc(m.listed, func(t *thread) bool {
			all := strings.ToLower(text.Join(text.Literal(" "), append([]text.Text{t.topic, t.preview}, t.senders...)...).String())
			return slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(all, w) })
		})
	}
	m.list.Reload()
}

// filterLine stands above the threads while there is a filter.
func (m *Model) filterLine(width int) string {
	th := m.env.Theme
	drawn, at := m.filter.View(max(width-4, 0))
	m.filterCursor = at
	return text.FitStyled(" "+th.Accent.Render(string(th.Glyphs.Search))+" "+drawn, width)
}
