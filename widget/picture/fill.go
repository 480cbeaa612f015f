package picture

import "math"

// cell is a glyph and its colours. Where colored is not set the terminal's
// own are meant, exchanged where reverse is.
type cell struct {
	glyph            rune
	reverse          bool
	ink, paper       bool // whether fg and bg are colours
	fg, bg           rgb
	fgIndex, bgIndex uint8 // of the palette, where that is used
}

type rgb [3]uint8

// How many glyphs of the coarse comparison are compared finely: edges that run
// along the pixels' are told apart by the coarse one nearly as well.
const (
	blockShortlist = 4
	asciiShortlist = 10
)

// What follows was found by trying on photographs of faces: more of it gains
// likeness of structure, and too much of it looks hard.
const (
	// edge is how much of what a pixel differs from its neighbours is added to
	// it, as resampling by area is softer than the eye's own.
	edge = 0.4
	// contrast is how far the colours of a cell are spread, of what would give
	// them the contrast that the cell's pixels have: two colours that are
	// nearest to the pixels have less. spreadLimit bounds it.
	contrast    = 0.5
	spreadLimit = 1.5
)

// luma is the share of each channel in how bright a pixel is (BT.709).
var luma = [3]float32{.2126, .7152, .0722}

// judge weighs an error of colour: weight is the share of brightness, which the
// eye takes shapes from; the rest goes to the channels alike.
type judge struct{ weight float32 }

// A palette's colours are far apart: there the brightness has to be right
// first.
var (
	fineJudge    = judge{0.5}
	paletteJudge = judge{0.7}
)

// square is the squared length of a difference of colours, as judged.
func (j judge) square(d [3]float32) float32 {
	y := luma[0]*d[0] + luma[1]*d[1] + luma[2]*d[2]
	return (1-j.weight)*(d[0]*d[0]+d[1]*d[1]+d[2]*d[2]) + 3*j.weight*y*y
}

// fill chooses for each cell the shape and the two colours that are nearest to
// its pixels, in sRGB, which is how terminals mix a glyph's edges.
func fill(light raster, cols, rows int, shapes []shape, shortlist int, profile Profile) []cell {
	light.encode()
	light.sharpen(edge)
	f := filler{shapes: shapes, shortlist: shortlist, scores: make([]float32, len(shapes)), judge: fineJudge}
	if profile == Palette {
		f.paletted, f.judge = true, paletteJudge
	}
	cells := make([]cell, cols*rows)
	for i := range cells {
		f.load(light, i%cols, i/cols)
		cells[i] = f.choose()
	}
	return cells
}

// filler holds one cell's pixels while its glyph is chosen.
type filler struct {
	shapes    []shape
	shortlist int
	paletted  bool
	judge     judge
	pixels    [3]mask // less their mean
	mean      [3]float32
	coarse    [3][coarsePixels]float32
	scores    []float32
}

func (f *filler) load(r raster, col, row int) {
	for c := range 3 {
		var sum float32
		for y := range cellH {
			from := (row*cellH+y)*r.w + col*cellW
			copy(f.pixels[c][y*cellW:(y+1)*cellW], r.c[c][from:from+cellW])
		}
		for _, v := range f.pixels[c] {
			sum += v
		}
		f.mean[c] = sum / cellPixels
		for i := range f.pixels[c] {
			f.pixels[c][i] -= f.mean[c]
		}
		copy(f.coarse[c][:], halved(f.pixels[c][:], cellW, cellH))
	}
}

func (f *filler) choose() cell {
	for g := range f.shapes {
		var d [3]float32
		for c := range 3 {
			d[c] = dotCoarse(&f.shapes[g].coarse, &f.coarse[c])
		}
		f.scores[g] = f.judge.square(d)
	}
	var best cell
	least := float32(math.Inf(1))
	for range min(f.shortlist, len(f.shapes)) {
		g := highest(f.scores)
		f.scores[g] = -1
		if found, err := f.fit(&f.shapes[g]); err < least {
			best, least = found, err
		}
	}
	return best
}

func highest(scores []float32) int {
	best := 0
	for i, v := range scores {
		if v > scores[best] {
			best = i
		}
	}
	return best
}

