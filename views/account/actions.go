package account

import (
	tea "charm.land/bubbletea/v2"

	"daybook/views"
)

// allActions are what can be done on this screen.
func (m *Model) allActions() []views.Action {
	return append(append(m.moves(), m.doings()...), views.Action{ID: "editor", Name: "Write the reply in your editor", Group: "Change", Keys: []string{"ctrl+e"}, Typing: true, Do: m.openEditor, Enabled: m.inText})
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
		views.AskRights(m.env, func() error { return trouble(m.here().facts().all()) }),
	}
}

// doings are the actions that change something, or show more of it.
func (m *Model) doings() []views.Action {
	in := func(one section) func() bool { return func() bool { return m.here() == one } }
	return []views.Action{
		{ID: "edit", Name: "Edit", Hint: "edit", Group: "Change", Keys: []string{"e"}, Do: m.edit, Enabled: can[editor](m)},
		{ID: "replies", Name: "Automatic replies on or off", Hint: "on/off", Group: "Change", Keys: []string{"a"}, Do: m.replies.turn},
		{ID: "new", Name: "New sender, permission or category", Hint: "new", Group: "Change", Keys: []string{"n"}, Enabled: can[adder](m),
			Do: func(int) tea.Cmd { return m.here().(adder).add() }},
		{ID: "focused-or-other", Name: "Focused or other", Hint: "focused/other", Group: "Change", Keys: []string{"o"}, Do: m.senders.switchClass, Enabled: in(m.senders)},
		{ID: "delete", Name: "Delete", Hint: "delete", Group: "Change", Keys: []string{"d", "delete"}, Enabled: can[remover](m),
			Do: func(int) tea.Cmd { return m.here().(remover).remove() }},
		{ID: "whose-permissions", Name: "Permissions of yours, of everybody, of your drive", Hint: "whose", Group: "Change", Keys: []string{"v"}, Do: m.grants.nextPath, Enabled: in(m.grants)},
		{ID: "photo", Name: "Photo, large", Hint: "large", Group: "You", Keys: []string{"P"}, Do: m.you.showPhoto},
		{ID: "set-photo", Name: "Choose another photo", Hint: "photo", Group: "You", Keys: []string{"p"}, Do: m.you.choosePhoto},
		{ID: "remove-photo", Name: "Take the photo away", Group: "You", Keys: []string{"X"}, Do: m.you.removePhoto, Enabled: m.you.hasPhoto},
	}
}

// can says that the section that is shown lets one do a thing.
func can[T any](m *Model) func() bool {
	return func() bool {
		_, ok := m.here().(T)
		return ok
	}
}

// half moves by half a screen, n times.
func (m *Model) half(n int) tea.Cmd {
	_, height := m.frame.Size()
	return m.step(n * max(height/2, 1))
}

// step moves the cursor among the sections, or among the rows of one.
func (m *Model) step(by int) tea.Cmd {
	if !m.frame.OnRight {
		m.choose(m.at + by)
		return m.you.drawPhoto()
	}
	s := m.here()
	s.place().step(s.rows(m.frame.RightWidth()), by)
	return nil
}

// choose goes to a section.
func (m *Model) choose(i int) {
	m.at, m.you.large = min(max(i, 0), len(m.sections)-1), false
}

func (m *Model) enter(int) tea.Cmd {
	m.frame.OnRight = true
	return m.you.drawPhoto()
}

func (m *Model) leave(int) tea.Cmd {
	if m.you.large {
		m.you.large = false
		return m.you.drawPhoto()
	}
	m.frame.OnRight = false
	return nil
}

func (m *Model) otherPane(int) tea.Cmd {
	m.frame.OnRight = !m.frame.OnRight
	return m.you.drawPhoto()
}

// open goes into the section, or changes what the cursor is on.
func (m *Model) open(int) tea.Cmd {
	if !m.frame.OnRight {
		return m.enter(0)
	}
	if s, ok := m.here().(opener); ok {
		return s.open()
	}
	return m.edit(0)
}

// readAgain asks for what the section shows, by its own address where it has
// one.
func (m *Model) readAgain(int) tea.Cmd {
	f := m.here().facts()
	if f.again != nil && wasRead(f.parts) {
		return load(f.again)
	}
	return load(f.parts)
}

func (m *Model) edit(int) tea.Cmd {
	f := m.here().facts()
	if !wasRead(f.parts) || trouble(f.all()) != nil && m.settings.all.value.AutomaticRepliesSetting == nil {
		return views.Notice(views.Warning, "This section is not read yet; r reads it")
	}
	return m.here().(editor).edit()
}
