package inbox

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	tea "charm.land/bubbletea/v2"

	"daybook/views"
	"daybook/views/download"
	"daybook/views/edit"
	"daybook/views/inbox/change"
	"daybook/widget/dialog"
	"daybook/widget/picker"
	"daybook/widget/text"
)

// The choices beside the files themselves.
const (
	saveAll = "save-all"
	saveTo  = "save-to"
	verbSep = "\x00" // between verb and attachment id
)

// chooseFile opens the picker of the current letter's attachments: first
// which, then what to do.
func (m *Model) chooseFile() tea.Cmd {
	l := m.current()
	if l == nil || len(l.files) == 0 {
		return notify(views.Info, "This message has no attachments.")
	}
	var items []picker.Item
	for _, f := range l.files {
		what := say(size(f.size))
		items = append(items,
			picker.Item{ID: "save" + verbSep + f.id, Title: text.Concat(text.Literal("Save "), f.name), Detail: what},
			picker.Item{ID: "open" + verbSep + f.id, Title: text.Concat(text.Literal("Open "), f.name), Detail: text.Clean(f.kind)},
			picker.Item{ID: "delete" + verbSep + f.id, Title: text.Concat(text.Literal("Delete "), f.name)})
	}
	if len(l.files) > 1 {
		items = append([]picker.Item{{ID: saveAll, Title: say("Save all ", len(l.files))}}, items...)
	}
	items = append(items, picker.Item{ID: saveTo, Title: text.Literal("Save to another folder"), Detail: text.Clean(m.options.Downloads)})
	return m.dialog.Pick(&m.theme, items, picker.Options{Title: text.Literal("Attachments")}, func(c picker.Choice) tea.Cmd {
		switch c.IDs[0] {
		case saveAll:
			return m.saveFiles(l.id, l.files)
		case saveTo:
			return m.askFolder(l.id, l.files)
		}
		verb, id, _ := strings.Cut(c.IDs[0], verbSep)
		for _, f := range l.files {
			if f.id == id {
				return m.withFile(verb, l.id, f)
			}
		}
		return nil
	})
}

func (m *Model) withFile(verb, message string, f file) tea.Cmd {
	switch verb {
	case "save":
		return m.saveFiles(message, []file{f})
	case "open":
		open := m.openFile(message, f)
		if !runs(f) {
			return open
		}
		return m.env.Ask(views.Confirm{
			Title:  text.Concat(text.Literal("Open "), f.name, text.Literal("?")),
			Detail: text.Literal("This file can run as a program. Open it only if you know what it is."),
			Verb:   "Open", Yes: func() tea.Cmd { return open },
		})
	}
	return m.env.Ask(views.Confirm{
		Title:  text.Concat(text.Literal("Delete "), f.name, text.Literal("?")),
		Detail: text.Concat(text.Literal("It is taken off the message. "), text.Clean(edit.Warning)),
		Verb:   "Delete",
		Yes: func() tea.Cmd {
			return m.triage.destroyAll(false, change.Doomed{File: f.id, Name: f.raw}, message)
		},
	})
}

// askFolder asks where to save; the answer holds until the program ends.
func (m *Model) askFolder(message string, files []file) tea.Cmd {
	return m.dialog.Ask(&m.theme, dialog.Question{Title: text.Literal("Save to the folder"), Placeholder: text.Clean(m.options.Downloads), Answer: func(typed string) (tea.Cmd, error) {
		folder := strings.TrimSpace(typed)
		if rest, ok := strings.CutPrefix(folder, "~/"); ok {
			folder = filepath.Join(m.options.Home, rest)
		}
		switch {
		case folder == "":
			folder = m.options.Downloads
		case !filepath.IsAbs(folder):
			return nil, errors.New("give the folder as a whole path, such as ~/Downloads")
		}
		m.options.Downloads = folder
		return m.saveFiles(message, files), nil
	}})
}

// saveFiles saves attachments to the downloads folder.
func (m *Model) saveFiles(message string, files []file) tea.Cmd {
	service, folder := m.service, m.options.Downloads
	bytes := int64(0)
	for _, f := range files {
		bytes += int64(f.size)
	}
	return views.Call(&m.work, bytes, func(ctx context.Context) (text.Text, error) {
		var saved []string
		for _, f := range files {
			path, err := save(ctx, service, folder, message, f)
			if err != nil {
				return f.name, err
			}
			saved = append(saved, path)
		}
		if len(saved) > 1 {
			return say("Saved ", len(saved), " files to ", folder), nil
		}
		return say("Saved ", saved[0]), nil
	}, func(words text.Text, err error) tea.Cmd {
		if err != nil {
			return notify(views.Failure, "Could not save ", words, ": ", err)
		}
		return views.Send(views.Notify{Text: words, Level: views.Success})
	})
}

