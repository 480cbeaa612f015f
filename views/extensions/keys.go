package extensions

import (
	tea "charm.land/bubbletea/v2"

	"daybook/views"
	"daybook/widget/text"
)

// Target is the item that custom data is asked of now, and what it is called;
// false when there is none.
type Target func() (Item, text.Text, bool)

// Around adds the panel's actions to those of its screen, which rest while the
// panel is open.
func (p *Panel) Around(actions []views.Action, target Target) []views.Action {
	out := make([]views.Action, 0, len(actions)+20)
	for _, a := range actions {
		out = append(out, a.While(p.closed))
	}
	custom := views.Action{ID: "custom-data", Name: "Custom data", Hint: "custom data", Group: group, Keys: []string{","},
		Enabled: func() bool { _, _, ok := target(); return ok },
		Do: func(int) tea.Cmd {
			item, title, ok := target()
			if !ok {
				return nil
			}
			return p.Show(item, title)
		}, Needs: views.Needs("something that has it")}
	return append(append(out, custom.While(p.closed)), p.actions()...)
}

func (p *Panel) closed() bool { return !p.Open() }

const group = "Custom data"

// actions are what can be done in the panel.
func (p *Panel) actions() []views.Action {
	browsing := func() bool { return p.Open() && !p.Capturing() }
	ready := func() bool { return browsing() && p.data.loaded }
	onRow := func() bool { _, ok := p.here(); return ready() && ok }
	move := func(id string, steps int, do func(int)) views.Action {
		a := views.Steps(id, steps, func(n int) tea.Cmd { do(n); return nil })
		a.ID, a.Group, a.Enabled = "custom."+id, group, browsing
		return a
	}
	one := func(id, name, hint string, enabled func() bool, do func(int) tea.Cmd, keys ...string) views.Action {
		a := views.Action{ID: "custom." + id, Name: name, Hint: hint, Group: group, Keys: keys, Enabled: enabled, Do: do, Needs: views.Needs("custom data")}
		return a.While(browsing)
	}
	return []views.Action{
		move("down", 1, func(n int) { p.tree.Move(n) }),
		move("up", -1, func(n int) { p.tree.Move(n) }),
		move("half-page-down", 1, func(n int) { p.tree.HalfPage(n) }),
		move("half-page-up", -1, func(n int) { p.tree.HalfPage(n) }),
		move("top", 1, func(int) { p.tree.Top() }),
		move("bottom", 1, func(int) { p.tree.Bottom() }),
		move("unfold", 1, func(int) { p.fold("l") }),
		move("fold", 1, func(int) { p.fold("h") }),
		one("edit", "Change the value, or unfold", "edit", onRow, p.edit, "enter", "e"),
		one("new", "New extension", "new", ready, p.askName, "n").Opening(),
		one("add", "Add a property, or an element of a list", "add", onRow, p.add, "a").Opening(),
		one("add-property", "Add a property", "property", onRow, p.addProperty, "A").Opening(),
		one("delete", "Delete the property, element or extension", "delete", onRow, p.remove, "d", "delete"),
		one("copy", "Copy as JSON", "copy", onRow, p.copy, "y"),
		one("filter", "Filter by name or value", "filter", onRow, p.startFilter, "/").Opening(),
		one("lookup", "Open an extension by its name", "open by name", func() bool { return browsing() && p.err != nil && unlisted(p.err) }, p.askLookup, "o").Opening(),
		one("refresh", "Read anew", "refresh", func() bool { return browsing() && !p.drafting }, func(int) tea.Cmd { return p.load() }, "ctrl+r"),
		one("close", "Leave custom data", "back", browsing, p.leave, "esc", ","),
	}
}
