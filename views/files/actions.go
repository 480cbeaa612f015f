package files

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views"
	"daybook/views/edit"
	"daybook/views/files/sheet"
	"daybook/widget/dialog"
	"daybook/widget/text"
)

// allActions are what can be done on this screen: with the files, and while a
// workbook is open with that.
func (m *Model) allActions() []views.Action {
	list := []views.Action{
		views.Steps("down", 1, m.step),
		views.Steps("up", -1, m.step),
		views.Steps("top", -1<<20, m.step),
		views.Steps("bottom", 1<<20, m.step),
		views.Steps("half-page-down", 1, m.half),
		views.Steps("half-page-up", -1, m.half),
		views.Motion("unfold", m.unfold),
		views.Motion("fold", m.foldUp),
		{ID: "open", Name: "Open the folder, the workbook or the file's text", Hint: "open", Group: "Move", Keys: []string{"enter"}, Do: m.open},
		views.Motion("next-pane", m.otherPane).Named("Tree or item"),
		{ID: "back", Name: "Back", Group: "Move", Keys: []string{"esc"}, Do: m.back},
		{ID: "filter", Name: "Filter by name, in all folders", Hint: "filter", Group: "Move", Keys: []string{"/", "\\"}, Do: m.startFiltering},
		{ID: "new-folder", Name: "New folder", Hint: "new folder", Group: "Files", Keys: []string{"n"}, Do: m.newFolder},
		{ID: "rename", Name: "Rename", Group: "Files", Keys: []string{"r"}, Do: m.rename},
		{ID: "move", Name: "Move to a folder", Hint: "move", Group: "Files", Keys: []string{"m"}, Do: m.moveTargets},
		{ID: "delete", Name: "Delete", Group: "Files", Keys: []string{"d", "delete"}, Do: m.deleteTargets},
		{ID: "select", Name: "Select", Group: "Files", Keys: []string{"x", "space"}, Do: m.mark},
		{ID: "upload", Name: "Add a file from this machine", Hint: "add", Group: "Files", Keys: []string{"a"}, Do: m.askUpload},
		{ID: "download", Name: "Save to this machine", Hint: "save", Group: "Files", Keys: []string{"s"}, Do: m.download},
		{ID: "browse", Name: "Open in the browser", Group: "Files", Keys: []string{"o"}, Enabled: m.hasLink, Do: m.browse},
	}
	for i := range list {
		own := list[i].Enabled
		list[i].Enabled = func() bool { return !m.inBook && (own == nil || own()) }
	}
	list = append(list, m.book.Actions(func() bool { return m.inBook }, m.leaveBook)...)
	list = append(list, views.AskRights(m.env, func() error { return m.err }))
	return append(list, views.Action{ID: "cancel", Name: "Stop the upload or download", Hint: "stop", Group: "Files", Keys: []string{"c"},
		Enabled: func() bool { return m.running != nil }, Do: m.cancelTransfer})
}

// half moves by half a screen, n times.
func (m *Model) half(n int) tea.Cmd { return m.step(n * m.height / 2) }

// step moves the cursor of the tree, or scrolls the item.
func (m *Model) step(by int) tea.Cmd {
	if m.onItem {
		m.itemTop = max(0, m.itemTop+by) // the drawing bounds it below
		return nil
	}
	if !m.tree.Move(by) {
		return nil
	}
	return m.settled()
}

func (m *Model) unfold(int) tea.Cmd {
	load, _ := m.tree.Update(tea.KeyPressMsg{Code: 'l', Text: "l"})
	return tea.Batch(m.expanded(load), m.settled())
}

// expanded reads what a row that was opened needs.
func (m *Model) expanded(id string) tea.Cmd {
	r, ok := refOf(id)
	if !ok || m.shelf.refused[r] != nil && m.reading[r] {
		return nil
	}
	return m.loadChildren(r)
}

func (m *Model) foldUp(int) tea.Cmd {
	if m.onItem {
		m.onItem = false
		return nil
	}
	_, _ = m.tree.Update(tea.KeyPressMsg{Code: 'h', Text: "h"})
	return m.settled()
}