// openFile shows an attachment with the desktop's program. What that gets is
// a copy, in no folder of the person's.
func (m *Model) openFile(message string, f file) tea.Cmd {
	service := m.service
	return views.Call(&m.work, int64(f.size), func(ctx context.Context) ([]byte, error) { return service.Attachment(ctx, message, f.id) },
		func(content []byte, err error) tea.Cmd { return m.onFile(f, content, err) })
}

func (m *Model) onFile(f file, content []byte, err error) tea.Cmd {
	if err != nil {
		return notify(views.Failure, "Could not open ", f.name, ": ", err)
	}
	return m.env.Desktop.OpenFile(f.raw, content, func(err error) tea.Msg {
		if err != nil {
			return views.Notify{Text: say("Could not open ", f.name, ": ", err, "; it can be saved instead."), Level: views.Failure}
		}
		return views.Notify{Text: say("Opened ", f.name, "."), Level: views.Success}
	})
}

// save writes an attachment into the folder, and nowhere else, under a name
// that is free. It returns the path.
func save(ctx context.Context, service Service, folder, message string, f file) (string, error) {
	content, err := service.Attachment(ctx, message, f.id)
	if err != nil {
		return "", err
	}
	return download.Save(folder, f.raw, content)
}

// runs reports whether a desktop would run a file rather than show it.
func runs(f file) bool {
	switch strings.ToLower(filepath.Ext(strings.TrimRight(f.raw, " ."))) {
	case ".exe", ".com", ".bat", ".cmd", ".msi", ".scr", ".ps1", ".vbs", ".vbe", ".js", ".jse", ".wsf", ".hta", ".lnk", ".reg",
		".desktop", ".sh", ".bash", ".run", ".appimage", ".bin", ".jar", ".py", ".pl", ".rb", ".deb", ".rpm", ".apk",
		".app", ".command", ".dmg", ".pkg", ".scpt", ".html", ".htm", ".svg", ".docm", ".xlsm", ".iso", "":
		return true
	}
	for _, part := range []string{"executable", "x-sh", "x-msdos", "x-desktop", "x-elf", "script"} {
		if strings.Contains(strings.ToLower(f.kind), part) {
			return true
		}
	}
	return false
}

// chooseLink opens the picker of links, by number.
func (m *Model) chooseLink(int) tea.Cmd {
	l := m.current()
	if l == nil || l.bodies[l.form] == nil || len(l.bodies[l.form].document.Links) == 0 {
		return notify(views.Info, "This message has no links.")
	}
	links := l.bodies[l.form].document.Links
	var items []picker.Item
	for _, link := range links {
		title := text.Concat(say("[", link.Number, "] "), link.Label)
		detail := link.Target
		if !link.Warning.Empty() {
			title = text.Concat(text.Glyph(m.theme.Glyphs.Warning), text.Literal(" "), title)
		}
		items = append(items, picker.Item{ID: fmt.Sprint(link.Number), Title: title, Detail: detail, Words: link.URL})
	}
	return m.dialog.Pick(&m.theme, items, picker.Options{Title: text.Literal("Open a link"), Placeholder: text.Literal("number or words")},
		func(c picker.Choice) tea.Cmd {
			number := 0
			fmt.Sscan(c.IDs[0], &number)
			return m.openLink(l, number)
		})
}

// openLink opens a link by its number; one to be distrusted asks first.
func (m *Model) openLink(l *letter, number int) tea.Cmd {
	b := l.bodies[l.form]
	if b == nil || number < 1 || number > len(b.document.Links) {
		return nil
	}
	link := b.document.Links[number-1]
	open := m.env.Desktop.OpenURL(link.URL, func(err error) tea.Msg {
		if err != nil {
			return views.Notify{Text: say("Could not open the link: ", err), Level: views.Failure}
		}
		return views.Notify{Text: text.Concat(text.Literal("Opened "), link.Target), Level: views.Success}
	})
	if link.Warning.Empty() {
		return open
	}
	return m.env.Ask(views.Confirm{Title: text.Literal("Open this link?"),
		Detail: text.Concat(link.Warning, text.Literal(". It goes to "), link.Target), Verb: "Open", Yes: func() tea.Cmd { return open }})
}
