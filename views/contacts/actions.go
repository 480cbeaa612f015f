package contacts

import (
	"fmt"
	"maps"
	"net/mail"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views"
	"daybook/views/edit"
	"daybook/widget/dialog"
	"daybook/widget/picker"
	"daybook/widget/text"
)

// allActions are what can be done on this screen. While a box is open or the
// filter is typed, keys are theirs, those with ctrl too.
func (m *Model) allActions() []views.Action {
	actions := slices.Concat(m.moves(), m.personActions(), m.contactActions())
	for i, a := range actions {
		can := a.Enabled
		actions[i].Enabled = func() bool { return !m.dialog.IsOpen() && !m.filtering && (can == nil || can()) }
	}
	return append(actions, views.Action{ID: "form-custom-data", Name: "Custom data of the contact", Group: "Form", Hint: "custom data", Keys: []string{"alt+,"}, Typing: true, Do: m.formCustom,
		Enabled: func() bool { return m.formOpen() && !m.custom.Open() && m.options.Custom != nil }})
}

// moves are the actions that go about.
func (m *Model) moves() []views.Action {
	return []views.Action{
		views.Steps("down", 1, m.move),
		views.Steps("up", -1, m.move),
		views.Steps("top", -1<<20, m.move),
		views.Steps("bottom", 1<<20, m.move),
		views.Steps("half-page-down", 1, m.half),
		views.Steps("half-page-up", -1, m.half),
		views.Motion("unfold", m.unfold),
		views.Motion("fold", m.foldUp),
		{ID: "open", Name: "Open the folder or the card", Hint: "open", Group: "Move", Keys: []string{"enter"}, Do: m.open},
		views.Motion("next-pane", m.otherPane).Named("Tree or card"),
		{ID: "back", Name: "Back", Group: "Move", Keys: []string{"esc"}, Do: m.back},
		{ID: "filter", Name: "Filter by name or address", Hint: "filter", Group: "Move", Keys: []string{"/"}, Do: m.startFiltering},
	}
}

// personActions are for anybody, contact or of the directory.
func (m *Model) personActions() []views.Action {
	return []views.Action{
		{ID: "compose", Name: "Write to", Hint: "write", Group: "Person", Keys: []string{"c"}, Do: m.writeTo},
		{ID: "find-time", Name: "Find a time with", Hint: "find a time", Group: "Person", Keys: []string{"f"}, Do: m.findTime},
		{ID: "select", Name: "Select", Group: "Person", Keys: []string{"x", "space"}, Do: m.mark},
		{ID: "select-all", Name: "Select all that the filter shows, or of this folder", Group: "Person", Keys: []string{"*"}, Do: m.markAll},
		{ID: "photo", Name: "Photo, large", Hint: "large", Group: "Person", Keys: []string{"P"}, Do: m.showPhoto},
		views.AskRights(m.env, m.missing),
	}
}

// missing is why the card that is shown has not all it could have.
func (m *Model) missing() error {
	if a := m.known[m.here()]; a != nil {
		return a.errs[standingPart]
	}
	return nil
}

// contactActions change contacts and their folders.
func (m *Model) contactActions() []views.Action {
	return []views.Action{
		{ID: "new", Name: "New contact", Hint: "new", Group: "Contact", Keys: []string{"n"}, Do: m.newContact},
		{ID: "edit", Name: "Edit the contact", Hint: "edit", Group: "Contact", Keys: []string{"e"}, Do: m.edit},
		{ID: "delete", Name: "Delete", Group: "Contact", Keys: []string{"d", "delete"}, Do: m.deleteTargets},
		{ID: "move", Name: "Move to a folder", Hint: "move", Group: "Contact", Keys: []string{"m"}, Do: m.moveTargets},
		{ID: "set-photo", Name: "Choose another photo", Hint: "photo", Group: "Contact", Keys: []string{"p"}, Do: m.choosePhoto},
		{ID: "remove-photo", Name: "Take the photo away", Group: "Contact", Keys: []string{"X"}, Do: m.removePhoto, Enabled: m.hasPhoto},
		{ID: "new-folder", Name: "New folder", Group: "Folder", Keys: []string{"N"}, Do: m.newFolder},
		{ID: "rename", Name: "Rename", Group: "Folder", Keys: []string{"r"}, Do: m.rename},
	}
}

