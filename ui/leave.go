package ui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"daybook/views"
	"daybook/widget/dialog"
	"daybook/widget/text"
)

// Reopen asks the root to open the mailbox anew once nobody is writing: what
// it was opened with has turned out to be another.
type Reopen struct{}

// departure is the end of the program on its way: views finish their work
// first.
type departure struct {
	*common
	online  func() bool
	deliver func(tea.Msg) tea.Cmd // routes what a view still gets

	waiting  int // views whose Left is awaited
	kept     []text.Text
	next     *string    // the profile to open afterwards, nil for none
	due      *string    // Reopen was asked for: the profile
	question dialog.Box // the last one before leaving; nil for none yet
	gone     bool       // the root has ended by itself
}

// quit ends the program.
func (d *departure) quit(int) tea.Cmd { return d.leave(nil) }

// leave ends the program, or goes to another profile. What was sent and can
// still be taken back is asked about first.
func (d *departure) leave(next *string) tea.Cmd {
	if d.waiting > 0 {
		return nil
	}
	if held := d.unsent(); len(held) > 0 && d.online() {
		d.ask(views.Confirm{
			Title: text.Literal("Send now?"), Detail: text.Clean("Undo can still take back " + strings.Join(held, " and ") + ". Leaving sends at once."),
			Verb: "Send and leave", No: "go back", Yes: func() tea.Cmd { return d.depart(next) },
		})
		return nil
	}
	return d.depart(next)
}

// unsent names what the views hold that undo still brings back.
func (d *departure) unsent() (held []string) {
	for _, t := range d.screens.tabs {
		s, ok := t.View.(views.Sender)
		if !ok {
			continue
		}
		if n, what := s.Unsent(); n > 0 {
			held = append(held, views.Count(n, what, what+"s"))
		}
	}
	return held
}

// ask asks a last question; ctrl+c at it leaves at once.
func (d *departure) ask(c views.Confirm) {
	d.common.ask(c)
	d.question = d.boxes.Top()
}

// asks says that a last question is open.
func (d *departure) asks() bool { return d.boxes.IsOpen() && d.boxes.Top() == d.question }

// depart ends the program, once the views have saved and sent what they hold.
func (d *departure) depart(next *string) tea.Cmd {
	if d.waiting > 0 {
		return nil
	}
	d.next, d.due, d.kept = next, nil, nil
	var last []tea.Cmd
	for _, t := range d.screens.tabs {
		if l, ok := t.View.(views.Leaver); ok {
			if cmd := l.Leave(d.online()); cmd != nil {
				last = append(last, cmd)
			}
		}
	}
	if len(last) == 0 {
		return d.goNow()
	}
	d.waiting = len(last)
	return tea.Batch(last...)
}

func (d *departure) goNow() tea.Cmd {
	d.gone = true
	return tea.Quit
}

// onLeft takes what became of a view's last work. What could not be done is
// said before the program ends.
func (d *departure) onLeft(msg views.Left) tea.Cmd {
	var cmds []tea.Cmd
	for _, result := range msg.Results {
		cmds = append(cmds, d.deliver(result))
	}
	if !msg.Kept.Empty() {
		d.kept = append(d.kept, msg.Kept)
	}
	if d.waiting--; d.waiting > 0 {
		return tea.Batch(cmds...)
	}
	if len(d.kept) == 0 {
		return d.goNow()
	}
	d.ask(views.Confirm{
		Title: text.Literal("Leave now?"), Detail: text.Join(text.Literal(" "), d.kept...), Verb: "Leave", Yes: d.goNow,
	})
	return tea.Batch(cmds...)
}

// whenIdle opens the mailbox anew when that was asked for and nobody is in the
// middle of anything.
func (d *departure) whenIdle() tea.Cmd {
	if d.due == nil || d.waiting > 0 || d.gone || d.boxes.IsOpen() || d.screens.capturing() || len(d.unsent()) > 0 {
		return nil
	}
	return d.leave(d.due)
}
