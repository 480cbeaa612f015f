package theme

import (
	"image/color"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
)

// The WCAG 2.2 contrasts: success criterion 1.4.3 for text, 1.4.11 for what is only decoration.
const (
	textContrast  = 4.5
	faintContrast = 3.0
)

// kit makes styles of one palette for one profile.
type kit struct {
	palette palette
	profile colorprofile.Profile
	// tints are the calendars' colours as text, grounds under text.
	tints, grounds [len(calendars)]colour
}

func newKit(p palette, profile colorprofile.Profile) kit {
	k := kit{palette: p, profile: profile}
	var grounds [len(calendars)]lch
	for i, one := range calendars {
		k.tints[i], grounds[i] = one.light, one.lightGround
		if p.dark {
			k.tints[i], grounds[i] = one.dark, one.darkGround
		}
		k.tints[i] = k.tint(k.tints[i])
		if p.background.set {
			k.grounds[i] = c(grounds[i].hex(), own)
		}
	}
	if p.background.set && profile == colorprofile.ANSI256 {
		text := uint32(0xffffff)
		if !p.dark {
			text = 0
		}
		k.grounds = inCube(grounds, text)
	}
	return k
}

// shapeOnly is all attributes where backgrounds cannot be relied upon (16 colours and fewer, whose values are the
// reader's), and none elsewhere.
func (k kit) shapeOnly() attrs {
	if k.profile <= colorprofile.ANSI {
		return ^attrs(0)
	}
	return 0
}

// style puts a colour and attributes on a row. Contrast is what the text has to keep to its background; 0 leaves the colour.
func (k kit) style(row look, fg, bg colour, a attrs, contrast float64) Style {
	l := row
	l.attrs |= a
	if k.profile <= colorprofile.ANSI {
		// What is reversed swaps colours that were chosen for the other side, so it keeps shapes alone.
		if l.attrs&reverse == 0 {
			l.fg = k.colour(fg)
			l.bg = k.colour(bg)
		}
		return prepare(l)
	}
	if bg.set {
		if c := k.colour(bg); c != nil {
			l.bg = c
		}
	}
	if fg.set {
		ground := k.palette.background
		if l.bg != nil {
			ground = colourOf(l.bg)
		}
		l.fg = k.colour(fg.against(ground, contrast, k.drawn))
	}
	return prepare(l)
}

// colour is a palette's colour in the terminal's profile, nil for the terminal's own.
func (k kit) colour(c colour) color.Color {
	switch {
	case !c.set || k.profile <= colorprofile.ASCII:
		return nil
	case k.profile == colorprofile.ANSI:
		if c.basic < 0 {
			return nil
		}
		return ansi.BasicColor(c.basic) //nolint:gosec // 0..15 by the palette
	}
	return k.profile.Convert(rgb(c.hex))
}

// drawn is what the terminal makes of a colour, where it has 256 or more.
func (k kit) drawn(c colour) colour {
	if shown := k.colour(c); shown != nil && k.profile == colorprofile.ANSI256 {
		return colourOf(shown)
	}
	return c
}

// tint is a colour of the interface as text on this palette's background.
func (k kit) tint(c colour) colour {
	if !k.palette.background.set {
		return c
	}
	return c.against(k.palette.background, textContrast, k.drawn)
}
