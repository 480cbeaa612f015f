package account

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/theme"
	"daybook/views"
	"daybook/widget/dialog"
	"daybook/widget/picker"
	paint "daybook/widget/row"
	"daybook/widget/text"
)

// categories is the section of the names and colours that things are marked
// with.
type categories struct {
	base
	list  *part[[]model.OutlookCategory]
	marks views.CategoryMarks
}

func newCategories(h *host) *categories {
	c := &categories{base: base{host: h}}
	c.list = newPart(h, func(ctx context.Context, s Service) ([]model.OutlookCategory, error) { return s.Categories(ctx) }, c.sort)
	c.is = facts{id: "categories", name: "Categories", parts: []reader{c.list}, hints: []string{"new", "edit", "rename", "delete"},
		about: "Names and colours to mark mail, events and contacts with. A new name is put on all that has the old one."}
	return c
}

// sort puts them in the order of their names.
func (s *categories) sort() tea.Cmd {
	slices.SortStableFunc(s.list.value, func(x, y model.OutlookCategory) int {
		return strings.Compare(strings.ToLower(x.DisplayName), strings.ToLower(y.DisplayName))
	})
	return nil
}

// apply puts one in the place of another, either nil for none.
func (s *categories) apply(was, is *model.OutlookCategory) {
	s.list.value = replaced(s.list.value, was, is, func(k model.OutlookCategory) int { return categoryAt(s.list.value, k.DisplayName) })
	s.sort()
}

// categoryAt is where a category is in the list, -1 for nowhere.
func categoryAt(list []model.OutlookCategory, name string) int {
	return slices.IndexFunc(list, func(c model.OutlookCategory) bool { return strings.EqualFold(c.DisplayName, name) })
}

// brief implements section.
func (s *categories) brief() text.Text {
	if s.frame.Beside() || len(s.list.value) == 0 {
		return counted(len(s.list.value))
	}
	names := make([]string, len(s.list.value))
	for i, c := range s.list.value {
		names[i] = c.DisplayName
	}
	return views.Joined(names...)
}

// rows implements section.
func (s *categories) rows(width int) []row {
	if len(s.list.value) == 0 {
		return []row{s.wordsRow("There are no categories yet. n adds one.", width)}
	}
	s.marks = s.marks.Again(s.list.value)
	rows := make([]row, 0, len(s.list.value))
	for _, c := range s.list.value {
		rows = append(rows, s.categoryRow(c, width))
	}
	return rows
}

// colours are the words for preset0 to preset24.
func colours() []string {
	return []string{"Red", "Orange", "Brown", "Yellow", "Green", "Teal", "Olive", "Blue", "Purple", "Cranberry", "Steel", "Dark steel", "Grey",
		"Dark grey", "Black", "Dark red", "Dark orange", "Dark brown", "Dark yellow", "Dark green", "Dark teal", "Dark olive", "Dark blue", "Dark purple", "Dark cranberry"}
}

// colourNameWidth is the cells of the widest name of a colour.
const colourNameWidth = 14

func (s *categories) categoryRow(c model.OutlookCategory, width int) row {
	sign, _ := s.marks.Sign(s.env.Theme, c.DisplayName)
	return row{key: strings.ToLower(c.DisplayName), height: 1, draw: s.columns(width, func(st *theme.Styles) [][]paint.Column {
		look, word := st.Muted, "No colour"
		if n := views.CategoryColour(c); n >= 0 {
			look, word = st.Category[n], colours()[n]
		}
		return [][]paint.Column{{{Text: text.Glyph(sign), Style: look}, {Text: text.Clean(c.DisplayName), Style: st.Text, Gap: 1, Width: min(max(width-colourNameWidth-7, 1), 40)},
			{Text: text.Clean(word), Style: look, Gap: 2}, {Fill: true}}}
	})}
}

// add implements adder: it asks for a name, then for a colour.
func (s *categories) add() tea.Cmd {
	if !s.list.read {
		return views.Notice(views.Warning, "The categories are not read yet; r reads them")
	}
	q := dialog.Question{Title: text.Literal("New category"), Placeholder: text.Literal("a name")}
	return s.dialog.AskFor(s.env.Theme, q, func(box dialog.Box, name string) (tea.Cmd, error) {
		if err := s.free(name); err != nil {
			return nil, err
		}
		return s.pickColour(name, func(colour string) tea.Cmd {
			return s.do(box, "Added the category "+name, change{CategoryIs: &model.OutlookCategory{DisplayName: name, Color: colour}})
		}), nil
	})
}

// free says why a category cannot be called so.
func (s *categories) free(name string) error {
	if categoryAt(s.list.value, name) >= 0 {
		return fmt.Errorf("there is a category %s already", name)
	}
	return views.CategoryName(name)
}

// category is the one that the cursor is on, nil for none.
func (s *categories) category() *model.OutlookCategory {
	for _, c := range s.list.value {
		if strings.ToLower(c.DisplayName) == s.keyIn(s) {
			return &c
		}
	}
	return nil
}

// edit implements editor: it asks for another colour.
func (s *categories) edit() tea.Cmd {
	was := s.category()
	if was == nil {
		return nil
	}
	return s.pickColour(was.DisplayName, func(colour string) tea.Cmd {
		if strings.EqualFold(colour, was.Color) {
			return nil
		}
		is := *was
		is.Color = colour
		return s.do(nil, "Changed the colour of "+was.DisplayName, change{CategoryWas: was, CategoryIs: &is})
	})
}

// rename asks for another name.
func (s *categories) rename(int) tea.Cmd {
	was := s.category()
	if was == nil {
		return nil
	}
	q := dialog.Question{Title: text.Of("Rename ", text.Clean(was.DisplayName)), Placeholder: text.Literal("a name"), Value: was.DisplayName}
	return s.dialog.AskFor(s.env.Theme, q, func(box dialog.Box, name string) (tea.Cmd, error) {
		switch {
		case name == was.DisplayName:
			return nil, nil
		case strings.EqualFold(name, was.DisplayName):
			return nil, errors.New("small and capital letters are the same in a category's name")
		}
		if err := s.free(name); err != nil {
			return nil, err
		}
		is := *was
		is.DisplayName = name
		s.goTo(strings.ToLower(name))
		return s.do(box, "Renamed the category "+was.DisplayName+" to "+name, change{CategoryWas: was, CategoryIs: &is}), nil
	})
}

// remove implements remover.
func (s *categories) remove() tea.Cmd {
	was := s.category()
	if was == nil {
		return nil
	}
	return s.do(nil, "Deleted the category "+was.DisplayName+", whose name stays on what has it", change{CategoryWas: was})
}

func (s *categories) pickColour(name string, then func(colour string) tea.Cmd) tea.Cmd {
	used := map[int]int{}
	for _, c := range s.list.value {
		if n := views.CategoryColour(c); n >= 0 {
			used[n]++
		}
	}
	var items []picker.Item
	for n, word := range colours() {
		detail := text.Text{}
		if used[n] > 0 {
			detail = text.Clean(views.Count(used[n], "category", "categories"))
		}
		items = append(items, picker.Item{ID: fmt.Sprintf("preset%d", n), Title: text.Clean(word), Detail: detail,
			Sign: views.CategoryShape(&s.env.Theme.Glyphs, n), Look: func(st *theme.Styles) theme.Style { return st.Category[n] }})
	}
	o := picker.Options{Title: text.Clean("Colour of " + name), Placeholder: text.Literal("a colour")}
	return s.pick(o, items, func(c picker.Choice) tea.Cmd {
		if len(c.IDs) == 0 {
			return nil
		}
		return then(c.IDs[0])
	})
}
