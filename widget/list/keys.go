package list

import (
	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
)

// maxCount keeps a count typed before a key within reason.
const maxCount = 999_999

// KeyMap is the keys of movement. Everything else belongs to the view.
type KeyMap struct {
	Up, Down, PageUp, PageDown, HalfUp, HalfDown, Top, Bottom key.Binding
	// Counts says that digits before a key multiply it, and gg goes to the top.
	Counts bool
}

// DefaultKeys is vi's movement and the arrows.
func DefaultKeys() KeyMap {
	bind := func(help, what string, keys ...string) key.Binding {
		return key.NewBinding(key.WithKeys(keys...), key.WithHelp(help, what))
	}
	return KeyMap{
		Up:       bind("k", "up", "k", "up"),
		Down:     bind("j", "down", "j", "down"),
		PageUp:   bind("pgup", "page up", "pgup", "ctrl+b"),
		PageDown: bind("pgdn", "page down", "pgdown", "ctrl+f"),
		HalfUp:   bind("ctrl+u", "half a page up", "ctrl+u"),
		HalfDown: bind("ctrl+d", "half a page down", "ctrl+d"),
		Top:      bind("gg", "first", "home"),
		Bottom:   bind("G", "last, or the row counted", "G", "end"),
		Counts:   true,
	}
}

// SetKeys changes the keys of movement.
func (l *List) SetKeys(k KeyMap) { l.keys = k }

// Keys is the keys of movement.
func (l *List) Keys() KeyMap { return l.keys }

// Count is the number typed so far, 0 when none: to show it.
func (l *List) Count() int { return l.count }

// Update handles a key of movement and says whether it was one. Digits count as long as a movement follows.
func (l *List) Update(msg tea.KeyPressMsg) bool {
	if l.keys.Counts && l.typed(msg) {
		return true
	}
	count, given := max(l.count, 1), l.count > 0
	l.count, l.g = 0, false
	switch {
	case key.Matches(msg, l.keys.Up):
		l.Move(-count)
	case key.Matches(msg, l.keys.Down):
		l.Move(count)
	case key.Matches(msg, l.keys.PageUp):
		l.Page(-count)
	case key.Matches(msg, l.keys.PageDown):
		l.Page(count)
	case key.Matches(msg, l.keys.HalfUp):
		l.HalfPage(-count)
	case key.Matches(msg, l.keys.HalfDown):
		l.HalfPage(count)
	case key.Matches(msg, l.keys.Top):
		l.Goto(count - 1)
	case key.Matches(msg, l.keys.Bottom) && given:
		l.Goto(count - 1)
	case key.Matches(msg, l.keys.Bottom):
		l.Bottom()
	default:
		return false
	}
	return true
}

// typed takes the digits of a count and the two keys of gg.
func (l *List) typed(msg tea.KeyPressMsg) bool {
	k := msg.Key()
	if k.Mod != 0 && k.Mod != tea.ModShift {
		return false
	}
	switch s := msg.String(); {
	case len(s) == 1 && s[0] >= '0' && s[0] <= '9' && (s[0] != '0' || l.count > 0):
		l.count, l.g = min(l.count*10+int(s[0]-'0'), maxCount), false
		return true
	case s == "g" && l.g:
		l.Goto(max(l.count, 1) - 1)
		l.count, l.g = 0, false
		return true
	case s == "g":
		l.g = true
		return true
	}
	return false
}
