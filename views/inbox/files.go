package inbox

import (
	"context"
	"fmt"

	tea "charm.land/bubbletea/v2"

	"daybook/views"
	"daybook/views/edit"
	"daybook/views/inbox/change"
	"daybook/views/reader"
	"daybook/widget/picker"
	"daybook/widget/text"
)

// chooseFile offers what can be done with the attachments of the current message.
func (r *readerPane) chooseFile() tea.Cmd {
	m := r.current()
	if m == nil || len(m.Files) == 0 {
		return views.Notice(views.Info, "This message has no attachments.")
	}
	service, id := r.service, m.ID
	return r.parts.Choose(id, m.Files, func(ctx context.Context, f reader.File) ([]byte, error) { return service.Attachment(ctx, id, f.ID) },
		func(f reader.File) tea.Cmd {
			return r.env.Ask(views.Confirm{
				Title:  text.Concat(text.Literal("Delete "), f.Name, text.Literal("?")),
				Detail: text.Concat(text.Literal("It is taken off the message. "), text.Clean(edit.Warning)),
				Verb:   "Delete",
				Yes:    func() tea.Cmd { return r.destroy(false, change.Doomed{File: f.ID, Name: f.Raw}, id) },
			})
		})
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
	open := views.Browse(r.env.Desktop, link.URL, text.Concat(text.Literal("Opened "), link.Target))
	if link.Warning.Empty() {
		return open
	}
	return r.env.Ask(views.Confirm{Title: text.Literal("Open this link?"),
		Detail: text.Concat(link.Warning, text.Literal(". It goes to "), link.Target), Verb: "Open", Yes: func() tea.Cmd { return open }})
}
