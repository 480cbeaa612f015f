package contacts

import (
	"strings"
	"unicode"

	"daybook/widget/text"
)

// portrait is a person's picture in so many cells: initials in a frame.
func (m *Model) portrait(p person, _ *about, width, height int) []string {
	th := m.env.Theme
	b := th.Glyphs.Border
	inner := max(width-2, 0)
	rule := strings.Repeat(string(b.Horizontal), inner)
	out := []string{th.Border.Render(string(b.TopLeft) + rule + string(b.TopRight))}
	letters := initials(p.name())
	for i := range max(height-2, 0) {
		inside := text.Blanks(inner)
		if i == (height-3)/2 {
			left := max((inner-letters.Width())/2, 0)
			inside = text.Blanks(left) + th.Heading.Render(letters.String()) + text.Blanks(inner-left-letters.Width())
		}
		out = append(out, th.Border.Render(string(b.Vertical))+inside+th.Border.Render(string(b.Vertical)))
	}
	return append(out, th.Border.Render(string(b.BottomLeft)+rule+string(b.BottomRight)))
}

// initials are the first letters of the first and the last word.
func initials(name string) text.Text {
	words := strings.FieldsFunc(name, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.Is(unicode.M, r) })
	if len(words) == 0 {
		return text.Literal("?")
	}
	letters := []rune{[]rune(words[0])[0]}
	if len(words) > 1 {
		letters = append(letters, ' ', []rune(words[len(words)-1])[0])
	}
	return text.Clean(strings.ToUpper(string(letters)))
}
