package ui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"daybook/views"
	"daybook/widget/picker"
	"daybook/widget/text"
)

// palette finds what can be done by its name, or by other words for it.
type palette struct {
	*common
	keys *keyboard
	do   func(a *views.Action, count int) tea.Cmd
}

// open offers everything that can be done now, each with its key.
func (p *palette) open(int) tea.Cmd {
	p.keys.collect()
	offered := map[string]views.Action{}
	var items []picker.Item
	for i, a := range p.keys.actions {
		if a.Hidden || !a.Can() {
			continue
		}
		name := p.keys.name(i)
		offered[name] = a
		items = append(items, picker.Item{
			ID: name, Title: text.Clean(a.Name), Detail: text.Clean(strings.Join(p.keys.working(i), ", ")), Words: a.Words + " " + a.Group,
		})
	}
	return p.choose("What to do", "do it", items, func(id string) tea.Cmd {
		a := offered[id]
		return p.do(&a, 0)
	})
}
