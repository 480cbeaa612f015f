package htmltext

import (
	"strings"

	"daybook/theme"
	"daybook/widget/text"
)

// Draw is the line in a theme, with matches of a search marked; current is the index of the one it is at, or -1.
func (l Line) Draw(styles *theme.Styles, found []text.Range, current int) string {
	var b strings.Builder
	s := l.Text.String()
	at, hit := 0, 0
	write := func(to int, style theme.Style) {
		for at < to {
			for hit < len(found) && found[hit].To <= at {
				hit++
			}
			end, look := to, style
			if hit < len(found) {
				switch r := found[hit]; {
				case at >= r.From:
					end, look = min(to, r.To), styles.Match
					if hit == current {
						look = styles.MatchCurrent
					}
				default:
					end = min(to, r.From)
				}
			}
			look.Write(&b, s[at:end])
			at = end
		}
	}
	base := styles.QuoteLevel(l.Quote)
	for _, span := range l.Spans {
		write(span.From, base)
		write(span.To, span.style(styles, base))
	}
	write(len(s), base)
	return b.String()
}

// looks is how attributes look, the strongest first.
var looks = []struct {
	attr  Attr
	style func(*theme.Styles) theme.Style
}{
	{Suspicious, func(s *theme.Styles) theme.Style { return s.Warning }},
	{InLink, func(s *theme.Styles) theme.Style { return s.Link }},
	{Heading, func(s *theme.Styles) theme.Style { return s.Heading }},
	{Added, func(s *theme.Styles) theme.Style { return s.Added }},
	{Removed, func(s *theme.Styles) theme.Style { return s.Removed }},
	{Hunk, func(s *theme.Styles) theme.Style { return s.Hunk }},
	{Signature, func(s *theme.Styles) theme.Style { return s.Signature }},
	{Code, func(s *theme.Styles) theme.Style { return s.Code }},
	{Image, func(s *theme.Styles) theme.Style { return s.Muted }},
	{Rule, func(s *theme.Styles) theme.Style { return s.Border }},
	{Bulleted, func(s *theme.Styles) theme.Style { return s.Accent }},
	{Struck, func(s *theme.Styles) theme.Style { return s.Struck }},
	{Bold, func(s *theme.Styles) theme.Style { return s.Strong }},
	{Italic, func(s *theme.Styles) theme.Style { return s.Emphasis }},
}

func (s Span) style(styles *theme.Styles, base theme.Style) theme.Style {
	for _, l := range looks {
		if s.Attr&l.attr != 0 {
			return l.style(styles)
		}
	}
	return base
}
