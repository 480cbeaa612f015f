package compose

import (
	tea "charm.land/bubbletea/v2"

	"daybook/model"
)

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
