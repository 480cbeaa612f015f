package files

import (
	"errors"

	tea "charm.land/bubbletea/v2"

	"daybook/widget/dialog"
	"daybook/widget/picker"
	"daybook/widget/text"
)

// ask asks for a name that check has nothing against. The change that is made
// of it knows its box, so that it opens again if the service refuses it.
func (m *Model) ask(title, value string, check func(string) string, answer func(box dialog.Box, name string) tea.Cmd) tea.Cmd {
	var box dialog.Box
	box = dialog.Ask(m.env.Theme, dialog.Question{Title: text.Clean(title), Placeholder: text.Literal("a name"), Value: value,
		Answer: dialog.Given(func(name string) (tea.Cmd, error) {
			if wrong := check(name); wrong != "" {
				return nil, errors.New(wrong)
			}
			return answer(box, name), nil
		})})
	m.dialog.Open(box)
	return nil
}

// refuse opens a question again that the service did not take; not over what
// has the keys.
func (m *Model) refuse(box dialog.Box, why string) {
	if box != nil && !m.Capturing() {
		m.dialog.Refuse(box, errors.New(why))
	}
}

// pickFolder offers the folders of a drive; those read meanwhile come along.
func (m *Model) pickFolder(title, group string, accept func(Ref) bool, chosen func(Ref) tea.Cmd) tea.Cmd {
	offer := func() []picker.Item {
		var items []picker.Item
		for _, r := range m.shelf.folders(group) {
			if accept(r) {
				items = append(items, picker.Item{ID: node(r), Title: text.Clean(m.shelf.path(r))})
			}
		}
		return items
	}
	m.walked = 0
	o := picker.Options{Title: text.Clean(title), Placeholder: text.Literal("a folder")}
	box := dialog.Pick(m.env.Theme, offer(), o, func(c picker.Choice) tea.Cmd {
		r, _ := refOf(c.IDs[0])
		return chosen(r)
	})
	m.dialog.Open(box)
	m.offered = offered{box: box, group: group, items: offer}
	return nil
}

// offered is the folders that the last question for one has.
type offered struct {
	box   dialog.Box
	group string // whose folders
	items func() []picker.Item
}

func (m *Model) refreshFolderPicker(group string) {
	if o := m.offered; o.box != nil && o.group == group {
		m.dialog.SetItems(o.box, o.items())
	}
}

// Cursor is the text cursor of what is open.
func (m *Model) Cursor() *tea.Cursor {
	switch {
	case m.dialog.IsOpen():
		return m.dialog.Cursor()
	case m.inBook:
		if x, y, ok := m.book.Cursor(); ok {
			return tea.NewCursor(x, y)
		}
	case m.filtering:
		_, x := m.filter.View(m.filterWidth())
		return tea.NewCursor(3+x, 1)
	}
	return nil
}

// overlaid draws what is open over the screen.
func (m *Model) overlaid(background string) string {
	return m.dialog.Over(background, m.width, m.height)
}