// half moves by half a screen, n times.
func (m *Model) half(n int) tea.Cmd { return m.move(n * m.height / 2) }

// step moves the cursor of the tree, or scrolls the card.
func (m *Model) step(by int) bool {
	if m.onCard {
		m.cardTop = max(0, m.cardTop+by) // the drawing bounds it below
		return false
	}
	return m.tree.Move(by)
}

func (m *Model) move(by int) tea.Cmd {
	if !m.step(by) {
		return nil
	}
	return m.settled()
}

func (m *Model) unfold(int) tea.Cmd {
	load, _ := m.tree.Update(tea.KeyPressMsg{Code: 'l', Text: "l"})
	return tea.Batch(m.expanded(load), m.settled())
}

func (m *Model) foldUp(int) tea.Cmd {
	if m.onCard {
		m.onCard = false
		return nil
	}
	_, _ = m.tree.Update(tea.KeyPressMsg{Code: 'h', Text: "h"})
	return m.settled()
}

// open turns a folder over, and goes to a person's card.
func (m *Model) open(int) tea.Cmd {
	id := m.tree.Cursor()
	if m.current().some() {
		m.onCard = true
		return nil
	}
	if m.tree.Toggle(id) {
		return tea.Batch(m.expanded(id), m.settled())
	}
	return m.settled()
}

func (m *Model) otherPane(int) tea.Cmd {
	m.onCard = !m.onCard && m.current().some()
	return nil
}

// back leaves the card, then the filter, then the selection.
func (m *Model) back(int) tea.Cmd {
	switch {
	case m.large:
		m.large = false
		return m.drawPhoto()
	case m.onCard:
		m.onCard = false
	case !m.query().Empty():
		m.stopFiltering()
		return m.settled()
	case m.tree.MarkCount() > 0:
		return m.clearMarks()
	}
	return nil
}

// addressed are the addresses of the chosen; an empty list comes with what is
// to be said.
func (m *Model) addressed(named bool) ([]string, tea.Cmd) {
	people := m.chosen()
	if len(people) == 0 {
		return nil, say("Choose a person first", views.Warning)
	}
	var out []string
	for _, p := range people {
		if a := p.address(); a != "" {
			if named && p.name() != a {
				a = (&mail.Address{Name: p.name(), Address: a}).String()
			}
			out = append(out, a)
		}
	}
	if len(out) == 0 {
		return nil, say(people[0].name()+" has no address", views.Warning)
	}
	return out, nil
}

func (m *Model) writeTo(int) tea.Cmd {
	to, problem := m.addressed(true)
	if problem != nil {
		return problem
	}
	return views.Send(views.Open{Screen: views.Inbox, Item: views.ComposeTo{To: to}})
}

func (m *Model) findTime(int) tea.Cmd {
	with, problem := m.addressed(false)
	if problem != nil {
		return problem
	}
	return views.Send(views.Open{Screen: views.Finder, Item: views.FindTime{With: with}})
}

// folderHere is the folder that the cursor is on or in.
func (m *Model) folderHere() string {
	n := m.here()
	if id, ok := n.folder(); ok {
		return id
	}
	if id, ok := n.contact(); ok {
		return m.book.cards[id].ParentFolderID
	}
	return m.book.root
}

// newContact asks for a contact. On somebody of the directory it begins with
// what is known of them.
func (m *Model) newContact(int) tea.Cmd {
	if len(m.book.folders) == 0 {
		return say("The contact folders are not read yet", views.Warning)
	}
	folder := m.folderHere()
	c := model.Contact{ParentFolderID: folder}
	if u := m.current().user; u != nil {
		c = contactOf(*u, folder)
	}
	return m.openForm("New contact in "+m.book.pathName(folder), c, func(c model.Contact) tea.Cmd {
		c.ID = m.env.NewID()
		return m.edits.Do("Created "+nameOf(c), change{ID: c.ID, Is: &c, form: m.took})
	})
}

