package picture

import (
	"math"
)

// Glyphs of one colour are matched as a reader's eye would see them: in linear
// light, on pixels of two by two, after a blur. Changing a cell then changes
// the error of its neighbours too; both are sums of products that can be known
// beforehand for every glyph and pair of glyphs, so that trying a glyph costs
// one product with the cell's surroundings (direct binary search).
const (
	spotW, spotH = cellW / 2, cellH / 2
	spots        = spotW * spotH

	// reach is how far in spots the square of the blur is not negligible.
	reach        = 8
	auraW, auraH = spotW + 2*reach, spotH + 2*reach
	aura         = auraW * auraH
	passes       = 2
)

// spot is a glyph's light on the pixels of a cell.
type spot [spots]float32

// inkwell is what can be drawn in one colour on a background.
type inkwell struct {
	kernel  []float32 // of the blur applied twice
	marks   []mark
	light   []spot          // of each mark, as ink adds it to the background
	blurred [][aura]float32 // light, blurred twice, with what reaches neighbours
	self    []float32       // light times light blurred twice
}

// mark is a glyph, and whether its colours are exchanged.
type mark struct {
	glyph   rune
	reverse bool
}

// newInkwell knows the glyphs with these masks on a dark background or a light
// one, where reverse is set also with the colours exchanged. Errors are judged
// after a blur of sigma cells' widths.
func newInkwell(glyphs []rune, masks []mask, sigma float64, dark, reverse bool) *inkwell {
	w := &inkwell{kernel: doubleBlur(sigma)}
	add := func(m mark, cover mask) {
		for i, v := range cover {
			if m.reverse {
				v = 1 - v
			}
			if dark {
				cover[i] = float32(toLinear(float64(v)))
			} else {
				cover[i] = 1 - float32(toLinear(1-float64(v)))
			}
		}
		light := spot(halved(cover[:], cellW, cellH))
		blurred := w.blurTwice(&light)
		core := coreOf(&blurred)
		w.marks = append(w.marks, m)
		w.light = append(w.light, light)
		w.blurred = append(w.blurred, blurred)
		w.self = append(w.self, dotSpot(&light, &core))
	}
	for i, glyph := range glyphs {
		add(mark{glyph, false}, masks[i])
		if reverse {
			add(mark{glyph, true}, masks[i])
		}
	}
	return w
}

func dotSpot(a, b *spot) float32 {
	var s0, s1, s2, s3 float32
	for i := 0; i < spots; i += 4 {
		s0 += a[i] * b[i]
		s1 += a[i+1] * b[i+1]
		s2 += a[i+2] * b[i+2]
		s3 += a[i+3] * b[i+3]
	}
	return s0 + s1 + s2 + s3
}

// coreOf is the part of an aura that lies in its own cell.
func coreOf(a *[aura]float32) (s spot) {
	for y := range spotH {
		copy(s[y*spotW:(y+1)*spotW], a[(y+reach)*auraW+reach:])
	}
	return s
}

// doubleBlur is the kernel, from its middle on, of a blur that is applied
// twice; sigma is in cells' widths.
func doubleBlur(sigma float64) []float32 {
	var k [reach + 1]float64
	var sum float64
	for i := range k {
		k[i] = math.Exp(-float64(i*i) / (4 * sigma * sigma * spotW * spotW))
		sum += 2 * k[i]
	}
	sum -= k[0]
	out := make([]float32, len(k))
	for i := range k {
		out[i] = float32(k[i] / sum)
	}
	return out
}

func (w *inkwell) blurTwice(s *spot) [aura]float32 {
	var plane [aura]float32
	for y := range spotH {
		copy(plane[(y+reach)*auraW+reach:], s[y*spotW:(y+1)*spotW])
	}
	return [aura]float32(blur(plane[:], auraW, auraH, w.kernel))
}

