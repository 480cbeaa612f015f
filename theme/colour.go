package theme

import (
	"image/color"
	"math"
)

// colour is a colour of a palette: its value, and the one of the 16 that stands for it (-1: the terminal's own).
type colour struct {
	hex   uint32
	basic int8
	set   bool
}

// The 16 colours by their usual names; what they look like is the reader's choice.
const (
	own int8 = iota - 1
	black
	red
	green
	yellow
	blue
	magenta
	cyan
	white
	brightBlack
	brightRed
	brightGreen
	brightYellow
	brightBlue
	brightMagenta
	brightCyan
	brightWhite
)

func c(hex uint32, basic int8) colour { return colour{hex: hex, basic: basic, set: true} }

func rgb(hex uint32) color.RGBA {
	return color.RGBA{R: uint8(hex >> 16), G: uint8(hex >> 8), B: uint8(hex), A: 0xff}
}

func colourOf(c color.Color) colour {
	r, g, b, _ := c.RGBA()
	return colour{hex: r>>8<<16 | g>>8<<8 | b>>8, basic: own, set: true}
}

// mix moves a colour towards another; share 1 is the other.
func (c colour) mix(other colour, share float64) colour {
	channel := func(shift uint) uint32 {
		a, b := float64(c.hex>>shift&0xff), float64(other.hex>>shift&0xff)
		return uint32(math.Round(a+(b-a)*share)) << shift
	}
	c.hex = channel(16) | channel(8) | channel(0)
	return c
}

// against moves a colour towards white or black until it has the contrast to the ground, in small steps so that it
// keeps as much of its hue as it can. Drawn is what the terminal makes of a colour, which is what is read.
func (c colour) against(ground colour, contrast float64, drawn func(colour) colour) colour {
	if contrast == 0 || !ground.set {
		return c
	}
	target := colour{hex: 0xffffff}
	if luminance(ground.hex) > 0.18 {
		target.hex = 0
	}
	for share := 0.0; share <= 1; share += 0.04 {
		if moved := c.mix(target, share); Contrast(drawn(moved).hex, ground.hex) >= contrast {
			return moved
		}
	}
	c.hex = target.hex
	return c
}

// Contrast is the WCAG contrast ratio of two colours 0xRRGGBB, from 1 to 21.
func Contrast(a, b uint32) float64 {
	la, lb := luminance(a), luminance(b)
	return (max(la, lb) + 0.05) / (min(la, lb) + 0.05)
}

// luminance is the relative luminance of WCAG 2.2.
func luminance(hex uint32) float64 {
	return 0.2126*linear(hex>>16) + 0.7152*linear(hex>>8) + 0.0722*linear(hex)
}

// linear is the light of the lowest channel of a colour, 0 to 1.
func linear(v uint32) float64 {
	x := float64(v&0xff) / 255
	if x <= 0.04045 {
		return x / 12.92
	}
	return math.Pow((x+0.055)/1.055, 2.4)
}

// cubeLevels are the values that a channel has in the 216 colours of a terminal with 256.
var cubeLevels = [6]uint32{0, 95, 135, 175, 215, 255}

// inCube is for each ground the nearest of the 216 colours of the cube that no ground before it has and on which text
// can be made readable. A grey stays one, and only a grey becomes one.
func inCube(grounds [9]lch, text uint32) (out [9]colour) {
	var used [6 * 6 * 6]bool
	for i, g := range grounds {
		light, a, b := perceived(g.hex())
		at, least := 0, math.Inf(1)
		for n := range uint32(len(used)) {
			one := cubeLevels[n/36]<<16 | cubeLevels[n/6%6]<<8 | cubeLevels[n%6]
			isGrey := n/36 == n%6 && n/6%6 == n%6
			if used[n] || isGrey != (g.chroma == 0) || Contrast(one, text) < textContrast {
				continue
			}
			l, x, y := perceived(one)
			if away := math.Hypot(l-light, math.Hypot(x-a, y-b)); away < least {
				out[i], at, least = c(one, own), int(n), away
			}
		}
		used[at] = true
	}
	return out
}

// lch is a colour of Oklab by how light it is (0 to 1), how far from grey, and its hue in degrees.
type lch struct{ light, chroma, hue float64 }

// hex is the colour as 0xRRGGBB; what no screen shows is taken towards grey until it can be shown.
func (l lch) hex() uint32 {
	for ; ; l.chroma -= 0.005 {
		if hex, ok := l.shown(); ok || l.chroma <= 0 {
			return hex
		}
	}
}

func (l lch) shown() (hex uint32, ok bool) {
	a, b := l.chroma*math.Cos(l.hue*math.Pi/180), l.chroma*math.Sin(l.hue*math.Pi/180)
	cube := func(x float64) float64 { return x * x * x }
	x, y, z := cube(l.light+0.3963377774*a+0.2158037573*b), cube(l.light-0.1055613458*a-0.0638541728*b),
		cube(l.light-0.0894841775*a-1.2914855480*b)
	ok = true
	for _, v := range [3]float64{
		4.0767416621*x - 3.3077115913*y + 0.2309699292*z,
		-1.2684380046*x + 2.6097574011*y - 0.3413193965*z,
		-0.0041960863*x - 0.7034186147*y + 1.7076147010*z,
	} {
		ok = ok && v > -0.001 && v < 1.001
		if v = min(max(v, 0), 1); v <= 0.0031308 {
			v *= 12.92
		} else {
			v = 1.055*math.Pow(v, 1/2.4) - 0.055
		}
		hex = hex<<8 | uint32(math.Round(v*255))
	}
	return hex, ok
}

// perceived is a colour in Oklab: how light it is, 0 to 1, and where it is between green and red, blue and yellow
// (Björn Ottosson, "A perceptual color space for image processing").
func perceived(hex uint32) (light, a, b float64) {
	r, g, bl := linear(hex>>16), linear(hex>>8), linear(hex)
	l := math.Cbrt(0.4122214708*r + 0.5363325363*g + 0.0514459929*bl)
	m := math.Cbrt(0.2119034982*r + 0.6806995451*g + 0.1073969566*bl)
	s := math.Cbrt(0.0883024619*r + 0.2817188376*g + 0.6299787005*bl)
	return 0.2104542553*l + 0.7936177850*m - 0.0040720468*s, 1.9779984951*l - 2.4285922050*m + 0.4505937099*s,
		0.0259040371*l + 0.7827717662*m - 0.8086757660*s
}
