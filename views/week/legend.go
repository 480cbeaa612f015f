package week

import "daybook/theme"

// eventMarks are those of events: most of them the edge of a block, in the colour of its calendar.
var eventMarks = struct {
	busy, tentative, away, elsewhere, free, gone, off, open, divider, now theme.Mark
}{
	busy: theme.Mark{Means: "an event",
		Sign: func(g *theme.Glyphs) theme.Glyph { return g.BlockLeft }, Look: func(s *theme.Styles) theme.Style { return s.Accent }},
	tentative: theme.Mark{Means: "a tentative one",
		Sign: func(g *theme.Glyphs) theme.Glyph { return g.Tentative }, Look: func(s *theme.Styles) theme.Style { return s.Accent }},
	away: theme.Mark{Means: "away then",
		Sign: func(g *theme.Glyphs) theme.Glyph { return g.Away }, Look: func(s *theme.Styles) theme.Style { return s.Accent }},
	elsewhere: theme.Mark{Means: "working elsewhere then",
		Sign: func(g *theme.Glyphs) theme.Glyph { return g.Elsewhere }, Look: func(s *theme.Styles) theme.Style { return s.Accent }},
	free: theme.Mark{Means: "free then",
		Sign: func(g *theme.Glyphs) theme.Glyph { return g.BlockFree }, Look: func(s *theme.Styles) theme.Style { return s.Accent }},
	gone: theme.Mark{Means: "cancelled or declined",
		Sign: func(g *theme.Glyphs) theme.Glyph { return g.BlockGone }, Look: func(s *theme.Styles) theme.Style { return s.Accent }},
	off: theme.Mark{Means: "the same, before its title",
		Sign: func(g *theme.Glyphs) theme.Glyph { return g.Cross }, Look: func(s *theme.Styles) theme.Style { return s.Text }},
	open: theme.Mark{Means: "an invitation without an answer",
		Sign: func(g *theme.Glyphs) theme.Glyph { return g.Unknown }, Look: func(s *theme.Styles) theme.Style { return s.Text }},
	divider: theme.Mark{Means: "before a colleague's day, beside yours",
		Sign: func(g *theme.Glyphs) theme.Glyph { return g.Divider }, Look: func(s *theme.Styles) theme.Style { return s.Faint }},
	now: theme.Mark{Means: "now",
		Sign: func(g *theme.Glyphs) theme.Glyph { return g.Now }, Look: func(s *theme.Styles) theme.Style { return s.Now }},
}

// Legend implements views.Explainer.
func (m *Model) Legend() []theme.Mark {
	e := eventMarks
	out := []theme.Mark{e.busy, e.tentative, e.away, e.elsewhere, e.free, e.gone, e.off, e.open, e.divider, e.now}
	for _, c := range m.events.calendars {
		if c.Default { // it has no sign before its events
			continue
		}
		means := "of the calendar " + c.name.String()
		if c.Person != "" {
			means = "of " + c.name.String() + ", to be read only"
		}
		out = append(out, theme.Mark{Means: means,
			Sign: func(g *theme.Glyphs) theme.Glyph { return g.Calendar[c.mark] },
			Look: func(s *theme.Styles) theme.Style { return s.Calendar[c.colour] }})
	}
	return out
}
