package files

import (
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"daybook/views"
	"daybook/widget/input"
	"daybook/widget/picker"
	"daybook/widget/text"
)

const (
	// completePause is how long the hands rest before a path is completed.
	completePause = 80 * time.Millisecond
	completions   = 8
)

// askUpload asks for the path of a file to put into the folder of the cursor.
func (m *Model) askUpload(int) tea.Cmd {
	folder, ok := m.folderHere()
	if !ok {
		return say("The drives are not read yet", views.Warning)
	}
	line := input.New(m.env.Theme, text.Literal("the path of a file, such as ~/plan.xlsx"))
	line.Focus()
	m.dialog = &dialog{title: text.Clean("Add a file to " + m.shelf.path(folder)), line: line, path: true, answer: func(path string) tea.Cmd {
		local, done := m.options.Local, views.Done(&m.work, m.onLocal)
		return func() tea.Msg {
			f, err := local.Open(path)
			if err != nil {
				return done(transfer{}, err)
			}
			defer f.Close()
			return done(transfer{at: folder, name: f.Name, path: path, size: f.Size, up: true}, nil)
		}
	}}
	return nil
}

// onLocal begins an upload, once it is known what the file would be called
// and whether the folder has that already.
func (m *Model) onLocal(t transfer, err error) tea.Cmd {
	if err != nil {
		return say("Not added: "+err.Error(), views.Failure)
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
	m.dialog = &dialog{
		picker: picker.New(m.env.Theme, items, picker.Options{Title: text.Clean(t.name + " is there already")}),
		chosen: func(id string) tea.Cmd {
			switch id {
			case "both":
				t.taken = KeepBoth
			case "replace":
				t.taken = Replace
			default:
				return say("Not added: "+t.name, views.Info)
			}
			return m.enqueue(t)
		},
	}
	return nil
}

// completePath asks what the path could go on to, once the hands rest.
func (m *Model) completePath(typed string) tea.Cmd {
	if typed == "" || !m.typesPath(typed) {
		return nil
	}
	local, done := m.options.Local, views.Done(&m.work, func(paths []string, _ error) tea.Cmd {
		if m.typesPath(typed) {
			m.dialog.offered, m.dialog.at = paths, 0
		}
		return nil
	})
	return func() tea.Msg { return done(local.Complete(typed, completions), nil) }
}

// typesPath says that a path is being typed, and this is what there is of it.
func (m *Model) typesPath(typed string) bool {
	d := m.dialog
	return d != nil && d.path && d.line.Value() == typed
}

// pathKey takes the keys of the completions; tab takes one, enter too unless
// what was typed is a path already.
func (m *Model) pathKey(key string) (tea.Cmd, bool) {
	d := m.dialog
	if len(d.offered) == 0 {
		return nil, false
	}
	switch key {
	case "down", "ctrl+n":
		d.at = (d.at + 1) % len(d.offered)
	case "up", "ctrl+p":
		d.at = (d.at + len(d.offered) - 1) % len(d.offered)
	case "enter", "tab":
		choice := d.offered[d.at]
		if key == "enter" && choice == d.line.Value() {
			return nil, false
		}
		d.line.SetValue(choice)
		d.offered = nil
		if strings.HasSuffix(choice, "/") {
			return m.restTyping(), true
		}
		if key == "enter" {
			return nil, false
		}
	default:
		return nil, false
	}
	return nil, true
}

func (m *Model) restTyping() tea.Cmd {
	typed := m.dialog.line.Value()
	return m.work.After(completePause, func() tea.Cmd { return m.completePath(typed) })
}
