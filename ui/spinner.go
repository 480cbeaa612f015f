package ui

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"daybook/views"
)

const spinnerStep = 100 * time.Millisecond

// spinner counts the frames while something is under way; at rest it costs
// nothing, as no tick is in flight.
type spinner struct {
	frame int
	next  views.Request
}

// keepTurning starts the ticks if there is reason to and none is in flight.
// What follows a tick is the root's next look.
func (s *spinner) keepTurning(w *views.Work, busy bool) tea.Cmd {
	if !busy || s.next.Busy() {
		return nil
	}
	return w.Wait(&s.next, spinnerStep, func() tea.Cmd {
		s.frame++
		return nil
	})
}
