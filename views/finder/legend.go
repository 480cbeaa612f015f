package finder

import (
	"daybook/model"
	"daybook/theme"
)

// statusMarks are the cells of the grid, from the most free.
var statusMarks = [...]theme.Mark{
	model.StatusFree: {Means: "free",
		Sign: func(g *theme.Glyphs) theme.Glyph { return g.Free }, Look: func(s *theme.Styles) theme.Style { return s.Free }},
	model.StatusWorkingElsewhere: {Means: "works elsewhere, and counts as free",
		Sign: func(g *theme.Glyphs) theme.Glyph { return g.Elsewhere }, Look: func(s *theme.Styles) theme.Style { return s.Elsewhere }},
	model.StatusUnknown: {Means: "unknown: the calendar cannot be read",
		Sign: func(g *theme.Glyphs) theme.Glyph { return g.Unknown }, Look: func(s *theme.Styles) theme.Style { return s.Unknown }},
	model.StatusTentative: {Means: "tentative",
		Sign: func(g *theme.Glyphs) theme.Glyph { return g.Tentative }, Look: func(s *theme.Styles) theme.Style { return s.Tentative }},
	model.StatusBusy: {Means: "busy",
		Sign: func(g *theme.Glyphs) theme.Glyph { return g.Busy }, Look: func(s *theme.Styles) theme.Style { return s.Busy }},
	model.StatusOOF: {Means: "away",
		Sign: func(g *theme.Glyphs) theme.Glyph { return g.Away }, Look: func(s *theme.Styles) theme.Style { return s.Away }},
}

// otherMarks are what is drawn beside the statuses.
var otherMarks = struct{ offHours, chance, organizerAway, allFree, leavesOut, span, point, person, optional, room theme.Mark }{
	offHours: theme.Mark{Means: "outside working hours",
		Sign: func(g *theme.Glyphs) theme.Glyph { return g.OffHours }, Look: func(s *theme.Styles) theme.Style { return s.OffHours }},
	chance: theme.Mark{Means: "the chance of a meeting that starts there, of all but you, who are always needed: the fuller the higher, faint below the least; nothing where none is searched",
		Sign: func(g *theme.Glyphs) theme.Glyph { return g.Levels[len(g.Levels)-4] }, Look: func(s *theme.Styles) theme.Style { return s.Accent }},
	organizerAway: theme.Mark{Means: "you, or whoever is named behind it, cannot come",
		Sign: func(g *theme.Glyphs) theme.Glyph { return g.Cross }, Look: func(s *theme.Styles) theme.Style { return s.Faint }},
	allFree: theme.Mark{Means: "all who are required are free",
		Sign: func(g *theme.Glyphs) theme.Glyph { return g.Check }, Look: func(s *theme.Styles) theme.Style { return s.Success }},
	leavesOut: theme.Mark{Means: "before a name: a time that leaves somebody out",
		Sign: func(g *theme.Glyphs) theme.Glyph { return g.Cross }, Look: func(s *theme.Styles) theme.Style { return s.Warning }},
	span: theme.Mark{Means: "the meeting at the cursor, from its start to its end",
		Sign: func(g *theme.Glyphs) theme.Glyph { return g.Border.BottomLeft + g.Border.BottomRight }, Look: func(s *theme.Styles) theme.Style { return s.Accent }},
	point: theme.Mark{Means: "the same where it takes one column",
		Sign: func(g *theme.Glyphs) theme.Glyph { return g.ArrowUp }, Look: func(s *theme.Styles) theme.Style { return s.Accent }},
	person: theme.Mark{Means: "somebody required",
		Sign: func(g *theme.Glyphs) theme.Glyph { return g.Person }, Look: func(s *theme.Styles) theme.Style { return s.Accent }},
	optional: theme.Mark{Means: "somebody optional",
		Sign: func(g *theme.Glyphs) theme.Glyph { return g.Optional }, Look: func(s *theme.Styles) theme.Style { return s.Accent }},
	room: theme.Mark{Means: "a room",
		Sign: func(g *theme.Glyphs) theme.Glyph { return g.Room }, Look: func(s *theme.Styles) theme.Style { return s.Accent }},
}

// Legend implements views.Explainer.
func (m *Model) Legend() []theme.Mark {
	o := otherMarks // leavesOut has the sign of organizerAway, whose words are for both
	return append(statusMarks[:len(statusMarks):len(statusMarks)], o.offHours, o.chance, o.organizerAway, o.allFree, o.span, o.point, o.person, o.optional, o.room)
}
