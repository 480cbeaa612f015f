package ui

import (
	"encoding/json"
	"fmt"
	"testing"

	"daybook/views"
)

func back(l *undoLog) (views.Step, bool) {
	s, ok := l.last()
	if ok {
		l.At--
	}
	return s, ok
}

func forward(l *undoLog) (views.Step, bool) {
	s, ok := l.next()
	if ok {
		l.At++
	}
	return s, ok
}

func step(n int) views.Step {
	return views.Step{Owner: views.Inbox, Label: fmt.Sprint("Archived ", n), Payload: json.RawMessage(fmt.Sprint(n))}
}

func TestUndoLogGoesBackAndForth(t *testing.T) {
	var l undoLog
	l.push(step(1))
	l.push(step(2))
	if s, _ := back(&l); s.Label != "Archived 2" {
		t.Errorf("back: got %q", s.Label)
	}
	if s, _ := forward(&l); s.Label != "Archived 2" {
		t.Errorf("forward: got %q", s.Label)
	}
	back(&l)
	l.push(step(3))
	if _, ok := forward(&l); ok {
		t.Error("forward after a new step: got one, want none")
	}
	back(&l)
	back(&l)
	if _, ok := back(&l); ok {
		t.Error("back at the beginning: got a step, want none")
	}
}

func TestUndoLogDropsTheOldestFirst(t *testing.T) {
	var l undoLog
	for i := range undoSteps + 5 {
		l.push(step(i))
	}
	if len(l.Steps) != undoSteps || l.At != undoSteps || l.Steps[0].Label != "Archived 5" {
		t.Errorf("got %d steps at %d from %q", len(l.Steps), l.At, l.Steps[0].Label)
	}
	big := views.Step{Payload: make(json.RawMessage, undoBytes+1)}
	l.push(big)
	if len(l.Steps) != 1 || l.At != 1 {
		t.Errorf("a step over the limit: got %d steps at %d, want it alone", len(l.Steps), l.At)
	}
}

func TestUndoLogPutsAStepIntoThePlaceOfAnother(t *testing.T) {
	var l undoLog
	l.push(step(1))
	l.push(step(2))
	l.push(step(3))
	back(&l)
	if !l.replace(step(2), step(20)) || !l.replace(step(3), step(30)) || l.replace(step(9), step(90)) {
		t.Error("replaced what is not there, or not what is")
	}
	if s, _ := forward(&l); s.Label != "Archived 30" {
		t.Errorf("forward is %q", s.Label)
	}
	back(&l)
	if s, _ := back(&l); s.Label != "Archived 20" {
		t.Errorf("back is %q", s.Label)
	}
}

func TestUndoLogForgetsWhatTheServiceRefused(t *testing.T) {
	var l undoLog
	l.push(step(1))
	l.push(step(2))
	l.forget(step(1))
	if s, ok := back(&l); !ok || s.Label != "Archived 2" {
		t.Errorf("got %q, %v", s.Label, ok)
	}
	if _, ok := back(&l); ok {
		t.Error("the refused step is still there")
	}
}

func TestUndoLogOfTheLastRunLiesUnderThisOne(t *testing.T) {
	var old, l undoLog
	old.push(step(1))
	old.push(step(2))
	back(&old)
	l.push(step(3))
	l.merge(old)
	var got []string
	for {
		s, ok := back(&l)
		if !ok {
			break
		}
		got = append(got, s.Label)
	}
	if fmt.Sprint(got) != "[Archived 3 Archived 1]" {
		t.Errorf("got %v", got)
	}
}
