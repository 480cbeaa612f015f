package picture

import (
	"github.com/charmbracelet/colorprofile"

	"daybook/theme"
)

// Suited is how a theme draws pictures: in the colours and glyphs that the
// terminal has, the whole picture between blanks. A style that was asked for
// by name comes first, as far as the glyphs allow.
func Suited(t *theme.Theme) Options {
	o := Options{Dark: t.Dark, Reverse: true, Letterbox: true}
	switch t.Profile {
	case colorprofile.TrueColor:
		o.Profile = TrueColor
	case colorprofile.ANSI256:
		o.Profile = Palette
	default:
		o.Reverse = t.Pictures != "mono"
		return o
	}
	switch {
	case t.Pictures == "mono", t.Pictures == "ascii":
		o.Style, o.Reverse = Mono, t.Pictures == "ascii"
	case t.Pictures == "color":
		o.Style = Filled
	case t.Pictures == "blocks" && !t.Glyphs.ASCIIOnly():
		o.Style = Blocks
	case t.Pictures == "mosaics" && !t.Glyphs.ASCIIOnly():
		o.Style = Mosaics
	case t.Glyphs.ASCIIOnly():
		o.Style = Filled
	case t.Mosaics:
		o.Style = Mosaics
	default:
		o.Style = Blocks
	}
	return o
}

// Framed is the frame of initials in a theme's border and styles.
func Framed(t *theme.Theme) Frame {
	b := t.Glyphs.Border
	return Frame{
		Corners:    [4]string{string(b.TopLeft), string(b.TopRight), string(b.BottomRight), string(b.BottomLeft)},
		Horizontal: string(b.Horizontal), Vertical: string(b.Vertical),
		Border: t.Border.Render, Letters: t.Heading.Render,
	}
}
