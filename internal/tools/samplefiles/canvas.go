package main

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"math"

	"golang.org/x/image/vector"
)

// point is a place on a canvas.
type point struct{ x, y float32 }

// canvas is a picture being painted, each shape over the ones before.
type canvas struct {
	img *image.RGBA // opaque throughout; the type that the rasterizer is quick on
}

func newCanvas(w, h int, background color.Color) *canvas {
	c := &canvas{img: image.NewRGBA(image.Rect(0, 0, w, h))}
	draw.Draw(c.img, c.img.Bounds(), image.NewUniform(background), image.Point{}, draw.Src)
	return c
}

// png encodes the picture.
func (c *canvas) png() ([]byte, error) {
	var b bytes.Buffer
	e := png.Encoder{CompressionLevel: png.BestCompression}
	if err := e.Encode(&b, c.img); err != nil {
		return nil, fmt.Errorf("encoding a drawing: %w", err)
	}
	return b.Bytes(), nil
}

// hex is a colour written 0xRRGGBB.
func hex(rgb uint32) color.NRGBA {
	return color.NRGBA{R: uint8(rgb >> 16), G: uint8(rgb >> 8), B: uint8(rgb), A: 255}
}

// see makes a colour translucent: 0 is nothing, 1 opaque.
func see(c color.NRGBA, alpha float64) color.NRGBA {
	c.A = uint8(math.Round(alpha * 255))
	return c
}

// fill paints the inside of a closed outline with straight edges. The
// rasterizer covers the outline's own bounds alone, which keeps small shapes
// cheap.
func (c *canvas) fill(col color.Color, outline []point) {
	if len(outline) < 3 {
		return
	}
	lo, hi := outline[0], outline[0]
	for _, p := range outline {
		lo = point{min(lo.x, p.x), min(lo.y, p.y)}
		hi = point{max(hi.x, p.x), max(hi.y, p.y)}
	}
	r := image.Rect(int(math.Floor(float64(lo.x))), int(math.Floor(float64(lo.y))),
		int(math.Ceil(float64(hi.x)))+1, int(math.Ceil(float64(hi.y)))+1).Intersect(c.img.Bounds())
	if r.Empty() {
		return
	}
	z := vector.NewRasterizer(r.Dx(), r.Dy())
	at := func(p point) (float32, float32) { return p.x - float32(r.Min.X), p.y - float32(r.Min.Y) }
	z.MoveTo(at(outline[0]))
	for _, p := range outline[1:] {
		z.LineTo(at(p))
	}
	z.ClosePath()
	z.Draw(c.img, r, image.NewUniform(col), image.Point{})
}

// arcSteps is how many straight pieces make a round outline, capSteps how many
// the round end of a stroke.
const (
	arcSteps = 64
	capSteps = 14
)

// ellipse paints a full ellipse around (x, y).
func (c *canvas) ellipse(col color.Color, x, y, rx, ry float32) {
	c.fill(col, arc(x, y, rx, ry, 0, 360))
}

// dot paints a small disc, such as the end of a stroke.
func (c *canvas) dot(col color.Color, x, y, r float32) {
	outline := make([]point, 0, capSteps)
	for i := range capSteps {
		a := float64(i) / capSteps * 2 * math.Pi
		outline = append(outline, point{x + r*float32(math.Cos(a)), y + r*float32(math.Sin(a))})
	}
	c.fill(col, outline)
}

// arc is the outline of an ellipse between two angles in degrees, clockwise
// on the screen from the right.
func arc(x, y, rx, ry float32, from, to float64) []point {
	out := make([]point, 0, arcSteps+1)
	for i := range arcSteps + 1 {
		a := (from + (to-from)*float64(i)/arcSteps) * math.Pi / 180
		out = append(out, point{x + rx*float32(math.Cos(a)), y + ry*float32(math.Sin(a))})
	}
	return out
}

// blob paints the smooth closed shape that passes through the points
// (a Catmull-Rom spline).
func (c *canvas) blob(col color.Color, points ...point) {
	c.fill(col, smooth(points, true))
}

// smooth rounds a line through points.
func smooth(points []point, closed bool) []point {
	const steps = 12
	n := len(points)
	at := func(i int) point {
		if closed {
			return points[(i+n)%n]
		}
		return points[min(max(i, 0), n-1)]
	}
	pieces := n
	if !closed {
		pieces = n - 1
	}
	var out []point
	for i := range pieces {
		a, b, d, e := at(i-1), at(i), at(i+1), at(i+2)
		for s := range steps {
			t := float32(s) / steps
			out = append(out, point{spline(a.x, b.x, d.x, e.x, t), spline(a.y, b.y, d.y, e.y, t)})
		}
	}
	if !closed {
		out = append(out, points[n-1])
	}
	return out
}

func spline(a, b, c, d, t float32) float32 {
	return 0.5 * (2*b + (c-a)*t + (2*a-5*b+4*c-d)*t*t + (3*b-a-3*c+d)*t*t*t)
}

// line paints a stroke of a width along the points, with round ends.
func (c *canvas) line(col color.Color, width float32, points ...point) {
	r := width / 2
	for i, p := range points {
		c.dot(col, p.x, p.y, r)
		if i == 0 {
			continue
		}
		q := points[i-1]
		length := float32(math.Hypot(float64(p.x-q.x), float64(p.y-q.y)))
		if length == 0 {
			continue
		}
		nx, ny := -(p.y-q.y)/length*r, (p.x-q.x)/length*r
		c.fill(col, []point{{q.x + nx, q.y + ny}, {p.x + nx, p.y + ny}, {p.x - nx, p.y - ny}, {q.x - nx, q.y - ny}})
	}
}

// box paints a rectangle.
func (c *canvas) box(col color.Color, x, y, w, h float32) {
	c.fill(col, []point{{x, y}, {x + w, y}, {x + w, y + h}, {x, y + h}})
}
