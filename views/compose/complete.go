package compose

import (
	"strings"

	tea "charm.land/bubbletea/v2"
)

// beginning is what the field at the cursor asks to complete: the last
// recipient of a line, or the path.
func (l *letter) beginning() string {
	switch {
	case l.at <= fieldBcc:
		return strings.TrimSpace(l.inputs[l.at].Value()[l.lastRecipient():])
	case l.at == fieldPath:
		return l.inputs[fieldPath].Value()
	}
	return ""
}

// lastRecipient is where the recipient that is being typed begins.
func (l *letter) lastRecipient() int {
	line := l.inputs[l.at].Value()
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
func (l *letter) scheduleCompletion() tea.Cmd {
	l.dismiss()
	b := l.beginning()
	if b == "" || strings.HasSuffix(b, ">") {
		return nil
	}
	version := l.version
	return l.desk.work.After(completePause, func() tea.Cmd {
		if !l.isOpen() || version != l.version || b != l.beginning() {
			return nil
		}
		return l.complete(b)
	})
}

func (l *letter) offer(list []string) {
	l.offered, l.chosen = list[:min(len(list), completions)], 0
}

func (l *letter) dismiss() {
	l.completing.Cancel()
	l.offered, l.chosen = nil, 0
}

// completionKey takes the keys of the list of completions while it is open.
func (l *letter) completionKey(key string) (tea.Cmd, bool) {
	if len(l.offered) == 0 {
		return nil, false
	}
	switch key {
	case "down", "ctrl+n":
		l.chosen = (l.chosen + 1) % len(l.offered)
	case "up", "ctrl+p":
		l.chosen = (l.chosen + len(l.offered) - 1) % len(l.offered)
	case "esc":
		l.dismiss()
	case "enter", "tab":
		return l.accept(l.offered[l.chosen]), true
	default:
		return nil, false
	}
	return nil, true
}

// accept puts a completion in the place of what was typed. A folder goes on
// being completed.
func (l *letter) accept(choice string) tea.Cmd {
	in := &l.inputs[l.at]
	if l.at == fieldPath {
		in.SetValue(choice)
		in.CursorEnd()
		if strings.HasSuffix(choice, "/") {
			return tea.Batch(l.changed(), l.scheduleCompletion())
		}
		l.dismiss()
		return nil
	}
	before := strings.TrimRight(in.Value()[:l.lastRecipient()], " ")
	if before != "" {
		before += " "
	}
	in.SetValue(before + choice + ", ")
	in.CursorEnd()
	l.dismiss()
	return l.changed()
}
