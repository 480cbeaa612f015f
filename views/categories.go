package views

import (
	"errors"
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
	names []string // of all, as the mailbox lists them
	marks map[string]categoryMark
}

type categoryMark struct {
	preset  int  // 0 to 24; see theme.Styles.Category
	shape   bool // no other has the shape in this colour
	letters theme.Glyph
}

// grey is the colour of a category that has none, or that the mailbox does not
// list.
const grey = 12

// Again gives each of a mailbox's categories its mark: the one that it has
// already, while its colour is the same, else one that is left.
func (c CategoryMarks) Again(all []model.OutlookCategory) CategoryMarks {
	next := CategoryMarks{marks: make(map[string]categoryMark, len(all))}
	letters, shapes := map[theme.Glyph]bool{}, map[int]bool{}
	for _, category := range all {
		name := strings.ToLower(category.DisplayName)
		if had, ok := c.marks[name]; ok && had.preset == presetOf(category) {
			next.marks[name], letters[had.letters] = had, true
			shapes[had.preset] = shapes[had.preset] || had.shape
		}
	}
	for _, category := range all {
		next.names = append(next.names, category.DisplayName)
		name, n := strings.ToLower(category.DisplayName), presetOf(category)
		if _, ok := next.marks[name]; ok {
			continue
		}
		m := categoryMark{n, !shapes[n], initials(category.DisplayName, letters)}
		next.marks[name], letters[m.letters], shapes[n] = m, true, true
	}
	return next
}

// CategoryName says why a category cannot be called so: where several are written,
// commas stand between.
func CategoryName(name string) error {
	if strings.Contains(name, ",") {
		return errors.New("a comma stands between categories: leave it out of the name")
	}
	return nil
}

func presetOf(c model.OutlookCategory) int {
	if n := CategoryColour(c); n >= 0 {
		return n
	}
	return grey
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
// two letters of its name where another has the shape in this colour, or shapes and
// colours tell nothing apart.
func (c CategoryMarks) Sign(th *theme.Theme, name string) (sign theme.Glyph, colour int) {
	m, ok := c.marks[strings.ToLower(name)]
	if !ok {
		m = categoryMark{preset: grey, letters: initials(name, nil)}
	}
	if !m.shape || !th.TellsColours() || th.Glyphs.ASCIIOnly() {
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
