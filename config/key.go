package config

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// modifiers and namedKeys are the words of which a key is spelled, as the
// terminal program spells them.
var (
	modifiers = []string{"ctrl+", "alt+", "shift+", "meta+", "super+", "hyper+"}
	namedKeys = []string{"enter", "esc", "tab", "space", "backspace", "delete", "insert", "up", "down", "left", "right", "home", "end", "pgup", "pgdown"}
)

// isKey reports whether s spells a key, or a sequence of them with blanks
// between.
func isKey(s string) bool {
	parts := strings.Split(s, " ")
	for _, part := range parts {
		if !isPress(part) {
			return false
		}
	}
	return true
}

func isPress(s string) bool {
	for _, m := range modifiers {
		if rest, ok := strings.CutPrefix(s, m); ok && rest != "" {
			return isPress(rest)
		}
	}
	if number, ok := strings.CutPrefix(s, "f"); ok && number != "" {
		n, err := strconv.Atoi(number)
		return err == nil && n >= 1 && n <= 63
	}
	return utf8.RuneCountInString(s) == 1 || slices.Contains(namedKeys, s)
}

// arrival says why no terminal sends a key as it is written (never), or what
// those send in its place that have control codes alone (as, a half sentence).
// Both are empty when it arrives.
//
// Source: the control codes of ECMA-48 as xterm gives them to keys, and the
// spelling of the terminal program: modifiers in one order, and characters as
// they are typed.
func arrival(press string) (never, as string) {
	mods, base := cutModifiers(press)
	ordered := slices.DeleteFunc(slices.Clone(modifierOrder), func(m string) bool { return !slices.Contains(mods, m) })
	has := func(m string) bool { return slices.Contains(mods, m) }
	without := func(base string, gone ...string) string {
		left := slices.DeleteFunc(slices.Clone(ordered), func(m string) bool { return slices.Contains(gone, m) })
		return strconv.Quote(strings.Join(left, "") + base)
	}
	r, size := utf8.DecodeRuneInString(base)
	char := size == len(base)
	lower, upper := string(unicode.ToLower(r)), string(unicode.ToUpper(r))
	switch {
	case !slices.Equal(mods, ordered):
		return "write " + without(base), ""
	case len(mods) == 0:
		return "", ""
	case press == "ctrl+c":
		return "it leaves the program, and does nothing else", ""
	case char && has("shift+") && len(mods) == 1 && upper != base:
		return fmt.Sprintf("write %q", upper), ""
	case char && has("shift+") && len(mods) == 1:
		return "write the character that shift makes of it", ""
	case char && !has("shift+") && lower != base:
		return fmt.Sprintf("write %s, or %q", without(lower), strings.Join(ordered, "")+"shift+"+lower), ""
	case has("meta+"), has("super+"), has("hyper+"):
		return "", "does not arrive"
	case char && has("shift+") && upper == lower:
		return "", "arrives as what shift makes of the character"
	case has("ctrl+") && control[base] != "":
		return "", "arrives as " + without(control[base], "ctrl+", "shift+")
	case char && has("ctrl+") && has("shift+"):
		return "", "arrives as " + without(base, "shift+")
	case char && has("ctrl+") && !('a' <= r && r <= 'z' || strings.ContainsRune("\\]^_", r)):
		return "", "arrives as " + without(base, "ctrl+")
	case base == "tab" && has("ctrl+"), base == "space" && has("shift+"): // shift+tab and ctrl+space have codes
		return "", "arrives as " + without(base, map[string]string{"tab": "ctrl+", "space": "shift+"}[base])
	case (base == "enter" || base == "esc" || base == "backspace") && (has("ctrl+") || has("shift+")):
		return "", "arrives as " + without(base, "ctrl+", "shift+")
	}
	return "", ""
}

// cutModifiers splits a key into its modifiers, as they are written, and the
// key that they are held with.
func cutModifiers(press string) (mods []string, base string) {
	for {
		i := slices.IndexFunc(modifiers, func(m string) bool { return strings.HasPrefix(press, m) && press != m })
		if i < 0 {
			return mods, press
		}
		mods, press = append(mods, modifiers[i]), press[len(modifiers[i]):]
	}
}

// modifierOrder is the order in which the terminal program names them.
var modifierOrder = []string{"ctrl+", "alt+", "shift+", "meta+", "hyper+", "super+"}

// control are the keys that ctrl makes of others: both have one code.
var control = map[string]string{
	"i": "tab", "m": "enter", "[": "esc", "2": "ctrl+space", "3": "esc", "4": "ctrl+\\", "5": "ctrl+]", "6": "ctrl+^", "7": "ctrl+_",
	"8": "backspace", "/": "ctrl+_", "?": "backspace", "@": "ctrl+space",
}
