package picture

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"slices"
	"testing"
)

func encoded(t testing.TB, encode func(*bytes.Buffer) error) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := encode(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func pngOf(t testing.TB, img image.Image) []byte {
	return encoded(t, func(b *bytes.Buffer) error { return png.Encode(b, img) })
}

// pngHeader is a PNG of any size and bit depth that ends after its header.
func pngHeader(w, h uint32, depth byte) []byte {
	header := append([]byte("IHDR"), make([]byte, 13)...)
	binary.BigEndian.PutUint32(header[4:], w)
	binary.BigEndian.PutUint32(header[8:], h)
	header[12], header[13] = depth, 6 // RGB and alpha
	out := []byte("\x89PNG\r\n\x1a\n\x00\x00\x00\r")
	out = append(out, header...)
	return binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(header))
}

func TestDecodeSaysWhyThereIsNoPicture(t *testing.T) {
	whole := pngOf(t, portrait(64))
	photo := encoded(t, func(b *bytes.Buffer) error { return jpeg.Encode(b, portrait(64), nil) })
	pixel := encoded(t, func(b *bytes.Buffer) error {
		return gif.Encode(b, image.NewPaletted(image.Rect(0, 0, 1, 1), color.Palette{color.Black, color.White}), nil)
	})
	for _, c := range []struct {
		name   string
		data   []byte
		limits Limits
		want   error
	}{
		{"an image bomb", pngHeader(50_000, 50_000, 8), Limits{}, ErrTooLarge},
		{"sixteen bits a channel, and large", pngHeader(6_000, 6_000, 16), Limits{}, ErrTooLarge},
		{"a file over the limit", whole, Limits{Bytes: len(whole) - 1}, ErrTooLarge},
		{"more pixels than allowed", whole, Limits{Pixels: 64*64 - 1}, ErrTooLarge},
		{"a PNG cut short", whole[:len(whole)/2], Limits{}, ErrDamaged},
		{"a JPEG cut short", photo[:len(photo)/2], Limits{}, ErrDamaged},
		{"a JPEG cut in its header", photo[:12], Limits{}, ErrDamaged},
		{"a header alone", pngHeader(100, 100, 8), Limits{}, ErrDamaged},
		{"a text named .jpg", []byte("Dear Bo,\nmy photo is attached.\n"), Limits{}, ErrNotImage},
		{"nothing", nil, Limits{}, ErrNotImage},
		{"the placeholder", pixel, Limits{}, ErrPlaceholder},
	} {
		if _, err := Decode(c.data, c.limits); !errors.Is(err, c.want) {
			t.Errorf("%s: got %v, want %v", c.name, err, c.want)
		}
	}
}

