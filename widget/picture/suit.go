package picture

import (
	"github.com/charmbracelet/colorprofile"

	"daybook/theme"
)

// Suited is how a theme draws pictures: in the colours and glyphs that the
// terminal has, the whole picture between blanks.
func Suited(t *theme.Theme) Options {
	o := Options{Dark: t.Dark, Reverse: true, Letterbox: true}
	switch t.Profile {
	case colorprofile.TrueColor:
		o.Profile = TrueColor
	case colorprofile.ANSI256:
		o.Profile = Palette
	default:
		return o
	}
	switch {
	case t.Glyphs.ASCIIOnly():
		o.Style = Filled
	case t.Mosaics:
		o.Style = Mosaics
	default:
		o.Style = Blocks
	}
	return o
}
