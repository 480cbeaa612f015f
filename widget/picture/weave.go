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

	// eyeBlur is the blur in cells' widths that is judged by.
	eyeBlur = 0.35
	// reach is how far in spots the square of the blur is not negligible.
	reach        = 6
	auraW, auraH = spotW + 2*reach, spotH + 2*reach
	aura         = auraW * auraH
	passes       = 3
)

// spot is a glyph's light on the pixels of a cell.
type spot [spots]float32

// inkwell is what can be drawn in one colour on a background, and what the
// products of each with each are.
type inkwell struct {
	glyphs  []rune
	light   []spot
	total   []float32       // of light
	blurred [][aura]float32 // light, blurred twice, with what reaches neighbours
	cross   [][]float32     // cross[a][b] is light a times light b blurred twice
	white   [aura]float32   // a cell all ink, blurred twice
	most    float32         // the mean light of the brightest
}

func newInkwell(glyphs []rune, masks []mask, dark bool) *inkwell {
	w := &inkwell{glyphs: glyphs}
	for _, m := range masks {
		for i, v := range m {
			if dark {
				m[i] = float32(toLinear(float64(v)))
			} else {
				m[i] = 1 - float32(toLinear(1-float64(v)))
			}
		}
		s := spot(halved(m[:], cellW, cellH))
		w.light = append(w.light, s)
		w.blurred = append(w.blurred, blurTwice(&s))
		w.total = append(w.total, sumOf(&s))
		w.most = max(w.most, sumOf(&s)/spots)
	}
	var all spot
	for i := range all {
		all[i] = 1
	}
	w.white = blurTwice(&all)
	w.cross = make([][]float32, len(masks))
	for a := range masks {
		w.cross[a] = make([]float32, len(masks))
		for b := range masks {
			core := coreOf(&w.blurred[b])
			w.cross[a][b] = dotSpot(&w.light[a], &core)
		}
	}
	return w
}

func sumOf(s *spot) (sum float32) {
	for _, v := range s {
		sum += v
	}
	return sum
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

// doubleBlur is the kernel of the blur applied twice, from the middle on.
func doubleBlur() (k [reach + 1]float32) {
	const sigma = eyeBlur * spotW * math.Sqrt2
	var sum float64
	for i := -reach; i <= reach; i++ {
		sum += math.Exp(-float64(i*i) / (2 * sigma * sigma))
	}
	for i := range k {
		k[i] = float32(math.Exp(-float64(i*i)/(2*sigma*sigma)) / sum)
	}
	return k
}

func blurTwice(s *spot) (out [aura]float32) {
	var plane [aura]float32
	for y := range spotH {
		copy(plane[(y+reach)*auraW+reach:], s[y*spotW:(y+1)*spotW])
	}
	k := doubleBlur()
	return [aura]float32(blur(plane[:], auraW, auraH, k[:]))
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

// stroke is what one cell is drawn with: a glyph, how bright its ink is, and
// whether ink and background are exchanged.
type stroke struct {
	glyph   int
	bright  float32
	reverse bool
}

// loom is the search: the strokes, and the error they leave, blurred twice.
type loom struct {
	*inkwell
	cols, rows int
	w, h       int
	reverse    bool // may ink and background be exchanged
	dim        bool // may ink be darker than it can be
	strokes    []stroke
	error      []float32
}

// search chooses the strokes for a plane of wanted light, of spots.
func (w *inkwell) search(want []float32, cols, rows int, reverse, dim bool) []stroke {
	l := &loom{inkwell: w, cols: cols, rows: rows, w: cols * spotW, h: rows * spotH, reverse: reverse, dim: dim}
	l.strokes = make([]stroke, cols*rows)
	k := doubleBlur()
	l.begin(want)
	drawn := make([]float32, len(want))
	for i, s := range l.strokes {
		l.put(drawn, i, s)
	}
	for i, v := range want {
		drawn[i] -= v
	}
	l.error = blur(drawn, l.w, l.h, k[:])
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
		halo := blurTwice(&s)
		core := coreOf(&halo)
		for j := range core {
			core[j] = -core[j]
		}
		l.strokes[i], _ = l.best(&core)
	}
}

func (l *loom) corner(i int) int { return i/l.cols*spotH*l.w + i%l.cols*spotW }

func (l *loom) put(plane []float32, i int, s stroke) {
	at := l.corner(i)
	for j, v := range l.light[s.glyph] {
		if v *= s.bright; s.reverse {
			v = 1 - v
		}
		plane[at+j/spotW*l.w+j%spotW] = v
	}
}

// best finds the stroke for a cell that is empty, where the error is pull:
// adding light m changes the squared error by 2 m·pull + m·blur(m).
func (l *loom) best(pull *spot) (stroke, float32) {
	var found stroke
	least := float32(math.Inf(1))
	whitePull, whiteSelf := float32(0), float32(0)
	var white spot
	if l.reverse {
		white = coreOf(&l.white)
		whitePull, whiteSelf = sumOf(pull), sumOf(&white)
	}
	for g := range l.light {
		p, q := dotSpot(&l.light[g], pull), l.cross[g][g]
		bright := float32(1)
		if l.dim && q > 0 {
			bright = unit(-p / q)
		}
		if e := 2*bright*p + bright*bright*q; e < least {
			least, found = e, stroke{g, bright, false}
		}
		if l.reverse {
			e := 2*(whitePull-p) + whiteSelf - 2*dotSpot(&l.light[g], &white) + q
			if e < least {
				least, found = e, stroke{g, 1, true}
			}
		}
	}
	return found, least
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
		chosen, _ := l.best(&pull)
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
	h := l.blurred[s.glyph]
	for i := range h {
		if h[i] *= s.bright; s.reverse {
			h[i] = l.white[i] - h[i]
		}
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
