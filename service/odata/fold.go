package odata

import (
	"cmp"
	"unicode"
	"unicode/utf8"
)

// Fold returns s in the form in which strings are compared: every code point
// in lower case by itself, so that folding never changes a length or a
// position. A code point outside ASCII never folds into ASCII (the Kelvin
// sign stays itself): so against an ASCII constant SQLite's own lower(),
// which knows ASCII alone, decides every comparison the same way.
//
// A store keeps Fold(value) in a column of its own, and names it in Field.Fold,
// where an index is to serve; else SQLite calls Fold as fold().
func Fold(s string) string {
	for i := 0; i < len(s); i++ {
		if c := s[i]; c >= utf8.RuneSelf || 'A' <= c && c <= 'Z' {
			return fold(s, i)
		}
	}
	return s
}

// fold folds s, of which the first i bytes are folded already.
func fold(s string, i int) string {
	b := make([]byte, i, len(s)+utf8.UTFMax)
	copy(b, s)
	for _, r := range s[i:] {
		b = utf8.AppendRune(b, foldRune(r))
	}
	return string(b)
}

func foldRune(r rune) rune {
	if r < utf8.RuneSelf {
		if 'A' <= r && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}
	if l := unicode.ToLower(r); l >= utf8.RuneSelf {
		return l
	}
	return r
}

// compareFold orders a and b as Fold(a) and Fold(b) would be, without making
// them: by code point, which is also UTF-8's and SQLite's order.
func compareFold(a, b string) int {
	for a != "" && b != "" {
		ra, na := nextRune(a)
		rb, nb := nextRune(b)
		if ra != rb {
			if fa, fb := foldRune(ra), foldRune(rb); fa != fb {
				return cmp.Compare(fa, fb)
			}
		}
		a, b = a[na:], b[nb:]
	}
	return cmp.Compare(len(a), len(b))
}

func nextRune(s string) (rune, int) {
	if c := s[0]; c < utf8.RuneSelf {
		return rune(c), 1
	}
	return utf8.DecodeRuneInString(s)
}

func isASCII(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
