package main

import (
	"bytes"
	"image"
	"image/draw"
	"image/png"
	"math"
	"os"
	"path"
	"path/filepath"
	"slices"
	"testing"
)

// cells is a portrait as 24x12 character cells: the mean brightness of each.
func cells(img image.Image) []float64 {
	const columns, rows = 24, 12
	out := make([]float64, columns*rows)
	b := img.Bounds()
	for y := range rows {
		for x := range columns {
			sum, n := 0.0, 0.0
			for py := y * b.Dy() / rows; py < (y+1)*b.Dy()/rows; py++ {
				for px := x * b.Dx() / columns; px < (x+1)*b.Dx()/columns; px++ {
					r, g, bl, _ := img.At(px, py).RGBA()
					sum += (0.2126*float64(r) + 0.7152*float64(g) + 0.0722*float64(bl)) / 65535
					n++
				}
			}
			out[y*columns+x] = sum / n
		}
	}
	return out
}

// unlike is the mean difference of two pictures once each has been brought to
// the same mean: what remains is the drawing and not its exposure.
func unlike(a, b []float64) float64 {
	mean := func(v []float64) (m float64) {
		for _, x := range v {
			m += x / float64(len(v))
		}
		return m
	}
	ma, mb, d := mean(a), mean(b), 0.0
	for i := range a {
		d += math.Abs((a[i] - ma) - (b[i] - mb))
	}
	return d / float64(len(a))
}

func TestPortraitsDifferAsCharacters(t *testing.T) {
	seen := map[string][]float64{}
	for key, f := range faces() {
		seen[key] = cells(f.draw().img)
	}
	for a, ca := range seen {
		for b, cb := range seen {
			if a < b && unlike(ca, cb) < 0.09 {
				t.Errorf("%s and %s look alike at 24x12: mean difference %.3f, want at least 0.09", a, b, unlike(ca, cb))
			}
		}
	}
}

func TestPortraitsHaveContrast(t *testing.T) {
	for key, f := range faces() {
		c := cells(f.draw().img)
		if got := slices.Max(c) - slices.Min(c); got < 0.45 {
			t.Errorf("%s: brightest and darkest cell differ by %.2f, want at least 0.45", key, got)
		}
	}
}

func TestPicturesHaveTheirSize(t *testing.T) {
	for key, f := range faces() {
		if b := f.draw().img.Bounds(); b.Dx() < 240 || b.Dy() < 240 {
			t.Errorf("%s is %v, want at least 240x240", key, b)
		}
	}
}

// TestTheSampleHasWhatThisMakes compares what is carried with what is made
// now: pixel by pixel, as encoders differ between releases of Go.
func TestTheSampleHasWhatThisMakes(t *testing.T) {
	made, err := everything()
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range made {
		got, err := os.ReadFile(filepath.Join("../../../service/sample/content", name))
		if err != nil {
			t.Errorf("%v: run go generate ./service/sample", err)
			continue
		}
		if path.Ext(name) == ".png" {
			got, want = pixels(t, name, got), pixels(t, name, want)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s differs from what is made: run go generate ./service/sample", name)
		}
	}
}

func pixels(t *testing.T, name string, data []byte) []byte {
	t.Helper()
	img, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	out := image.NewRGBA(img.Bounds())
	draw.Draw(out, out.Rect, img, img.Bounds().Min, draw.Src)
	return out.Pix
}
