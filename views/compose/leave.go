package compose

import (
	tea "charm.land/bubbletea/v2"

	"daybook/views"
	"daybook/widget/text"
)

// Unsent names the messages whose moment is not over, as views.Sender has it.
func (c *Composer) Unsent() (n int, what string) {
	if c == nil {
		return 0, ""
	}
	for _, l := range c.outbox {
		if !c.flying[l.LocalID] && c.env.Now().Before(l.Due) {
			n++
		}
	}
	return n, "letter"
}

// Leave keeps the open message and lets those go at once that wait for their
// moment, as views.Leaver has it: nobody is left to take them back.
func (c *Composer) Leave(online bool) tea.Cmd {
	if c == nil {
		return nil
	}
	var last []tea.Cmd
	keep := c.Keep()
	waiting := 0
	for _, l := range c.outbox {
		switch {
		case c.flying[l.LocalID]:
		case online && c.saving[l.LocalID] == 0:
			last = append(last, c.launch(l))
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
