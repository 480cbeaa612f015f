package account

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"daybook/views"
)

// allActions are what can be done on this screen. While a dialog is open its
// keys are its own, those with ctrl too.
func (m *Model) allActions() []views.Action {
	actions := append(m.moves(), m.doings()...)
	for i, a := range actions {
		can := a.Enabled
		actions[i].Enabled = func() bool { return !m.dialog.IsOpen() && (can == nil || can()) }
	}
	return append(actions, views.Action{ID: "editor", Name: "Write the reply in your editor", Group: "Change", Keys: []string{"ctrl+e"}, Typing: true, Do: m.openEditor,
		Enabled: func() bool {
			return m.inText()
		}})
}

// moves are the actions that go about.
func (m *Model) moves() []views.Action {
	return []views.Action{
		views.Steps("down", 1, m.step),
		views.Steps("up", -1, m.step),
		views.Steps("top", -1<<20, m.step),
		views.Steps("bottom", 1<<20, m.step),
		views.Steps("half-page-down", 1, m.half),
		views.Steps("half-page-up", -1, m.half),
		views.Motion("right", m.enter).Named("Into the section"),
		views.Motion("left", m.leave).Named("Back to the sections").On("h", "left", "esc"),
		views.Motion("next-pane", m.otherPane).Named("Sections or rows"),
		{ID: "open", Name: "Open, or change what the cursor is on", Hint: "open", Group: "Move", Keys: []string{"enter"}, Do: m.open},
		{ID: "refresh", Name: "Read this section again", Group: "Move", Keys: []string{"r"}, Do: m.readAgain},
		views.AskRights(m.env, func() error { return m.trouble(m.here()) }),
	}
}

// doings are the actions that change something, or show more of it.
func (m *Model) doings() []views.Action {
	in := func(ids ...string) func() bool {
		return func() bool { return slices.Contains(ids, m.here().id) }
	}
	return []views.Action{
		{ID: "edit", Name: "Edit", Hint: "edit", Group: "Change", Keys: []string{"e"}, Do: m.edit, Enabled: in("replies", "region", "hours", "senders", "grants", "categories")},
		{ID: "replies", Name: "Automatic replies on or off", Hint: "on/off", Group: "Change", Keys: []string{"a"}, Do: m.switchReplies},
		{ID: "new", Name: "New sender, permission or category", Hint: "new", Group: "Change", Keys: []string{"n"}, Do: m.add, Enabled: in("senders", "grants", "categories")},
		{ID: "focused-or-other", Name: "Focused or other", Hint: "focused/other", Group: "Change", Keys: []string{"o"}, Do: m.switchSender, Enabled: in("senders")},
		{ID: "delete", Name: "Delete", Hint: "delete", Group: "Change", Keys: []string{"d", "delete"}, Do: m.remove, Enabled: in("senders", "grants", "categories")},
		{ID: "whose-permissions", Name: "Permissions of yours, of everybody, of your drive", Hint: "whose", Group: "Change", Keys: []string{"v"}, Do: m.nextPath, Enabled: in("grants")},
		{ID: "photo", Name: "Photo, large", Hint: "large", Group: "You", Keys: []string{"P"}, Do: m.showPhoto},
		{ID: "set-photo", Name: "Choose another photo", Hint: "photo", Group: "You", Keys: []string{"p"}, Do: m.choosePhoto},
		{ID: "remove-photo", Name: "Take the photo away", Group: "You", Keys: []string{"X"}, Do: m.removePhoto, Enabled: func() bool { return len(m.book.photo.Data) > 0 }},
	}
}

// half moves by half a screen, n times.
func (m *Model) half(n int) tea.Cmd { return m.step(n * max(m.height/2, 1)) }

// step moves the cursor among the sections, or among the rows of one.
func (m *Model) step(by int) tea.Cmd {
	if !m.inside {
		m.chooseSection(m.at + by)
		return m.drawPhoto()
	}
	rows := m.here().rows(m.bodyWidth())
	keys, p := keysOf(rows), &m.pages[m.at]
	if len(keys) == 0 {
		p.top = max(0, p.top+by) // the drawing bounds it below
		return nil
	}
	i := max(slices.Index(keys, p.key), 0)
	if next := min(max(i+by, 0), len(keys)-1); next != i {
		p.key, p.free = keys[next], false
		return nil
	}
	p.top, p.free = max(0, p.top+by), true // what stands above the first and below the last
	return nil
}

func (m *Model) chooseSection(i int) {
	m.at, m.large = min(max(i, 0), len(m.sections)-1), false
}

func (m *Model) enter(int) tea.Cmd {
	m.inside = true
	return m.drawPhoto()
}

func (m *Model) leave(int) tea.Cmd {
	if m.large {
		m.large = false
		return m.drawPhoto()
	}
	m.inside = false
	return nil
}

func (m *Model) otherPane(int) tea.Cmd {
	m.inside = !m.inside
	return m.drawPhoto()
}

// open goes into the section, or changes what the cursor is on.
func (m *Model) open(int) tea.Cmd {
	if !m.inside {
		return m.enter(0)
	}
	switch m.here().id {
	case "you":
		return m.openPerson()
	case "grants":
		return m.changeGrant(pickScopes)
	}
	return m.edit(0)
}

// readAgain asks for what the section shows, by its own address where it has
// one.
func (m *Model) readAgain(int) tea.Cmd {
	s := m.here()
	if s.again != nil && m.known(s) {
		return m.load(s.again...)
	}
	return m.load(s.parts...)
}

func (m *Model) edit(int) tea.Cmd {
	s := m.here()
	if !m.known(s) || m.trouble(s) != nil && m.book.settings.AutomaticRepliesSetting == nil {
		return say("This section is not read yet; r reads it", views.Warning)
	}
	switch s.id {
	case "replies":
		return m.editReplies(m.cursorKey())
	case "region":
		return m.editRegion(m.cursorKey())
	case "hours":
		return m.editHours(m.cursorKey())
	case "senders":
		return m.editSender()
	case "grants":
		return m.changeGrant(fillForm)
	case "categories":
		return m.recolour()
	}
	return nil
}

func (m *Model) add(int) tea.Cmd {
	switch m.here().id {
	case "senders":
		return m.newSender()
	case "grants":
		return m.newGrant()
	case "categories":
		return m.newCategory()
	}
	return nil
}

func (m *Model) remove(int) tea.Cmd {
	switch m.here().id {
	case "senders":
		return m.deleteSender()
	case "categories":
		return m.deleteCategory()
	}
	return m.deleteGrant()
}
