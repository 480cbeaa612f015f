package main

import "image/color"

// portraitSize is the edge of a portrait in pixels.
const portraitSize = 256

// Common inks.
const (
	inkBlack = 0x1b1a1f
	inkWhite = 0xfbf7ef
	inkLips  = 0xa8433f
)

// face is a person as the parts of a drawing. The head is an ellipse with a
// jaw around (128, 132).
type face struct {
	background, skin, shirt uint32
	headW, headH            float32 // half of the head's width and height
	jaw                     float32 // 0 pointed, 1 square
	brow                    uint32  // colour of the eyebrows
	browTilt                float32 // positive is friendly
	smile                   float32 // depth of the mouth's curve
	behind                  []part  // drawn before the shoulders: long hair, hoods
	front                   []part  // drawn over the face: hair, beard, glasses, hats
}

// part paints something onto a face.
type part func(c *canvas, f face)

const midX, midY = 128, 132

// draw paints the whole portrait.
func (f face) draw() *canvas {
	c := newCanvas(portraitSize, portraitSize, hex(f.background))
	for _, p := range f.behind {
		p(c, f)
	}
	f.shoulders(c)
	f.head(c)
	f.features(c)
	for _, p := range f.front {
		p(c, f)
	}
	return c
}

func (f face) shoulders(c *canvas) {
	c.blob(hex(f.shirt), point{10, 262}, point{28, 232}, point{84, 214}, point{128, 210}, point{172, 214}, point{228, 232}, point{246, 262}, point{128, 290})
	c.blob(shade(f.skin, 0.78), point{104, 180}, point{152, 180}, point{156, 214}, point{128, 230}, point{100, 214})
}

func (f face) head(c *canvas) {
	ear := shade(f.skin, 0.85)
	c.ellipse(ear, midX-f.headW+1, midY+6, 11, 18)
	c.ellipse(ear, midX+f.headW-1, midY+6, 11, 18)
	w, h := f.headW, f.headH
	chin := w * (0.30 + 0.32*f.jaw)
	outline := []point{
		{midX, midY - h}, {midX + w*0.72, midY - h*0.72}, {midX + w, midY - h*0.05},
		{midX + w*0.88, midY + h*0.48}, {midX + chin, midY + h*0.92}, {midX, midY + h},
		{midX - chin, midY + h*0.92}, {midX - w*0.88, midY + h*0.48}, {midX - w, midY - h*0.05}, {midX - w*0.72, midY - h*0.72},
	}
	c.blob(hex(f.skin), outline...)
	// One soft shadow gives the head a side away from the light.
	c.blob(see(shade(f.skin, 0.55), 0.35),
		point{midX + w*0.55, midY - h*0.7}, point{midX + w, midY - h*0.05}, point{midX + w*0.88, midY + h*0.48},
		point{midX + chin, midY + h*0.92}, point{midX + w*0.2, midY + h*0.97}, point{midX + w*0.62, midY + h*0.4}, point{midX + w*0.66, midY - h*0.2})
}

func (f face) features(c *canvas) {
	const apart, level = 27, midY - 4
	for _, side := range []float32{-1, 1} {
		x := midX + side*apart
		c.ellipse(hex(inkWhite), x, level, 13, 9)
		c.ellipse(hex(inkBlack), x+1, level, 7.5, 8.5)
		c.ellipse(hex(inkWhite), x+3.5, level-3, 2.2, 2.2)
		c.line(hex(f.brow), 7, point{x - side*14, level - 21 - f.browTilt}, point{x + side*2, level - 24}, point{x + side*15, level - 19 + f.browTilt})
	}
	c.line(shade(f.skin, 0.68), 6, point{midX + 2, midY + 4}, point{midX + 8, midY + 26}, point{midX - 4, midY + 28})
	c.line(hex(inkLips), 7, smooth([]point{{midX - 22, midY + 46}, {midX, midY + 46 + f.smile}, {midX + 22, midY + 46}}, false)...)
}

// shade makes a colour darker (below 1) or lighter (above 1).
func shade(rgb uint32, by float64) color.NRGBA {
	c := hex(rgb)
	scale := func(v uint8) uint8 { return uint8(min(255, float64(v)*by)) }
	return color.NRGBA{R: scale(c.R), G: scale(c.G), B: scale(c.B), A: 255}
}