// blur folds a plane with a symmetric kernel, along both axes; beyond its
// edges there is nothing.
func blur(plane []float32, w, h int, kernel []float32) []float32 {
	across, out := make([]float32, w*h), make([]float32, w*h)
	for y := range h {
		line, to := plane[y*w:(y+1)*w], across[y*w:(y+1)*w]
		for d, k := range kernel {
			for x := range w - min(d, w) {
				to[x] += k * line[x+d]
				if d > 0 {
					to[x+d] += k * line[x]
				}
			}
		}
	}
	for d, k := range kernel {
		for i := range w * (h - min(d, h)) {
			out[i] += k * across[i+d*w]
			if d > 0 {
				out[i+d*w] += k * across[i]
			}
		}
	}
	return out
}

// stroke is what one cell is drawn with: a mark, and how bright its ink is.
type stroke struct {
	mark   int
	bright float32
}

// loom is the search: the strokes, and the error they leave, blurred twice.
type loom struct {
	*inkwell
	cols, w, h int
	dim        bool // may ink be darker than it can be
	strokes    []stroke
	error      []float32
}

// search chooses the strokes for a plane of wanted light, of spots.
func (w *inkwell) search(want []float32, cols, rows int, dim bool) []stroke {
	l := &loom{inkwell: w, cols: cols, w: cols * spotW, h: rows * spotH, dim: dim}
	l.strokes = make([]stroke, cols*rows)
	l.begin(want)
	drawn := make([]float32, len(want))
	for i, s := range l.strokes {
		l.put(drawn, i, s)
	}
	for i, v := range want {
		drawn[i] -= v
	}
	l.error = blur(drawn, l.w, l.h, l.kernel)
	for range passes {
		if !l.pass() {
			break
		}
	}
	return l.strokes
}

// begin gives each cell what suits it alone.
func (l *loom) begin(want []float32) {
	for i := range l.strokes {
		var s spot
		at := l.corner(i)
		for y := range spotH {
			copy(s[y*spotW:(y+1)*spotW], want[at+y*l.w:])
		}
		pull := spot(blur(s[:], spotW, spotH, l.kernel))
		for j := range pull {
			pull[j] = -pull[j]
		}
		l.strokes[i] = l.best(&pull)
	}
}

func (l *loom) corner(i int) int { return i/l.cols*spotH*l.w + i%l.cols*spotW }

func (l *loom) put(plane []float32, i int, s stroke) {
	at := l.corner(i)
	for j, v := range l.light[s.mark] {
		plane[at+j/spotW*l.w+j%spotW] = v * s.bright
	}
}

// best finds the stroke for a cell that is empty, where the error is pull:
// adding light m changes the squared error by 2 m·pull + m·blur(m).
func (l *loom) best(pull *spot) stroke {
	var found stroke
	least := float32(math.Inf(1))
	for m := range l.light {
		p, q := dotSpot(&l.light[m], pull), l.self[m]
		bright := float32(1)
		if l.dim && q > 0 {
			bright = unit(-p / q)
		}
		if e := 2*bright*p + bright*bright*q; e < least {
			least, found = e, stroke{m, bright}
		}
	}
	return found
}

// pass lets every cell choose again, and says whether one did.
func (l *loom) pass() (changed bool) {
	for i, old := range l.strokes {
		at := l.corner(i)
		var pull spot
		for y := range spotH {
			copy(pull[y*spotW:(y+1)*spotW], l.error[at+y*l.w:])
		}
		halo := l.halo(old)
		core := coreOf(&halo)
		for j := range pull {
			pull[j] -= core[j]
		}
		chosen := l.best(&pull)
		if chosen == old {
			continue
		}
		changed = true
		l.strokes[i] = chosen
		l.spread(i, halo, l.halo(chosen))
	}
	return changed
}

// halo is what a stroke adds to the blurred error around its cell.
func (l *loom) halo(s stroke) [aura]float32 {
	h := l.blurred[s.mark]
	for i := range h {
		h[i] *= s.bright
	}
	return h
}

func (l *loom) spread(i int, old, chosen [aura]float32) {
	x0, y0 := i%l.cols*spotW-reach, i/l.cols*spotH-reach
	for y := max(0, -y0); y < min(auraH, l.h-y0); y++ {
		from, to := max(0, -x0), min(auraW, l.w-x0)
		line := l.error[(y0+y)*l.w+x0+from:]
		for x := from; x < to; x++ {
			line[x-from] += chosen[y*auraW+x] - old[y*auraW+x]
		}
	}
}
