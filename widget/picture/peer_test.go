package picture

import (
	"bytes"
	"fmt"
	"image"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"
)

// BenchmarkLikeness compares what is drawn with the picture, and with what
// chafa draws from the same file in the same cells and colours, in one run:
//
//	DAYBOOK_PHOTOS=DIR go test ./widget/picture -run '^$' -bench Likeness -benchtime 1x
//
// Without DAYBOOK_PHOTOS the picture is a drawn one; without chafa on the PATH
// it runs alone. Both outputs are read as a terminal reads them, turned into
// pixels, 8 by 16 a cell, and judged against the photograph resampled by area:
// "ssim" is the structural similarity of the pixels, "view" the same after the
// blur of a reader's distance, which is what one colour can be judged by.
// "ms" is the time for one, decoding included; chafa's is its whole process.
func BenchmarkLikeness(b *testing.B) {
	photos := benchPhotos(b)
	for _, size := range []image.Point{{24, 12}, {40, 20}, {80, 40}} {
		for _, style := range []struct {
			name string
			o    Options
			peer []string // nil where no program of its kind has it
		}{
			{"mono", Options{}, []string{"-c", "none", "--symbols", "ascii"}},
			{"reverse", Options{Reverse: true}, []string{"-c", "2", "--symbols", "ascii"}},
			{"ink", Options{Style: Ink, Profile: TrueColor}, []string{"-c", "full", "--fg-only", "--symbols", "ascii"}},
			{"filled", Options{Style: Filled, Profile: TrueColor}, []string{"-c", "full", "-w", "9", "--symbols", "ascii"}},
			{"blocks", Options{Style: Blocks, Profile: TrueColor}, []string{"-c", "full", "-w", "9", "--symbols", "block"}},
			{"mosaics", Options{Style: Mosaics, Profile: TrueColor}, []string{"-c", "full", "-w", "9", "--symbols", "block+sextant+wedge"}},
			{"256", Options{Style: Blocks, Profile: Palette}, []string{"-c", "240", "-w", "9", "--symbols", "block"}},
			{"16", Options{Style: Blocks, Profile: SixteenColors, Reverse: true}, nil},
		} {
			style.o.Dark = true
			name := fmt.Sprintf("%dx%d/%s/", size.X, size.Y, style.name)
			b.Run(name+"daybook", func(b *testing.B) {
				judgeOutput(b, photos, size, func(file string) []byte {
					data, err := os.ReadFile(file)
					if err != nil {
						b.Fatal(err)
					}
					p, err := Decode(data, Limits{})
					if err != nil {
						b.Fatal(err)
					}
					return []byte(strings.Join(Render(p, size.X, size.Y, style.o), "\n"))
				})
			})
			if _, err := exec.LookPath("chafa"); err != nil || style.peer == nil {
				continue
			}
			b.Run(name+"chafa", func(b *testing.B) {
				judgeOutput(b, photos, size, func(file string) []byte {
					args := append([]string{"-s", fmt.Sprintf("%dx%d", size.X, size.Y), "--stretch", file}, style.peer...)
					out, err := exec.Command("chafa", args...).Output()
					if err != nil {
						b.Fatal(err)
					}
					return out
				})
			})
		}
	}
}

// benchPhotos lists the pictures to judge by.
func benchPhotos(b *testing.B) []string {
	if dir := os.Getenv("DAYBOOK_PHOTOS"); dir != "" {
		found, err := filepath.Glob(filepath.Join(dir, "*.jpg"))
		if err != nil || len(found) == 0 {
			b.Fatalf("no *.jpg in DAYBOOK_PHOTOS=%s: %v", dir, err)
		}
		return found
	}
	drawn := filepath.Join(b.TempDir(), "drawn.png")
	if err := os.WriteFile(drawn, pngOf(b, portrait(360)), 0o600); err != nil {
		b.Fatal(err)
	}
	return []string{drawn}
}

func judgeOutput(b *testing.B, photos []string, size image.Point, draw func(file string) []byte) {
	masks := terminalMasks()
	var ssim, view float64
	for b.Loop() {
		ssim, view = 0, 0
		for _, file := range photos {
			got := shown(readCells(b, draw(file), size.X, size.Y), size.X, masks, true)
			b.StopTimer()
			want := lumaOf(b, file, size)
			w := size.X * cellW
			ssim += similarity(got, want, w) / float64(len(photos))
			view += similarity(fromAfar(got, w), fromAfar(want, w), w) / float64(len(photos))
			b.StartTimer()
		}
	}
	b.ReportMetric(ssim, "ssim")
	b.ReportMetric(view, "view")
	b.ReportMetric(b.Elapsed().Seconds()*1000/float64(b.N*len(photos)), "ms")
	b.ReportMetric(0, "ns/op")
}

