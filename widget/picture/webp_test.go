package picture

import (
	"encoding/base64"
	"encoding/binary"
	"errors"
	"testing"
)

// lossy is the VP8 bitstream of one macroblock, of which 2 by 2 pixels count.
func lossy(t testing.TB) string {
	t.Helper()
	file, err := base64.StdEncoding.DecodeString("UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA")
	if err != nil {
		t.Fatal(err)
	}
	stream := file[20:]
	binary.LittleEndian.PutUint16(stream[6:], 2)
	binary.LittleEndian.PutUint16(stream[8:], 2)
	return string(stream)
}

// animated is an animation of 5 by 5 pixels with two frames of 2 by 2; the
// first has the chunks, each a name and a content, and the second none.
func animated(t testing.TB, chunks ...string) []byte {
	t.Helper()
	place := "\x00\x00\x00\x00\x00\x00\x01\x00\x00\x01\x00\x00\x64\x00\x00\x00"
	frame := []byte(place)
	for i := 0; i < len(chunks); i += 2 {
		frame = appendChunk(frame, chunks[i], []byte(chunks[i+1]))
	}
	body := appendChunk(nil, "VP8X", []byte("\x12\x00\x00\x00\x04\x00\x00\x04\x00\x00"))
	body = appendChunk(body, "ANIM", []byte("\x00\x00\x00\x00\x00\x00"))
	body = appendChunk(body, "ANMF", frame)
	return riff(appendChunk(body, "ANMF", []byte(place)))
}

func TestTheFirstFrameOfAnAnimatedWebPIsDrawn(t *testing.T) {
	lossless := string(webpWith(t)[riffHead+chunkHead+extended+chunkHead:])
	for name, c := range map[string]struct {
		data          []byte
		width, height int
		clear         bool // the second pixel is transparent
	}{
		"lossy":                    {animated(t, "VP8 ", lossy(t)), 2, 2, false},
		"lossy, with an alpha":     {animated(t, "ALPH", "\x00\xff\x00\xff\xff", "VP8 ", lossy(t)), 2, 2, true},
		"lossless":                 {animated(t, "VP8L", lossless), 2, 1, false},
		"behind what nobody knows": {animated(t, "what", "abc", "VP8 ", lossy(t)), 2, 2, false},
	} {
		p, err := Decode(c.data, Limits{})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if size := p.pixels.Bounds().Size(); size.X != c.width || size.Y != c.height {
			t.Errorf("%s: got %v, want the frame's size", name, size)
		}
		if _, _, _, alpha := p.pixels.At(1, 0).RGBA(); (alpha == 0) != c.clear {
			t.Errorf("%s: the alpha of the second pixel is %d", name, alpha)
		}
	}
}

func TestADamagedAnimationIsSaidToBe(t *testing.T) {
	whole := animated(t, "ALPH", "\x00\xff\x00\xff\xff", "VP8 ", lossy(t))
	for n := range len(whole) {
		_, err := Decode(whole[:n], Limits{})
		if n < 100 && err == nil {
			t.Errorf("%d bytes of %d: no error", n, len(whole))
		}
		if err != nil && !errors.Is(err, ErrDamaged) && !errors.Is(err, ErrNotImage) {
			t.Errorf("%d bytes: %v", n, err)
		}
	}
	for _, chunks := range [][]string{nil, {"ALPH", "\x00"}, {"VP8 ", ""}, {"VP8L", "x"}} {
		if _, err := Decode(animated(t, chunks...), Limits{}); err == nil {
			t.Errorf("%q is drawn", chunks)
		}
	}
}
