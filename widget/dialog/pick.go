package dialog

import (
	tea "charm.land/bubbletea/v2"

	"daybook/theme"
	"daybook/widget/panes"
	"daybook/widget/picker"
	"daybook/widget/text"
)

// The cells of a list to choose from: this wide where there is room, and as high as its items between these.
const (
	pickWidth               = 60
	pickLowest, pickHighest = 6, 18
	// A wide one has details that are sentences.
	wideWidth, wideHighest = 96, 24
	// A tall one has many items.
	tallWidth, tallHighest = 72, 20
)

// pick is a list to choose from.
type pick struct {
	list           *picker.Picker
	items          int
	width, highest int
	chosen         func(picker.Choice) tea.Cmd
}

// Pick is a box to choose from items. Chosen hears what was chosen, and nothing when the box was left.
func Pick(th *theme.Theme, items []picker.Item, o picker.Options, chosen func(picker.Choice) tea.Cmd) Box {
	return newPick(th, items, o, pickWidth, pickHighest, chosen)
}

func newPick(th *theme.Theme, items []picker.Item, o picker.Options, width, highest int, chosen func(picker.Choice) tea.Cmd) Box {
	return &pick{list: picker.New(th, items, o), items: len(items), width: width, highest: highest, chosen: chosen}
}

// PickWide is Pick with room for details that are sentences.
func PickWide(th *theme.Theme, items []picker.Item, o picker.Options, chosen func(picker.Choice) tea.Cmd) Box {
	return newPick(th, items, o, wideWidth, wideHighest, chosen)
}

// Confirms: enter chooses.
func (p *pick) Confirms(press tea.KeyPressMsg) bool { return press.String() == "enter" }

// Update types, moves and chooses.
func (p *pick) Update(msg tea.Msg) Outcome {
	var choice picker.Choice
	var cmd tea.Cmd
	switch msg := msg.(type) {
	case tea.MouseWheelMsg:
		p.list.Scroll(panes.Wheel(msg))
	case tea.MouseClickMsg:
		choice = p.list.Click(msg.X, msg.Y)
	case tea.MouseMsg:
	default:
		choice, cmd = p.list.Update(msg)
	}
	o := Outcome{Cmd: cmd, Done: choice.Done}
	if choice.Done && !choice.Cancelled {
		o.Then = func() tea.Cmd { return p.chosen(choice) }
	}
	return o
}

// View draws the list and the line to type into.
func (p *pick) View(width, height int) string {
	p.list.SetSize(min(p.width, width-2), min(p.highest, max(p.items+4, pickLowest), height))
	return p.list.View()
}

// Cursor is in the line.
func (p *pick) Cursor() *tea.Cursor { return tea.NewCursor(p.list.Cursor()) }

// Refused says why what was chosen was not taken.
func (p *pick) Refused(err error) { p.list.Refuse(text.Clean(err.Error())) }

// PickTall is Pick with room for many items.
func PickTall(th *theme.Theme, items []picker.Item, o picker.Options, chosen func(picker.Choice) tea.Cmd) Box {
	return newPick(th, items, o, tallWidth, tallHighest, chosen)
}

// SetItems gives a box of items, if it is the one that is open, others to choose from.
func (s *Stack) SetItems(b Box, items []picker.Item) {
	if p, ok := b.(*pick); ok && s.Top() == b {
		p.items = len(items)
		p.list.SetItems(items)
	}
}

// Current is the item that the cursor of a box of items is on, empty in any other.
func Current(s *Stack) string {
	if p, ok := s.Top().(*pick); ok {
		return p.list.Current()
	}
	return ""
}
