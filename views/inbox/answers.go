package inbox

import (
	"context"
	"fmt"
	"slices"
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

// answers is the tree of who answered whom in the thread that is read.
type answers struct {
	*shared
	dialog  *dialog.Stack
	reader  *readerPane
	open    func() tea.Cmd // gives the reader the keys
	width   func() int     // of the screen
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
	now, glyphs, room := a.today(), a.theme.Glyphs, min(a.width()/4, mostBranches)
	if newest.Conversation == "" || newest.Conversation == newest.ID {
		return views.Notice(views.Info, "This message is alone: nobody answered, and it answers nobody.")
	}
	return views.Load(&a.work, &a.request, func(ctx context.Context) ([]picker.Item, error) {
		messages, err := service.Answers(ctx, newest.Conversation)
		return answerItems(messages, now, glyphs, room), err
	}, func(items []picker.Item, err error) tea.Cmd { return a.show(items, err) })
}

// mostBranches is the cells before an answer at most, for the lines that lead to
// it.
const mostBranches = 24

// branches are the lines that lead to the answers of a tree, in so many cells:
// two for each that an answer stands below, or one; where even these are too
// many, how many it stands below is said in their place.
func branches(tree []model.Answer, g theme.Border, room int) []text.Text {
	deepest := 0
	for _, a := range tree {
		deepest = max(deepest, a.Depth)
	}
	level := func(sign theme.Glyph) text.Text {
		if 2*deepest > room {
			return text.Glyph(sign)
		}
		return text.Concat(text.Glyph(sign), text.Literal(" "))
	}
	out, more := make([]text.Text, len(tree)), make([]bool, deepest+2) // whether one follows below the same
	for i, a := range slices.Backward(tree) {
		parts := make([]text.Text, 0, a.Depth)
		for depth := 1; depth < a.Depth; depth++ {
			sign := theme.Glyph(" ")
			if more[depth] {
				sign = g.Vertical
			}
			parts = append(parts, level(sign))
		}
		sign := g.BottomLeft
		if more[a.Depth] {
			sign = g.TeeLeft
		}
		if parts = append(parts, level(sign)); a.Depth > 0 {
			out[i] = text.Concat(parts...)
		}
		if out[i].Width() > room {
			out[i] = text.Of(fmt.Sprintf("%*d", room-1, a.Depth), string(sign))
		}
		more[a.Depth] = true
		clear(more[a.Depth+1:])
	}
	return out
}

// answerItems are the lines of the tree: who wrote, the first words or a subject
// of its own, and when.
func answerItems(messages []model.Message, now time.Time, glyphs theme.Glyphs, room int) []picker.Item {
	var items []picker.Item
	tree := model.Answers(messages)
	lead := branches(tree, glyphs.Border, room)
	for i, place := range tree {
		m := header(&messages[place.Message])
		words := reader.OwnSubject(m.Subject, text.Clean(messages[len(messages)-1].Subject))
		if words.Empty() {
			words = m.Preview
		}
		title := text.Concat(lead[i], m.From.Short(), text.Literal("  "), words)
		item := picker.Item{ID: m.ID, Title: title, Detail: text.Clean(views.Date(m.Received, now)), Sign: " ",
			Look: func(s *theme.Styles) theme.Style { return s.Muted }}
		if !messages[place.Message].IsRead {
			item.Sign, item.Look = glyphs.Unread, func(s *theme.Styles) theme.Style { return s.Unread }
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