func TestDecodeTakesTheFirstFrameOfAnAnimation(t *testing.T) {
	frame := func(c color.Color) *image.Paletted {
		return image.NewPaletted(image.Rect(0, 0, 8, 8), color.Palette{c})
	}
	red, blue := color.RGBA{255, 0, 0, 255}, color.RGBA{0, 0, 255, 255}
	data := encoded(t, func(b *bytes.Buffer) error {
		return gif.EncodeAll(b, &gif.GIF{Image: []*image.Paletted{frame(red), frame(blue)}, Delay: []int{1, 1}})
	})
	p, err := Decode(data, Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if got := color.RGBAModel.Convert(p.pixels.At(3, 3)); got != red {
		t.Errorf("got %v, want the first frame's %v", got, red)
	}
}

// exif is EXIF data with an orientation.
func exif(order binary.AppendByteOrder, mark string, o uint16) []byte {
	tiff := []byte(mark)
	tiff = order.AppendUint32(tiff, 8)
	tiff = order.AppendUint16(tiff, 2)
	tiff = append(tiff, make([]byte, 12)...) // an entry of no interest
	tiff = order.AppendUint16(tiff, 274)
	tiff = order.AppendUint16(tiff, 3)
	tiff = order.AppendUint32(tiff, 1)
	tiff = order.AppendUint16(tiff, o)
	return append(tiff, 0, 0, 0, 0, 0, 0)
}

// jpegWith puts EXIF data behind the first marker of a JPEG.
func jpegWith(file, tiff []byte) []byte {
	content := append(slices.Clone(exifMark), tiff...)
	segment := binary.BigEndian.AppendUint16([]byte{0xFF, markerApp1}, uint16(len(content)+2))
	return slices.Insert(slices.Clone(file), 2, append(segment, content...)...)
}

// pngWith puts EXIF data behind the header of a PNG, or before its end.
func pngWith(file, tiff []byte, at int) []byte {
	chunk := append([]byte("eXIf"), tiff...)
	out := binary.BigEndian.AppendUint32(nil, uint32(len(tiff)))
	out = binary.BigEndian.AppendUint32(append(out, chunk...), crc32.ChecksumIEEE(chunk))
	return slices.Insert(slices.Clone(file), at, out...)
}

// pngFirst is where the first chunk of a PNG ends, and pngEnd the bytes of its
// last.
const pngFirst, pngEnd = 8 + 25, 12

// webpWith is a WebP of 2 by 1 pixels with chunks, each a name and a content.
func webpWith(t testing.TB, chunks ...string) []byte {
	t.Helper()
	vp8l, err := base64.StdEncoding.DecodeString("UklGRh4AAABXRUJQVlA4TBEAAAAvAQAAAAfQ//73v/+BiOh/AAA=")
	if err != nil {
		t.Fatal(err)
	}
	body := []byte("WEBP")
	add := func(name, content string) {
		body = binary.LittleEndian.AppendUint32(append(body, name...), uint32(len(content)))
		if body = append(body, content...); len(content)%2 == 1 {
			body = append(body, 0)
		}
	}
	add("VP8X", "\x08\x00\x00\x00\x01\x00\x00\x00\x00\x00")
	body = append(body, vp8l[12:]...)
	for i := 0; i < len(chunks); i += 2 {
		add(chunks[i], chunks[i+1])
	}
	return append(binary.LittleEndian.AppendUint32([]byte("RIFF"), uint32(len(body))), body...)
}

func TestOrientationTurnsTheFUpright(t *testing.T) {
	// The letter F, as EXIF's own figure shows it stored for each orientation.
	stored := map[orientation][]string{
		1: {"##", "#.", "##", "#.", "#."}, 2: {"##", ".#", "##", ".#", ".#"},
		3: {".#", ".#", "##", ".#", "##"}, 4: {"#.", "#.", "##", "#.", "##"},
		5: {"#####", "#.#.."}, 6: {"#.#..", "#####"},
		7: {"..#.#", "#####"}, 8: {"#####", "..#.#"},
	}
	want := stored[1]
	for o, rows := range stored {
		r := newRaster(len(rows[0]), len(rows))
		for i := range r.c[0] {
			if rows[i/r.w][i%r.w] == '#' {
				r.c[0][i] = 1
			}
		}
		up := turn(r, o)
		got := make([]string, up.h)
		for i, v := range up.c[0] {
			got[i/up.w] += string(".#"[int(v)])
		}
		if !slices.Equal(got, want) {
			t.Errorf("orientation %d: got %q, want %q", o, got, want)
		}
	}
}

func TestDecodeReadsTheOrientationOfEachKindOfFile(t *testing.T) {
	wide := image.NewGray(image.Rect(0, 0, 32, 16))
	photo := encoded(t, func(b *bytes.Buffer) error { return jpeg.Encode(b, wide, nil) })
	drawing := pngOf(t, wide)
	for name, with := range map[string]func(tiff []byte) []byte{
		"a JPEG":                            func(tiff []byte) []byte { return jpegWith(photo, tiff) },
		"a PNG":                             func(tiff []byte) []byte { return pngWith(drawing, tiff, pngFirst) },
		"a PNG, behind the pixels":          func(tiff []byte) []byte { return pngWith(drawing, tiff, len(drawing)-pngEnd) },
		"a WebP":                            func(tiff []byte) []byte { return webpWith(t, "EXIF", string(tiff)) },
		"a WebP, with a mark":               func(tiff []byte) []byte { return webpWith(t, "EXIF", string(exifMark)+string(tiff)) },
		"a WebP, behind a chunk of 3 bytes": func(tiff []byte) []byte { return webpWith(t, "XMP ", "xyz", "EXIF", string(tiff)) },
	} {
		for _, byteOrder := range []struct {
			binary.AppendByteOrder
			mark string
		}{{binary.LittleEndian, "II*\x00"}, {binary.BigEndian, "MM\x00*"}} {
			for o := range uint16(11) {
				want := orientation(o)
				if o < 1 || o > 8 {
					want = upright
				}
				p, err := Decode(with(exif(byteOrder, byteOrder.mark, o)), Limits{})
				if err != nil || p.orientation != want {
					t.Errorf("%s, %q, tag %d: got %d, %v; want %d", name, byteOrder.mark, o, p.orientation, err, want)
					continue
				}
				if w, h := p.Size(); (w < h) != (want >= 5) {
					t.Errorf("%s, tag %d: got %d x %d", name, o, w, h)
				}
			}
		}
	}
}

func TestAChunkThatIsCutTurnsNothing(t *testing.T) {
	turned := exif(binary.BigEndian, "MM\x00*", 6)
	for name, whole := range map[string][]byte{
		"PNG": pngWith(pngOf(t, portrait(4)), turned, pngFirst), "WebP": webpWith(t, "EXIF", string(turned)),
	} {
		at := bytes.Index(whole, []byte("MM\x00*"))
		if got := orientationOf(whole[:at+10]); got != upright {
			t.Errorf("%s: got %d, want %d", name, got, upright)
		}
	}
}

func FuzzDecode(f *testing.F) {
	f.Add(pngOf(f, portrait(16)))
	f.Add(pngHeader(50_000, 50_000, 8))
	f.Add(encoded(f, func(b *bytes.Buffer) error { return jpeg.Encode(b, portrait(16), nil) }))
	turned := exif(binary.LittleEndian, "II*\x00", 6)
	f.Add(jpegWith([]byte{0xFF, 0xD8}, turned))
	f.Add(pngWith(pngOf(f, portrait(16)), turned, pngFirst))
	f.Add(webpWith(f, "EXIF", string(turned)))
	f.Add(animated(f, "ALPH", "\x00abcd", "VP8 ", lossy(f)))
	f.Fuzz(func(t *testing.T, data []byte) {
		p, err := Decode(data, Limits{Pixels: 1 << 16})
		if err != nil {
			return
		}
		if got := Render(p, 3, 2, Options{Style: Blocks, Profile: TrueColor}); len(got) != 2 {
			t.Errorf("got %d lines, want 2", len(got))
		}
	})
}
