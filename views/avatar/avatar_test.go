package avatar

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/color"
	"image/png"
	"testing"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	"daybook/theme"
	"daybook/views"
)

// directory has photos by address, and counts who was asked for.
type directory struct {
	photos map[string][]byte
	err    error
	asked  map[string]int
}

func (d *directory) PhotoOf(_ context.Context, address string) ([]byte, error) {
	d.asked[address]++
	return d.photos[address], d.err
}

func newBook(t *testing.T) (*Book, *directory) {
	t.Helper()
	img := image.NewRGBA(image.Rect(0, 0, 40, 40))
	for i := range 40 * 40 {
		img.Set(i%40, i/40, color.RGBA{uint8(i), uint8(i / 40), 90, 255})
	}
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		t.Fatal(err)
	}
	d := &directory{photos: map[string][]byte{"bo@contoso.example": b.Bytes(), "cy@contoso.example": []byte("no picture")}, asked: map[string]int{}}
	return New(views.Inbox, d), d
}

func colors(t *testing.T, p colorprofile.Profile) *theme.Theme {
	t.Helper()
	th, err := theme.New(theme.Options{Dark: true, Profile: p})
	if err != nil {
		t.Fatal(err)
	}
	return th
}

// drain asks until nothing is left to ask for.
func drain(b *Book, th *theme.Theme, addresses ...string) {
	for cmd := b.Ask(th, addresses...); cmd != nil; cmd = b.Ask(th, addresses...) {
		b.Take(cmd().(Loaded))
	}
}

func TestAFaceIsReadOnceAndFillsItsCells(t *testing.T) {
	b, d := newBook(t)
	th := colors(t, colorprofile.TrueColor)
	everybody := []string{"Bo@contoso.example", "cy@contoso.example", "nobody@elsewhere.example", ""}
	drain(b, th, everybody...)
	drain(b, th, everybody...)
	for _, address := range []string{"bo@contoso.example", "cy@contoso.example", "nobody@elsewhere.example"} {
		if d.asked[address] != 1 {
			t.Errorf("%s was asked for %d times, want once", address, d.asked[address])
		}
	}
	lines := b.Lines("bo@contoso.example", th)
	if len(lines) != Rows {
		t.Fatalf("got %d lines, want %d", len(lines), Rows)
	}
	for _, l := range lines {
		if got := ansi.StringWidth(l); got != Cols {
			t.Errorf("%q is %d cells wide, want %d", l, got, Cols)
		}
	}
	for _, address := range everybody[1:] {
		if got := b.Lines(address, th); got != nil {
			t.Errorf("%q has the face %q, want none", address, got)
		}
	}
}

func TestOneFaceIsReadAtATime(t *testing.T) {
	b, _ := newBook(t)
	th := colors(t, colorprofile.TrueColor)
	if b.Ask(th, "bo@contoso.example") == nil {
		t.Fatal("nobody was asked for")
	}
	if b.Ask(th, "cy@contoso.example") != nil {
		t.Error("a second face was asked for while the first is on its way")
	}
}

func TestAFailureIsTriedAgainAfterRetryAlone(t *testing.T) {
	b, d := newBook(t)
	th := colors(t, colorprofile.TrueColor)
	d.err = errors.New("no connection")
	drain(b, th, "bo@contoso.example")
	drain(b, th, "bo@contoso.example")
	if got := d.asked["bo@contoso.example"]; got != 1 {
		t.Errorf("asked %d times, want once", got)
	}
	d.err = nil
	b.Retry()
	drain(b, th, "bo@contoso.example")
	if b.Lines("bo@contoso.example", th) == nil {
		t.Error("there is no face after the service came back")
	}
}

func TestWithoutColoursThereAreNoFaces(t *testing.T) {
	b, d := newBook(t)
	for _, p := range []colorprofile.Profile{colorprofile.ASCII, colorprofile.ANSI} {
		drain(b, colors(t, p), "bo@contoso.example")
	}
	if len(d.asked) != 0 {
		t.Errorf("asked for %v, want nobody", d.asked)
	}
}