func contactOf(u model.User, folder string) model.Contact {
	c := model.Contact{ParentFolderID: folder, DisplayName: u.DisplayName, GivenName: u.GivenName, Surname: u.Surname,
		JobTitle: u.JobTitle, Department: u.Department, OfficeLocation: u.OfficeLocation, MobilePhone: u.MobilePhone, BusinessPhones: u.BusinessPhones}
	if u.Mail != "" {
		c.EmailAddresses = []model.EmailAddress{{Name: u.DisplayName, Address: u.Mail}}
	}
	return c
}

func (m *Model) edit(int) tea.Cmd {
	p := m.current()
	switch {
	case p.user != nil:
		return say("The directory is read only; n makes a contact of "+p.name(), views.Warning)
	case p.contact == nil:
		return m.rename(0)
	}
	was := *p.contact
	return m.openForm("Edit "+nameOf(was), was, func(is model.Contact) tea.Cmd {
		patch, err := patchOf(was, is)
		if err != nil {
			return say(err.Error(), views.Failure)
		}
		if len(patch) == 0 {
			return nil
		}
		return m.edits.Do("Changed "+nameOf(is), change{ID: was.ID, Was: &was, Is: &is, form: m.took})
	})
}

func (m *Model) newFolder(int) tea.Cmd {
	if len(m.book.folders) == 0 {
		return say("The contact folders are not read yet", views.Warning)
	}
	parent := m.folderHere()
	return m.askName("New folder in "+m.book.pathName(parent), parent, "", func(name string) tea.Cmd {
		f := model.ContactFolder{Entity: model.Entity{ID: m.env.NewID()}, DisplayName: name, ParentFolderID: parent}
		return m.edits.Do("Made the folder "+name, change{ID: f.ID, FolderIs: &f, form: m.took})
	})
}

// rename is for a folder; on a contact it is the card that is changed.
func (m *Model) rename(int) tea.Cmd {
	id, ok := m.here().folder()
	if !ok {
		if m.current().contact != nil {
			return m.edit(0)
		}
		return say("Only folders and contacts can be renamed", views.Warning)
	}
	was := m.book.folders[id]
	if id == m.book.root {
		return say("This folder is called so in every mailbox", views.Warning)
	}
	return m.askName("Rename "+was.DisplayName, was.ParentFolderID, id, func(name string) tea.Cmd {
		is := was
		is.DisplayName = name
		if name == was.DisplayName {
			return nil
		}
		return m.edits.Do(fmt.Sprintf("Renamed %s to %s", was.DisplayName, name), change{ID: id, FolderWas: &was, FolderIs: &is, form: m.took})
	})
}

// moveTargets asks where the contacts, or the folder of the cursor, go.
func (m *Model) moveTargets(int) tea.Cmd {
	list := m.targets()
	if folder, ok := m.here().folder(); ok && len(list) == 0 {
		return m.moveFolder(folder)
	}
	if len(list) == 0 {
		return say("Only contacts and folders can be moved", views.Warning)
	}
	return m.pickFolder("Move "+whom(list)+" to", func(string) bool { return true }, func(to string) tea.Cmd {
		var changes []change
		for _, c := range list {
			if c.ParentFolderID == to {
				continue
			}
			is := c
			is.ParentFolderID = to
			changes = append(changes, change{ID: c.ID, Was: &c, Is: &is, form: m.took})
		}
		m.tree.ClearMarks()
		if len(changes) == 0 {
			return nil
		}
		return m.edits.Do(fmt.Sprintf("Moved %s to %s", whom(list), m.book.folders[to].DisplayName), changes...)
	})
}

