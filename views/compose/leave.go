package compose

import (
	tea "charm.land/bubbletea/v2"

	"daybook/views"
	"daybook/widget/text"
)

// Unsent names the letters whose moment is not over, as views.Sender has it.
func (d *Desk) Unsent() (n int, what string) {
	if d == nil {
		return 0, ""
	}
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
	if d == nil {
		return nil
	}
	var last []tea.Cmd
	keep := d.Keep()
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
	if keep == nil && len(last) == 0 && waiting == 0 {
		return nil
	}
	return func() tea.Msg {
		var left views.Left
		do := func(step tea.Cmd) error {
			msg := step()
			left.Results = append(left.Results, msg)
			if r, ok := msg.(views.Result); ok {
				return r.Err()
			}
			return nil
		}
		if keep != nil {
			if err := do(keep); err != nil {
				left.Kept = text.Clean("The open letter could not be saved: " + err.Error() + ".")
			}
		}
		for _, launch := range last {
			if do(launch) != nil {
				waiting++
			}
		}
		if waiting > 0 {
			left.Kept = text.Concat(left.Kept, text.Literal("What you sent last has not gone yet. It is kept on this machine and goes when this mailbox is open again."))
		}
		return left
	}
}
