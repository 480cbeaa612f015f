package inbox

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/theme"
	"daybook/views"
	"daybook/views/reader"
	"daybook/widget/dialog"
	"daybook/widget/picker"
	"daybook/widget/text"
)

// margin is what answers are moved to the right by, two cells for each that
// they stand below, as far as it goes.
var margin = text.Literal("                ")

// answers is the tree of who answered whom in the thread that is read.
type answers struct {
	*shared
	dialog  *dialog.Stack
	reader  *readerPane
	open    func() tea.Cmd // gives the reader the keys
	request views.Request
}

func (a *answers) action() views.Action {
	return views.Action{ID: "answers", Opens: true, Name: "Who answered whom in the thread", Words: "tree conversation replies", Keys: []string{"C"},
		Do: views.Once(a.ask), Enabled: func() bool { return a.focus != folderFocus && a.reader.current() != nil }}
}

// ask reads what each message of the thread answers.
func (a *answers) ask() tea.Cmd {
	row := a.reader.rows().Selected()
	if row == nil {
		return nil
	}
	newest, service := row.Newest(), a.service
	now, unread := a.today(), a.theme.Glyphs.Unread
	if newest.Conversation == "" || newest.Conversation == newest.ID {
		return views.Notice(views.Info, "This message is alone: nobody answered, and it answers nobody.")
	}
	return views.Load(&a.work, &a.request, func(ctx context.Context) ([]picker.Item, error) {
		messages, err := service.Answers(ctx, newest.Conversation)
		return answerItems(messages, now, unread), err
	}, func(items []picker.Item, err error) tea.Cmd { return a.show(items, err) })
}

// answerItems are the lines of the tree: who wrote, the first words or a subject
// of its own, and when.
func answerItems(messages []model.Message, now time.Time, unread theme.Glyph) []picker.Item {
	var items []picker.Item
	for _, place := range model.Answers(messages) {
		m := header(&messages[place.Message])
		words := reader.OwnSubject(m.Subject, text.Clean(messages[len(messages)-1].Subject))
		if words.Empty() {
			words = m.Preview
		}
		title := text.Concat(margin.Slice(text.Range{To: min(2*place.Depth, margin.Width())}), m.From.Short(), text.Literal("  "), words)
		item := picker.Item{ID: m.ID, Title: title, Detail: text.Clean(views.Date(m.Received, now)), Sign: " ",
			Look: func(s *theme.Styles) theme.Style { return s.Muted }}
		if !messages[place.Message].IsRead {
			item.Sign, item.Look = unread, func(s *theme.Styles) theme.Style { return s.Unread }
		}
		items = append(items, item)
	}
	return items
}

func (a *answers) show(items []picker.Item, err error) tea.Cmd {
	switch {
	case err != nil:
		return views.Notice(views.Failure, "Could not read who answered whom: ", views.Reason(err, noLongerThere))
	case len(items) < 2:
		return views.Notice(views.Info, "This message is alone: nobody answered, and it answers nobody.")
	}
	a.dialog.Open(dialog.PickWide(&a.theme, items, picker.Options{Title: text.Literal("Who answered whom"),
		Placeholder: text.Literal("name or words"), Enter: "go to it", At: a.reader.shownID()}, func(c picker.Choice) tea.Cmd {
		if t := a.reader.thread; t != nil && t.find(c.IDs[0]) >= 0 {
			open := a.open()
			return tea.Batch(open, a.reader.unfold(t.find(c.IDs[0])))
		}
		return views.Notice(views.Info, "The list shows single messages: v shows the thread, and then that one.")
	}))
	return nil
}
