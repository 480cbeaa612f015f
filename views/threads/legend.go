package threads

import "daybook/theme"

// marks are those of a thread in the list.
var marks = struct {
	unread, locked, attachment theme.Mark
}{
	unread: theme.Mark{Means: "new posts",
		Sign: func(g *theme.Glyphs) theme.Glyph { return g.Unread }, Look: func(s *theme.Styles) theme.Style { return s.Accent }},
	locked: theme.Mark{Means: "locked: no posts are taken",
		Sign: func(g *theme.Glyphs) theme.Glyph { return g.Locked }, Look: func(s *theme.Styles) theme.Style { return s.Warning }},
	attachment: theme.Mark{Means: "with attachments",
		Sign: func(g *theme.Glyphs) theme.Glyph { return g.Attachment }, Look: func(s *theme.Styles) theme.Style { return s.Muted }},
}

// Legend implements views.Explainer.
func (m *Model) Legend() []theme.Mark {
	return []theme.Mark{marks.unread, marks.locked, marks.attachment}
}
