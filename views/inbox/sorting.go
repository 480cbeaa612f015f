package inbox

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/theme"
	"daybook/views"
	"daybook/views/dateparse"
	"daybook/views/inbox/change"
	"daybook/views/inbox/rows"
	"daybook/widget/dialog"
	"daybook/widget/picker"
	"daybook/widget/text"
)

// chooseFolder opens the picker of folders for a move, those used last first.
func (t *triage) chooseFolder(int) tea.Cmd {
	targets := t.list.targets()
	var items []picker.Item
	for _, id := range t.folders.byUse(t.folders.recent...) {
		items = append(items, picker.Item{ID: id, Title: text.Clean(t.folders.path(id))})
	}
	title := "Move to"
	if targets.size() > 1 {
		title = fmt.Sprintf("Move %s to", targets.words())
	}
	o := picker.Options{Title: text.Of(title), Placeholder: text.Literal("type to find a folder, or a new name"), New: t.folders.newFolderWords, Refuse: t.folders.newFolderWrong}
	var box dialog.Box
	box = dialog.Pick(&t.theme, items, o, func(c picker.Choice) tea.Cmd {
		if c.New {
			return t.makeFolder(box, c.Query, targets)
		}
		return t.moveInto("Moved to ", c.IDs[0], targets)
	})
	t.dialog.Open(box)
	return nil
}

func (t *triage) moveInto(done, folder string, targets selection) tea.Cmd {
	if targets.rest == nil && len(targets.along) == 0 && all(targets.known, func(m *rows.Message) bool { return m.Folder == folder }) {
		return views.Notice(views.Info, "Already in ", t.folders.label(folder), ".")
	}
	t.folders.use(folder)
	return tea.Batch(t.act(targets, t.moving(done+t.folders.label(folder).String(), folder)), t.save())
}

// makeFolder makes the folder that was typed into a box and moves the messages
// there.
func (t *triage) makeFolder(box dialog.Box, typed string, targets selection) tea.Cmd {
	parent, name, _, _ := t.folders.newFolder(typed)
	service := t.service
	t.making++
	return views.Call(&t.work, 0, func(ctx context.Context) (model.MailFolder, error) { return service.CreateFolder(ctx, parent, name) },
		func(folder model.MailFolder, err error) tea.Cmd {
			t.making--
			if err != nil {
				t.askAgain(box, err)
				return views.Notice(views.Failure, "Could not make the folder: ", views.Reason(err, "the folder to hold it is no longer there"))
			}
			t.folders.add(folder)
			return t.moveInto("Moved to the new folder ", folder.ID, targets.madeFor(folder))
		})
}

// askAgain opens a box again that the service did not take, not over what has the
// keys.
func (t *triage) askAgain(box dialog.Box, err error) {
	if !t.capturing() {
		t.dialog.Refuse(box, err)
	}
}

// chooseCategories opens the picker of categories. Those that all messages
// have are marked, unless not all are known; a name that is not there can be
// made.
func (t *triage) chooseCategories(int) tea.Cmd {
	targets := t.list.targets()
	names := t.categories.names(targets.known)
	var items []picker.Item
	var marked []string
	for _, name := range names {
		sign, colour := t.categories.marks.Sign(&t.theme, name)
		items = append(items, picker.Item{
			ID: name, Title: text.Clean(name), Sign: sign, Look: func(s *theme.Styles) theme.Style { return s.Category[colour] },
		})
		if targets.rest == nil && all(targets.known, func(t *rows.Message) bool { return slices.Contains(t.Categories, name) }) {
			marked = append(marked, name)
		}
	}
	return t.dialog.Pick(&t.theme, items, picker.Options{Title: text.Literal("Categories"), Enter: "set", Multi: true, Marked: marked, New: func(typed string) text.Text {
		if typed = strings.TrimSpace(typed); slices.ContainsFunc(names, func(name string) bool { return strings.EqualFold(name, typed) }) {
			return text.Text{}
		}
		return text.Of("new category \u201c", typed, "\u201d")
	}, Refuse: func(typed string) text.Text {
		if err := views.CategoryName(typed); err != nil {
			return text.Clean(err.Error())
		}
		return text.Text{}
	},
		Placeholder: text.Literal("type to find one, or a new name")},
		func(c picker.Choice) tea.Cmd {
			if !c.New {
				return t.categorize("Categorized", targets, c.IDs, marked)
			}
			name := strings.TrimSpace(c.Query)
			done := text.Of("Categorized with the new ", name).String()
			return t.categorize(done, targets.tagged(t.categories.fresh(name)), append(c.IDs, name), marked)
		})
}

