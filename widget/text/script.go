package text

import (
	"strings"
	"unicode"
)

// script is a bit for each script that takes part in imitation or in a mix that a language really uses.
type script uint16

const (
	latin script = 1 << iota
	cyrillic
	greek
	han
	hiragana
	katakana
	hangul
	bopomofo
	other
)

var scripts = []struct {
	bit   script
	table *unicode.RangeTable
}{
	{latin, unicode.Latin}, {cyrillic, unicode.Cyrillic}, {greek, unicode.Greek}, {han, unicode.Han},
	{hiragana, unicode.Hiragana}, {katakana, unicode.Katakana}, {hangul, unicode.Hangul}, {bopomofo, unicode.Bopomofo},
}

// allowedMixes are those of UTS 39's highly restrictive level.
var allowedMixes = []script{latin | han | hiragana | katakana, latin | han | hangul, latin | han | bopomofo}

// mixed says that the letters come from scripts that no language writes together.
func mixed(label string) bool {
	var seen script
	for _, r := range label {
		if unicode.IsLetter(r) && !unicode.Is(unicode.Common, r) {
			seen |= scriptOf(r)
		}
	}
	if seen&(seen-1) == 0 { // one script or none
		return false
	}
	for _, mix := range allowedMixes {
		if seen&^mix == 0 {
			return false
		}
	}
	return true
}

func scriptOf(r rune) script {
	for _, s := range scripts {
		if unicode.Is(s.table, r) {
			return s.bit
		}
	}
	return other
}

// likeLatin are Cyrillic and Greek letters that most fonts draw like Latin ones (UTS 39 confusables).
const likeLatin = "аеорсухіјѕԁԛԝһьӏвкмнтг" + "αοινρκυχϲϳ"

// lookalike says that a label has letters of another script, all of which look Latin.
func lookalike(label string) bool {
	found := false
	for _, r := range label {
		switch {
		case !unicode.IsLetter(r):
		case strings.ContainsRune(likeLatin, unicode.ToLower(r)):
			found = true
		default:
			return false
		}
	}
	return found
}
