package inbox

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	tea "charm.land/bubbletea/v2"

	"daybook/views"
	"daybook/views/edit"
	"daybook/views/inbox/change"
	"daybook/views/reader"
	"daybook/widget/picker"
	"daybook/widget/text"
)

// The choices beside the files themselves.
const (
	saveAll = "save-all"
	verbSep = "\x00" // between verb and attachment id
)

// chooseFile opens the picker of the current message's attachments: first
// which, then what to do.
func (r *readerPane) chooseFile() tea.Cmd {
	m := r.current()
	if m == nil || len(m.Files) == 0 {
		return views.Notice(views.Info, "This message has no attachments.")
	}
	var items []picker.Item
	for _, f := range m.Files {
		what := text.Clean(views.Size(f.Size))
		if shows(f) {
			items = append(items, picker.Item{ID: "show" + verbSep + f.ID, Title: text.Concat(text.Literal("Show "), f.Name), Detail: what})
		}
		items = append(items,
			picker.Item{ID: "save" + verbSep + f.ID, Title: text.Concat(text.Literal("Save "), f.Name), Detail: what},
			picker.Item{ID: "open" + verbSep + f.ID, Title: text.Concat(text.Literal("Open "), f.Name), Detail: text.Clean(f.Kind)},
			picker.Item{ID: "pipe" + verbSep + f.ID, Title: text.Concat(text.Literal("Pipe "), f.Name), Detail: text.Literal("to a command")},
			picker.Item{ID: "delete" + verbSep + f.ID, Title: text.Concat(text.Literal("Delete "), f.Name)})
	}
	if len(m.Files) > 1 {
		items = append([]picker.Item{{ID: saveAll, Title: text.Of("Save all ", len(m.Files))}}, items...)
	}
	return r.dialog.Pick(&r.theme, items, picker.Options{Title: text.Literal("Attachments"), Enter: "do it"}, func(c picker.Choice) tea.Cmd {
		if c.IDs[0] == saveAll {
			return r.saveFiles(m.ID, m.Files)
		}
		verb, id, _ := strings.Cut(c.IDs[0], verbSep)
		for _, f := range m.Files {
			if f.ID == id {
				return r.withFile(verb, m.ID, f)
			}
		}
		return nil
	})
}

func (r *readerPane) withFile(verb, message string, f reader.File) tea.Cmd {
	switch verb {
	case "show":
		return r.show(message, f, func() tea.Cmd { return r.saveFiles(message, []reader.File{f}) })
	case "pipe":
		service := r.service
		return r.pipe(f.Name, func(ctx context.Context) ([]byte, error) { return service.Attachment(ctx, message, f.ID) })
	case "save":
		return r.saveFiles(message, []reader.File{f})
	case "open":
		open := r.openFile(message, f)
		if !runs(f) {
			return open
		}
		return r.env.Ask(views.Confirm{
			Title:  text.Concat(text.Literal("Open "), f.Name, text.Literal("?")),
			Detail: text.Literal("This file can run as a program. Open it only if you know what it is."),
			Verb:   "Open", Yes: func() tea.Cmd { return open },
		})
	}
	return r.env.Ask(views.Confirm{
		Title:  text.Concat(text.Literal("Delete "), f.Name, text.Literal("?")),
		Detail: text.Concat(text.Literal("It is taken off the message. "), text.Clean(edit.Warning)),
		Verb:   "Delete",
		Yes:    func() tea.Cmd { return r.destroy(false, change.Doomed{File: f.ID, Name: f.Raw}, message) },
	})
}

// saveFiles asks where to save attachments; the folder holds until the program
// ends.
func (r *readerPane) saveFiles(message string, files []reader.File) tea.Cmd {
	service := r.service
	return reader.AskSave(r.dialog, &r.theme, &r.work, &r.options.Downloads, r.options.Home, files, func(ctx context.Context, f reader.File) ([]byte, error) {
		return service.Attachment(ctx, message, f.ID)
	})
}

