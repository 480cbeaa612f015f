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
	if bg.set {
		if c := k.colour(bg); c != nil {
			l.bg = c
		}
	}
	if k.profile <= colorprofile.ANSI {
		// A reversed row swaps colours that were chosen for the other side, so it keeps shapes alone.
		if row.attrs&reverse == 0 {
			l.fg = k.colour(fg)
		}
		return prepare(l)
	}
	if fg.set {
		ground := k.palette.background
		if bg.set {
			ground = bg
		} else if row.bg != nil {
			ground = colourOf(row.bg)
		}
		l.fg = k.colour(fg.against(ground, contrast))
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

// tint is a colour of the interface as text on this palette's background.
func (k kit) tint(c colour) colour {
	if !k.palette.background.set {
		return c
	}
	return c.against(k.palette.background, textContrast)
}

// wash is a colour of the interface as a background under this palette's text.
func (k kit) wash(c colour) colour {
	if !k.palette.background.set {
		return colour{}
	}
	washed := c.mix(k.palette.background, 0.72)
	if k.profile == colorprofile.ANSI256 {
		washed = washed.inCube(c, k.palette.background)
	}
	washed.basic = -1
	return washed
}
