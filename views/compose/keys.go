package compose

import (
	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views"
)

// Actions are what can be done with the open letter. Each has a key that
// types nothing, as the letter has the others.
func (d *Desk) Actions() []views.Action {
	on := func(do func(*letter) tea.Cmd) func(int) tea.Cmd {
		return func(int) tea.Cmd {
			if d.letter == nil {
				return nil
			}
			return do(d.letter)
		}
	}
	const group = "Letter"
	actions := []views.Action{
		{ID: "send", Name: "Send", Keys: []string{"ctrl+s", "ctrl+enter"}, Do: on((*letter).send)},
		{ID: "editor", Name: "Write in $EDITOR", Hint: "editor", Keys: []string{"ctrl+e"}, Do: on((*letter).edit)},
		{ID: "attach", Name: "Attach a file", Hint: "attach", Keys: []string{"ctrl+o"}, Do: on((*letter).askFile)},
		{ID: "detach", Name: "Take the last attachment off", Keys: []string{"alt+o"}, Do: on((*letter).detach)},
		{ID: "bcc", Name: "Show the Bcc line", Keys: []string{"ctrl+b"}, Do: on((*letter).toggleBcc)},
		{ID: "importance", Name: "Change the importance", Keys: []string{"ctrl+t"}, Do: on((*letter).cycleImportance)},
		{ID: "read-receipt", Name: "Ask for a read receipt", Keys: []string{"ctrl+r"}, Do: on((*letter).toggleReadReceipt)},
		{ID: "delivery-receipt", Name: "Ask for a delivery receipt", Do: on((*letter).toggleDeliveryReceipt)},
		{ID: "close", Name: "Put the letter away as a draft", Hint: "keep as draft", Keys: []string{"ctrl+q"}, Do: on((*letter).putAway)},
		{ID: "discard", Name: "Throw the letter away", Hint: "discard", Keys: []string{"ctrl+x"}, Do: on(func(*letter) tea.Cmd { return d.discard() })},
	}
	for _, t := range d.options.Templates {
		actions = append(actions, views.Action{
			ID: "template." + t.Name, Name: "Insert template: " + t.Name,
			Do: on(func(l *letter) tea.Cmd { return l.insert(t.Body) }),
		})
	}
	for i := range actions {
		actions[i].Group, actions[i].Typing = group, true
	}
	return actions
}

// Hints are the actions most useful while a letter is open.
func (d *Desk) Hints() []string { return []string{"send", "attach", "editor", "discard"} }

// pathBegins is where the line for a file's path begins: at home.
const pathBegins = "~/"

// askFile shows the line for a file's path.
func (l *letter) askFile() tea.Cmd {
	l.askPath = true
	cmd := l.focus(fieldPath)
	if l.inputs[fieldPath].Value() == "" {
		l.inputs[fieldPath].SetValue(pathBegins)
		l.inputs[fieldPath].CursorEnd()
	}
	return tea.Batch(cmd, l.scheduleCompletion())
}

func (l *letter) detach() tea.Cmd {
	if len(l.draft.Files) == 0 {
		return nil
	}
	l.draft.Files = l.draft.Files[: len(l.draft.Files)-1 : len(l.draft.Files)-1]
	return l.changed()
}

func (l *letter) toggleBcc() tea.Cmd {
	l.showBcc = !l.showBcc || l.inputs[fieldBcc].Value() != ""
	if l.showBcc {
		return l.focus(fieldBcc)
	}
	return l.focus(fieldTo)
}

// cycleImportance goes from normal to high to low.
func (l *letter) cycleImportance() tea.Cmd {
	l.draft.Importance = map[string]string{
		"":                     model.ImportanceHigh,
		model.ImportanceNormal: model.ImportanceHigh,
		model.ImportanceHigh:   model.ImportanceLow,
		model.ImportanceLow:    model.ImportanceNormal,
	}[l.draft.Importance]
	return l.changed()
}

func (l *letter) toggleReadReceipt() tea.Cmd {
	l.draft.ReadReceipt = !l.draft.ReadReceipt
	return l.changed()
}

func (l *letter) toggleDeliveryReceipt() tea.Cmd {
	l.draft.DeliveryReceipt = !l.draft.DeliveryReceipt
	return l.changed()
}

// insert puts a template where the cursor stands in the body.
func (l *letter) insert(body string) tea.Cmd {
	cmd := l.focus(fieldBody)
	l.body.InsertString(body)
	return tea.Batch(cmd, l.changed())
}
