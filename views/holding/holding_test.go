package holding_test

import (
	"testing"

	"daybook/views/holding"
)

func TestTheFirstOfTakingBackAndCarryingOutWins(t *testing.T) {
	var s holding.Shelf[string]
	s.Hold("a", "this")
	s.Hold("b", "that")
	if s.State("a") != holding.Held || s.State("c") != holding.Unknown {
		t.Errorf("held is in state %v, unheard of in %v", s.State("a"), s.State("c"))
	}
	if what, was := s.Back("a"); what != "this" || was != holding.Held {
		t.Errorf("took back %q in state %v", what, was)
	}
	if _, ok := s.Go("a"); ok {
		t.Error("what was taken back is carried out")
	}
	if what, ok := s.Go("b"); what != "that" || !ok {
		t.Errorf("carries out %q, %v", what, ok)
	}
	if _, ok := s.Go("b"); ok {
		t.Error("a deletion is carried out twice")
	}
	if _, was := s.Back("b"); was != holding.Going {
		t.Errorf("what is under way is in state %v", was)
	}
	if what, ok := s.Done("b"); what != "that" || !ok {
		t.Errorf("ended %q, %v", what, ok)
	}
	if _, was := s.Back("b"); was != holding.Unknown {
		t.Errorf("what has ended is in state %v", was)
	}
	for what := range s.All() {
		t.Errorf("%q is left", what)
	}
}
