package ui

import (
	"slices"
	"strings"

	"daybook/views"
)

// resolver turns key presses into actions. It knows sequences ("g g"), and
// keys that are both an action and the start of something longer: those wait,
// and act when the wait is over.
//
// With a preset of a program that has them it knows counts too ("5j"): they
// repeat a motion. What is no motion is done once, whatever was counted.
type resolver struct {
	pending []string // keys of a sequence so far
	digits  string   // digits so far
}

// outcome is what a key press came to. Exactly one of these holds: Action is
// set; Waiting is true and the next key (or expire, when Timed) decides; or
// neither, and the key is nobody's.
type outcome struct {
	Action  *views.Action
	Count   int
	Waiting bool
	Timed   bool
}

func (r *resolver) reset() { *r = resolver{} }

// shown is what has been typed of an unfinished command, for the status line.
func (r *resolver) shown() string {
	return r.digits + strings.Join(r.pending, " ")
}

// press takes one key. The first of actions wins where two claim a sequence.
// Counts says that digits which no action has are a count.
func (r *resolver) press(key string, actions []views.Action, counts bool) outcome {
	if counts && r.isDigit(key) && (r.digits != "" || find([]string{key}, actions) == nil) {
		r.digits += key
		return outcome{Waiting: true}
	}
	seq := append(slices.Clone(r.pending), key)
	exact, longer := find(seq, actions), hasLonger(seq, actions)
	switch {
	case longer:
		r.pending = seq
		return outcome{Waiting: true, Timed: exact != nil}
	case exact != nil:
		return r.chose(exact)
	}
	r.reset()
	return outcome{}
}

// chose ends what was typed with its action.
func (r *resolver) chose(a *views.Action) outcome {
	count := 0
	if a != nil && a.Motion {
		count = r.number()
	}
	r.reset()
	return outcome{Action: a, Count: count}
}

// expire ends a timed wait: what was typed stands for itself.
func (r *resolver) expire(actions []views.Action) outcome {
	return r.chose(find(r.pending, actions))
}

// isDigit reports whether key goes to the count: a digit, while no sequence
// has begun; 0 only behind another.
func (r *resolver) isDigit(key string) bool {
	return len(r.pending) == 0 && len(key) == 1 && key >= "0" && key <= "9" &&
		(key != "0" || r.digits != "") && len(r.digits) < 5
}

func (r *resolver) number() int {
	n := 0
	for _, d := range r.digits {
		n = n*10 + int(d-'0')
	}
	return n
}

func find(seq []string, actions []views.Action) *views.Action {
	want := strings.Join(seq, " ")
	for i := range actions {
		if slices.Contains(actions[i].Keys, want) && actions[i].Keyed() {
			return &actions[i]
		}
	}
	return nil
}

func hasLonger(seq []string, actions []views.Action) bool {
	prefix := strings.Join(seq, " ") + " "
	for i := range actions {
		for _, k := range actions[i].Keys {
			if strings.HasPrefix(k, prefix) && actions[i].Keyed() {
				return true
			}
		}
	}
	return false
}

// continuations lists the actions that the keys typed so far can lead to,
// each with the key that comes next: the hint shown while waiting.
func (r *resolver) continuations(actions []views.Action) []continuation {
	if len(r.pending) == 0 {
		return nil
	}
	prefix := strings.Join(r.pending, " ") + " "
	var out []continuation
	for i := range actions {
		for _, k := range actions[i].Keys {
			if rest, ok := strings.CutPrefix(k, prefix); ok && actions[i].Keyed() {
				name := actions[i].Name
				if actions[i].Next != nil {
					name = actions[i].Next()
				}
				out = append(out, continuation{Key: rest, Name: name})
				break
			}
		}
	}
	return out
}

type continuation struct{ Key, Name string }
