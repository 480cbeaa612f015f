// Package theme turns a palette into semantic styles and glyphs. No other package names a colour.
//
// Invariants:
//   - shape carries meaning and colour repeats it: every state that a style shows is also shown by bold, underline,
//     reverse or a glyph, so the mono theme loses nothing;
//   - a style is two prepared strings, so writing a styled run costs a concatenation;
//   - colours are already those of the terminal's profile, and text keeps a WCAG contrast of 4.5 (3 for Faint) to
//     what it is drawn on, by construction, wherever colours can be chosen (256 colours and more).
package theme

import (
	"fmt"
	"image/color"
	"strings"

	"github.com/charmbracelet/colorprofile"
)

// Options choose a theme.
type Options struct {
	// Name is one of Names. Empty chooses dark or light.
	Name string
	// Dark tells whether the terminal's background is dark; it matters when Name is empty.
	Dark bool
	// Profile is what the terminal can show. ASCII and below (NO_COLOR) choose mono; Unknown counts as TrueColor.
	Profile colorprofile.Profile
	// ASCII chooses the glyph set without a character above U+007F.
	ASCII bool
	// Mosaics says that the terminal draws the mosaics and wedges from U+1FB00 on itself: see DrawsMosaics.
	Mosaics bool
	// Pictures names the style of pictures that the person asked for; empty for the finest that there is.
	Pictures string
}

// DrawsMosaics reports whether the terminal is one that is known to draw the mosaics and wedges from U+1FB00 on itself, in
// whatever font. It goes by TERM and TERM_PROGRAM, which a multiplexer replaces by its own: what is behind that is unknown.
func DrawsMosaics(getenv func(string) string) bool {
	for _, known := range []string{"xterm-kitty", "xterm-ghostty", "foot", "foot-extra", "wezterm", "contour"} {
		if getenv("TERM") == known {
			return true
		}
	}
	return getenv("TERM_PROGRAM") == "WezTerm" || getenv("TERM_PROGRAM") == "ghostty"
}

// Theme is everything a drawing needs to know about looks. It is immutable once made.
type Theme struct {
	// Name is the palette's name.
	Name string
	// Dark says that the palette is made for a dark background.
	Dark bool
	// Background and Foreground are what the terminal should be set to, nil to leave its own.
	Background, Foreground color.Color
	// Profile is how many colours the terminal has: for pictures, which bring their own.
	Profile colorprofile.Profile
	// Mosaics says that pictures may use the mosaics and wedges from U+1FB00 on.
	Mosaics bool
	// Pictures names the style of pictures that was asked for, empty for the finest.
	Pictures string
	// Glyphs is the glyph set.
	Glyphs Glyphs
	// Styles are for the plain background.
	Styles
	rows    [8]*Styles
	colours bool
}

// TellsColours reports whether colours tell many things apart: not with 16 of them, whose values are the reader's, and
// not without any.
func (t *Theme) TellsColours() bool { return t.colours }

// RowState is what a row of a list shows about itself.
type RowState struct {
	// Cursor: the row is the one that keys act on.
	Cursor bool
	// Focused: the pane has the keys.
	Focused bool
	// Marked: the row is in the selection.
	Marked bool
}

func (s RowState) index() int {
	i := 0
	if s.Cursor {
		i |= 1
	}
	if s.Focused {
		i |= 2
	}
	if s.Marked {
		i |= 4
	}
	return i
}

// Row is the styles on the background of a row in that state. Draw every cell of the row with them, blanks too
// (Styles.Text).
func (t *Theme) Row(s RowState) *Styles { return t.rows[s.index()] }

// Follow brings a copy of a theme up to date, and reports whether that had changed.
func (t *Theme) Follow(is *Theme) (changed bool) {
	if t.rows == is.rows { // each New makes rows of its own
		return false
	}
	*t = *is
	return true
}

// New makes a theme. An unknown name is an error that lists the known ones.
func New(o Options) (*Theme, error) {
	if o.Profile == colorprofile.Unknown {
		o.Profile = colorprofile.TrueColor
	}
	p, err := choose(o)
	if err != nil {
		return nil, err
	}
	t := &Theme{Name: p.name, Dark: p.dark, Profile: o.Profile, Mosaics: o.Mosaics && !o.ASCII, Pictures: o.Pictures, Glyphs: Unicode()}
	if o.ASCII {
		t.Glyphs = ASCII()
	}
	profile := o.Profile
	if !p.background.set { // no colours: shapes say all, whatever the terminal could show
		profile = colorprofile.ASCII
	}
	t.colours = profile > colorprofile.ANSI
	k := newKit(p, profile)
	if p.paints && o.Profile > colorprofile.ANSI {
		t.Background, t.Foreground = rgb(p.background.hex), rgb(p.text.hex)
	}
	t.Styles = k.styles(look{})
	for i := range t.rows {
		styles := k.styles(k.row(RowState{Cursor: i&1 != 0, Focused: i&2 != 0, Marked: i&4 != 0}))
		t.rows[i] = &styles
	}
	return t, nil
}

func choose(o Options) (palette, error) {
	if o.Profile <= colorprofile.ASCII {
		return mono, nil
	}
	name := o.Name
	if name == "" {
		name = "light"
		if o.Dark {
			name = "dark"
		}
	}
	for _, p := range palettes {
		if p.name == name {
			return p, nil
		}
	}
	return palette{}, fmt.Errorf("theme %q is unknown: choose one of %s", o.Name, strings.Join(Names(), ", "))
}

// Names lists the themes, defaults first.
func Names() []string {
	names := make([]string, len(palettes))
	for i, p := range palettes {
		names[i] = p.name
	}
	return names
}