func lumaOf(b *testing.B, file string, size image.Point) []float64 {
	data, err := os.ReadFile(file)
	if err != nil {
		b.Fatal(err)
	}
	p, err := Decode(data, Limits{})
	if err != nil {
		b.Fatal(err)
	}
	r := sample(p, size.X*cellW, size.Y*cellH, false)
	r.encode()
	out := make([]float64, r.w*r.h)
	for i := range out {
		for c := range 3 {
			out[i] += float64(luma[c] * r.c[c][i])
		}
	}
	return out
}

// terminalMasks adds to our own glyphs those of the same kinds that only
// others draw: ours with the colours exchanged.
func terminalMasks() map[rune]mask {
	all := everyMask()
	inverse := func(m mask) (out mask) {
		for i, v := range m {
			out[i] = 1 - v
		}
		return out
	}
	for i, bits := range []int{4, 8, 1, 13, 9, 7, 11, 2, 6, 14} {
		all[rune(0x2596+i)] = mosaic(bits, 2, 2)
	}
	all['▀'], all['▐'], all['█'] = inverse(all['▄']), inverse(all['▌']), inverse(mask{})
	all['▔'] = area(func(_, y float64) bool { return y < 1./8 })
	all['▕'] = area(func(x, _ float64) bool { return x >= 7./8 })
	for i, shade := range []float32{.25, .5, .75} {
		var m mask
		for j := range m {
			m[j] = shade
		}
		all[rune(0x2591+i)] = m
	}
	const left, right = 0b010101, 0b101010
	glyph := rune(0x1FB00)
	for bits := 1; bits < 0b111111; bits++ {
		if bits != left && bits != right {
			all[glyph] = mosaic(bits, 2, 3)
			glyph++
		}
	}
	for i := range wedges {
		all[rune(0x1FB52+i)] = inverse(all[rune(0x1FB3C+i)])
	}
	return all
}

// readCells reads lines of text as a terminal does: glyphs, and the colours
// that SGR sequences set. What lies outside the cells is dropped.
func readCells(tb testing.TB, out []byte, cols, rows int) []cell {
	cells := make([]cell, cols*rows)
	for i := range cells {
		cells[i].glyph = ' '
	}
	var pen cell
	x, y := 0, 0
	for len(out) > 0 {
		if seq, rest, ok := cutSequence(out); ok {
			out = rest
			if n := len(seq); n > 2 && seq[n-1] == 'm' {
				pen = setColors(tb, pen, string(seq[2:n-1]))
			}
			continue
		}
		r, n := utf8.DecodeRune(out)
		out = out[n:]
		if r == '\n' {
			x, y = 0, y+1
			continue
		}
		if x < cols && y < rows {
			pen.glyph = r
			cells[y*cols+x] = pen
		}
		x++
	}
	return cells
}

// cutSequence cuts a control sequence off the front.
func cutSequence(out []byte) (seq, rest []byte, ok bool) {
	if !bytes.HasPrefix(out, []byte("\x1b[")) {
		return nil, out, false
	}
	end := bytes.IndexFunc(out[2:], func(r rune) bool { return r >= '@' && r <= '~' })
	return out[:end+3], out[end+3:], end >= 0
}

func setColors(tb testing.TB, pen cell, params string) cell {
	p := strings.Split(params, ";")
	number := func(i int) uint8 {
		n, err := strconv.Atoi("0" + p[i])
		if err != nil {
			tb.Fatalf("SGR %q: %v", params, err)
		}
		return uint8(n)
	}
	for i := 0; i < len(p); i++ {
		switch n := number(i); n {
		case 0:
			pen = cell{}
		case 7, 27:
			pen.reverse = n == 7
		case 38, 48:
			var c rgb
			if number(i+1) == 5 {
				c = paletteColor(number(i + 2))
				i += 2
			} else {
				c = rgb{number(i + 2), number(i + 3), number(i + 4)}
				i += 4
			}
			if n == 38 {
				pen.ink, pen.fg = true, c
			} else {
				pen.paper, pen.bg = true, c
			}
		case 39:
			pen.ink = false
		case 49:
			pen.paper = false
		default:
			tb.Fatalf("SGR %q sets what is not known here", params)
		}
	}
	return pen
}
