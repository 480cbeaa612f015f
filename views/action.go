package views

import tea "charm.land/bubbletea/v2"

// Action is one thing a person can do, whatever asks for it: a key, a click
// or the command palette. ID is stable ("archive"): keys are remapped by it.
type Action struct {
	ID    string
	Name  string   // in the imperative, for help and palette: "Archive"
	Group string   // heading of the help screen: "Triage"
	Keys  []string // each a key, or a sequence with spaces between: "e", "g g"
	Words string   // other words that the palette finds it by: "spam"
	Hint  string   // one word for the status line, Name in lower case if empty

	// Hidden keeps plain movement out of the palette.
	Hidden bool
	// Motion only moves, and changes nothing: a count repeats it.
	Motion bool
	// Typing lets it be done while keys are text, by a key that types nothing.
	Typing bool
	// Opens says that it opens something that takes what is typed next: a list to
	// choose from, a line. Where it opens nothing, that means nothing else.
	Opens bool
	// Enabled reports whether it can be done now; nil means always.
	Enabled func() bool
	// Here reports whether its keys mean it now: where they do not, it can be
	// done by its name alone. Nil means wherever it can be done.
	Here func() bool
	// Needs says what is not there that it could be done to, "an event": while its
	// keys do not do it the help lists it with that, and they say so. Empty is that
	// it has no place now; nil that it never says.
	Needs func() string
	// Next says what it comes to now, in a word or two, while its keys are typed
	// and the last is awaited: "tomorrow 08:00". Nil says the name.
	Next func() string
	// Do does it. Count is the number typed before the key, 0 for none and
	// for what is no Motion.
	Do func(count int) tea.Cmd
}

// Can reports whether the action can be done now.
func (a Action) Can() bool { return a.Enabled == nil || a.Enabled() }

// Lacks is what there has to be before its keys do the action, empty while they do
// or it has no place now.
func (a Action) Lacks() string {
	if a.Needs == nil || a.Keyed() {
		return ""
	}
	return a.Needs()
}

// Needs are words for what an action could be done to, wherever that is not there.
func Needs(what string) func() string { return func() string { return what } }

// While is the action in its place alone: elsewhere it cannot be done, and lacks
// nothing.
func (a Action) While(here func() bool) Action {
	can, needs := a.Enabled, a.Needs
	a.Enabled = func() bool { return here() && (can == nil || can()) }
	if needs != nil {
		a.Needs = func() string {
			if !here() {
				return ""
			}
			return needs()
		}
	}
	return a
}

// Keyed reports whether the action can be done by its keys now.
func (a Action) Keyed() bool { return a.Can() && (a.Here == nil || a.Here()) }
