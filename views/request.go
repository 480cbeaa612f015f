package views

import "context"

// Request is the slot of one logical query: a list page, a search, a body.
// Start cancels the one before; a result is taken only when Current says that
// its generation is the newest. The zero value is ready.
type Request struct {
	generation int
	cancel     context.CancelFunc
}

// Start begins a new generation and returns its context and number.
func (r *Request) Start(parent context.Context) (context.Context, int) {
	r.Cancel()
	ctx, cancel := context.WithCancel(parent)
	r.generation++
	r.cancel = cancel
	return ctx, r.generation
}

// Current reports whether a result of this generation is still wanted, and
// if so marks the slot idle.
func (r *Request) Current(generation int) bool {
	if generation != r.generation || r.cancel == nil {
		return false
	}
	r.Cancel()
	return true
}

// Busy reports whether an answer is awaited.
func (r *Request) Busy() bool { return r.cancel != nil }

// Cancel gives the query up.
func (r *Request) Cancel() {
	if r.cancel != nil {
		r.cancel()
		r.cancel = nil
	}
}