// open turns a folder over, shows a workbook as a grid, and goes to what is
// shown of any other file.
func (m *Model) open(int) tea.Cmd {
	r, ok := m.here()
	switch {
	case !ok:
		return nil
	case m.isFolder(r):
		if m.tree.Toggle(node(r)) {
			return tea.Batch(m.expanded(node(r)), m.settled())
		}
		return m.settled()
	case isWorkbook(m.shelf.items[r]) && !m.doomed(r):
		m.inBook = true
		return m.book.Open(sheet.File(r), m.name(r), text.Clean(m.shelf.path(m.shelf.parent(r))))
	}
	m.onItem = true
	return nil
}

func (m *Model) leaveBook() tea.Cmd {
	m.book.Close()
	m.inBook = false
	return m.settled()
}

func (m *Model) otherPane(int) tea.Cmd {
	_, ok := m.here()
	m.onItem = !m.onItem && ok
	return nil
}

// back leaves the item, then the filter, then the selection.
func (m *Model) back(int) tea.Cmd {
	switch {
	case m.onItem:
		m.onItem = false
	case !m.query().Empty():
		m.stopFiltering()
		return m.settled()
	default:
		m.tree.ClearMarks()
	}
	return nil
}

// mark selects an item and goes on to the next.
func (m *Model) mark(int) tea.Cmd {
	if r, ok := m.here(); !ok || isRoot(r) {
		return say("Only files and folders can be selected", views.Warning)
	}
	m.tree.ToggleMark()
	m.tree.Move(1)
	return m.settled()
}

// targets are the marked items, else the one of the cursor; what lies in
// another of them is left out, as it goes where that goes.
func (m *Model) targets() []Ref {
	var out []Ref
	for _, id := range m.tree.Targets() {
		if r, ok := refOf(id); ok && !isRoot(r) && !m.doomed(r) {
			out = append(out, r)
		}
	}
	return slices.DeleteFunc(slices.Clone(out), func(r Ref) bool {
		return slices.ContainsFunc(out, func(o Ref) bool { return o != r && m.shelf.under(r, o) })
	})
}

// whom names a few items.
func (m *Model) whom(list []Ref) string {
	if len(list) == 1 {
		return m.shelf.items[list[0]].Name
	}
	return count(len(list), "item", "items")
}

// folderHere is the folder that the cursor is on or in.
func (m *Model) folderHere() (Ref, bool) {
	r, ok := m.here()
	if ok && !m.isFolder(r) {
		r = m.shelf.parent(r)
	}
	return r, ok && !m.doomed(r)
}

func (m *Model) newFolder(int) tea.Cmd {
	folder, ok := m.folderHere()
	if !ok {
		return say("The drives are not read yet", views.Warning)
	}
	return m.ask("New folder in "+m.shelf.path(folder), "", m.freeName(folder, Ref{}), func(box dialog.Box, name string) tea.Cmd {
		return m.edits.Do("Made the folder "+name, change{box: box, Ref: Ref{Group: folder.Group, Item: m.env.NewID()}, Is: &place{Name: name, Parent: folder.Item}})
	})
}

func (m *Model) rename(int) tea.Cmd {
	r, ok := m.here()
	if !ok || isRoot(r) {
		return say("A drive keeps its name", views.Warning)
	}
	if m.doomed(r) {
		return say(m.shelf.items[r].Name+" is being deleted; u keeps it", views.Warning)
	}
	was := m.placeOf(r)
	return m.ask("Rename "+was.Name, was.Name, m.freeName(m.shelf.parent(r), r), func(box dialog.Box, name string) tea.Cmd {
		if name == was.Name {
			return nil
		}
		is := was
		is.Name = name
		return m.edits.Do("Renamed "+was.Name+" to "+name, change{box: box, Ref: r, Was: &was, Is: &is})
	})
}

