package compose

import (
	tea "charm.land/bubbletea/v2"

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
		{ID: "attach", Name: "Attach a file", Words: "file add upload", Hint: "attach", Keys: []string{"ctrl+o"}, Do: on((*editor).askFile)},
		{ID: "detach", Name: "Take the last attachment off", Words: "file remove attachment", Keys: []string{"alt+o"}, Do: on((*editor).detach)},
		{ID: "bcc", Name: "Show the Bcc line", Words: "blind copy", Keys: []string{"ctrl+b"}, Do: on((*editor).toggleBcc)},
		{ID: "send-as", Name: "Write as another of your addresses", Words: "from identity sender", Keys: []string{"alt+s"}, Do: on((*editor).nextIdentity)},
		{ID: "undo-typing", Name: "Take back what was typed last", Words: "undo", Hint: "undo", Keys: []string{"ctrl+_", "ctrl+/", "ctrl+shift+-"}, Do: on((*editor).undoTyping)},
		{ID: "redo-typing", Name: "Type again what was taken back", Words: "redo", Keys: []string{"alt+/"}, Do: on((*editor).redoTyping)},
		{ID: "cut-quote", Name: "Cut the quotation from the cursor on", Words: "delete trim rest quote below", Hint: "cut quote", Keys: []string{"alt+k"}, Do: on((*editor).cutQuote)},
		{ID: "importance", Name: "Change the importance", Words: "priority urgent", Keys: []string{"ctrl+t"}, Do: on((*editor).cycleImportance)},
		{ID: "read-receipt", Name: "Ask for a read receipt", Keys: []string{"ctrl+r"}, Do: on((*editor).toggleReadReceipt)},
		{ID: "delivery-receipt", Name: "Ask for a delivery receipt", Do: on((*editor).toggleDeliveryReceipt)},
		{ID: "close", Name: "Put the letter away as a draft", Words: "save draft keep", Hint: "keep as draft", Keys: []string{"ctrl+q"}, Do: on((*editor).putAway)},
		{ID: "discard", Name: "Throw the letter away", Words: "delete cancel throw", Hint: "discard", Keys: []string{"ctrl+x"}, Do: on(func(*editor) tea.Cmd { return c.discard() })},
	}
	for i := range actions {
		actions[i].Group, actions[i].Typing = group, true
	}
	return actions
}

// Hints are the actions most useful while a draft is open.
func (c *Composer) Hints() []string {
	return []string{"send", "attach", "editor", "discard", "undo-typing", "cut-quote"}
}
