package account

import (
	tea "charm.land/bubbletea/v2"

	"daybook/views"
)

// allActions are what can be done on this screen.
func (m *Model) allActions() []views.Action {
	return append(append(m.moves(), m.doings()...), views.Action{ID: "editor", Name: "Write the text in your editor", Group: "Change", Keys: []string{"ctrl+e"}, Typing: true, Do: m.openEditor, Enabled: m.inText})
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
	section := func(which string) func() string { return views.Needs("the section " + which) }
	return []views.Action{
		{ID: "edit", Opens: true, Name: "Edit", Words: "change", Hint: "edit", Group: "Change", Keys: []string{"e"}, Do: m.edit, Enabled: can[editor](m), Needs: views.Needs("a section that can be written")},
		{ID: "replies", Name: "Automatic replies on or off", Words: "vacation holiday out of office oof away", Hint: "on/off", Group: "Change", Keys: []string{"a"}, Do: m.turnReplies},
		{ID: "new", Opens: true, Name: "New signature, sender, permission or category", Hint: "new", Group: "Change", Keys: []string{"n"}, Enabled: can[adder](m), Needs: views.Needs("signatures, senders, permissions or categories"),
			Do: func(int) tea.Cmd { return m.here().(adder).add() }},
		{ID: "focused-or-other", Name: "Focused or other", Hint: "focused/other", Group: "Change", Keys: []string{"o"}, Do: m.senders.switchClass, Enabled: in(m.senders), Needs: section("Senders")},
		{ID: "rename", Opens: true, Name: "Rename the category", Hint: "rename", Group: "Change", Keys: []string{"R"}, Do: m.categories.rename, Enabled: in(m.categories), Needs: section("Categories")},
		{ID: "delete", Name: "Delete", Hint: "delete", Group: "Change", Keys: []string{"d", "delete"}, Enabled: can[remover](m), Needs: views.Needs("signatures, senders, permissions or categories"),
			Do: func(int) tea.Cmd { return m.here().(remover).remove() }},
		{ID: "copy", Name: "Copy what the cursor is on", Hint: "copy", Group: "You", Keys: []string{"y"}, Do: m.copy, Enabled: can[copier](m), Needs: views.Needs("something to copy")},
		{ID: "whose-permissions", Name: "Permissions of yours, of everybody, of your drive", Hint: "whose", Group: "Change", Keys: []string{"v"}, Do: m.grants.nextPath, Enabled: in(m.grants), Needs: section("Permissions")},
		{ID: "photo", Name: "Photo, large", Words: "picture portrait", Hint: "large", Group: "You", Keys: []string{"P"}, Do: m.you.showPhoto},
		{ID: "set-photo", Opens: true, Name: "Choose another photo", Hint: "photo", Group: "You", Keys: []string{"p"}, Do: m.you.choosePhoto},
		{ID: "remove-photo", Name: "Take the photo away", Group: "You", Keys: []string{"X"}, Do: m.you.removePhoto, Enabled: func() bool { return m.here() == m.you && m.you.hasPhoto() }, Needs: views.Needs("a photo of yours")},
	}
}
