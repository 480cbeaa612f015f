package picture

import (
	"math"
	"sync"
)

// mask is how much of each pixel of a cell a glyph covers, 0 to 1.
type mask [cellPixels]float32

// shape is a glyph to match: its coverage, and the same with its mean taken
// off and scaled to length one, so that a dot product with a cell's pixels
// says how much of their variation the glyph explains.
type shape struct {
	glyph  rune
	cover  mask
	mean   float32
	length float32 // of cover less mean, before it was scaled
	unit   mask
	coarse [coarsePixels]float32 // unit on pixels of two by two, of length one
}

const coarsePixels = cellPixels / 4

func newShape(glyph rune, cover mask) shape {
	s := shape{glyph: glyph, cover: cover}
	for _, v := range cover {
		s.mean += v / cellPixels
	}
	var square float64
	for i, v := range cover {
		s.unit[i] = v - s.mean
		square += float64(s.unit[i]) * float64(s.unit[i])
	}
	s.length = float32(math.Sqrt(square))
	for i := range s.unit {
		s.unit[i] /= s.length
	}
	copy(s.coarse[:], halved(s.unit[:], cellW, cellH))
	square = 0
	for _, v := range s.coarse {
		square += float64(v) * float64(v)
	}
	for i := range s.coarse {
		s.coarse[i] /= float32(math.Sqrt(square))
	}
	return s
}

var asciiMasks = sync.OnceValue(func() []mask {
	out := make([]mask, len(asciiCoverage))
	for g, digits := range asciiCoverage {
		for i := range out[g] {
			d := digits[i]
			if d >= 'a' {
				d -= 'a' - '9' - 1
			}
			out[g][i] = float32(d-'0') / 15
		}
	}
	return out
})

// asciiShapes leaves the space out: a cell in one colour is drawn as any
// glyph in two equal ones.
var asciiShapes = sync.OnceValue(func() []shape {
	var out []shape
	for g, m := range asciiMasks()[1:] {
		out = append(out, newShape(rune('!'+g), m))
	}
	return out
})

// area covers what lies inside, given by the share of a pixel that it covers
// along each axis: 1 for whole, and exact where an edge cuts a pixel.
func area(inside func(x, y float64) bool) mask {
	const fine = 12 // divides into thirds and eighths of a cell
	var m mask
	for i := range m {
		n := 0
		for k := range fine * fine {
			x := float64(i%cellW) + (float64(k%fine)+.5)/fine
			y := float64(i/cellW) + (float64(k/fine)+.5)/fine
			if inside(x/cellW, y/cellH) {
				n++
			}
		}
		m[i] = float32(n) / (fine * fine)
	}
	return m
}

// mosaic covers the squares of a grid whose bits are set, row by row from the
// lowest bit on.
func mosaic(bits, cols, rows int) mask {
	return area(func(x, y float64) bool {
		return bits>>(int(y*float64(rows))*cols+int(x*float64(cols)))&1 == 1
	})
}

// blockShapes are the shapes of the Block Elements that differ by more than
// which of the two colours is which.
var blockShapes = sync.OnceValue(func() []shape {
	out := []shape{
		newShape('▘', mosaic(1, 2, 2)), newShape('▝', mosaic(2, 2, 2)), newShape('▖', mosaic(4, 2, 2)),
		newShape('▗', mosaic(8, 2, 2)), newShape('▚', mosaic(9, 2, 2)),
	}
	for n := range 7 {
		eighths := float64(n+1) / 8
		out = append(out,
			newShape(rune('▁'+n), area(func(_, y float64) bool { return y >= 1-eighths })),
			newShape(rune('▏'-n), area(func(x, _ float64) bool { return x < eighths })))
	}
	return out
})

// mosaicShapes are the blocks, the 2 by 3 mosaics, U+1FB00 on, whose order
// leaves out the three that are blocks, and the wedges below their line.
var mosaicShapes = sync.OnceValue(func() []shape {
	const left, right = 0b010101, 0b101010
	out := append([]shape(nil), blockShapes()...)
	glyph := rune(0x1FB00)
	for bits := 1; bits < 0b111111; bits++ {
		if bits == left || bits == right {
			continue
		}
		if bits < 0b100000 { // the others are these with the colours exchanged
			out = append(out, newShape(glyph, mosaic(bits, 2, 3)))
		}
		glyph++
	}
	for i, ends := range wedges {
		out = append(out, newShape(rune(0x1FB3C+i), below(edgePoints[ends[0]], edgePoints[ends[1]])))
	}
	return out
})

// edgePoints are the points of a cell's edge that wedges run between, named
// as Unicode does: upper, upper middle, lower middle and lower left, the same
// at the right, and the upper and lower centre.
var edgePoints = map[string][2]float64{
	"UL": {0, 0}, "UML": {0, 1. / 3}, "LML": {0, 2. / 3}, "LL": {0, 1},
	"UR": {1, 0}, "UMR": {1, 1. / 3}, "LMR": {1, 2. / 3}, "LR": {1, 1},
	"UC": {.5, 0}, "LC": {.5, 1},
}

// wedges are the lines of U+1FB3C to U+1FB51, which are covered below; the 22
// that follow them in Unicode are covered above the same lines, and so the
// same with the colours exchanged.
var wedges = [...][2]string{
	{"LML", "LC"}, {"LML", "LR"}, {"UML", "LC"}, {"UML", "LR"}, {"UL", "LC"},
	{"UML", "UC"}, {"UML", "UR"}, {"LML", "UC"}, {"LML", "UR"}, {"LL", "UC"}, {"LML", "UMR"},
	{"LC", "LMR"}, {"LL", "LMR"}, {"LC", "UMR"}, {"LL", "UMR"}, {"LC", "UR"},
	{"UC", "UMR"}, {"UL", "UMR"}, {"UC", "LMR"}, {"UL", "LMR"}, {"UC", "LR"}, {"UML", "LMR"},
}

// below covers what lies under the line between two points, the first of
// which is the left one.
func below(a, b [2]float64) mask {
	return area(func(x, y float64) bool {
		return (b[0]-a[0])*(y-a[1])-(b[1]-a[1])*(x-a[0]) >= 0
	})
}
