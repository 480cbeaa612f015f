package picture

import (
	"image"
	"image/draw"
	"math"
)

// The pixels of a cell while glyphs are matched: square ones, as a cell is
// twice as high as wide.
const (
	cellW, cellH = 8, 16
	cellPixels   = cellW * cellH
)

// raster is an image as three planes, red, green and blue, of 0 to 1.
type raster struct {
	w, h int
	c    [3][]float32
}

func newRaster(w, h int) raster {
	all := make([]float32, 3*w*h)
	return raster{w, h, [3][]float32{all[:w*h], all[w*h : 2*w*h], all[2*w*h:]}}
}

// sample resamples the middle of a picture to w by h pixels in linear light.
// What is transparent shows white or black. It goes by rows of the source, so
// that a large picture takes no more memory than it has.
func sample(p Picture, w, h int, onWhite bool) raster {
	if p.orientation.swapsSides() {
		w, h = h, w
	}
	b := p.pixels.Bounds()
	x0, y0, cw, ch := middle(b.Dx(), b.Dy(), w, h)
	across, down := overlaps(x0, cw, w, b.Dx()), overlaps(y0, ch, h, b.Dy())
	left, right := across[0].from, across[w-1].from+len(across[w-1].share)
	out, row, narrow := newRaster(w, h), newRaster(right-left, 1), newRaster(w, 1)
	strip := image.NewRGBA(image.Rect(0, 0, right-left, 1))
	linear := linearLight()
	open := 0 // the first output row that is not finished
	for y := down[0].from; open < h; y++ {
		draw.Draw(strip, strip.Bounds(), p.pixels, b.Min.Add(image.Pt(left, y)), draw.Src)
		lighten(row, strip.Pix, linear, onWhite)
		shrink(narrow, row, across, left)
		for j := open; j < h && down[j].from <= y; j++ {
			last := down[j].from + len(down[j].share) - 1
			if y <= last {
				addRow(out, narrow, j, down[j].share[y-down[j].from])
			}
			if y >= last && j == open {
				open++
			}
		}
	}
	return turn(out, p.orientation)
}

// middle is the largest part of sw by sh pixels in the middle that has the
// proportions of w by h.
func middle(sw, sh, w, h int) (x, y, cw, ch float64) {
	cw, ch = float64(sw), float64(sh)
	if want := float64(w) / float64(h); cw > ch*want {
		cw = ch * want
	} else {
		ch = cw / want
	}
	return (float64(sw) - cw) / 2, (float64(sh) - ch) / 2, cw, ch
}

// overlap is what a pixel of the output takes from the pixels of the source.
type overlap struct {
	from  int
	share []float32
}

// overlaps spreads n output pixels over size source pixels from start on, of
// limit. A pixel takes the area that it covers, and at least one source
// pixel's, which between source pixels is linear interpolation.
func overlaps(start, size float64, n, limit int) []overlap {
	out := make([]overlap, n)
	scale := size / float64(n)
	reach := max(scale, 1)
	for i := range out {
		centre := start + (float64(i)+.5)*scale
		lo, hi := max(0, centre-reach/2), min(float64(limit), centre+reach/2)
		from, to := int(lo), min(limit, int(math.Ceil(hi)))
		share := make([]float32, to-from)
		for k := range share {
			at := float64(from + k)
			share[k] = float32((min(hi, at+1) - max(lo, at)) / (hi - lo))
		}
		out[i] = overlap{from, share}
	}
	return out
}

func lighten(row raster, rgba []uint8, linear *[256]float32, onWhite bool) {
	for x := range row.w {
		px := rgba[4*x : 4*x+4]
		var behind uint8
		if onWhite {
			behind = 255 - px[3]
		}
		for c := range 3 {
			row.c[c][x] = linear[px[c]+behind]
		}
	}
}

func shrink(to, from raster, across []overlap, left int) {
	for c := range 3 {
		for x, o := range across {
			part := from.c[c][o.from-left:]
			var sum float32
			for k, s := range o.share {
				sum += s * part[k]
			}
			to.c[c][x] = sum
		}
	}
}

func addRow(to, row raster, y int, share float32) {
	for c := range 3 {
		line := to.c[c][y*to.w : (y+1)*to.w]
		for x, v := range row.c[c][:len(line)] {
			line[x] += share * v
		}
	}
}

// turn puts the raster upright.
func turn(stored raster, o orientation) raster {
	if o == upright {
		return stored
	}
	w, h := stored.w, stored.h
	if o.swapsSides() {
		w, h = h, w
	}
	out := newRaster(w, h)
	for y := range h {
		for x := range w {
			sx, sy := o.source(x, y, stored.w, stored.h)
			for c := range 3 {
				out.c[c][y*w+x] = stored.c[c][sy*stored.w+sx]
			}
		}
	}
	return out
}
