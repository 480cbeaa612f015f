package ui

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"daybook/views"
	"daybook/views/persist"
	"daybook/widget/dialog"
	"daybook/widget/picker"
	"daybook/widget/text"
)

// keyEditor changes which keys do what, and takes that back.
type keyEditor struct {
	*common
	keys     *keyboard
	history  *history
	document persist.Document[Keymap]
}

func keysDocument() persist.Document[Keymap] { return persist.Document[Keymap]{Name: "keys"} }

func (e *keyEditor) load() tea.Cmd {
	return e.document.Load(e.env.State, Keymap{}, views.Done(&e.work, func(k Keymap, err error) tea.Cmd {
		if err == nil {
			e.keys.keymap.merge(k)
		}
		return nil
	}))
}

func (e *keyEditor) save() tea.Cmd {
	k := &e.keys.keymap
	return save(e.common, &e.document, "keys", e.save, func() Keymap { return Keymap{Preset: k.Preset, Own: maps.Clone(k.Own)} })
}

// change changes the keymap as one step, which undo takes back.
func (e *keyEditor) change(label string, how func(*Keymap)) tea.Cmd {
	k := &e.keys.keymap
	before := k.chosen()
	how(k)
	payload, err := json.Marshal(keyStep{before, k.chosen()})
	if err != nil {
		e.warn("Undo cannot take this back: " + err.Error())
		return e.save()
	}
	return tea.Batch(e.history.did(views.Did{Step: views.Step{Owner: rootScreen, Label: label, Payload: payload}}), e.save())
}

// keyStep is a change of the keymap as it stands on the undo log.
type keyStep struct {
	Before keyChoice `json:"before"`
	After  keyChoice `json:"after"`
}

// Revert implements views.Reverter.
func (e *keyEditor) Revert(s views.Step) tea.Cmd {
	return e.restore(s, func(k keyStep) keyChoice { return k.Before })
}

// Reapply implements views.Reverter.
func (e *keyEditor) Reapply(s views.Step) tea.Cmd {
	return e.restore(s, func(k keyStep) keyChoice { return k.After })
}

func (e *keyEditor) restore(s views.Step, which func(keyStep) keyChoice) tea.Cmd {
	var k keyStep
	if err := json.Unmarshal(s.Payload, &k); err != nil {
		e.warn("The keys could not be read from the undo log: " + err.Error())
		return nil
	}
	e.keys.keymap.restore(which(k))
	return e.save()
}

func (e *keyEditor) openPresets(int) tea.Cmd {
	var items []picker.Item
	for _, p := range Presets() {
		detail := ""
		if p == cmp.Or(e.keys.keymap.preset(), Presets()[0]) {
			detail = "in use"
		}
		items = append(items, picker.Item{ID: p, Title: text.Clean(p), Detail: text.Clean(detail)})
	}
	return e.choose("Keys as in", "use them", items, func(id string) tea.Cmd {
		return e.change("Keys as in "+id+" now", func(k *Keymap) { k.usePreset(id) })
	})
}

// What the editor offers beside the actions; no action has such a name.
const (
	takeBackID = "\x00undo"
	resetID    = "\x00reset"
)

// open asks for an action and then for its new key.
func (e *keyEditor) open(int) tea.Cmd {
	e.keys.collect()
	var items []picker.Item
	if s, ok := e.history.log.last(); ok && s.Owner == rootScreen {
		items = append(items, picker.Item{ID: takeBackID, Title: text.Literal("Take the last change back"), Detail: text.Clean(s.Label), Words: "undo"})
	}
	if k := &e.keys.keymap; len(k.Own) > 0 {
		items = append(items, picker.Item{ID: resetID, Title: text.Clean("All keys as in " + cmp.Or(k.preset(), Presets()[0]) + " again"),
			Detail: text.Clean(views.Count(len(k.Own), "change", "changes")), Words: "reset default"})
	}
	for i, a := range e.keys.actions {
		items = append(items, picker.Item{ID: e.keys.name(i), Title: text.Clean(a.Name), Detail: text.Clean(strings.Join(a.Keys, ", ")), Words: a.Words})
	}
	return e.choose("Change the key of", "change it", items, func(id string) tea.Cmd {
		switch id {
		case takeBackID:
			return e.history.takeBack(0)
		case resetID:
			return e.change("All keys as in "+cmp.Or(e.keys.keymap.preset(), Presets()[0])+" again", func(k *Keymap) { k.usePreset(k.preset()) })
		}
		e.showBox(&keyCatcher{editor: e, action: id, title: e.nameOf(id)})
		return nil
	})
}

// nameOf is an action of the screen for people.
func (e *keyEditor) nameOf(action string) string {
	for i, a := range e.keys.actions {
		if e.keys.name(i) == action {
			return a.Name
		}
	}
	return action
}

// give gives a key to an action. One that others have is asked about first: it
// is taken from them, so that it is never ambiguous.
func (e *keyEditor) give(action, key string) tea.Cmd {
	e.keys.collect()
	var before []string
	var losers, losing []string // their names in the keymap, and for people
	state := stateOf(action[strings.Index(action, ".")+1:])
	for i, a := range e.keys.actions {
		switch name := e.keys.name(i); {
		case name == action:
			before = a.Keys
		case slices.Contains(a.Keys, key) && stateOf(a.ID) == state:
			losers, losing = append(losers, name), append(losing, a.Name)
		}
	}
	label := "Key changed: " + key + " is " + e.nameOf(action)
	if len(losers) == 0 {
		return e.change(label, func(k *Keymap) { k.choose(action, key, before) })
	}
	from := strings.Join(slices.Compact(losing), ", ")
	return e.ask(views.Confirm{
		Title:  text.Clean("Take " + key + " from: " + from + "?"),
		Detail: text.Clean(key + " would be " + e.nameOf(action) + " then." + e.without(losers, key)),
		Verb:   "take it",
		Yes: func() tea.Cmd {
			return e.change(label+", taken from "+from, func(k *Keymap) {
				k.choose(action, key, before)
				for i, a := range e.keys.actions {
					if name := e.keys.name(i); slices.Contains(losers, name) {
						k.release(name, key, a.Keys)
					}
				}
			})
		},
	})
}

// without names the actions that would have no key left.
func (e *keyEditor) without(losers []string, key string) string {
	var bare []string
	for i, a := range e.keys.actions {
		left := slices.ContainsFunc(a.Keys, func(had string) bool { return had != key })
		if slices.Contains(losers, e.keys.name(i)) && !left {
			bare = append(bare, a.Name)
		}
	}
	if len(bare) == 0 {
		return ""
	}
	return " No key is left then for: " + strings.Join(slices.Compact(bare), ", ") + "; the palette still has it."
}

// keyCatcher waits for the key that an action is to have.
type keyCatcher struct {
	editor        *keyEditor
	action, title string
}

// Cursor implements dialog.Box.
func (k *keyCatcher) Cursor() *tea.Cursor { return nil }

// View implements dialog.Box.
func (k *keyCatcher) View(width, _ int) string {
	st := k.editor.env.Theme
	says := []string{st.Text.Render("Press the key it is to have.")}
	return dialog.Framed(st, text.Clean(k.title), says, dialog.Foot(st, width-4, dialog.Keys("esc", dialog.Cancel)...), width)
}

// Update gives the key that is pressed.
func (k *keyCatcher) Update(msg tea.Msg) dialog.Outcome {
	press, ok := msg.(tea.KeyPressMsg)
	if !ok {
		return dialog.Outcome{}
	}
	return dialog.Outcome{Done: true, Then: func() tea.Cmd { return k.editor.give(k.action, press.String()) }}
}