func (m *Model) moveFolder(id string) tea.Cmd {
	if id == m.book.root {
		return say("This folder holds all the others", views.Warning)
	}
	was := m.book.folders[id]
	elsewhere := func(to string) bool { return !m.book.under(to, id) && to != was.ParentFolderID }
	return m.pickFolder("Move "+was.DisplayName+" into", elsewhere, func(to string) tea.Cmd {
		is := was
		is.ParentFolderID = to
		label := fmt.Sprintf("Moved %s into %s", was.DisplayName, m.book.folders[to].DisplayName)
		return m.edits.Do(label, change{ID: id, FolderWas: &was, FolderIs: &is, form: m.took})
	})
}

func (m *Model) pickFolder(title string, accept func(string) bool, chosen func(string) tea.Cmd) tea.Cmd {
	var items []picker.Item
	for _, id := range slices.Sorted(maps.Keys(m.book.folders)) {
		if accept(id) {
			items = append(items, picker.Item{ID: id, Title: text.Clean(m.book.pathName(id))})
		}
	}
	slices.SortStableFunc(items, func(a, b picker.Item) int {
		switch {
		case a.ID == m.book.root:
			return -1
		case b.ID == m.book.root:
			return 1
		}
		return strings.Compare(strings.ToLower(a.Title.String()), strings.ToLower(b.Title.String()))
	})
	o, asked := picker.Options{Title: text.Clean(title), Placeholder: text.Literal("a folder")}, &filling{}
	asked.box = dialog.Pick(m.env.Theme, items, o, func(c picker.Choice) tea.Cmd {
		return m.taking(asked, func() tea.Cmd { return chosen(c.IDs[0]) })
	})
	m.dialog.Open(asked.box)
	return nil
}

// targets are the contacts that an action is for: the marked ones, else the
// one of the cursor.
func (m *Model) targets() []model.Contact {
	var out []model.Contact
	for _, n := range m.selection() {
		if c, ok := n.contact(); ok {
			out = append(out, m.book.cards[c])
		}
	}
	return out
}

// deleteTargets deletes contacts, or the folder that the cursor is on.
func (m *Model) deleteTargets(int) tea.Cmd {
	list := m.targets()
	if folder, ok := m.here().folder(); ok && len(list) == 0 {
		return m.deleteFolder(folder)
	}
	if len(list) == 0 {
		return say("The directory is read only: only contacts and folders can be deleted", views.Warning)
	}
	changes := make([]change, 0, len(list))
	for _, c := range list {
		changes = append(changes, change{ID: c.ID, Was: &c})
	}
	m.tree.ClearMarks()
	return m.edits.Do("Deleted "+whom(list), changes...)
}

// deleteFolder deletes an empty folder at once; a full one cannot be brought
// back, so that is asked, and held.
func (m *Model) deleteFolder(id string) tea.Cmd {
	f := m.book.folders[id]
	if id == m.book.root {
		return say("This folder is there in every mailbox", views.Warning)
	}
	c := change{ID: id, FolderWas: &f}
	contacts, read := m.book.contacts[id]
	if read && len(contacts) == 0 && len(m.book.below[id]) == 0 {
		return m.edits.Do("Deleted the folder "+f.DisplayName, c)
	}
	what := "the folder " + f.DisplayName
	words := edit.Words{Doing: "Deleting " + what, Label: "Deleted " + what + " for good", Not: "Not deleted: " + what}
	return m.edits.Ask(views.Confirm{
		Title:  text.Clean("Delete " + what + "?"),
		Detail: text.Clean("The contacts and folders in it are deleted too. " + edit.Warning),
		Verb:   "Delete for good",
	}, func() tea.Cmd { return m.edits.Hold(words, c) })
}

// staying are folders but for those that are about to be deleted.
func (m *Model) staying(folders []string) []string {
	return slices.DeleteFunc(slices.Clone(folders), func(id string) bool {
		for c := range m.edits.Held() {
			if c.ofFolder() && c.ID == id {
				return true
			}
		}
		return false
	})
}

// whom names a few contacts.
func whom(list []model.Contact) string {
	if len(list) == 1 {
		return nameOf(list[0])
	}
	return count(len(list), "contact", "contacts")
}
