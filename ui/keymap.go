package ui

import (
	"maps"
	"slices"
	"strings"

	"daybook/views"
)

// Keymap says which keys an action has: a person's own choice, else the
// preset's, else the action's default. Actions are named "screen.id", or
// "global.id" for those of every screen.
type Keymap struct {
	Preset string              `json:"preset"`
	Own    map[string][]string `json:"own"`

	// given is what the configuration says; it comes before what was chosen
	// in an earlier run, but not before what has been chosen in this one.
	given   *Keymap
	now     map[string]bool // actions chosen in this run, and "" for the preset
	touched bool            // changed since the start: what is loaded later comes under it
}

// preset is the name of the preset in use, empty for the default.
func (k *Keymap) preset() string {
	if k.given != nil && k.given.Preset != "" && !k.now[""] {
		return k.given.Preset
	}
	return k.Preset
}

// chose remembers that a choice was made in this run.
func (k *Keymap) chose(what string) {
	if k.now == nil {
		k.now = map[string]bool{}
	}
	k.now[what], k.touched = true, true
}

// Presets returns the names of the key presets, the default first.
func Presets() []string { return []string{"daybook", "mutt", "vim", "gmail", "outlook"} }

// preset is what the keys of another program differ in from the default.
type preset struct {
	keys map[string][]string
	// counts says that a number typed before a motion repeats it. A digit
	// that an action has by default is then had with alt: the screens.
	counts bool
}

// presets hold the keys that people of those programs have in their fingers.
// An action keeps what it has by default only as far as no other takes the key
// (see bind), so that one that would be left without a key is given another
// here. In mutt a digit begins a number, as it does in vim.
var presets = map[string]preset{
	"vim": {counts: true},
	"mutt": {counts: true, keys: map[string][]string{
		"inbox.compose":     {"m"},
		"inbox.reply-all":   {"g", "R"},
		"inbox.move":        {"s", "M"},
		"inbox.flag":        {"F"},
		"inbox.lens":        {"V"},
		"inbox.filter":      {"l", "\\"},
		"inbox.links":       {"ctrl+b", "L"},
		"inbox.select":      {"t", "x"},
		"inbox.select-all":  {"T", "*"},
		"inbox.find-time":   {"ctrl+f"},
		"inbox.find":        {"\\"},
		"inbox.next-unread": {"tab", "."},
		"inbox.next-pane":   {"ctrl+n"},
		"inbox.categorize":  {"y"},
		"inbox.attachments": {"v"},
		"inbox.threads":     {"ctrl+t"},
		"inbox.copy":        {"alt+y"},
	}},
	"gmail": {keys: map[string][]string{
		"inbox.archive":         {"e"},
		"inbox.delete":          {"#", "d"},
		"inbox.move":            {"v", "m"},
		"inbox.categorize":      {"l", "t"},
		"inbox.reply-all":       {"a", "R"},
		"inbox.read":            {"I", "N"},
		"inbox.importance":      {"=", "i"},
		"inbox.answer-with":     {"alt+="},
		"inbox.proposals":       {"alt+="},
		"inbox.open":            {"enter", "o"},
		"inbox.sender-rule":     {"O"},
		"inbox.list-order":      {"alt+i"},
		"inbox.unsubscribe":     {"alt+u"},
		"inbox.threads":         {"ctrl+t"},
		"inbox.unfold-thread":   {"alt+z"},
		"inbox.fold-folder":     {";"},
		"inbox.full-screen":     {";"},
		"inbox.forget-search":   {"#", "d"},
		"inbox.attachments":     {"B"},
		"inbox.snooze-evening":  {"b t", "h t"},
		"inbox.snooze-tomorrow": {"b m", "h m"},
		"inbox.snooze-week":     {"b w", "h w"},
		"inbox.snooze-date":     {"b d", "h d"},
		"inbox.select-all":      {"* a"},
		"global.undo":           {"z", "u"},
		"global.redo":           {"Z", "U"},
	}},
	"outlook": {keys: map[string][]string{
		"inbox.compose":       {"ctrl+n", "c"},
		"inbox.reply":         {"ctrl+r", "r"},
		"inbox.reply-all":     {"R", "ctrl+shift+r"},
		"inbox.forward":       {"ctrl+f", "f"},
		"inbox.delete":        {"delete", "d"},
		"inbox.forget-search": {"delete", "d"},
		"inbox.archive":       {"backspace", "e"},
		"inbox.read":          {"ctrl+q", "N"},
		"inbox.flag":          {"insert", "s"},
		"inbox.search":        {"f3", "/"},
		"inbox.refresh":       {"f9", "f5"},
		"global.refresh":      {"f9", "f5"},
		"global.undo":         {"ctrl+z", "u"},
		"global.redo":         {"ctrl+y", "U"},
		"global.suspend":      {"alt+z"},
	}},
}

// How an action came by its keys: what ranks higher takes a key from what
// ranks lower.
const (
	byDefault = iota
	byPreset
	byChoice
)

