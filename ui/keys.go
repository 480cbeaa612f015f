package ui

import (
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"daybook/views"
)

// keyPause is how long a key that could be the start of something longer
// waits for the rest.
const keyPause = 350 * time.Millisecond

// keyboard knows what can be done now, and by which keys.
type keyboard struct {
	*common
	keymap  Keymap
	globals []views.Action
	actions []views.Action // of the active view, remapped; then globals
	pause   views.Request  // after a key that may be the start of something longer
}

// collect lists what the keys can reach: the active view's actions first, so
// that a view may use a key of the globals for its own.
func (k *keyboard) collect() {
	view := k.screens.view()
	own := view.Actions()
	k.actions = slices.Grow(k.actions[:0], len(own)+len(k.globals))
	k.actions = append(append(k.actions, own...), k.globals...)
	for i := range own {
		if views.Rests(view, &own[i]) {
			k.actions[i].Enabled, k.actions[i].Needs = never, nil
		}
	}
	k.keymap.bind(string(k.screens.shown()), k.actions[:len(own)])
	k.keymap.bind("global", k.actions[len(own):])
}

// never is when an action can be done that rests.
func never() bool { return false }

// name is that of actions[i] in the keymap: "screen.id", or "global.id" for
// those of every screen.
func (k *keyboard) name(i int) string {
	if i < len(k.actions)-len(k.globals) {
		return string(k.screens.shown()) + "." + k.actions[i].ID
	}
	return "global." + k.actions[i].ID
}

// called finds an action of the view, else of the globals, by its id.
func (k *keyboard) called(id string) *views.Action {
	for i := range k.actions {
		if k.actions[i].ID == id {
			return &k.actions[i]
		}
	}
	return nil
}

// first is the first key of a global action as it is mapped now.
func (k *keyboard) first(action, usual string) string {
	if keys := k.of(action, usual); len(keys) > 0 {
		return keys[0]
	}
	return ""
}

// of are all its keys.
func (k *keyboard) of(action string, usual ...string) []string {
	keys, _ := k.keymap.keys(action, usual)
	return keys
}

// whileTyping finds the action that a key stands for while keys are text: so
// a letter or a form has actions of its own. The others' keys edit there.
func (k *keyboard) whileTyping(key string) *views.Action {
	k.typed.reset()
	if !typesNothing(key) {
		return nil
	}
	k.collect()
	for i := range k.actions {
		if k.actions[i].Typing && slices.Contains(k.actions[i].Keys, key) && k.actions[i].Keyed() {
			return &k.actions[i]
		}
	}
	return nil
}

// typesNothing says that a key is no text, wherever it is pressed.
func typesNothing(key string) bool {
	return strings.HasPrefix(key, "ctrl+") || strings.HasPrefix(key, "alt+")
}

// worksTyping says that the key of an action that is shown does it while keys
// are text. A view takes esc itself.
func worksTyping(a *views.Action) bool {
	return a.Typing && (a.Keys[0] == "esc" || typesNothing(a.Keys[0]))
}

// working are the keys of an action that do it now: while keys are text, those
// that are none, and no other action's before it.
func (k *keyboard) working(at int) []string {
	a := k.actions[at]
	if !k.screens.capturing() {
		return a.Keys
	}
	if !a.Typing {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(a.Keys), func(key string) bool {
		return key != "esc" && !typesNothing(key) || slices.ContainsFunc(k.actions[:at], func(before views.Action) bool {
			return before.Typing && slices.Contains(before.Keys, key)
		})
	})
}

// press takes one key. A key that may be the start of something longer stands
// for itself, with do, when the pause is over.
func (k *keyboard) press(key string, do func(outcome) tea.Cmd) (out outcome, wait tea.Cmd) {
	k.collect()
	if out = k.typed.press(key, k.actions, k.keymap.counts()); out.Timed {
		wait = k.work.Wait(&k.pause, keyPause, func() tea.Cmd {
			k.collect()
			return do(k.typed.expire(k.actions))
		})
	}
	return out, wait
}

// says why keys do nothing.
func (k *keyboard) says(out outcome) tea.Cmd {
	if a := out.Lacking; a != nil {
		return views.Notice(views.Info, a.Name, " needs ", a.Lacks())
	}
	return views.Notice(views.Info, out.Keys, " does nothing here: ", k.first("global.help", "?"), " lists the keys")
}

// opens says that keys, where they do something, open what is typed into.
func (k *keyboard) opens(keys string) bool {
	return slices.ContainsFunc(k.actions, func(a views.Action) bool { return a.Opens && slices.Contains(a.Keys, keys) })
}

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
// neither, and the keys do nothing, for want of what Lacking needs if it is set.
type outcome struct {
	Action  *views.Action
	Count   int
	Waiting bool
	Timed   bool
	Lacking *views.Action
	Keys    string
}

func (r *resolver) reset() { *r = resolver{} }

// shown is what has been typed of an unfinished command, for the status line.
func (r *resolver) shown() string {
	return r.digits + strings.Join(r.pending, " ")
}

// press takes one key. The first of actions wins where two claim a sequence.
// Counts says that digits which no action has are a count.
func (r *resolver) press(key string, actions []views.Action, counts bool) outcome {
	if counts && r.isDigit(key) && (r.digits != "" || find([]string{key}, actions, keyed) == nil) {
		r.digits += key
		return outcome{Waiting: true}
	}
	seq := append(slices.Clone(r.pending), key)
	exact := find(seq, actions, keyed)
	switch {
	case hasLonger(seq, actions, keyed), exact == nil && hasLonger(seq, actions, lacks):
		r.pending = seq
		return outcome{Waiting: true, Timed: exact != nil}
	case exact != nil:
		return r.chose(exact)
	}
	r.reset()
	return outcome{Lacking: find(seq, actions, lacks), Keys: strings.Join(seq, " ")}
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
	return r.chose(find(r.pending, actions, keyed))
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

// keyed says that an action is done by its keys now.
func keyed(a *views.Action) bool { return a.Keyed() }

// lacks says that an action needs what is not there.
func lacks(a *views.Action) bool { return a.Lacks() != "" }

// find is the first action on the keys of which something holds, nil where there
// is none.
func find(seq []string, actions []views.Action, holds func(*views.Action) bool) *views.Action {
	want := strings.Join(seq, " ")
	for i := range actions {
		if slices.Contains(actions[i].Keys, want) && holds(&actions[i]) {
			return &actions[i]
		}
	}
	return nil
}

func hasLonger(seq []string, actions []views.Action, holds func(*views.Action) bool) bool {
	prefix := strings.Join(seq, " ") + " "
	for i := range actions {
		for _, k := range actions[i].Keys {
			if strings.HasPrefix(k, prefix) && holds(&actions[i]) {
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
