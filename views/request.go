package views

import (
	"context"

	tea "charm.land/bubbletea/v2"
)

// Request is the slot of one logical query: a list page, a search, a body, or
// a pause before one. What is begun in it (see Load and Work.Wait) cancels
// what was before, and only the newest answer is taken. The zero value is
// ready. It belongs to the goroutine of its screen.
type Request struct {
	cancel context.CancelFunc // of what is under way, nil when idle
	turn   *turn              // the one whose answer is wanted

	failures int            // in a row
	again    func() tea.Cmd // begins once more what failed last
}

// Busy reports whether an answer is awaited.
func (r *Request) Busy() bool { return r.cancel != nil }

// Failures counts those in a row until now.
func (r *Request) Failures() int { return r.failures }

// Again begins once more what failed last, with what it was asked then; nil when
// it did not fail. It is for what is read when the line is back.
func (r *Request) Again() tea.Cmd {
	if r.again == nil {
		return nil
	}
	return r.again()
}

// Cancel gives the query up.
func (r *Request) Cancel() {
	if r.cancel != nil {
		r.cancel()
		r.cancel, r.turn = nil, nil
	}
	r.again = nil
}
