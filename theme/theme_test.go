package theme

import (
	"image/color"
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/charmbracelet/colorprofile"
	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"
)

func newTheme(t testing.TB, o Options) *Theme {
	t.Helper()
	th, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	return th
}

var profiles = []colorprofile.Profile{colorprofile.NoTTY, colorprofile.ASCII, colorprofile.ANSI, colorprofile.ANSI256, colorprofile.TrueColor}

// each calls fn for every style of a set by its name.
func each(s *Styles, fn func(name string, style Style)) {
	v := reflect.ValueOf(s).Elem()
	for i := range v.NumField() {
		name := v.Type().Field(i).Name
		if one, ok := v.Field(i).Interface().(Style); ok {
			fn(name, one)
			continue
		}
		for j := range v.Field(i).Len() {
			fn(name, v.Field(i).Index(j).Interface().(Style))
		}
	}
}

func hexOf(c color.Color) uint32 { return colourOf(c).hex }

// Text keeps the contrast of WCAG 2.2 to whatever row or selection it stands on, in every theme with colours of its own
// and in the colours that the terminal makes of them.
func TestTextIsReadableOnEveryRow(t *testing.T) {
	decoration := map[string]bool{"Border": true, "Scrollbar": true}
	faint := map[string]bool{"Faint": true, "Placeholder": true, "Signature": true, "OffHours": true}
	for _, p := range palettes {
		for _, profile := range []colorprofile.Profile{colorprofile.ANSI256, colorprofile.TrueColor} {
			th := newTheme(t, Options{Name: p.name, Profile: profile})
			for i, row := range append(th.rows[:], &th.Styles) {
				each(row, func(style string, s Style) {
					if s.look.fg == nil || decoration[style] {
						return
					}
					ground := p.background.hex
					if s.look.bg != nil {
						ground = hexOf(s.look.bg)
					}
					want := textContrast
					if faint[style] {
						want = faintContrast
					}
					if got := Contrast(hexOf(s.look.fg), ground); got < want-0.01 {
						t.Errorf("%s in %v, row state %d: %s has contrast %.2f (%06x on %06x), want %.1f", p.name, profile, i,
							style, got, hexOf(s.look.fg), ground, want)
					}
				})
			}
		}
	}
}

// The values of the 16 colours are the reader's, so that no pair of them can be relied upon: what is selected is drawn
// with the terminal's own text and background, reversed or not.
func TestSelectionsAreReadableIn16Colours(t *testing.T) {
	for _, name := range Names() {
		th := newTheme(t, Options{Name: name, Profile: colorprofile.ANSI})
		for i, row := range append(th.rows[:], &th.Styles) {
			each(row, func(style string, s Style) {
				if s.look.bg != nil || s.look.attrs&reverse != 0 && s.look.fg != nil {
					t.Errorf("%s, row state %d: %s is drawn in %v on %v", name, i, style, s.look.fg, s.look.bg)
				}
			})
		}
	}
}

// The default themes leave the terminal's background alone, so they have to be readable on the usual ones.
func TestDefaultThemesAreReadableOnUsualBackgrounds(t *testing.T) {
	for name, grounds := range map[string][]uint32{
		"dark":  {0x000000, 0x1e1e1e, 0x282c34, 0x300a24, 0x002b36},
		"light": {0xffffff, 0xfdf6e3, 0xf5f5f5, 0xf2efe6},
	} {
		th := newTheme(t, Options{Name: name})
		for _, ground := range grounds {
			each(&th.Styles, func(style string, s Style) {
				if s.look.fg == nil || s.look.bg != nil || style == "Border" || style == "Scrollbar" {
					return
				}
				if got := Contrast(hexOf(s.look.fg), ground); got < faintContrast {
					t.Errorf("%s on %06x: %s has contrast %.2f", name, ground, style, got)
				}
			})
		}
	}
}

