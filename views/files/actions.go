package files

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views"
	"daybook/views/download"
	"daybook/views/edit"
	"daybook/views/files/sheet"
	"daybook/widget/dialog"
	"daybook/widget/picker"
	"daybook/widget/text"
)

// open turns a folder over, shows a workbook as a grid, and goes to what is
// shown of any other file.
func (m *Model) open() tea.Cmd {
	r, ok := m.tree.here()
	switch {
	case !ok:
		return nil
	case m.drives.isFolder(r):
		return m.tree.Turn()
	case isWorkbook(m.drives.items[r]) && !m.tree.doomed(r):
		m.inBook = true
		return m.book.Open(sheet.File(r), m.tree.name(r), text.Clean(m.drives.path(m.drives.parent(r))))
	}
	return m.tree.GoRight()
}

func (m *Model) leaveBook() tea.Cmd {
	m.book.Close()
	m.inBook = false
	return m.tree.Settled()
}

func (m *Model) newFolder(int) tea.Cmd {
	folder, ok := m.tree.folderHere()
	if !ok {
		return views.Notice(views.Warning, "The drives are not read yet")
	}
	return m.ask("New folder in "+m.drives.path(folder), "", m.freeName(folder, Ref{}), func(box dialog.Box, name string) tea.Cmd {
		return m.edits.Do("Made the folder "+name, change{box: box, Ref: Ref{Group: folder.Group, Item: m.env.NewID()}, Is: &place{Name: name, Parent: folder.Item}})
	})
}

