package contacts

import "daybook/theme"

// marks are those of a row of the tree.
var marks = struct {
	selected, person, room theme.Mark
}{
	selected: theme.Mark{Means: "selected",
		Sign: func(g *theme.Glyphs) theme.Glyph { return g.Marked }, Look: func(s *theme.Styles) theme.Style { return s.Mark }},
	person: theme.Mark{Means: "a person",
		Sign: func(g *theme.Glyphs) theme.Glyph { return g.Person }, Look: func(s *theme.Styles) theme.Style { return s.Muted }},
	room: theme.Mark{Means: "a room or other resource",
		Sign: func(g *theme.Glyphs) theme.Glyph { return g.Room }, Look: func(s *theme.Styles) theme.Style { return s.Muted }},
}

// Legend implements views.Explainer.
func (m *Model) Legend() []theme.Mark { return []theme.Mark{marks.selected, marks.person, marks.room} }