// openFile shows an attachment with the desktop's program. What that gets is
// a copy, in no folder of the person's.
func (r *readerPane) openFile(message string, f reader.File) tea.Cmd {
	service := r.service
	return views.Call(&r.work, int64(f.Size), func(ctx context.Context) ([]byte, error) { return service.Attachment(ctx, message, f.ID) },
		func(content []byte, err error) tea.Cmd { return r.onFile(f, content, err) })
}

func (r *readerPane) onFile(f reader.File, content []byte, err error) tea.Cmd {
	if err != nil {
		return views.Notice(views.Failure, "Could not open ", f.Name, ": ", views.Reason(err, noLongerThere))
	}
	return r.env.Desktop.OpenFile(f.Raw, content, func(err error) tea.Msg {
		if err != nil {
			return views.Notify{Text: text.Of("Could not open ", f.Name, ": ", err, "; it can be saved instead."), Level: views.Failure}
		}
		return views.Notify{Text: text.Of("Opened ", f.Name, "."), Level: views.Success}
	})
}

// runs reports whether a desktop would run a file rather than show it.
func runs(f reader.File) bool {
	switch strings.ToLower(filepath.Ext(strings.TrimRight(f.Raw, " ."))) {
	case ".exe", ".com", ".bat", ".cmd", ".msi", ".scr", ".ps1", ".vbs", ".vbe", ".js", ".jse", ".wsf", ".hta", ".lnk", ".reg",
		".desktop", ".sh", ".bash", ".run", ".appimage", ".bin", ".jar", ".py", ".pl", ".rb", ".deb", ".rpm", ".apk",
		".app", ".command", ".dmg", ".pkg", ".scpt", ".html", ".htm", ".svg", ".docm", ".xlsm", ".iso", "":
		return true
	}
	for _, part := range []string{"executable", "x-sh", "x-msdos", "x-desktop", "x-elf", "script"} {
		if strings.Contains(strings.ToLower(f.Kind), part) {
			return true
		}
	}
	return false
}

// chooseLink opens the picker of links, by number.
func (r *readerPane) chooseLink() tea.Cmd {
	m := r.current()
	if m == nil || m.Body() == nil || len(m.Body().Document.Links) == 0 {
		return views.Notice(views.Info, "This message has no links.")
	}
	links := m.Body().Document.Links
	var items []picker.Item
	for _, link := range links {
		title := text.Concat(text.Of("[", link.Number, "] "), link.Label)
		detail := link.Target
		if !link.Warning.Empty() {
			title = text.Concat(text.Glyph(r.theme.Glyphs.Warning), text.Literal(" "), title)
		}
		items = append(items, picker.Item{ID: fmt.Sprint(link.Number), Title: title, Detail: detail, Words: link.URL})
	}
	return r.dialog.Pick(&r.theme, items, picker.Options{Title: text.Literal("Open a link"), Placeholder: text.Literal("number or words")},
		func(c picker.Choice) tea.Cmd {
			number := 0
			fmt.Sscan(c.IDs[0], &number)
			return r.openLink(m, number)
		})
}

// openLink opens a link by its number; one to be distrusted asks first.
func (r *readerPane) openLink(m *reader.Message, number int) tea.Cmd {
	b := m.Body()
	if b == nil || number < 1 || number > len(b.Document.Links) {
		return nil
	}
	link := b.Document.Links[number-1]
	open := r.env.Desktop.OpenURL(link.URL, func(err error) tea.Msg {
		if err != nil {
			return views.Notify{Text: text.Of("Could not open the link: ", err), Level: views.Failure}
		}
		return views.Notify{Text: text.Concat(text.Literal("Opened "), link.Target), Level: views.Success}
	})
	if link.Warning.Empty() {
		return open
	}
	return r.env.Ask(views.Confirm{Title: text.Literal("Open this link?"),
		Detail: text.Concat(link.Warning, text.Literal(". It goes to "), link.Target), Verb: "Open", Yes: func() tea.Cmd { return open }})
}
