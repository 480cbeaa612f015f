package compose

import (
	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views"
)

// Actions are what can be done with the open draft. Each has a key that
// types nothing, as the draft has the others.
func (c *Composer) Actions() []views.Action {
	on := func(do func(*editor) tea.Cmd) func(int) tea.Cmd {
		return func(int) tea.Cmd {
			if c.editor == nil {
				return nil
			}
			return do(c.editor)
		}
	}
	const group = "Letter"
	actions := []views.Action{
		{ID: "send", Name: "Send", Keys: []string{"ctrl+s", "ctrl+enter"}, Do: on((*editor).send)},
		{ID: "editor", Name: "Write in $EDITOR", Hint: "editor", Keys: []string{"ctrl+e"}, Do: on((*editor).edit)},
		{ID: "attach", Name: "Attach a file", Hint: "attach", Keys: []string{"ctrl+o"}, Do: on((*editor).askFile)},
		{ID: "detach", Name: "Take the last attachment off", Keys: []string{"alt+o"}, Do: on((*editor).detach)},
		{ID: "bcc", Name: "Show the Bcc line", Keys: []string{"ctrl+b"}, Do: on((*editor).toggleBcc)},
		{ID: "importance", Name: "Change the importance", Keys: []string{"ctrl+t"}, Do: on((*editor).cycleImportance)},
		{ID: "read-receipt", Name: "Ask for a read receipt", Keys: []string{"ctrl+r"}, Do: on((*editor).toggleReadReceipt)},
		{ID: "delivery-receipt", Name: "Ask for a delivery receipt", Do: on((*editor).toggleDeliveryReceipt)},
		{ID: "close", Name: "Put the letter away as a draft", Hint: "keep as draft", Keys: []string{"ctrl+q"}, Do: on((*editor).putAway)},
		{ID: "discard", Name: "Throw the letter away", Hint: "discard", Keys: []string{"ctrl+x"}, Do: on(func(*editor) tea.Cmd { return c.discard() })},
	}
	for i := range actions {
		actions[i].Group, actions[i].Typing = group, true
	}
	return actions
}

// Hints are the actions most useful while a draft is open.
func (c *Composer) Hints() []string { return []string{"send", "attach", "editor", "discard"} }

// pathBegins is where the line for a file's path begins: at home.
const pathBegins = "~/"

// askFile shows the line for a file's path.
func (e *editor) askFile() tea.Cmd {
	e.askPath = true
	cmd := e.focus(fieldPath)
	if e.inputs[fieldPath].Value() == "" {
		e.inputs[fieldPath].SetValue(pathBegins)
		e.inputs[fieldPath].CursorEnd()
	}
	return tea.Batch(cmd, e.scheduleCompletion())
}

func (e *editor) detach() tea.Cmd {
	if len(e.draft.Files) == 0 {
		return nil
	}
	e.draft.Files = e.draft.Files[: len(e.draft.Files)-1 : len(e.draft.Files)-1]
	return e.changed()
}

func (e *editor) toggleBcc() tea.Cmd {
	e.showBcc = !e.showBcc || e.inputs[fieldBcc].Value() != ""
	if e.showBcc {
		return e.focus(fieldBcc)
	}
	return e.focus(fieldTo)
}

// cycleImportance goes from normal to high to low.
func (e *editor) cycleImportance() tea.Cmd {
	e.draft.Importance = map[string]string{
		"":                     model.ImportanceHigh,
		model.ImportanceNormal: model.ImportanceHigh,
		model.ImportanceHigh:   model.ImportanceLow,
		model.ImportanceLow:    model.ImportanceNormal,
	}[e.draft.Importance]
	return e.changed()
}

func (e *editor) toggleReadReceipt() tea.Cmd {
	e.draft.ReadReceipt = !e.draft.ReadReceipt
	return e.changed()
}

func (e *editor) toggleDeliveryReceipt() tea.Cmd {
	e.draft.DeliveryReceipt = !e.draft.DeliveryReceipt
	return e.changed()
}
