package picture

import (
	"bytes"
	"encoding/binary"
)

// orientation is how the stored pixels lie, as EXIF counts it: 1 to 8
// (tag 274 of the TIFF and EXIF specifications).
type orientation uint8

const upright orientation = 1

func (o orientation) swapsSides() bool { return o >= 5 }

// source is where the pixel at x, y of the upright picture is stored, in a
// stored image of w by h pixels.
func (o orientation) source(x, y, w, h int) (int, int) {
	switch o {
	case 2:
		return w - 1 - x, y
	case 3:
		return w - 1 - x, h - 1 - y
	case 4:
		return x, h - 1 - y
	case 5:
		return y, x
	case 6:
		return y, h - 1 - x
	case 7:
		return w - 1 - y, h - 1 - x
	case 8:
		return w - 1 - y, x
	}
	return x, y
}

// Markers of a JPEG file (ITU T.81, table B.1).
const (
	markerProgressive = 0xC2
	markerScan        = 0xDA
	markerApp1        = 0xE1
)

// segments calls yield with each marker of a JPEG's header and its content,
// until that returns false. Data that is no JPEG has none.
func segments(data []byte, yield func(marker byte, content []byte) bool) {
	if !bytes.HasPrefix(data, []byte{0xFF, 0xD8}) {
		return
	}
	for at := 2; at+4 <= len(data) && data[at] == 0xFF; {
		marker := data[at+1]
		if marker == 0xFF { // fill
			at++
			continue
		}
		size := int(binary.BigEndian.Uint16(data[at+2:]))
		end := at + 2 + size
		if marker == markerScan || size < 2 || end > len(data) || !yield(marker, data[at+4:end]) {
			return
		}
		at = end
	}
}

// isProgressive tells a JPEG that is kept whole as coefficients while decoding.
func isProgressive(data []byte) (found bool) {
	segments(data, func(marker byte, _ []byte) bool {
		found = marker == markerProgressive
		return !found
	})
	return found
}

// exifMark stands before EXIF data in a JPEG, and by the habit of some programs
// in a WebP.
var exifMark = []byte("Exif\x00\x00")

// orientationOf reads the EXIF orientation of a JPEG, PNG or WebP; upright
// where there is none that makes sense.
func orientationOf(data []byte) orientation {
	for _, find := range []func([]byte) []byte{exifOfJPEG, exifOfPNG, exifOfWebP} {
		if tiff := find(data); tiff != nil {
			return orientationTag(tiff)
		}
	}
	return upright
}

// exifOfJPEG is the first APP1 segment that has EXIF data.
func exifOfJPEG(data []byte) (tiff []byte) {
	segments(data, func(marker byte, content []byte) bool {
		found, ok := bytes.CutPrefix(content, exifMark)
		if marker == markerApp1 && ok {
			tiff = found
		}
		return tiff == nil
	})
	return tiff
}

// exifOfPNG is the eXIf chunk (PNG, third edition, 11.3.4.3), which may stand
// before the pixels or behind.
func exifOfPNG(data []byte) (tiff []byte) {
	const checksum = 4
	rest, ok := bytes.CutPrefix(data, []byte("\x89PNG\r\n\x1a\n"))
	for ok && tiff == nil && len(rest) >= 8 {
		size, name := uint64(binary.BigEndian.Uint32(rest)), string(rest[4:8])
		rest = rest[8:]
		if size+checksum > uint64(len(rest)) {
			return nil
		}
		if name == "eXIf" {
			tiff = rest[:size]
		}
		rest = rest[size+checksum:]
	}
	return tiff
}

// exifOfWebP is the EXIF chunk of a RIFF file; chunks of odd size have a byte
// of padding.
func exifOfWebP(data []byte) []byte {
	if len(data) < 12 || string(data[:4]) != "RIFF" || string(data[8:12]) != "WEBP" {
		return nil
	}
	for rest := data[12:]; len(rest) >= 8; {
		name, size := string(rest[:4]), uint64(binary.LittleEndian.Uint32(rest[4:]))
		rest = rest[8:]
		if size > uint64(len(rest)) {
			return nil
		}
		if name == "EXIF" {
			return bytes.TrimPrefix(rest[:size], exifMark)
		}
		rest = rest[min(size+size&1, uint64(len(rest))):]
	}
	return nil
}

// orientationTag finds tag 274 in the first directory of a TIFF header.
func orientationTag(tiff []byte) orientation {
	const (
		tag       = 274
		typeShort = 3
		entrySize = 12
	)
	if len(tiff) < 8 {
		return upright
	}
	var order binary.ByteOrder = binary.BigEndian
	if bytes.HasPrefix(tiff, []byte("II*\x00")) {
		order = binary.LittleEndian
	} else if !bytes.HasPrefix(tiff, []byte("MM\x00*")) {
		return upright
	}
	at := uint64(order.Uint32(tiff[4:]))
	if at+2 > uint64(len(tiff)) {
		return upright
	}
	entries := tiff[at+2:]
	for range order.Uint16(tiff[at:]) {
		if len(entries) < entrySize {
			break
		}
		if order.Uint16(entries) == tag && order.Uint16(entries[2:]) == typeShort {
			if o := orientation(order.Uint16(entries[8:])); o >= 1 && o <= 8 {
				return o
			}
			break
		}
		entries = entries[entrySize:]
	}
	return upright
}
