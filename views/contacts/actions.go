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
	"daybook/views/photofile"
	"daybook/widget/dialog"
	"daybook/widget/picker"
	"daybook/widget/text"
)

// missing is why the card that is shown has not all it could have.
func (m *Model) missing() error {
	if a := m.card.about(); a != nil {
		return a.errs[standingPart]
	}
	return nil
}

// back leaves the large photo, then what the browser leaves.
func (m *Model) back(int) tea.Cmd {
	if m.card.large {
		m.card.large = false
		return m.card.drawPhoto()
	}
	return m.tree.Back(0)
}

// addressed are the addresses of the chosen; an empty list comes with what is
// to be said.
func (m *Model) addressed(named bool) ([]string, tea.Cmd) {
	people := m.tree.chosen()
	if len(people) == 0 {
		return nil, views.Notice(views.Warning, "Choose a person first")
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
		return nil, views.Notice(views.Warning, people[0].name()+" has no address")
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

// newContact asks for a contact. On somebody of the directory it begins with
// what is known of them.
func (m *Model) newContact(int) tea.Cmd {
	if len(m.people.folders) == 0 {
		return views.Notice(views.Warning, "The contact folders are not read yet")
	}
	folder := m.tree.folderHere()
	c := model.Contact{ParentFolderID: folder}
	if u := m.tree.current().user; u != nil {
		c = contactOf(*u, folder)
	}
	m.openForm(formOf{Title: "New contact in " + m.people.pathName(folder), Contact: c})
	return nil
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
	p := m.tree.current()
	switch {
	case p.user != nil:
		return views.Notice(views.Warning, "The directory is read only; n makes a contact of "+p.name())
	case p.contact == nil:
		return m.rename(0)
	}
	m.openForm(formOf{Title: "Edit " + nameOf(*p.contact), Contact: *p.contact})
	return nil
}

func (m *Model) newFolder(int) tea.Cmd {
	if len(m.people.folders) == 0 {
		return views.Notice(views.Warning, "The contact folders are not read yet")
	}
	parent := m.tree.folderHere()
	return m.askName("New folder in "+m.people.pathName(parent), parent, "", func(box dialog.Box, name string) tea.Cmd {
		f := model.ContactFolder{Entity: model.Entity{ID: m.env.NewID()}, DisplayName: name, ParentFolderID: parent}
		return m.edits.Do("Made the folder "+name, change{ID: f.ID, FolderIs: &f, box: box})
	})
}

// rename is for a folder; on a contact it is the card that is changed.
func (m *Model) rename(int) tea.Cmd {
	id, ok := m.tree.here().folder()
	if !ok {
		if m.tree.current().contact != nil {
			return m.edit(0)
		}
		return views.Notice(views.Warning, "Only folders and contacts can be renamed")
	}
	was := m.people.folders[id]
	if id == m.people.root {
		return views.Notice(views.Warning, "This folder is called so in every mailbox")
	}
	return m.askName("Rename "+was.DisplayName, was.ParentFolderID, id, func(box dialog.Box, name string) tea.Cmd {
		is := was
		is.DisplayName = name
		if name == was.DisplayName {
			return nil
		}
		return m.edits.Do(fmt.Sprintf("Renamed %s to %s", was.DisplayName, name), change{ID: id, FolderWas: &was, FolderIs: &is, box: box})
	})
}

// moveTargets asks where the contacts, or the folder of the cursor, go.
func (m *Model) moveTargets(int) tea.Cmd {
	list := m.tree.targets()
	if folder, ok := m.tree.here().folder(); ok && len(list) == 0 {
		return m.moveFolder(folder)
	}
	if len(list) == 0 {
		return views.Notice(views.Warning, "Only contacts and folders can be moved")
	}
	return m.pickFolder("Move "+whom(list)+" to", func(string) bool { return true }, func(box dialog.Box, to string) tea.Cmd {
		var changes []change
		for _, c := range list {
			if c.ParentFolderID == to {
				continue
			}
			is := c
			is.ParentFolderID = to
			changes = append(changes, change{ID: c.ID, Was: &c, Is: &is, box: box})
		}
		m.tree.ClearMarks()
		if len(changes) == 0 {
			return nil
		}
		return m.edits.Do(fmt.Sprintf("Moved %s to %s", whom(list), m.people.folders[to].DisplayName), changes...)
	})
}

func (m *Model) moveFolder(id string) tea.Cmd {
	if id == m.people.root {
		return views.Notice(views.Warning, "This folder holds all the others")
	}
	was := m.people.folders[id]
	elsewhere := func(to string) bool { return !m.people.under(to, id) && to != was.ParentFolderID }
	return m.pickFolder("Move "+was.DisplayName+" into", elsewhere, func(box dialog.Box, to string) tea.Cmd {
		is := was
		is.ParentFolderID = to
		label := fmt.Sprintf("Moved %s into %s", was.DisplayName, m.people.folders[to].DisplayName)
		return m.edits.Do(label, change{ID: id, FolderWas: &was, FolderIs: &is, box: box})
	})
}

func (m *Model) pickFolder(title string, accept func(string) bool, chosen func(box dialog.Box, to string) tea.Cmd) tea.Cmd {
	var items []picker.Item
	for _, id := range slices.Sorted(maps.Keys(m.people.folders)) {
		if accept(id) {
			items = append(items, picker.Item{ID: id, Title: text.Clean(m.people.pathName(id))})
		}
	}
	slices.SortStableFunc(items, func(a, b picker.Item) int {
		switch {
		case a.ID == m.people.root:
			return -1
		case b.ID == m.people.root:
			return 1
		}
		return strings.Compare(strings.ToLower(a.Title.String()), strings.ToLower(b.Title.String()))
	})
	var box dialog.Box
	box = dialog.Pick(m.env.Theme, items, picker.Options{Title: text.Clean(title), Placeholder: text.Literal("a folder")},
		func(c picker.Choice) tea.Cmd { return chosen(box, c.IDs[0]) })
	m.dialog.Open(box)
	return nil
}

// deleteTargets deletes contacts, or the folder that the cursor is on.
func (m *Model) deleteTargets(int) tea.Cmd {
	list := m.tree.targets()
	if folder, ok := m.tree.here().folder(); ok && len(list) == 0 {
		return m.deleteFolder(folder)
	}
	if len(list) == 0 {
		return views.Notice(views.Warning, "The directory is read only: only contacts and folders can be deleted")
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
	f := m.people.folders[id]
	if id == m.people.root {
		return views.Notice(views.Warning, "This folder is there in every mailbox")
	}
	c := change{ID: id, FolderWas: &f}
	contacts, read := m.people.contacts[id]
	if read && len(contacts) == 0 && len(m.people.below[id]) == 0 {
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

// whom names a few contacts.
func whom(list []model.Contact) string {
	if len(list) == 1 {
		return nameOf(list[0])
	}
	return views.Count(len(list), "contact", "contacts")
}

// askName asks for a name of a folder that is free in the one above it; self is the one that has it.
func (m *Model) askName(title, parent, self string, answer func(box dialog.Box, name string) tea.Cmd) tea.Cmd {
	q := dialog.Question{Title: text.Clean(title), Placeholder: text.Literal("a name"), Value: m.people.folders[self].DisplayName}
	return m.dialog.AskFor(m.env.Theme, q, func(box dialog.Box, name string) (tea.Cmd, error) {
		for _, id := range m.people.below[parent] {
			if there := m.people.folders[id].DisplayName; id != self && strings.EqualFold(there, name) {
				return nil, fmt.Errorf("there is a folder %s in %s already; choose another name", there, m.people.pathName(parent))
			}
		}
		return answer(box, name), nil
	})
}

// openForm fills in a contact.
func (m *Model) openForm(of formOf) {
	f := &contactForm{env: &m.env, work: &m.work, service: m.service, of: of}
	if m.options.Custom != nil {
		f.custom = m.custom
	}
	_, height := m.tree.Size()
	f.open(m.forms, height, func(is model.Contact) tea.Cmd { return m.save(f.box, of.Contact, is) })
	m.form = f
}

// save makes a contact of what was filled in, or changes the one that it was; nil where nothing is to be changed.
func (m *Model) save(box dialog.Box, was, is model.Contact) tea.Cmd {
	if was.ID == "" {
		is.ID = m.env.NewID()
		return m.edits.Do("Created "+nameOf(is), change{ID: is.ID, Is: &is, box: box})
	}
	patch, err := patchOf(was, is)
	if err != nil {
		return views.Notice(views.Failure, err)
	}
	if len(patch) == 0 {
		return nil
	}
	return m.edits.Do("Changed "+nameOf(is), change{ID: was.ID, Was: &was, Is: &is, box: box})
}

// formOpen says that the form of a contact is open.
func (m *Model) formOpen() bool { return m.form != nil && m.dialog.Has(m.form.box) }

// choosePhoto asks for a file.
func (m *Model) choosePhoto(int) tea.Cmd {
	if why := m.card.photoless(); why != "" {
		return views.Notice(views.Warning, why)
	}
	id := m.tree.current().contact.ID
	return photofile.Ask(&m.dialog, &m.work, m.env.Theme, m.options.Files, func(box dialog.Box, p Photo) tea.Cmd {
		return m.changePhoto(box, contactNode(m.edits.Now(id)), p, "Set the photo of ", "Set the photo")
	})
}

func (m *Model) removePhoto(int) tea.Cmd {
	if why := m.card.photoless(); why != "" {
		return views.Notice(views.Warning, why)
	}
	return m.changePhoto(nil, m.tree.here(), Photo{}, "Took away the photo of ", "Take it away")
}

// changePhoto sets the photo of a contact.
func (m *Model) changePhoto(box dialog.Box, n node, is Photo, label, verb string) tea.Cmd {
	p, a := m.people.person(n), m.card.known[n]
	if p.contact == nil || a == nil || !a.read[photoPart] {
		return views.Notice(views.Warning, "No photo was set: the contact is not what it was; choose it again")
	}
	was := a.photo
	c := change{ID: p.contact.ID, PhotoWas: &was, PhotoIs: &is, box: box}
	return photofile.Change(m.edits, label+p.name(), verb, was, is, c)
}
