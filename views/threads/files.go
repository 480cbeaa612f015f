package threads

import (
	"context"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"daybook/views"
	"daybook/views/download"
	"daybook/widget/picker"
	"daybook/widget/text"
)

// chooseFile offers to save or delete what the current post carries.
func (m *Model) chooseFile(int) tea.Cmd {
	p := m.reader.current()
	if p == nil || len(m.filesOf(p)) == 0 {
		return say(views.Info, "This post has no attachments.")
	}
	var items []picker.Item
	for _, f := range m.filesOf(p) {
		items = append(items,
			picker.Item{ID: "save " + f.id, Title: text.Concat(text.Literal("Save "), f.name), Detail: text.Clean(size(f.size))},
			picker.Item{ID: "delete " + f.id, Title: text.Concat(text.Literal("Delete "), f.name)})
	}
	return m.dialog.Pick(m.env.Theme, items, picker.Options{Title: text.Literal("Attachments")}, func(c picker.Choice) tea.Cmd {
		verb, id, _ := strings.Cut(c.IDs[0], " ")
		for _, f := range p.files {
			if f.id == id && verb == "save" {
				return m.saveFile(p, f)
			} else if f.id == id {
				return m.askDeleteFile(p, f)
			}
		}
		return nil
	})
}

func (m *Model) saveFile(p *post, f file) tea.Cmd {
	service, folder, group, thread := m.service, m.options.Downloads, m.group().id, m.reader.thread
	return views.Call(&m.work, int64(f.size), func(ctx context.Context) (string, error) {
		content, err := service.Attachment(ctx, group, thread, p.id, f.id)
		if err != nil {
			return "", err
		}
		return download.Save(folder, f.raw, content)
	}, func(path string, err error) tea.Cmd {
		if err != nil {
			return say(views.Failure, "Could not save ", f.name, ": ", err)
		}
		return say(views.Success, "Saved ", path)
	})
}

func (m *Model) askDeleteFile(p *post, f file) tea.Cmd {
	return m.askRemove(change{Group: m.group().id, Thread: m.reader.thread, Post: p.id, File: f.id, Name: f.name.String()},
		"It is taken off the post for everybody.")
}

// drop takes an attachment off a post that was read.
func (p *post) drop(id string) {
	p.files = slices.DeleteFunc(p.files, func(f file) bool { return f.id == id })
}