// bind gives the actions of a screen their keys; name is "inbox", or "global".
// A key that the person or the preset gave to one action is taken from the
// others of the screen that have it from a lower rank: pressing it must do
// what was asked for, whatever the order of the list. Two actions of the same
// rank may share a key, for states that exclude each other; an id such as
// "letter.send" belongs to such a state, and keeps its keys beside those of
// the screen.
func (k *Keymap) bind(name string, actions []views.Action) {
	type claim struct{ state, key string }
	taken := map[claim]int{}
	ranks := make([]int, len(actions))
	for i := range actions {
		a := &actions[i]
		a.Keys, ranks[i] = k.keys(name+"."+a.ID, a.Keys)
		if ranks[i] == byDefault {
			continue
		}
		for _, key := range a.Keys {
			c := claim{stateOf(a.ID), key}
			taken[c] = max(taken[c], ranks[i])
		}
	}
	if len(taken) == 0 {
		return
	}
	for i := range actions {
		lost := func(key string) bool { return taken[claim{stateOf(actions[i].ID), key}] > ranks[i] }
		if slices.ContainsFunc(actions[i].Keys, lost) {
			actions[i].Keys = slices.DeleteFunc(slices.Clone(actions[i].Keys), lost)
		}
	}
}

// stateOf is the state of its screen that an action belongs to, empty for
// the screen itself.
func stateOf(id string) string {
	state, _, more := strings.Cut(id, ".")
	if !more {
		return ""
	}
	return state
}

// keys returns the keys of an action and how it came by them.
func (k *Keymap) keys(action string, usual []string) (keys []string, rank int) {
	own, isOwn := k.Own[action]
	var given []string
	isGiven := false
	if k.given != nil {
		given, isGiven = k.given.Own[action]
	}
	switch {
	case isOwn && (!isGiven || k.now[action]):
		return own, byChoice
	case isGiven:
		return given, byChoice
	}
	p := presets[k.preset()]
	if keys, ok := p.keys[action]; ok {
		return keys, byPreset
	}
	if p.counts && slices.ContainsFunc(usual, isCount) {
		usual = slices.Clone(usual)
		for i, key := range usual {
			if isCount(key) {
				usual[i] = "alt+" + key
			}
		}
	}
	return usual, byDefault
}

// isCount says that a key alone would begin a count.
func isCount(key string) bool { return len(key) == 1 && key >= "1" && key <= "9" }

// counts says that numbers are typed before motions.
func (k *Keymap) counts() bool { return presets[k.preset()].counts }

// choose gives an action a key of its own, first in its list.
func (k *Keymap) choose(action string, key string, before []string) {
	own := maps.Clone(k.Own)
	if own == nil {
		own = map[string][]string{}
	}
	rest := slices.DeleteFunc(slices.Clone(before), func(s string) bool { return s == key })
	own[action] = append([]string{key}, rest...)
	k.Own = own
	k.chose(action)
}

// release takes a key away from an action.
func (k *Keymap) release(action, key string, before []string) {
	own := maps.Clone(k.Own)
	if own == nil {
		own = map[string][]string{}
	}
	own[action] = slices.DeleteFunc(slices.Clone(before), func(s string) bool { return s == key })
	k.Own = own
	k.chose(action)
}

func (k *Keymap) usePreset(name string) {
	k.Preset, k.Own, k.now = name, nil, nil
	k.chose("")
}

// keyChoice is what was chosen of a keymap, and what of that in this run.
type keyChoice struct {
	Preset string              `json:"preset"`
	Own    map[string][]string `json:"own"`
	Now    map[string]bool     `json:"now"`
}

// chosen is a copy of what was chosen.
func (k *Keymap) chosen() keyChoice { return keyChoice{k.Preset, maps.Clone(k.Own), maps.Clone(k.now)} }

// restore goes back to what was chosen once.
func (k *Keymap) restore(c keyChoice) {
	k.Preset, k.Own, k.now, k.touched = c.Preset, c.Own, c.Now, true
}

func (k *Keymap) merge(saved Keymap) {
	if k.touched {
		return
	}
	if saved.Preset != "" {
		k.Preset = saved.Preset
	}
	if saved.Own != nil {
		k.Own = saved.Own
	}
}

// Together returns a function that reports whether two actions, by their
// names, can be asked for at the same time: both of one screen and of the same
// state of it, or one of every screen. Those that share a key by default or in
// a preset do so because they exclude each other.
func (m *Model) Together() func(a, b string) bool {
	type pair struct{ a, b string }
	shared := map[pair]bool{}
	for _, preset := range Presets() {
		owners := map[string][]string{} // names by key
		take := func(screen string, actions []views.Action) {
			actions = slices.Clone(actions)
			(&Keymap{Preset: preset}).bind(screen, actions)
			for _, a := range actions {
				for _, key := range a.Keys {
					for _, other := range owners[key] {
						shared[pair{other, screen + "." + a.ID}] = true
					}
					owners[key] = append(owners[key], screen+"."+a.ID)
				}
			}
		}
		for screen, actions := range m.Actions() {
			take(screen, actions)
		}
	}
	return func(a, b string) bool {
		if a == b || shared[pair{a, b}] || shared[pair{b, a}] {
			return false
		}
		screenA, a, _ := strings.Cut(a, ".")
		screenB, b, _ := strings.Cut(b, ".")
		switch {
		case screenA == "global" && screenB == "global":
			return true
		case screenA == "global":
			return stateOf(b) == ""
		case screenB == "global":
			return stateOf(a) == ""
		}
		return screenA == screenB && stateOf(a) == stateOf(b)
	}
}
