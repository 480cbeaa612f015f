package views

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"daybook/model"
	"daybook/theme"
	"daybook/widget/text"
)

// CategoryMarks are the marks of a mailbox's categories. The zero value knows
// none.
type CategoryMarks struct {
	names  []string // of all, as the mailbox lists them
	marks  map[string]categoryMark
	shapes bool // each has a shape in a colour of its own
}

type categoryMark struct {
	preset  int // 0 to 24; see theme.Styles.Category
	letters theme.Glyph
}

// grey is the colour of a category that has none, or that the mailbox does not
// list.
const grey = 12

// MarkCategories gives each category its mark.
func MarkCategories(all []model.OutlookCategory) CategoryMarks {
	c := CategoryMarks{marks: make(map[string]categoryMark, len(all)), shapes: true}
	taken := map[theme.Glyph]bool{}
	colours := map[int]bool{}
	for _, category := range all {
		n := CategoryColour(category)
		if n < 0 {
			n = grey
		}
		c.shapes = c.shapes && !colours[n]
		colours[n] = true
		letters := initials(category.DisplayName, taken)
		taken[letters] = true
		c.names = append(c.names, category.DisplayName)
		c.marks[strings.ToLower(category.DisplayName)] = categoryMark{n, letters}
	}
	return c
}

// CategoryColour is the number of a category's colour, 0 to 24; -1 for none.
func CategoryColour(c model.OutlookCategory) int {
	n := 0
	if _, err := fmt.Sscanf(strings.ToLower(c.Color), "preset%d", &n); err != nil || n < 0 || n >= presets {
		return -1
	}
	return n
}

// presets are the colours of the interface.
const presets = len(theme.Styles{}.Category)

// CategoryShape is the shape of a colour of categories: not the first of
// calendars, which is the sign of what is unread.
func CategoryShape(g *theme.Glyphs, colour int) theme.Glyph {
	return g.Calendar[1+colour%(len(g.Calendar)-1)]
}

// Sign is what stands for a category, and the colour that it has: a shape, or
// two letters of its name where shapes and colours do not tell all categories
// apart.
func (c CategoryMarks) Sign(th *theme.Theme, name string) (sign theme.Glyph, colour int) {
	m, ok := c.marks[strings.ToLower(name)]
	if !ok {
		m = categoryMark{grey, initials(name, nil)}
	}
	if !ok || !c.shapes || !th.TellsColours() || th.Glyphs.ASCIIOnly() {
		return m.letters, m.preset
	}
	return CategoryShape(&th.Glyphs, m.preset), m.preset
}

// Of is the mark of a category.
func (c CategoryMarks) Of(th *theme.Theme, name string) theme.Mark {
	sign, colour := c.Sign(th, name)
	return theme.Mark{
		Sign:  func(*theme.Glyphs) theme.Glyph { return sign },
		Look:  func(s *theme.Styles) theme.Style { return s.Category[colour] },
		Means: "category " + name,
	}
}

// Legend are the marks of all categories.
func (c CategoryMarks) Legend(th *theme.Theme) []theme.Mark {
	out := make([]theme.Mark, len(c.names))
	for i, name := range c.names {
		out[i] = c.Of(th, name)
	}
	return out
}

// initials are two cells of letters that a name is known by: those that its
// first two words begin with, else its first and a later one, none that is
// taken if there is another.
func initials(name string, taken map[theme.Glyph]bool) theme.Glyph {
	clean := text.Clean(name).String()
	words := strings.FieldsFunc(clean, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	if len(words) == 0 {
		return "??"
	}
	letters := []rune(strings.Join(words, ""))
	first := unicode.ToUpper(letters[0])
	var tries []theme.Glyph
	if text.Width(string(first)) > 1 { // one letter fills both cells
		tries = append(tries, theme.Glyph(string(first)))
		letters = nil
	} else if len(words) > 1 {
		tries = append(tries, theme.Glyph([]rune{first, unicode.ToUpper([]rune(words[1])[0])}))
	}
	for _, l := range letters[min(1, len(letters)):] {
		tries = append(tries, theme.Glyph([]rune{first, l}))
	}
	for n := range 10 {
		tries = append(tries, theme.Glyph([]rune{first, rune('0' + n)}))
	}
	two := func(g theme.Glyph) bool { return text.Width(string(g)) == 2 }
	tries = slices.DeleteFunc(tries, func(g theme.Glyph) bool { return !two(g) })
	for _, g := range tries {
		if !taken[g] {
			return g
		}
	}
	if len(tries) > 0 {
		return tries[0]
	}
	return "??"
}
