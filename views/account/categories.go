package account

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/theme"
	"daybook/views"
	"daybook/widget/dialog"
	"daybook/widget/picker"
	"daybook/widget/text"
)

func (m *Model) categoriesBrief() text.Text {
	if m.beside() || len(m.book.categories) == 0 {
		return counted(len(m.book.categories))
	}
	names := make([]string, len(m.book.categories))
	for i, c := range m.book.categories {
		names[i] = c.DisplayName
	}
	return joined(names...)
}

func (m *Model) categoryRows(width int) []row {
	if len(m.book.categories) == 0 {
		return []row{m.wordsRow("There are no categories yet. n adds one.", width)}
	}
	rows := make([]row, 0, len(m.book.categories))
	for _, c := range m.book.categories {
		rows = append(rows, m.categoryRow(c, width))
	}
	return rows
}

// colours are the words for preset0 to preset24.
func colours() []string {
	return []string{"Red", "Orange", "Brown", "Yellow", "Green", "Teal", "Olive", "Blue", "Purple", "Cranberry", "Steel", "Dark steel", "Grey",
		"Dark grey", "Black", "Dark red", "Dark orange", "Dark brown", "Dark yellow", "Dark green", "Dark teal", "Dark olive", "Dark blue", "Dark purple", "Dark cranberry"}
}

// preset is the number of a colour of the interface, ok unless it has none.
func preset(color string) (n int, ok bool) {
	if _, err := fmt.Sscanf(strings.ToLower(color), "preset%d", &n); err != nil || n < 0 || n >= len(colours()) {
		return 0, false
	}
	return n, true
}

// colourNameWidth is the cells of the widest name of a colour.
const colourNameWidth = 14

func (m *Model) categoryRow(c model.OutlookCategory, width int) row {
	return row{key: strings.ToLower(c.DisplayName), height: 1, draw: func(state theme.RowState) []string {
		th := m.env.Theme
		st := th.Row(state)
		sign, look, word := th.Glyphs.Optional, st.Muted, "No colour"
		if n, ok := preset(c.Color); ok {
			sign, look, word = th.Glyphs.Calendar[n%len(th.Glyphs.Calendar)], st.Category[n], colours()[n]
		}
		room := max(width-colourNameWidth-7, 1)
		return []string{fill(bar(th, st, state)+look.Render(string(sign))+st.Text.Render(" ")+
			st.Text.Render(text.Clean(c.DisplayName).Fit(min(room, 40), m.ellipsis()).String()+"  ")+look.Render(word), width, st)}
	}}
}

// newCategory asks for a name, then for a colour.
func (m *Model) newCategory() tea.Cmd {
	if !m.read[categoriesPart] {
		return say("The categories are not read yet; r reads them", views.Warning)
	}
	return m.ask(dialog.Question{Title: text.Literal("New category"), Placeholder: text.Literal("a name")}, func(asked *filling, name string) (tea.Cmd, error) {
		if categoryAt(m.book.categories, name) >= 0 {
			return nil, fmt.Errorf("there is a category %s already", name)
		}
		return m.pickColour(name, func(colour string) tea.Cmd {
			return m.taking(asked, func() tea.Cmd {
				return m.do("Added the category "+name, change{CategoryIs: &model.OutlookCategory{DisplayName: name, Color: colour}})
			})
		}), nil
	})
}

// category is the one that the cursor is on, nil for none.
func (m *Model) category() *model.OutlookCategory {
	for _, c := range m.book.categories {
		if strings.ToLower(c.DisplayName) == m.cursorKey() {
			return &c
		}
	}
	return nil
}

// recolour asks for another colour: the name cannot change.
func (m *Model) recolour() tea.Cmd {
	was := m.category()
	if was == nil {
		return nil
	}
	return m.pickColour(was.DisplayName, func(colour string) tea.Cmd {
		if strings.EqualFold(colour, was.Color) {
			return nil
		}
		is := *was
		is.Color = colour
		return m.do("Changed the colour of "+was.DisplayName, change{CategoryWas: was, CategoryIs: &is})
	})
}

func (m *Model) deleteCategory() tea.Cmd {
	was := m.category()
	if was == nil {
		return nil
	}
	return m.do("Deleted the category "+was.DisplayName+", whose name stays on what has it", change{CategoryWas: was})
}

func (m *Model) pickColour(name string, then func(colour string) tea.Cmd) tea.Cmd {
	used := map[int]int{}
	for _, c := range m.book.categories {
		if n, ok := preset(c.Color); ok {
			used[n]++
		}
	}
	var items []picker.Item
	for n, word := range colours() {
		detail := text.Text{}
		if used[n] > 0 {
			detail = text.Clean(count(used[n], "category", "categories"))
		}
		items = append(items, picker.Item{ID: fmt.Sprintf("preset%d", n), Title: text.Clean(word), Detail: detail,
			Sign: m.env.Theme.Glyphs.Calendar[n%len(m.env.Theme.Glyphs.Calendar)], Look: func(s *theme.Styles) theme.Style { return s.Category[n] }})
	}
	o := picker.Options{Title: text.Clean("Colour of " + name), Placeholder: text.Literal("a colour")}
	return m.pick(o, items, func(c picker.Choice) tea.Cmd {
		if len(c.IDs) == 0 {
			return nil
		}
		return then(c.IDs[0])
	})
}
