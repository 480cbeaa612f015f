package picture

import "sync"

// The blur that renderings in one colour are judged by, in cells' widths: that
// of a reader's distance is 0.5, but less keeps the edges that letters can draw.
const (
	asciiBlur = 0.32
	blockBlur = 0.5
)

// tone is how a picture's light is mapped to what ink can reach.
type tone struct {
	base   float32 // of the light around, which is kept in proportion
	detail float32 // of the difference from the light around
	around int     // how far around is, in spots
	limit  float32 // where a soft shoulder ends the light around
}

// inkKind is which inkwell a rendering takes.
type inkKind struct{ blocks, dark, reverse bool }

// inkwells makes each inkwell when it is first asked for.
var inkwells = func() map[inkKind]func() *inkwell {
	all := map[inkKind]func() *inkwell{}
	for bits := range 8 {
		k := inkKind{bits&1 > 0, bits&2 > 0, bits&4 > 0}
		all[k] = sync.OnceValue(func() *inkwell {
			glyphs, masks, sigma := asciiInk()
			if k.blocks {
				glyphs, masks, sigma = blockInk()
			}
			return newInkwell(glyphs, masks, sigma, k.dark, k.reverse)
		})
	}
	return all
}()

func asciiInk() (glyphs []rune, masks []mask, sigma float64) {
	for g, m := range asciiMasks() {
		glyphs, masks = append(glyphs, rune(' '+g)), append(masks, m)
	}
	return glyphs, masks, asciiBlur
}

// blockInk is the blocks, the shades, and both colours of each.
func blockInk() (glyphs []rune, masks []mask, sigma float64) {
	add := func(g rune, m mask) { glyphs, masks = append(glyphs, g), append(masks, m) }
	add(' ', mask{})
	add('█', mosaic(15, 2, 2))
	for i, bits := range []int{4, 8, 1, 13, 9, 7, 11, 2, 6, 14} { // U+2596 to U+259F
		add(rune('▖'+i), mosaic(bits, 2, 2))
	}
	add('▀', mosaic(3, 2, 2))
	add('▐', mosaic(10, 2, 2))
	for _, s := range blockShapes() {
		if s.glyph >= '▁' && s.glyph <= '▏' {
			add(s.glyph, s.cover)
		}
	}
	for i := range 3 { // shades
		var m mask
		for j := range m {
			m[j] = float32(i+1) / 4
		}
		add(rune('░'+i), m)
	}
	return glyphs, masks, blockBlur
}

// weave draws in the terminal's own two colours.
func weave(light raster, cols, rows int, o Options) []cell {
	blocks := o.Style >= Blocks
	well := inkwells[inkKind{blocks, o.Dark, o.Reverse}]()
	want := wanted(light, o.Dark)
	if !blocks && !o.Reverse { // the others reach all light there is
		inkTone(o.Dark).apply(want, light.w/2, light.h/2)
	}
	cells := make([]cell, cols*rows)
	for i, s := range well.search(want, cols, rows, false) {
		cells[i] = cell{glyph: well.marks[s.mark].glyph, reverse: well.marks[s.mark].reverse}
	}
	return cells
}

// wanted is the light that ink is to add, of spots.
func wanted(light raster, dark bool) []float32 {
	want := halved(light.luminance(), light.w, light.h)
	if !dark {
		for i, v := range want {
			want[i] = 1 - v
		}
	}
	return want
}

// inkTone is the tone for ASCII without reverse video, on a dark background
// and on a light one, where ink takes away more than it could add. The numbers
// are those that made drawn portraits and photographs most like themselves.
func inkTone(dark bool) tone {
	if dark {
		return tone{base: 0.75, detail: 0.65, around: 8, limit: 0.13}
	}
	return tone{base: 0.65, detail: 0.65, around: 8, limit: 0.2}
}

// apply maps a plane of light, in place.
func (t tone) apply(plane []float32, w, h int) {
	base := box(plane, w, h, t.around)
	for i, v := range plane {
		plane[i] = max(0, t.soften(t.base*base[i])+t.detail*(v-base[i]))
	}
}

// soften bends what is over half the limit towards the limit.
func (t tone) soften(v float32) float32 {
	if v <= 0 {
		return 0
	}
	if half := t.limit / 2; v > half {
		over := (v - half) / half
		return half + half*over/(1+over)
	}
	return v
}

// box is the mean of the square around each point, of side 2 x reach + 1, done
// twice for softness.
func box(plane []float32, w, h, reach int) []float32 {
	out := plane
	for range 2 {
		out = boxLines(out, w, h, reach, 1, w)
		out = boxLines(out, h, w, reach, w, 1)
	}
	return out
}

// boxLines takes running means along lines of n points that are step apart;
// the lines are stride apart.
func boxLines(plane []float32, n, lines, reach, step, stride int) []float32 {
	out := make([]float32, len(plane))
	for l := range lines {
		at := l * stride
		var sum float32
		for i := range min(reach, n) {
			sum += plane[at+i*step]
		}
		for i := range n {
			if in := i + reach; in < n {
				sum += plane[at+in*step]
			}
			if gone := i - reach - 1; gone >= 0 {
				sum -= plane[at+gone*step]
			}
			count := min(n-1, i+reach) - max(0, i-reach) + 1
			out[at+i*step] = sum / float32(count)
		}
	}
	return out
}

// inked draws ASCII in colours on the terminal's background: the glyphs and how
// bright they are as in one colour, and the hue of the cell.
func inked(light raster, cols, rows int, o Options) []cell {
	well := inkwells[inkKind{dark: o.Dark}]()
	want := wanted(light, o.Dark)
	inkTone(o.Dark).apply(want, light.w/2, light.h/2)
	cells := make([]cell, cols*rows)
	for i, s := range well.search(want, cols, rows, true) {
		color := hue(light, i%cols, i/cols, s.bright, o.Dark)
		cells[i] = cell{glyph: well.marks[s.mark].glyph, ink: true, fg: color}
		if o.Profile == Palette {
			n := nearest([3]float32{float32(color[0]) / 255, float32(color[1]) / 255, float32(color[2]) / 255})[0]
			cells[i].fg, cells[i].fgIndex = rgb{}, n.index
		}
	}
	return cells
}

// hue is the colour of a cell at a luminance, less saturated where that colour
// would not exist.
func hue(light raster, col, row int, bright float32, dark bool) rgb {
	var mean [3]float32
	for c := range mean {
		for y := range cellH {
			for _, v := range light.c[c][(row*cellH+y)*light.w+col*cellW:][:cellW] {
				mean[c] += v / cellPixels
			}
		}
	}
	if !dark {
		bright = 1 - bright
	}
	lum := .2126*mean[0] + .7152*mean[1] + .0722*mean[2]
	var out rgb
	keep := float32(1)
	for c := range mean {
		if lum > 0 {
			mean[c] *= bright / lum
		}
		if mean[c] > 1 {
			keep = min(keep, (1-bright)/(mean[c]-bright))
		}
	}
	for c := range mean {
		out[c] = level(float32(toSRGB(float64(bright + keep*(mean[c]-bright)))))
	}
	return out
}
