package picture

import (
	"image"
	"image/color"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"daybook/widget/text"
)

// portrait draws a face that is nobody's: enough light, shade and colour to
// tell whether a rendering is like it.
func portrait(size int) image.Image {
	img := image.NewRGBA(image.Rect(0, 0, size, size))
	inside := func(x, y, cx, cy, rx, ry float64) bool {
		dx, dy := (x-cx)/rx, (y-cy)/ry
		return dx*dx+dy*dy < 1
	}
	for py := range size {
		for px := range size {
			x, y := (float64(px)+.5)/float64(size), (float64(py)+.5)/float64(size)
			c := color.RGBA{uint8(30 + 60*y), uint8(60 + 80*x), uint8(110 + 60*y), 255}
			switch {
			case inside(x, y, .40, .44, .035, .02), inside(x, y, .60, .44, .035, .02):
				c = color.RGBA{30, 20, 20, 255}
			case inside(x, y, .5, .66, .09, .025):
				c = color.RGBA{150, 50, 50, 255}
			case inside(x, y, .5, .52, .22, .29) && y > .33:
				c = color.RGBA{uint8(235 - 90*x), uint8(185 - 80*x), uint8(150 - 70*x), 255}
			case inside(x, y, .5, .42, .29, .32):
				c = color.RGBA{70, 40, 20, 255}
			case inside(x, y, .5, 1.05, .45, .27):
				c = color.RGBA{200, 200, 210, 255}
			}
			img.SetRGBA(px, py, c)
		}
	}
	return img
}

var everyStyle = []Style{Mono, Ink, Filled, Blocks, Mosaics}

func TestRenderFillsExactlyTheCells(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 120 {
		w, h := 1+random.IntN(90), 1+random.IntN(90)
		cols, rows := 1+random.IntN(40), 1+random.IntN(20)
		o := Options{
			Style: everyStyle[random.IntN(len(everyStyle))], Profile: Profile(random.IntN(4)),
			Dark: random.IntN(2) == 0, Reverse: random.IntN(2) == 0, Letterbox: random.IntN(2) == 0,
		}
		p := Picture{pixels: image.NewRGBA(image.Rect(3, 5, 3+w, 5+h)), orientation: orientation(1 + random.IntN(8))}
		lines := Render(p, cols, rows, o)
		if len(lines) != rows {
			t.Fatalf("%dx%d pixels, %dx%d cells, %+v: got %d lines", w, h, cols, rows, o, len(lines))
		}
		for _, l := range lines {
			if got := text.Width(l); got != cols {
				t.Fatalf("%dx%d pixels, %dx%d cells, %+v: a line is %d cells wide: %q", w, h, cols, rows, o, got, l)
			}
			if strings.Contains(l, "\x1b") && !strings.HasSuffix(strings.TrimRight(l, " "), "\x1b[m") {
				t.Fatalf("%+v: a line leaves its colours set: %q", o, l)
			}
		}
	}
}

func TestRenderIsTheSameEveryTime(t *testing.T) {
	p := of(portrait(120))
	for _, s := range everyStyle {
		o := Options{Style: s, Profile: TrueColor, Dark: true}
		if a, b := Render(p, 24, 12, o), Render(p, 24, 12, o); !slices.Equal(a, b) {
			t.Errorf("style %d: got another rendering the second time:\n%q\n%q", s, a, b)
		}
	}
}

func TestMonoIsPlainASCII(t *testing.T) {
	for _, profile := range []Profile{NoColors, SixteenColors, Palette, TrueColor} {
		for _, line := range Render(of(portrait(120)), 30, 15, Options{Profile: profile, Dark: true}) {
			for _, r := range line {
				if r < ' ' || r > '~' {
					t.Fatalf("profile %d: got %q in %q", profile, r, line)
				}
			}
		}
	}
}

func TestPaletteLeavesTheThemesColoursAlone(t *testing.T) {
	for _, s := range []Style{Ink, Filled, Blocks, Mosaics} {
		for _, line := range Render(of(portrait(120)), 30, 15, Options{Style: s, Profile: Palette, Dark: true}) {
			for _, part := range strings.Split(line, ";5;")[1:] {
				digits := part[:strings.IndexAny(part, "m;")]
				if len(digits) < 2 || len(digits) == 2 && digits < "16" {
					t.Fatalf("style %d: got colour %s, want 16 to 255", s, digits)
				}
			}
			if strings.Contains(line, "8;2;") {
				t.Fatalf("style %d: got a true colour in %q", s, line)
			}
		}
	}
}

func TestLetterboxShowsTheWholePicture(t *testing.T) {
	white := image.NewGray(image.Rect(0, 0, 40, 10))
	for i := range white.Pix {
		white.Pix[i] = 255
	}
	o := Options{Style: Blocks, Profile: TrueColor, Dark: true, Letterbox: true}
	lines := Render(of(white), 16, 8, o)
	for y, l := range lines {
		filled := strings.Contains(l, "255;255;255")
		if want := y == 3 || y == 4; filled != want {
			t.Errorf("line %d of a picture four times as wide as high: filled %v, want %v", y, filled, want)
		}
	}
}

func TestOnALightTerminalInkIsDark(t *testing.T) {
	black := of(image.NewGray(image.Rect(0, 0, 8, 8)))
	for _, dark := range []bool{true, false} {
		lines := Render(black, 8, 4, Options{Dark: dark})
		blank := strings.TrimSpace(strings.Join(lines, "")) == ""
		if blank != dark {
			t.Errorf("black on a terminal with dark %v: blank is %v: %q", dark, blank, lines)
		}
	}
}

func BenchmarkRender(b *testing.B) {
	p := of(portrait(360))
	for name, o := range map[string]Options{
		"mono": {}, "reverse": {Reverse: true}, "ink": {Style: Ink, Profile: TrueColor}, "filled": {Style: Filled, Profile: TrueColor},
		"blocks": {Style: Blocks, Profile: TrueColor}, "mosaics": {Style: Mosaics, Profile: TrueColor},
		"blocks256": {Style: Blocks, Profile: Palette}, "blocks16": {Style: Blocks, Profile: SixteenColors, Reverse: true},
	} {
		o.Dark = true
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				Render(p, 40, 20, o)
			}
		})
	}
}

// of is a picture of an image that is upright.
func of(img image.Image) Picture { return Picture{pixels: img, orientation: upright} }
