package views

import (
	"slices"

	tea "charm.land/bubbletea/v2"
)

// motions are the movements that screens share: the same name and keys for the
// same id, wherever it is.
var motions = []Action{
	{ID: "down", Name: "Down", Keys: []string{"j", "down"}},
	{ID: "up", Name: "Up", Keys: []string{"k", "up"}},
	{ID: "left", Name: "Left", Keys: []string{"h", "left"}},
	{ID: "right", Name: "Right", Keys: []string{"l", "right"}},
	{ID: "half-page-down", Name: "Half a page down", Keys: []string{"ctrl+d", "pgdown"}},
	{ID: "half-page-up", Name: "Half a page up", Keys: []string{"ctrl+u", "pgup"}},
	{ID: "page-down", Name: "Page down", Keys: []string{"pgdown", "ctrl+f"}},
	{ID: "page-up", Name: "Page up", Keys: []string{"pgup", "ctrl+b"}},
	{ID: "top", Name: "First", Keys: []string{"g g", "home"}},
	{ID: "bottom", Name: "Last", Keys: []string{"G", "end"}},
	{ID: "unfold", Name: "Unfold", Keys: []string{"l", "right"}},
	{ID: "fold", Name: "Fold, or to what is above", Keys: []string{"h", "left"}},
	{ID: "next-pane", Name: "Next pane", Keys: []string{"tab"}},
	{ID: "previous-pane", Name: "Previous pane", Keys: []string{"shift+tab"}},
}

// Motion is one of the movements that screens share, by its id. Do gets the
// number typed before the key, 0 for none.
func Motion(id string, do func(count int) tea.Cmd) Action {
	i := slices.IndexFunc(motions, func(a Action) bool { return a.ID == id })
	if i < 0 {
		panic("no motion is called " + id)
	}
	a := motions[i]
	a.Group, a.Hidden, a.Motion, a.Do = "Move", true, true, do
	return a
}

// Steps is a Motion by a number of steps at once, as often as was counted.
func Steps(id string, steps int, do func(n int) tea.Cmd) Action {
	return Motion(id, Times(steps, do))
}

// NoWayBack says that nothing is open or begun that could be left.
func NoWayBack() tea.Cmd { return Notice(Info, "There is nothing to go back from. q quits.") }

// Once does a thing once, whatever was counted.
func Once(do func() tea.Cmd) func(int) tea.Cmd { return func(int) tea.Cmd { return do() } }

// Times does a thing with a number of steps at once, as often as was counted.
func Times(steps int, do func(n int) tea.Cmd) func(int) tea.Cmd {
	return func(count int) tea.Cmd { return do(steps * max(count, 1)) }
}

// Named is the action by another name.
func (a Action) Named(name string) Action {
	a.Name = name
	return a
}

// On is the action on other keys.
func (a Action) On(keys ...string) Action {
	a.Keys = keys
	return a
}

// Opening is the action as one that opens something to type into.
func (a Action) Opening() Action {
	a.Opens = true
	return a
}

// Also is the action with other words that the palette finds it by.
func (a Action) Also(words string) Action {
	a.Words = words
	return a
}
