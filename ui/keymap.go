package ui

import (
	"encoding/json"
	"maps"
	"slices"

	tea "charm.land/bubbletea/v2"

	"daybook/views"
)

// Keymap says which keys an action has: a person's own choice, else the
// preset's, else the action's default. Actions are named "screen.id", or
// "global.id" for those of every screen.
type Keymap struct {
	Preset string              `json:"preset"`
	Own    map[string][]string `json:"own"`

	touched bool // changed since the start: what is loaded later comes under it
}

const keymapDocument = "keys"

// Presets returns the names of the key presets, the default first.
func Presets() []string { return []string{"daybook", "mutt", "gmail", "outlook"} }

// presets hold what each differs in from the default, in the keys that
// people of those programs have in their fingers.
var presets = map[string]map[string][]string{
	"mutt": {
		"inbox.reply":       {"r"},
		"inbox.replyAll":    {"g r", "R"},
		"inbox.compose":     {"m", "c"},
		"inbox.move":        {"s", "M"},
		"inbox.flag":        {"F", "*"},
		"inbox.lens":        {"L"},
		"inbox.links":       {"ctrl+b"},
		"inbox.selectMatch": {"T"},
		"inbox.select":      {"t", "space"},
		"inbox.categories":  {"y"},
		"inbox.attachments": {"v", "b"},
		"inbox.threads":     {"z"},
		"global.quit":       {"q", "x"},
	},
	"gmail": {
		"inbox.archive":    {"e"},
		"inbox.delete":     {"#", "d"},
		"inbox.flag":       {"s"},
		"inbox.move":       {"v", "m"},
		"inbox.categories": {"l", "t"},
		"inbox.replyAll":   {"a", "R"},
		"inbox.threads":    {"T"},
		"inbox.unread":     {"N", "shift+u"},
		"global.undo":      {"z", "u"},
		"global.redo":      {"Z", "U"},
	},
	"outlook": {
		"inbox.compose":  {"ctrl+n", "c"},
		"inbox.reply":    {"ctrl+r", "r"},
		"inbox.replyAll": {"ctrl+shift+r", "R"},
		"inbox.forward":  {"ctrl+f", "f"},
		"inbox.delete":   {"delete", "d"},
		"inbox.archive":  {"backspace", "e"},
		"inbox.unread":   {"ctrl+u", "N"},
		"inbox.flag":     {"insert", "s"},
		"inbox.move":     {"ctrl+shift+v", "m"},
		"global.refresh": {"f9", "f5"},
		"global.undo":    {"ctrl+z", "u"},
		"global.redo":    {"ctrl+y", "U"},
	},
}

// keys returns the keys of an action.
func (k *Keymap) keys(action string, byDefault []string) []string {
	if own, ok := k.Own[action]; ok {
		return own
	}
	if preset, ok := presets[k.Preset][action]; ok {
		return preset
	}
	return byDefault
}

// choose gives an action a key of its own, first in its list.
func (k *Keymap) choose(action string, key string, before []string) {
	own := maps.Clone(k.Own)
	if own == nil {
		own = map[string][]string{}
	}
	rest := slices.DeleteFunc(slices.Clone(before), func(s string) bool { return s == key })
	own[action] = append([]string{key}, rest...)
	k.Own, k.touched = own, true
}

// release takes a key away from an action.
func (k *Keymap) release(action, key string, before []string) {
	own := maps.Clone(k.Own)
	if own == nil {
		own = map[string][]string{}
	}
	own[action] = slices.DeleteFunc(slices.Clone(before), func(s string) bool { return s == key })
	k.Own, k.touched = own, true
}

func (k *Keymap) usePreset(name string) {
	k.Preset, k.Own, k.touched = name, nil, true
}

type keymapLoaded struct {
	keymap Keymap
	err    error
}

type keymapSaved struct{ err error }

func (k *Keymap) load(s views.State) tea.Cmd {
	return func() tea.Msg {
		var loaded Keymap
		b, err := s.Load(keymapDocument)
		if err == nil && b != nil {
			err = json.Unmarshal(b, &loaded)
		}
		return keymapLoaded{loaded, err}
	}
}

func (k *Keymap) merge(msg keymapLoaded) {
	if msg.err != nil || k.touched {
		return
	}
	if msg.keymap.Preset != "" {
		k.Preset = msg.keymap.Preset
	}
	if msg.keymap.Own != nil {
		k.Own = msg.keymap.Own
	}
}

func (k *Keymap) save(s views.State) tea.Cmd {
	copied := Keymap{Preset: k.Preset, Own: maps.Clone(k.Own)}
	return func() tea.Msg {
		b, err := json.Marshal(copied)
		if err == nil {
			err = s.Save(keymapDocument, b)
		}
		return keymapSaved{err}
	}
}