// categorize adds the chosen categories to each message and takes away those
// that were marked before and are no longer.
func (t *triage) categorize(done string, targets selection, chosen, before []string) tea.Cmd {
	if len(chosen) == 0 {
		done = "Took categories off"
	}
	return t.act(targets, try{done, func(t *rows.Message) change.State {
		next := []string{}
		for _, name := range t.Categories {
			if slices.Contains(chosen, name) || !slices.Contains(before, name) {
				next = append(next, name)
			}
		}
		for _, name := range chosen {
			if !slices.Contains(next, name) {
				next = append(next, name)
			}
		}
		return change.State{Categories: &next}
	}})
}

// askSnooze asks for the time that mail comes back.
func (t *triage) askSnooze(int) tea.Cmd {
	targets := t.list.targets()
	parse := func(typed string) (time.Time, error) {
		return dateparse.Parse(typed, t.today(), dateparse.Ahead, dateparse.Morning)
	}
	return t.dialog.Ask(&t.theme, dialog.Question{Title: text.Literal("Snooze until"), Verb: "snooze", Placeholder: text.Literal("tomorrow 9:30, monday, in 3 days, 14 march"), Hint: func(typed string) text.Text {
		if strings.TrimSpace(typed) == "" {
			return text.Literal(dateparse.Parts)
		}
		at, err := parse(typed)
		if err != nil {
			return text.Of(err)
		}
		return text.Of(views.DateTime(at, t.today()))
	}, Answer: func(typed string) (tea.Cmd, error) {
		at, err := parse(typed)
		if err != nil {
			return nil, err
		}
		if !at.After(t.today()) {
			return nil, errors.New("that time has passed")
		}
		return t.snooze(at, targets), nil
	}})
}

// toggleRule makes all mail of the selected sender Other, or Focused when it
// is Other.
func (t *triage) toggleRule() tea.Cmd {
	r := t.list.rows.Selected()
	if r == nil {
		return nil
	}
	service, sender := t.service, r.Newest().From
	if sender.Address == "" {
		return views.Notice(views.Warning, "This message names no sender.")
	}
	t.making++
	return views.Call(&t.work, 0, func(ctx context.Context) (string, error) { return service.Rule(ctx, sender.Address) },
		func(rule string, err error) tea.Cmd { return t.onRule(sender, rule, err) })
}

// onRule turns around where the sender's mail goes.
func (t *triage) onRule(sender model.EmailAddress, rule string, err error) tea.Cmd {
	t.making--
	if err != nil {
		return views.Notice(views.Failure, "Could not read the sender's rule: ", views.Reason(err, noLongerThere))
	}
	now := rule
	var mail []*rows.Message
	t.list.rows.Messages(func(e *rows.Message) {
		if strings.EqualFold(e.From.Address, sender.Address) {
			mail = append(mail, e)
			if now == "" {
				now = orFocused(e.Class)
			}
		}
	})
	next, words := model.Other, "Other"
	if now == model.Other {
		next, words = model.Focused, "Focused"
	}
	c := change.Changes{{Rule: &change.Rule{Address: sender.Address, Name: sender.Name, Before: rule, After: next}}}
	for _, e := range mail {
		c.Add(e, change.State{Class: &next})
	}
	who := text.Address(sender.Name, sender.Address).Short()
	label := fmt.Sprintf("%s is always %s", who, words)
	return t.doAs(label, func([]change.Change) string { return label }, c, mail)
}

func senderOf(r *change.Rule) model.EmailAddress {
	return model.EmailAddress{Name: r.Name, Address: r.Address}
}