func TestNoColourMeansNone(t *testing.T) {
	for _, profile := range []colorprofile.Profile{colorprofile.NoTTY, colorprofile.ASCII} {
		for _, name := range Names() {
			th := newTheme(t, Options{Name: name, Profile: profile})
			for i := range th.rows {
				each(th.rows[i], func(style string, s Style) {
					if s.look.fg != nil || s.look.bg != nil || strings.Contains(s.open, "38;") || strings.Contains(s.open, "48;") {
						t.Errorf("%s in profile %v: %s opens with %q", name, profile, style, s.open)
					}
				})
			}
		}
	}
}

// Where colours cannot be relied upon, what matters still looks different by shape.
func TestShapesTellStatesApartWithoutColour(t *testing.T) {
	for _, profile := range []colorprofile.Profile{colorprofile.ASCII, colorprofile.ANSI} {
		th := newTheme(t, Options{Name: "dark", Profile: profile})
		text := func(s RowState) attrs { return th.Row(s).Text.look.attrs }
		for _, pair := range [][2]RowState{
			{{Cursor: true, Focused: true}, {Focused: true}},
			{{Cursor: true, Focused: true}, {Cursor: true}},
			{{Cursor: true}, {}},
			{{Marked: true}, {}},
		} {
			if text(pair[0]) == text(pair[1]) {
				t.Errorf("profile %v: rows %+v and %+v have the same shape %b", profile, pair[0], pair[1], text(pair[0]))
			}
		}
		for name, pair := range map[string][2]Style{
			"unread and text":         {th.Unread, th.Text},
			"match and text":          {th.Match, th.Text},
			"current match and match": {th.MatchCurrent, th.Match},
			"active tab and tab":      {th.TabActive, th.Tab},
			"link and text":           {th.Link, th.Text},
			"active button and other": {th.ButtonActive, th.Button},
			"error and text":          {th.Error, th.Text},
		} {
			if pair[0].look.attrs == pair[1].look.attrs {
				t.Errorf("profile %v: %s have the same shape", profile, name)
			}
		}
	}
}

func TestSixteenColoursStayWithinSixteen(t *testing.T) {
	for _, name := range Names() {
		th := newTheme(t, Options{Name: name, Profile: colorprofile.ANSI})
		for i := range th.rows {
			each(th.rows[i], func(style string, s Style) {
				for _, c := range []color.Color{s.look.fg, s.look.bg} {
					if c == nil {
						continue
					}
					if _, ok := c.(ansi.BasicColor); !ok {
						t.Errorf("%s: %s uses %T", name, style, c)
					}
				}
			})
		}
	}
}

func TestEveryThemeOpensInEveryProfile(t *testing.T) {
	for _, name := range append(Names(), "") {
		for _, profile := range profiles {
			th := newTheme(t, Options{Name: name, Profile: profile})
			if got := ansi.Strip(th.Row(RowState{Cursor: true}).Unread.Render("words")); got != "words" {
				t.Errorf("%s in %v renders %q", name, profile, got)
			}
		}
	}
	if _, err := New(Options{Name: "nope"}); err == nil || !strings.Contains(err.Error(), "dark, light") {
		t.Errorf("an unknown name gives %v, want the list of names", err)
	}
}

func TestGlyphsOfASetHaveOneCellEach(t *testing.T) {
	three := map[string]bool{"CheckOn": true, "CheckOff": true}
	for set, g := range map[string]Glyphs{"unicode": Unicode(), "ascii": ASCII()} {
		glyphs(reflect.ValueOf(g), "", func(name string, g Glyph) {
			want := 1
			if three[name] {
				want = 3
			}
			sum, clusters := ansi.WcWidth.StringWidth(string(g)), ansi.GraphemeWidth.StringWidth(string(g))
			if sum != want || clusters != want {
				t.Errorf("%s: %s %q takes %d or %d cells, want %d", set, name, g, sum, clusters, want)
			}
			if set == "ascii" && strings.ContainsFunc(string(g), func(r rune) bool { return r > 0x7e }) {
				t.Errorf("ascii: %s is %q", name, g)
			}
		})
	}
}

func glyphs(v reflect.Value, name string, fn func(string, Glyph)) {
	switch v.Kind() {
	case reflect.String:
		fn(name, Glyph(v.String()))
	case reflect.Struct:
		for i := range v.NumField() {
			glyphs(v.Field(i), v.Type().Field(i).Name, fn)
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			glyphs(v.Index(i), name, fn)
		}
	}
}

