package files

import "daybook/views"

// allActions are what can be done on this screen: with the files, and while a
// workbook is open with that.
func (m *Model) allActions() []views.Action {
	list := append(m.tree.Actions(m.tree.Back), []views.Action{
		{ID: "new-folder", Opens: true, Name: "New folder", Words: "directory create mkdir", Hint: "new folder", Group: "Files", Keys: []string{"n"}, Do: m.newFolder},
		{ID: "rename", Opens: true, Name: "Rename", Group: "Files", Keys: []string{"r"}, Do: m.rename},
		{ID: "move", Opens: true, Name: "Move to a folder", Hint: "move", Group: "Files", Keys: []string{"m"}, Do: m.moveTargets},
		{ID: "delete", Name: "Delete", Words: "remove trash", Group: "Files", Keys: []string{"d", "delete"}, Do: m.deleteTargets},
		{ID: "select", Name: "Select", Group: "Files", Keys: []string{"x", "space"}, Do: m.tree.SelectHere},
		{ID: "upload", Opens: true, Name: "Add a file from this machine", Words: "attach import", Hint: "add", Group: "Files", Keys: []string{"a"}, Do: m.askUpload},
		{ID: "download", Opens: true, Name: "Save to this machine", Words: "export keep copy", Hint: "save", Group: "Files", Keys: []string{"s"}, Do: m.download},
		{ID: "browse", Name: "Open in the browser", Words: "web share link", Group: "Files", Keys: []string{"o"}, Enabled: m.hasLink, Needs: views.Needs("a file with an address in the web"), Do: m.browse},
	}...)
	for i, a := range list {
		list[i] = a.While(func() bool { return !m.inBook })
	}
	list = append(list, m.book.Actions(func() bool { return m.inBook }, m.leaveBook)...)
	list = append(list, views.AskRights(m.env, func() error { return m.tree.err }))
	return append(list, views.Action{ID: "cancel", Name: "Stop the upload or download", Hint: "stop", Group: "Files", Keys: []string{"c"},
		Enabled: func() bool { return m.transfers.running != nil }, Needs: views.Needs("an upload or download under way"), Do: m.transfers.stop})
}
