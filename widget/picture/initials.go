package picture

import (
	"strings"
	"unicode"

	"daybook/widget/text"
)

// Frame is what initials are drawn with: the border's corners clockwise from
// the upper left, its sides, and how its owner styles border and letters. A
// style that is nil leaves the text as it is.
type Frame struct {
	Corners              [4]string
	Horizontal, Vertical string
	Border, Letters      func(string) string
}

// RoundFrame and ASCIIFrame are frames without style.
func RoundFrame() Frame {
	return Frame{Corners: [4]string{"╭", "╮", "╯", "╰"}, Horizontal: "─", Vertical: "│"}
}

// ASCIIFrame is for terminals or people that want no other characters.
func ASCIIFrame() Frame {
	return Frame{Corners: [4]string{"+", "+", "+", "+"}, Horizontal: "-", Vertical: "|"}
}

// Initials stands in for a picture: the initials of a name in the middle of a
// frame of exactly cols by rows cells. Where there is no room for a frame there
// are only the letters.
func Initials(name text.Text, cols, rows int, f Frame) []string {
	if cols <= 0 || rows <= 0 {
		return nil
	}
	letters, border := styled(f.Letters), styled(f.Border)
	framed := cols >= 4 && rows >= 3
	inner := cols
	if framed {
		inner = cols - 2
	}
	short := Short(name).Truncate(inner, text.Text{})
	left := (inner - short.Width()) / 2
	lines := make([]string, rows)
	for y := range lines {
		line := text.Blanks(inner)
		if y == (rows-1)/2 {
			line = text.Blanks(left) + letters(short.String()) + text.Blanks(inner-left-short.Width())
		}
		if framed {
			line = border(f.Vertical) + line + border(f.Vertical)
		}
		lines[y] = line
	}
	if framed {
		edge := strings.Repeat(f.Horizontal, inner)
		lines[0] = border(f.Corners[0] + edge + f.Corners[1])
		lines[rows-1] = border(f.Corners[3] + edge + f.Corners[2])
	}
	return lines
}

func styled(style func(string) string) func(string) string {
	if style == nil {
		return func(s string) string { return s }
	}
	return style
}

// Short is the initials of a name: the first letters of its first and its last
// word, in upper case; "?" where it has none. What follows a comma or stands in
// brackets is no part of the name.
func Short(name text.Text) text.Text {
	whole, _, _ := strings.Cut(name.String(), "(")
	family, given, turned := strings.Cut(whole, ",")
	if turned { // Family, Given
		whole = given + " " + family
	}
	var letters []string
	for _, word := range strings.Fields(whole) {
		for _, r := range word {
			if unicode.IsLetter(r) || unicode.IsDigit(r) {
				letters = append(letters, string(unicode.ToUpper(r)))
				break
			}
		}
	}
	switch len(letters) {
	case 0:
		return text.Literal("?")
	case 1:
		return text.Clean(letters[0])
	}
	return text.Clean(letters[0] + letters[len(letters)-1])
}