// An x reads as "no" to many, so that none stands for what is chosen or done.
func TestNoCrossMeansYes(t *testing.T) {
	g := ASCII()
	for name, yes := range map[string]Glyph{"CheckOn": g.CheckOn, "Check": g.Check, "Marked": g.Marked} {
		if strings.ContainsAny(string(yes), "xX") {
			t.Errorf("%s is %q", name, yes)
		}
	}
}

func TestBothSetsHaveEveryGlyph(t *testing.T) {
	for set, g := range map[string]Glyphs{"unicode": Unicode(), "ascii": ASCII()} {
		glyphs(reflect.ValueOf(g), "", func(name string, g Glyph) {
			if g == "" {
				t.Errorf("%s has no %s", set, name)
			}
		})
	}
}

func TestLipglossLooksTheSame(t *testing.T) {
	th := newTheme(t, Options{Name: "dark"})
	cell := func(drawn string) uv.Style {
		screen := uv.NewScreenBuffer(1, 1)
		uv.NewStyledString(drawn).Draw(screen, screen.Bounds())
		return screen.CellAt(0, 0).Style
	}
	each(th.Row(RowState{Cursor: true, Focused: true}), func(name string, s Style) {
		if got, want := cell(s.Lipgloss().Render("x")), cell(s.Render("x")); !got.Equal(&want) {
			t.Errorf("%s: lipgloss draws %+v, ours %+v", name, got, want)
		}
	})
}

func BenchmarkRender(b *testing.B) {
	th := newTheme(b, Options{Name: "dark"})
	s := th.Row(RowState{Cursor: true, Focused: true}).Unread
	b.Run("ours", func(b *testing.B) {
		for b.Loop() {
			s.Render("Re: Release plan")
		}
	})
	b.Run("lipgloss", func(b *testing.B) {
		l := s.Lipgloss()
		for b.Loop() {
			l.Render("Re: Release plan")
		}
	})
}

func BenchmarkNew(b *testing.B) {
	for b.Loop() {
		newTheme(b, Options{Name: "dark"})
	}
}

func TestCalendarsAreToldApart(t *testing.T) {
	away := func(a, b uint32) float64 {
		la, aa, ba := perceived(a)
		lb, ab, bb := perceived(b)
		return math.Hypot(la-lb, math.Hypot(aa-ab, ba-bb))
	}
	for _, name := range Names() {
		for _, profile := range []colorprofile.Profile{colorprofile.ANSI256, colorprofile.TrueColor} {
			th := newTheme(t, Options{Name: name, Profile: profile})
			for i, style := range th.CalendarBlock {
				if style.look.bg == nil {
					continue
				}
				hex := hexOf(style.look.bg)
				if grey := hex>>16 == hex&0xff && hex>>8&0xff == hex&0xff; grey != (i == 3) { // lightGray
					t.Errorf("%s in %v: calendar %d of #%06x is drawn on #%06x", name, profile, i, calendars[i].dark.hex, hex)
				}
				for j := range i {
					other, text, otherText := hexOf(th.CalendarBlock[j].look.bg), hexOf(th.Calendar[i].look.fg), hexOf(th.Calendar[j].look.fg)
					if got := away(hex, other); got < 0.05 {
						t.Errorf("%s in %v: calendars %d and %d have grounds %06x and %06x, %.3f apart", name, profile, j, i, other, hex, got)
					}
					if got := away(text, otherText); got < 0.035 {
						t.Errorf("%s in %v: calendars %d and %d are written in %06x and %06x, %.3f apart", name, profile, j, i, otherText, text, got)
					}
				}
			}
		}
		basics := map[color.Color]int{}
		for i, style := range newTheme(t, Options{Name: name, Profile: colorprofile.ANSI}).Calendar {
			if c := style.look.fg; c != nil {
				if j, ok := basics[c]; ok {
					t.Errorf("%s: calendars %d and %d are both written in %v of the 16 colours", name, j, i, c)
				}
				basics[c] = i
			}
		}
	}
}
