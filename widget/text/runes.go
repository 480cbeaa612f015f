package text

import "unicode"

const (
	zeroWidthJoiner = '\u200d'
	firstRegional   = '\U0001f1e6'
)

// isJoiner says that the rune changes how its neighbours are drawn, and how wide, in emoji sequences:
// ZWJ, VS16, skin tones.
func isJoiner(r rune) bool {
	return r == zeroWidthJoiner || r == '\ufe0f' || r >= 0x1f3fb && r <= 0x1f3ff
}

// isRegional says that the rune is half of a flag.
func isRegional(r rune) bool { return r >= firstRegional && r < firstRegional+26 }

// isHidden says that the rune draws nothing by itself: format characters (bidi, zero-width, tags, soft hyphen) and
// the other default-ignorable ones of Unicode's DerivedCoreProperties.
func isHidden(r rune) bool {
	return r >= 0xad && (unicode.Is(unicode.Cf, r) || unicode.Is(ignorable, r))
}

// isMark says that the rune takes no cell of its own: combining marks and the trailing parts of conjoining Hangul.
// Spacing marks (Mc) belong to it: they take a cell but join the cluster before. U+1AB0 to U+1AFF is a block of
// marks that newer versions of Unicode are still filling.
func isMark(r rune) bool {
	if r < 0x300 {
		return false
	}
	return unicode.Is(unicode.M, r) || isConjoining(r) || r >= 0x1ab0 && r <= 0x1aff
}

// decomposed holds the letters that join the cluster before but take a cell when code points are summed: two vowels,
// and the voicing marks of half-width katakana. Their compatibility decomposition (UnicodeData.txt), a mark and what
// follows it, looks the same and is measured the same both ways.
var decomposed = map[rune][2]rune{
	'\u0e33': {'\u0e4d', '\u0e32'},
	'\u0eb3': {'\u0ecd', '\u0eb2'},
	'\uff9e': {'\u3099'},
	'\uff9f': {'\u309a'},
}

// unsettled holds the marks of Unicode 16 and 17: one measure of the renderer's has them take a cell, the other none.
var unsettled = &unicode.RangeTable{
	R16: []unicode.Range16{{Lo: 0x0897, Hi: 0x0897, Stride: 1}},
	R32: []unicode.Range32{
		{Lo: 0x10d69, Hi: 0x10d6d, Stride: 1},
		{Lo: 0x10efa, Hi: 0x10efc, Stride: 1},
		{Lo: 0x1611e, Hi: 0x1612f, Stride: 1},
		{Lo: 0x16d63, Hi: 0x16d6a, Stride: 1},
		{Lo: 0x1e5ee, Hi: 0x1e5ef, Stride: 1},
		{Lo: 0x1e6e0, Hi: 0x1e6ff, Stride: 1},
	},
}

// isConjoining says that the rune is the vowel or the end of a Hangul syllable that is written in parts.
func isConjoining(r rune) bool {
	return r >= 0x1160 && r <= 0x11ff || r >= 0xd7b0 && r <= 0xd7ff
}

// isHangul says that the rune can have a conjoining part behind it: a leading part, another part, a syllable.
func isHangul(r rune) bool {
	return r >= 0x1100 && r <= 0x115e || r >= 0xa960 && r <= 0xa97f || r >= 0xac00 && r <= 0xd7a3 || isConjoining(r)
}

// ignorable are default-ignorable code points that are not of category Cf.
var ignorable = &unicode.RangeTable{
	R16: []unicode.Range16{
		{Lo: 0x034f, Hi: 0x034f, Stride: 1},
		{Lo: 0x115f, Hi: 0x1160, Stride: 1},
		{Lo: 0x17b4, Hi: 0x17b5, Stride: 1},
		{Lo: 0x180b, Hi: 0x180f, Stride: 1},
		{Lo: 0x2065, Hi: 0x2065, Stride: 1},
		{Lo: 0x3164, Hi: 0x3164, Stride: 1},
		{Lo: 0xfe00, Hi: 0xfe0e, Stride: 1},
		{Lo: 0xffa0, Hi: 0xffa0, Stride: 1},
		{Lo: 0xfff0, Hi: 0xfff8, Stride: 1},
	},
	R32: []unicode.Range32{{Lo: 0xe0000, Hi: 0xe0fff, Stride: 1}},
}
