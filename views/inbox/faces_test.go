package inbox

import (
	"bytes"
	"context"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"strings"
	"testing"

	"daybook/views/viewtest"
)

// green is a directory in which everybody has the same plain photo.
type green struct{ asked []string }

func (g *green) PhotoOf(_ context.Context, address string) ([]byte, error) {
	g.asked = append(g.asked, address)
	img := image.NewRGBA(image.Rect(0, 0, 8, 8))
	draw.Draw(img, img.Bounds(), image.NewUniform(color.RGBA{0, 200, 0, 255}), image.Point{}, draw.Src)
	var b bytes.Buffer
	err := png.Encode(&b, img)
	return b.Bytes(), err
}

func TestTheReaderShowsTheFaceOfWhoWrote(t *testing.T) {
	g := &green{}
	d := startWith(t, office(), 120, 34, viewtest.Memory{}, Options{Faces: g})
	if frame := d.Frame(); !strings.Contains(frame, "48;2;0;200;0") {
		t.Errorf("the photo's colour is not on the screen; asked for %v", g.asked)
	}
	asked := len(g.asked)
	d.Press("j", "k")
	for i, address := range g.asked {
		for _, before := range g.asked[:i] {
			if address == before {
				t.Errorf("%s was asked for twice: %v", address, g.asked)
			}
		}
	}
	if asked == 0 {
		t.Error("nobody was asked for")
	}
}
