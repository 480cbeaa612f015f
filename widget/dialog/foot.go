package dialog

import (
	"strings"

	"daybook/theme"
	"daybook/widget/text"
)

// Key is a key and what it does, in a word or two.
type Key struct{ Key, Does string }

// What the keys of every form and box are called that do the same: one takes what was filled in, one leaves it.
const (
	Save   = "save"
	Cancel = "cancel"
)

// Keys are keys with what each does behind it.
func Keys(keysAndWords ...string) []Key {
	var out []Key
	for i := 1; i < len(keysAndWords); i += 2 {
		out = append(out, Key{keysAndWords[i-1], keysAndWords[i]})
	}
	return out
}

func (k Key) width() int { return text.Width(k.Key) + text.Width(k.Does) + 3 }

// Foot is the keys line of a box in its lower border, as many keys as there is room for. The last of them, which leaves,
// is always there.
func Foot(th *theme.Theme, width int, keys ...Key) string {
	if len(keys) == 0 {
		return ""
	}
	rest, last := keys[:len(keys)-1], keys[len(keys)-1]
	room := width - last.width()
	var b strings.Builder
	put := func(k Key) { b.WriteString(th.Key.Render(" "+k.Key) + th.KeyText.Render(" "+k.Does+" ")) }
	for _, k := range rest {
		if room -= k.width(); room < 0 {
			break
		}
		put(k)
	}
	put(last)
	return b.String()
}
