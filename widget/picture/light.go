package picture

import (
	"math"
	"sync"
)

// toLinear is the light of an sRGB value, both 0 to 1 (IEC 61966-2-1).
func toLinear(v float64) float64 {
	if v <= 0.04045 {
		return v / 12.92
	}
	return math.Pow((v+0.055)/1.055, 2.4)
}

// toSRGB is the sRGB value of a light, both 0 to 1.
func toSRGB(v float64) float64 {
	switch {
	case v <= 0:
		return 0
	case v >= 1:
		return 1
	case v <= 0.0031308:
		return v * 12.92
	}
	return 1.055*math.Pow(v, 1/2.4) - 0.055
}

var linearLight = sync.OnceValue(func() *[256]float32 {
	var t [256]float32
	for i := range t {
		t[i] = float32(toLinear(float64(i) / 255))
	}
	return &t
})

// srgbSteps is fine enough that the darkest step is a level of 255.
const srgbSteps = 1 << 12

var srgbOfLight = sync.OnceValue(func() *[srgbSteps + 1]float32 {
	var t [srgbSteps + 1]float32
	for i := range t {
		t[i] = float32(toSRGB(float64(i) / srgbSteps))
	}
	return &t
})

// encode turns linear light into sRGB, in place.
func (r raster) encode() {
	t := srgbOfLight()
	for c := range r.c {
		for i, v := range r.c[c] {
			r.c[c][i] = t[int(min(max(v, 0), 1)*srgbSteps+.5)]
		}
	}
}

// sharpen adds to each pixel a share of what it differs from the four around
// it, in place.
func (r raster) sharpen(share float32) {
	above, line := make([]float32, r.w), make([]float32, r.w)
	for _, plane := range r.c {
		copy(above, plane)
		for y := range r.h {
			here := plane[y*r.w : (y+1)*r.w]
			copy(line, here)
			below := line
			if y+1 < r.h {
				below = plane[(y+1)*r.w:]
			}
			for x, v := range line {
				around := above[x] + below[x] + line[max(x-1, 0)] + line[min(x+1, r.w-1)]
				here[x] = unit(v + share*(v-around/4))
			}
			above, line = line, above
		}
	}
}

// luminance is how bright each pixel is to the eye, of linear light (BT.709).
func (r raster) luminance() []float32 {
	out := make([]float32, r.w*r.h)
	for i := range out {
		out[i] = luma[0]*r.c[0][i] + luma[1]*r.c[1][i] + luma[2]*r.c[2][i]
	}
	return out
}

// halved averages squares of two by two pixels.
func halved(plane []float32, w, h int) []float32 {
	out := make([]float32, (w/2)*(h/2))
	for y := range h / 2 {
		a, b := plane[2*y*w:(2*y+1)*w], plane[(2*y+1)*w:(2*y+2)*w]
		for x := range w / 2 {
			out[y*(w/2)+x] = (a[2*x] + a[2*x+1] + b[2*x] + b[2*x+1]) / 4
		}
	}
	return out
}