// fit gives a shape its best colours, and how far off the pixels then are,
// less a constant.
func (f *filler) fit(s *shape) (cell, float32) {
	var slope, fg, bg [3]float32
	for c := range 3 {
		slope[c] = dot(&s.unit, &f.pixels[c])
		fg[c] = f.mean[c] + slope[c]*(1-s.mean)/s.length
		bg[c] = f.mean[c] - slope[c]*s.mean/s.length
	}
	if f.paletted {
		return f.fitPalette(s, slope, fg, bg)
	}
	out := cell{glyph: s.glyph, ink: true, paper: true}
	var off, step [3]float32
	for c := range 3 {
		// Colours that do not exist are moved to the nearest that does, and
		// the other one follows.
		if fg[c] < 0 || fg[c] > 1 || bg[c] < 0 || bg[c] > 1 {
			fg[c], bg[c] = f.confine(s, c, slope[c], fg[c], bg[c])
		}
		off[c], step[c] = f.gap(s, c, slope[c], fg[c], bg[c])
	}
	spread := f.spread(slope)
	for c := range 3 {
		middle := bg[c] + (fg[c]-bg[c])*s.mean
		out.fg[c], out.bg[c] = level(middle+spread*(fg[c]-middle)), level(middle+spread*(bg[c]-middle))
	}
	if out.fg == out.bg {
		out.glyph, out.ink, out.fg = ' ', false, rgb{}
	}
	return out, f.error(off, step, slope)
}

// spread is how far apart the colours are moved to keep the contrast of the
// pixels: all of their variation in brightness over what the shape explains.
func (f *filler) spread(slope [3]float32) float32 {
	explained := luma[0]*slope[0] + luma[1]*slope[1] + luma[2]*slope[2]
	var all float32
	for i := range f.pixels[0] {
		y := luma[0]*f.pixels[0][i] + luma[1]*f.pixels[1][i] + luma[2]*f.pixels[2][i]
		all += y * y
	}
	if explained*explained*spreadLimit*spreadLimit <= all {
		return 1 + contrast*(spreadLimit-1)
	}
	return 1 + contrast*(float32(math.Sqrt(float64(all)))/float32(math.Abs(float64(explained)))-1)
}

// gap is how far a channel is off with the given colours: in its mean, and in
// the step between them. Of the shape's mean and unit, which are orthogonal,
// the pixels are mean and slope; what is painted is another mean and slope.
func (f *filler) gap(s *shape, c int, slope, fg, bg float32) (off, step float32) {
	return bg + (fg-bg)*s.mean - f.mean[c], (fg-bg)*s.length - slope
}

// error is the judged error, less that of the pixels against their own mean.
func (f *filler) error(off, step, slope [3]float32) float32 {
	return cellPixels*f.judge.square(off) + f.judge.square(step) - f.judge.square(slope)
}

// confine clamps one colour and solves for the other, both ways round.
func (f *filler) confine(s *shape, c int, slope, fg, bg float32) (float32, float32) {
	sum := f.mean[c] * cellPixels                      // of the pixels
	covered := s.length*slope + s.mean*sum             // of coverage times pixels
	aa := s.length*s.length + s.mean*s.mean*cellPixels // of coverage squared
	a := s.mean * cellPixels
	ab, bb := a-aa, cellPixels-2*a+aa
	b1 := unit(bg)
	f1 := unit((covered - ab*b1) / aa)
	f2 := unit(fg)
	b2 := unit((sum - covered - ab*f2) / bb)
	error := func(fg, bg float32) float32 {
		off, step := f.gap(s, c, slope, fg, bg)
		return cellPixels*off*off + step*step
	}
	if error(f1, b1) <= error(f2, b2) {
		return f1, b1
	}
	return f2, b2
}

func unit(v float32) float32 { return min(max(v, 0), 1) }

func level(v float32) uint8 { return uint8(unit(v)*255 + .5) }

func dot(a, b *mask) float32 {
	var s0, s1, s2, s3 float32
	for i := 0; i < cellPixels; i += 4 {
		s0 += a[i] * b[i]
		s1 += a[i+1] * b[i+1]
		s2 += a[i+2] * b[i+2]
		s3 += a[i+3] * b[i+3]
	}
	return s0 + s1 + s2 + s3
}

func dotCoarse(a, b *[coarsePixels]float32) float32 {
	var s0, s1, s2, s3 float32
	for i := 0; i < coarsePixels; i += 4 {
		s0 += a[i] * b[i]
		s1 += a[i+1] * b[i+1]
		s2 += a[i+2] * b[i+2]
		s3 += a[i+3] * b[i+3]
	}
	return s0 + s1 + s2 + s3
}