func (m *Model) rename(int) tea.Cmd {
	r, ok := m.tree.here()
	if !ok || isRoot(r) {
		return views.Notice(views.Warning, "A drive keeps its name")
	}
	if m.tree.doomed(r) {
		return views.Notice(views.Warning, m.drives.items[r].Name+" is being deleted; u keeps it")
	}
	was := m.drives.placeOf(r)
	return m.ask("Rename "+was.Name, was.Name, m.freeName(m.drives.parent(r), r), func(box dialog.Box, name string) tea.Cmd {
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
		if at, found, _ := m.drives.named(folder, name); found && at != self {
			return m.drives.items[at].Name + " is there already; choose another name"
		}
		return ""
	}
}

// moveTargets asks where items go. A drive moves within itself alone.
func (m *Model) moveTargets(int) tea.Cmd {
	list := m.tree.targets()
	if len(list) == 0 {
		return views.Notice(views.Warning, "Only files and folders can be moved")
	}
	group := list[0].Group
	if slices.ContainsFunc(list, func(r Ref) bool { return r.Group != group }) {
		return views.Notice(views.Warning, "Items are moved within a drive; save what goes to another, and add it there")
	}
	accept := func(to Ref) bool {
		return !m.tree.doomed(to) && !slices.ContainsFunc(list, func(r Ref) bool { return m.drives.under(to, r) || len(list) == 1 && m.drives.parent(r) == to })
	}
	cmd := m.pickFolder("Move "+m.tree.whom(list)+" to", group, accept, func(to Ref) tea.Cmd { return m.moveTo(list, to) })
	return tea.Batch(cmd, m.tree.walk(group))
}

func (m *Model) moveTo(list []Ref, to Ref) tea.Cmd {
	var changes []change
	for _, r := range list {
		was := m.drives.placeOf(r)
		if was.Parent == to.Item {
			continue
		}
		if at, found, _ := m.drives.named(to, was.Name); found {
			m.refuse(m.offered.box, "there is "+m.drives.items[at].Name+" already; rename one of them first")
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
	return m.edits.Do("Moved "+m.tree.whom(list)+" to "+m.drives.path(to), changes...)
}

// hasLink says that the item under the cursor has an address in the web.
func (m *Model) hasLink() bool {
	r, ok := m.tree.here()
	return ok && m.drives.items[r].WebURL != ""
}

func (m *Model) browse(int) tea.Cmd {
	r, _ := m.tree.here()
	return views.Browse(m.env.Desktop, m.drives.items[r].WebURL, text.Literal("Opened in the browser"))
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
	list := m.tree.targets()
	if len(list) == 0 {
		return views.Notice(views.Warning, "Only files and folders can be deleted")
	}
	changes := make([]change, 0, len(list))
	for _, r := range list {
		was := m.drives.placeOf(r)
		changes = append(changes, change{Ref: r, Was: &was, All: true})
	}
	what := m.tree.whom(list)
	held := m.edits.Hold(edit.Words{Doing: "Deleting " + what, Label: "Deleted " + what + " for good", Not: "Not deleted: " + what}, changes...)
	m.tree.ClearMarks()
	m.tree.Move(1)
	return tea.Batch(held, m.tree.Settled())
}

// ask asks for a name that check has nothing against. The change that is made
// of it knows its box, so that it opens again if the service refuses it.
func (m *Model) ask(title, value string, check func(string) string, answer func(box dialog.Box, name string) tea.Cmd) tea.Cmd {
	q := dialog.Question{Title: text.Clean(title), Placeholder: text.Literal("a name"), Value: value}
	return m.dialog.AskFor(m.env.Theme, q, func(box dialog.Box, name string) (tea.Cmd, error) {
		if wrong := check(name); wrong != "" {
			return nil, errors.New(wrong)
		}
		return answer(box, name), nil
	})
}

// refuse opens a question again that the service did not take; not over what
// has the keys.
func (m *Model) refuse(box dialog.Box, why string) {
	if !m.Capturing() {
		m.dialog.Refuse(box, errors.New(why))
	}
}

// pickFolder offers the folders of a drive; those read meanwhile come along.
func (m *Model) pickFolder(title, group string, accept func(Ref) bool, chosen func(Ref) tea.Cmd) tea.Cmd {
	offer := func() []picker.Item {
		var items []picker.Item
		for _, r := range m.drives.folders(group) {
			if accept(r) {
				items = append(items, picker.Item{ID: node(r), Title: text.Clean(m.drives.path(r))})
			}
		}
		return items
	}
	m.tree.walked = 0
	o := picker.Options{Title: text.Clean(title), Placeholder: text.Literal("a folder")}
	box := dialog.Pick(m.env.Theme, offer(), o, func(c picker.Choice) tea.Cmd {
		r, _ := refOf(c.IDs[0])
		return chosen(r)
	})
	m.dialog.Open(box)
	m.offered = offered{box: box, group: group, items: offer}
	return nil
}

// offered is the folders that the last question for one has.
type offered struct {
	box   dialog.Box
	group string // whose folders
	items func() []picker.Item
}

// offerFolders has the open question for a folder offer those that are known
// now.
func (m *Model) offerFolders(group string) {
	if o := m.offered; o.box != nil && o.group == group {
		m.dialog.SetItems(o.box, o.items())
	}
}

// askUpload asks for the path of a file to put into the folder of the cursor.
func (m *Model) askUpload(int) tea.Cmd {
	folder, ok := m.tree.folderHere()
	if !ok {
		return views.Notice(views.Warning, "The drives are not read yet")
	}
	var box dialog.Box
	box = dialog.Ask(m.env.Theme, dialog.Question{Title: text.Clean("Add a file to " + m.drives.path(folder)),
		Placeholder: text.Literal("the path of a file, such as ~/plan.xlsx"), Complete: m.completePath, Verb: "add",
		Answer: dialog.Given(func(path string) (tea.Cmd, error) {
			local, done := m.options.Local, views.Done(&m.work, func(t transfer, err error) tea.Cmd { return m.onLocal(box, t, err) })
			return func() tea.Msg {
				f, err := local.Open(path)
				if err != nil {
					return done(transfer{}, err)
				}
				defer f.Close()
				return done(transfer{at: folder, name: f.Name, path: path, size: f.Size, up: true}, nil)
			}, dialog.ErrLater
		})})
	m.dialog.Open(box)
	return nil
}

// onLocal begins an upload, once it is known what the file would be called
// and whether the folder has that already; not where the question for it was
// left meanwhile.
func (m *Model) onLocal(box dialog.Box, t transfer, err error) tea.Cmd {
	if !m.dialog.Settle(box, err) {
		return nil
	}
	if _, found, _ := m.drives.named(t.at, t.name); found {
		return m.askTaken(t)
	}
	return m.transfers.enqueue(t)
}

// askTaken asks what to do about a name that is taken.
func (m *Model) askTaken(t transfer) tea.Cmd {
	at, found, _ := m.drives.named(t.at, t.name)
	items := []picker.Item{
		{ID: "both", Title: text.Literal("Keep both"), Detail: text.Literal("the new one gets a number")},
		{ID: "replace", Title: text.Literal("Replace what is there"), Detail: text.Literal("it is lost for good")},
		{ID: "leave", Title: text.Literal("Leave it"), Detail: text.Literal("add nothing")},
	}
	if found && m.drives.items[at].Folder != nil { // a file does not take the place of a folder
		items = []picker.Item{items[0], items[2]}
	}
	return m.dialog.Pick(m.env.Theme, items, picker.Options{Title: text.Clean(t.name + " is there already")}, func(c picker.Choice) tea.Cmd {
		switch c.IDs[0] {
		case "both":
			t.taken = KeepBoth
		case "replace":
			t.taken = Replace
		default:
			return views.Notice(views.Info, "Not added: "+t.name)
		}
		return m.transfers.enqueue(t)
	})
}

// completePath asks what a path could go on to.
func (m *Model) completePath(typed string) tea.Cmd {
	local, done := m.options.Local, views.Done(&m.work, func(paths []string, _ error) tea.Cmd { return m.dialog.Offer(typed, paths) })
	return func() tea.Msg { return done(local.Complete(typed, dialog.Completions), nil) }
}

// added puts what was uploaded into its folder, and has the undo log know it.
func (m *Model) added(t transfer, item model.DriveItem) tea.Cmd {
	m.edits.Wrote()
	m.drives.put(t.at, item)
	delete(m.item.asked, t.at.Group) // the drive is fuller
	m.tree.Reload()
	r := Ref{Group: t.at.Group, Item: item.ID}
	if !m.tree.Filtering() && !m.dialog.IsOpen() {
		m.tree.reveal(r)
	}
	settled := tea.Batch(m.tree.loadOpen(), m.tree.Settled()) // its folder may not have been read
	if t.taken == Replace {
		return tea.Batch(settled, views.Notice(views.Success, "Replaced "+item.Name))
	}
	label, made := "Added "+item.Name, t.change
	made.Ref, made.Is, made.ETag = r, &place{Name: item.Name, Parent: t.at.Item}, item.DriveETag
	if !t.again {
		return tea.Batch(settled, m.edits.Relog(t.step, label, label, made))
	}
	return tea.Batch(settled, m.edits.Rename(t.change.Item, item.ID), m.edits.Relog(t.step, label, label+" again", made))
}

// download asks where to save the targets, and saves them one after the other.
func (m *Model) download(int) tea.Cmd {
	var files []transfer
	list := m.tree.targets()
	for _, r := range list {
		if i := m.drives.items[r]; i.Folder == nil {
			files = append(files, transfer{at: r, name: i.Name, size: i.Size})
		}
	}
	if len(files) == 0 {
		return views.Notice(views.Warning, "Only files are saved: choose one, or select several with x")
	}
	what, name := text.Of("all ", len(files), " to the folder"), ""
	if len(files) == 1 {
		what, name = text.Clean(files[0].name), files[0].name
	}
	ask := m.dialog.Ask(m.env.Theme, download.Ask(what, m.options.Downloads, name, m.options.Home, func(folder, name string) tea.Cmd {
		m.tree.ClearMarks()
		var cmds []tea.Cmd
		for _, f := range files {
			f.path, f.name = folder, cmp.Or(name, f.name)
			cmds = append(cmds, m.transfers.enqueue(f))
		}
		return tea.Batch(cmds...)
	}))
	if len(files) < len(list) {
		return tea.Batch(ask, views.Notice(views.Warning, "Folders are left out: only files are saved"))
	}
	return ask
}
