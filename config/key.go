package config

import (
	"slices"
	"strconv"
	"strings"
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
