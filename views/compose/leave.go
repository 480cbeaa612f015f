package compose

import (
	tea "charm.land/bubbletea/v2"

	"daybook/views"
	"daybook/widget/text"
)

// Unsent names the letters whose moment is not over, as views.Sender has it.
func (d *Desk) Unsent() (n int, what string) {
	for _, l := range d.outbox {
		if !d.flying[l.LocalID] && d.env.Now().Before(l.Due) {
			n++
		}
	}
	return n, "letter"
}

// Leave keeps the open letter and lets those go at once that wait for their
// moment, as views.Leaver has it: nobody is left to take them back.
func (d *Desk) Leave(online bool) tea.Cmd {
	var last []tea.Cmd
	if d.letter != nil && !d.letter.pristine {
		last = append(last, d.keep(d.letter.collect()))
	}
	waiting := 0
	for _, l := range d.outbox {
		switch {
		case d.flying[l.LocalID]:
		case online && d.saving[l.LocalID] == 0:
			last = append(last, d.launch(l))
		default:
			waiting++
		}
	}
	if len(last) == 0 && waiting == 0 {
		return nil
	}
	return func() tea.Msg {
		var left views.Left
		for _, step := range last {
			msg := step()
			left.Results = append(left.Results, msg)
			switch msg := msg.(type) {
			case sent:
				if msg.err != nil {
					waiting++
				}
			case kept:
				if msg.err != nil {
					left.Kept = text.Clean("The open letter could not be saved: " + msg.err.Error() + ".")
				}
			}
		}
		if waiting > 0 {
			left.Kept = text.Concat(left.Kept, text.Literal("What you sent last has not gone yet. It is kept on this machine and goes when this mailbox is open again."))
		}
		return left
	}
}
