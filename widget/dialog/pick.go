package dialog

import (
	tea "charm.land/bubbletea/v2"

	"daybook/theme"
	"daybook/widget/picker"
	"daybook/widget/text"
)

// The cells of a list to choose from: this wide where there is room, and as high as its items between these.
const (
	pickWidth               = 60
	pickLowest, pickHighest = 6, 18
	// A wide one has details that are sentences.
	wideWidth, wideHighest = 96, 24
)

// pick is a list to choose from.
type pick struct {
	*picker.Picker
	items          int
	width, highest int
	chosen         func(picker.Choice) tea.Cmd
}

// Pick is a box to choose from items. Chosen hears what was chosen, and nothing when the box was left.
func Pick(th *theme.Theme, items []picker.Item, o picker.Options, chosen func(picker.Choice) tea.Cmd) Box {
	return &pick{Picker: picker.New(th, items, o), items: len(items), width: pickWidth, highest: pickHighest, chosen: chosen}
}

// PickWide is Pick with room for details that are sentences.
func PickWide(th *theme.Theme, items []picker.Item, o picker.Options, chosen func(picker.Choice) tea.Cmd) Box {
	return &pick{Picker: picker.New(th, items, o), items: len(items), width: wideWidth, highest: wideHighest, chosen: chosen}
}

func (p *pick) confirms(press tea.KeyPressMsg) bool { return press.String() == "enter" }

func (p *pick) update(msg tea.Msg) outcome {
	choice, cmd := p.Update(msg)
	o := p.took(choice)
	o.cmd = cmd
	return o
}

func (p *pick) click(x, y int) outcome { return p.took(p.Click(x, y)) }

func (p *pick) took(c picker.Choice) outcome {
	if !c.Done || c.Cancelled {
		return outcome{done: c.Done}
	}
	return outcome{done: true, then: func() tea.Cmd { return p.chosen(c) }}
}

func (p *pick) scroll(rows int) { p.Scroll(rows) }

func (p *pick) size(width, height int) (w, h int) {
	return min(p.width, width-2), min(p.highest, max(p.items+4, pickLowest), height)
}

func (p *pick) draw(w, h int) string {
	p.SetSize(w, h)
	return p.View()
}

func (p *pick) cursor() (x, y int, ok bool) {
	x, y = p.Cursor()
	return x, y, true
}

func (p *pick) leave() bool { return true }

func (p *pick) refuse(err error) { p.Refuse(text.Clean(err.Error())) }

// SetItems gives a box of items, if it is the one that is open, others to choose from.
func (s *Slot) SetItems(b Box, items []picker.Item) {
	if p, ok := b.(*pick); ok && s.box == b {
		p.items = len(items)
		p.Picker.SetItems(items)
	}
}

// Current is the item that the cursor of a box of items is on, empty in any other.
func Current(s *Slot) string {
	if p, ok := s.box.(*pick); ok {
		return p.Current()
	}
	return ""
}
