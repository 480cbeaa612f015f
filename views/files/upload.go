package files

import (
	tea "charm.land/bubbletea/v2"

	"daybook/views"
	"daybook/widget/dialog"
	"daybook/widget/picker"
	"daybook/widget/text"
)

// askUpload asks for the path of a file to put into the folder of the cursor.
func (m *Model) askUpload(int) tea.Cmd {
	folder, ok := m.folderHere()
	if !ok {
		return say("The drives are not read yet", views.Warning)
	}
	var box dialog.Box
	box = dialog.Ask(m.env.Theme, dialog.Question{Title: text.Clean("Add a file to " + m.shelf.path(folder)),
		Placeholder: text.Literal("the path of a file, such as ~/plan.xlsx"), Complete: m.completePath,
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
	if _, found, _ := m.shelf.named(t.at, t.name); found {
		return m.askTaken(t)
	}
	return m.enqueue(t)
}

// askTaken asks what to do about a name that is taken.
func (m *Model) askTaken(t transfer) tea.Cmd {
	at, found, _ := m.shelf.named(t.at, t.name)
	items := []picker.Item{
		{ID: "both", Title: text.Literal("Keep both"), Detail: text.Literal("the new one gets a number")},
		{ID: "replace", Title: text.Literal("Replace what is there"), Detail: text.Literal("it is lost for good")},
		{ID: "leave", Title: text.Literal("Leave it"), Detail: text.Literal("add nothing")},
	}
	if found && m.shelf.items[at].Folder != nil { // a file does not take the place of a folder
		items = []picker.Item{items[0], items[2]}
	}
	return m.dialog.Pick(m.env.Theme, items, picker.Options{Title: text.Clean(t.name + " is there already")}, func(c picker.Choice) tea.Cmd {
		switch c.IDs[0] {
		case "both":
			t.taken = KeepBoth
		case "replace":
			t.taken = Replace
		default:
			return say("Not added: "+t.name, views.Info)
		}
		return m.enqueue(t)
	})
}

// completePath asks what a path could go on to.
func (m *Model) completePath(typed string) tea.Cmd {
	local, done := m.options.Local, views.Done(&m.work, func(paths []string, _ error) tea.Cmd { return m.dialog.Offer(typed, paths) })
	return func() tea.Msg { return done(local.Complete(typed, dialog.Completions), nil) }
}
