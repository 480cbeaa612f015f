package artwork

import (
	"bytes"
	"image"
	"image/png"
	"math"
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

func TestPortraitIsTheSameEveryTime(t *testing.T) {
	one, err := Portrait("ann")
	if err != nil {
		t.Fatal(err)
	}
	two, err := Portrait("ann")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(one, two) {
		t.Error("two portraits of ann differ")
	}
	cfg, err := png.DecodeConfig(bytes.NewReader(one))
	if err != nil {
		t.Fatal(err)
	}
	if cfg.Width < 240 || cfg.Height < 240 {
		t.Errorf("portrait is %dx%d, want at least 240x240", cfg.Width, cfg.Height)
	}
}

func TestEveryPictureIsAnImage(t *testing.T) {
	for name := range pictures() {
		b, err := Picture(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := png.Decode(bytes.NewReader(b)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := Picture("unicorn"); err == nil {
		t.Error("a picture that nobody drew: got no error")
	}
	if _, err := Portrait("nobody"); err == nil {
		t.Error("a portrait of nobody: got no error")
	}
}

func BenchmarkPortrait(b *testing.B) {
	for b.Loop() {
		if _, err := Portrait("kiran"); err != nil {
			b.Fatal(err)
		}
	}
}
