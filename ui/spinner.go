package ui

import (
	"time"

	tea "charm.land/bubbletea/v2"
)

const spinnerStep = 100 * time.Millisecond

// spinner counts the frames while something is under way; at rest it costs
// nothing, as no tick is in flight.
type spinner struct {
	frame   int
	turning bool
}

type spinnerTick struct{}

func tickSpinner() tea.Cmd {
	return tea.Tick(spinnerStep, func(time.Time) tea.Msg { return spinnerTick{} })
}

// keepTurning starts the ticks if there is reason to and none is in flight.
func (s *spinner) keepTurning(busy bool) tea.Cmd {
	if !busy || s.turning {
		return nil
	}
	s.turning = true
	return tickSpinner()
}

func (s *spinner) turn(_ spinnerTick, busy bool) tea.Cmd {
	s.frame++
	if s.turning = busy; busy {
		return tickSpinner()
	}
	return nil
}
