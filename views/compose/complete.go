package compose

import (
	"strings"

	tea "charm.land/bubbletea/v2"
)

// beginning is what the field at the cursor asks to complete: the last
// recipient of a line, or the path.
func (e *editor) beginning() string {
	switch {
	case e.at <= fieldBcc:
		return strings.TrimSpace(e.inputs[e.at].Value()[e.lastRecipient():])
	case e.at == fieldPath:
		return e.inputs[fieldPath].Value()
	}
	return ""
}

// lastRecipient is where the recipient that is being typed begins.
func (e *editor) lastRecipient() int {
	line := e.inputs[e.at].Value()
	at, quoted := 0, false
	for i, r := range line {
		switch {
		case r == '"':
			quoted = !quoted
		case (r == ',' || r == ';') && !quoted:
			at = i + 1
		}
	}
	return at
}

// scheduleCompletion waits for the hands to rest before it asks.
func (e *editor) scheduleCompletion() tea.Cmd {
	e.dismiss()
	b := e.beginning()
	if b == "" || strings.HasSuffix(b, ">") {
		return nil
	}
	version := e.version
	return e.composer.work.After(completePause, func() tea.Cmd {
		if !e.isOpen() || version != e.version || b != e.beginning() {
			return nil
		}
		return e.complete(b)
	})
}

func (e *editor) offer(list []string) {
	e.offered, e.chosen = list[:min(len(list), completions)], 0
}

func (e *editor) dismiss() {
	e.completing.Cancel()
	e.offered, e.chosen = nil, 0
}

// completionKey takes the keys of the list of completions while it is open.
func (e *editor) completionKey(key string) (tea.Cmd, bool) {
	if len(e.offered) == 0 {
		return nil, false
	}
	switch key {
	case "down", "ctrl+n":
		e.chosen = (e.chosen + 1) % len(e.offered)
	case "up", "ctrl+p":
		e.chosen = (e.chosen + len(e.offered) - 1) % len(e.offered)
	case "esc":
		e.dismiss()
	case "enter", "tab":
		return e.accept(e.offered[e.chosen]), true
	default:
		return nil, false
	}
	return nil, true
}

// accept puts a completion in the place of what was typed. A folder goes on
// being completed.
func (e *editor) accept(choice string) tea.Cmd {
	in := &e.inputs[e.at]
	if e.at == fieldPath {
		in.SetValue(choice)
		in.CursorEnd()
		if strings.HasSuffix(choice, "/") {
			return tea.Batch(e.changed(), e.scheduleCompletion())
		}
		e.dismiss()
		return nil
	}
	before := strings.TrimRight(in.Value()[:e.lastRecipient()], " ")
	if before != "" {
		before += " "
	}
	in.SetValue(before + choice + ", ")
	in.CursorEnd()
	e.dismiss()
	return e.changed()
}
