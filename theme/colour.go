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
// keeps as much of its hue as it can.
func (c colour) against(ground colour, contrast float64) colour {
	if contrast == 0 || !ground.set {
		return c
	}
	target := colour{hex: 0xffffff}
	if luminance(ground.hex) > 0.18 {
		target.hex = 0
	}
	for share := 0.0; share <= 1; share += 0.04 {
		if moved := c.mix(target, share); Contrast(moved.hex, ground.hex) >= contrast {
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
	linear := func(v uint32) float64 {
		x := float64(v&0xff) / 255
		if x <= 0.04045 {
			return x / 12.92
		}
		return math.Pow((x+0.055)/1.055, 2.4)
	}
	return 0.2126*linear(hex>>16) + 0.7152*linear(hex>>8) + 0.0722*linear(hex)
}
