package files

import "daybook/theme"

// marks are those of a row of the tree.
var marks = struct {
	selected, workbook, picture, other, doomed theme.Mark
}{
	selected: theme.Mark{Means: "selected",
		Sign: func(g *theme.Glyphs) theme.Glyph { return g.Marked }, Look: func(s *theme.Styles) theme.Style { return s.Mark }},
	workbook: theme.Mark{Means: "a workbook",
		Sign: func(g *theme.Glyphs) theme.Glyph { return g.Sheet }, Look: func(s *theme.Styles) theme.Style { return s.Muted }},
	picture: theme.Mark{Means: "a picture",
		Sign: func(g *theme.Glyphs) theme.Glyph { return g.Image }, Look: func(s *theme.Styles) theme.Style { return s.Muted }},
	other: theme.Mark{Means: "another file",
		Sign: func(g *theme.Glyphs) theme.Glyph { return g.Bullet }, Look: func(s *theme.Styles) theme.Style { return s.Muted }},
	doomed: theme.Mark{Means: "about to be deleted: u keeps it",
		Sign: func(g *theme.Glyphs) theme.Glyph { return g.Cross }, Look: func(s *theme.Styles) theme.Style { return s.Error }},
}

// Legend implements views.Explainer.
func (m *Model) Legend() []theme.Mark {
	return []theme.Mark{marks.selected, marks.workbook, marks.picture, marks.other, marks.doomed}
}
