package picture

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

// shortlist is how many glyphs of the coarse comparison are compared finely.
const shortlist = 6

// fill chooses for each cell the shape and the two colours that are nearest to
// its pixels, in sRGB, which is how terminals mix a glyph's edges.
func fill(light raster, cols, rows int, shapes []shape, profile Profile) []cell {
	light.encode()
	f := filler{shapes: shapes, scores: make([]float32, len(shapes)), paletted: profile == Palette}
	cells := make([]cell, cols*rows)
	for i := range cells {
		f.load(light, i%cols, i/cols)
		cells[i] = f.choose()
	}
	return cells
}

// filler holds one cell's pixels while its glyph is chosen.
type filler struct {
	shapes   []shape
	paletted bool
	pixels   [3]mask // less their mean
	mean     [3]float32
	coarse   [3][coarsePixels]float32
	scores   []float32
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
		var score float32
		for c := range 3 {
			d := dotCoarse(&f.shapes[g].coarse, &f.coarse[c])
			score += d * d
		}
		f.scores[g] = score
	}
	var best cell
	least := float32(0)
	for n := range min(shortlist, len(f.shapes)) {
		g := highest(f.scores)
		f.scores[g] = -1
		found, err := f.fit(&f.shapes[g])
		if n == 0 || err < least {
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
	var err float32
	for c := range 3 {
		// Colours that do not exist are moved to the nearest that does, and
		// the other one follows.
		if fg[c] < 0 || fg[c] > 1 || bg[c] < 0 || bg[c] > 1 {
			fg[c], bg[c] = f.confine(s, c, slope[c], fg[c], bg[c])
		}
		out.fg[c], out.bg[c] = level(fg[c]), level(bg[c])
		err += f.errorOf(s, c, slope[c], fg[c], bg[c])
	}
	if out.fg == out.bg {
		out.glyph, out.ink, out.fg = ' ', false, rgb{}
	}
	return out, err
}

// errorOf is the squared error of a channel with the given colours, less that
// of the pixels against their own mean. Of the shape's mean and unit, which
// are orthogonal, the pixels are mean and slope; what is painted is another
// mean and slope.
func (f *filler) errorOf(s *shape, c int, slope, fg, bg float32) float32 {
	step := (fg - bg) * s.length
	off := bg + (fg-bg)*s.mean - f.mean[c]
	return cellPixels*off*off + (step-slope)*(step-slope) - slope*slope
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
	if f.errorOf(s, c, slope, f1, b1) <= f.errorOf(s, c, slope, f2, b2) {
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
