package picture

import (
	"math"
	"testing"
)

// shown draws cells as a terminal does, as the luma of each pixel.
func shown(cells []cell, cols int, masks map[rune]mask, dark bool) []float64 {
	bright := func(c rgb) float64 {
		return float64(luma[0]*float32(c[0])+luma[1]*float32(c[1])+luma[2]*float32(c[2])) / 255
	}
	w := cols * cellW
	out := make([]float64, len(cells)*cellPixels)
	for i, c := range cells {
		front, behind := 1.0, 0.0
		if !dark != c.reverse {
			front, behind = behind, front
		}
		if c.ink {
			front = bright(c.fg)
		}
		if c.paper {
			behind = bright(c.bg)
		}
		m := masks[c.glyph]
		for j, a := range m {
			x, y := i%cols*cellW+j%cellW, i/cols*cellH+j/cellW
			out[y*w+x] = behind + float64(a)*(front-behind)
		}
	}
	return out
}

// everyMask is the coverage of each glyph that any style uses.
func everyMask() map[rune]mask {
	all := map[rune]mask{}
	for _, s := range mosaicShapes() {
		all[s.glyph] = s.cover
	}
	for _, ink := range []func() ([]rune, []mask, float64){asciiInk, blockInk} {
		glyphs, masks, _ := ink()
		for i, g := range glyphs {
			all[g] = masks[i]
		}
	}
	return all
}

// fromAfar blurs what is seen in linear light as half a cell's width of distance does.
func fromAfar(seen []float64, w int) []float64 {
	light := make([]float32, len(seen))
	for i, v := range seen {
		light[i] = float32(toLinear(v))
	}
	kernel := make([]float32, 13)
	sum := float32(0)
	for i := range kernel {
		kernel[i] = float32(math.Exp(-float64(i*i) / (2 * 4 * 4)))
		sum += 2 * kernel[i]
	}
	for i := range kernel {
		kernel[i] /= sum - 1
	}
	out := make([]float64, len(seen))
	for i, v := range blur(light, w, len(seen)/w, kernel) {
		out[i] = toSRGB(float64(v))
	}
	return out
}

// similarity is the structural similarity (Wang et al., 2004) over windows of
// eight by eight pixels.
func similarity(a, b []float64, w int) float64 {
	const side, c1, c2 = 8, 0.0001, 0.0009
	total, windows := 0.0, 0
	for y := 0; y+side <= len(a)/w; y += side / 2 {
		for x := 0; x+side <= w; x += side / 2 {
			var ma, mb, aa, bb, ab float64
			for i := range side * side {
				va, vb := a[(y+i/side)*w+x+i%side], b[(y+i/side)*w+x+i%side]
				ma, mb, aa, bb, ab = ma+va, mb+vb, aa+va*va, bb+vb*vb, ab+va*vb
			}
			const n = side * side
			ma, mb = ma/n, mb/n
			total += (2*ma*mb + c1) * (2*(ab/n-ma*mb) + c2) / ((ma*ma + mb*mb + c1) * (aa/n - ma*ma + bb/n - mb*mb + c2))
			windows++
		}
	}
	return total / float64(windows)
}

// TestRenderingsAreLikeThePicture keeps the likeness that was reached: colour
// styles pixel by pixel, one colour as it is seen from a reader's distance.
func TestRenderingsAreLikeThePicture(t *testing.T) {
	const cols, rows = 40, 20
	p := of(portrait(360))
	masks := everyMask()
	original := sample(p, cols*cellW, rows*cellH, false)
	original.encode()
	want := make([]float64, cols*rows*cellPixels)
	for i := range want {
		want[i] = .2126*float64(original.c[0][i]) + .7152*float64(original.c[1][i]) + .0722*float64(original.c[2][i])
	}
	for _, c := range []struct {
		name  string
		o     Options
		afar  bool
		floor [2]float64 // on a light and on a dark background
	}{
		{"mono", Options{}, true, [2]float64{0.53, 0.74}},
		{"mono with reverse", Options{Reverse: true}, true, [2]float64{0.75, 0.75}},
		{"ink", Options{Style: Ink, Profile: TrueColor}, true, [2]float64{0.53, 0.74}},
		{"filled", Options{Style: Filled, Profile: TrueColor}, false, [2]float64{0.86, 0.86}},
		{"blocks", Options{Style: Blocks, Profile: TrueColor}, false, [2]float64{0.94, 0.94}},
		{"mosaics", Options{Style: Mosaics, Profile: TrueColor}, false, [2]float64{0.945, 0.945}},
		{"blocks in two colours", Options{Style: Blocks, Reverse: true}, true, [2]float64{0.81, 0.81}},
	} {
		for i, dark := range []bool{false, true} {
			c.o.Dark = dark
			got, as := shown(choose(p, cols, rows, c.o), cols, masks, dark), want
			if c.afar {
				got, as = fromAfar(got, cols*cellW), fromAfar(want, cols*cellW)
			}
			likeness := similarity(got, as, cols*cellW)
			if likeness < c.floor[i] {
				t.Errorf("%s, dark %v: a likeness of %.3f, want %.3f at least", c.name, dark, likeness, c.floor[i])
			}
		}
	}
}
