package inbox

import "daybook/theme"

// rowMarks are the marks of a row of the list.
var rowMarks = struct{ selected, unread, important, flagged, back, muted, answered, invitation, attachment theme.Mark }{
	selected: theme.Mark{Means: "selected",
		Sign: func(g *theme.Glyphs) theme.Glyph { return g.Marked }, Look: func(s *theme.Styles) theme.Style { return s.Mark }},
	unread: theme.Mark{Means: "unread",
		Sign: func(g *theme.Glyphs) theme.Glyph { return g.Unread }, Look: func(s *theme.Styles) theme.Style { return s.Accent }},
	important: theme.Mark{Means: "of high importance",
		Sign: func(g *theme.Glyphs) theme.Glyph { return g.High }, Look: func(s *theme.Styles) theme.Style { return s.High }},
	flagged: theme.Mark{Means: "flagged to follow up",
		Sign: func(g *theme.Glyphs) theme.Glyph { return g.Flag }, Look: func(s *theme.Styles) theme.Style { return s.Flag }},
	back: theme.Mark{Means: "back from a snooze",
		Sign: func(g *theme.Glyphs) theme.Glyph { return g.Snoozed }, Look: func(s *theme.Styles) theme.Style { return s.Accent }},
	muted: theme.Mark{Means: "in a muted thread: what comes is archived until it is to you",
		Sign: func(g *theme.Glyphs) theme.Glyph { return g.Muted }, Look: func(s *theme.Styles) theme.Style { return s.Muted }},
	answered: theme.Mark{Means: "a thread whose last word is yours",
		Sign: func(g *theme.Glyphs) theme.Glyph { return g.Answered }, Look: func(s *theme.Styles) theme.Style { return s.Muted }},
	invitation: theme.Mark{Means: "an invitation, or news of one",
		Sign: func(g *theme.Glyphs) theme.Glyph { return g.Invitation }, Look: func(s *theme.Styles) theme.Style { return s.Muted }},
	attachment: theme.Mark{Means: "with attachments",
		Sign: func(g *theme.Glyphs) theme.Glyph { return g.Attachment }, Look: func(s *theme.Styles) theme.Style { return s.Muted }},
}

// Legend implements views.Explainer.
func (m *Model) Legend() []theme.Mark {
	r := rowMarks
	marks := []theme.Mark{r.selected, r.unread, r.important, r.flagged, r.back, r.muted, r.answered, r.invitation, r.attachment}
	return append(marks, m.categories.marks.Legend(m.env.Theme)...)
}
