// Package holding holds what a person has deleted and the service brings back in no way: for a moment undo takes it
// back, and only then it is carried out.
//
// Invariants: what is held is in memory alone, so that a program that ends within the moment has deleted nothing; of
// taking back and carrying out, the first one wins.
package holding

import (
	"fmt"
	"iter"
	"time"
)

// Moment is how long a deletion is held.
const Moment = 8 * time.Second

// Words say what is being deleted, for the status line while it is held.
func Words(what string) string {
	return fmt.Sprintf("Deleting %s in %d s", what, int(Moment/time.Second))
}

// State is how far a deletion is.
type State int

// The states of a deletion. One that is unknown is either carried out, or was never begun, as the program ended within
// its moment.
const (
	Unknown State = iota
	Held
	Going
)

// Shelf is the deletions of a screen, by ids that no two share. The zero value is ready.
type Shelf[T any] struct{ held map[string]*entry[T] }

type entry[T any] struct {
	what  T
	going bool
}

// Hold takes a deletion in.
func (s *Shelf[T]) Hold(id string, what T) {
	if s.held == nil {
		s.held = map[string]*entry[T]{}
	}
	s.held[id] = &entry[T]{what: what}
}

// Back takes a deletion back where it is still held, and says in which state it was.
func (s *Shelf[T]) Back(id string) (what T, was State) {
	switch e := s.held[id]; {
	case e == nil:
		return what, Unknown
	case e.going:
		return e.what, Going
	default:
		delete(s.held, id)
		return e.what, Held
	}
}

// Go begins to carry a deletion out; false where there is none to.
func (s *Shelf[T]) Go(id string) (what T, ok bool) {
	e := s.held[id]
	if e == nil || e.going {
		return what, false
	}
	e.going = true
	return e.what, true
}

// Done ends a deletion that was carried out.
func (s *Shelf[T]) Done(id string) (what T, ok bool) {
	e := s.held[id]
	if e == nil || !e.going {
		return what, false
	}
	delete(s.held, id)
	return e.what, true
}

// State says how far a deletion is. Only one that is held can be taken back.
func (s *Shelf[T]) State(id string) State {
	switch e := s.held[id]; {
	case e == nil:
		return Unknown
	case e.going:
		return Going
	}
	return Held
}

// All are the deletions held or on their way, in no order.
func (s *Shelf[T]) All() iter.Seq[T] {
	return func(yield func(T) bool) {
		for _, e := range s.held {
			if !yield(e.what) {
				return
			}
		}
	}
}