// freeName says why a name cannot be an item's in a folder, "" when it can.
// Beside what no drive takes, the service may have reasons of its own.
func (m *Model) freeName(folder, self Ref) func(string) string {
	return func(name string) string {
		switch {
		case strings.ContainsAny(name, `"*:<>?/\|`):
			return `A name has none of " * : < > ? / \ |`
		case name == "." || name == ".." || strings.HasSuffix(name, "."):
			return "A name does not end with a full stop"
		}
		if at, found, _ := m.shelf.named(folder, name); found && at != self {
			return m.shelf.items[at].Name + " is there already; choose another name"
		}
		return ""
	}
}

// moveTargets asks where items go. A drive moves within itself alone.
func (m *Model) moveTargets(int) tea.Cmd {
	list := m.targets()
	if len(list) == 0 {
		return say("Only files and folders can be moved", views.Warning)
	}
	group := list[0].Group
	if slices.ContainsFunc(list, func(r Ref) bool { return r.Group != group }) {
		return say("Items are moved within a drive; save what goes to another, and add it there", views.Warning)
	}
	accept := func(to Ref) bool {
		return !m.doomed(to) && !slices.ContainsFunc(list, func(r Ref) bool { return m.shelf.under(to, r) || len(list) == 1 && m.shelf.parent(r) == to })
	}
	cmd := m.pickFolder("Move "+m.whom(list)+" to", group, accept, func(to Ref) tea.Cmd { return m.moveTo(list, to) })
	return tea.Batch(cmd, m.walk(group))
}

func (m *Model) moveTo(list []Ref, to Ref) tea.Cmd {
	var changes []change
	for _, r := range list {
		was := m.placeOf(r)
		if was.Parent == to.Item {
			continue
		}
		if at, found, _ := m.shelf.named(to, was.Name); found {
			m.refuse(m.offered.box, "there is "+m.shelf.items[at].Name+" already; rename one of them first")
			return nil
		}
		is := was
		is.Parent = to.Item
		changes = append(changes, change{Ref: r, Was: &was, Is: &is})
	}
	m.tree.ClearMarks()
	if len(changes) == 0 {
		return nil
	}
	return m.edits.Do("Moved "+m.whom(list)+" to "+m.shelf.path(to), changes...)
}

// hasLink says that the item under the cursor has an address in the web.
func (m *Model) hasLink() bool {
	r, ok := m.here()
	return ok && m.shelf.items[r].WebURL != ""
}

func (m *Model) browse(int) tea.Cmd {
	r, _ := m.here()
	return m.env.Desktop.OpenURL(m.shelf.items[r].WebURL, func(err error) tea.Msg {
		if err != nil {
			return views.Notify{Text: text.Clean("Could not open the address: " + err.Error()), Level: views.Failure}
		}
		return views.Notify{Text: text.Literal("Opened in the browser"), Level: views.Success}
	})
}

func (m *Model) placeOf(r Ref) place {
	i := m.shelf.items[r]
	return place{Name: i.Name, Parent: parentOf(i)}
}

// patchOf is what of a place differs; the root is the folder "".
func patchOf(was, is place) model.DriveItemPatch {
	var p model.DriveItemPatch
	if was.Name != is.Name {
		p.Name = &is.Name
	}
	if was.Parent != is.Parent {
		p.ParentReference = &model.ItemReference{ID: is.Parent}
	}
	return p
}

// deleteTargets holds the deletion of the targets.
func (m *Model) deleteTargets(int) tea.Cmd {
	list := m.targets()
	if len(list) == 0 {
		return say("Only files and folders can be deleted", views.Warning)
	}
	changes := make([]change, 0, len(list))
	for _, r := range list {
		was := m.placeOf(r)
		changes = append(changes, change{Ref: r, Was: &was, All: true})
	}
	what := m.whom(list)
	held := m.edits.Hold(edit.Words{Doing: "Deleting " + what, Label: "Deleted " + what + " for good", Not: "Not deleted: " + what}, changes...)
	m.tree.ClearMarks()
	m.tree.Move(1)
	return tea.Batch(held, m.settled())
}
