package picture

import (
	"math"
	"slices"
)

// The 240 colours that a terminal of 256 has besides those that themes change:
// a cube of six levels a channel from 16 on, and 24 greys from 232 on.
const (
	cubeFirst  = 16
	greyFirst  = 232
	greyLevels = 24
)

var cubeLevels = [6]uint8{0, 95, 135, 175, 215, 255}

func paletteColor(index uint8) rgb {
	if index >= greyFirst {
		v := 8 + 10*(index-greyFirst)
		return rgb{v, v, v}
	}
	n := index - cubeFirst
	return rgb{cubeLevels[n/36], cubeLevels[n/6%6], cubeLevels[n%6]}
}

// near is a palette's entry, and how far it is from what is wanted, squared.
type near struct {
	index uint8
	color [3]float32
	far   float32
}

// neighbours is how many entries of the palette are tried for each colour.
const neighbours = 3

// nearest lists the entries nearest to a colour: of the eight corners of the
// cube around it and the two greys beside it.
func nearest(want [3]float32) [neighbours]near {
	var found []near
	var room [10]near
	found = room[:0]
	var low [3]int
	for c, v := range want {
		for low[c] < 4 && float32(cubeLevels[low[c]+1]) <= unit(v)*255 {
			low[c]++
		}
	}
	for corner := range 8 {
		r, g, b := low[0]+corner&1, low[1]+corner>>1&1, low[2]+corner>>2
		found = append(found, newNear(uint8(cubeFirst+36*r+6*g+b), want))
	}
	grey := (unit(want[0]) + unit(want[1]) + unit(want[2])) / 3
	at := min(max(int((grey*255-8)/10), 0), greyLevels-2)
	found = append(found, newNear(uint8(greyFirst+at), want), newNear(uint8(greyFirst+at+1), want))
	slices.SortStableFunc(found, func(a, b near) int {
		switch {
		case a.far < b.far:
			return -1
		case a.far > b.far:
			return 1
		}
		return 0
	})
	return [neighbours]near(found)
}

func newNear(index uint8, want [3]float32) near {
	n := near{index: index}
	for c, v := range paletteColor(index) {
		n.color[c] = float32(v) / 255
		n.far += (n.color[c] - want[c]) * (n.color[c] - want[c])
	}
	return n
}

// fitPalette tries the pairs of entries nearest to a shape's two colours: the
// nearest to each are not always the best together.
func (f *filler) fitPalette(s *shape, slope, fg, bg [3]float32) (cell, float32) {
	var best cell
	least := float32(math.Inf(1))
	inks, papers := nearest(fg), nearest(bg)
	for _, ink := range inks {
		for _, paper := range papers {
			var off, step [3]float32
			for c := range 3 {
				off[c], step[c] = f.gap(s, c, slope[c], ink.color[c], paper.color[c])
			}
			if err := f.error(off, step, slope); err < least {
				least = err
				best = cell{glyph: s.glyph, ink: true, paper: true, fgIndex: ink.index, bgIndex: paper.index}
			}
		}
	}
	return best, least
}
