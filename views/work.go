package views

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"
)

// The time that a screen gives to whatever it asks for, and the line, in bytes
// a second, on which what is carried must still get through. It is a net below
// the client, which gives up before that and says why.
const (
	requestTime = 3 * time.Minute
	slowest     = 16 << 10
)

// TimeFor is how long a request may take that carries so many bytes.
func TimeFor(bytes int64) time.Duration {
	return requestTime + time.Duration(max(bytes, 0)/slowest)*time.Second
}

// Work is what a screen, or a part of one, has under way: requests and pauses.
// What is to follow an answer is a function, then, that stays with the screen
// and runs in its Update: commands have values alone, and what they bring needs
// no message of its own. A Work belongs to the goroutine of its screen.
type Work struct {
	Screen Screen         // whose Update gets the results
	Random func() float64 // for Backoff; nil takes nothing off
	// Later brings a message when a pause is over; nil is the clock's way.
	Later func(time.Duration, tea.Msg) tea.Cmd
}

// Result is what one of a screen's commands has come to, whatever it was.
type Result struct {
	screen Screen
	turn   *turn
	value  any
	err    error
}

// turn is one answer that is awaited, and what follows it.
type turn struct {
	in    *Request // nil where every answer counts
	then  func(value any, err error) tea.Cmd
	again func() tea.Cmd
}

// To implements Addressed.
func (r Result) To() Screen { return r.screen }

// Err is why it failed; nil when it did not.
func (r Result) Err() error { return r.err }

// Value is what was loaded; by it a test knows an answer that it holds back.
func (r Result) Value() any { return r.value }

// Apply does what follows, unless something newer was begun in its slot or that
// was given up. It is for the Update of the screen.
func (r Result) Apply() tea.Cmd {
	t := r.turn
	if in := t.in; in != nil {
		if in.turn != t {
			return nil
		}
		in.Cancel()
		if in.failures++; r.err == nil {
			in.failures = 0
		} else {
			in.again = t.again
		}
	}
	return t.then(r.value, r.err)
}

// Load asks for something in a slot: call runs in a command, for as long as
// TimeFor says, and must use captured values alone; then runs in Update with
// what it returned, if it is still the newest of its slot.
func Load[T any](w *Work, r *Request, call func(context.Context) (T, error), then func(T, error) tea.Cmd) tea.Cmd {
	ctx, cancel := context.WithCancel(context.Background())
	done := w.begin(r, cancel, typed(then))
	done.turn.again = func() tea.Cmd { return Load(w, r, call, then) }
	return run(ctx, done, 0, call)
}

// Call is Load without a slot, as for a change: every answer counts, and nobody
// gives it up. It carries so many bytes, 0 for a few.
func Call[T any](w *Work, bytes int64, call func(context.Context) (T, error), then func(T, error) tea.Cmd) tea.Cmd {
	return run(context.Background(), w.begin(nil, nil, typed(then)), bytes, call)
}

// Tell is Call for what brings an error or nothing.
func (w *Work) Tell(bytes int64, call func(context.Context) error, then func(error) tea.Cmd) tea.Cmd {
	return Call(w, bytes, func(ctx context.Context) (struct{}, error) { return struct{}{}, call(ctx) },
		func(_ struct{}, err error) tea.Cmd { return then(err) })
}

func run[T any](ctx context.Context, done Result, bytes int64, call func(context.Context) (T, error)) tea.Cmd {
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(ctx, TimeFor(bytes))
		defer cancel()
		value, err := call(ctx)
		return done.with(value, err)
	}
}

func (r Result) with(value any, err error) Result {
	r.value, r.err = value, err
	return r
}

// Done makes a message of what somebody else's command brings, so that then
// runs in Update.
func Done[T any](w *Work, then func(T, error) tea.Cmd) func(T, error) tea.Msg {
	done := w.begin(nil, nil, typed(then))
	return func(value T, err error) tea.Msg { return done.with(value, err) }
}

// Told is Done for what brings an error or nothing.
func (w *Work) Told(then func(error) tea.Cmd) func(error) tea.Msg {
	done := w.begin(nil, nil, func(_ any, err error) tea.Cmd { return then(err) })
	return func(err error) tea.Msg { return done.with(nil, err) }
}

// Wait has then run when a pause is over, unless something is begun in the slot
// before.
func (w *Work) Wait(r *Request, pause time.Duration, then func() tea.Cmd) tea.Cmd {
	return w.later(pause, w.begin(r, func() {}, untyped(then)))
}

// After has then run when a pause is over.
func (w *Work) After(pause time.Duration, then func() tea.Cmd) tea.Cmd {
	return w.later(pause, w.begin(nil, nil, untyped(then)))
}

// Rest is how long to wait before a slot is filled again by itself: the pause
// of an undisturbed screen, or longer after failures.
func (w *Work) Rest(r *Request, pause time.Duration) time.Duration {
	if r.failures == 0 {
		return pause
	}
	return max(pause, Backoff(r.failures, w.Random))
}

func (w *Work) begin(r *Request, cancel context.CancelFunc, then func(any, error) tea.Cmd) Result {
	t := &turn{in: r, then: then}
	if r != nil {
		r.Cancel()
		r.cancel, r.turn = cancel, t
	}
	return Result{screen: w.Screen, turn: t}
}

func (w *Work) later(pause time.Duration, done Result) tea.Cmd {
	if w.Later != nil {
		return w.Later(pause, done)
	}
	return tea.Tick(pause, func(time.Time) tea.Msg { return done })
}

func typed[T any](then func(T, error) tea.Cmd) func(any, error) tea.Cmd {
	return func(value any, err error) tea.Cmd {
		v, _ := value.(T) // T can be an interface, of which there is none
		return then(v, err)
	}
}

func untyped(then func() tea.Cmd) func(any, error) tea.Cmd {
	return func(any, error) tea.Cmd { return then() }
}
