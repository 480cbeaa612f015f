package contacts

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"daybook/views"
)

// allActions are what can be done on this screen. While the
// filter is typed, keys are its, those with ctrl too.
func (m *Model) allActions() []views.Action {
	actions := slices.Concat(m.tree.Actions(m.back), m.personActions(), m.contactActions())
	for i, a := range actions {
		actions[i] = a.While(func() bool { return !m.tree.Filtering() })
	}
	return append(actions, views.Action{ID: "form-custom-data", Name: "Custom data of the contact", Group: "Form", Hint: "custom data", Keys: []string{"alt+,"}, Typing: true,
		Do:      func(int) tea.Cmd { return m.form.openCustom() },
		Enabled: func() bool { return m.formOpen() && !m.custom.Open() && m.options.Custom != nil }})
}

// personActions are for anybody, contact or of the directory.
func (m *Model) personActions() []views.Action {
	return []views.Action{
		{ID: "compose", Opens: true, Name: "Write to", Words: "mail email", Hint: "write", Group: "Person", Keys: []string{"c"}, Do: m.writeTo},
		{ID: "find-time", Opens: true, Name: "Find a time with", Words: "meeting schedule", Hint: "find a time", Group: "Person", Keys: []string{"f"}, Do: m.findTime},
		{ID: "select", Name: "Select", Group: "Person", Keys: []string{"x", "space"}, Do: m.tree.SelectHere},
		{ID: "select-all", Name: "Select all that the filter shows, or of this folder", Group: "Person", Keys: []string{"*"}, Do: m.tree.markAll},
		{ID: "photo", Name: "Photo, large", Words: "picture portrait", Hint: "large", Group: "Person", Keys: []string{"P"}, Do: m.card.showPhoto},
		views.AskRights(m.env, m.missing),
	}
}

// contactActions change contacts and their folders.
func (m *Model) contactActions() []views.Action {
	return []views.Action{
		{ID: "new", Opens: true, Name: "New contact", Words: "person add create", Hint: "new", Group: "Contact", Keys: []string{"n"}, Do: m.newContact},
		{ID: "edit", Opens: true, Name: "Edit the contact", Words: "change", Hint: "edit", Group: "Contact", Keys: []string{"e"}, Do: m.edit},
		{ID: "delete", Name: "Delete", Words: "remove", Group: "Contact", Keys: []string{"d", "delete"}, Do: m.deleteTargets},
		{ID: "move", Opens: true, Name: "Move to a folder", Hint: "move", Group: "Contact", Keys: []string{"m"}, Do: m.moveTargets},
		{ID: "set-photo", Opens: true, Name: "Choose another photo", Words: "picture portrait", Hint: "photo", Group: "Contact", Keys: []string{"p"}, Do: m.choosePhoto},
		{ID: "remove-photo", Name: "Take the photo away", Words: "picture portrait", Group: "Contact", Keys: []string{"X"}, Do: m.removePhoto, Enabled: m.card.hasPhoto, Needs: views.Needs("a photo")},
		{ID: "new-folder", Opens: true, Name: "New folder", Group: "Folder", Keys: []string{"N"}, Do: m.newFolder},
		{ID: "rename", Opens: true, Name: "Rename", Group: "Folder", Keys: []string{"r"}, Do: m.rename},
	}
}
