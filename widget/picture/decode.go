package picture

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/color"
	_ "image/gif" // the formats that Decode knows
	_ "image/jpeg"
	_ "image/png"
	"io"

	_ "golang.org/x/image/webp"
)

// Why there is no picture: errors.Is tells which.
var (
	ErrPlaceholder = errors.New("the photo is a placeholder of one pixel")
	ErrNotImage    = errors.New("the file is not a JPEG, PNG, GIF or WebP image")
	ErrDamaged     = errors.New("the image is cut short or damaged")
	ErrTooLarge    = errors.New("the image is too large to show")
)

// Limits bounds what Decode takes on. The zero value of a field is its default.
type Limits struct {
	Bytes  int // of the file: 16 MiB
	Pixels int // 40 million
	Memory int // bytes that decoding may need: 192 MiB
}

func (l Limits) orDefault() Limits {
	set := func(v *int, def int) {
		if *v <= 0 {
			*v = def
		}
	}
	set(&l.Bytes, 16<<20)
	set(&l.Pixels, 40_000_000)
	set(&l.Memory, 192<<20)
	return l
}

// Decode reads a JPEG, PNG, WebP or the first frame of an animated one or of a GIF, and how EXIF data
// turns it. The header is read first, and decides whether the rest is: a file
// of 300 kB can stand for gigabytes. The error is one of the four above, or
// wraps it.
func Decode(data []byte, l Limits) (p Picture, err error) {
	l = l.orDefault()
	if len(data) > l.Bytes {
		return Picture{}, fmt.Errorf("%w: %d bytes, %d at most", ErrTooLarge, len(data), l.Bytes)
	}
	orientation := orientationOf(data)
	data = firstFrame(data)
	config, format, err := image.DecodeConfig(bytes.NewReader(data))
	if err != nil {
		return Picture{}, reason(err)
	}
	if err := l.admit(config, data); err != nil {
		return Picture{}, err
	}
	defer func() { // a decoder that trips over a hostile file must not end the program
		if tripped := recover(); tripped != nil {
			p, err = Picture{}, fmt.Errorf("%w: %s", ErrDamaged, format)
		}
	}()
	img, _, err := image.Decode(bytes.NewReader(data))
	if err != nil {
		return Picture{}, reason(err)
	}
	return Picture{pixels: img, orientation: orientation}, nil
}

func (l Limits) admit(c image.Config, data []byte) error {
	pixels := int64(c.Width) * int64(c.Height)
	switch {
	case pixels <= 1:
		return ErrPlaceholder
	case pixels > int64(l.Pixels):
		return fmt.Errorf("%w: %d x %d pixels, %d million at most", ErrTooLarge, c.Width, c.Height, l.Pixels/1_000_000)
	case pixels*costOf(c, data) > int64(l.Memory):
		return fmt.Errorf("%w: %d x %d pixels of its kind need more than %d MB", ErrTooLarge, c.Width, c.Height, l.Memory>>20)
	}
	return nil
}

// costOf is how many bytes a pixel takes while decoding, at most.
func costOf(c image.Config, data []byte) int64 {
	switch c.ColorModel {
	case color.RGBA64Model, color.NRGBA64Model:
		return 8
	}
	if isProgressive(data) {
		return 15 // three coefficients of four bytes, and three samples
	}
	return 4
}

// reason says what a decoder's error means for the one who wants to see.
func reason(err error) error {
	if errors.Is(err, image.ErrFormat) || errors.Is(err, io.EOF) {
		return ErrNotImage
	}
	return fmt.Errorf("%w (%v)", ErrDamaged, err)
}
